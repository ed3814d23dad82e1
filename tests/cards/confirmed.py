"""Sweeps and searches over a number of a card, and such as workers would leave them: with a value to take."""

from __future__ import annotations

from django.utils import timezone

from cards.gateway import previews
from cards.models import Account, Card, Preview, Sweep
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.services.previews.tune import Search, tune_start
from cards.services.sweep import sweep_start
from cards.services.version import version_create
from tests.cards.conftest import card_text


def sweep_of(account: Account, card: Card) -> Sweep:
    """Return a sweep that begins."""
    return sweep_start(actor=account, card=card, pointer="/manaCost", values=[1, 2])


def confirmed_sweep(account: Account, card: Card) -> Sweep:
    """Return a sweep that offers a value."""
    sweep = sweep_of(account, card)
    sweep.state, sweep.result = "finished", {"confirmed": {"value": 2, "isOffered": True}}
    sweep.save(update_fields=["state", "result"])
    return sweep


def search_of(account: Account, card: Card) -> Preview:
    """Return a search that begins."""
    ruleset, document = card.pack.ruleset, draft_get(card=card).document or {}
    copies = previews.unplayed_numbers(ruleset, document)
    number = next(row for row in previews.sweep_numbers(document) if row["pointer"] not in copies)
    values = [number["value"], number["value"] + 1]
    return tune_start(actor=account, card=card, search=Search({number["pointer"]: values}))


def confirmed_search(account: Account, card: Card) -> Preview:
    """Return a search that offers its first candidate."""
    search = search_of(account, card)
    result = previews.preview_report(search.spec, {})
    row = {**result["rows"][0], "reading": "reached", "change": {"mean": 0.3, "low": -1.2, "high": 1.8, "n": 2272}}
    search.state, search.finished_at = "finished", timezone.now()
    search.result = {**result, "status": "finished", "stage": "confirmation", "end": "reached", "rows": [row]}
    search.save(update_fields=["state", "finished_at", "result"])
    search.chunks.all().delete()
    return search


def changed_card(account: Account, card: Card) -> Card:
    """Name another version of a card, which costs more."""
    text = card_text(card.written_id, manaCost=4)
    draft = draft_save(actor=account, card=card, text=text, texts=None, based_on=draft_get(card=card).etag).draft
    version_create(actor=account, card=card, based_on=draft.etag)
    return card
