"""A match of a preview played on by a person: forked at a step, or begun with the card in hand; and matches as files.

Nothing is stored: a match is its plan, its trace and its answers, and each call brings them along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Decision, action_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, start
from engine.kernel.state import State
from engine.kernel.view import View
from engine.ruleset import Ruleset
from engine.simulation.plan import spec_hash
from engine.simulation.play import Decks, World, bot_of, seat_of
from engine.simulation.run import block_seed, worlds
from engine.simulation.sandbox import is_change, seats_before
from engine.simulation.watch import ARMS, STOP_ANSWER, Watched, sandbox_of, seated, traced, watch

FORMAT = "preview-match/1"
MAX_ANSWERS = 5_000
"""Answers of a match that somebody plays on; no match that ends by its rules has as many."""

OPENINGS = 48
"""Seeds that are looked at for an opening in which the card is in hand."""

DEALING = 24
"""Answers that a game may want before it has dealt."""

TRACE = ("arm", "opponent", "seat", "seed")


def hand_trace(ruleset: Ruleset, spec: Json, first: int = 0, *, opponent: str = "", seat: int = 0) -> JsonObject:
    """Return a match in which a seat begins with the card, as a trace; the first of all where none of the next seeds has one.

    Shapes: `opponent` names the decks that meet, those of the block where it is empty; `seat` is who has the card, where the card is not of a fixed side.
            `{arm, opponent, seat, seed, block, isHeld, answers}`; `first` is the block at which the search begins, and a search from
            the block that was found finds it again. A seat begins with what it has met when the match asks its first question; where
            a game deals only after some answers, when it first asks this seat what it does. `answers` are those, given by the bots.
    """
    if spec["layout"]["unit"] != "table":
        pair = worlds(ruleset, spec, spec_hash(spec))
        for block in range(first, first + OPENINGS):
            opening = _opening(spec, block, opponent, seat)
            answers = _answers_until_held(*seated(pair, spec, opening), opening["seed"], opening["seat"])
            if answers is not None:
                return opening | {"isHeld": True, "answers": answers}
    return _opening(spec, first, opponent, seat) | {"isHeld": False, "answers": []}


def _opening(spec: Json, block: int, opponent: str, seat: int) -> JsonObject:
    """Return which match a hand of a block is played in: its decks, and the seat that has the card."""
    layout = spec["layout"]
    decks = opponent or ":".join(layout["strata"][block % len(layout["strata"])])
    owner = int(layout.get("side") or 0) if layout["unit"] == "side" else seat
    return {"arm": "candidate", "opponent": decks, "seat": owner, "seed": block_seed(spec, block), "block": block}


def _answers_until_held(side: World, decks: Decks, seed: int, seat: int) -> list[str] | None:
    """Return the answers before a seat begins with the card, None where it begins without it."""
    step = start(side.program, seed, side.ruleset.opening, side.opening(decks))
    answers: list[str] = []
    while not _is_met(side, step.state, seat):
        decision = step.decision
        if decision is None or len(answers) == DEALING or (decision.seat == seat and decision.kind == MAIN):
            return None
        key, step, stopped = _bot_answer(side, step, decision, seed, len(answers))
        if stopped:
            return None
        answers.append(key)
    return answers


def _is_met(side: World, state: State, seat: int) -> bool:
    """Return whether a seat has met the card."""
    card, unseen = side.spec["layout"]["card"], side.ruleset.experiment.unseen
    return any(
        each["def"] == card and seat_of(each["own"]) == seat and each["zone"] not in unseen
        for each in state.entities.values()
    )


def _bot_answer(
    side: World, step: Step, decision: Decision, seed: int, position: int, skill: str = ""
) -> tuple[str, Step, bool]:
    """Ask a bot of a skill for an answer; return the answer, the step after it, and whether the bot broke a budget while it thought.

    Its chance comes from the seed and the number of answers before, so the same answers lead to the same match anywhere.
    """
    bot = bot_of(side, skill)
    view = View(step.state, decision.seat, side.ruleset.hidden_zones, side.ruleset.determinize)
    action = bot(view, decision, Stream(seed, f"on/{decision.seat}/{position}"))
    return action_key(action), apply(step.state, action), bool(getattr(bot, "failed_node", ""))


def play_on(  # noqa: PLR0913 - which match, and who plays it, each by keyword
    ruleset: Ruleset,
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    max_answers: int,
    guests: Sequence[int] = (),
    own: Sequence[int] = (),
    skill: str = "",
) -> JsonObject:
    """Play the bots until a person's seat must answer, or that of a guest, the match is over, or a number of answers is reached.

    Shapes: own are further seats of the person; skill is that of the bots, of the plan's without one. `{answers, isOver, isMine, asked, seats, table, winner, rounds}`: all answers so far, whether a seat of the person's is asked, which one is, -1 for
            none, the seats that the person plays, which a change by hand may have made others, how many there are, who won, -1 for a draw and None before the
            end, and the round.
    Errors: IllegalAction `no-such-match`, `no-seat`, `too-long`, and `not-offered` for answers that are none of this match; BoardRefusal for a
            change that the table does not take.
    """
    if not 0 <= seat < ruleset.experiment.seats:
        raise IllegalAction("no-seat", f"there is no seat {seat}")
    side, decks = traced(ruleset, spec, trace)
    history = list(answers)
    step = _after(side, decks, trace["seed"], history)
    before, seats = len(history), seats_before(history, (seat, *own))[-1]
    people = {*seats, *guests}
    while step.decision is not None and step.decision.seat not in people and len(history) - before < max_answers:
        if len(history) >= MAX_ANSWERS:
            raise IllegalAction("too-long", f"a match takes {MAX_ANSWERS} answers at most")
        key, step, stopped = _bot_answer(side, step, step.decision, trace["seed"], len(history), skill)
        history.append(key)
        if stopped:
            history.append(STOP_ANSWER)
            break
    is_stopped = bool(history) and history[-1] == STOP_ANSWER
    turn = -1 if step.decision is None or is_stopped else step.decision.seat
    return {
        "answers": history,
        "isOver": turn < 0,
        "isMine": turn in seats,
        "asked": turn,
        "seats": list(seats),
        "table": ruleset.experiment.seats,
        "winner": step.result.winner if step.result is not None else None,
        "rounds": step.state.turn,
    }


def take_back(
    ruleset: Ruleset, spec: Json, trace: Json, answers: Sequence[str], *, seat: int, own: Sequence[int] = ()
) -> list[str]:
    """Return the answers before the last one of a person's seats, or before the last change by hand; as they are where there is neither.

    Errors: IllegalAction `no-such-match`, and `not-offered` for answers that are none of this match.
    """
    side, decks = traced(ruleset, spec, trace)
    history = [answer for answer in answers if answer != STOP_ANSWER]
    steps, seats = [*watch(side, decks, trace["seed"], history)][1:], seats_before(history, (seat, *own))
    own = [place for place, moment in enumerate(steps) if moment.asked is None or moment.asked.seat in seats[place]]
    return history[: own[-1]] if own else history


def _after(side: World, decks: Decks, seed: int, answers: Sequence[str]) -> Step:
    """Return the step after some answers."""
    if len(answers) > MAX_ANSWERS:
        raise IllegalAction("too-long", f"a match takes {MAX_ANSWERS} answers at most")
    step = start(side.program, seed, side.ruleset.opening, side.opening(decks))
    sandbox = sandbox_of(side) if any(map(is_change, answers)) else None
    for answer in answers:
        if answer == STOP_ANSWER:
            break
        if sandbox is not None and is_change(answer):
            step = sandbox.changed(step, answer)
            continue
        if step.decision is None:
            raise IllegalAction("not-offered", "the match is over, and nothing is asked any more")
        step = apply(step.state, parse_action(step.decision, answer))
    return step


def sandbox_offer(ruleset: Ruleset, spec: Json, trace: Json, answers: Sequence[str]) -> JsonObject | None:
    """Return what can be changed by hand after some answers, as `Sandbox.offered`; None while another question than a main one waits.

    Errors: as `play_on`.
    """
    side, decks = traced(ruleset, spec, trace)
    step = _after(side, decks, trace["seed"], answers)
    if ruleset.board is None or [decision.kind for decision in step.state.pending] != [MAIN]:
        return None
    return sandbox_of(side).offered(step.state)


def match_file(ruleset: Ruleset, spec: Json, trace: Json, answers: Sequence[str]) -> JsonObject:
    """Return a match of a preview as a document that holds all that it was played with.

    Shapes: `plan` is the whole plan, so the file can be verified without the pack; `digest` is that of the last state; `sandbox` is there where the
            table was changed by hand.
    """
    side, decks = traced(ruleset, spec, trace)
    step = _after(side, decks, trace["seed"], answers)
    return {
        "format": FORMAT,
        **({"sandbox": True} if any(map(is_change, answers)) else {}),
        "ruleset": ruleset.name,
        "engine": spec["engine"],
        "spec": spec_hash(spec),
        "plan": dict(spec),
        "trace": {name: trace[name] for name in TRACE},
        "answers": list(answers),
        "digest": f"{digest(step.state):016x}",
    }


def match_checked(document: Any) -> JsonObject:
    """Return a document once it is known to be a match of a preview.

    Errors: IllegalAction `bad-match` with what is wrong.
    """
    wrong = next(_wrong(document), None) if isinstance(document, Mapping) else "it is no object"
    if wrong is not None:
        raise IllegalAction("bad-match", wrong)
    return dict(document)


def _wrong(document: Json) -> Any:
    """Yield the faults of a document in their order."""
    plan, trace, answers = document.get("plan"), document.get("trace"), document.get("answers")
    if document.get("format") != FORMAT:
        yield f"its format is not {FORMAT}"
    if not isinstance(plan, Mapping) or spec_hash(plan) != document.get("spec"):
        yield "its plan is not the one that it names"
    if not isinstance(trace, Mapping) or not _is_trace(trace):
        yield "its trace names no match"
    if (
        not isinstance(answers, list)
        or len(answers) > MAX_ANSWERS
        or any(not isinstance(each, str) for each in answers)
    ):
        yield f"its answers are not a list of at most {MAX_ANSWERS} keys"
    if not isinstance(document.get("digest"), str):
        yield "it has no digest"


def _is_trace(trace: Json) -> bool:
    return (
        trace.get("arm") in ARMS
        and isinstance(trace.get("opponent"), str)
        and all(isinstance(trace.get(name), int) and not isinstance(trace[name], bool) for name in ("seat", "seed"))
    )


def match_verify(ruleset: Ruleset, document: Json) -> JsonObject:
    """Play a match again by its answers and compare its last state.

    Shapes: as a replay is verified: `{ok, decisions, digest, mismatch}`; `mismatch` is None or `{decision, expected, actual}`.
    """
    answers = [answer for answer in document["answers"] if answer != STOP_ANSWER]
    side, decks = traced(ruleset, document["plan"], document["trace"])
    steps: list[Watched] = []
    try:
        steps.extend(watch(side, decks, document["trace"]["seed"], answers))
    except IllegalAction as refused:
        decisions = len(steps) - 1
        return _verified(decisions, "", (answers[decisions], str(refused)))
    found, decisions = f"{digest(steps[-1].step.state):016x}", len(steps) - 1
    is_same = found == document["digest"] and decisions == len(answers)
    return _verified(decisions, found, None if is_same else (document["digest"], found))


def _verified(decisions: int, found: str, differs: tuple[str, str] | None) -> JsonObject:
    mismatch = {"decision": decisions, "expected": differs[0], "actual": differs[1]} if differs else None
    return {"ok": differs is None, "decisions": decisions, "digest": found, "mismatch": mismatch}


__all__ = [
    "FORMAT",
    "MAX_ANSWERS",
    "hand_trace",
    "match_checked",
    "match_file",
    "match_verify",
    "play_on",
    "sandbox_offer",
    "take_back",
]
