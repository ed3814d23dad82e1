"""How the table names what a character may do: skills that equipment lends by their own names, and why one cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.genius.layout import LAYOUT
from tests.engine.rulesets.genius_field import Field, character, damage, entity, skill

Json = dict[str, Any]
BURST = skill("burst", damage(3), kind="burst", cost={"energy": 2})
HERO = character("hero", skill("hit", damage(1)), BURST)
FOE = character("foe", skill("hit", damage(1)))
SPEAR = entity("spear", "equipment", skill("thrust", damage(2)), tags=["weapon", "sword"])


def field(**seat: Any) -> Field:
    own = {"active": 1, "characters": [{"card": "hero", "as": "hero"}], **seat}
    return Field([HERO, FOE, SPEAR], [own, {"active": 1, "characters": [{"card": "foe"}]}])


def refused(field: Field) -> dict[str, str]:
    return {verb: why.en for (verb, _), why in LAYOUT.refusals(field.scene.state, 0)}


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"omni": 8}, {"skill2": "needs 2 energy, has 0"}),
        ({}, {"skill1": "the dice do not pay for it", "skill2": "needs 2 energy, has 0"}),
        (
            {"characters": [{"card": "hero", "as": "hero", "isFrozen": 1}], "omni": 8},
            dict.fromkeys(("skill1", "skill2"), "the character cannot use skills now"),
        ),
    ],
)
def test_a_skill_that_cannot_be_used_says_why(seat: Json, said: dict[str, str]) -> None:
    assert refused(field(**seat)) == said


def test_what_is_offered_is_not_refused_and_the_other_way_round() -> None:
    for seat in ({"omni": 8}, {}, {"omni": 8, "characters": [{"card": "hero", "as": "hero", "power": 2}]}):
        table = field(**seat)
        decision = table.scene.state.pending[0]
        skills = {option[0] for option in decision.options if isinstance(option, tuple) and option[0][:-1] == "skill"}

        assert skills.isdisjoint(refused(table))
        assert skills | refused(table).keys() == {"skill1", "skill2"}


def test_a_lent_skill_is_its_equipments_own() -> None:
    table = field(omni=8, attached=[{"card": "spear", "as": "spear", "bearer": 1}])
    state, names = table.scene.state, table.scene.names

    assert LAYOUT.action_source(state, names["hero"], "skill1") == (names["hero"], "skill1")
    assert LAYOUT.action_source(state, names["hero"], "skill3") == (names["spear"], "skill1")
    assert LAYOUT.action_source(state, names["hero"], "switch") == (names["hero"], "switch")
    title = LAYOUT.action_title(SPEAR, {}, "skill1")
    assert title is not None
    assert title.en.startswith("thrust")
