"""The names in a declaration: each must lead to something else that the game declares, or its pages and commands would fail at it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from inspect import signature
from pathlib import Path
from typing import Final

from engine.kernel.events import BLOCKS as KERNEL_BLOCKS
from engine.language.diagnostics.suggestions import hint, nearest
from engine.language.planning.templates import places
from engine.language.spec.events import EventSpec
from engine.language.spec.fields import Field
from engine.language.spec.groups import GROUPS
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import (
    Identifier,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    Value,
)
from engine.language.spec.vocabulary import Vocabulary
from engine.packs.decks import DeckRules
from engine.ruleset import Ruleset
from engine.ruleset.faults import Field as WrittenField
from engine.ruleset.faults import Misdeclared

GENERAL_PLACES: Final = frozenset(("pick", "n", "all", "that", "host", "thing"))
"""Places of sentences that name no field."""
ARGUMENTS: Final = {"effect": ("state", "environment", "name"), "condition": ("state",), "value": ("state",)}
"""What the function of a node is called with before the node's fields."""
MAX_LISTED: Final = 16
"""Names of a kind that a fault lists."""
GENERAL_TYPES: Final = frozenset(("int", "bool", "text", "player", "card", "trigger", "cardID", "any"))
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


def unknown(kind: LocalizedText, name: object, owner: str, known: Iterable[str] = ()) -> Misdeclared:
    """Return that what a declaration names is not there, with the nearest of what there is, or all of it where it is little."""
    names = sorted(known)
    near, rest = hint(nearest(str(name), names)), LocalizedText("", "")
    if 0 < len(names) <= MAX_LISTED:
        rest = LocalizedText(f"; known are {', '.join(names)}", f"；现有：{'、'.join(names)}")
    return Misdeclared(
        f"{owner} names {kind.en} {name!r}, which the game does not have{near.en}{rest.en}",
        f"{owner} 引用了{kind.zh} {name!r}，而游戏中没有{near.zh}{rest.zh}",
        owner,
        str(name),
    )


def _types(vocabulary: Vocabulary) -> Collection[str]:
    return GENERAL_TYPES.union(vocabulary.type_titles)


def _missing(kind: LocalizedText, owner: str, names: Iterable[str], known: Collection[str]) -> Iterator[Misdeclared]:
    yield from (unknown(kind, name, owner, known) for name in names if name not in known)


EVENT = LocalizedText("the event", "事件")
BLOCK = LocalizedText("the block", "代码块")
FIELD = LocalizedText("the field", "字段")
KIND = LocalizedText("the kind of card", "卡牌种类")
RECORD = LocalizedText("the record", "记录")
GROUP = LocalizedText("the group", "分组")
ZONE = LocalizedText("the zone", "区域")
VARIABLE = LocalizedText("the variable", "变量")
SETTING = LocalizedText("the setting", "设置")
PLACE = LocalizedText("the place", "位置")
CODE = LocalizedText("the problem code", "问题代码")
TYPE = LocalizedText("the type", "类型")
FAMILY = LocalizedText("the family of nodes", "节点类别")


def wrong_names(ruleset: Ruleset) -> Iterator[Misdeclared]:
    """Yield every name that leads nowhere, and every one that is given twice."""
    yield from _identity(ruleset)
    yield from _twice(ruleset)
    yield from wrong_vocabulary(ruleset.vocabulary, ruleset.groups)
    yield from _experiment(ruleset)
    yield from _rules(ruleset)
    yield from _board(ruleset)
    yield from _templates(ruleset)
    yield from _decks(ruleset)


def wrong_vocabulary(vocabulary: Vocabulary, groups: Collection[str]) -> Iterator[Misdeclared]:
    """Yield every name in the declarations of a language that leads nowhere; a game that is built is checked by it, too."""
    yield from _nodes(vocabulary, {*GROUPS, *groups})
    yield from _records(vocabulary)
    yield from _events(vocabulary)
    yield from _phrases(vocabulary)


def _identity(ruleset: Ruleset) -> Iterator[Misdeclared]:
    vocabulary = ruleset.vocabulary
    if not _NAME.fullmatch(ruleset.name):
        yield Misdeclared(
            f"the game is called {ruleset.name!r}: a name is lower-case letters, digits and _, a letter first",
            f"游戏规则名为 {ruleset.name!r}：名称应由小写字母、数字和 _ 组成，以字母开头",
            ruleset.name,
        )
    if vocabulary.ruleset != ruleset.name:
        yield Misdeclared(
            f"the vocabulary is that of {vocabulary.ruleset!r}, the game is called {ruleset.name!r}",
            f"词汇表属于 {vocabulary.ruleset!r}，而游戏规则名为 {ruleset.name!r}",
            vocabulary.ruleset,
            field=WrittenField("ruleset", "Vocabulary"),
        )
    if not _VERSION.fullmatch(vocabulary.version):
        yield Misdeclared(
            f"the version {vocabulary.version!r} is not written as `major.minor`",
            f"版本 {vocabulary.version!r} 不是 `主.次` 的形式",
            vocabulary.version,
            field=WrittenField("version", "Vocabulary"),
        )
    if not ruleset.seats or list(ruleset.seats) != sorted({seat for seat in ruleset.seats if seat > 0}):
        yield Misdeclared(
            f"the numbers of seats {ruleset.seats} are not positive and ascending",
            f"席位数 {ruleset.seats} 不是升序的正整数",
            ruleset.name,
            field=WrittenField("seats", value=repr(ruleset.seats)),
        )
    if not vocabulary.kinds or not ruleset.templates:
        yield Misdeclared(
            "a game needs a kind of card and a template", "游戏规则至少需要一种卡牌和一个模板", "kinds", "templates"
        )
    if {setting.name for setting in ruleset.settings} != set(ruleset.config):
        name = sorted({setting.name for setting in ruleset.settings} ^ set(ruleset.config))[0]
        yield Misdeclared(
            f"the setting {name!r} is in only one of `settings` and `config`",
            f"设置 {name!r} 只出现在 `settings` 与 `config` 之一中",
            "config",
            name,
        )


def _twice(ruleset: Ruleset) -> Iterator[Misdeclared]:
    vocabulary = ruleset.vocabulary
    declarations = {
        "kind of card": [kind.name for kind in vocabulary.kinds],
        "record": [record.name for record in vocabulary.records],
        "event": [event.name for event in vocabulary.events],
        "timing": [timing.name for timing in vocabulary.timings],
        "lifetime": [lifetime.name for lifetime in vocabulary.lifetimes],
        "block": [block.id for block in ruleset.blocks],
        "setting": [setting.name for setting in ruleset.settings],
        "template": [template.key for template in ruleset.templates],
        "tone": [tone.name for tone in ruleset.tones],
        "icon": [icon.name for icon in ruleset.icons],
    }
    declarations |= {
        family: [node.name for node in vocabulary.nodes if node.family == family] for family in vocabulary.families
    }
    for kind, names in declarations.items():
        for name, count in Counter(names).items():
            if count > 1:
                yield Misdeclared(f"two declarations of one {kind} {name!r}", f"{kind} {name!r} 声明了两次", name)


def _nodes(vocabulary: Vocabulary, groups: Collection[str]) -> Iterator[Misdeclared]:
    events = {event.name for event in vocabulary.events}
    for node in vocabulary.nodes:
        yield from _missing(GROUP, node.name, (node.group,), groups)
        yield from _missing(EVENT, node.name, node.analysis.emits, events)
        yield from _missing(EVENT, node.name, filter(None, (node.analysis.answers,)), events)
        yield from _shapes(vocabulary, node.name, node.fields)
        yield from _function(node)


def _function(node: NodeSpec) -> Iterator[Misdeclared]:
    """Yield that a node's function does not take the fields of the node: the compiler calls it with them in their order.

    Attributes are no arguments: what they ask of things is part of the filter; nor is a record of them that reading moves into the chooser, or a card that it lifts out. An effect that is written for one target (`on_each`) is called
    with that in place of all and without the name of its result, as `__wrapped__` says.
    """
    run, first = node.runtime.run, ARGUMENTS.get(node.family)
    if run is None or first is None or node.opens is not None:
        return
    keys = (key for key in node.fields if key.attribute is None and not key.is_record_of_rules)
    values = [key.name for key in keys if not (node.family == "effect" and isinstance(key.shape, Identifier))]
    firsts = (first, first[:-1]) if hasattr(run, "__wrapped__") else (first,)
    narrowing = {key.name for key in node.fields if key.analysis.narrows}
    plain = [name for name in values if name not in narrowing]
    refusals = [refusal(run, (*arguments, *names)) for arguments in firsts for names in (plain, values)]
    if all(refusals):
        yield Misdeclared(
            f"the function of {node.name} does not take its fields {', '.join(values)}: {refusals[-1]}",
            f"{node.name} 的函数不接受其字段 {', '.join(values)}：{refusals[-1]}",
            node.name,
        )


def refusal(run: Callable[..., object], arguments: Iterable[object]) -> str:
    """Return why a function does not take some arguments; empty where it does, and for a compiled one, which does not tell its parameters."""
    try:
        signature(run).bind(*arguments)
    except TypeError as error:
        return str(error)
    except ValueError:  # compiled by mypyc, so one of the engine
        return ""
    return ""


def _shapes(vocabulary: Vocabulary, owner: str, fields: Iterable[Field]) -> Iterator[Misdeclared]:
    """Yield the records and families that the shapes of fields name and that are not there."""
    records, types = {record.name for record in vocabulary.records}, _types(vocabulary)
    for key in fields:
        shape: Shape = key.shape
        while isinstance(shape, ListOf | MapOf):
            shape = shape.item
        if isinstance(shape, ObjectShape):
            yield from _missing(RECORD, key.name, (shape.name,), records)
        if isinstance(shape, Targets | Value | Ref):
            yield from _missing(TYPE, owner, (shape.type.removesuffix("[]"),), types)
        if isinstance(shape, Node):
            yield from _missing(FAMILY, key.name, (shape.family,), vocabulary.families)


def _records(vocabulary: Vocabulary) -> Iterator[Misdeclared]:
    records = {record.name: record for record in vocabulary.records}
    kinds = {kind.name for kind in vocabulary.kinds}
    for record in vocabulary.records:
        yield from _shapes(vocabulary, record.name, record.fields)
    for kind in vocabulary.kinds:
        yield from _missing(RECORD, kind.name, (kind.record,), records)
        if kind.marker is not None and kind.record in records:
            keys = [key.name for key in records[kind.record].fields]
            yield from _missing(FIELD, kind.name, (kind.marker,), keys)
    for timing in vocabulary.timings:
        yield from _missing(KIND, timing.name, timing.kinds, kinds)


def _events(vocabulary: Vocabulary) -> Iterator[Misdeclared]:
    events = {event.name: event for event in vocabulary.events}
    for event in events.values():
        fields = event.fields
        types = [kind.removesuffix("[]") for kind in fields.values()]
        yield from _missing(TYPE, event.name, types, _types(vocabulary))
        yield from _missing(EVENT, event.name, event.members, events)
        yield from _missing(FIELD, event.name, filter(None, (event.analysis.source_field,)), fields)
        yield from _missing(FIELD, event.name, (*event.analysis.ends, *event.words), fields)
        yield from _missing(FIELD, event.name, event.field_aliases.values(), fields)
    for life in vocabulary.lifetimes:
        if life.until is not None:
            yield from _missing(EVENT, life.name, (life.until,), events)
            if life.owner_field and life.until in events:
                yield from _missing(FIELD, life.name, (life.owner_field,), events[life.until].fields)
    for kind in vocabulary.kinds:
        yield from _missing(EVENT, kind.name, filter(None, (kind.implied_event,)), events)


def _experiment(ruleset: Ruleset) -> Iterator[Misdeclared]:
    vocabulary, hosts = ruleset.vocabulary, ruleset.experiment.hosts
    kinds = {kind.name for kind in vocabulary.kinds}
    for template in ruleset.templates:
        yield from _missing(KIND, template.key, (template.kind,), kinds)
    yield from _missing(KIND, "hosts", (*hosts, *hosts.values()), kinds)
    moments = {event.name for event in vocabulary.events} | {timing.name for timing in vocabulary.timings}
    yield from _missing(EVENT, "at_once", ruleset.experiment.at_once, moments)


def _rules(ruleset: Ruleset) -> Iterator[Misdeclared]:
    blocks = {block.id for block in (*KERNEL_BLOCKS, *ruleset.blocks)}
    yield from _missing(BLOCK, "opening", (ruleset.opening,), blocks)
    for event in ruleset.vocabulary.events:
        yield from _missing(BLOCK, event.name, filter(None, (event.runtime.perform,)), blocks)
    yield from _missing(BLOCK, "requests", ruleset.mechanics.requests.values(), blocks)
    if not ruleset.experiment.measures:
        yield Misdeclared(
            "the experiment has no measure; the first is how long a match was",
            "实验没有度量；第一个度量是对局时长",
            field=WrittenField("measures", "Experiment"),
        )
    if ruleset.experiment.seats not in ruleset.seats:
        yield Misdeclared(
            f"previews play with {ruleset.experiment.seats} seats, the game with {ruleset.seats}",
            f"模拟的席位数为 {ruleset.experiment.seats}，游戏规则为 {ruleset.seats}",
            field=WrittenField("seats", "Experiment"),
        )


def _phrases(vocabulary: Vocabulary) -> Iterator[Misdeclared]:
    general = {*GENERAL_PLACES, *(name for kind in vocabulary.kinds for name in kind.called)}
    around = {name for event in vocabulary.events for name in event.fields}
    around |= {name for timing in vocabulary.timings for name in timing.fields}
    for node in vocabulary.nodes:
        known = {*general, *around, *(key.name for key in node.fields)}
        yield from _wrong_places(node, node.name, known)
    for event in vocabulary.events:
        yield from _wrong_places(event, event.name, {*general, *event.fields, *event.words})


def _wrong_places(spec: NodeSpec | EventSpec, owner: str, names: Collection[str]) -> Iterator[Misdeclared]:
    cases = [case.phrase for case in spec.wording.cases]
    for phrase in (spec.phrase, *cases):
        for sentence in phrase or ():
            for place in places(sentence):
                if not all(name in names for name in place.name.split("-")):
                    yield unknown(PLACE, place.name, owner, names)


def _board(ruleset: Ruleset) -> Iterator[Misdeclared]:
    board = ruleset.board
    if board is None:
        return
    zones = {zone.name for zone in board.zones}
    variables = {variable.name for variable in (*board.seat, *board.table, *board.card)}
    for variable in (*board.seat, *board.table, *board.card):
        yield from _missing(ZONE, variable.name, filter(None, (variable.zone,)), zones)
        if variable.low > variable.high:
            yield _wrong_size(variable.name, f"{variable.low} > {variable.high}")
    for zone in board.zones:
        cell = zone.cell or (1, 1)
        if zone.capacity < 1 or zone.wide < 1 or min(cell) < 1:
            yield _wrong_size(zone.name, f"capacity {zone.capacity}, cell {zone.cell}, wide {zone.wide}")
    cells = Counter((zone.shared, zone.cell) for zone in board.zones if zone.cell is not None)
    for zone in board.zones:
        if zone.cell is not None and cells[zone.shared, zone.cell] > 1:
            yield _wrong_size(zone.name, f"two zones at cell {zone.cell}")
    layout = board.layout
    for mark in layout.marks:
        yield from _missing(VARIABLE, mark.name, (mark.name, *filter(None, (mark.maximum,))), variables)
    yield from _missing(ZONE, "attachment_zones", layout.attachment_zones, zones)
    yield from _missing(ZONE, "pool", (layout.pool.zone,) if layout.pool else (), zones)
    yield from _missing(ZONE, "terrain", layout.terrain.zones if layout.terrain else (), zones)
    yield from _missing(VARIABLE, "quiet", layout.quiet, variables)
    yield from _missing(EVENT, "steps", layout.steps, {event.name for event in ruleset.vocabulary.events})
    if not board.phases:
        yield Misdeclared("the board has no phase", "棋盘没有阶段", "phases")


def _wrong_size(owner: str, figures: str) -> Misdeclared:
    return Misdeclared(f"the sizes of {owner} cannot be: {figures}", f"{owner} 的尺寸不成立：{figures}", owner)


def _templates(ruleset: Ruleset) -> Iterator[Misdeclared]:
    for template in ruleset.templates:
        try:
            document = json.loads(template.text("my.card"))
        except ValueError as error:
            yield Misdeclared(
                f"the template {template.key} is no JSON: {error}",
                f"模板 {template.key} 不是 JSON：{error}",
                template.key,
            )
        else:
            if not isinstance(document, Mapping) or document.get("id") != "my.card":
                yield Misdeclared(
                    f"the template {template.key} has no id `@ID@`", f"模板 {template.key} 没有 id `@ID@`", template.key
                )


def _decks(ruleset: Ruleset) -> Iterator[Misdeclared]:
    decks = ruleset.decks
    if decks is None:
        return
    yield from wrong_decks(decks.default, ruleset.folder, ruleset.seats)
    yield from _deck_rules(ruleset, decks.rules)


def wrong_decks(default: Collection[str], folder: Path, seats: Collection[int]) -> Iterator[Misdeclared]:
    """Yield default decks that have no file, or are not one for each seat."""
    for name in default:
        if not (folder / "decks" / f"{name}.json").is_file():
            yield Misdeclared(f"there is no deck decks/{name}.json", f"没有牌组文件 decks/{name}.json", "Decks", name)
    if len(default) not in seats:
        yield Misdeclared(
            f"the default decks are {len(default)}, the seats {tuple(seats)}",
            f"缺省牌组有 {len(default)} 套，席位数为 {tuple(seats)}",
            "Decks",
        )


def _deck_rules(ruleset: Ruleset, rules: DeckRules) -> Iterator[Misdeclared]:
    for part in rules.parts:
        if not 0 <= part.low <= part.high:
            yield _wrong_size(part.name.en, f"{part.low} to {part.high}")
    if rules.limit < 1 or (rules.size is not None and rules.size < 1):
        yield _wrong_size("DeckRules", f"size {rules.size}, limit {rules.limit}")
    for cap in rules.caps:
        yield from _missing(SETTING, cap.name.en, (cap.setting,), ruleset.config)
        yield from _missing(CODE, cap.name.en, (cap.code,), ruleset.problem_codes)
    keys = {key.name for record in ruleset.vocabulary.records for key in record.fields}
    wheres = (*rules.banned, *(cap.where for cap in rules.caps), *(part.where for part in rules.parts))
    steps = [step for where in wheres for pointer in where for step in pointer.split("/")[1:2]]
    yield from _missing(FIELD, "DeckRules", steps, keys)
