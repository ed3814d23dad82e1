"""The bout goes through the same door as the shipped rulesets, and its matches end."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from engine import api
from engine.cardset import hashed, shipped
from engine.errors import BadCard
from engine.kernel.digest import digest
from engine.kernel.machine import apply
from engine.kernel.view import View
from engine.language.analysis.check import check
from engine.language.analysis.structure import structure
from engine.replay import Match
from tests.engine.bout.play import Bout, definition, passive, signal, skill, variant
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import skills
from tests.engine.bout.vocabulary import BOUT
from tests.engine.language.strategies import broken_cards, documents
from tests.examples import some_of

SCHEMA = api.schema(RULESET)
REFERENCE, FAST = Draft202012Validator(SCHEMA), jsonschema_rs.validator_for(SCHEMA)
LAW = settings(max_examples=some_of(100), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def match(seed: int, *bots: str) -> Match:
    return api.new_match(RULESET, seed=seed, seats=2, bots_by_seat=bots or ("random",))


class TestTheDoor:
    def test_takes_the_ruleset_itself(self) -> None:
        current_match = api.play(match(3, "random", "greedy"))
        answer = api.replay(json.loads(json.dumps(current_match)), ruleset=RULESET)

        assert (answer["ok"], current_match["ruleset"], current_match["seats"]) == (True, "bout", 2)
        assert api.engine_hash(RULESET) != api.engine_hash("wizards")
        assert api.face(RULESET, {"id": "1", "type": "card"})["kind"] == "card"

    def test_does_not_find_it_by_name(self) -> None:
        with pytest.raises(BadCard, match="bout"):
            api.replay(api.play(match(3)))

    def test_knows_each_variant_apart(self) -> None:
        """Two rulesets of one name and the same cards: each match runs on its own."""
        short = replace(RULESET, config={**RULESET.config, "rounds": 1})
        ends = [api.play(api.new_match(ruleset, seed=5, seats=2))["result"]["reason"] for ruleset in (short, RULESET)]

        assert ends == ["rounds", "defeat"]

    def test_refuses_a_replay_with_another_definition(self) -> None:
        current_match = api.play(match(3))
        cards = [*shipped(RULESET.folder)[1:], hashed(definition("1001", "character", hp=1, maxHp=1, attack=1))]
        with pytest.raises(Exception, match="other-content"):
            api.replay(current_match, cards=cards, ruleset=RULESET)

    def test_gives_a_template_without_a_problem(self) -> None:
        for template in api.templates(RULESET):
            assert api.validate(RULESET, template.text("4001")).problems == ()

    def test_previews_a_card(self) -> None:
        candidate = definition(
            "3100",
            "card",
            skill("card", "win", {"type": "damage", "amount": 9, "target": {"type": "team", "who": "theirs"}}),
        )
        result = api.preview(RULESET, candidate, preset="quick", bots=("random",))

        assert (result["verdict"], result["n"]["aborted"]) == ("stronger", 0)


class TestDocuments:
    def test_that_ship_have_no_problem(self) -> None:
        known = frozenset(document["id"] for document, _ in shipped(RULESET.folder))
        reported = {
            d["id"]: [p.to_json() for p in api.validate(RULESET, json.dumps(d), known_ids=known).problems]
            for d, _ in shipped(RULESET.folder)
        }

        assert {number: problems for number, problems in reported.items() if problems} == {}

    def test_may_write_null_as_002_does(self) -> None:
        passive_skill = {**passive("onSignal", {"type": "drawCards", "amount": 1}), "skillType": None}
        active_skill = {**skill("card", "x", signal(1)), "triggerOn": None}
        report = api.validate(RULESET, json.dumps(definition("3100", "card", passive_skill, active_skill)))

        assert report.problems == ()
        assert report.document is not None
        assert [sorted(each) for each in report.document["skills"]] == [
            ["action", "id", "triggerOn"],
            ["action", "id", "skillType"],
        ]

    @pytest.mark.parametrize(
        ("change", "code", "path"),
        [
            ({"id": "-3"}, "E-SCHEMA", "/id"),
            ({"id": "0"}, "E-SCHEMA", "/id"),
            ({"type": "hero"}, "E-ENUM", "/type"),
            ({"varConfigs": {"n": {"initialValue": 1, "recreateBehavior": "grow"}}}, "E-ENUM", "/varConfigs/n/recreateBehavior"),
            ({"varConfigs": {"n": {}}}, "E-SCHEMA", "/varConfigs/n"),
            ({"skills": [passive("onSignals", signal(1))]}, "E-ENUM", "/skills/0/triggerOn"),
            ({"skills": [passive("onSignal", signal("$onSkill.number"))]}, "E-PATH", "/skills/0/action/0/number"),
            ({"auras": [{"stat": "hp", "op": "add", "value": 1}]}, "E-ENUM", "/auras/0/stat"),
        ],
    )  # fmt: skip
    def test_are_checked_like_any_others(self, change: dict[str, Any], code: str, path: str) -> None:
        found = api.validate(RULESET, json.dumps({**definition("2100", "status"), **change})).problems

        assert (code, path) in [(problem.code, problem.path) for problem in found]

    def test_name_their_nodes_as_they_are_written(self) -> None:
        program = match(1).program
        places = {
            code.partition("#")[2]
            for code in (*program.codes, *program.inlines, *program.tests)
            if code[:4] == "2003" or code[:4] == "2001"
        }

        assert {"/skills/0/action", "/skills/0/filter", "/skills/1/filter"} <= places


class TestTheSchema:
    def test_is_one_of_its_dialect_and_closed(self) -> None:
        Draft202012Validator.check_schema(SCHEMA)
        objects = {
            name: result
            for name, result in SCHEMA["$defs"].items()
            if "properties" in result and "discriminator" not in result
        }

        assert {name for name, result in objects.items() if result.get("additionalProperties") is not False} == set()
        assert not {'"oneOf"', '"anyOf"'} & set(json.dumps(SCHEMA).split())

    @LAW
    @given(documents(BOUT))
    def test_takes_what_the_checker_takes(self, document: Any) -> None:
        assert (list(structure(BOUT, document)), REFERENCE.is_valid(document), FAST.is_valid(document)) == (
            [],
            True,
            True,
        )
        assert isinstance(check(BOUT, document), list)

    @LAW
    @given(broken_cards(BOUT))
    def test_refuses_what_the_checker_refuses(self, document: Any) -> None:
        verdicts = {not any(structure(BOUT, document)), REFERENCE.is_valid(document), FAST.is_valid(document)}

        assert len(verdicts) == 1, document


class TestMatches:
    def test_of_random_bots_end_and_none_is_aborted(self) -> None:
        """Two hundred of them; every way to end and every active skill, card, passive and question among them."""
        ends: Counter[str] = Counter()
        used_ids: set[str] = set()
        for seed in range(200):
            *steps, (last, key) = match(seed).steps()
            used_ids |= {each.partition(":")[0] for _, each in (*steps, (last, key))}
            assert last.result is not None
            ends[last.result.reason] += 1

        assert set(ends) == {"defeat", "rounds"}
        assert {"end", "skill", "switch", "play", "keep", "again"} <= used_ids

    def test_reach_every_node_of_the_definitions(self) -> None:
        """In the counting flavour: active skills, passive ones, modifiers and their conditions are all run."""
        program = RULESET.program(shipped(RULESET.folder), seats=2, counting=True)
        coverage: dict[tuple[str, str], int] = {}
        for seed in range(60):
            played = Match(RULESET, program, seed, match(seed).bots)
            for step, _ in played.steps():
                if step.state.coverage is None:
                    step.state.coverage = coverage
        numbers = {document["id"] for document, _ in shipped(RULESET.folder) if document.get("skills")}

        assert {node.partition("#")[0] for (node, what) in coverage if what == "reached"} == numbers

    def test_fork_and_go_on_at_every_decision(self) -> None:
        """Conformance 137 for a ruleset with scopes: the same answer on both sides of a fork leads to the same."""
        for before, after in _pairs(5):
            (request, *_) = before.state.pending
            fork = apply(before.state.fork(), request.options[: request.min])

            assert digest(fork.state) == digest(apply(before.state, request.options[: request.min]).state)
            assert after is not None

    def test_look_the_same_to_a_side_that_cannot_tell(self) -> None:
        """Conformance 143."""
        differing = 0
        for before, _ in islice(_pairs(6), 0, None, 5):
            for seat in (0, 1):
                other_world = RULESET.determinize(before.state, seat, 3)
                differing += digest(other_world) != digest(before.state)
                views = [
                    View(state, seat, RULESET.hidden_zones, RULESET.determinize).knowledge()
                    for state in (before.state, other_world)
                ]

                assert views[0] == views[1]

        assert differing > 10


def _pairs(seed: int) -> Any:
    before = None
    for step, _ in match(seed).steps():
        if before is not None:
            yield before, step
        before = step


class TestTheTable:
    def test_seats_both_sides_alike(self) -> None:
        bout = Bout()

        assert [
            len(bout.state.zone(seat, zone))
            for seat in (bout.me, bout.opponent)
            for zone in ("characters", "hand", "deck")
        ] == [2, 2, 8] * 2
        assert skills(bout.state, bout.front) == ("normal/cut", "elemental/guard")

    def test_freezes_who_may_not_act(self) -> None:
        bout = Bout(ruleset=variant({"rules": ()}))
        bout.bring("2004", bout.foe)
        bout.answer("end")

        assert not any(key.startswith("skill") for key in api.legal(bout.state))

    def test_shields_whom_they_guard(self) -> None:
        bout = Bout()
        foe, shield = bout.foe, bout.bring("2001", bout.foe)
        bout.answer("skill:0")

        assert (bout.var(foe, "hp"), shield in bout.state.entities) == (10, False)
