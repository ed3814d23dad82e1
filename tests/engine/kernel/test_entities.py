"""Entities: variables and what becomes of them when they are created again, areas inside entities, and abilities that come and go with their host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import api
from engine.errors import EngineBug, IllegalAction
from engine.kernel.definitions import VarConfig
from engine.kernel.digest import digest
from engine.kernel.entities import (
    Area,
    area,
    attached,
    become,
    dispose,
    entity,
    make,
    put,
    recreated,
)
from engine.kernel.events import emit
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.kernel.state_writers import set_var, unlisten
from tests.engine.bout.nodes import last_known_information
from tests.engine.bout.play import Bout, definition, equals, passive, signal, var
from tests.engine.bout.play import skill as active_skill
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import send_away

Json = dict[str, Any]
SMALL = st.integers(-9, 9)


def configured(**config: Any) -> Json:
    """Return a status with one variable."""
    return definition("2100", "status", varConfigs={"n": config})


def made_twice(old: int | None, overrides: dict[str, int] | None = None, **config: Any) -> int:
    """Make a status, give its variable another value, and make it again; return what the variable is then."""
    bout = Bout(configured(**config))
    eid = bout.bring("2100")
    if old is not None:
        bout.write(lambda state: set_var(state, eid, "n", old))
    assert bout.bring("2100", **(overrides or {})) == eid
    return int(bout.var(eid, "n"))


class TestMakingAnew:
    def test_overwrites(self) -> None:
        """Conformance 82; it is also what an absent behaviour means."""
        assert made_twice(3, initialValue=1, recreateBehavior="overwrite") == 1
        assert made_twice(3, initialValue=1) == 1

    @pytest.mark.parametrize(("old", "initial", "new"), [(3, 5, 5), (3, 1, 3)])
    def test_takes_the_greater(self, old: int, initial: int, new: int) -> None:
        """Conformance 83."""
        assert made_twice(old, initialValue=initial, recreateBehavior="takeMax") == new

    @pytest.mark.parametrize(("old", "limit", "new"), [(3, None, 5), (3, 4, 4), (3, 5, 5), (6, 4, 6)])
    def test_appends_up_to_a_limit(self, old: int, limit: int | None, new: int) -> None:
        """GE6: `append` leaves the value alone where it is above the limit already."""
        bound = {} if limit is None else {"appendLimit": limit}

        assert made_twice(old, initialValue=1, recreateBehavior="append", appendValue=2, **bound) == new

    def test_keeps(self) -> None:
        assert made_twice(3, initialValue=1, recreateBehavior="keep") == 3

    @pytest.mark.parametrize(("behavior", "new"), [("overwrite", 4), ("takeMax", 6), ("append", 10), ("keep", 6)])
    def test_takes_an_override_for_the_beginning_and_for_what_is_added(self, behavior: str, new: int) -> None:
        """GE6: `overrideVariables` replaces `initialValue` and `appendValue`."""
        assert made_twice(6, {"n": 4}, initialValue=1, recreateBehavior=behavior, appendValue=1) == new

    def test_keeps_id_and_place(self) -> None:
        """Conformance 86."""
        bout = Bout(configured(initialValue=1))
        brings = [bout.bring(number) for number in ("2100", "2004", "2002", "2100")]

        assert brings[0] == brings[3]
        assert bout.state.zone(bout.front, "area") == tuple(brings[:3])

    def test_is_for_the_same_area_alone(self) -> None:
        bout = Bout(configured(initialValue=1))
        standing = bout.state.zone(bout.me, "characters")[1]

        assert bout.bring("2100") != bout.bring("2100", standing)

    def test_is_not_done_where_another_is_wanted(self) -> None:
        bout = Bout()

        assert bout.bring("2005") != bout.bring("2005")
        assert len(bout.state.zone(bout.me, "supports")) == 2

    def test_registers_nothing_twice(self) -> None:
        bout = Bout(definition("2100", "status", passive("onSignal", signal(1))))
        bout.bring("2100")
        before = len(bout.state.listeners)
        bout.bring("2100")

        assert len(bout.state.listeners) == before

    @given(initial=SMALL, old=SMALL, step=SMALL, limit=st.none() | SMALL)
    def test_obeys_its_laws(self, initial: int, old: int, step: int, limit: int | None) -> None:
        """Whatever the numbers: takeMax never falls, keep never changes, and append is a step that stops at the limit."""
        minimum = recreated(VarConfig(initial, "takeMax"), old)
        added = recreated(VarConfig(initial, "append", step, limit), old)

        assert (minimum >= old, minimum >= initial, minimum in (old, initial)) == (True, True, True)
        assert recreated(VarConfig(initial, "keep"), old) == old
        if limit is None:
            assert added == old + step
        else:
            assert added == (old if old > limit else min(old + step, limit))

    def test_knows_four_behaviours(self) -> None:
        with pytest.raises(EngineBug, match="unknown recreate behaviour swap"):
            recreated(VarConfig(1, "swap"), 1)


class TestAnOverride:
    MAKES = {"type": "createEntity", "definition": "2100", "target": {"type": "self"}}

    def test_replaces_the_beginning(self) -> None:
        """Conformance 85."""
        bout = Bout(configured(initialValue=1))

        assert bout.var(bout.bring("2100", n=7), "n") == 7

    def test_is_written_in_a_document(self) -> None:
        makes = {**self.MAKES, "overrideVariables": {"n": {"type": "var", "of": "$self.UUID", "name": "hp"}}}
        character = definition("1001", "character", active_skill("normal", "make", makes), hp=9, maxHp=9, attack=0)
        bout = Bout(configured(initialValue=1), character)
        front = bout.front
        bout.answer("skill:0")
        (made,) = bout.state.zone(front, "area")

        assert bout.var(made, "n") == 9

    def test_of_a_variable_that_is_not_there_is_reported_where_the_document_shows_it(self) -> None:
        """Conformance 85: a definition that creates itself again."""
        makes = {**self.MAKES, "overrideVariables": {"n": 1, "m": 2}}
        document = {**configured(initialValue=1), "skills": [passive("onSignal", makes)]}
        found = [(problem.code, problem.path) for problem in api.validate(RULESET, json.dumps(document)).problems]

        assert found == [("E-REF", "/skills/0/action/0/overrideVariables/m")]

    def test_of_a_variable_that_another_card_lacks_is_refused_over_the_set(self, tmp_path: Path) -> None:
        makes = {**self.MAKES, "overrideVariables": {"n": 1, "m": 2}}
        maker = definition("2101", "status", passive("onSignal", makes))
        (tmp_path / "cards.json").write_text(json.dumps([maker, configured(initialValue=1)]), encoding="utf-8")
        reported = api.validate_path(RULESET, tmp_path).problems
        (problem,) = (each for each in reported if each.severity == "error")

        assert (problem.code, problem.path) == ("E-REF", "/0/skills/0/action/0/overrideVariables/m")
        assert api.load(tmp_path, RULESET).cards == ()

    def test_of_a_variable_that_is_not_there_changes_nothing_in_a_match(self) -> None:
        bout = Bout(configured(initialValue=1))
        eid = bout.bring("2100", o=1, n=4, m=1)

        assert [bout.var(eid, name) for name in ("n", "m", "o")] == [4, None, None]


class TestVariables:
    @pytest.mark.parametrize(
        ("value", "code"),
        [(1.5, "E-JSON"), (True, "E-SCHEMA"), (None, "E-SCHEMA"), ("many", "E-SCHEMA"), ([1], "E-SCHEMA")],
    )
    def test_are_numbers(self, value: Any, code: str) -> None:
        """Conformance 87: what the schema can see is its own layer's to tell; a fraction is no number of this JSON."""
        found = api.validate(RULESET, json.dumps(configured(initialValue=value))).problems

        assert [(each.code, each.path) for each in found] == [(code, "/varConfigs/n/initialValue")]

    def test_written_as_text_are_read_as_numbers(self) -> None:
        report = api.validate(RULESET, json.dumps(configured(initialValue="3")))

        assert ([problem.code for problem in report.problems], report.ok) == (["W-COERCE"], True)
        assert report.document is not None
        assert report.document["varConfigs"]["n"]["initialValue"] == 3

    def test_have_names(self) -> None:
        document = {**configured(initialValue=1), "varConfigs": {"1 x": {"initialValue": 1}}}

        assert [problem.path for problem in api.validate(RULESET, json.dumps(document)).problems] == ["/varConfigs/1 x"]

    @pytest.mark.parametrize("value", [True, 1.0, "1", None, (1,)], ids=repr)
    def test_are_numbers_in_a_match_too(self, value: Any) -> None:
        """002: `variables` are numbers alone; what Python calls equal to the old one is no excuse."""
        bout = Bout(configured(initialValue=1))
        eid = bout.bring("2100")

        with pytest.raises(EngineBug, match=r"2100: the variable n is no whole number but"):
            bout.write(lambda state: set_var(state, eid, "n", value))
        with pytest.raises(EngineBug, match=r"2100: the variable n is no whole number but"):
            bout.bring("2100", bout.foe, n=value)
        assert bout.var(eid, "n") == 1


class TestIds:
    def test_of_entities_are_negative_and_unique_and_those_of_definitions_positive(self) -> None:
        """Conformance 88."""
        bout = Bout()
        for number in ("2001", "2002", "2003", "2004", "2005"):
            bout.bring(number)
        ids = [*bout.state.entities, *bout.state.listeners]

        assert all(eid < 0 for eid in ids)
        assert len(set(ids)) == len(ids)
        assert all(int(ent["def"]) > 0 for ent in bout.state.entities.values() if ent["def"])

    def test_find_the_newest_record(self) -> None:
        """Conformance 88: who holds an id finds what the entity has become."""
        bout = Bout()
        current_entity = api.entity(bout.state, bout.foe)
        foe, old = bout.foe, bout.state
        bout.answer("skill:0")

        assert (current_entity["hp"], api.entity(old, foe)["hp"], api.entity(bout.state, foe)["hp"]) == (10, 10, 8)

    def test_of_what_has_left_find_nothing(self) -> None:
        bout = Bout()
        eid = bout.bring("2004")
        bout.write(lambda state: dispose(state, eid))
        for look in (api.entity, api.area, entity, area):
            with pytest.raises(IllegalAction, match="no-entity"):
                look(bout.state, eid)

    def test_give_a_copy(self) -> None:
        bout = Bout()
        api.entity(bout.state, bout.front)["hp"] = 0

        assert bout.var(bout.front, "hp") == 10


class TestAreas:
    def test_hold_equipment_and_statuses_in_order_of_entry(self) -> None:
        """Conformance 89."""
        bout = Bout(configured(initialValue=1))
        brings = [bout.bring(number) for number in ("2004", "2002", "2100")]

        assert tuple(attached(bout.state, bout.front)) == tuple(brings)
        assert [bout.var(eid, "kind") for eid in brings] == ["status", "equipment", "status"]

    def test_of_a_character_are_its_own_whatever_it_carries(self) -> None:
        bout = Bout()
        bare = api.area(bout.state, bout.front)
        bout.bring("2002")

        assert bare == api.area(bout.state, bout.front) == Area(bout.me, "characters", bout.front)

    def test_of_what_lies_elsewhere_name_side_and_zone(self) -> None:
        bout = Bout()
        worn, summon, card = bout.bring("2002"), bout.bring("2003"), bout.state.zone(bout.me, "hand")[0]

        assert area(bout.state, worn) == Area(bout.me, "area", bout.front)
        assert area(bout.state, summon) == Area(bout.me, "summons", 0)
        assert area(bout.state, card) == Area(bout.me, "hand", 0)
        assert area(bout.state, bout.me) == Area(0, "sides", 0)

    def test_leave_with_their_host(self) -> None:
        bout = Bout()
        worn_bring, front = bout.bring("2002"), bout.front
        assert any(listener.host == worn_bring for listener in bout.state.listeners.values())
        bout.write(lambda state: dispose(state, front))

        assert {worn_bring, front} & {
            *bout.state.entities,
            *(listener.host for listener in bout.state.listeners.values()),
        } == set()


class TestWhileTheHostLies:
    """An ability works in the zones that it names: it begins when its host comes there and is silent when it leaves."""

    CARD = definition(
        "3100",
        "card",
        passive("onSignal", {"type": "modifyVar", "name": "n", "amount": 1, "target": {"type": "self"}}),
        n=0,
    )

    def called(self, bout: Bout) -> None:
        bout.do(lambda state, env: emit(state, "onSignal", (0, 1)))

    def test_in_a_zone(self) -> None:
        bout = Bout(self.CARD)
        card = bout.bring("3100")
        counts = []
        for zone in ("hand", "discard", "hand"):
            bout.write(lambda state, zone=zone: put(state, card, bout.me, zone))
            self.called(bout)
            counts.append(bout.var(card, "n"))

        assert counts == [1, 1, 2]

    def test_a_move_within_the_zone_registers_nothing_anew(self) -> None:
        bout = Bout(self.CARD)
        card = bout.bring("3100")
        before = [row.id for row in bout.state.listeners.values() if row.host == card]
        bout.write(lambda state: put(state, card, bout.opponent, "hand"))

        assert [row.id for row in bout.state.listeners.values() if row.host == card] == before != []

    def test_even_where_somebody_moved_it_by_hand(self) -> None:
        """A raw mutation registers nothing; a listener whose host is in a wrong zone is skipped all the same."""
        bout = Bout(self.CARD)
        card = bout.bring("3100")
        bout.write(lambda state: set_var(state, card, "zone", "discard"))
        self.called(bout)

        assert bout.var(card, "n") == 0

    def test_what_it_becomes_has_its_own_abilities(self) -> None:
        bout = Bout(
            self.CARD,
            definition(
                "3101",
                "card",
                passive("onSignal", {"type": "modifyVar", "name": "m", "amount": 1, "target": {"type": "self"}}),
            ),
        )
        card = bout.bring("3100")
        bout.write(lambda state: become(state, card, "3101"))
        self.called(bout)

        assert (bout.var(card, "def"), bout.var(card, "n"), bout.var(card, "m")) == ("3101", 0, 1)


def last_words(**extra: Any) -> Json:
    """Return a status that calls its number out when it leaves."""
    own = equals("$onDispose.entityUUID", "$self.UUID")
    words = passive("onDispose", signal(var("$self.UUID", "n")), filter=own, **extra)
    return definition("2100", "status", words, n=5)


class TestLastWords:
    def send_away_and_log(self, bout: Bout, eid: int) -> list[tuple[Any, ...]]:
        bout.do(lambda state, env: send_away(state, eid))
        assert eid not in bout.state.entities
        return bout.payloads("onSignal")

    def test_are_heard_after_the_host_has_left_and_know_it_as_it_was(self) -> None:
        bout = Bout(last_words())
        eid = bout.bring("2100", n=7)

        assert self.send_away_and_log(bout, eid) == [(eid, 7)]

    def test_are_said_by_every_host_that_left_meanwhile(self) -> None:
        bout = Bout(last_words())
        standing = bout.state.zone(bout.me, "characters")[1]
        bring, other_bring = bout.bring("2100"), bout.bring("2100", standing, n=6)
        bout.do(lambda state, env: send_away(state, bring), lambda state, env: send_away(state, other_bring))

        assert bout.payloads("onSignal") == [(bring, 5), (other_bring, 6)]

    def test_are_not_said_by_a_listener_that_was_taken_away(self) -> None:
        bout = Bout(last_words())
        eid = bout.bring("2100")
        (lid,) = (each.id for each in bout.state.listeners.values() if each.host == eid)
        bout.write(lambda state: unlisten(state, lid))

        assert self.send_away_and_log(bout, eid) == []

    def test_are_not_said_when_it_was_taken_away_between(self) -> None:
        """The host stays where it is, so it is not the leaving that ended the listener."""
        bout = Bout(definition("2100", "status", passive("onDispose", signal(1))))
        eid, other = bout.bring("2100"), bout.bring("2004")
        (lid,) = (each.id for each in bout.state.listeners.values() if each.host == eid)
        bout.do(lambda state, env: send_away(state, other), lambda state, env: unlisten(state, lid))

        assert bout.payloads("onSignal") == []

    def test_are_not_said_by_a_trigger_that_was_ended_before_its_source_left(self) -> None:
        """A trigger stands without its source; that the source has left too is no reason to bring it back."""
        bout = Bout()
        eid = bout.bring("2004")
        lid = bout.hear("heard", "onDispose", host=eid)
        bout.do(
            lambda state, env: emit(state, "onDispose", (eid, bout.me)),
            lambda state, env: unlisten(state, lid),
            lambda state, env: dispose(state, eid),
        )

        assert bout.heard == ()

    def test_are_said_by_a_host_that_moved_away(self) -> None:
        """A card that is laid aside has left as well: where it lies now its ability does not work."""
        card = definition(
            "3100", "card", passive("onDispose", signal(1), filter=equals("$onDispose.entityUUID", "$self.UUID"))
        )
        bout = Bout(card)
        eid = bout.bring("3100")
        bout.do(
            lambda state, env: emit(state, "onDispose", (eid, bout.me)),
            lambda state, env: put(state, eid, bout.me, "discard"),
        )

        assert bout.payloads("onSignal") == [(eid, 1)]

    @pytest.mark.parametrize("period", ["total", "perTurn"])
    def test_count_against_the_limit(self, period: str) -> None:
        bout = Bout(last_words(limit={period: 1}))
        eid = bout.bring("2100")
        bout.do(lambda state, env: emit(state, "onDispose", (eid, bout.me)))
        assert bout.payloads("onSignal") == [(eid, 5)]

        assert self.send_away_and_log(bout, eid) == []

    def test_are_only_for_events_that_allow_them(self) -> None:
        bout = Bout(definition("2100", "status", passive("onSignal", {"type": "drawCards", "amount": 1})))
        eid = bout.bring("2100")
        before = len(bout.state.zone(bout.me, "hand"))
        bout.do(lambda state, env: emit(state, "onSignal", (0, 1)), lambda state, env: dispose(state, eid))

        assert len(bout.state.zone(bout.me, "hand")) == before

    def test_know_nothing_of_others(self) -> None:
        bout = Bout()
        state: State = bout.state

        assert last_known_information(state, Environment(source=5, last_known=(("n", 1),)), 5) == {"n": 1}
        assert last_known_information(state, Environment(source=5, last_known=(("n", 1),)), 6) is None
        assert last_known_information(state, Environment(source=5), 5) is None
        assert (
            last_known_information(state, Environment(source=bout.front, last_known=(("hp", 1),)), bout.front)
            == state.entities[bout.front]
        )


class TestMaking:
    def test_changes_the_digest_and_taking_it_back_too(self) -> None:
        bout = Bout()
        before = digest(bout.state)
        eid = bout.write(lambda state: make(state, "2004", bout.me, (bout.front, "area")))
        assert digest(bout.state) != before
        bout.write(lambda state: dispose(state, eid))

        assert digest(bout.state) == before
