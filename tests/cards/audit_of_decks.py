"""The changes of decks, for the table of `test_audit.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.services.deck import (
    DeckEdit,
    deck_copy,
    deck_create,
    deck_create_empty,
    deck_create_from_sample,
    deck_edit,
    deck_references_set,
    deck_restore,
    deck_save,
    deck_trash,
    deck_untrash,
)

OF_DECKS: dict[str, Callable[[Any, Any], Any]] = {
    "deck_copy": lambda on, deck: deck_copy(actor=on.admin, pack=on.pack, source=deck, deck_id="second"),
    "deck_create": lambda on, _: deck_create(actor=on.admin, pack=on.pack, text='{"deckId": "a", "cards": []}'),
    "deck_create_empty": lambda on, _: deck_create_empty(actor=on.admin, pack=on.pack, deck_id="first"),
    "deck_create_from_sample": lambda on, _: deck_create_from_sample(
        actor=on.admin, pack=on.pack, sample="bastion-keys"
    ),
    "deck_edit": lambda on, deck: deck_edit(
        actor=on.admin, deck=deck, edits=[DeckEdit("cards", "A-1", by=1)], based_on=deck.etag
    ),
    "deck_references_set": lambda on, deck: deck_references_set(
        actor=on.admin, pack=on.pack, numbers=[deck.number], among=[deck.number]
    ),
    "deck_restore": lambda on, deck: deck_restore(actor=on.admin, deck=deck, revision=1, based_on=deck.etag),
    "deck_save": lambda on, deck: deck_save(
        actor=on.admin, deck=deck, text='{"deckId": "b", "cards": []}', based_on=deck.etag
    ),
    "deck_trash": lambda on, deck: deck_trash(actor=on.admin, deck=deck),
    "deck_untrash": lambda on, deck: deck_untrash(actor=on.admin, deck=deck),
}
"""Name of the service → the change; the first argument is the `Stage`, the second what its preparation returned."""
