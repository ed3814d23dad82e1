"""T31: a card that would take a worker's time, memory or stack ends within its budgets, with a result that says so."""

from __future__ import annotations

import json
import resource
from typing import Any

import pytest

from cards.gateway import scenario_files, validation
from tests.bounded import within
from tests.cards.conftest import RULESET
from tests.cards.web.test_scenarios import scenario_text

SECONDS = 5.0  # of processor
GROWTH = 256 * 1024  # KiB
MAX_SIZE = 2**53 - 1
YOU = "$onPlay.playerUUID"
MANA: dict[str, Any] = {"type": "mana", "mode": "add", "amount": 0, "target": YOU}


def nested(effect: dict[str, Any], deep: int) -> dict[str, Any]:
    """Return an effect inside loops inside loops, each of a hundred turns."""
    for _ in range(deep):
        effect = {"type": "loop", "times": 100, "do": [effect]}
    return effect


def trigger(name: str, *then: dict[str, Any]) -> dict[str, Any]:
    """Return an effect that adds a trigger for mana to yourself."""
    held = {"id": name, "event": "onManaGained", "mode": "battle", "do": list(then)}
    return {"type": "addTriggers", "triggers": [held]}


BOMBS: dict[str, list[dict[str, Any]]] = {
    "time": [nested(MANA, 6)],
    "large numbers": [nested({**MANA, "amount": MAX_SIZE}, 3)],
    "numbers beyond 64 bits": [{**MANA, "amount": MAX_SIZE}] * 300,
    "memory": [nested(trigger("t", MANA), 4)],
    "answers that answer themselves": [trigger("t", {**MANA, "amount": 1}), {**MANA, "amount": 1}],
    "triggers that add triggers": [trigger("t", trigger("u", MANA), {**MANA, "amount": 1}), {**MANA, "amount": 1}],
    "depth": [nested(MANA, 24)],
    "length": [nested(MANA, 1)] * 900,
    "many": [nested({**MANA, "amount": 99}, 3)] * 40,
}
REFUSALS = {"large numbers", "numbers beyond 64 bits", "length"}
"""Bombs that are no card; the others may be played, and are."""


def _judged_and_played(card: str, scenario: str) -> tuple[Any, Any]:
    """Return the report about a card, and the outcome of the scenario that plays it where there is no error."""
    report = validation.validate(RULESET, card)
    return report, scenario_files.scenario_outcomes(RULESET, scenario, [])[0] if report.ok else None


@pytest.mark.parametrize("name", BOMBS)
def test_ends_with_a_result_or_is_refused(name: str) -> None:
    """What ends is a step of the scenario that says how, or the problems of a card that is refused before it is played."""
    own = {"id": "own.bomb", "name": "Bomb", "manaCost": 0, "rarity": "com", "school": "none"}
    card = {**own, "behaviors": [{"at": "onPlay", "do": BOMBS[name]}]}
    text = scenario_text(
        cards=[card],
        given={"phase": "battling", "seats": [{"mana": 9, "hand": [{"card": "own.bomb", "as": "z"}]}, {}]},
        when=[{"seat": 0, "do": "play", "entity": "z"}],
        then=[{"result": None}],
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report, outcome = within(SECONDS, lambda: _judged_and_played(json.dumps(card), text))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    assert grown <= GROWTH
    assert (outcome is None) == (name in REFUSALS), report.problems
    if outcome is None:
        assert all(problem.code and problem.message["zh"] for problem in report.problems)
    else:
        assert outcome["ok"] or outcome["failures"][0]["actual"]["reason"] in ("budget", "loop"), outcome
