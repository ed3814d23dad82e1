"""The table of a match as a page draws it: tiles with their marks, zones in their places, what a seat pays with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from cards.drawing.placeholder import Stroke, strokes
from cards.gateway import faces
from cards.gateway.faces import ICONS, PLAIN
from cards.localization import data_language
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

PILE = 9  # cards from which a zone is folded
MAX_CARDS_DRAWN = 40  # cards of a zone that are drawn; the rest is counted
MAX_PIPS = 9
ACTS = 3  # answers that name one card and stand on it
ROW = 4  # places of a zone that are drawn although they are free
PLAY = "play"  # what is done with a card of a hand
Number = tuple[str, int]


@frozen_dataclass
class SignView:
    """A sign: an icon with its name, or its name alone; `place` is its number in the pool."""

    title: str
    icon: str
    tone: str
    place: int


@frozen_dataclass
class Meter:
    """A number out of another. Units: `share` in percent."""

    title: str
    value: int
    most: int
    share: int


@frozen_dataclass
class Pips:
    """Filled and empty pips."""

    title: str
    value: int
    most: int
    each: tuple[bool, ...]


@frozen_dataclass
class Tile:
    """A card on the table.

    Shapes: `text` are its rules in words; `change` is what the answer that is looked at would make of its meter, as (before, after); `options` are the keys of the answers
            that name it, each with what it does, none where there are many; `why_not` says why it cannot be played now; `ways` and `reach` are words of cells, the ways as `goal:cell.cell`.
    """

    id: int
    name: Mapping[str, str]
    tone: str
    kind: str
    art: tuple[Stroke, ...]
    is_mine: bool
    leads: bool
    fallen: bool
    meter: Meter | None
    pips: tuple[Pips, ...]
    corner: Number | None
    signs: tuple[SignView, ...]
    words: tuple[str, ...]
    traits: tuple[str, ...]
    numbers: tuple[Number, ...]
    text: str
    cost: tuple[SignView, ...]
    due: Number | None
    attached: tuple[Tile, ...]
    seat: int | None
    cell: str
    ways: str
    reach: str
    is_offered: bool
    options: tuple[tuple[str, str], ...]
    why_not: str
    change: Number | None

    @property
    def key(self) -> str:
        """Return what names the card where it is pointed at."""
        return f"card:{self.id}"

    @property
    def option(self) -> str:
        """Return the key of the only answer that names the card, empty for none and for several."""
        return self.options[0][0] if len(self.options) == 1 else ""

    @property
    def initial(self) -> str:
        """Return the first letter of the name, for a token."""
        return bilingual_plain(self.name)[:1]


@frozen_dataclass
class Zone:
    """A zone: `hidden` cards are there and not to be seen, `more` are not drawn. `place` is the class of its cell on a board, `key` names it.

    Shapes: a zone that `is_held` is its owner's alone to look into; a pile, with more cards than a hand has, is folded; cards `on_grid` are drawn as a list, for they stand on cells.
    """

    title: str
    count: int
    most: int
    cards: tuple[Tile, ...]
    hidden_count: int
    more: int
    place: str
    is_pile: bool
    is_held: bool
    on_grid: bool
    key: str

    @property
    def is_slim(self) -> bool:
        """Return whether the zone has its place and no number of places in it: its cards are small."""
        return bool(self.place) and " w1" in self.place and self.most > ROW

    @property
    def free(self) -> int:
        """Return how many places are free, of a zone with few."""
        return self.most - self.count if self.most <= ROW else 0


@frozen_dataclass
class PoolView:
    """What a seat pays with; `held` is None where it is hidden."""

    title: str
    count: int
    contents: tuple[SignView, ...] | None


@frozen_dataclass
class Side:
    """The part of the table that belongs to a seat, or to no seat. Shapes: `columns` are those of its places."""

    seat: int | None
    numbers: tuple[Number, ...]
    flags: tuple[str, ...]
    places: tuple[Zone, ...]
    columns: int
    zones: tuple[Zone, ...]
    pool: PoolView | None

    @property
    def key(self) -> str:
        """Return what names the side where it is pointed at."""
        return "table" if self.seat is None else f"seat:{self.seat}"


@frozen_dataclass
class Offers:
    """What a question means for the cards on the table: the answers that name a card, what is foreseen of each, and why cards cannot be played."""

    by_entity: Mapping[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    changes: Mapping[int, Number] = field(default_factory=dict)
    refused: Mapping[int, str] = field(default_factory=dict)


def offers_of(decision: JsonObject) -> Offers:
    """Return what a question means for the table: the change of the answer that was given, of each target for a target, else of the first payment."""
    options = decision.get("options", ())
    by_entity: dict[int, tuple[tuple[str, str], ...]] = {}
    for option in options:
        if option["entity"]:
            does = bilingual_plain(option["worded"] or option["does"] or {"en": "", "zh": ""})
            by_entity[option["entity"]] = (*by_entity.get(option["entity"], ()), (option["key"], does))
    chosen = [option for option in options if option["key"] in decision.get("chosen", ())]
    looked_at = chosen or (options[:1] if options and options[0]["signs"] else [])
    changes = {
        change["entity"]: (change["from"], change["to"])
        for option in looked_at
        for change in (option["foreseen"] or {"changes": ()})["changes"]
    }
    for option in () if looked_at else options:
        for change in (option["foreseen"] or {"changes": ()})["changes"]:
            if change["entity"] == option["entity"] and not option["verb"]:
                changes[change["entity"]] = (change["from"], change["to"])
    refused = {row["entity"]: row["why"][data_language()] for row in decision.get("refused", ()) if row["verb"] == PLAY}
    return Offers(by_entity, changes, refused)


def side_of(
    seat: int | None, side: JsonObject, card: str, offers: Offers, *, is_far: bool = False, shows_empty: bool = False
) -> Side:
    """Return a seat's part of the table; the far side of two is turned, so that the rows of both meet.

    Zones that are empty and have no place are left out, unless something may be put there.
    """
    rows = max((zone["cell"][1] for zone in side["zones"] if zone["cell"]), default=0)
    zones = [zone_of(zone, seat, card, offers, rows if is_far else 0) for zone in side["zones"]]
    columns = max((zone["cell"][0] + zone["wide"] - 1 for zone in side["zones"] if zone["cell"]), default=1)
    numbers = [counter for counter in side["numbers"] if not counter["flag"]]
    return Side(
        seat,
        tuple((bilingual_plain(counter["title"]), counter["value"]) for counter in numbers),
        tuple(bilingual_plain(counter["title"]) for counter in side["numbers"] if counter["flag"] and counter["value"]),
        tuple(zone for zone in zones if zone.place),
        columns,
        tuple(
            zone
            for zone, spec in zip(zones, side["zones"], strict=True)
            if not zone.place and (zone.count or (shows_empty and spec["settable"]))
        ),
        _pool(side.get("pool")),
    )


def _pool(pool: JsonObject | None) -> PoolView | None:
    if pool is None:
        return None
    signs = None if pool["held"] is None else tuple(map(sign_of, pool["held"]))
    return PoolView(bilingual_plain(pool["title"]), pool["count"], signs)


def zone_of(zone: JsonObject, seat: int | None, card: str, offers: Offers, rotation: int) -> Zone:
    """Return one zone; `turned` is the number of rows of a side that is turned, 0 for none."""
    cards = zone["cards"][:MAX_CARDS_DRAWN]
    place = ""
    if zone["cell"]:
        column, row = zone["cell"]
        place = f"c{column} r{rotation + 1 - row if rotation else row} w{zone['wide']}"
    return Zone(
        bilingual_plain(zone["title"]),
        zone["count"],
        zone["most"],
        tuple(tile_of(each, seat, card, offers, in_place=bool(place)) for each in cards),
        zone["count"] - len(zone["cards"]),
        len(zone["cards"]) - len(cards),
        place,
        zone["count"] > PILE and not zone["on_grid"] and not zone["held"],
        zone["held"],
        zone["on_grid"],
        f"zone:{-1 if seat is None else seat}:{zone['name']}",
    )


def tile_of(card: JsonObject, seat: int | None, mine: str, offers: Offers, *, in_place: bool = False) -> Tile:
    """Return one card as a tile; one that has its place on the board is paid for, and others have no number at 0 out of another."""
    marks: Sequence[JsonObject] = card["marks"]
    answers = offers.by_entity.get(card["id"], ())
    tone = faces.tones().get(card["tone"])
    return Tile(
        id=card["id"],
        name=card["name"],
        tone=PLAIN if tone is None else tone.name,
        kind=card["kind"],
        art=strokes(card["card"].rstrip("~"), PLAIN if tone is None else tone.manner),
        is_mine=card["card"] == mine,
        leads=card["leads"],
        fallen=card["fallen"],
        meter=next((_meter(mark) for mark in marks if mark["manner"] == "meter" and (in_place or mark["value"])), None),
        pips=tuple(_pips(mark) for mark in marks if mark["manner"] == "pips" and (mark["most"] or mark["value"])),
        corner=next((_number(mark) for mark in marks if mark["manner"] == "corner"), None),
        signs=tuple(sign_of(sign) for mark in marks for sign in mark["signs"]),
        words=tuple(bilingual_plain(mark["title"]) for mark in marks if mark["manner"] == "word"),
        traits=tuple(_trait(mark) for mark in marks if mark["manner"] in ("trait", "count")),
        numbers=tuple((bilingual_plain(mark["title"]), mark["value"]) for mark in card["numbers"]),
        cost=tuple(_due(fact) for fact in card["cost"]),
        text=card.get("text", ""),
        due=None if in_place else next((_number(mark) for mark in marks if mark["manner"] == "cost"), None),
        attached=tuple(tile_of(each, seat, mine, offers) for each in card["attached"]),
        seat=seat,
        cell=card["cell"] or "",
        ways=" ".join(f"{goal}:{'.'.join(way)}" for goal, way in card.get("ways", {}).items()),
        reach=" ".join(card.get("reach", ())),
        is_offered=bool(answers),
        options=answers if len(answers) <= ACTS else (),
        why_not=offers.refused.get(card["id"], ""),
        change=offers.changes.get(card["id"]),
    )


def _trait(mark: JsonObject) -> str:
    title, number = _number(mark)
    return f"{title} {number}" if mark["manner"] == "count" else title


def _number(mark: JsonObject) -> Number:
    return bilingual_plain(mark["title"]), mark["value"]


def _meter(mark: JsonObject) -> Meter:
    most = max(mark["most"], mark["value"], 1)
    return Meter(bilingual_plain(mark["title"]), mark["value"], mark["most"], round(100 * max(mark["value"], 0) / most))


def _pips(mark: JsonObject) -> Pips:
    most = min(max(mark["most"], mark["value"]), MAX_PIPS)
    each = tuple(place < mark["value"] for place in range(most))
    return Pips(bilingual_plain(mark["title"]), mark["value"], most, each)


def sign_of(sign: JsonObject) -> SignView:
    """Return a badge; an unknown icon is left out."""
    icon = sign["icon"] if sign["icon"] in (*ICONS, *faces.icons()) else ""
    return SignView(bilingual_plain(sign["title"]), icon, sign["tone"], sign.get("place", -1))


def _due(fact: JsonObject) -> SignView:
    """Return a part of a cost as a sign whose place is the amount."""
    value = fact["value"] if isinstance(fact["value"], int) else 0
    return sign_of({"title": fact["label"], "icon": fact["icon"], "tone": "", "place": value})


def tiles_of(sides: Iterable[Side]) -> dict[int, Tile]:
    """Return every card that is drawn, by its number."""
    return {tile.id: tile for side in sides for zone in (*side.places, *side.zones) for tile in zone.cards}
