"""A halo table that a test controls: set up by the board, with the test's own listeners, answered by key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.cardset import hashed
from engine.kernel.decisions import parse_action
from engine.kernel.ground import Listener
from engine.kernel.machine import Step, apply, resume
from engine.kernel.mutations import EventRaised
from engine.kernel.state import Block, State
from engine.kernel.state_writers import listen, take_id
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.board import BOARD

Json = dict[str, Any]
Op = Callable[[State, int], Any]


class Table:
    """A table at the beginning of a phase.

    Shapes: `seats` holds for each seat its variables, and for each zone the ids of cards; what was laid has its id in `at` by card id.
    """

    def __init__(
        self,
        cards: list[Json],
        *seats: Json,
        phase: str = "DEPLOYMENT",
        config: Json | None = None,
        hears: tuple[tuple[str, Op], ...] = (),
    ) -> None:
        program = RULESET.program([hashed(card) for card in cards], seats=2, config=RULESET.config_with(config or {}))
        codes = {f"test/hear/{place}": Block(f"test/hear/{place}", (op,)) for place, (_, op) in enumerate(hears)}
        program = replace(program, explicit=True, codes={**program.codes, **codes})
        st = State.new(program, 1)
        zones = {zone.name for zone in BOARD.zones}
        records = [{**dict.fromkeys(("supply", "battery"), 9), **seat} for seat in (*seats, {}, {})[:2]]
        values = [{one.name: seat.get(one.name, 0) for one in BOARD.seat} for seat in records]
        BOARD.set_up(st, {"active": 0, "phase": phase, "table": {}, "seats": values})
        self.at: dict[str, int] = {}
        for seat, laid in enumerate(records):
            for zone in laid:
                for card in laid[zone] if zone in zones else ():
                    self.at[card] = BOARD.place(st, seat, zone, card, {})
        for place, (event, _) in enumerate(hears):
            stage = program.events[event].stage
            listener = Listener(take_id(st), event, stage, f"test/hear/{place}", "", 1, 0, False, "", (), 0)
            listen(st, listener, (event,))
        st.log = []
        BOARD.enter(st, phase)
        self.steps: list[Step] = [resume(st)]

    @property
    def state(self) -> State:
        return self.steps[-1].state

    def do(self, *keys: str) -> Step:
        """Answer one question after the other; a card may be named by its id."""
        for key in keys:
            verb, _, name = key.partition(":")
            value = self.at.get(name, name) if name else self.at.get(verb, verb)
            asked = self.steps[-1].decision
            assert asked is not None
            self.steps.append(apply(self.state, parse_action(asked, f"{verb}:{value}" if name else str(value))))
        return self.steps[-1]

    def event_names(self, *names: str) -> list[str]:
        """Return the events of the newest step in order, those named alone where some are."""
        return [
            entry.event
            for entry in self.steps[-1].log
            if isinstance(entry, EventRaised) and (not names or entry.event in names)
        ]

    def payloads(self, name: str) -> list[tuple[Any, ...]]:
        """Return the payloads of an event in the newest step."""
        return [entry.payload for entry in self.steps[-1].log if isinstance(entry, EventRaised) and entry.event == name]

    def var(self, card: str, name: str) -> Any:
        return self.state.entities[self.at[card]].get(name)

    def zone(self, seat: int, name: str) -> list[str]:
        """Return the definitions of what lies in a zone."""
        return [self.state.entities[eid]["def"] for eid in BOARD.zone_contents(self.state, seat, name)]
