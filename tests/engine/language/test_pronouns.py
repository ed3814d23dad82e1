"""Whom a pronoun means: after a condition on another thing of the event, what is done to this card names it."""

from __future__ import annotations

import pytest

from docs.examples.duel import RULESET as DUEL
from engine.json_values import JsonObject
from engine.language.spec import EventSpec, Vocabulary
from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS

MONSTER = {"id": "pack.monster", "name": "Monster", "level": "III", "type": "monster", "health": 5, "reward": 2}
MINION = {"id": "pack.minion", "name": "Minion", "type": "minion", "cost": 2, "attack": 2, "health": 2}
HEAL = {"type": "health", "mode": "add", "amount": 1, "target": "$onDrawExploration.cardUUID"}
BUFF = {"type": "buff", "attack": 1, "health": 0, "target": "$self.UUID"}
GAMES = (
    (WIZARDS, MONSTER, "monster", HEAL, ("restore 1 health to this card.", "此牌恢复1点生命值。")),
    (DUEL.vocabulary, MINION, "minion", BUFF, ("this minion gets +1/+0.", "此随从获得+1/+0。")),
)


def of_another(event: EventSpec, name: str, itself: str) -> JsonObject:
    """Return the condition that a field of an event is not this card."""
    return {"type": "Not", "condition": {"type": "Equals", "value1": f"${event.name}.{name}", "value2": itself}}


@pytest.mark.parametrize(("vocabulary", "card", "kind", "effect", "ends"), GAMES, ids=["wizards", "duel"])
def test_an_effect_on_this_card_names_it(
    vocabulary: Vocabulary, card: JsonObject, kind: str, effect: JsonObject, ends: tuple[str, str]
) -> None:
    wrong = []
    events = [(event, name) for event in vocabulary.events for name, what in event.fields.items() if what == kind]
    for event, name in events:
        trigger = {"event": event.name, "condition": of_another(event, name, effect["target"]), "do": [effect]}
        for language, end in zip(("en", "zh"), ends, strict=True):
            text = describe(vocabulary, {**card, "triggers": [trigger]}, language)
            if not text.endswith(end):
                wrong.append(text)

    assert events and wrong == []


def test_an_event_of_another_thing_says_so() -> None:
    trigger = {"event": "onDeath", "condition": {"type": "Not", "condition": {"type": "isThis"}}, "do": [BUFF]}
    rival = {"event": "onDeath", "condition": {"type": "Not", "condition": {"type": "isYours"}}, "do": [BUFF]}

    texts = [describe(DUEL.vocabulary, {**MINION, "triggers": [one]}, "en") for one in (trigger, rival)]

    assert texts == [
        "Whenever another minion dies, this minion gets +1/+0.",
        "Whenever an enemy minion dies, this minion gets +1/+0.",
    ]
