"""Functions that take a document, a patch, a text or a list of cards, and how their work may grow: at most as n log n.

n is bytes in plus bytes out. A law builds its input for a size and returns how many bytes go in, and the work, which returns how many come out.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import django
from django.conf import settings

if not settings.configured:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    django.setup()

from cards.gateway import faces
from cards.gateway.searching import json_words
from cards.glossary import Glossary
from cards.json_patch import json_patch
from cards.models import GlossaryTerm
from cards.queries.find import NodeQuery, nodes_found, piece_lines
from cards.search import search_text
from cards.texts_csv import csv_lines, read_csv
from cards.tree_diff import node_changes
from cards.web.comparing import compared
from engine import api
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.cross_card_checks import cross_card_problems
from engine.language.analysis.variants import differences
from portal.compression import coding_of
from tests.growth.measure import IS_WHOLE, MIN_SECONDS, cost, step

SLACK: Final = 1.6
"""Times n log n: what a larger heap and a processor with other work add."""
GAME: Final = "wizards"

Work = Callable[[], int]
Build = Callable[[int], tuple[int, Work]]


class Law(NamedTuple):
    """How a function is measured along one axis, from one size to the other."""

    build: Build
    low: int
    high: int


LAWS: dict[str, Law] = {}


def deep(name: str) -> Callable[[Build], Build]:
    """Add a law of depth: levels of JSON, from 8 to the 64 that a card may have."""
    return _add(f"{name}, deep", 8, 64)


def wide(name: str, *, low: int = 1_000, high: int = 10_000) -> Callable[[Build], Build]:
    """Add a law of width: members, items, words or cards beside each other."""
    return _add(f"{name}, wide", low if IS_WHOLE else low // 4, high if IS_WHOLE else high // 5)


def _add(name: str, low: int, high: int) -> Callable[[Build], Build]:
    def add(build: Build) -> Build:
        LAWS[name] = Law(build, low, high)
        return build

    return add


def law_job(name: str) -> list[float] | None:
    """Return the sizes and seconds of a law that does not hold; None where it holds."""
    law = LAWS[name] if name in LAWS else FAULTS[name]
    for _ in range(3):
        step(f"size {law.low}")
        before, first = _measured(law.build, law.low)
        step(f"size {law.high}")
        after, second = _measured(law.build, law.high)
        largest_slack = SLACK * (after * math.log2(after)) / (before * math.log2(before))
        if second <= largest_slack * max(first, MIN_SECONDS / 10):
            return None
    return [before, first, after, second, largest_slack]


def _measured(build: Build, size: int) -> tuple[int, float]:
    """Return the bytes in and out of work of a size, and its seconds; short work is done many times over."""
    arguments, work = build(size)
    out = work()

    def repeat() -> None:
        for _ in range(times):
            work()

    times = 1
    while cost(repeat, 1) < 4 * MIN_SECONDS:  # the clock of some systems ticks every 4 ms
        times *= 4
    return arguments + out, cost(repeat, 3) / times


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, default=str))


def _of(value: Any, act: Callable[[], Any]) -> tuple[int, Work]:
    return _size(value), lambda: _size(act())


def effects(findings: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return a card of `wizards` that does something when it is played."""
    own = {"id": "own.card", "name": "Card", "cardType": "spell", "manaCost": 0, "rarity": "com", "school": "none"}
    return {**own, "behaviors": [{"at": "onPlay", "do": list(findings)}]}


def gold(amount: int, name: str = "") -> dict[str, Any]:
    """Return an effect, under an id or without."""
    given = {"type": "gold", "mode": "add", "target": "$onPlay.playerUUID", "amount": amount}
    return {"id": name, **given} if name else given


def nested(levels: int, amount: int = 1) -> dict[str, Any]:
    """Return a card with effects inside conditions, a number of levels of JSON deep."""
    node = gold(amount)
    for _ in range(max(1, (levels - 5) // 2)):
        value = {"type": "getPlayerProperty", "playerUUID": "$onPlay.playerUUID", "property": "gold"}
        node = {"type": "if", "condition": {"type": "GreaterThan", "value1": value, "value2": 1}, "do": [node]}
    return effects([node])


def card_of_effects(count: int, *, named: bool = False) -> dict[str, Any]:
    """Return a card with many effects beside each other."""
    return effects(gold(number % 9, f"g{number}" if named else "") for number in range(count // 2))


def chain(levels: int, leaf: int) -> Any:
    """Return lists inside objects, as a patch sees them."""
    value: Any = {"count": leaf}
    for _ in range(levels // 2):
        value = {"type": "if", "do": [value]}
    return value


def row(count: int, step: int) -> dict[str, Any]:
    """Return an object and a list of many members, of which two sizes of step differ everywhere."""
    return {
        "a": {f"k{number}": number * step for number in range(count)},
        "b": [number + step for number in range(count)],
    }


ENGINE: Final[dict[str, Callable[[Any], Any]]] = {
    "read": lambda card: api.read_json(json.dumps(card)).value,
    "read with comments": lambda card: api.read_json("// c\n" + json.dumps(card, indent=1), jsonc=True).value,
    "check": lambda card: [problem.code for problem in api.validate(GAME, json.dumps(card)).problems],
    "describe": lambda card: [api.describe(GAME, card, language) for language in ("en", "zh")],
    "face": lambda card: faces.face(GAME, card, {}),
    "blocks": lambda card: api.card_blocks(GAME, card),
    "numbers": api.sweep_numbers,
    "scope": lambda card: api.scope(GAME, json.dumps(card), "/behaviors/0/do/0"),
    "inner texts": lambda card: api.inner_texts(GAME, card),
    "compile": lambda card: str(api.game(GAME, [card]))[:1],
    "names of cards": lambda card: (api.card_names_in(GAME, card), api.names_of([(card, {})])),
    "compare variants": lambda card: list(differences(card, {**card, "name": "X"})),
    "words": lambda card: search_text("own.card", json_words(card)),
    "find nodes": lambda card: [each.pointer for each in nodes_found(card, NodeQuery("type", "gold"))],
}
for _name, _act in ENGINE.items():
    deep(_name)(lambda size, act=_act: _of(card := nested(size), lambda: act(card)))  # type: ignore[misc]  # the type of a default is not inferred
    wide(_name)(lambda size, act=_act: _of(card := card_of_effects(size), lambda: act(card)))  # type: ignore[misc]  # the type of a default is not inferred


@wide("lift out", low=500, high=4_000)
def _lifted(size: int) -> tuple[int, Work]:
    """Return the lifting of the last ability of a unit with many, each of which names it."""
    last = f"own-{size}"
    abilities = [
        {"id": f"own-{number}", "name": "A", "skills": [{"id": "s", "triggerOn": "Deployed", "action": [{"type": "gainAbility", "ability": f"u#{last}"}]}]}
        for number in range(size + 1)
    ]  # fmt: skip
    unit = {"id": "u", "type": "unit", "name": "U", "ownAbilities": abilities}
    return _of(unit, lambda: api.lift_out("encounter", json.dumps(unit), f"/ownAbilities/{size}", "own.card"))


def _nearly(card: dict[str, Any]) -> tuple[int, Work]:
    """Return the comparison of a card with a text that differs from its own by a condition."""
    text = api.describe(GAME, card, "en").replace("If ", "Unless ")
    written = {**card, "description": text.replace("Gain", "Once per turn, gain")}
    return _of(written, lambda: api.mismatches(GAME, written))


deep("compare texts")(lambda size: _nearly(nested(size)))
wide("compare texts")(lambda size: _nearly(card_of_effects(size)))


@wide("check of names")
def _(size: int) -> tuple[int, Work]:
    card = card_of_effects(size, named=True)
    return _of(card, lambda: [problem.code for problem in api.validate(GAME, json.dumps(card)).problems])


@wide("check of unknown words")
def _(size: int) -> tuple[int, Work]:
    card = effects({"type": f"x{number}"} for number in range(size))
    return _of(card, lambda: [problem.code for problem in api.validate(GAME, json.dumps(card)).problems])


@deep("patch")
def _(size: int) -> tuple[int, Work]:
    left, right = chain(size, 1), chain(size, 2)
    return _of([left, right], lambda: json_patch(left, right))


@wide("patch")
def _(size: int) -> tuple[int, Work]:
    left, right = row(size, 1), row(size, 1) | {"b": list(range(size))}
    return _of([left, right], lambda: json_patch(left, right))


@wide("patch below a long name")
def _(size: int) -> tuple[int, Work]:
    left, right = {"n" * size: row(size, 1)}, {"n" * size: row(size, 2)}
    return _of([left, right], lambda: json_patch(left, right))


@deep("diff of cards")
def _(size: int) -> tuple[int, Work]:
    left, right = nested(size, 1), nested(size, 2)
    return _of([left, right], lambda: node_changes(left, right))


@wide("diff of cards")
def _(size: int) -> tuple[int, Work]:
    left, right = row(size // 2, 1), row(size // 2, 2)
    return _of([left, right], lambda: node_changes(left, right))


@wide("diff of lines")
def _(size: int) -> tuple[int, Work]:
    left, right = "".join(f"a{no % 7}\n" for no in range(size)), "".join(f"a{no % 5}\n" for no in range(size))
    return _of([left, right], lambda: compared(left, right).changed)


@deep("edit")
def _(size: int) -> tuple[int, Work]:
    levels = size - 4
    text, pointer = json.dumps(chain(levels, 1)), "/do/0" * (levels // 2) + "/count"
    return _of(text, lambda: api.edit_json(text, [api.Edit(pointer, 2)]))


@wide("edit")
def _(size: int) -> tuple[int, Work]:
    text = json.dumps({f"k{number}": number for number in range(size)}, indent=1)
    edits = [api.Edit(f"/k{number}", (api.REMOVED, -1)[number % 2]) for number in range(size)]
    edits += [api.Edit(f"/new{number}/in", 1) for number in range(size)]
    return _of(text, lambda: api.edit_json(text, edits))


@wide("edit behind a comment")
def _(size: int) -> tuple[int, Work]:
    text = '{\n  "a": 1\n  ' + "/" * size + "/*" * size + "\n}"
    return _of(text, lambda: api.edit_json(text, [api.Edit("/b", 2), api.Edit("/a", api.REMOVED)]))


@wide("find a piece")
def _(size: int) -> tuple[int, Work]:
    text, piece = '"x"' + " " * size + '2\n"x": 1,\n' * (size // 10), '"x"' + " " * size + "1"
    return _of([text, piece], lambda: list(piece_lines(text, piece)))


@wide("costs and triggers of a set")
def _(size: int) -> tuple[int, Work]:
    cards = [
        CardSummary(
            f"c{no}", "spell", costs=[("/manaCost", no * no % 9973, "manaCost")], trigger_ids=[f"t{no}"],
            named=[("/x", f"t{{a.index}}z{no}"), ("/y", f"u{no}")],
        )
        for no in range(size)
    ]  # fmt: skip
    given = sum(60 + len(str(no)) * 4 for no in range(size))
    return given, lambda: sum(len(problem.path) + 200 for _, problem in cross_card_problems(cards))


@wide("glossary")
def _(size: int) -> tuple[int, Work]:
    term = GlossaryTerm(en="card", zh="卡牌", also_zh=["牌"], avoid_zh=["卡片"], avoid_en=["ticket"], also_en=[])
    glossary, text = Glossary([term]), "a cardx xcard ticketx " * size
    return len(text), lambda: len(glossary.findings("en", text, source=text, source_language="en"))


@wide("table of texts")
def _(size: int) -> tuple[int, Work]:
    head = ("id", "field", "source_hash", "source", "target")
    data = "".join(csv_lines([head, *((f"c{no}", "name", "x" * 8, "Stone", "石") for no in range(size))])).encode()
    return len(data), lambda: len(read_csv(data)) * 30


@wide("accepted codings")
def _(size: int) -> tuple[int, Work]:
    header = ",".join("a" + " " * 90 + "!" for _ in range(size // 9))
    return len(header), lambda: len(str(coding_of(header, is_public=True)))


def _pairs(size: int) -> tuple[int, Work]:
    return size, lambda: sum(1 for one in range(size) for other in range(one) if other == size) + 1


def _powers(size: int) -> tuple[int, Work]:
    def turns(level: int) -> int:
        return 1 if level == 0 else turns(level - 1) + turns(level - 1)

    return size, lambda: min(turns(size), 1)


FAULTS: Final = {"planted: pairs": Law(_pairs, 200, 2_000), "planted: powers": Law(_powers, 8, 64)}
"""Work that grows too fast, to see that it is seen."""
