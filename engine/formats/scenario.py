"""What a scenario's document may say in a ruleset: `scenario/1`, with the names of its phases, zones, variables, verbs and events.

A union of objects is resolved by a key that no other object has, a union of JSON types by the type: there is one problem at the exact
place, never one for each branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.formats.documents import config, match_report
from engine.formats.parts import (
    COUNT,
    FLAG,
    Key,
    Schema,
    just,
    key,
    listed,
    maybe,
    one_of,
    or_null,
    record,
    row,
    table,
    whole,
    words,
)
from engine.kernel.entities import STAT
from engine.language.spec import Enum, Option
from engine.language.spec.bounds import INTEGER_MAX, PATTERNS
from engine.language.spec.kinds import listenable
from engine.ruleset import Board, Ruleset, Variable, ZoneSpec

FORMAT = "scenario/1"
TABLE = "table"
COPIES = 60
CARD = words(1, 128)
NAME = words(1, 40, PATTERNS["label"])
WORD = words(1, 40)
TEXT = words(0, 400)
NUMBER = whole(-INTEGER_MAX)
LABEL = {"type": ["integer", "string"]}
ATOM = {"type": ["integer", "string", "boolean", "null"]}
LABELS = listed(LABEL, 0, 500)


def board_of(ruleset: Ruleset) -> Board:
    """Return the board on which scenarios of a ruleset are set up.

    Errors: KeyError where it has none.
    """
    if ruleset.board is None:
        raise KeyError(f"{ruleset.name} has no board to set scenarios up on")
    return ruleset.board


def scenarios(ruleset: Ruleset) -> Schema:
    """Return the schema of a scenario file: one scenario, or a list of them.

    Errors: KeyError where the ruleset has no board.
    """
    board = board_of(ruleset)
    scenario_ref = {"$ref": "#/$defs/scenario"}
    return {
        "type": ["object", "array"],
        "if": {"type": "array"},
        "then": {"items": scenario_ref},
        "else": scenario_ref,
        "$defs": {
            "scenario": _scenario(ruleset, board),
            "seat": record(*_given_variables(board.seat), *_given_zones(board, shared=False)),
            "placed": _placed(ruleset, board),
            "action": _known_by_key(_actions(ruleset, board)),
            "fact": _known_by_key(_facts(ruleset, board)),
        },
    }


def _scenario(ruleset: Ruleset, board: Board) -> Schema:
    step = record(_WHEN, _THEN)
    return record(
        maybe("$schema", TEXT, "Schema, for editors", "数据规范（供编辑器使用）"),
        key("format", just(FORMAT), "Format", "格式"),
        key("ruleset", just(ruleset.name), "Ruleset", "规则"),
        key("name", words(1, 200), "Name", "名称"),
        maybe("source", TEXT, "Source", "出处"),
        maybe("cards", listed({"type": "object"}, 0, 60), "Cards of its own", "自带卡牌"),
        maybe("config", config(ruleset), "Numbers of the rules that differ", "与缺省不同的规则数值"),
        maybe("seed", COUNT, "Seed", "种子"),
        maybe("chance", table(listed(_CHANCE, 1, 200)), "What chance gives, by stream", "各随机流给出的值"),
        maybe("given", _given_board(ruleset, board), "Given", "前提"),
        _WHEN,
        _THEN,
        maybe("steps", listed(step, 1, 100), "Steps, in place of when and then", "步骤（代替操作与结果）"),
    )


_WHEN = maybe("when", listed({"$ref": "#/$defs/action"}, 0, 500), "When", "操作")
_THEN = maybe("then", listed({"$ref": "#/$defs/fact"}, 0, 500), "Then", "结果")
_CHANCE = {"type": ["integer", "array"], "minimum": 0, "items": COUNT}


def _given_board(ruleset: Ruleset, board: Board) -> Schema:
    low, high = min(ruleset.seats), max(ruleset.seats)
    return record(
        maybe("phase", _options(board.phases), "Phase that begins", "开始的阶段"),
        maybe("active", whole(0, high - 1), "Seat that begins", "先手"),
        maybe("seats", listed({"$ref": "#/$defs/seat"}, low, high), "Seats", "席位"),
        maybe(TABLE, record(*_given_variables(board.table), *_given_zones(board, shared=True)), "Table", "桌面"),
    )


def _options(options: Sequence[Option]) -> Schema:
    titles = {option.name: option.title._asdict() for option in options}
    return {**one_of(titles), "x-ui": {"widget": "select", "options": titles}}


def _given_variables(variables: Iterable[Variable]) -> tuple[Key, ...]:
    return tuple(
        Key(one.name, _spelled(one, whole(one.low, one.high)), one.title, False) for one in variables if one.settable
    )


def _spelled(variable: Variable, number: Schema) -> Schema:
    """Return the schema of a variable's value: a number, or a word or the name of a card where the variable has such."""
    if not variable.words and not variable.zone:
        return number
    word: Schema = {"enum": list(variable.words)} if variable.words else NAME
    return {"type": [*_types(number), "string"], "if": {"type": "string"}, "then": word, "else": number}


def _types(schema: Schema) -> list[str]:
    kind = schema["type"]
    return list(kind) if isinstance(kind, list) else [kind]


def _given_zones(board: Board, *, shared: bool) -> tuple[Key, ...]:
    zones = (zone for zone in board.zones if zone.settable and zone.shared == shared)
    return tuple(
        Key(zone.name, listed({"$ref": "#/$defs/placed"}, 0, zone.capacity), zone.title, False) for zone in zones
    )


def _placed(ruleset: Ruleset, board: Board) -> Schema:
    moments = _options([Option(timing.name, timing.title) for timing in ruleset.vocabulary.timings])
    actions = (
        [maybe("acted", moments, "Has already done what it does at", "已执行过的时机")]
        if board.trigger_timing is not None
        else []
    )
    entry = record(
        key("card", CARD, "Card", "卡牌"),
        maybe("as", NAME, "Name in this scenario", "在此场景中的名称"),
        maybe("count", whole(1, COPIES), "Copies", "数量"),
        *actions,
        *_given_variables(board.card),
    )
    return _with_own(board, entry)


def _with_own(board: Board, schema: Schema) -> Schema:
    """Return the schema of an object that may also have variables that its card declares: which ones, the look-up of names says."""
    return schema if board.own_variables is None else {**schema, "additionalProperties": NUMBER}


def _seat(ruleset: Ruleset) -> Key:
    return key("seat", whole(0, max(ruleset.seats) - 1), "Seat", "席位")


def _actions(ruleset: Ruleset, board: Board) -> tuple[tuple[Key, ...], ...]:
    """Return the kinds of action, each with the key that it is recognised by first."""
    seat = _seat(ruleset)
    verbs = _options([Option(verb.name, verb.title) for verb in board.verbs])
    return (
        (key("do", verbs, "Do", "行动"), seat, maybe("entity", CARD, "With", "对象")),
        (key("answer", LABELS, "Answer", "回答"), seat),
        (key("then", _THEN.schema, "Facts in between", "中途的事实"),),
    )


def _stats(ruleset: Ruleset) -> list[Option]:
    """Return what static modifiers are registered on: `stat/NAME` for each stat that an effect of the game can modify."""
    fields = [{field.name: field for field in node.fields} for node in ruleset.vocabulary.nodes]
    shapes = [one["stat"].shape for one in fields if "stat" in one and "op" in one]
    return [
        Option(f"{STAT}{stat.name}", stat.title)
        for shape in shapes
        if isinstance(shape, Enum)
        for stat in shape.options
    ]


def _facts(ruleset: Ruleset, board: Board) -> tuple[tuple[Key, ...], ...]:
    """Return the kinds of fact, each with the key that it is recognised by first."""
    seat = _seat(ruleset)
    events = _options([Option(event.name, event.title) for event in listenable(ruleset.vocabulary)])
    listeners = _options(
        [*(Option(event.name, event.title) for event in listenable(ruleset.vocabulary)), *_stats(ruleset)]
    )
    fields = table({"type": [*ATOM["type"], "array"], "items": ATOM})
    count = maybe("count", COUNT, "So many", "数量")
    return (
        (key("entity", CARD, "Entity", "实体"), _is(board, board.card, or_null(NUMBER), has_own=True)),
        (
            key("zone", _place(ruleset, board), "Zone", "区域"),
            maybe("holds", LABELS, "Holds, in order", "依次含有"),
            count,
        ),
        (
            key("events", listed(events, 0, 500), "Events in order", "依次发生的事件"),
            maybe("exactly", FLAG, "And no others", "且无其他"),
        ),
        (key("event", events, "Event", "事件"), maybe("with", fields, "With", "字段"), count),
        (key("decision", _decision(seat), "What is asked", "待决事项"),),
        (
            key(
                "legal",
                record(seat, maybe("has", LABELS, "Has", "含有"), maybe("lacks", LABELS, "Lacks", "不含")),
                "What is offered",
                "可选项",
            ),
        ),
        (key("result", _result(), "Result", "结果"),),
        (key("triggers", listed(listeners, 0, 500), "Registered triggers, by event", "已注册的触发器（按事件）"),),
        (
            key("problem", CARD, "Problem of a card", "卡牌的问题"),
            maybe("path", TEXT, "Place in this scenario", "在此场景中的位置"),
        ),
        (
            key(
                TABLE,
                record(maybe("phase", _options(board.phases), "Phase", "阶段"), *_expected(board.table, NUMBER)),
                "Table",
                "桌面",
            ),
        ),
        (seat, _is(board, board.seat, NUMBER)),
    )


def _is(board: Board, variables: Iterable[Variable], value: Schema, *, has_own: bool = False) -> Key:
    derived = (Key(one.name, _NUMBERS, one.title, False) for one in board.computed_facts)
    schema = record(*_expected(variables, value), *derived)
    return key("is", _with_own(board, schema) if has_own else schema, "Is", "是")


_NUMBERS: Schema = {
    "type": ["array", "object"],
    "items": {"type": "integer"},
    "additionalProperties": {"type": "integer"},
}


def _expected(variables: Iterable[Variable], value: Schema) -> tuple[Key, ...]:
    return tuple(Key(one.name, _spelled(one, value), one.title, False) for one in variables)


def _place(ruleset: Ruleset, board: Board) -> Schema:
    """Return the schema of a zone's name: a seat and its zone, or "table" and the table's."""
    last = max(ruleset.seats) - 1
    title = f"a seat by its number, 0 to {last}, or “{TABLE}”", f"席位编号（0 到 {last}）或“{TABLE}”"
    holder = {
        "type": ["integer", "string"],
        "if": {"type": "string"},
        "then": {"enum": [TABLE], "title": title[0], "x-i18n": {"zh": {"title": title[1]}}},
        "else": whole(0, last),
    }
    return {
        **row(holder, {"type": "string"}),
        "if": {"prefixItems": [{"const": TABLE}]},
        "then": {"prefixItems": [{}, _zone_names(board.zones, shared=True)]},
        "else": {"prefixItems": [{}, _zone_names(board.zones, shared=False)]},
    }


def _zone_names(zones: Iterable[ZoneSpec], *, shared: bool) -> Schema:
    return _options([Option(zone.name, zone.title) for zone in zones if zone.shared == shared])


def _decision(seat: Key) -> Schema:
    return or_null(
        record(
            maybe("seat", seat.schema, "Seat", "席位"),
            maybe("kind", WORD, "Kind", "类型"),
            maybe("prompt", WORD, "Prompt", "提示"),
            maybe("min", COUNT, "At least", "至少"),
            maybe("max", COUNT, "At most", "至多"),
            maybe("options", LABELS, "Options, in order", "选项（依次）"),
        )
    )


def _result() -> Schema:
    return record(
        maybe("outcome", one_of(["win", "draw"]), "Outcome", "结局"),
        maybe("winner", or_null(COUNT), "Seat that won", "获胜的席位"),
        maybe("reason", words(0, 80), "Reason", "原因"),
        maybe("ranks", listed(COUNT), "Ranks by seat", "各席位名次"),
        maybe("node", TEXT, "Node that ran", "当时运行的节点"),
        maybe("reports", listed(match_report()), "What it reports beyond that", "对局另外报告的结果"),
        nullable=True,
    )


def _known_by_key(kinds: Sequence[Sequence[Key]]) -> Schema:
    """Return the schema of an object of one of several kinds, recognised by the first key of each; a kind named earlier wins.

    For an object of no kind, the problem names the unknown key, or else the missing key of the first kind.
    """
    known = record(*(maybe(one.name, {}, one.title.en, one.title.zh) for kind in kinds for one in kind))
    out: Schema = {"if": known, "then": {"required": [kinds[0][0].name]}, "else": known}
    for kind in reversed(kinds):
        out = {"if": {"required": [kind[0].name]}, "then": record(*kind), "else": out}
    return {"type": "object", **out}
