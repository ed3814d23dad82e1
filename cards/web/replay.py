"""A watched match as its page shows it: the steps of one round, the table after one of them, who may see what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.utils.translation import gettext

from cards import gateway
from cards.errors import NotFound
from cards.models import Preview
from cards.web.text import bilingual_plain, data_language

KEPT = 3600  # seconds for which the answers of a match spare its bots' thinking
PILE = 9  # cards from which a zone is folded
SHOWN = 40  # cards of a zone that are drawn; the rest is counted


@dataclass(frozen=True, slots=True)
class Row:
    """One step of the shown round.

    Shapes: `lines` say what happened, each with whether it is a number that changed; `nodes` are the nodes of cards that ran, each with the
            address where its card is edited, or none.
    """

    no: int
    seat: int | None
    url: str
    is_current: bool
    lines: tuple[tuple[str, bool], ...]
    nodes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A card on the table: its name, its numbers, and whether it is the card of the preview."""

    name: str
    numbers: tuple[tuple[str, int], ...]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: `hidden` cards are there and not to be seen, `more` are not drawn. `place` is the class of its cell on a board.

    Shapes: a pile, with more cards than a hand has, is folded.
    """

    title: str
    count: int
    cards: tuple[Held, ...]
    hidden: int
    more: int
    place: str
    is_pile: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The table's part that belongs to a seat, or to nobody."""

    seat: int | None
    numbers: tuple[tuple[str, int], ...]
    places: tuple[Zone, ...]
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Watched:
    """A match at one step.

    Shapes: `rounds` are the rounds with the address of the first step of each; `urls` those of the buttons by their names; `viewers` are the
            choices of who looks, each with address and whether it is chosen; `options` are what the next question offers, each with
            whether it was chosen.
    """

    step: int
    last: int
    round: int
    urls: Mapping[str, str]
    rounds: tuple[tuple[int, str, bool], ...]
    viewers: tuple[tuple[str, str, bool], ...]
    rows: tuple[Row, ...]
    table: Side
    sides: tuple[Side, ...]
    asked: str
    options: tuple[tuple[str, bool], ...]
    end: str
    digest: str


def watched(preview: Preview, index: int, asked: Mapping[str, str], card_url: str) -> Watched:
    """Return a match behind a preview's numbers at one step; the query names `step` and `seat`.

    Errors: NotFound for a match, step or seat that there is not; gateway.OtherEngine for a preview of another engine.
    """
    traces = (preview.result or {}).get("traces") or []
    if not 0 <= index < len(traces):
        raise NotFound
    answers = answers_of(preview, index, traces[index])
    step, viewer = whole(asked.get("step", "0")), whole(asked["seat"]) if asked.get("seat") else None
    try:
        seen = gateway.preview_watch(preview.spec, traces[index], answers, step=step, viewer=viewer)
    except LookupError:
        raise NotFound from None
    if viewer is not None and viewer >= seen["seats"]:
        raise NotFound
    return drawn(seen, preview.card.written_id if preview.card else "", viewer, card_url)


def whole(text: str) -> int:
    """Return a whole number of an address.

    Errors: NotFound for anything else.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise NotFound
    return int(text)


def answers_of(preview: Preview, index: int, trace: Mapping[str, Any]) -> Sequence[str]:
    """Return the answers of a match: remembered, or found by letting its bots think again."""
    key = f"watched:{preview.pk}:{preview.spec_sha256}:{index}"
    found: Sequence[str] | None = cache.get(key)
    if found is None:
        found = gateway.preview_answers(preview.spec, trace)["answers"]
        cache.set(key, found, KEPT)
    return found


def drawn(seen: Mapping[str, Any], card: str, viewer: int | None, card_url: str) -> Watched:
    """Return a match as the engine describes it in the words of the page."""
    step, last, number = seen["step"], seen["last"], seen["round"]
    asked = seen["asked"] or {}
    return Watched(
        step=step,
        last=last,
        round=number,
        urls={
            "first": _url(0, viewer),
            "back": _url(max(0, step - 1), viewer),
            "next": _url(min(last, step + 1), viewer),
            "last": _url(last, viewer),
        },
        rounds=tuple((one, _url(no, viewer), one == number) for one, no in seen["rounds"]),
        viewers=_viewers(seen["seats"], step, viewer),
        rows=tuple(_row(row, step, viewer, card, card_url) for row in seen["rows"]),
        table=_side(None, seen["scene"]["table"], card),
        sides=tuple(_side(each["seat"], each, card) for each in seen["scene"]["seats"]),
        asked=_question(asked),
        options=tuple(
            (option[data_language()], option["key"] in asked["chosen"]) for option in asked.get("options", ())
        ),
        end=seen["end"][data_language()] if step == last else "",
        digest=seen["digest"],
    )


def _url(step: int, viewer: int | None) -> str:
    return "?" + urlencode({"step": step, **({} if viewer is None else {"seat": viewer})})


def _viewers(seats: int, step: int, viewer: int | None) -> tuple[tuple[str, str, bool], ...]:
    everybody = (gettext("Everything"), _url(step, None), viewer is None)
    return (everybody, *((_player(seat), _url(step, seat), viewer == seat) for seat in range(seats)))


def _player(seat: int) -> str:
    return gettext("Player %(seat)d") % {"seat": seat + 1}


def _question(asked: Mapping[str, Any]) -> str:
    if not asked:
        return ""
    words = {"player": _player(asked["seat"]), "prompt": asked["prompt"]}
    return gettext("%(player)s is asked next: %(prompt)s") % words


def _row(row: Mapping[str, Any], step: int, viewer: int | None, card: str, card_url: str) -> Row:
    lines = tuple((line.strip(), line.startswith(" ")) for line in row["lines"][data_language()] if line.strip())
    nodes = tuple(
        (
            each["name"],
            each["pointer"],
            f"{card_url}?{urlencode({'node': each['pointer']})}" if card_url and each["card"] == card else "",
        )
        for each in row["nodes"]
    )
    return Row(row["no"], row["seat"], _url(row["no"], viewer), row["no"] == step, lines, nodes)


def _side(seat: int | None, held: Mapping[str, Any], card: str) -> Side:
    zones = [_zone(zone, card) for zone in held["zones"]]
    return Side(
        seat,
        tuple((bilingual_plain(one["title"]), one["value"]) for one in held["numbers"]),
        tuple(zone for zone in zones if zone.place),
        tuple(zone for zone in zones if not zone.place and zone.count),
    )


def _zone(zone: Mapping[str, Any], card: str) -> Zone:
    shown = zone["cards"][:SHOWN]
    cards = tuple(
        Held(
            each["name"],
            tuple((bilingual_plain(one["title"]), one["value"]) for one in each["numbers"]),
            each["card"] == card,
        )
        for each in shown
    )
    place = f"c{zone['cell'][0]} r{zone['cell'][1]}" if zone["cell"] else ""
    hidden = zone["count"] - len(zone["cards"])
    return Zone(
        bilingual_plain(zone["title"]),
        zone["count"],
        cards,
        hidden,
        len(zone["cards"]) - len(shown),
        place,
        zone["count"] > PILE,
    )
