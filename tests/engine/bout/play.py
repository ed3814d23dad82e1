"""A bout under the hands of a test: definitions of its own, steps run as a skill, and listeners that note what they hear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine import api
from engine.cardset import hashed, shipped
from engine.kernel.decisions import Result, parse_action
from engine.kernel.ground import Listener
from engine.kernel.in_flight import Environment, SkillInfo
from engine.kernel.machine import Step, apply, run
from engine.kernel.mutations import EventRaised
from engine.kernel.scopes import run_skill
from engine.kernel.state import Block, Op, State
from engine.kernel.state_writers import listen, set_global, take_id
from engine.language.spec.events import EventSpec
from engine.ruleset import Ruleset
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import active, bring, players

Json = dict[str, Any]


def definition(number: str, kind: str, *skills: Json, **parts: Any) -> Json:
    """Return a definition; whole numbers among what follows are variables with that beginning."""
    variables = {name: {"initialValue": value} for name, value in parts.items() if isinstance(value, int)}
    rest = {name: value for name, value in parts.items() if not isinstance(value, int)}
    return {"id": number, "type": kind, "varConfigs": variables, "skills": list(skills), **rest}


def passive(event: str, *action: Json, **more: Any) -> Json:
    """Return a skill that answers an event."""
    return {"id": f"on{event[2:]}", "triggerOn": event, "action": list(action), **more}


def skill(kind: str, name: str, *action: Json) -> Json:
    """Return an active skill."""
    return {"id": name, "skillType": kind, "action": list(action)}


def signal(number: Any) -> Json:
    return {"type": "signal", "number": number}


def var(of: str, name: str) -> Json:
    return {"type": "var", "of": of, "name": name}


def equals(left: Any, right: Any) -> Json:
    return {"type": "Equals", "value1": left, "value2": right}


def variant(
    mechanics: Json | None = None, budgets: Json | None = None, events: Callable[[EventSpec], EventSpec] | None = None
) -> Ruleset:
    """Return the bout with some of its mechanics, budgets or events changed."""
    vocabulary = RULESET.vocabulary
    if events is not None:
        vocabulary = replace(vocabulary, events=tuple(events(event) for event in vocabulary.events))
    return replace(
        RULESET,
        vocabulary=vocabulary,
        mechanics=replace(RULESET.mechanics, **(mechanics or {})),
        budgets=replace(RULESET.budgets, **(budgets or {})),
    )


class Bout:
    """A bout at its first turn, both first characters active; `me` is the side whose turn it is."""

    def __init__(self, *cards: Json, ruleset: Ruleset = RULESET, seed: int = 1, **config: int) -> None:
        own = {card["id"] for card in cards}
        documents = [held for held in shipped(RULESET.folder) if held[0]["id"] not in own]
        self.match = api.new_match(
            ruleset, seed=seed, seats=2, bots_by_seat=(), cards=[*documents, *map(hashed, cards)], config=config
        )
        self.step = self.match.begin(log=True)
        for seat in (0, 1):
            self.step = apply(self.step.state, (self.question(seat).options[0],), seat)

    @property
    def state(self) -> State:
        return self.step.state

    @property
    def me(self) -> int:
        return int(self.state.globals["now"])

    @property
    def opponent(self) -> int:
        return next(one for one in players(self.state) if one != self.me)

    @property
    def front(self) -> int:
        """The active character of the side whose turn it is."""
        return active(self.state, self.me)

    @property
    def foe(self) -> int:
        return active(self.state, self.opponent)

    @property
    def result(self) -> Result:
        assert self.state.result is not None
        return self.state.result

    def question(self, seat: int | None = None) -> Any:
        asked = api.decision(self.step.state, seat)
        assert asked is not None
        return asked

    def var(self, eid: int, name: str) -> Any:
        return self.state.entities[eid].get(name)

    def answer(self, key: str, seat: int | None = None) -> Step:
        """Give the answer that a key names."""
        self.step = apply(self.state, parse_action(self.question(seat), key), seat)
        return self.step

    def write(self, change: Callable[[State], Any]) -> Any:
        """Change the table by hand and return what the change returns; what is asked stays asked."""
        st = self.state.fork()
        st.log = []
        done = change(st)
        self.step = Step(st, tuple(st.log), self.step.decision, st.result)
        return done

    def bring(self, number: str, character: int | None = None, **overrides: int) -> int:
        """Make an entity of a definition on a character, or on its side."""
        where = self.front if character is None else character
        return int(self.write(lambda st: bring(st, number, where, overrides)))

    def program(self, **parts: Any) -> None:
        """Change what the match runs on."""
        changed = replace(self.state.program, **parts)
        self.write(lambda st: setattr(st, "program", changed))

    def code(self, *blocks: Block) -> None:
        """Give the match more code."""
        self.program(codes={**self.state.program.codes, **{block.id: block for block in blocks}})

    def do(self, *steps: Op, scoped: bool = True) -> Step:
        """Run steps to their end or to a question: as a skill of the active character, or as a rule outside any scope."""
        self.code(Block("test/steps", steps))
        st = self.state.fork()
        st.log, st.pending, st.step_events, st.step_ops, st.information_revealed = [], (), 0, 0, False
        st.frames.clear()
        st.environments.clear()
        st.events_in_flight.clear()
        st.scopes.clear()
        env = Environment({"self.UUID": self.front, "self.playerUUID": self.me}, self.me, self.front)
        if scoped:
            run_skill(st, SkillInfo(self.front, 0, "test"), "test/steps", env)
        else:
            st.frames.append(("test/steps", 0, st.add_environment(env), 0))
        run(st)
        asked = st.pending[0] if st.pending else None
        self.step = Step(st, tuple(st.log), asked, st.result, not st.information_revealed)
        return self.step

    def hear(self, mark: Any, event: str, *, then: Sequence[Op] = (), **parts: Any) -> int:
        """Register a listener that notes a mark among what was heard, then runs more steps; return its id."""
        body = f"test/hear/{mark}"
        self.code(Block(body, (lambda st, env: note(st, mark), *then)))
        return int(self.write(lambda st: mount(st, event, body=body, **{"owner": self.me, **parts})))

    @property
    def heard(self) -> tuple[Any, ...]:
        return tuple(self.state.globals.get("heard", ()))

    def payloads(self, name: str) -> list[tuple[Any, ...]]:
        """Return the payloads of the events of a name in the newest step."""
        return [entry.payload for entry in self.step.log if isinstance(entry, EventRaised) and entry.event == name]


def note(st: State, mark: Any) -> None:
    """Add a mark to what was heard."""
    set_global(st, "heard", (*st.globals.get("heard", ()), mark))


def void(_: Any) -> None:
    """Make of a step's answer none: the machine would take a number for a place to jump to."""


def noting(mark: Any) -> Op:
    """Return a step that adds a mark."""
    return lambda st, env: note(st, mark)


def mount(st: State, event: str, **parts: Any) -> int:
    """Register a listener and return its id."""
    plain = {"stage": "after", "body": "", "condition": "", "owner": 0, "host": 0, "once": False, "label": ""}
    lid = take_id(st)
    listener = Listener(**{**plain, "id": lid, "event": event, "captured": (), "removes": 0, **parts})
    members = (event,) if event.startswith("stat/") else st.program.events[event].members or (event,)
    listen(st, listener, members)
    return lid
