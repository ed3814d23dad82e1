"""Whole matches: played by bots, kept as a seed and the keys of all answers, and verified by playing them again.

Source: engine.md §1.8; 003§9 (a snapshot carries the version and hash of its cards; others are refused).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from engine import VERSION
from engine.cardset import default_decks
from engine.errors import EngineBug, IllegalAction
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Result, action_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, start
from engine.kernel.state import Program, State
from engine.kernel.view import View
from engine.language.reading.versions import is_same
from engine.ruleset import Ruleset, settings_json

FORMAT = "replay/1"
Bot = Callable[[View, Any, Stream], Any]


@dataclass(frozen=True)
class Match:
    """How a match is set up: the game, its compiled cards, the seed, who plays which seat, and the version of the cards, if it has one.

    Shapes: `decks` are deck documents in the order of seats; None means those that the game ships.
    """

    ruleset: Ruleset
    program: Program
    seed: int
    bots: Sequence[tuple[str, Bot]]
    version: str | None = None
    decks: Sequence[Mapping[str, Any]] | None = None

    @property
    def seats(self) -> int:
        return int(self.program.config["seats"])

    @property
    def played_decks(self) -> tuple[dict[str, Any], ...]:
        """Return the decks that the match is played with, none in a game without decks."""
        return tuple(deepcopy(dict(deck)) for deck in self._decks)

    @property
    def _decks(self) -> Sequence[Mapping[str, Any]]:
        return default_decks(self.ruleset, self.seats) if self.decks is None else self.decks

    def begin(self, *, log: bool = False) -> Step:
        """Return the first step."""
        ruleset, program = self.ruleset, self.program
        opening = ruleset.deal(program.cards, self.seats, program.config, self._decks)
        return start(program, self.seed, ruleset.opening, opening, log=log)

    def view(self, state: State, seat: int) -> View:
        """Return the state through the eyes of a seat."""
        return View(state, seat, self.ruleset.hidden_zones, self.ruleset.determinize)

    def steps(self, *, log: bool = False) -> Iterator[tuple[Step, str]]:
        """Play to the end; yield each step with the key of the answer that led to it, the first with none."""
        for step, action in self.played(log=log):
            yield step, "" if action is None else action_key(action)

    def played(self, *, log: bool = False) -> Iterator[tuple[Step, Action | None]]:
        """Play to the end; yield each step with the answer that led to it, the first with none."""
        rngs = [Stream(self.seed, f"bot/{seat}") for seat in range(self.seats)]
        step = self.begin(log=log)
        yield step, None
        while step.decision is not None:
            decision = step.decision
            _, bot = self.bots[decision.seat]
            action = bot(self.view(step.state, decision.seat), decision, rngs[decision.seat])
            step = apply(step.state, action)
            yield step, action


class Recorder:
    """Writes a match down while it is played: every answer, and a digest at the first decision of each turn and at the end."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._actions: list[str] = []
        self._checks: list[tuple[int, str]] = []
        self._last: Step | None = None

    def take(self, step: Step, key: str) -> None:
        """Take the next step, with the answer that led to it."""
        if key:
            self._actions.append(key)
        if self._last is None or step.state.turn != self._last.state.turn:
            self._checks.append((len(self._actions), _hex(step.state)))
        self._last = step

    def file(self) -> dict[str, Any]:
        """Return the replay file of what was taken so far."""
        match, last = self._match, self._last
        if last is None:
            raise EngineBug("a match that has not begun cannot be kept")
        end = (len(self._actions), _hex(last.state))
        return {
            "format": FORMAT,
            "engine": VERSION,
            "ruleset": match.ruleset.name,
            "cardDataVersion": match.version,
            "contentHash": match.program.content_hash,
            "seed": match.seed,
            "config": settings_json(match.program.config),
            "decks": list(match.played_decks),
            "seats": match.seats,
            "bots": [name for name, _ in match.bots],
            "actions": self._actions,
            "checks": [list(check) for check in dict.fromkeys([*self._checks, end])],
            "result": result_json(last.result),
        }


def record(match: Match) -> dict[str, Any]:
    """Play a match and return its replay file."""
    recorder = Recorder(match)
    for step, key in match.steps():
        recorder.take(step, key)
    return recorder.file()


class OtherContent(IllegalAction):
    """A replay or a snapshot was played with other cards: what it names, and what is here."""

    def __init__(self, wanted: str, found: str) -> None:
        self.wanted, self.found = wanted, found
        super().__init__("other-content", f"the replay was played with the cards {wanted}, these are {found}")


def refuse_other_content(match: Match, document: Mapping[str, Any]) -> None:
    """Raise unless the cards are those that a replay was played with; a version that is missing is not compared.

    Errors: OtherContent.
    """
    if document["contentHash"] != match.program.content_hash:
        raise OtherContent(document["contentHash"], match.program.content_hash)
    wanted, here = document["cardDataVersion"], match.version
    if wanted is not None and here is not None and not is_same(wanted, here):
        raise OtherContent(wanted, here)


def verify(match: Match, document: Mapping[str, Any]) -> dict[str, Any]:
    """Play a replay again and compare digests and result; return the first mismatch, or none.

    Shapes: `document` fits the schema of a replay; `{ok, decisions, digest, mismatch: null | {decision, expected, actual}}`.
    Errors: IllegalAction `other-content` when the cards are not those it was played with.
    """
    step, played, difference = _replayed(match, document)
    mismatch = dict(zip(("decision", "expected", "actual"), (played, *difference), strict=True)) if difference else None
    return {"ok": difference is None, "decisions": played, "digest": _hex(step.state), "mismatch": mismatch}


def snapshot(match: Match, answers: Sequence[str]) -> dict[str, Any]:
    """Return a match in the middle as a document: a replay that goes on, so that its result is null until the last answer.

    Shapes: `answers` are the keys of all answers so far.
    Errors: IllegalAction for an answer that is not offered.
    """
    recorder = Recorder(match)
    step = match.begin()
    recorder.take(step, "")
    for key in answers:
        step = _answered(step, key)
        recorder.take(step, key)
    return recorder.file()


def restore(match: Match, document: Mapping[str, Any]) -> Step:
    """Return the step at which a snapshot was taken.

    Errors: IllegalAction `other-content` when the cards are not those it was played with, `other-course` when the same
            answers lead elsewhere, as they may in another engine.
    """
    step, position, difference = _replayed(match, document)
    if difference is not None:
        wanted, found = difference
        detail = f"after {position} answers {wanted} was expected and {found} found; engine {document['engine']}, here {VERSION}"
        raise IllegalAction("other-course", detail)
    return step


def _replayed(match: Match, document: Mapping[str, Any]) -> tuple[Step, int, tuple[str, str] | None]:
    """Play a replay again up to its end or the first difference; return the last step, how many answers were given, and the difference."""
    refuse_other_content(match, document)
    digests: dict[int, list[str]] = {}
    for number, kept in document["checks"]:
        digests.setdefault(number, []).append(kept)
    step, position, actions = match.begin(), 0, document["actions"]
    difference = _difference(step, 0, digests)
    while difference is None and position < len(actions):
        try:
            step = _answered(step, actions[position])
        except IllegalAction as refused:
            difference = (actions[position], refused.code)
            break
        position += 1
        difference = _difference(step, position, digests)
    if difference is None:
        difference = _end_difference(step, document, position)
    return step, position, difference


def _answered(step: Step, key: str) -> Step:
    if step.decision is None:
        raise IllegalAction("no-decision", "the match waits for no answer")
    return apply(step.state, parse_action(step.decision, key))


def _difference(step: Step, position: int, digests: Mapping[int, Sequence[str]]) -> tuple[str, str] | None:
    """Return the stored digest after a number of answers and the replayed one, where they differ."""
    if position not in digests:
        return None
    found = _hex(step.state)
    return next(((kept, found) for kept in digests[position] if kept != found), None)


def _end_difference(step: Step, document: Mapping[str, Any], position: int) -> tuple[str, str] | None:
    """Return what differs when all answers are given: digests that were never reached, or the result."""
    late = [digest for number, digest in document["checks"] if number > position]
    if late:
        return late[0], "never-reached"
    result = result_json(step.result)
    return None if result == document["result"] else (_sorted_json(document["result"]), _sorted_json(result))


def _sorted_json(result: Any) -> str:
    return json.dumps(result, sort_keys=True, ensure_ascii=False)


def result_json(result: Result | None) -> dict[str, Any] | None:
    """Return a result in its public form."""
    if result is None:
        return None
    winner = None if result.winner < 0 else result.winner
    reports = [dict(zip(("seat", "sort", "name", "number"), row, strict=True)) for row in result.reports]
    return {
        "outcome": result.outcome,
        "winner": winner,
        "reason": result.reason,
        "ranks": list(result.ranks),
        "node": result.node,
        "trail": list(result.trail),
        **({"reports": reports} if reports else {}),
    }


def _hex(state: State) -> str:
    return f"{digest(state):016x}"
