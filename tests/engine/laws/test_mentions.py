"""A pronoun means the thing of its number that was mentioned last, and no other was mentioned beside it: in all cards of all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from docs.examples.duel import RULESET as DUEL
from engine.language.reading.surface import desugar
from engine.language.spec import EventSpec
from engine.language.text import triggers
from engine.language.text.describe import core_describe, describe
from engine.language.text.discourse import DiscourseContext
from engine.ruleset import Ruleset
from engine.rulesets import find, shipped_names
from engine.rulesets.halo.vocabulary import HALO
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import treasure
from tests.engine.laws.campaign import generated
from tests.engine.laws.mentions import NO_PLAYER, pronoun_faults
from tests.engine.laws.unsaid import cards

Json = dict[str, Any]
SMALL, LARGE = range(60), range(12)
"""The numbers of generated cards of few levels, and of those that a campaign plays."""
MINION = {"id": "pack.minion", "name": "Minion", "type": "minion", "cost": 2, "attack": 2, "health": 2}
WAND, OF_THIS = {"type": "cardChooser", "kind": "wand", "zone": "commonDiscard"}, "$onDraw.cardUUID"
PLACE = {"type": "getCardProperty", "cardUUID": OF_THIS, "property": "place"}
TWO_CARDS = (
    {"type": "manaCost", "mode": "add", "amount": PLACE, "target": WAND},
    {"type": "playCard", "target": OF_THIS, "pays": "nothing"},
)
"""What is done to another card by a number of this one, and then to this one."""


def on_minions() -> Iterator[Json]:
    """Yield a minion for each event of one: if it is not this minion, something is done to it, or to this one."""
    for event, name in fields_of_minions():
        other = f"${event.name}.{name}"
        condition = {"type": "Not", "condition": {"type": "Equals", "value1": other, "value2": "$self.UUID"}}
        for target in ("$self.UUID", other):
            buff = {"type": "buff", "attack": 1, "health": 0, "target": target}
            yield {
                **MINION,
                "triggers": [{"event": event.name, "do": [{"type": "if", "condition": condition, "do": [buff]}]}],
            }


def fields_of_minions() -> list[tuple[EventSpec, str]]:
    return [
        (event, name) for event in DUEL.vocabulary.events for name, kind in event.fields.items() if kind == "minion"
    ]


def played(ruleset: Ruleset) -> list[Json]:
    """Return the cards that a campaign plays, in core form."""
    return [desugar(ruleset.vocabulary, generated(ruleset, number)).document for number in LARGE]


def two_card_wand() -> Json:
    """Return a card that does something to another card as it is drawn, and then something to itself."""
    document = {**treasure(), "behaviors": [{"at": "onDraw", "do": list(TWO_CARDS)}]}
    return dict(desugar(WIZARDS, document).document)


def killed_by() -> Json:
    """Return a card of which a player is meant whom the sentence of its event does not mention."""
    draw = {"type": "DRAW", "target": "$KILL_OCCURRED.targetPlayerId", "params": {"count": 1}}
    ability = {"id": "a", "trigger": "KILL_OCCURRED", "effects": [draw]}
    return dict(desugar(HALO, {"id": "x", "cardType": "FIELD", "abilities": [ability]}).document)


class TestAPlayer:
    def test_is_named_by_the_unit_where_the_event_mentions_that_alone(self) -> None:
        texts = [core_describe(HALO, killed_by(), language) for language in ("en", "zh")]

        assert texts == [
            "Whenever a unit is killed, that unit's owner draws a card.",
            "每当有单位被击杀时，该单位的主人抽1张牌。",
        ]


class TestAPronoun:
    @pytest.mark.parametrize("ruleset", shipped_names())
    def test_means_what_was_mentioned_last(self, ruleset: str) -> None:
        documents = [*cards(ruleset, SMALL), *played(find(ruleset))]

        assert list(pronoun_faults(find(ruleset).vocabulary, documents)) == []

    def test_means_the_minion_of_its_event(self) -> None:
        documents = list(on_minions())

        assert documents != []
        assert list(pronoun_faults(DUEL.vocabulary, documents)) == []

    def test_is_a_name_where_two_cards_were_mentioned(self) -> None:
        assert describe(WIZARDS, two_card_wand(), "en").endswith("Play this card without paying its cost.")


class TestTheLaw:
    """With pronouns as they were: for what was named last, whatever was named beside it."""

    @pytest.fixture(autouse=True)
    def _any_pronoun(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(DiscourseContext, "is_clear", lambda context, referent: True)

    def test_finds_a_pronoun_for_this_minion_after_another(self) -> None:
        faults = "\n".join(pronoun_faults(DUEL.vocabulary, on_minions()))

        assert "“it” for this minion: it could mean that minion" in faults

    def test_finds_a_pronoun_for_this_card_after_another(self) -> None:
        assert any("it could mean the chosen card" in fault for fault in pronoun_faults(WIZARDS, [two_card_wand()]))

    def test_finds_that_player_where_none_was_mentioned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(triggers, "name_of_player", lambda event, name, mentioned: None)

        assert any(NO_PLAYER in fault for fault in pronoun_faults(HALO, [killed_by()]))
