"""A small halo battlefield for tests: cards written as numbers, a table set up by hand, and actions run on it one by one.

The player `ME` (1) is active on global turn 5; `FOE` is 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.kernel.decisions import parse_action
from engine.kernel.definitions import Ability, CardDef
from engine.kernel.entities import make
from engine.kernel.ground import Listener
from engine.kernel.in_flight import Environment, SkillInfo
from engine.kernel.machine import Step, apply, run
from engine.kernel.mutations import EventRaised
from engine.kernel.scopes import run_skill
from engine.kernel.state import Block, Inline, Op, State
from engine.kernel.state_writers import create, listen, set_global, set_var, take_id
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.table import GROUND_ZONES

ME, FOE = 1, 2
NOW = 5
PROGRAM = RULESET.program([], seats=2)
PLAYER = {"base": 30, "supply": 10, "supplyCap": 10, "battery": 0, "charged": 0, "streak": 0}
TABLE = {"globalTurn": NOW, "round": 3, "active": ME, "phase": "SKIRMISH", "timed": ()}


def card(
    name: str,
    kind: str = "UNIT",
    tags: tuple[str, ...] = (),
    words: Mapping[str, str] | None = None,
    ability: str = "",
) -> CardDef:
    """Return a card; its numbers are given where it is laid. With `ability` it listens to an event on the ground, and does nothing."""
    abilities = (Ability("a", ability, "after", "test/idle", zones=GROUND_ZONES),) if ability else ()
    return CardDef(name, kind, {}, {"cardType": kind, **(words or {})}, {}, tags=tags, abilities=abilities)


CARDS = {
    one.id: one
    for one in (
        card("t.infantry", tags=("INFANTRY",)),
        card("t.vehicle", tags=("VEHICLE",)),
        card("t.rocket", tags=("INFANTRY", "ORDNANCE")),
        card("t.token", "TOKEN"),
        card("t.gear", "ARMORY"),
        *(
            card(f"t.{payload.lower()}", "VESSEL", ("VESSEL", *more), {"tonnage": tonnage, "payload": payload})
            for payload, tonnage, more in (
                ("MIXED", "ESCORT", ()),
                ("MAC", "CAPITAL", ()),
                ("PLASMA_BEAM", "LINE", ("ORDNANCE",)),
                ("POINT_DEFENSE", "ESCORT", ()),
            )
        ),
    )
}


class Field:
    """A battlefield; each test lays what it needs."""

    def __init__(self, seed: int = 7, active: int = ME, **config: Any) -> None:
        settings = {**PROGRAM.config, **config}
        st = State.new(replace(PROGRAM, config=settings, cards={**PROGRAM.cards, **CARDS}), seed)
        for seat in (0, 1):
            create(st, "", "player", 0, (0, "seats"), {"seat": seat, **PLAYER})
        for name, value in {**TABLE, "active": active}.items():
            set_global(st, name, value)
        st.log = []
        self.step = Step(st, (), None, None)

    @property
    def state(self) -> State:
        return self.step.state

    def put(self, player: int, zone: str, what: str = "t.infantry", **variables: Any) -> int:
        """Lay a card of some numbers; `kw` names its keywords, and health and shield are full when they are not given."""
        keywords = variables.pop("kw", {})
        content = {"attack": 2, "healthCap": 4, "shieldCap": 0, "supply": 2, "battery": 0, **variables}
        content.setdefault("health", content["healthCap"])
        content.setdefault("shield", content["shieldCap"])

        def set_up(st: State) -> int:
            eid = make(st, what, player, (player, zone), is_second=True)
            named = keywords if isinstance(keywords, dict) else dict.fromkeys(keywords.split(), 1)
            for name, value in {**content, **{f"kw.{name}": x for name, x in named.items()}}.items():
                set_var(st, eid, name.replace("__", "."), value)
            return eid

        return int(self.write(set_up))

    def write(self, change: Callable[[State], Any]) -> Any:
        """Change the table by hand and return what the change returns."""
        st = self.state.fork()
        st.log = []
        done = change(st)
        self.step = Step(st, tuple(st.log), st.pending[0] if st.pending else None, st.result)
        return done

    def set(self, eid: int, **variables: int) -> None:
        """Set variables of an entity; two underscores stand for a dot."""
        self.write(lambda st: [set_var(st, eid, name.replace("__", "."), value) for name, value in variables.items()])

    def do(self, step: Op, scoped: bool = True) -> Step:
        """Run one step, with what it sets off, to a question or to its end, as one action."""
        st = self.state.fork()
        st.log, st.pending, st.step_events, st.step_ops, st.information_revealed = [], (), 0, 0, False
        st.frames.clear()
        st.environments.clear()
        st.events_in_flight.clear()
        st.scopes.clear()
        st.program = replace(st.program, codes={**st.program.codes, "test/step": Block("test/step", (step,))})
        if scoped:
            run_skill(st, SkillInfo(0, 0, "test"), "test/step", Environment())
        else:
            st.frames.append(("test/step", 0, st.add_environment(Environment()), 0))
        run(st)
        self.step = Step(st, tuple(st.log), st.pending[0] if st.pending else None, st.result)
        return self.step

    def act(self, action: Callable[[State, int], int], eid: int, *answers: Any) -> Step:
        """Run an action of a unit or ship and answer what it asks; the last step holds the whole log."""
        log = list(self.do(lambda st, env: action(st, eid), scoped=False).log)
        for given in answers:
            assert self.step.decision is not None
            self.step = apply(self.state, parse_action(self.step.decision, str(given)))
            log += self.step.log
        self.step = self.step._replace(log=tuple(log))
        return self.step

    def hear(self, event: str, body: Op, stage: str = "after", host: int = 0) -> int:
        """Make a step answer an event."""
        name = f"test/hear/{event}/{stage}/{self.state.next_id}"
        self._program(codes={name: Block(name, (body,))})
        return self._mount(event, stage, name, host)

    def modify(self, event: str, body: Inline) -> int:
        """Make a closure change the payload of an event."""
        name = f"test/modify/{event}/{self.state.next_id}"
        self._program(inlines={name: body})
        return self._mount(event, "modify", name, 0)

    def know(self, *cards: CardDef) -> None:
        """Add cards to the match."""
        self._program(cards={one.id: one for one in cards}, codes={"test/idle": Block("test/idle", ())})

    def script(self, stream: str, *values: int) -> None:
        """Fix what a stream of chance draws."""
        self._program(scripted={stream: values})

    def _program(self, **parts: dict[str, Any]) -> None:
        program = self.state.program
        changed = {name: {**getattr(program, name), **more} for name, more in parts.items()}
        self.write(lambda st: setattr(st, "program", replace(program, **changed)))

    def _mount(self, event: str, stage: str, body: str, host: int) -> int:
        def mount(st: State) -> int:
            lid = take_id(st)
            listen(st, Listener(lid, event, stage, body, "", ME, host, False, "", (), 0), (event,))
            return lid

        return int(self.write(mount))

    def var(self, eid: int, name: str) -> Any:
        return self.state.entities[eid].get(name, 0)

    def vars(self, eid: int, *names: str) -> tuple[Any, ...]:
        return tuple(self.var(eid, name) for name in names)

    @property
    def event_names(self) -> list[str]:
        """The names of the events of the newest step, in order."""
        return [entry.event for entry in self.step.log if isinstance(entry, EventRaised)]

    def payloads(self, event: str) -> list[dict[str, Any]]:
        """Return the events of a name in the newest step, field by field."""
        fields = self.state.program.events[event].fields
        return [
            dict(zip(fields, entry.payload, strict=True))
            for entry in self.step.log
            if isinstance(entry, EventRaised) and entry.event == event
        ]
