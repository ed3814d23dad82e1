"""A fix resolves the problem that it comes with: afterwards that problem is gone, and nothing new is wrong."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from engine import api
from engine.errors import Problem
from engine.language.analysis.card_summary import card_summary
from engine.language.analysis.check import check
from engine.language.analysis.cross_card_checks import cross_card_problems
from engine.packs.reader import read_json
from engine.reference.problem_examples import main_ruleset, shown_examples
from engine.reference.problems import text_of
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.arena import ARENA
from tests.engine.language.cards import DRAW, HIT, ME, mount, read, treasure
from tests.engine.language.patches import patched
from tests.engine.language.strategies import broken_cards
from tests.engine.language.test_normalise import REPAIRS, fixture
from tests.examples import some_of

PLAY = {"type": "gold", "mode": "add", "amount": 1, "target": "{onPlay.playerUUID}"}
QUESTION = {"type": "if", "condition": {"type": "Equals", "value1": 1, "value2": 1}, "do": [HIT]}
OLD = [
    *(json.loads(json.dumps(read_json(REPAIRS[name](fixture(name)), jsonc=True).value)) for name in REPAIRS),
    treasure(mount("onPlay", PLAY, {**PLAY, "target": "$onPlay.playerUUID"}, type="permanent")),
    treasure(mount("onPlay", mount("onExplored", PLAY, {**PLAY, "target": "$onExplored.byWho"}))),
    treasure({"type": "if", "conditions": [{"type": "equals", "left": 1, "right": "$d.count"}], "effects": [HIT]}),
    treasure({"type": "addTriggers", "triggers": [{"event": "onDefeat", "conditions": [], "do": [HIT]}]}),
    treasure({"type": "removeTriggers", "mode": "UUID", "targets": {"mode": "id", "value": "ward"}}),
    {**treasure(HIT), "behaviors": [{"at": "onPlay", "do": "regenMana", "target": ME, "amount": "2"}]},
]


def problems(card: Any) -> tuple[Problem, ...]:
    """Return what is reported of a card of wizards beside the shipped ones."""
    known = frozenset(document["id"] for document, _ in api.card_set("wizards"))
    return read(card, known_ids=known).problems


def code_counts(found: tuple[Problem, ...] | list[Problem]) -> Counter[str]:
    """Return how often each code is reported."""
    return Counter(problem.code for problem in found)


def mistakes() -> list[Any]:
    """Return the example of every code that one card can have, as the reference shows it."""
    texts = [
        text_of(one, True)
        for code, one in shown_examples().items()
        if one.example.place in ("do", "card") and one.ruleset is main_ruleset() and code != "E-JSON"
    ]
    return [card for text in texts for card in [json.loads(text)] if isinstance(card, dict)]


class TestFixes:
    @pytest.mark.parametrize("card", [*OLD, *mistakes()])
    def test_take_their_problem_away_and_add_none(self, card: Any) -> None:
        before = problems(card)
        for matches in before:
            if matches.fix is not None:
                after = code_counts(problems(patched(card, matches.fix)))

                assert after[matches.code] < code_counts(before)[matches.code], (
                    matches.code,
                    matches.path,
                    matches.fix,
                )
                assert after <= code_counts(before), (matches.code, matches.path, matches.fix)

    def test_are_not_offered_for_the_name_of_an_effect_where_a_list_is_wanted(self) -> None:
        matching_problems = problems(treasure({**QUESTION, "do": "stop"}))

        assert [(p.code, p.path, p.fix) for p in matching_problems] == [("E-SCHEMA", "/behaviors/0/do/0/do", None)]
        assert matching_problems[0].message["en"] == 'Found "stop"; expected a list of effects.'

    @pytest.mark.parametrize("card", OLD)
    def test_of_old_spellings_applied_one_after_the_other_make_the_canonical_card(self, card: Any) -> None:
        document = read(card).document
        for _ in range(100):
            fix = next((p.fix for p in read(card).problems if p.code in ("W-ALIAS", "W-COERCE") and p.fix), None)
            if fix is None:
                break
            card = patched(card, fix)

        assert card == document

    @pytest.mark.parametrize(
        "card",
        [
            treasure({"type": "stop"}, HIT, HIT),
            treasure({"type": "if", "condition": {"type": "Equals", "value1": 1, "value2": 1}, "do": [HIT], "elsedo": [HIT]}),
            treasure(mount("onPlayCard", {"type": "counter"}, stage="after")),
            treasure(mount("onDefeat", {"type": "shout"}, mode="always")),
            treasure({**DRAW, "id": "d"}, {**HIT, "amount": "$d.cuont"}),
            treasure({**DRAW, "target": "onPlay.playerUUID"}),
            treasure({"type": "loop", "times": 1000, "do": [HIT]}),
            treasure({"type": "if", "condition": {"type": "Equals", "value1": 4, "value2": "4"}, "do": [HIT]}),
        ],
    )  # fmt: skip
    def test_of_the_arena_do_too(self, card: Any) -> None:
        before = check(ARENA, card)
        (fix,) = [found.fix for found in before if found.fix is not None]
        after = code_counts(check(ARENA, patched(card, fix)))

        assert after < code_counts(before)

    def test_of_a_set_do_too(self) -> None:
        removing = treasure({"type": "removeTriggers", "mode": "id", "targets": ["wrad"]})
        making = treasure(mount("onDefeat", HIT, id="ward"))
        ((_, matches),) = cross_card_problems([card_summary(ARENA, removing), card_summary(ARENA, making)])
        assert matches.fix is not None

        assert (
            list(
                cross_card_problems([card_summary(ARENA, patched(removing, matches.fix)), card_summary(ARENA, making)])
            )
            == []
        )

    @settings(max_examples=some_of(300), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(broken_cards(WIZARDS))
    def test_of_any_card_can_be_applied_and_leave_their_problem_behind(self, card: Any) -> None:
        for matches in check(WIZARDS, card):
            if matches.fix is not None:
                left = {(p.code, p.path, str(p.found)) for p in check(WIZARDS, patched(card, matches.fix))}

                assert (matches.code, matches.path, str(matches.found)) not in left


class TestProblems:
    @pytest.mark.parametrize("card", [*OLD, *mistakes()])
    def test_say_what_and_where(self, card: Any) -> None:
        for problem in problems(card):
            assert problem.code in api.problem_codes()
            assert (problem.severity == "warning") == problem.code.startswith("W-")
            assert problem.layer in ("structure", "semantics", "references")
            assert min(problem.line, problem.column) >= 1
            assert all(text[-1] in ".?。？" for text in problem.message.values()), problem.message
