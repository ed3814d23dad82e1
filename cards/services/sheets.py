"""Cards as pages for a printer and as sheets for a tabletop simulator: which cards are asked for, drawn in a job, kept as its file."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from cards.drawing.sheets import BLEEDS, PAPERS, SheetCard, archive, print_pdf, tabletop_files
from cards.errors import InvalidFields
from cards.gateway import deck_files
from cards.localization import pick
from cards.models import Card, Job
from cards.models.fields import CARD_ID_PATTERN, LANGUAGES
from cards.progress import Phase, Watch
from cards.queries.cards import card_list
from cards.queries.decks import deck_get
from cards.queries.pictures import PictureOrder, draft_pictures, release_pictures
from cards.queries.releases import release_get
from cards.shape import TEXT, WHOLE, JsonObject, Shape, listing
from cards.values import frozen_dataclass

PDF, TABLETOP = FORMATS = ("pdf", "tabletop")
MAX_CARDS: Final = 345
"""Different cards of one file: five sheets of a tabletop simulator."""
MAX_COPIES: Final = 60
_RELEASE: Final = re.compile(r"(?:latest|next|[0-9][0-9A-Za-z.-]{4,63})?")
_URL: Final = re.compile(r"https?://[!-~]{1,500}|")


@frozen_dataclass
class SheetOrder:
    """What is to be drawn.

    Shapes: one of cards (ids), deck (its number) and release (its version) says of what; copies are of each of the cards; bleed is in
            millimetres; url is where the pictures for a simulator will lie.
    """

    format: str
    cards: tuple[str, ...] = ()
    deck: int = 0
    release: str = ""
    language: str = LANGUAGES[0]
    paper: str = "a4"
    bleed: int = 0
    copies: int = 1
    url: str = ""

    def to_json(self) -> JsonObject:
        """Return it as the row of its job keeps it."""
        return {**asdict(self), "cards": list(self.cards)}


def sheet_order(values: Mapping[str, Any]) -> SheetOrder:
    """Return an order of these fields.

    Errors: InvalidFields with the pointer of a field that is not one of its choices, and where not one of cards, deck and release is given.
    """
    order = SheetOrder(**{**values, "cards": tuple(dict.fromkeys(values.get("cards", ())))})
    choices = {"format": FORMATS, "language": LANGUAGES, "paper": tuple(PAPERS), "bleed": BLEEDS}
    for name, allowed in choices.items():
        if getattr(order, name) not in allowed:
            words = ", ".join(map(str, allowed))
            raise InvalidFields.of(f"/{name}", f"One of {words}.", f"应为 {words} 之一。")
    if not 1 <= order.copies <= MAX_COPIES:
        raise InvalidFields.of("/copies", f"From 1 to {MAX_COPIES}.", f"应为 1 到 {MAX_COPIES}。")
    if not _URL.fullmatch(order.url):
        raise InvalidFields.of("/url", "An address that begins with https://.", "应为以 https:// 开头的地址。")
    if not _RELEASE.fullmatch(order.release):
        raise InvalidFields.of("/release", "The number of a release.", "应为发布的版本号。")
    if sum(map(bool, (order.cards, order.deck, order.release))) != 1:
        raise InvalidFields.of("/cards", "Give one of cards, deck and release.", "请给出 cards、deck 或 release 之一。")
    if len(order.cards) > MAX_CARDS or not all(re.fullmatch(CARD_ID_PATTERN, card) for card in order.cards):
        raise InvalidFields.of("/cards", f"Ids of at most {MAX_CARDS} cards.", f"最多 {MAX_CARDS} 张卡牌的 id。")
    return order


@frozen_dataclass
class Sheets:
    """A file of sheets that a job made.

    Shapes: cards counts the different ones, faces their copies; missing are ids that are not there, or whose text cannot be read; cut are
            those whose text does not fit in the smallest print, unknown those with characters that are in no font.
    """

    name: str
    data: bytes
    cards: int
    faces: int
    missing: tuple[str, ...]
    cut: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def size(self) -> int:
        """Return the bytes of the file."""
        return len(self.data)

    @property
    def sha256(self) -> str:
        """Return the hash of the file."""
        return hashlib.sha256(self.data).hexdigest()


SHEETS: Final = Shape(
    "Sheets",
    name=TEXT,
    size=WHOLE,
    sha256=TEXT,
    cards=WHOLE,
    faces=WHOLE,
    missing=listing(TEXT),
    cut=listing(TEXT),
    unknown=listing(TEXT),
)
"""What a file of sheets holds; the file itself is at the address of its job, `file`."""


def sheets_draw(*, job: Job, watch: Watch) -> Sheets:
    """Return the file of a job: pages as PDF, or the files of a tabletop simulator as a zip.

    Errors: InvalidFields where nothing can be drawn, or too much; NotFound for a deck or a release that is gone.
    """
    order = sheet_order(job.order)
    title, copies = _copies(job, order)
    if len(copies) > MAX_CARDS:
        raise InvalidFields.of("/cards", f"At most {MAX_CARDS} cards at once.", f"一次最多 {MAX_CARDS} 张卡牌。")
    pictures = dict(_pictures(job, order, list(copies)))
    if not pictures:
        raise InvalidFields.of("/cards", "None of these cards can be drawn.", "没有可以绘制的卡牌。")
    report, cards = list[tuple[str, bool, str]](), list[SheetCard]()
    for number, (card, face) in enumerate(pictures.items()):
        watch(Phase.DRAWING, number, 2 * len(pictures))
        result = face.picture()
        cards.append(SheetCard(result.svg, copies[card], pick(face.face["name"], order.language)[0] or card, card))
        report.append((card, result.fits, result.missing))

    def step(number: int) -> None:
        watch(Phase.DRAWING, len(pictures) + number, 2 * len(pictures))

    stem = f"{job.pack.slug}-{job.number}"
    if order.format == PDF:
        name, data = f"{stem}.pdf", print_pdf(cards, PAPERS[order.paper], order.bleed, title, step)
    else:
        name, data = f"{stem}-tabletop.zip", archive(tabletop_files(cards, title, order.url, step))
    return Sheets(
        name,
        data,
        cards=len(cards),
        faces=sum(card.copies for card in cards),
        missing=tuple(card for card in copies if card not in pictures),
        cut=tuple(card for card, fits, _ in report if not fits),
        unknown=tuple(card for card, _, characters in report if characters),
    )


def _copies(job: Job, order: SheetOrder) -> tuple[str, Mapping[str, int]]:
    """Return what the file is called, and how often each card is in it."""
    pack, account = job.pack, job.requested_by
    name = pick(pack.name, order.language)[0]
    if order.release:
        release = release_get(account=account, pack=pack, version=order.release)
        ids = release.cards.order_by("written_id").values_list("written_id", flat=True)[: MAX_CARDS + 1]
        return f"{name} {release.version}", dict.fromkeys(ids, order.copies)
    if not order.deck:
        return name, dict.fromkeys(order.cards, order.copies)
    deck = deck_get(account=account, pack=pack, number=order.deck)
    copies: dict[str, int] = {}
    for _, card, count in deck_files.deck_read(pack.ruleset, deck.text).entries:
        copies[card] = min(MAX_COPIES, copies.get(card, 0) + count * order.copies)
    return deck.title, copies


def _pictures(job: Job, order: SheetOrder, ids: Sequence[str]) -> Iterator[tuple[str, PictureOrder]]:
    """Yield the picture of each card that can be drawn, in the order of the ids."""
    pack = job.pack
    if order.release:
        release = release_get(account=job.requested_by, pack=pack, version=order.release)
        return release_pictures(release=release, language=order.language)
    cards: dict[str, Card] = {card.written_id: card for card in card_list(pack=pack).filter(written_id__in=ids)}
    return draft_pictures(cards=[cards[card] for card in ids if card in cards], pack=pack, language=order.language)
