"""A watched match as its page shows it: the steps of one round, the table after one of them, who may see what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache

from cards.errors import NotFound
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.models import Preview
from cards.web.board import Offers, Side, SignView, offers_of, side_of, sign_of
from cards.web.board_grid import Grid, grid_of
from cards.web.board_track import TrackView, track_of

TWO = 2  # seats that face each other
BETWEEN = {"en": ": ", "zh": "："}
KEPT = 3600  # seconds for which the answers of a match spare its bots' thinking


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
class Answer:
    """One option of a question in words.

    Shapes: `changes` are what it would make of cards, as `card: before → after`, `data` the same for scripts; `signs` are the things of the pool that it
            takes; `steps` are the events in which its numbers are worked out.
    """

    key: str
    words: str
    is_chosen: bool
    entity: int
    verb: str
    signs: tuple[SignView, ...]
    changes: tuple[tuple[str, int, int], ...]
    data: str
    steps: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Watched:
    """A match at one step.

    Shapes: `rounds` are the rounds with the address of the first step of each; `urls` those of the buttons by their names; `viewers` are the
            choices of who looks, each with address and whether it is chosen; `options` are what the next question offers; `sides` are
            in the order in which they are drawn, the viewer's last; `grid` is none in a game without one.
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
    options: tuple[Answer, ...]
    grid: Grid | None
    track: TrackView | None
    end: str
    digest: str


def watched(preview: Preview, index: int, asked: Mapping[str, str], card_url: str) -> Watched:
    """Return a match behind a preview's numbers at one step; the query names `step` and `seat`.

    Errors: NotFound for a match, step or seat that there is not; OtherEngine for a preview of another engine.
    """
    traces = (preview.result or {}).get("traces") or []
    if not 0 <= index < len(traces):
        raise NotFound
    answers = answers_of(preview, index, traces[index])
    step, viewer = whole(asked.get("step", "0")), whole(asked["seat"]) if asked.get("seat") else None
    try:
        seen = previews.preview_watch(preview.spec, traces[index], answers, step=step, viewer=viewer)
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
        found = previews.preview_answers(preview.spec, trace)["answers"]
        cache.set(key, found, KEPT)
    return found


def drawn(seen: Mapping[str, Any], card: str, viewer: int | None, card_url: str) -> Watched:
    """Return a match as the engine describes it in the words of the page."""
    step, last, number = seen["step"], seen["last"], seen["round"]
    asked = seen["asked"] or {}
    offers = offers_of(asked)
    table = side_of(None, seen["scene"]["table"], card, offers)
    sides = _sides(seen["scene"]["seats"], card, offers, viewer)
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
        table=table,
        sides=sides,
        asked=_question(asked),
        options=answers_in_words(asked, seen["scene"]),
        grid=grid_of(seen["scene"]["grid"], (*sides, table), asked),
        track=track_of(seen["scene"]["track"]),
        end=seen["end"][data_language()] if step == last else "",
        digest=seen["digest"],
    )


def _sides(seats: Sequence[Mapping[str, Any]], card: str, offers: Offers, viewer: int | None) -> tuple[Side, ...]:
    """Return the sides in the order in which they are drawn: of two the viewer's last, and the other turned towards it."""
    near = viewer or 0
    if len(seats) != TWO:
        return tuple(side_of(each["seat"], each, card, offers) for each in seats)
    far = seats[1 - near]
    return (
        side_of(far["seat"], far, card, offers, is_far=True),
        side_of(seats[near]["seat"], seats[near], card, offers),
    )


def answers_in_words(asked: Mapping[str, Any], scene: Mapping[str, Any]) -> tuple[Answer, ...]:
    """Return the options of a question in words."""
    signs = {sign["place"]: sign for seat in scene["seats"] for sign in ((seat["pool"] or {}).get("held") or ())}
    return tuple(_answer(option, asked, signs) for option in asked.get("options", ()))


def _answer(option: Mapping[str, Any], asked: Mapping[str, Any], signs: Mapping[int, Mapping[str, Any]]) -> Answer:
    language = data_language()
    seen = option["foreseen"] or {"changes": (), "steps": ()}
    changes = tuple((each["name"][language], each["from"], each["to"]) for each in seen["changes"])
    return Answer(
        option["key"],
        _words(option, language),
        option["key"] in asked["chosen"],
        option["entity"],
        option["verb"],
        tuple(sign_of(signs[place]) for place in option["signs"] if place in signs),
        changes,
        " ".join(f"{each['entity']}:{each['from']}:{each['to']}" for each in seen["changes"]),
        tuple((each["title"][language], " ".join(filter(None, each["values"][language]))) for each in seen["steps"]),
    )


def _words(option: Mapping[str, Any], language: str) -> str:
    """Return an option in words: what its card calls it, else the verb with the card that it names."""
    if option["worded"] is not None:
        return str(option["worded"][language])
    if option["does"] is None:
        return str(option[language])
    does, named = option["does"][language], option[language].removeprefix(f"{option['verb']}, ")
    named = named.removeprefix(f"{option['verb']}、")
    return f"{does}{BETWEEN[language]}{named}" if option["entity"] else str(does)


def _url(step: int, viewer: int | None) -> str:
    return "?" + urlencode({"step": step, **({} if viewer is None else {"seat": viewer})})


def _viewers(seats: int, step: int, viewer: int | None) -> tuple[tuple[str, str, bool], ...]:
    everybody = (localize("Everything", "全部公开"), _url(step, None), viewer is None)
    return (everybody, *((_player(seat), _url(step, seat), viewer == seat) for seat in range(seats)))


def _player(seat: int) -> str:
    return localize("Player {seat}", "{seat} 号玩家", seat=seat + 1)


def _question(asked: Mapping[str, Any]) -> str:
    if not asked:
        return ""
    words = {"player": _player(asked["seat"]), "prompt": prompt_of(asked)}
    return localize("{player} is asked next: {prompt}", "接下来询问{player}：{prompt}", **words)


def prompt_of(asked: Mapping[str, Any]) -> str:
    """Return what is asked, in the words of the game where it has any."""
    return str(asked["title"][data_language()] if asked["title"] else asked["prompt"])


def _row(row: Mapping[str, Any], step: int, viewer: int | None, card: str, card_url: str) -> Row:
    lines = tuple((line.strip(), line.startswith(" ")) for line in row["lines"][data_language()] if line.strip())
    nodes = tuple(
        (
            each["name"],
            each["place"],
            f"{card_url}?{urlencode({'node': each['place']})}" if card_url and each["card"] == card else "",
        )
        for each in row["nodes"]
    )
    return Row(row["no"], row["seat"], _url(row["no"], viewer), row["no"] == step, lines, nodes)
