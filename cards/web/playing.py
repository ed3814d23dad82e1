"""A match played by hand: the view of a seat, its decision, and the answers that the page carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict

from cards.errors import InvalidFields
from cards.gateway import nodes, previews
from cards.localization import data_language, localize
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.board import Tile, Zone
from cards.web.replay import Answer, Refused, Watched, answers_in_words, drawn, prompt_of, refused_in_words
from cards.web.text import MINUS

BOT_ANSWERS = 60
"""Answers that bots give in one request; where they are not done, the page asks to go on."""
TYPED_MOST = 400_000  # characters of all answers


@frozen_dataclass
class Played:
    """A match after the answers so far.

    Shapes: `answers` are what the next request brings along; `hand` are the zones into which the player alone looks; `refused` are actions that
            cannot be taken now; `last_answer` is the step of the player's last answer in this round, else of the last one at all, 0 before any; equal cards of a hand are one of the `options`, which is empty when the bots are not done or the match is over; `least`
            and `most` say how many options an answer takes; `seat` is the seat that answers, and `seats` are those that the person plays.
    """

    answers: str
    options: tuple[Answer, ...]
    prompt: str
    least: int
    most: int
    is_over: bool
    goes_on: bool
    watched: Watched
    blocks: tuple[Block, ...]
    is_of_cells: bool
    hand: tuple[Zone, ...]
    refused: tuple[Refused, ...]
    last_answer: int
    seat: int
    seats: tuple[int, ...]


@frozen_dataclass
class Block:
    """One node of the card of a match; lit where it ran in what is shown. Units: `depth` in nodes around it."""

    words: str
    pointer: str
    depth: int
    is_lit: bool


def given_answers(params: QueryDict) -> list[str]:
    """Return the answers that a request brings along, with the one that it gives.

    Errors: InvalidFields for more than a match can have.
    """
    text = params.get("answers", "")
    answers = text.splitlines()  # a browser sends the lines of a text area with CR LF, whatever the page had
    if len(text) > TYPED_MOST or len(answers) > previews.ANSWERS_MOST:
        raise InvalidFields.of("/answers", "The match is too long.", "对局过长。")
    if any(params.get(name) for name in ("download", "back", "change", "thought")):
        return answers
    chosen = params.getlist("choice")
    if chosen:
        answers.append(",".join(chosen))
    elif params.get("none"):
        answers.append("-")
    return answers


def played(  # noqa: PLR0913 - whose match, and how it is looked at, each by keyword
    spec: JsonObject,
    trace: JsonObject,
    answers: Sequence[str],
    *,
    seat: int,
    ruleset: str,
    card_url: str,
    is_sandbox: bool = False,
) -> Played:
    """Return the match after some answers and those of the bots that follow; in a sandbox nothing is hidden.

    Errors: OtherEngine, NotOffered, ChangeRefused.
    """
    if not is_sandbox and any(map(previews.is_change, answers)):
        raise previews.NotOffered("a change by hand outside a sandbox")
    on = previews.preview_play(spec, trace, answers, seat=seat, most=BOT_ANSWERS)
    answers_before = list(on["answers"])
    steps = len([answer for answer in answers_before if answer != previews.STOPPED])
    seat = on["asked"] if on["isMine"] else on["seats"][0]
    view = previews.preview_watch(spec, trace, answers_before, step=steps, viewer=None if is_sandbox else seat)
    decision = view["asked"] if on["isMine"] else None
    table_view = drawn(view, spec["candidate"]["id"], seat, card_url)
    hand = tuple(zone for side in table_view.sides if side.seat == seat for zone in side.zones if zone.is_held)
    own = [row["no"] for row in view["rows"] if row["change"] or row["seat"] in on["seats"]]
    options = answers_in_words(decision, view["scene"]) if decision else ()
    is_one = bool(decision and decision["min"] == decision["max"] == 1)
    lit = {node["pointer"] for row in view["rows"] for node in row["nodes"] if node["card"] == spec["candidate"]["id"]}
    return Played(
        answers="\n".join(answers_before),
        options=alike(options, hand) if is_one else options,
        prompt=_prompt(decision),
        least=decision["min"] if decision else 0,
        most=decision["max"] if decision else 0,
        is_over=on["isOver"],
        goes_on=not on["isOver"] and not on["isMine"],
        is_of_cells=bool(decision and decision["options"][0]["cell"]),
        watched=table_view,
        blocks=blocks_of(ruleset, spec["candidate"], lit),
        hand=hand,
        refused=refused_in_words(decision) if decision else (),
        last_answer=max(own, default=view["step"]),
        seat=seat,
        seats=tuple(on["seats"]),
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


def judgement_of(spec: JsonObject, trace: JsonObject, match: Played, *, is_open: bool) -> Judgement | None:
    """Return what the bot that answered last answer, of what the player may see; everything once the match is over.

    Errors: OtherEngine, NotOffered.
    """
    is_open = is_open or match.is_over
    judgement = previews.preview_thought(spec, trace, match.answers.splitlines(), seat=match.seat, is_open=is_open)
    if judgement is None:
        return None
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
