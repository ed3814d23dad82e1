"""The sandbox of a match that a person plays: what can be changed by hand, and the changes that a form asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.http import QueryDict

from cards.errors import NotFound
from cards.gateway import previews
from cards.localization import localize
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

TABLE = -1
FIELD = "n."  # what the field of a number begins with
MAX_DIGITS = 6  # digits and a sign
Choice = tuple[str, str]


@frozen_dataclass
class NumberField:
    """A number that can be set."""

    field: str
    title: str
    value: int
    low: int
    high: int

    @property
    def name(self) -> str:
        """Return what the engine calls the number."""
        return self.field.removeprefix(FIELD)


@frozen_dataclass
class Holder:
    """A seat, or the table for -1, with its numbers."""

    seat: int
    title: str
    numbers: tuple[NumberField, ...]
    is_mine: bool


@frozen_dataclass
class Selection:
    """The card that is changed: its numbers, and the places that it can be moved to."""

    id: int
    title: str
    numbers: tuple[NumberField, ...]
    places: tuple[tuple[str, tuple[Choice, ...]], ...]


@frozen_dataclass
class SandboxView:
    """What can be changed now.

    Shapes: `places` and `cards` are groups of choices; a place is `seat:zone:cell`; `streams` are those of chance; nothing can be changed while
            another question than a main one waits: then it `is_open` no more.
    """

    is_open: bool
    holders: tuple[Holder, ...] = ()
    cards: tuple[Choice, ...] = ()
    places: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    placed: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    selection: Selection | None = None
    streams: tuple[Choice, ...] = ()


def sandbox_view(offer: JsonObject | None, seats: Sequence[int], selection: str) -> SandboxView:
    """Return what an offer of the engine means for the page; `selection` is the number of the card that is changed."""
    if offer is None:
        return SandboxView(is_open=False)
    card = next((row for row in offer["placed"] if str(row["id"]) == selection), None)
    holders = [(seat, numbers) for seat, numbers in enumerate(offer["seats"])]
    if offer["table"]:
        holders.append((TABLE, offer["table"]))
    return SandboxView(
        is_open=True,
        holders=tuple(Holder(seat, holder_title(seat), number_fields(rows), seat in seats) for seat, rows in holders),
        cards=tuple(
            sorted(((row["card"], bilingual_plain(row["title"])) for row in offer["cards"]), key=lambda one: one[1])
        ),
        places=place_choices(offer["zones"]),
        placed=tuple(_placed(offer)),
        selection=None if card is None else _selection(card, offer["zones"]),
        streams=tuple((row["stream"], bilingual_plain(row["title"])) for row in offer["chance"]),
    )


def _selection(card: JsonObject, zones: Sequence[JsonObject]) -> Selection:
    places = place_choices(zone for zone in zones if card["sort"] in zone["sorts"])
    return Selection(card["id"], bilingual_plain(card["title"]), number_fields(card["numbers"]), places)


def holder_title(seat: int) -> str:
    """Return what a seat is called; -1 is the table."""
    return localize("Table", "场上") if seat == TABLE else localize("Player {seat}", "{seat} 号玩家", seat=seat + 1)


def number_fields(rows: Iterable[JsonObject]) -> tuple[NumberField, ...]:
    """Return the fields of numbers that can be set."""
    return tuple(
        NumberField(FIELD + row["name"], bilingual_plain(row["title"]), row["value"], row["low"], row["high"])
        for row in rows
    )


def place_choices(zones: Iterable[JsonObject]) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """Return the places of zones in groups of one holder; a zone of cells has each of them, and the first that is free."""
    groups: dict[int, list[Choice]] = {}
    for zone in zones:
        title, seat = bilingual_plain(zone["title"]), zone["seat"]
        choices = groups.setdefault(seat, [])
        choices.append((f"{seat}:{zone['name']}:-1", title))
        choices += [(f"{seat}:{zone['name']}:{cell}", f"{title} {word}") for cell, word in enumerate(zone["cells"])]
    return tuple((holder_title(seat), tuple(choices)) for seat, choices in groups.items())


def _placed(offer: JsonObject) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    for zone in offer["zones"]:
        cards = [row for row in offer["placed"] if (row["seat"], row["zone"]) == (zone["seat"], zone["name"])]
        if cards:
            title = f"{holder_title(zone['seat'])} · {bilingual_plain(zone['title'])}"
            yield title, tuple((str(row["id"]), bilingual_plain(row["title"])) for row in cards)


def changes_of(params: QueryDict, offer: JsonObject | None) -> list[str]:
    """Return the lines of the changes that a form asks for: of numbers those that differ from what is there.

    Errors: NotFound for a form that is none of the page's.
    """
    if offer is None:
        return []
    match params["change"]:
        case "number":
            seat = whole_number(params.get("seat", ""))
            rows = offer["table"] if seat == TABLE else dict(enumerate(offer["seats"])).get(seat, ())
            changes = [{"do": "number", "seat": seat, **number} for number in _differing(params, rows)]
        case "counter":
            card = whole_number(params.get("card", ""))
            rows = next((row["numbers"] for row in offer["placed"] if row["id"] == card), ())
            changes = [{"do": "counter", "card": card, **number} for number in _differing(params, rows)]
        case "give":
            changes = [{"do": "give", "of": params.get("of", "").strip(), **place_of(params)}]
        case "move":
            changes = [{"do": "move", "card": whole_number(params.get("card", "")), **place_of(params)}]
        case "remove":
            changes = [{"do": "remove", "card": whole_number(params.get("card", ""))}]
        case "seats":
            changes = [{"do": "seats", "seats": [whole_number(seat) for seat in params.getlist("seats")]}]
        case "chance":
            changes = [{"do": "chance", "stream": params.get("stream", ""), "to": whole_number(params.get("to", ""))}]
        case _:
            raise NotFound
    return [previews.change_line(change) for change in changes]


def _differing(params: QueryDict, rows: Iterable[Mapping[str, object]]) -> Iterator[JsonObject]:
    for row in rows:
        text = params.get(f"{FIELD}{row['name']}", "").strip()
        if text and whole_number(text) != row["value"]:
            yield {"name": row["name"], "to": whole_number(text)}


def place_of(params: QueryDict) -> JsonObject:
    """Return the place that a form names as `seat:zone:cell`.

    Errors: NotFound for anything else.
    """
    seat, _, rest = params.get("place", "").partition(":")
    zone, _, cell = rest.rpartition(":")
    return {"seat": whole_number(seat), "zone": zone, "cell": whole_number(cell), "top": bool(params.get("top"))}


def whole_number(text: str) -> int:
    """Return a whole number of a form.

    Errors: NotFound for anything else.
    """
    digits = text.strip().removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_DIGITS:
        raise NotFound
    return int(text)
