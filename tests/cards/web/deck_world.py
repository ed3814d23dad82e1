"""Packs of games with decks, filled with rows as an import leaves them, and requests as the deck pages send them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.test import Client

from cards.gateway import deck_files, faces, rulesets
from cards.gateway.searching import face_words
from cards.models import Account, Card, Deck, Draft, Membership, Pack
from cards.search import search_text
from cards.services.pack import PackForm, pack_create
from cards.texts import source_sha

Texts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card and what the search of its draft finds, worked out once however many rows are made of it."""

    document: dict[str, Any]
    texts: Texts
    kind: str
    words: list[str]


def face_of(ruleset: str, document: dict[str, Any], texts: Texts) -> CardFace:
    """Read the face of a card."""
    face = faces.face(ruleset, document, texts)
    return CardFace(document, texts, face["kind"], face_words(face))


@cache
def samples(game: str) -> tuple[CardFace, ...]:
    """Return the sample cards of a game."""
    return tuple(face_of(game, json.loads(each.text), each.texts) for each in rulesets.sample_pack(game).cards)


def pack_of(game: str, admin: Account, people: Mapping[str, Account], slug: str = "") -> Pack:
    """Make a pack of a game with its sample cards, in which everyone has the role that they are called by."""
    pack = pack_create(actor=admin, slug=slug or f"my-{game}", ruleset=game, form=PackForm(name={"en": game.title()}))
    for role in ("viewer", "designer", "reviewer", "publisher"):
        Membership.objects.create(pack=pack, account=people[role], role=role)
    fill(pack, samples(game))
    return pack


def fill(pack: Pack, cards: Iterable[CardFace]) -> None:
    """Put cards into a pack, thousands at once, without asking the checker about each."""
    current_cards = list(cards)
    rows = Card.objects.bulk_create(
        Card(pack=pack, written_id=entry.document["id"], kind=entry.kind, created_by=pack.created_by)
        for entry in current_cards
    )
    Draft.objects.bulk_create(_draft(pack, row, entry) for row, entry in zip(rows, current_cards, strict=True))


def _draft(pack: Pack, card: Card, source: CardFace) -> Draft:
    text = json.dumps(source.document, ensure_ascii=False)
    return Draft(
        card=card,
        text=text,
        texts={language: dict(said) for language, said in source.texts.items()},
        source_sha=source_sha(text, source.texts),
        document=source.document,
        saved_by=pack.created_by,
        search=search_text(card.written_id, source.words),
    )


def page_of(deck: Deck) -> str:
    """Return the address of a deck."""
    return f"/packs/{deck.pack.slug}/decks/{deck.number}/"


def do(client: Client, deck: Deck, verb: str, etag: str = "", part: str = "", **more: Any) -> HttpResponse:
    """Press a button of a deck's form, as the script does where a part of the page is named."""
    fields = {"do": verb, "etag": etag or Deck.objects.get(pk=deck.pk).etag, **more}
    headers = {"X-Deck-Part": part} if part else {}
    return client.post(page_of(deck), fields, headers=headers)


def copies(deck: Deck) -> dict[str, int]:
    """Return how many copies of each card the deck has by now."""
    deck.refresh_from_db()
    return {card: count for (_, card), count in deck_files.deck_read(deck.pack.ruleset, deck.text).copies.items()}
