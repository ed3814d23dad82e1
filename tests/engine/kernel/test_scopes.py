"""Skills are atomic: what they raise and ask for waits in an outbox until they are done, and the rules run before anyone answers."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from engine import api
from engine.errors import EngineBug
from engine.kernel.decisions import DecisionSpec
from engine.kernel.digest import digest
from engine.kernel.events import emit, push
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment, SkillInfo
from engine.kernel.machine import apply, ask
from engine.kernel.scopes import request, run_skill, skill
from engine.kernel.signals import RULE_WROTE, Signal
from engine.kernel.state import Block, Op, State, Test
from engine.kernel.state_writers import set_global
from engine.language.spec.events import EventSpec
from tests.engine.bout.play import Bout, definition, mount, noting, passive, signal, var, variant
from tests.engine.bout.play import skill as active_skill
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import bring, switch, use
from tests.engine.kernel.test_mutations import in_flight

Json = dict[str, Any]
HIT = {"type": "damage", "amount": 1, "target": {"type": "active", "who": "theirs"}}
NUMBERS = {"hp": 10, "maxHp": 10, "attack": 1}
MODES = ("nested", "deferred", "bus")


def calling(number: int) -> Op:
    """Return a step that calls a number out."""
    return lambda st, env: emit(st, "onSignal", (0, number))


def number_is(number: int) -> Test:
    return lambda st, env: env.names["onSignal.number"] == number


def add_to(name: str, amount: Any) -> Json:
    return {"type": "modifyVar", "name": name, "amount": amount, "target": {"type": "self"}}


def in_mode(mode: str) -> Any:
    """Return the bout with the event onSignal in a mode."""
    return variant(events=lambda event: having(event, mode=mode) if event.name == "onSignal" else event)


def spy(bout: Bout) -> list[tuple[int, int, str, str]]:
    """Look at whose skill runs whenever damage is dealt: caller, card, definition, and the definition of the skill that asked."""
    observations: list[tuple[int, int, str, str]] = []

    def look(st: State, env: Environment, payload: tuple[Any, ...], commit: bool) -> tuple[Any, ...]:
        info = skill(st)
        assert info is not None
        observations.append((info.caller, info.card, info.definition, info.by.definition if info.by else ""))
        return payload

    bout.program(inlines={**bout.state.program.inlines, "test/spy": look})
    bout.write(lambda st: mount(st, "onDamage", stage="modify", body="test/spy"))
    return observations


class TestASkill:
    def test_is_done_before_anybody_answers(self) -> None:
        """Conformance 90: both wounds are dealt, and the last mutation is made, before the first listener looks."""
        twice = active_skill("normal", "twice", HIT, signal(1), HIT, add_to("hp", -3))
        watch = definition(
            "2100",
            "combatStatus",
            passive("onDamaged", add_to("foes", var("$onDamaged.targetUUID", "hp"))),
            passive("onSignal", add_to("mine", var("$onSignal.entityUUID", "hp"))),
            foes=0,
            mine=0,
        )
        bout = Bout(definition("1001", "character", twice, **NUMBERS), watch)
        watcher = bout.bring("2100")
        bout.answer("skill:0")

        assert (bout.var(watcher, "foes"), bout.var(watcher, "mine")) == (8 + 8, 7)

    def test_of_a_character_knows_its_caller(self) -> None:
        bout = Bout()
        visible_spy, front = spy(bout), bout.front
        bout.answer("skill:0")

        assert visible_spy == [(front, 0, "1001/normal/cut", "")]

    def test_of_a_card_knows_the_card_and_the_active_character(self) -> None:
        """Conformance 92: fromCard."""
        bout = Bout(definition("3001", "card", active_skill("card", "throw", HIT)))
        visible_spy, front = spy(bout), bout.front
        card = bout.bring("3001")
        bout.do(lambda st, env: use(st, front, "card/throw", card))

        assert visible_spy == [(front, card, "3001/card/throw", "")]

    def test_of_a_listener_is_its_hosts(self) -> None:
        bout = Bout(definition("2100", "combatStatus", passive("onSignal", HIT)))
        visible_spy, host = spy(bout), bout.bring("2100")
        bout.do(calling(1))

        assert [(caller, card) for caller, card, _, _ in visible_spy] == [(host, 0)]

    def test_that_another_one_asked_for_knows_which(self) -> None:
        """Conformance 92: requestBy."""
        bout = Bout()
        archer = bout.state.zone(bout.me, "characters")[1]
        bout.write(lambda st: switch(st, bout.me, archer))
        visible_spy = spy(bout)
        bout.answer("skill:1")

        by = "1002/burst/combo"
        assert visible_spy == [(archer, 0, by, "")] + [(archer, 0, "1002/normal/volley", by)] * 2

    def test_inside_a_skill_is_closed_first(self) -> None:
        bout = Bout()
        bout.hear("heard", "onSignal")
        bout.code(Block("test/inner", (calling(1), noting("inner"))))
        info = SkillInfo(bout.front, 0, "inner")
        bout.do(lambda st, env: run_skill(st, info, "test/inner", Environment()), calling(2), noting("outer"))

        assert bout.heard == ("inner", "heard", "outer", "heard")


class TestARequest:
    def test_is_asked_only_after_the_skill(self) -> None:
        """Conformance 93: the card asks for a new roll first and deals damage then; at the question the damage is dealt."""
        bout = Bout()
        bout.hear("damaged", "onDamaged")
        foe, card, front = bout.foe, bout.bring("3005"), bout.front
        before = bout.var(foe, "hp")
        bout.do(lambda st, env: use(st, front, "card/play", card))

        assert (bout.question().prompt, bout.var(foe, "hp"), bout.heard) == ("bout/reroll", before - 1, ())
        bout.answer("again")
        assert bout.heard == ("damaged",)
        assert 1 <= bout.var(bout.me, "roll") <= 6

    def test_outside_any_skill_is_served_at_once(self) -> None:
        bout = Bout()
        bout.do(lambda st, env: request(st, "reroll", (bout.me,)), noting("after"), scoped=False)

        assert (bout.question().prompt, bout.heard) == ("bout/reroll", ())

    def test_keeps_its_place_among_the_events(self) -> None:
        bout = Bout()
        for mark in ("first", "second"):
            bout.hear(mark, "onSignal", condition=f"test/{mark}")
        tests = {f"test/{mark}": number_is(n) for n, mark in enumerate(("first", "second"), 1)}
        bout.program(tests={**bout.state.program.tests, **tests})
        bout.do(calling(1), lambda st, env: request(st, "reroll", (bout.me,)), calling(2))

        assert (bout.question().prompt, bout.heard) == ("bout/reroll", ("first",))
        assert bout.answer("keep").result is None
        assert bout.heard == ("first", "second")

    def test_that_nobody_serves_is_our_fault(self) -> None:
        bout = Bout()
        with pytest.raises(EngineBug, match="serves no request 'dance'"):
            bout.do(lambda st, env: request(st, "dance"))


class TestModes:
    @pytest.mark.parametrize(
        ("mode", "order"),
        [
            ("nested", (1, 3, 2, "done")),
            ("deferred", ("done", 1, 3, 2)),
            ("bus", ("done", 1, 2, 3)),
        ],
    )
    def test_say_when_reactions_happen(self, mode: str, order: tuple[Any, ...]) -> None:
        """The skill calls 1 and 2; a listener of 1 calls 3: at once, when that answer's own scope closes, or behind all others."""
        bout = Bout(ruleset=in_mode(mode))
        bout.code(Block("test/answer", (note_number, calling_again)))
        bout.write(lambda st: mount(st, "onSignal", body="test/answer"))
        bout.do(calling(1), calling(2), noting("done"))

        assert bout.heard == order

    def test_of_the_bus_is_one_queue_for_all_scopes(self) -> None:
        """Two answers to 1, each calling a number: a bus tells these in order of number after both, deferred each after its own."""
        orders = []
        for mode in ("deferred", "bus"):
            bout = Bout(ruleset=in_mode(mode))
            bout.code(Block("test/answer", (note_number, calling_again)))
            for _ in range(2):
                bout.write(lambda st: mount(st, "onSignal", body="test/answer"))
            bout.do(calling(1))
            orders.append(bout.heard)

        assert orders == [(1, 3, 3, 1, 3, 3), (1, 1, 3, 3, 3, 3)]

    @pytest.mark.parametrize("mode", MODES)
    def test_are_all_nested_outside_any_scope(self, mode: str) -> None:
        bout = Bout(ruleset=in_mode(mode))
        bout.hear("heard", "onSignal")
        bout.do(calling(1), noting("next"), scoped=False)

        assert bout.heard == ("heard", "next")

    def test_defer_what_reacts_and_nothing_else(self) -> None:
        """A deferred event is forbidden, changed, announced and done at once; only its reactions wait."""
        bout = Bout(ruleset=variant(events=performing))
        bout.code(Block("test/perform", (noting("performed"),)))
        bout.hear("before", "onSignal", stage="before")
        bout.hear("after", "onSignal")
        bout.do(calling(1), noting("done"))

        assert bout.heard == ("before", "performed", "done", "after")

    def test_let_what_a_skill_made_hear_the_skill(self) -> None:
        """ADR 5: deferred listeners are those that are active when the scope closes."""
        bout = Bout(definition("2100", "combatStatus", passive("onSignal", add_to("heard", 1)), heard=0))
        front = bout.front
        results: list[int] = []
        bout.do(calling(1), lambda st, env: results.append(bring(st, "2100", front)))

        assert bout.var(results[0], "heard") == 1


def performing(event: EventSpec) -> EventSpec:
    return having(event, perform="test/perform") if event.name == "onSignal" else event


def having(event: EventSpec, **runtime: Any) -> EventSpec:
    """Return an event that runs otherwise."""
    return replace(event, runtime=replace(event.runtime, **runtime))


def note_number(st: State, env_id: EnvironmentId) -> None:
    """Note the number that was called."""
    noting(st.environments[env_id].names["onSignal.number"])(st, env_id)


def calling_again(st: State, env_id: EnvironmentId) -> Signal | None:
    """A listener of 1 calls 3."""
    return emit(st, "onSignal", (0, 3)) if st.environments[env_id].names["onSignal.number"] == 1 else None


class TestInlineSkills:
    def test_may_not_ask(self) -> None:
        """Conformance 91."""
        asking = {"type": "damage", "amount": 1, "target": {"type": "character", "who": "theirs"}}
        matches = [
            [
                (each.code, each.path)
                for each in validate(passive("onDamage", effect)).problems
                if each.code == "E-INLINE"
            ]
            for effect in ({"type": "reroll"}, asking, {"type": "drawCards", "amount": 1})
        ]

        at = "/skills/0/action/0"
        assert matches == [[("E-INLINE", at)], [("E-INLINE", at), ("E-INLINE", f"{at}/target")], [("E-INLINE", at)]]

    def test_are_the_only_ones_that_change_an_event(self) -> None:
        change = {"type": "addDamage", "amount": 1}

        assert validate(passive("onDamage", change)).ok
        assert [p.code for p in validate(passive("onDamaged", change)).problems] == ["E-INLINE"]

    def test_raise_events_into_the_outbox_of_the_skill_around(self) -> None:
        """Conformance 91: the modifier's own event is delivered when the attacker's skill is done, not in the middle of it."""
        bout = Bout(
            definition("2100", "combatStatus", passive("onDamage", {"type": "addDamage", "amount": 1}, signal(7)))
        )
        bout.bring("2100")
        bout.hear("signal", "onSignal")
        bout.hear("damaged", "onDamaged")
        foe, front = bout.foe, bout.front
        hit = lambda st, env: emit(st, "onDamage", (foe, front, 1))  # noqa: E731 - a step
        bout.do(hit, noting("hit"), hit, noting("done"))

        assert bout.heard == ("hit", "done", "signal", "damaged", "signal", "damaged")
        assert bout.var(foe, "hp") == 10 - 2 * 2

    def test_raise_events_at_once_outside_any_skill(self) -> None:
        """The frames that a modifier pushed run before the op after the emission, though no one answers it any more."""
        bout = Bout(definition("2100", "combatStatus", passive("onDamage", signal(7), limit={"total": 1})))
        bout.bring("2100")
        bout.hear("signal", "onSignal")
        bout.program(events={name: replace(rule, perform=None) for name, rule in bout.state.program.events.items()})
        bout.do(lambda st, env: emit(st, "onDamage", (bout.foe, 0, 1)), noting("next"), scoped=False)

        assert bout.heard == ("signal", "next")


def validate(*skills: Json) -> Any:
    return api.validate(RULESET, json.dumps(definition("2100", "combatStatus", *skills)))


def lower(name: str, *, to: str = "") -> Any:
    """Return a rule that counts one fact down to nothing, and another up."""

    def rule(st: State, env_id: EnvironmentId) -> Signal | None:
        value = st.globals.get(name, 0)
        if value <= 0:
            return None
        set_global(st, name, value - 1)
        if to:
            set_global(st, to, st.globals.get(to, 0) + 1)
        return RULE_WROTE

    return rule


class TestTheRules:
    def test_run_to_a_fixed_point_before_anybody_answers(self) -> None:
        """A chain: the last rule feeds the first, so one pass is not enough."""
        chain = (lower("b", to="c"), lower("a", to="b"))
        bout = Bout(ruleset=variant({"rules": chain}))
        observations: list[Any] = []
        bout.hear(
            "heard",
            "onSignal",
            then=(lambda st, env: observations.append((st.globals["a"], st.globals["b"], st.globals["c"])),),
        )
        bout.do(calling(1), lambda st, env: set_global(st, "a", 3))

        assert observations == [(0, 0, 3)]

    def test_run_again_after_each_answer(self) -> None:
        bout = Bout(ruleset=variant({"rules": (lower("a"),)}))
        observations: list[Any] = []
        look: Op = lambda st, env: observations.append(st.globals.get("a", 0))  # noqa: E731 - a step
        for _ in range(2):
            bout.hear(len(observations), "onSignal", then=(look, lambda st, env: set_global(st, "a", 2)))
        bout.do(calling(1))

        assert (observations, bout.state.globals["a"]) == ([0, 0], 0)

    def test_run_again_after_each_request(self) -> None:
        """A request is served by plain code, which is no skill of its own: the rules run before the next entry is delivered."""
        bout = Bout()
        bout.code(Block("test/feed", (lambda st, env: set_global(st, "a", 2),)))
        mechanics = bout.state.program.mechanics
        bout.program(mechanics=replace(mechanics, rules=(lower("a"),), requests={"feed": "test/feed"}))
        observations: list[Any] = []
        bout.hear("heard", "onSignal", then=(lambda st, env: observations.append(st.globals["a"]),))
        bout.do(lambda st, env: request(st, "feed"), calling(1))

        assert observations == [0]

    def test_raise_events_behind_those_of_the_skill(self) -> None:
        """What a rule raises waits in the outbox of the scope that it closes: it is delivered after what the skill itself raised."""
        bout = Bout()
        bout.hear("damaged", "onDamaged")
        bout.hear("defeated", "onDefeated")
        foe, front = bout.foe, bout.front
        bout.do(lambda st, env: emit(st, "onDamage", (foe, front, 99)))

        assert (bout.heard, bout.var(foe, "alive")) == (("damaged", "defeated"), 0)

    def test_may_ask_in_the_middle(self) -> None:
        """The question of a rule stands before the answers to the skill."""

        def rule(st: State, env_id: EnvironmentId) -> Signal | None:
            return push(st, "test/ask", st.add_environment(Environment())) if not st.globals.get("asked") else None

        def put(st: State, env_id: EnvironmentId) -> Signal | None:
            set_global(st, "asked", 1)
            return ask(st, env_id, DecisionSpec(0, "yesno", "test", ("yes", "no")))

        bout = Bout()
        bout.code(Block("test/ask", (put, noting("asked"))))
        bout.program(mechanics=replace(bout.state.program.mechanics, rules=(rule,)))
        bout.hear("heard", "onSignal")
        bout.do(calling(1), noting("done"))

        assert (bout.question().prompt, bout.heard) == ("test", ("done",))
        bout.answer("yes")
        assert bout.heard == ("done", "asked", "heard")

    def test_may_be_run_outside_any_scope(self) -> None:
        bout = Bout(ruleset=variant({"rules": (lower("a"),)}))
        bout.do(
            lambda st, env: set_global(st, "a", 3),
            lambda st, env: push(st, "kernel/settle", st.add_environment(Environment())),
            lambda st, env: noting(st.globals["a"])(st, env),
            scoped=False,
        )

        assert bout.heard == (0,)


class TestAFullOutbox:
    def asked(self) -> Bout:
        """A skill has raised two events and asked for a new roll before them: the question stands, the events wait."""
        bout = Bout()
        bout.hear("heard", "onSignal")
        bout.do(lambda st, env: request(st, "reroll", (bout.me,)), calling(1), calling(2))
        assert sum(len(scope.outbox) for scope in bout.state.scopes.values()) == 2
        return bout

    def test_is_forked_with_its_state(self) -> None:
        bout = self.asked()
        before, flying = digest(bout.state), copy.deepcopy(in_flight(bout.state))
        keep, second = (apply(bout.state.fork(), (answer,)).state for answer in ("keep", "again"))

        assert (digest(bout.state), in_flight(bout.state)) == (before, flying)
        assert [state.globals["heard"] for state in (keep, second)] == [("heard",) * 2] * 2
        assert keep.entities[bout.me]["roll"] == 0 < second.entities[bout.me]["roll"]

    def test_goes_on_from_a_pickle(self) -> None:
        bout = self.asked()
        thawed_step = pickle.loads(pickle.dumps(bout.state)).resume(bout.state.program)  # noqa: S301 - our own bytes

        assert digest(thawed_step) == digest(bout.state)
        assert digest(apply(thawed_step, ("again",)).state) == digest(apply(bout.state, ("again",)).state)
