"""A thing that was mentioned just before is "it" as long as nothing was done since by which another one could be meant."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import api
from engine.language.spec import Targets
from engine.language.text.describe import describe, sentence
from engine.rulesets import find, shipped_names

Json = dict[str, Any]
ACTIVE, ACTIVE_ZH = "the opposing active character", "敌方出战角色"
WET: Json = {"type": "HasAura", "target": "opponentActive", "element": "hydro"}
HIT: Json = {"type": "damage", "target": "opponentActive", "element": "pyro", "amount": 2}


def text(game: str, language: str, *effects: Json) -> str:
    """Return the rules text of a card that does some effects."""
    card: Json = {"id": "own.a", "type": "eventCard", "name": "A", "action": list(effects)}
    return describe(find(game).vocabulary, card, language)


def on_active(effect: str) -> Json:
    """Return an effect of `genius` on the opposing active character, which any may be about to become."""
    return {"type": effect, "target": "opponentActive", "element": "hydro", "amount": 1, "status": "own.wet"}


@pytest.mark.parametrize("effect", ["damage", "heal", "applyElement", "attach", "gainEnergy", "freeze"])
def test_a_condition_and_what_is_done_then_name_a_thing_once(effect: str) -> None:
    en = text("genius", "en", {"type": "if", "condition": WET, "do": [on_active(effect)]})

    assert en.count(ACTIVE) == 1, en
    assert re.search(r"\bit\b", en), en


def test_an_effect_may_leave_another_one_in_the_place() -> None:
    """A hit can make its target give way: the active character is named again."""
    en = text("genius", "en", HIT, on_active("attach"))
    zh = text("genius", "zh", HIT, on_active("attach"))

    assert (en.count(ACTIVE), zh.count(ACTIVE_ZH)) == (2, 2)


def test_the_amount_of_a_hit_asks_about_its_target() -> None:
    amount = {"type": "instead", "value": 1, "then": 3, "condition": WET}

    assert text("genius", "en", {**HIT, "amount": amount}).endswith("; 3 instead if it has Hydro applied.")
    assert text("genius", "zh", {**HIT, "amount": amount}).endswith("；若其附着水元素，改为3点。")


def test_it_in_between_is_something_else() -> None:
    skill = {"id": "a", "triggerOn": "AFTER_USE_SKILL", "by": "host", "action": [{"type": "gainEnergy", "amount": 1}]}
    asked = {**skill, "filter": [{"type": "Not", "condition": {"type": "SkillTypeIs", "is": "burst"}}]}
    card = {"id": "own.a", "type": "status", "name": "A", "skills": [asked]}

    assert "it gains" not in describe(find("genius").vocabulary, card, "en")


def test_a_long_name_of_a_player_is_said_once() -> None:
    document = next(document for document, _ in api.card_set("halo") if document["id"] == "FLD-006")

    assert "if the active player has fewer than 2 cards in hand, that player draws" in api.describe(
        "halo", document, "en"
    )


@pytest.mark.parametrize("ruleset", shipped_names())
def test_what_is_done_at_random_is_said_before_what_it_is_done_to(ruleset: str) -> None:
    """Each effect on each chooser that takes one at random: "随机对一个怪物", not "对随机一个怪物"."""
    vocabulary = find(ruleset).vocabulary
    kind = vocabulary.kinds[-1]
    card = {"id": "x", **({kind.marker: kind.word} if kind.marker is not None and kind.word is not None else {})}
    fields = [
        (spec.name, field) for spec in vocabulary.family("effect").values() for field in spec.fields if field.required
    ]
    choosers = [
        {"type": spec.name, "pick": "random"}
        for spec in vocabulary.family("chooser").values()
        if spec.field("pick") is not None
    ]
    texts = [
        sentence(vocabulary, card, {"type": name, field.name: chooser}, "zh")
        for name, field in fields
        if isinstance(field.shape, Targets)
        for chooser in choosers
    ]

    assert [text for text in texts if re.search("[对使将让为]随机[一两]", text)] == []
