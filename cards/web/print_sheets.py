"""Chosen cards as sheets of paper: nine faces of 63 × 88 mm with cut marks, as the browser prints them."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import QueryDict

from cards.drawing.sheets import PAPERS, Paper, layout
from cards.localization import OTHER_LANGUAGE, data_language
from cards.models import Card, Pack
from cards.models.fields import CARD_ID_PATTERN
from cards.queries.beside import names_beside
from cards.queries.cards import card_face, card_list
from cards.shape import JsonObject
from cards.values import frozen_dataclass

COLUMNS, ROWS = 3, 3
MAX_CARDS = 450  # faces that are drawn for one page: fifty sheets


@frozen_dataclass
class PrintOrder:
    """What is to be printed.

    Shapes: `cards` are ids as they were asked for, each once, in that order; `copies` of each are printed.
    """

    cards: tuple[str, ...]
    language: str
    paper: Paper
    copies: int

    @property
    def marks(self) -> tuple[str, ...]:
        """Return the cut marks as paths: short lines outside the nine faces, in line with their edges."""
        lines = (f"M{x:.2f} {y:.2f}L{x2:.2f} {y2:.2f}" for x, y, x2, y2 in layout(self.paper, 0).marks())
        return tuple(dict.fromkeys(lines))

    @property
    def query(self) -> str:
        """Return the query string that asks for the same."""
        asked = {"cards": ",".join(self.cards), "lang": self.language, "paper": self.paper.key, "copies": self.copies}
        return urlencode(asked, safe=",")


@frozen_dataclass
class PrintJob:
    """The sheets of an order, and what of it could not be printed.

    Shapes: a sheet has up to nine faces; `missing` are ids that are no cards of the pack; `left_out` counts faces beyond the limit.
    """

    sheets: tuple[tuple[JsonObject | None, ...], ...]
    faces: int
    missing: tuple[str, ...]
    left_out: int


def print_order(params: QueryDict) -> PrintOrder:
    """Return what a form or an address asks for; what it does not know becomes what is usual."""
    written = " ".join(params.getlist("cards")).replace(",", " ").split()
    ids = dict.fromkeys(each for each in written if re.fullmatch(CARD_ID_PATTERN, each))
    language, copies = params.get("lang", ""), params.get("copies", "")
    return PrintOrder(
        cards=tuple(ids),
        language=language if language in OTHER_LANGUAGE else data_language(),
        paper=PAPERS.get(params.get("paper", ""), PAPERS["a4"]),
        copies=int(copies) if copies in ("1", "2", "3", "4") else 1,
    )


def print_job(pack: Pack, order: PrintOrder) -> PrintJob:
    """Return the sheets of an order."""
    cards_by_id: dict[str, Card] = {
        card.written_id: card for card in card_list(pack=pack).filter(written_id__in=order.cards)
    }
    copies = [card for card in order.cards if card in cards_by_id for _ in range(order.copies)]
    first = [cards_by_id[card] for card in dict.fromkeys(copies[:MAX_CARDS])]
    names = names_beside(None, *(card.draft.document for card in first), pack=pack)
    faces = [card_face(card=card, pack=pack, names=names) for card in first]
    drawn = dict(zip(dict.fromkeys(copies), faces, strict=False))
    printed = [drawn[card] for card in copies[:MAX_CARDS]]
    missing = tuple(card for card in order.cards if card not in cards_by_id)
    return PrintJob(tuple(_sheets(printed)), len(printed), missing, max(0, len(copies) - MAX_CARDS))


def _sheets(faces: Sequence[JsonObject | None]) -> Iterator[tuple[JsonObject | None, ...]]:
    size = COLUMNS * ROWS
    for at in range(0, len(faces), size):
        yield tuple(faces[at : at + size])
