"""Changes by hand in the middle of a match: numbers, cards, seats and chance, by what the board of a game declares.

A change stands among the answers of a match as a line of its own and is played again like them. It is written by the kernel's writers while a
main question waits, and the question is put again about what is there then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import EngineBug, IllegalAction
from engine.json_values import Json, JsonObject
from engine.kernel.entities import dispose
from engine.kernel.machine import Step, apply, interject
from engine.kernel.state import State
from engine.kernel.state_writers import set_global, set_order, set_var
from engine.language.spec import LocalizedText
from engine.ruleset import Board, BoardRefusal, Ruleset, Variable, ZoneSpec
from engine.simulation.chance_words import stream_words

MARK = "!"
"""What a change begins with, among answers."""
TABLE = -1
"""The seat of what belongs to the table."""
MAX_CHANGE_LENGTH = 400  # characters
MAX_CHANCE = 1_000_000
SHUFFLES = "shuffle/"
"""Streams of whole orders: what such a draw is, no number says."""
KEYS: Mapping[str, Mapping[str, type]] = {
    "number": {"seat": int, "name": str, "to": int},
    "counter": {"card": int, "name": str, "to": int},
    "give": {"of": str, "seat": int, "zone": str, "cell": int, "top": bool},
    "move": {"card": int, "seat": int, "zone": str, "cell": int, "top": bool},
    "remove": {"card": int},
    "seats": {"seats": list},
    "chance": {"stream": str, "to": int},
}
"""Each kind of change with its keys and their types; a cell is numbered from 0, -1 where the board chooses one."""

_NO_SUCH = LocalizedText("There is no such card, zone or number any more.", "已没有这张牌、这个区域或这个数值。")
_NO_ROOM = LocalizedText("There is no room for it.", "那里没有空位。")
_NOT_HERE = LocalizedText("This card cannot lie there.", "这张牌不能放在那里。")
_OUT_OF_BOUNDS = LocalizedText("The number is out of its bounds.", "数值超出范围。")
_NOT_NOW = LocalizedText(
    "Answer the open question first: then the table can be changed.", "请先回答当前的问题，然后才能改动桌面。"
)
_NO_WAY_ON = LocalizedText("The rules cannot go on from such a table.", "这样的桌面无法按规则继续。")


def is_change(answer: str) -> bool:
    """Return whether a line of a match is a change by hand."""
    return answer.startswith(MARK)


def change_line(change: Json) -> str:
    """Return a change as the line that stands among the answers."""
    return MARK + json.dumps(change, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read_change(line: str) -> JsonObject:
    """Return the change of a line.

    Errors: IllegalAction `not-offered` for what is none.
    """
    try:
        change: Any = json.loads(line.removeprefix(MARK)) if len(line) <= MAX_CHANGE_LENGTH else None
    except (ValueError, RecursionError):
        change = None
    keys = KEYS.get(str(change.get("do"))) if isinstance(change, dict) else None
    if keys is None or {*change} != {"do", *keys} or any(type(change[name]) is not kind for name, kind in keys.items()):
        raise IllegalAction("not-offered", "this is no change of a table")
    if any(type(seat) is not int for seat in change.get("seats", ())):
        raise IllegalAction("not-offered", "seats are numbers")
    return dict(change)


def _board_of(ruleset: Ruleset) -> Board:
    if ruleset.board is None:
        raise IllegalAction("not-offered", f"{ruleset.name} has no board, so nothing on it can be changed")
    return ruleset.board


def seats_before(answers: Sequence[str], at_first: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the seats that a person plays before each line of a match and after the last: those that the last change names, else those at first."""
    seats: list[tuple[int, ...]] = [tuple(at_first)]
    for line in answers:
        change = read_change(line) if is_change(line) else {}
        seats.append(tuple(change["seats"]) if change.get("do") == "seats" else seats[-1])
    return seats


class Sandbox:
    """Changes the table of one match.

    Shapes: `documents` are the cards of the match by their ids.
    """

    def __init__(self, ruleset: Ruleset, documents: Mapping[str, JsonObject], seats: int) -> None:
        self._board = _board_of(ruleset)
        self._documents, self._seats = documents, seats

    def changed(self, step: Step, line: str) -> Step:
        """Return the step after a change.

        Errors: IllegalAction `not-offered` for a line that is none; BoardRefusal with the reason for a change that the table does not take.
        """
        change = read_change(line)
        if change["do"] == "seats":
            if not change["seats"] or not {*change["seats"]} <= {*range(self._seats)}:
                raise IllegalAction("not-offered", "there are no such seats")
            return step._replace(log=())
        try:
            after = interject(step.state, lambda st: self._write(st, change))
            self._check(after)
        except BoardRefusal:
            raise
        except IllegalAction as refused:
            raise BoardRefusal(refused.code, _NOT_NOW) from refused
        except (EngineBug, LookupError) as error:
            raise BoardRefusal("stuck", _NO_WAY_ON) from error
        return after

    def _check(self, after: Step) -> None:
        """Give each single answer once, so that a table on which the rules break is refused with the change that made it."""
        if after.decision is not None and after.decision.min <= 1 <= after.decision.max:
            for option in after.decision.options:
                apply(after.state, (option,))

    def _write(self, st: State, change: Json) -> None:
        writers: Mapping[str, Callable[[State, Json], None]] = {
            "number": self._set_number,
            "counter": self._set_counter,
            "give": self._give,
            "move": self._move,
            "remove": self._remove,
            "chance": _foretell,
        }
        writers[change["do"]](st, change)

    def _set_number(self, st: State, change: Json) -> None:
        seat, name, to = change["seat"], change["name"], change["to"]
        variables = [variable for variable, _ in self._numbers(st, seat)]
        variable = next((one for one in variables if one.name == name), None)
        _check_bounds(variable, to)
        if seat == TABLE:
            set_global(st, name, to)
            return
        counts = self._board.seat_counts(st, seat) if self._board.seat_counts is not None else {}
        if name in counts and self._board.set_counts is not None:
            self._board.set_counts(st, seat, {**counts, name: to})
        elif variable is not None and variable.zone:
            set_var(st, self._board.player(st, seat), name, self._board.zone_contents(st, seat, variable.zone)[to - 1])
        else:
            set_var(st, self._board.player(st, seat), name, to)

    def _numbers(self, st: State, seat: int) -> Iterator[tuple[Variable, int]]:
        """Yield the numbers of a seat, or of the table, that can be set, with what they are; of a card of a zone its place from 1."""
        board = self._board
        if seat == TABLE:
            values: Json = st.globals
        elif 0 <= seat < self._seats:
            counts = board.seat_counts(st, seat) if board.seat_counts is not None else {}
            values = {**st.entities[board.player(st, seat)], **counts}
        else:
            raise BoardRefusal("no-such", _NO_SUCH)
        for variable in board.table if seat == TABLE else board.seat:
            value = values.get(variable.name)
            if not variable.settable or not variable.in_story or type(value) is not int:
                continue
            if variable.zone:
                cards = board.zone_contents(st, seat, variable.zone)
                if value in cards:
                    yield replace(variable, low=1, high=len(cards)), cards.index(value) + 1
            else:
                yield variable, value

    def _set_counter(self, st: State, change: Json) -> None:
        eid = self._existing(st, change["card"])
        variable = next((one for one, _ in self._counters(st, eid) if one.name == change["name"]), None)
        _check_bounds(variable, change["to"])
        set_var(st, eid, change["name"], change["to"])

    def _counters(self, st: State, eid: int) -> Iterator[tuple[Variable, int]]:
        """Yield the numbers of a card that can be set, with what they are."""
        entity, sort = st.entities[eid], self._sort(st.entities[eid]["def"])
        for variable in self._board.card:
            value = entity.get(variable.name)
            if (
                variable.settable
                and variable.in_story
                and (not variable.of or sort in variable.of)
                and type(value) is int
            ):
                yield variable, value

    def _sort(self, card: str) -> str:
        document = self._documents.get(card)
        return "" if document is None else self._board.sort(document)

    def _existing(self, st: State, eid: int) -> int:
        """Return a card that is on the table."""
        if eid not in (card for _, _, cards in self._zones(st) for card in cards):
            raise BoardRefusal("no-such", _NO_SUCH)
        return eid

    def _zones(self, st: State) -> Iterator[tuple[int, ZoneSpec, tuple[int, ...]]]:
        """Yield the zones that can be filled: seat, zone, contents."""
        for seat in (*range(self._seats), TABLE):
            for zone in self._board.zones:
                if zone.settable and zone.shared == (seat == TABLE):
                    yield seat, zone, tuple(self._board.zone_contents(st, seat, zone.name))

    def _give(self, st: State, change: Json) -> None:
        if change["of"] not in self._documents or change["of"] not in st.program.cards:
            raise BoardRefusal("no-such", _NO_SUCH)
        self._put(st, change["of"], change)

    def _put(self, st: State, card: str, change: Json) -> int:
        """Place a card as a scenario does: by the game's own rule of what a card is when it comes there."""
        zones = {(seat, zone.name): (zone, cards) for seat, zone, cards in self._zones(st)}
        zone, cards = zones.get((change["seat"], change["zone"]), (None, ()))
        if zone is None:
            raise BoardRefusal("no-such", _NO_SUCH)
        if self._sort(card) not in zone.sorts:
            raise BoardRefusal("not-here", _NOT_HERE)
        if len(cards) >= zone.capacity:
            raise BoardRefusal("no-room", _NO_ROOM)
        eid = self._placed(st, card, change, zone)
        if change["top"]:
            holder, name = st.entities[eid]["holder"], st.entities[eid]["zone"]
            set_order(st, holder, name, (eid, *(each for each in st.zone(holder, name) if each != eid)))
        return eid

    def _placed(self, st: State, card: str, change: Json, zone: ZoneSpec) -> int:
        terrain = self._board.layout.terrain
        if terrain is None or zone.name not in terrain.zones:
            return self._board.place(st, change["seat"], zone.name, card, {})
        columns, rows = terrain.size(st)
        for cell in range(columns * rows) if change["cell"] < 0 else (change["cell"],):
            try:
                return self._board.place(st, change["seat"], zone.name, card, terrain.values(columns, cell))
            except BoardRefusal:
                if change["cell"] >= 0:
                    raise
        raise BoardRefusal("no-room", _NO_ROOM)

    def _move(self, st: State, change: Json) -> None:
        """Take a card away and place it with its numbers; what it has by a place, the game gives up there and gives here."""
        eid = self._existing(st, change["card"])
        card, numbers = (
            str(st.entities[eid]["def"]),
            {variable.name: value for variable, value in self._counters(st, eid)},
        )
        dispose(st, eid)
        copy = self._put(st, card, change)
        for variable, value in [*self._counters(st, copy)]:
            if numbers.get(variable.name, value) != value:
                set_var(st, copy, variable.name, numbers[variable.name])

    def _remove(self, st: State, change: Json) -> None:
        dispose(st, self._existing(st, change["card"]))

    def offered(self, st: State) -> JsonObject:
        """Return what can be changed.

        Shapes: `{seats, table, zones, cards, placed, chance}`: numbers as `{name, title, value, low, high}`, by seat; zones as
                `{seat, name, title, sorts, cells}`, with the words of cells where cards stand on them; cards that can be given as `{card, sort}`; cards on
                the table as `{id, card, seat, zone, numbers}`; streams of chance that were drawn from.
        """
        terrain = self._board.layout.terrain
        columns, rows = terrain.size(st) if terrain is not None else (0, 0)
        words = [terrain.word(columns, cell) for cell in range(columns * rows)] if terrain is not None else []
        zones = [*self._zones(st)]
        return {
            "seats": [_numbers_json(self._numbers(st, seat)) for seat in range(self._seats)],
            "table": _numbers_json(self._numbers(st, TABLE)),
            "zones": [
                {
                    "seat": seat,
                    "name": zone.name,
                    "title": zone.title._asdict(),
                    "sorts": list(zone.sorts),
                    "cells": words if terrain is not None and zone.name in terrain.zones else [],
                }
                for seat, zone, _ in zones
            ],
            "cards": [{"card": card, "sort": self._sort(card)} for card in self._documents if card in st.program.cards],
            "placed": [
                {
                    "id": eid,
                    "card": st.entities[eid]["def"],
                    "sort": self._sort(st.entities[eid]["def"]),
                    "seat": seat,
                    "zone": zone.name,
                    "numbers": _numbers_json(self._counters(st, eid)),
                }
                for seat, zone, cards in zones
                for eid in cards
            ],
            "chance": [stream for stream in st.rng if not stream.startswith(SHUFFLES)],
        }


def _foretell(st: State, change: Json) -> None:
    """Fix the next draw of a stream of chance."""
    stream, to = change["stream"], change["to"]
    if stream not in st.rng or stream.startswith(SHUFFLES):
        raise BoardRefusal("no-such", _NO_SUCH)
    if not 0 <= to <= MAX_CHANCE:
        raise BoardRefusal("out-of-bounds", _OUT_OF_BOUNDS)
    foretold = st.program.foretold
    draws = {**foretold.get(stream, {}), st.rng[stream] + 1: to}
    st.program = replace(st.program, foretold={**foretold, stream: draws})


def _check_bounds(variable: Variable | None, to: int) -> None:
    if variable is None:
        raise BoardRefusal("no-such", _NO_SUCH)
    if not variable.low <= to <= variable.high:
        raise BoardRefusal("out-of-bounds", _OUT_OF_BOUNDS)


def _numbers_json(numbers: Iterator[tuple[Variable, Any]]) -> list[JsonObject]:
    return [
        {"name": one.name, "title": one.title._asdict(), "value": value, "low": one.low, "high": one.high}
        for one, value in numbers
    ]


_WORDS: Mapping[str, LocalizedText] = {
    "number": LocalizedText("{seat}: {name} {old} → {to}", "{seat}：{name} {old} → {to}"),
    "counter": LocalizedText("{card}: {name} {old} → {to}", "{card}：{name} {old} → {to}"),
    "give": LocalizedText("{card} added: {seat}, {zone}", "加入{card}：{seat}，{zone}"),
    "move": LocalizedText("{card} moved: {seat}, {zone}", "移动{card}：{seat}，{zone}"),
    "remove": LocalizedText("{card} taken away", "移走{card}"),
    "seats": LocalizedText("You play: {seats}", "由你操作：{seats}"),
    "chance": LocalizedText("Next value of chance, {stream}: {to}", "下一个随机值，{stream}：{to}"),
}
_SEAT, _TABLE = LocalizedText("Player {number}", "{number} 号玩家"), LocalizedText("Table", "场上")


def change_words(ruleset: Ruleset, before: State, line: str, names: Mapping[str, LocalizedText]) -> LocalizedText:
    """Return what a change does in words, from the state before it."""
    change, board = read_change(line), _board_of(ruleset)
    words = {lang: _in_words(board, before, change, names, lang) for lang in ("en", "zh")}
    return LocalizedText(words["en"], words["zh"])


def _in_words(board: Board, before: State, change: Json, names: Mapping[str, LocalizedText], lang: str) -> str:
    def say(text: LocalizedText) -> str:
        return text.en if lang == "en" else text.zh

    def seat_name(seat: int) -> str:
        return say(_TABLE) if seat == TABLE else say(_SEAT).format(number=seat + 1)

    entity: Json = before.entities.get(change.get("card", 0), {})
    card = str(change.get("of") or entity.get("def", ""))
    variables = {"number": (*board.seat, *board.table), "counter": board.card}.get(change["do"], ())
    counter = str(change.get("name", ""))
    variable = next((one for one in variables if one.name == counter), None)
    zone = next((one for one in board.zones if one.name == change.get("zone")), None)
    seat = change.get("seat", TABLE)
    return say(_WORDS[change["do"]]).format(
        seat=seat_name(seat),
        name="" if variable is None else say(variable.title),
        old=entity.get(counter) if change["do"] == "counter" else _old(board, before, change),
        to=change.get("to", 0),
        card=say(names.get(card, LocalizedText(card, card))),
        zone="" if zone is None else say(zone.title),
        seats=("、" if lang == "zh" else ", ").join(map(seat_name, change.get("seats", ()))),
        stream=say(stream_words(change.get("stream", ""), names)),
    )


def _old(board: Board, before: State, change: Json) -> Any:
    """Return what the number of a seat or of the table was."""
    seat, name = change.get("seat", TABLE), change.get("name", "")
    if seat == TABLE:
        return before.globals.get(name, 0)
    counts = board.seat_counts(before, seat) if board.seat_counts is not None else {}
    value = {**before.entities[board.player(before, seat)], **counts}.get(name, 0)
    variable = next((one for one in board.seat if one.name == name), None)
    if variable is None or not variable.zone:
        return value
    cards = board.zone_contents(before, seat, variable.zone)
    return cards.index(value) + 1 if value in cards else value
