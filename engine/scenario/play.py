"""Plays a scenario: each action as it is written, each fact when its turn comes, and says where the match went another way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.errors import ChanceRefusal, IllegalAction, Problem
from engine.json_values import Json
from engine.kernel.decisions import MAIN, Action, Decision, Option
from engine.kernel.machine import apply
from engine.language.reading.source_map import pointer
from engine.language.spec import LocalizedText
from engine.ruleset import BoardRefusal, Ruleset
from engine.scenario.facts import Failure, Failures, check_fact, tests_something
from engine.scenario.reading import Scenario, groups
from engine.scenario.scene import Label, Scene, setup_scene

_REFUSALS = {
    "not-offered": LocalizedText("This is not offered.", "没有这个选项。"),
    "wrong-count": LocalizedText("That many cannot be chosen.", "不能选择这样的数量。"),
    "not-asked": LocalizedText("The match does not wait for this.", "对局此时并不等待这个操作。"),
    "over": LocalizedText("The match is over.", "对局已结束。"),
}
_IMPOSSIBLE = LocalizedText("The board cannot be set up like this.", "无法这样摆放。")

State = Literal["tests_nothing", "not_set_up", "passed", "failed"]
"""What came of a scenario: it says nothing that could fail, its board cannot be set up, every fact holds, or one does not."""


def result_of(ruleset: Ruleset, scenario: Scenario) -> tuple[State, list[Failure]]:
    """Return the state of a scenario and everything in which it fails, with paths from its own root."""
    failures = list(_unexpected(scenario))
    if not scenario.is_playable:
        expects = bool(scenario.expected_problems)
        return ("failed" if failures else "passed") if expects else "not_set_up", failures
    try:
        scene = setup_scene(ruleset, scenario)
    except IllegalAction as refused:
        return "not_set_up", [*failures, _given_failed(refused)]
    failures += acted_out(scene, scenario)
    return state_after(scenario, failures), failures


def state_after(scenario: Scenario, failures: Sequence[Failure]) -> State:
    """Return the state of a scenario that could be set up, by what failed."""
    if failures:
        return "failed"
    facts = (fact for _, group in groups(scenario.value) if isinstance(group, list) for _, fact in group)
    return "passed" if any(map(tests_something, facts)) else "tests_nothing"


def acted_out(scene: Scene, scenario: Scenario) -> Failures:
    """Do the actions of a scenario on its board, check its facts, and yield everything in which it fails."""
    goes_on = True
    for _, failures, is_through in followed(scene, scenario):
        goes_on = is_through
        yield from failures
    if goes_on:
        yield from left_over(scene, scenario)


def followed(scene: Scene, scenario: Scenario) -> Iterator[tuple[str, list[Failure], bool]]:
    """Yield each action and each list of facts with what fails there, and whether the match goes on: it ends at an action that cannot be done.

    What has happened is forgotten after facts, once the caller has looked at it.
    """
    for path, group in groups(scenario.value):
        if isinstance(group, list):
            yield path, [failure for where, fact in group for failure in check_fact(scene, fact, where)], True
            scene.happened.clear()
        else:
            failure = _act(scene, group, path)
            yield path, [] if failure is None else [failure], failure is None
            if failure is not None:
                return


def _unexpected(scenario: Scenario) -> Failures:
    """Yield the errors of its cards that a scenario does not name, and the problems that it names in vain."""
    expected_codes, is_said = scenario.expected_problems, False
    for problem in scenario.problems:
        if problem.severity == "error" and not any(_is_met(fact, problem) for _, fact in expected_codes):
            is_said = True
            yield from_problem(problem)
    for path, fact in expected_codes:
        if not any(_is_met(fact, problem) for problem in scenario.problems):
            found = [{"problem": problem.code, "path": problem.path} for problem in scenario.problems]
            yield Failure(path, dict(fact), found)
    if not scenario.is_playable and not is_said:
        yield from _unplayed(scenario)


def _unplayed(scenario: Scenario) -> Failures:
    """Yield the first action or fact of a scenario that names the errors of its cards: it needs a match, and there is none."""
    for path, group in groups(scenario.value):
        for where, fact in group if isinstance(group, list) else [(path, group)]:
            if "problem" not in fact:
                text = LocalizedText("Cards with errors are not played.", "有错误的卡牌不会被执行。")
                yield Failure(where, fact, None, text)
                return


def _is_met(fact: Json, problem: Problem) -> bool:
    return bool(fact["problem"] == problem.code and fact.get("path", problem.path) == problem.path)


def from_problem(problem: Problem) -> Failure:
    """Return a problem as a failure: it says what is wrong in both languages."""
    message = LocalizedText(problem.message["en"], problem.message["zh"])
    found = problem.found if problem.found is not None else problem.code
    return Failure(problem.path, problem.wanted, found, message, problem.code)


def _act(scene: Scene, action: Json, path: str) -> Failure | None:
    """Do an action, or return why it cannot be done; `do` answers main questions, `answer` all others."""
    decision = scene.decision(action["seat"])
    if decision is None or (decision.kind == MAIN) != ("do" in action):
        return _refused(scene, action, path, "not-asked" if scene.decision() else "over")
    option_keys = options_of(scene, decision, action)
    if option_keys is None:
        return _refused(scene, action, path, "not-offered")
    try:
        scene.go(apply(scene.state, option_keys, action["seat"]))
    except ChanceRefusal as refused:
        return _chance_failed(refused, path)
    except IllegalAction as refused:
        return _refused(scene, action, path, refused.code)
    return None


def _refused(scene: Scene, action: Json, path: str, code: str) -> Failure:
    return Failure(path, scene.asked(action["seat"]), dict(action), _REFUSALS.get(code, _REFUSALS["not-offered"]))


def options_of(scene: Scene, decision: Decision, action: Json) -> Action | None:
    """Return the options that an action names, each taken once; None where one is not offered."""
    labels: dict[Label, list[Option]] = {}
    for label, option in scene.options(decision):
        labels.setdefault(label, []).append(option)
    options: list[Option] = []
    written = scene.author_labels(decision)
    for each in _labels(action):
        label = each if labels.get(each) else written.get(str(each), each)
        if not labels.get(label):
            return None
        options.append(labels[label].pop(0))
    return tuple(options)


def _labels(action: Json) -> list[Label]:
    if "answer" in action:
        return list(action["answer"])
    return [f"{action['do']}:{action['entity']}" if "entity" in action else action["do"]]


def _given_failed(error: IllegalAction) -> Failure:
    """Return why the board could not be set up, or not be run to its first decision."""
    if isinstance(error, ChanceRefusal):
        return _chance_failed(error, "/given")
    text = error.text if isinstance(error, BoardRefusal) else _IMPOSSIBLE
    return Failure("/given", None, None, text)


def _chance_failed(refused: ChanceRefusal, path: str) -> Failure:
    """Return which stream of chance ran out or gave a value that does not fit."""
    return Failure(pointer("/chance", refused.stream), None, None, _chance_text(refused, path))


def _chance_text(error: ChanceRefusal, path: str) -> LocalizedText:
    """Return in both languages why chance as it was given does not fit."""
    value, limit = error.value, error.bound
    match error.code:
        case "chance-range":
            return LocalizedText(
                f"{path} draws {value}, which is not within 0 to {limit - 1}.",
                f"{path} 抽到 {value}，不在 0 到 {limit - 1} 之间。",
            )
        case "chance-order":
            return LocalizedText(
                f"{path} draws {value}, which does not order {limit} cards.",
                f"{path} 抽到 {value}，不是 {limit} 张牌的排列。",
            )
        case _:
            return LocalizedText(f"{path} draws more than is given.", f"{path} 抽取的次数多于给出的值。")


def left_over(scene: Scene, scenario: Scenario) -> Failures:
    """Yield the streams of chance that were not used up."""
    for stream, values in scenario.value.get("chance", {}).items():
        draws = scene.state.rng.get(stream, 0)
        if draws < len(values):
            streams = ", ".join(sorted(scene.state.rng)) or "-"
            text = LocalizedText(
                f"Not all values were drawn. Streams drawn: {streams}.", f"给出的值没有用完。抽取过的流：{streams}。"
            )
            yield Failure(pointer("/chance", stream), len(values), draws, text)
