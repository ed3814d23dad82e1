"""A moment of a match as a scenario: the board before an answer is given, the answer is what is done, and what it changed is what holds.

A scenario begins where a phase begins, and a match is mostly in the middle of something. So the answers before the moment are given again
where they are needed, and what the scenario says is what its own board comes to and the match came to alike.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.formats.scenario import board_of
from engine.json_values import Json, JsonObject
from engine.kernel.decisions import MAIN, Action, Decision
from engine.kernel.machine import Step, apply
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.scenario.facts import tests_something
from engine.scenario.play import result_of
from engine.scenario.reading import Scenario, read_scenario
from engine.scenario.reduction import reduced
from engine.scenario.scene import Label, Scene, setup_scene
from engine.scenario.written import (
    CardId,
    FactKey,
    Facts,
    MatchScene,
    as_fact,
    as_given,
    ending,
    facts_now,
    is_telling,
    joined,
    match_scene,
    tidy,
)

ANSWERS_BEFORE = 12
"""Answers before the moment from which a board is tried, the nearest first."""
ONLY_ANSWERS = 8
"""Questions with one answer that a match gives by itself and a scenario puts."""
SEEDS = 6
"""Seeds that are tried where an answer draws chance."""
MAX_NAME_LENGTH = 32
PLAIN_NAME = re.compile(r"[^A-Za-z0-9]+")


class Answered(NamedTuple):
    """An answer of a match, between the steps before and after it."""

    before: Step
    action: Action
    after: Step


@dataclass(frozen=True, slots=True)
class MatchScenario:
    """A scenario that passes.

    Shapes: `reproduced` are the changes of the match's answer that it says, `differences` those that its board does not come to, as where
            earlier cards still have effects that no board holds.
    """

    value: JsonObject
    reproduced: int
    differences: int


@dataclass
class _Attempt:
    """A board that was played up to the moment: the scenario so far, its values after the answer, and the changes that agree.

    Shapes: `differences` counts the changes that do not, once the match's own only answers behind the moment are given too.
    """

    value: JsonObject
    scene: Scene
    after: Facts
    matches: tuple[FactKey, ...]
    differences: int


def moment_scenario(
    ruleset: Ruleset, answers: Sequence[Answered], cards: Sequence[HashedCard], name: str, card_id: CardId = str
) -> MatchScenario | None:
    """Return the last of some answers as a scenario that passes on these cards; None where no board leads to it.

    Shapes: the answers follow each other; `card_id` says what a scenario calls a card of the match.
    Errors: KeyError where the ruleset has no board.
    """
    attempts: list[_Attempt] = []
    for root in dict.fromkeys((_root(answers), len(answers) - 1)):
        for attempt in _attempts(ruleset, answers, root, cards, card_id):
            attempts.append(attempt)
            if not attempt.differences:
                break
        if attempts:
            break
    for attempt in sorted(attempts, key=lambda one: (one.differences, -len(one.matches))):
        value = _scenario(ruleset, attempt, cards, name)
        if value is not None:
            return MatchScenario(reduced(ruleset, value, cards), len(attempt.matches), attempt.differences)
    return None


def board_scenario(
    ruleset: Ruleset, step: Step, cards: Sequence[HashedCard], name: str, card_id: CardId = str
) -> JsonObject | None:
    """Return the table of a step as a scenario that does and says nothing yet; None where no board is like it.

    Errors: KeyError where the ruleset has no board.
    """
    origin = match_scene(ruleset, step, cards, card_id)
    active = 0 if step.decision is None else step.decision.seat
    try:
        value = as_given(origin, cards, str(origin.board.facts(origin.state)["phase"]), active)
    except IllegalAction:
        return None
    named = {word for side in value["given"]["seats"] for word in side.values() if isinstance(word, str)}
    value = tidy(value, {word: word for word in named})
    return {**value, "name": name, "when": [], "then": []}


def _root(answers: Sequence[Answered]) -> int:
    """Return the place of what a seat did that led to the last answer in the same turn; the last answer's own where it did nothing before."""
    turn = answers[-1].before.state.turn
    for place in range(len(answers) - 1, -1, -1):
        before = answers[place].before
        if before.state.turn != turn:
            break
        if before.decision is not None and before.decision.kind == MAIN:
            return place
    return len(answers) - 1


def _attempts(
    ruleset: Ruleset, answers: Sequence[Answered], root: int, cards: Sequence[HashedCard], card_id: CardId
) -> Iterator[_Attempt]:
    """Yield the boards that lead to the last answer, those first that begin nearest to it; what changed is looked at from a root on."""
    draws = answers[root].before.state.rng != answers[-1].after.state.rng
    for start in range(root, max(-1, root - 1 - ANSWERS_BEFORE), -1):
        path = answers[start:]
        origin = match_scene(ruleset, path[0].before, cards, card_id)
        decision = path[0].before.decision
        asked = 0 if decision is None else decision.seat
        for active in sorted(range(origin.seats), key=lambda seat: seat != asked):
            for seed in range(SEEDS if draws else 1):
                attempt = _attempt(origin, path, cards, (active, seed, root - start))
                if attempt is None:
                    break
                yield attempt
                if not attempt.differences:
                    return


def _attempt(
    origin: MatchScene, path: Sequence[Answered], cards: Sequence[HashedCard], how: tuple[int, int, int]
) -> _Attempt | None:
    """Return what comes of a path of answers on the board before it; None where the board or an answer is not possible.

    Shapes: how is the seat that begins, the seed, and the place in the path from which on changes are looked at.
    """
    active, seed, root = how
    try:
        value = as_given(origin, cards, str(origin.board.facts(origin.state)["phase"]), active)
        if seed:
            value["seed"] = seed
        scene = setup_scene(origin.ruleset, Scenario(value, tuple(cards), ()))
        when: list[JsonObject] = []
        before: Facts = {}
        for place, turn in enumerate(path):
            match_step = _at(origin, turn.before)
            decision = turn.before.decision
            if decision is None:
                return None
            labels = [match_step.option(decision, option) for option in turn.action]
            if not _come_to(scene, decision, labels, when):
                return None
            if place == root:
                before = facts_now(scene)
            _answer(scene, decision.seat, labels, when)
        value["when"], after, answer_step = list(when), facts_now(scene), scene.step
        target_before, target_after = facts_now(_at(origin, path[root].before)), facts_now(_at(origin, path[-1].after))
        end_facts = _settled(scene, target_after, path[-1].after, when)
    except IllegalAction:
        return None
    scene.step = answer_step
    changed = _differing(target_before, target_after)
    moved = _differing(before, end_facts)
    differences = {key for key in changed | moved if end_facts.get(key) != target_after.get(key)}
    answered = _differing(before, after)
    matches = tuple(
        key for key in after if key in answered and (not differences or after[key] == target_after.get(key))
    )
    return _Attempt(value, scene, after, matches, len(differences))


def _differing(before: Facts, after: Facts) -> set[FactKey]:
    """Return what two sets of values say differently."""
    return {key for key in (*before, *after) if before.get(key) != after.get(key)}


def _at(origin: MatchScene, step: Step) -> MatchScene:
    """Return another step of a match under the names of the first."""
    scene = MatchScene(origin.ruleset, origin.board, origin.seats, step, origin.names, cards=origin.cards)
    scene.card_id = origin.card_id
    return scene


def _options(scene: Scene, decision: Decision, labels: Sequence[Label]) -> Action | None:
    """Return the options of a question under some labels, each used once; None where one is missing."""
    options_by_label: dict[Label, list[Any]] = {}
    for label, option in scene.options(decision):
        options_by_label.setdefault(label, []).append(option)
    if not decision.min <= len(labels) <= decision.max or any(not options_by_label.get(label) for label in labels):
        return None
    try:
        return tuple(options_by_label[label].pop(0) for label in labels)
    except IndexError:
        return None


def _come_to(scene: Scene, decision: Decision, labels: Sequence[Label], when: list[JsonObject]) -> bool:
    """Give the only answers until a question takes some labels; return whether it does."""
    for _ in range(ONLY_ANSWERS):
        here = scene.decision(decision.seat)
        if here is not None and here.kind == decision.kind and _options(scene, here, labels) is not None:
            return True
        if not _give_only_answer(scene, when):
            return False
    return False


def _give_only_answer(scene: Scene, when: list[JsonObject]) -> bool:
    """Answer a question that has one answer; return whether there was one."""
    decision = scene.decision()
    if decision is None or decision.kind != MAIN or len(decision.options) != 1:
        return False
    _answer(scene, decision.seat, [scene.option(decision, decision.options[0])], when)
    return True


def _answer(scene: Scene, seat: int, labels: Sequence[Label], when: list[JsonObject]) -> None:
    """Give an answer, and write it down."""
    decision = scene.decision(seat)
    options = None if decision is None else _options(scene, decision, labels)
    if decision is None or options is None:
        raise IllegalAction("not-offered", f"seat {seat} is not offered {labels}")
    if decision.kind == MAIN:
        verb, _, entity = str(labels[0]).partition(":")
        when.append({"seat": seat, "do": verb, **({"entity": entity} if entity else {})})
    else:
        when.append({"seat": seat, "answer": list(labels)})
    scene.go(apply(scene.state, options, seat))


def _settled(scene: Scene, target: Facts, after: Step, when: list[JsonObject]) -> Facts:
    """Return the values after the only answers that the match gave by itself behind the last one."""
    facts = facts_now(scene)
    for _ in range(ONLY_ANSWERS):
        here, there = scene.decision(), after.decision
        if facts == target or (
            here is not None and there is not None and (here.seat, here.kind) == (there.seat, there.kind)
        ):
            break
        if not _give_only_answer(scene, when):
            break
        facts = facts_now(scene)
    return facts


def _scenario(ruleset: Ruleset, attempt: _Attempt, cards: Sequence[HashedCard], name: str) -> JsonObject | None:
    """Return the scenario of an attempt with the names that it needs, its facts and its name; None where it does not pass."""
    for keeps_all in (False, True):
        value = copy.deepcopy(attempt.value)
        facts = [
            as_fact(attempt.scene, key, attempt.after[key])
            for key in attempt.matches
            if is_telling(attempt.scene, key, attempt.after[key])
        ]
        facts = [*joined(facts), *([] if facts and attempt.scene.step.result is None else [ending(attempt.scene)])]
        placed_names = attempt.scene.names if keeps_all else _named(attempt, value["when"], facts)
        names = _proper_names(attempt, placed_names)
        value = tidy(value, names)
        value["name"] = name
        value["when"] = _with_names(value["when"], names, attempt)
        value["then"] = _with_names(facts, names, attempt)
        if (passing := _passing(ruleset, value, cards)) is not None:
            return passing
    return None


def _named(attempt: _Attempt, when: Sequence[Json], facts: Sequence[Json]) -> set[str]:
    """Return the cards that need a name: those that something is done with, or whose numbers are facts."""
    names = attempt.scene.names
    words = [action.get("entity") for action in when]
    words += [str(label).rpartition(":")[2] for action in when for label in action.get("answer", ())]
    words += [fact.get("entity") for fact in facts]
    words += [value for fact in facts for value in (fact.get("is") or {}).values()]
    words += [value for side in attempt.value["given"]["seats"] for value in side.values() if isinstance(value, str)]
    return {str(word) for word in words if isinstance(word, str) and word in names}


def _proper_names(attempt: _Attempt, placed_names: Any) -> dict[str, str]:
    """Return a name for each card that needs one: its card's, and a number."""
    names: dict[str, str] = {}
    used_names = {str(card) for card in attempt.scene.cards}
    for name in sorted(placed_names, key=lambda one: int(one[1:])):
        plain = PLAIN_NAME.sub("_", _card_of(attempt, name).rpartition(".")[2]).strip("_")[:MAX_NAME_LENGTH] or "card"
        number = 1
        while f"{plain}_{number}" in used_names:
            number += 1
        names[name] = f"{plain}_{number}"
        used_names.add(names[name])
    return names


def _card_of(attempt: _Attempt, name: str) -> str:
    sides = (*attempt.value["given"]["seats"], attempt.value["given"].get("table", {}))
    entries = (entry for side in sides for zone in side.values() if isinstance(zone, list) for entry in zone)
    return next((str(entry["card"]) for entry in entries if entry["as"] == name), "card")


def _with_names(part: Any, names: Mapping[str, str], attempt: _Attempt) -> Any:
    """Return a part of a scenario with placed cards called by their names, and those without one as their cards."""
    if isinstance(part, dict):
        return {key: _with_names(value, names, attempt) for key, value in part.items()}
    if isinstance(part, list):
        return [_with_names(value, names, attempt) for value in part]
    if isinstance(part, str):
        verb, mark, word = part.rpartition(":")
        if word in attempt.scene.names:
            return f"{verb}{mark}{names.get(word) or _card_of(attempt, word)}"
    return part


def _passing(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> JsonObject | None:
    """Return a scenario without the facts that do not hold under its names; None where it does not pass then."""
    for _ in range(2):
        scenario, problems = read_scenario(ruleset, Document(value, "", file="scenario.json"), "", cards)
        if scenario is None or problems:
            return None
        state, failures = result_of(ruleset, scenario)
        if state == "passed":
            return value
        places = {failure.path.split("/")[2] for failure in failures if failure.path.startswith("/then/")}
        if not places:
            return None
        value["then"] = [fact for place, fact in enumerate(value["then"]) if str(place) not in places]
        if not any(map(tests_something, value["then"])):
            return None
    return None


__all__ = ["Answered", "MatchScenario", "board_of", "board_scenario", "moment_scenario"]
