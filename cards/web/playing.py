"""A match played by hand: the view of a seat, its decision, and the answer that a form gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict

from cards.errors import InvalidFields
from cards.gateway import nodes, previews
from cards.localization import data_language, localize
from cards.models import Match, SeatLink
from cards.services.match import BOT_ANSWERS, Opening, bots_of
from cards.services.match_chance import chance_of, is_done, is_estimated
from cards.services.match_choice import SLOW_SKILLS, choice_of
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.board import Tile, Zone
from cards.web.replay import Answer, Refused, Watched, answers_in_words, prompt_of, refused_in_words, table_view
from cards.web.text import MINUS

MAX_ANSWER = 4_000  # characters of one answer
MAX_OPEN = 3  # options of which each shows at once how its numbers are computed


@frozen_dataclass
class Played:
    """A match after the answers so far.

    Shapes: `refused` are actions that
            cannot be taken now; `last_answer` is the step of the player's last answer in this round, else of the last one at all, 0 before any; equal cards of a hand are one of the `options`, which is empty when the bots are not done or the match is over; `least`
            and `most` say how many options an answer takes; `seat` is the seat that answers, and `seats` are those that the person plays; `waits_for` is the seat of another person that is asked.
    """

    options: tuple[Answer, ...]
    prompt: str
    least: int
    most: int
    is_over: bool
    goes_on: bool
    waits_for: int | None
    watched: Watched
    blocks: tuple[Block, ...]
    is_of_cells: bool
    refused: tuple[Refused, ...]
    last_answer: int
    seat: int
    seats: tuple[int, ...]

    @property
    def is_short(self) -> bool:
        """Return whether the options are few, so that how their numbers are computed is shown at once."""
        return len(self.options) <= MAX_OPEN

    @property
    def is_many(self) -> bool:
        """Return whether an answer may take several options, so that each is marked first."""
        return self.most > 1 or self.least != self.most


@frozen_dataclass
class Block:
    """One node of the card of a match; lit where it ran in what is shown. Units: `depth` in nodes around it."""

    words: str
    pointer: str
    depth: int
    is_lit: bool


def given_answer(params: QueryDict) -> list[str]:
    """Return the answer that a form gives, as the only line of a list; an empty list where it gives none.

    Errors: InvalidFields for one that is longer than any.
    """
    chosen = params.getlist("choice")
    line = ",".join(chosen) if chosen else "-" if params.get("none") else ""
    if len(line) > MAX_ANSWER:
        raise InvalidFields.of("/choice", "The answer is too long.", "答案过长。")
    return [line] if line else []


@frozen_dataclass
class Stand:
    """Where a match stands.

    Shapes: asked is the seat that answers next, none once the match is over; seats are those of the person, guests those of other people;
            shows_card says whether the page may name the card that the match is about.
    """

    spec: JsonObject
    trace: JsonObject
    answers: Sequence[str]
    asked: int | None
    seats: Sequence[int]
    guests: Sequence[int] = ()
    shows_card: bool = True
    skill: str = ""


def stand_of(match: Match) -> Stand:
    """Return how far a match is for who began it."""
    return Stand(
        match.spec, match.trace, match.answers, match.asked, match.seats, match.guests, skill=_skill(match.origin)
    )


def stand_for(link: SeatLink) -> Stand:
    """Return how far a match is for the holder of another seat: which card it is about is not theirs to know."""
    match = link.match
    return Stand(match.spec, match.trace, match.answers, match.asked, [link.seat], match.seats, shows_card=False)


def opening_stand(opening: Opening) -> Stand:
    """Return how far a match is once its bots have played up to the first question of a person's seat; slow ones have not begun.

    Errors: OtherEngine; NotOffered; LookupError for a seat that there is not.
    """
    spec, trace, skill = opening.spec, opening.trace, _skill(opening.origin)
    rest = bots_of(spec, {**opening.origin, "seat": opening.seat})
    most = 0 if skill in SLOW_SKILLS else BOT_ANSWERS
    on = previews.preview_play(spec, trace, opening.answers, seat=opening.seat, max_answers=most, **rest)
    return Stand(spec, trace, on["answers"], None if on["isOver"] else on["asked"], on["seats"], skill=skill)


def _skill(origin: JsonObject) -> str:
    """Return the skill of the bots of a match, empty for those of its plan."""
    return choice_of(origin).skill if "bot" in origin else ""


def played(stand: Stand, *, ruleset: str, card_url: str, is_sandbox: bool = False) -> Played:
    """Return the view of a match; in a sandbox nothing is hidden.

    Errors: OtherEngine, NotOffered, ChangeRefused.
    """
    spec, is_mine = stand.spec, stand.asked in stand.seats
    steps = len([answer for answer in stand.answers if answer != previews.STOPPED])
    seat = stand.asked if stand.asked is not None and is_mine else stand.seats[0]
    viewer = None if is_sandbox else seat
    view = previews.preview_watch(spec, stand.trace, stand.answers, step=steps, viewer=viewer, language=data_language())
    decision = view["asked"] if is_mine else None
    card = spec["candidate"]["id"] if stand.shows_card else ""
    table = table_view(view, card, seat, card_url)
    hand = tuple(zone for side in table.sides if side.seat == seat for zone in side.zones if zone.is_held)
    own = [row["no"] for row in view["rows"] if row["change"] or row["seat"] in stand.seats]
    options = answers_in_words(decision, view["scene"]) if decision else ()
    is_one = bool(decision and decision["min"] == decision["max"] == 1)
    lit = {node["pointer"] for row in view["rows"] for node in row["nodes"] if node["card"] == card}
    return Played(
        options=alike(options, hand) if is_one else options,
        prompt=_prompt(decision),
        least=decision["min"] if decision else 0,
        most=decision["max"] if decision else 0,
        is_over=stand.asked is None,
        goes_on=stand.asked is not None and not is_mine and stand.asked not in stand.guests,
        waits_for=stand.asked if stand.asked in stand.guests and not is_mine else None,
        is_of_cells=bool(decision and decision["options"][0]["cell"]),
        watched=table,
        blocks=blocks_of(ruleset, spec["candidate"], lit) if stand.shows_card else (),
        refused=refused_in_words(decision) if decision else (),
        last_answer=max(own, default=view["step"]),
        seat=seat,
        seats=tuple(stand.seats),
    )


@frozen_dataclass
class Chance:
    """The chance to win of who plays a match, as far as it was estimated.

    Shapes: `share` and `interval` are percent in words, empty before the first worlds; it `is_stale` where the match has gone on since, and `is_open` while a worker is at it;
            `line` is the path of earlier estimates in a box of 100 by 20, empty for fewer than two.
    """

    share: str
    interval: str
    n: int
    is_stale: bool
    is_open: bool
    line: str


def chance_in_words(match: Match) -> Chance | None:
    """Return the chance to win as a page shows it; None where it was not asked for."""
    estimate = chance_of(match)
    if estimate is None:
        return None
    n, points = estimate["n"], [share for _, share in estimate["points"]]
    successes = estimate["wins"] + estimate["draws"] / 2
    low, high = previews.rate_interval(successes, n) if n else (0.0, 1.0)
    width = max(1, len(points) - 1)
    path = " ".join(f"{100 * place / width:.0f},{20 - share / 5:.0f}" for place, share in enumerate(points))
    return Chance(
        f"{100 * successes / n:.0f} %" if n else "",
        f"[ {100 * low:.0f}, {100 * high:.0f} ]" if n else "",
        n,
        estimate["etag"] != match.etag,
        is_estimated(match) and not is_done(match, estimate),
        f"M{path.replace(' ', ' L')}" if len(points) > 1 else "",
    )


@frozen_dataclass
class Weighed:
    """An answer that a bot weighed, with what it adds by the bot's judgement.

    Units: `share` in percent of the range between the worst and the best.
    """

    words: str
    gain: str
    share: int
    is_chosen: bool


@frozen_dataclass
class Judgement:
    """What a bot weighed at its last answer."""

    seat: int
    options: tuple[Weighed, ...]
    is_open: bool


def judgement_of(stand: Stand, match: Played, *, is_open: bool) -> Judgement | None:
    """Return what the bot that answered last weighed, of what the player may see; everything once the match is over.

    Errors: OtherEngine, NotOffered.
    """
    is_open = is_open or match.is_over
    judgement = previews.preview_thought(
        stand.spec, stand.trace, stand.answers, seat=match.seat, is_open=is_open, skill=stand.skill
    )
    return None if judgement is None else judgement_in_words(judgement, is_open=is_open)


def judgement_in_words(judgement: JsonObject, *, is_open: bool) -> Judgement:
    """Return a judgement as a page shows it."""
    gains = [option["gain"] for option in judgement["options"]]
    low, width = min(gains, default=0), max(1, max(gains, default=0) - min(gains, default=0))
    options = tuple(
        Weighed(
            option[data_language()],
            f"{option['gain']:+d}".replace("-", MINUS),
            round(100 * (option["gain"] - low) / width),
            option["isChosen"],
        )
        for option in judgement["options"]
    )
    return Judgement(judgement["seat"], options, is_open)


def alike(options: Sequence[Answer], hand: Sequence[Zone]) -> tuple[Answer, ...]:
    """Return options with those of equal cards in a hand as one: the first, with how many there are."""
    tiles = {tile.id: _face(tile) for zone in hand for tile in zone.cards}
    groups: dict[object, list[Answer]] = {}
    for option in options:
        key = (tiles[option.entity], option.verb, option.words) if option.entity in tiles else option.key
        groups.setdefault(key, []).append(option)
    return tuple(replace(group[0], copies=len(group)) for group in groups.values())


def _face(tile: Tile) -> str:
    """Return what equal tiles have in common: all but the number and the answers."""
    return repr(replace(tile, id=0, options=(), is_offered=False, change=None))


def _prompt(decision: JsonObject | None) -> str:
    if decision is None:
        return ""
    if decision["min"] == decision["max"] == 1:
        return localize("Your decision: {prompt}", "请决定：{prompt}", prompt=prompt_of(decision))
    words = {"prompt": prompt_of(decision), "least": decision["min"], "most": decision["max"]}
    return localize(
        "Your decision: {prompt} (choose {least} to {most})", "请决定：{prompt}（选择 {least} 到 {most} 项）", **words
    )


def blocks_of(ruleset: str, document: JsonObject, lit: set[str]) -> tuple[Block, ...]:
    """Return the nodes of a card in order, those lit whose places are named as the engine names them."""
    blocks = []
    for block in previews.card_blocks(ruleset, dict(document)):
        way = nodes.path_in_words(ruleset, document, block["place"])
        words = way[-1][data_language()] if way else block["type"]
        blocks.append(Block(words, block["place"], block["depth"], block["pointer"] in lit))
    return tuple(blocks)
