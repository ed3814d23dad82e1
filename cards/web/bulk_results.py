"""What find and replace found, in words: the cards, their nodes or lines, and what a replacement leaves out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from cards.gateway.nodes import path_in_words
from cards.localization import localize
from cards.models import BulkKind, Card, Pack
from cards.queries.cards import CardFilters, card_list
from cards.queries.find import NodeQuery, find_cards, nodes_found, piece_lines, which_may_hold
from cards.queries.find_replace import LeftOut, Replacement, replace_fields, replace_text
from cards.queries.names import draft_name
from cards.services.bulk import BULK_LIMIT, CardEdit, Change
from cards.services.bulk_plan import Plan
from cards.values import frozen_dataclass
from cards.web.bulk_find import FindForm
from cards.web.bulk_plan import words_of
from cards.web.text import in_both

NODES_SHOWN = 6  # nodes or lines of one card that a page lists
EXCERPT = 160  # characters of a node or line that are shown


@frozen_dataclass
class Place:
    """One node or line that was found."""

    where: str
    pointer: str
    excerpt: str
    url: str


@frozen_dataclass
class Hit:
    """One card that was found; more counts its places beyond those listed."""

    id: str
    name: Mapping[str, str]
    url: str
    places: tuple[Place, ...]
    more: int


def hits(pack: Pack, cards: Sequence[Card], query: NodeQuery) -> list[Hit]:
    """Return the cards of a page with what was found in each."""
    return [_hit(pack, card, query) for card in cards]


def _hit(pack: Pack, card: Card, query: NodeQuery) -> Hit:
    url = reverse("cards:card-detail", args=[pack, card])
    document = card.draft.document
    name = draft_name(pack, card)
    nodes = list(nodes_found(document, query))
    places = [_node(pack, document, url, each.pointer, each.value) for each in nodes[:NODES_SHOWN]]
    lines = [] if query.word else list(islice(_lines(card.draft.text, query.json, url), NODES_SHOWN))
    return Hit(card.written_id, name, url, (*places, *lines), max(0, len(nodes) - NODES_SHOWN))


def _node(pack: Pack, document: Any, url: str, pointer: str, value: Any) -> Place:
    written = json.dumps(value, ensure_ascii=False)
    shown = written if len(written) <= EXCERPT else f"{written[: EXCERPT - 1]}…"
    where = words_of(path_in_words(pack.ruleset, document, pointer))
    return Place(where, pointer, shown, f"{url}?{urlencode({'node': pointer})}")


def _lines(text: str, needle: str, url: str) -> Iterator[Place]:
    """Yield the lines of a card's text in which the piece of JSON begins."""
    lines = text.split("\n")
    for number in piece_lines(text, needle):
        yield Place(
            localize("Line {number}", "第 {number} 行", number=number), "", lines[number - 1].strip()[:EXCERPT], url
        )


@frozen_dataclass
class Replacing:
    """A replacement before it is written: the plan, what it leaves out, and whether there are more cards than it takes."""

    plan: Plan
    left_out: tuple[LeftOut, ...]
    is_cut: bool


def field_plan(pack: Pack, form: FindForm, filters: CardFilters) -> Replacing:
    """Return the plan of a replacement in nodes."""
    assert form.replacement is not None  # noqa: S101  for the type checker
    cards = list(find_cards(pack=pack, query=form.query, filters=filters)[: BULK_LIMIT + 1])
    edits: list[CardEdit] = []
    omissions: list[LeftOut] = []
    for card in cards[:BULK_LIMIT]:
        edit, kept = replace_fields(card=card, query=form.query, replacement=form.replacement)
        omissions += kept
        if edit:
            edits.append(_edit(card, edit))
    what = in_both(lambda: f"{form.query.word} · {form.at[1:]}: {dict(form.ways)[form.how]} {form.value}")
    return Replacing(Plan(BulkKind.REPLACE, what, tuple(edits)), tuple(omissions), len(cards) > BULK_LIMIT)


def text_plan(pack: Pack, form: FindForm, filters: CardFilters) -> Replacing:
    """Return the plan of a replacement in texts."""
    assert form.text is not None  # noqa: S101  for the type checker
    found = which_may_hold(cards=card_list(pack=pack, filters=filters), pack=pack, words=form.find)
    edits: list[CardEdit] = []
    for card in found.iterator(500):
        if len(edits) > BULK_LIMIT:
            break
        if replaced := replace_text(card=card, replacement=form.text, source_language=pack.source_language):
            edits.append(_edit(card, replaced))
    what = in_both(lambda: f"“{form.find}” → “{form.put}”")
    return Replacing(Plan(BulkKind.REPLACE, what, tuple(edits[:BULK_LIMIT])), (), len(edits) > BULK_LIMIT)


def _edit(card: Card, replaced: Sequence[Replacement]) -> CardEdit:
    changes = tuple(Change(each.pointer, each.value, each.language) for each in replaced)
    return CardEdit(card.written_id, card.draft.etag, changes)


def left_out_lines(pack: Pack, omissions: Sequence[LeftOut]) -> list[Place]:
    """Return what a replacement leaves out, each with its value."""
    lines = []
    for omission in omissions:
        url = reverse("cards:card-detail", args=[pack, omission.written_id])
        links = (
            localize("not written", "未写")
            if omission.value is None
            else json.dumps(omission.value, ensure_ascii=False)[:EXCERPT]
        )
        lines.append(
            Place(omission.written_id, omission.pointer, links, f"{url}?{urlencode({'node': omission.pointer})}")
        )
    return lines
