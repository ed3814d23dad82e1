"""A match in the middle of a scenario: its state, what its entities are called, and what has happened since the last facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cardset import HashedCard
from engine.formats.scenario import TABLE, board_of
from engine.json_values import Json, JsonObject
from engine.kernel.decisions import Decision, Option, entity_of
from engine.kernel.definitions import CardDef
from engine.kernel.machine import Step, resume
from engine.kernel.mutations import EventRaised
from engine.kernel.state import Program, State
from engine.language.compiling.compile import Unit
from engine.language.reading.surface import desugar
from engine.recent import Recent
from engine.ruleset import Board, Ruleset, Variable
from engine.scenario.reading import Scenario, documents_by_id, own_variables

Label = int | str
EventRecord = tuple[str, tuple[Any, ...]]
Coverage = dict[tuple[str, str], int]
"""How often each node did what, by node and deed."""
_COMPILED: Recent[tuple[int, str, bool], tuple[Ruleset, CardDef, Unit]] = Recent(2_000)


@dataclass
class Scene:
    """What a scenario's actions and facts work on.

    Shapes: `names` maps what the scenario calls an entity to its id; `happened` holds events and their payloads in order;
            `cards` are the documents by their ids.
    """

    ruleset: Ruleset
    board: Board
    seats: int
    step: Step
    names: dict[str, int] = field(default_factory=dict)
    happened: list[EventRecord] = field(default_factory=list)
    cards: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.called = {eid: name for name, eid in self.names.items()}
        self.players = {self.board.player(self.step.state, seat): seat for seat in range(self.seats)}

    @property
    def state(self) -> State:
        return self.step.state

    def go(self, step: Step) -> None:
        """Take the next step, and note its events."""
        self.step = step
        self.happened += [(entry.event, entry.payload) for entry in step.log if isinstance(entry, EventRaised)]

    def label(self, eid: int) -> Label:
        """Return what a scenario calls an entity: its seat, its name, or else its card."""
        if eid in self.players:
            return self.players[eid]
        if eid in self.called:
            return self.called[eid]
        ent = self.state.entities.get(eid)
        return ent["def"] if ent and ent["def"] else f"#{eid}"

    def placement(self, eid: int) -> Mapping[str, int]:
        """Return where an entity lies as `given` says it: in which column and row, borne by which unit."""
        for seat in (*range(self.seats), -1):
            for zone in self.board.zones:
                if zone.shared == (seat < 0) and eid in self.board.zone_contents(self.state, seat, zone.name):
                    return self.board.placement(self.state, seat, zone.name, eid)
        return {}

    def option(self, decision: Decision, option: Option) -> Label:
        """Return what a scenario calls an option: a word, a number, an entity, or a verb and an entity."""
        entity = entity_of(decision.kind, option)
        if isinstance(option, tuple):
            return f"{option[0]}:{option[1] if entity is None else self.label(entity)}"
        return option if entity is None else self.label(entity)

    def decision(self, seat: int | None = None) -> Decision | None:
        """Return the question that is put to a seat, or with none named the first."""
        return next((one for one in self.state.pending if seat is None or one.seat == seat), None)

    def options(self, decision: Decision) -> list[tuple[Label, Option]]:
        """Return what a question offers, each option under its label."""
        return [(self.option(decision, option), option) for option in decision.options]

    def author_labels(self, decision: Decision) -> dict[str, Label]:
        """Return the options of a choice by the labels that the author of its card gave them."""
        name, _, pointer = decision.prompt.partition("#")
        card = name.partition("@")[0]
        node: Any = desugar(self.ruleset.vocabulary, self.cards.get(card, {})).document
        for part in pointer.split("/")[1:] if card in self.cards else ():
            node = node[int(part)] if isinstance(node, list) else node[part]
        listed = node.get("options") if isinstance(node, Mapping) else None
        labels = [each.get("label") for each in listed] if isinstance(listed, list) else []
        return {
            label: self.option(decision, option)
            for label, option in zip(labels, decision.options, strict=False)
            if label
        }

    def asked(self, seat: int | None = None) -> JsonObject | None:
        """Return what the match waits for, of a seat where it is asked, as scenarios write it."""
        decision = self.decision(seat) or self.decision()
        if decision is None:
            return None
        options = [label for label, _ in self.options(decision)]
        return {
            "seat": decision.seat,
            "kind": decision.kind,
            "prompt": decision.prompt,
            "min": decision.min,
            "max": decision.max,
            "options": options,
        }


def setup_scene(ruleset: Ruleset, scenario: Scenario, coverage: Coverage | None = None) -> Scene:
    """Return the board as a scenario gives it, run from the beginning of its phase to the first decision.

    Shapes: coverage takes what counting code notes; the cards are compiled so as to count where it is given.

    What cards have `acted` is done before that, in the order in which they are placed.
    Errors: IllegalAction where scripted chance does not fit or runs out, or a card has no such moment.
    """
    board, board_facts = board_of(ruleset), scenario.value.get("given", {})
    state, names, acting = laid_out(ruleset, scenario, coverage)
    board.enter(state, board_facts.get("phase", board.phases[0].name))
    for entity, moment, seat in reversed(acting):
        if board.trigger_timing is not None:
            board.trigger_timing(state, entity, moment, board_facts.get("active", 0) if seat < 0 else seat)
    first = resume(state)
    cards = documents_by_id(ruleset, scenario.cards)
    scene = Scene(ruleset, board, int(state.program.config["seats"]), first, names, cards=cards)
    scene.go(first)
    return scene


def laid_out(
    ruleset: Ruleset, scenario: Scenario, coverage: Coverage | None = None
) -> tuple[State, dict[str, int], list[tuple[int, str, int]]]:
    """Return the board as a scenario gives it before its phase begins, its names, and what cards have `acted`.

    Shapes: what has acted is (entity, moment, seat), in the order in which the cards are placed.
    Errors: IllegalAction for a card that has no room.
    """
    board, board_facts = board_of(ruleset), scenario.value.get("given", {})
    program = _program(ruleset, scenario, counting=coverage is not None)
    seats = int(program.config["seats"])
    state = State.new(program, scenario.value.get("seed", 0))
    if coverage is not None:
        state.coverage = coverage
    sides_given = [*board_facts.get("seats", ()), *[{}] * seats][:seats]
    table = {
        variable.name: board_facts[TABLE][variable.name]
        for variable in board.table
        if variable.name in board_facts.get(TABLE, {})
    }
    values = {
        "phase": board_facts.get("phase", board.phases[0].name),
        "active": board_facts.get("active", 0),
        TABLE: table,
        "seats": [
            {variable.name: number_of(variable, s.get(variable.name, 0), s) for variable in board.seat}
            for s in sides_given
        ],
    }
    board.set_up(state, values)
    names: dict[str, int] = {}
    own = own_variables(board, documents_by_id(ruleset, scenario.cards))
    sides = (*enumerate(sides_given), (-1, board_facts.get(TABLE, {})))
    acting = [each for side in sides for each in _place(board, state, side, names, own)]
    state.log = []
    return state, names, acting


def _program(ruleset: Ruleset, scenario: Scenario, *, counting: bool) -> Program:
    value = scenario.value
    seats = len(value.get("given", {}).get("seats", ())) or min(ruleset.seats)
    config = ruleset.config_with(value.get("config", {}))
    scripted = {stream: tuple(values) for stream, values in value.get("chance", {}).items()}
    bare = ruleset.program((), seats=seats, config=config, script=scripted, counting=counting)
    game = ruleset.of_pack(document for document, _ in scenario.cards)
    program = bare.with_units(_compiled(game, card, counting=counting) for card in scenario.cards)
    return replace(program, explicit=True)


def _compiled(game: Ruleset, card: HashedCard, *, counting: bool) -> tuple[CardDef, Unit]:
    """Return the code of a card, remembered by content: the scenarios of a file name the same cards again and again."""
    document, digest = card
    return _COMPILED.of((id(game), digest, counting), lambda: (game, *game.compile_card(document, digest, counting)))[
        1:
    ]


def number_of(variable: Variable, value: Label, holder: Json) -> int:
    """Return the number that a value of `given` stands for: of a word, or the place of a card that the seat has under a name."""
    if isinstance(value, int):
        return value
    if variable.words:
        return variable.words[value]
    names = [each.get("as") for each in holder.get(variable.zone, ()) for _ in range(each.get("count", 1))]
    return names.index(value) + 1


def _place(
    board: Board, state: State, side: tuple[int, Json], names: dict[str, int], own: Mapping[str, tuple[str, ...]]
) -> list[tuple[int, str, int]]:
    """Create the cards of a seat or of the table, zone by zone in the board's order; return those that have acted.

    Shapes: side is (seat, what it is given), seat -1 for the table; the result (entity, moment, seat).
    """
    seat, holder = side
    acting = []
    for zone in board.zones:
        for entry in holder.get(zone.name, ()) if zone.shared == (seat < 0) else ():
            values = {one.name: number_of(one, entry[one.name], entry) for one in board.card if one.name in entry}
            values |= {name: entry[name] for name in own.get(entry["card"], ()) if name in entry}
            for _ in range(entry.get("count", 1)):
                eid = board.place(state, seat, zone.name, entry["card"], values)
                acting += [(eid, entry["acted"], seat)] if "acted" in entry else []
            if "as" in entry:
                names[entry["as"]] = eid
    return acting
