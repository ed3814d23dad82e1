"""A match played by hand: the view of a seat, its decision, and the answers that the page carries."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict

from cards.errors import InvalidFields
from cards.gateway import nodes, previews
from cards.localization import data_language, localize
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.replay import Answer, Watched, answers_in_words, drawn, prompt_of

BOT_ANSWERS = 60
"""Answers that bots give in one request; where they are not done, the page asks to go on."""
TYPED_MOST = 400_000  # characters of all answers


@frozen_dataclass
class Played:
    """A match after the answers so far.

    Shapes: `answers` are what the next request brings along; `options` is empty when the bots are not done or the match is over; `least`
            and `most` say how many options an answer takes.
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
    if params.get("download"):
        return answers
    chosen = params.getlist("choice")
    if chosen:
        answers.append(",".join(chosen))
    elif params.get("none"):
        answers.append("-")
    return answers


def played(
    spec: JsonObject, trace: JsonObject, answers: Sequence[str], *, seat: int, ruleset: str, card_url: str
) -> Played:
    """Return the match after some answers and those of the bots that follow.

    Errors: OtherEngine, NotOffered.
    """
    on = previews.preview_play(spec, trace, answers, seat=seat, most=BOT_ANSWERS)
    answers_before = list(on["answers"])
    steps = len([answer for answer in answers_before if answer != previews.STOPPED])
    view = previews.preview_watch(spec, trace, answers_before, step=steps, viewer=seat)
    decision = view["asked"] if on["isMine"] else None
    lit = {node["pointer"] for row in view["rows"] for node in row["nodes"] if node["card"] == spec["candidate"]["id"]}
    return Played(
        answers="\n".join(answers_before),
        options=answers_in_words(decision, view["scene"]) if decision else (),
        prompt=_prompt(decision),
        least=decision["min"] if decision else 0,
        most=decision["max"] if decision else 0,
        is_over=on["isOver"],
        goes_on=not on["isOver"] and not on["isMine"],
        is_of_cells=bool(decision and decision["options"][0]["cell"]),
        watched=drawn(view, spec["candidate"]["id"], seat, card_url),
        blocks=blocks_of(ruleset, spec["candidate"], lit),
    )


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
