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
from tests.engine.language.strategies import broken
from tests.engine.language.test_normalise import MENDED, fixture
from tests.examples import some_of

PLAY = {"type": "gold", "mode": "add", "amount": 1, "target": "{onPlay.playerUUID}"}
ASKED = {"type": "if", "condition": {"type": "Equals", "value1": 1, "value2": 1}, "do": [HIT]}
OLD = [
    *(json.loads(json.dumps(read_json(MENDED[name](fixture(name)), jsonc=True).value)) for name in MENDED),
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


def said(found: tuple[Problem, ...] | list[Problem]) -> Counter[str]:
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
        for found in before:
            if found.fix is not None:
                after = said(problems(patched(card, found.fix)))

                assert after[found.code] < said(before)[found.code], (found.code, found.path, found.fix)
                assert after <= said(before), (found.code, found.path, found.fix)

    def test_are_not_offered_for_the_name_of_an_effect_where_a_list_is_wanted(self) -> None:
        found = problems(treasure({**ASKED, "do": "stop"}))

        assert [(p.code, p.path, p.fix) for p in found] == [("E-SCHEMA", "/behaviors/0/do/0/do", None)]
        assert found[0].message["en"] == 'Found "stop"; wanted a list of effects.'

    @pytest.mark.parametrize("card", OLD)
    def test_of_old_spellings_applied_one_after_the_other_make_the_canonical_card(self, card: Any) -> None:
        wanted = read(card).document
        for _ in range(100):
            fix = next((p.fix for p in read(card).problems if p.code in ("W-ALIAS", "W-COERCE") and p.fix), None)
            if fix is None:
                break
            card = patched(card, fix)

        assert card == wanted

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
        after = said(check(ARENA, patched(card, fix)))

        assert after < said(before)

    def test_of_a_set_do_too(self) -> None:
        removing = treasure({"type": "removeTriggers", "mode": "id", "targets": ["wrad"]})
        making = treasure(mount("onDefeat", HIT, id="ward"))
        ((_, found),) = cross_card_problems([card_summary(ARENA, removing), card_summary(ARENA, making)])
        assert found.fix is not None

        assert (
            list(cross_card_problems([card_summary(ARENA, patched(removing, found.fix)), card_summary(ARENA, making)]))
            == []
        )

    @settings(max_examples=some_of(300), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(broken(WIZARDS))
    def test_of_any_card_can_be_applied_and_leave_their_problem_behind(self, card: Any) -> None:
        for found in check(WIZARDS, card):
            if found.fix is not None:
                left = {(p.code, p.path, str(p.found)) for p in check(WIZARDS, patched(card, found.fix))}

                assert (found.code, found.path, str(found.found)) not in left


class TestProblems:
    @pytest.mark.parametrize("card", [*OLD, *mistakes()])
    def test_say_what_and_where(self, card: Any) -> None:
        for found in problems(card):
            assert found.code in api.problem_codes()
            assert (found.severity == "warning") == found.code.startswith("W-")
            assert found.layer in ("structure", "semantics", "references")
            assert min(found.line, found.column) >= 1
            assert all(text[-1] in ".?。？" for text in found.message.values()), found.message
