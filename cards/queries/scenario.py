"""Scenarios of a card, and the cards of the pack that take part in them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from cards import gateway
from cards.errors import NotFound
from cards.models import Card, Draft, Pack, Scenario
from cards.queries.problems import draft_counts

TABLE_LIMIT = 500  # cards of the pack that the scenarios of one card may draw in


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of the pack that a scenario names, and those that these name in turn, by id."""

    documents: Mapping[str, Any]
    ran_on: str


def scenario_list(*, card: Card) -> QuerySet[Scenario]:
    """Return the scenarios of a card by their numbers."""
    return Scenario.objects.filter(card=card, removed_at__isnull=True).select_related("saved_by")


def scenario_get(*, card: Card, number: int) -> Scenario:
    """Return one scenario of a card."""
    found = scenario_list(card=card).filter(number=number).first()
    if found is None:
        raise NotFound()
    return found


def pack_scenarios(*, pack: Pack, card: str = "") -> QuerySet[Scenario]:
    """Return the scenarios of a pack, or those of one of its cards, by their numbers."""
    found = Scenario.objects.filter(pack=pack, removed_at__isnull=True, card__purged_at__isnull=True)
    found = found.select_related("saved_by", "card", "card__pack")
    return found.filter(card__written_id=card) if card else found


def pack_scenario_get(*, pack: Pack, number: int) -> Scenario:
    """Return one scenario of a pack."""
    found = pack_scenarios(pack=pack).filter(number=number).first()
    if found is None:
        raise NotFound()
    return found


def scenario_tables(*, pack: Pack, scenarios: Sequence[Scenario]) -> list[Table]:
    """Return what each scenario runs on, in a few queries for all of them.

    A card without a valid draft is left out, and so unknown to a scenario that names it.
    """
    named = [_named(gateway.json_object(scenario.text) or scenario.text) for scenario in scenarios]
    held = _drafts(pack, set().union(*named))
    engine = gateway.engine_hash(pack.ruleset) if scenarios else ""
    return [_table(scenario.text, words, held, engine) for scenario, words in zip(scenarios, named, strict=True)]


def documents_beside(*, card: Card) -> list[Any]:
    """Return the documents that a scenario of a card may begin with: its own and those it names, each without errors."""
    return [draft.document for draft in _drafts(card.pack, {card.written_id}).values()]


def _table(text: str, words: set[str], held: Mapping[str, Draft], engine: str) -> Table:
    """Return the cards of one scenario: those named in it, those named in these, and so on."""
    known: dict[str, Draft] = {}
    asked = words & set(held)
    while asked:
        known |= {name: held[name] for name in asked}
        asked = {word for name in asked for word in _named(held[name].document)} & set(held) - set(known)
    marks = [f"{name}:{known[name].sha256}" for name in sorted(known)]
    ran_on = hashlib.sha256("\n".join((engine, text, *marks)).encode()).hexdigest()
    return Table({name: draft.document for name, draft in known.items()}, ran_on)


def _drafts(pack: Pack, asked: set[str]) -> dict[str, Draft]:
    """Return the valid drafts of the cards named, and of those that they name in turn, by id."""
    held: dict[str, Draft] = {}
    seen: set[str] = set()
    while asked and len(held) < TABLE_LIMIT:
        seen |= asked
        drafts = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True, card__written_id__in=asked)
        found = list(drafts.filter(document__isnull=False).select_related("card")[:TABLE_LIMIT])
        counts = draft_counts(drafts=found, pack=pack) if found else {}
        valid = [draft for draft in found if not counts[draft.source_sha]["errors"]]
        held |= {draft.card.written_id: draft for draft in valid}
        asked = {word for draft in valid for word in _named(draft.document)} - seen
    return held


def _named(value: Any) -> set[str]:
    return {word for word in gateway.words_in(value) if 0 < len(word) <= 128}
