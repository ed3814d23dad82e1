"""Triggers whose conditions name roles alone (who did it, to whom): the checker's W-LOOP against matches that break the budget.

Each card is validated and played: a match that never ends must have been warned of, and one that its uses end must not.
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from engine import api
from engine.kernel.chance import Stream
from engine.kernel.decisions import BROKEN_REASONS
from tests.engine.rulesets import encounter_field
from tests.engine.rulesets.genius_field import damage, duel, entity, passive, skill

Json = dict[str, Any]
PAIRS, STEP = 50, 5
"""Pairs of triggers that are played, and which share of the single ones; those of `EXPECTATIONS` all are."""


def warned(game: str, document: Json) -> bool:
    report = api.validate(game, json.dumps(document))
    return any(problem.code in ("W-LOOP", "E-SELF") for problem in report.problems)


def characters(side: str, which: str) -> Json:
    return {"type": "characters", "side": side, "which": which}


def negated(condition: Json) -> Json:
    return {"type": "Not", "condition": condition}


def other_than(reference: str, value: str) -> Json:
    return negated({"type": "Equals", "value1": reference, "value2": value})


BODIES = {
    "strike": damage(0),
    "strike own": damage(0, target=characters("my", "active")),
    "heal": {"type": "heal", "target": characters("opponent", "active"), "amount": 1},
    "turn away": {"type": "switchTo", "target": characters("opponent", "next")},
    "turn": {"type": "switchTo", "target": characters("my", "next")},
    "repeat": {"type": "useSkill", "skill": "hit"},
}
ROLES = [
    [negated({"type": condition, "is": word})] if is_negated else [{"type": condition, "is": word}]
    for condition, word, is_negated in product(
        ("DoneBy", "DoneTo"), ("self", "mine", "opponents", "myActive"), (False, True)
    )
]
EXPECTATIONS = {
    "AFTER_TAKES_DMG": [
        [other_than("$AFTER_TAKES_DMG.damageFrom", "$self.UUID")],
        [other_than("$AFTER_TAKES_DMG.playerUUID", "$self.playerUUID")],
        [other_than("$AFTER_TAKES_DMG.damageTo", "$self.UUID")],
    ],
    "AFTER_CHANGE_CHARACTER": [
        [other_than("$AFTER_CHANGE_CHARACTER.playerUUID", "$self.playerUUID")],
        [other_than("$AFTER_CHANGE_CHARACTER.toUUID", "$self.UUID")],
    ],
    "AFTER_USE_SKILL": [[other_than("$AFTER_USE_SKILL.UUID", "$self.UUID")]],
}
"""Conditions that compare a field of the event with the card or its player."""


def triggers(event: str, conditions: list[list[Json]]) -> list[tuple[str, list[Json], str]]:
    """Return an event with every condition that may be true there, and every body."""
    possible = [when for when in conditions if not impossible(event, when)]
    return [(event, when, body) for when in possible for body in BODIES]


def impossible(event: str, when: list[Json]) -> bool:
    report = api.validate("genius", json.dumps(status((event, when, "heal"))))
    return any(problem.code in ("W-NEVER", "E-NEVER") for problem in report.problems)


EVENTS = ("AFTER_TAKES_DMG", "AFTER_HEAL", "AFTER_CHANGE_CHARACTER", "AFTER_USE_SKILL")


def status(*parts: tuple[str, list[Json], str], **limits: Any) -> Json:
    """Return a combat status with one skill for each part."""
    skills = [
        passive(f"s{index}", event, BODIES[body], when=when, **limits)
        for index, (event, when, body) in enumerate(parts)
    ]
    return entity("own.status", "combatStatus", *skills)


def goes_on(document: Json) -> bool:
    """Return whether a skill or a switch of the status's side sets off what breaks a budget."""
    for action in ("skill1:hero", "switch:mate1"):
        side = {"combatStatuses": [{"card": "own.status", "as": "it"}]}
        field = duel(skill("hit", damage(0)), cards=[document], own=side)
        field.do(action)
        result = field.state.result
        if result is not None and result.reason in BROKEN_REASONS:
            return True
    return False


class TestGenius:
    def test_what_never_ends_is_warned_of(self) -> None:
        names = [part for event in EVENTS for part in triggers(event, EXPECTATIONS.get(event, []))]
        plain = [part for event in EVENTS for part in triggers(event, [[], *ROLES])]
        stream = Stream(1, "role loops")
        drawn = [[plain[stream.below(len(plain))] for _ in range(2)] for _ in range(PAIRS)]
        documents = [status(*parts) for parts in [*([part] for part in names + plain[::STEP]), *drawn]]
        silent = [document for document in documents if not warned("genius", document)]

        assert len(silent) > 50
        assert [document["skills"] for document in silent if goes_on(document)] == []
        assert sum(goes_on(document) for document in documents if document not in silent) > 10

    @pytest.mark.parametrize("parts", [("strike", "strike"), ("strike", "repeat"), ("heal", "strike")])
    def test_uses_end_it(self, parts: tuple[str, str]) -> None:
        first, second = (("AFTER_TAKES_DMG", [{"type": "DoneBy", "is": "mine"}], body) for body in parts)
        limited_status = status(first, second, usagePerRound=1)

        assert warned("genius", status(first, second))
        assert not warned("genius", limited_status)
        assert not goes_on(limited_status)

    def test_another_source_ends_it(self) -> None:
        for when in (
            negated({"type": "DoneBy", "is": "self"}),
            other_than("$AFTER_TAKES_DMG.damageFrom", "$self.UUID"),
        ):
            answering = status(("AFTER_TAKES_DMG", [when], "strike"))

            assert not warned("genius", answering)
            assert not goes_on(answering)
            assert warned("genius", status(("AFTER_TAKES_DMG", [when], "repeat")))


def units(which: str, side: str = "enemy") -> Json:
    return {"type": "units", "side": side, "which": which}


HIT = {"type": "damage", "target": units("all"), "amount": 1}
RECRUIT = {"type": "deploy", "unit": "weak", "side": "enemy"}
SAMPLE_SIZE = 25
"""Cells that are chosen: a match that asks for more deploys without end."""


def attack_goes_on(*skills: Json) -> bool:
    """Return whether an attack of a unit with an ability sets off what breaks a budget, or asks for cells again and again."""
    hale, weak = (encounter_field.unit(name, atk=0, mov=0, mhp=health) for name, health in (("hale", 999), ("weak", 1)))
    host = encounter_field.unit("host", "own.ability", mhp=999, atk=3, rng=3)
    cards = [host, hale, weak, encounter_field.ability("own.ability", *skills)]
    mine = {"field": [encounter_field.at("host", 4, 3), encounter_field.at("hale", 1, 1, "far")]}
    theirs = {
        "field": [encounter_field.at(name, x, 3, f"foe{x}") for x, name in ((5, "weak"), (6, "hale"), (8, "hale"))]
    }
    field = encounter_field.Field(cards, mine, theirs)
    field.do("attack:host", "foe5")
    cells = 0
    while field.asked() is not None and field.asked().kind == "cell" and cells < SAMPLE_SIZE:
        field.answer(field.offers()[0])
        cells += 1
    result = field.state.result
    return cells == SAMPLE_SIZE or (result is not None and result.reason in BROKEN_REASONS)


class TestEncounter:
    @pytest.mark.parametrize(
        ("event", "when", "effects", "endless"),
        [
            ("Dead", {"type": "DoneBy", "is": "host"}, [RECRUIT, HIT], True),
            ("Dead", {"type": "DoneTo", "is": "host"}, [RECRUIT, HIT], False),
            ("Dead", {"type": "DoneBy", "is": "host"}, [HIT], False),
            ("BeDamaged", other_than("$BeDamaged.sourceUUID", "$self.UUID"), [HIT], True),
            ("BeDamaged", {"type": "DoneBy", "is": "host"}, [HIT], True),
        ],
    )
    def test_what_never_ends_is_warned_of(self, event: str, when: Json, effects: list[Json], endless: bool) -> None:
        part = encounter_field.skill(event, *effects, when=[when])
        document = encounter_field.ability("own.ability", part)

        assert (warned("encounter", document), attack_goes_on(part)) == (endless, endless)
