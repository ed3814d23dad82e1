"""A limit of how often a trigger answers is in its text, whatever its event; what comes once anyhow is listed with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.language.planning.document_reader import LIFETIME, trigger_record
from engine.language.spec import Block, EventName, KindSpec, RecordSpec, Vocabulary
from engine.language.spec.shapes import holds_conditions
from engine.language.text.describe import core_describe
from engine.rulesets import find, shipped_names

Json = dict[str, Any]
ENTERS = "it comes into play once; one that comes again is another one"
LEAVES = "what has left does not leave again"
IS_PLAYED = "a card is played once; played again from the hand, it counts anew"
OF_MATCH = "it comes once in a match"
ONCE_ANYHOW = {
    ("halo", "GAME_STARTED"): OF_MATCH,
    ("halo", "GAME_ENDED"): OF_MATCH,
    ("encounter", "Deployed"): ENTERS,
    ("encounter", "Dead"): LEAVES,
    ("wizards", "onMatchEnd"): OF_MATCH,
    ("halo", "CARD_PLAY_VALIDATED"): IS_PLAYED,
    ("halo", "UNIT_DEPLOYED"): ENTERS,
    ("halo", "ARMORY_ATTACHED"): ENTERS,
    ("halo", "FIELD_ACTIVATED"): ENTERS,
    ("halo", "ORBITAL_DROP_RESOLVED"): ENTERS,
    ("halo", "UNIT_EXILED"): LEAVES,
    ("halo", "KILL_OCCURRED"): LEAVES,
    ("halo", "CAPITAL_SHIP_DESTROYED"): LEAVES,
    ("halo", "CAPITAL_SHIP_CRASH_RESOLVED"): LEAVES,
}
"""Events of which a card's own one goes without its limit."""


def _named(record: RecordSpec, shape: type) -> str:
    return next(field.name for field in record.fields if isinstance(field.shape, shape))


def own_conditions(vocabulary: Vocabulary) -> Iterator[Json]:
    """Yield the conditions that an event is about the card itself."""
    for spec in vocabulary.family("condition").values():
        phrases = (*spec.wording.phrases, *([({}, spec.wording.about)] if spec.wording.about is not None else []))
        for when, phrase in phrases:
            if phrase.itself:
                yield {"type": spec.name, **when}


def limited(vocabulary: Vocabulary, kind: KindSpec) -> Iterator[tuple[str, str, Json, Json]]:
    """Yield each event of a kind of card with each limit: a card without that limit, and with it."""
    for field in vocabulary.record(kind.record).fields:
        record = trigger_record(vocabulary, field)
        if record is None:
            continue
        event_key, block = _named(record, EventName), _named(record, Block)
        asks = next(key.name for key in record.fields if holds_conditions(key.shape))
        lasting = next((one.name for one in vocabulary.lifetimes if not one.once), "")
        life = {LIFETIME: lasting} if any(key.name == LIFETIME for key in record.fields) else {}
        limits = [key for key in record.fields if key.analysis.limits_firings]
        for event in vocabulary.events:
            for condition in (None, *own_conditions(vocabulary)):
                trigger = {"id": "a", event_key: event.name, asks: [condition] if condition else [], block: [], **life}
                card = {"id": "x", **({kind.marker: kind.word} if kind.marker else {}), field.name: [trigger]}
                for limit in limits:
                    if not limit.analysis.in_all and event.wording.each is not None:
                        continue  # a time of the turn comes once in it
                    yield event.name, limit.name, card, {**card, field.name: [{**trigger, limit.name: 1}]}


@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_limit_is_said_of_every_event(ruleset: str) -> None:
    vocabulary = find(ruleset).vocabulary
    kind = next(kind for kind in vocabulary.kinds if any(limited(vocabulary, kind)))
    silent = {
        (ruleset, event)
        for event, _, without, bounded in limited(vocabulary, kind)
        for language in ("en", "zh")
        if core_describe(vocabulary, without, language) == core_describe(vocabulary, bounded, language)
    }

    assert silent == {place for place in ONCE_ANYHOW if place[0] == ruleset}
