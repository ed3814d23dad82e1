"""Sweeps and searches over the cost of a card, and such as workers would leave them: with a value to take."""

from __future__ import annotations

from cards.models import Account, Card, Preview, Sweep
from cards.services.previews.tune import Search, tune_start
from cards.services.sweep import sweep_start


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
    return tune_start(actor=account, card=card, search=Search({"/manaCost": [1, 2]}))


def confirmed_search(account: Account, card: Card) -> Preview:
    """Return a search that offers its first candidate."""
    search = search_of(account, card)
    change = {"pointer": "/manaCost", "from": 1, "to": 2}
    row = {"candidate": 0, "isAsItStands": False, "reading": "reached", "changes": [change]}
    search.state, search.result = "finished", {"end": "reached", "rows": [row]}
    search.save(update_fields=["state", "result"])
    return search
