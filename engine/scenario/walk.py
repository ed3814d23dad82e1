"""A scenario that is walked through: its table after each action, and which of its entries every card on it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cardset import HashedCard
from engine.formats.scenario import TABLE, board_of
from engine.json_values import Json, JsonObject
from engine.kernel.state import State
from engine.language.spec import LocalizedText
from engine.packs.reader import Document
from engine.ruleset import Board, BoardRefusal, Ruleset
from engine.scenario.facts import Failure
from engine.scenario.play import State as Outcome
from engine.scenario.play import followed, left_over, options_of, state_after
from engine.scenario.reading import Scenario, lost_names, read_scenario
from engine.scenario.scene import EventRecord, Scene, laid_out, setup_scene
from engine.simulation.watch import Watched

ANONYMOUS = "~"
"""What the name begins with that an entry without one has while a board is drawn; no author can write it."""


class Entry(NamedTuple):
    """Where a placed card is written: in which zone of a seat (-1 for the table), in which entry of it, as which copy, and its name there."""

    seat: int
    zone: str
    place: int
    copy: int
    name: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A scenario that can be set up, walked through.

    Shapes: `moments` are the tables after the first entries of `when`, from none on, up to the action that cannot be done; `happened` are, for each, the events since the last
            facts; `failures` are those of the actions and facts up to there; `state` is the board before its phase begins; `entries` has
            each placed card.
    """

    scenario: Scenario
    scene: Scene
    state: State
    moments: tuple[Watched, ...]
    happened: tuple[tuple[EventRecord, ...], ...]
    failures: tuple[Failure, ...]
    entries: dict[int, Entry]

    @property
    def outcome(self) -> Outcome:
        """Return what came of the scenario."""
        return state_after(self.scenario, self.failures)

    def scene_at(self, place: int) -> Scene:
        """Return the scene after some entries of `when`."""
        return replace(self.scene, step=self.moments[place].step, happened=list(self.happened[place]))


def in_one(value: JsonObject) -> JsonObject:
    """Return a scenario that is written in steps with one `when` and one `then`: facts in between stand among the actions."""
    if "steps" not in value:
        return {**value, "when": list(value.get("when", ())), "then": list(value.get("then", ()))}
    when: list[Json] = []
    *steps, last = value["steps"]
    for step in steps:
        when += [*step.get("when", ()), *([{"then": step["then"]}] if step.get("then") else [])]
    rest = {name: part for name, part in value.items() if name != "steps"}
    return {**rest, "when": [*when, *last.get("when", ())], "then": list(last.get("then", ()))}


def readable(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> Scenario:
    """Return a scenario that can be set up.

    Errors: BoardRefusal with the first reason why it cannot be.
    """
    scenario, problems = read_scenario(ruleset, Document(value, "", file="scenario.json"), "", cards)
    if scenario is not None:
        problems = [one for one in scenario.problems if one.severity == "error"] or list(lost_names(ruleset, scenario))
    if scenario is None or problems:
        message = problems[0].message
        raise BoardRefusal("not-readable", LocalizedText(message["en"], message["zh"]))
    return scenario


def walk(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> Walk:
    """Return a scenario, walked through as far as its actions can be done.

    Errors: IllegalAction where it cannot be set up, with its reason where that is a BoardRefusal.
    """
    scenario = readable(ruleset, in_one(value), cards)
    state, entries = laid_entries(ruleset, scenario)
    scene = setup_scene(ruleset, scenario)
    moments, events = [Watched(None, (), scene.step)], [tuple(scene.happened)]
    failures: list[Failure] = []
    steps, is_through = followed(scene, scenario), True
    for action in scenario.value["when"]:
        before = replace(scene)
        _, failed, is_through = next(steps)
        failures += failed
        if not is_through:
            break
        moments.append(Watched(None, (), scene.step) if "then" in action else _answered(before, action, scene))
        events.append(() if "then" in action else tuple(scene.happened))
    if is_through:
        _, failed, _ = next(steps)
        failures += [*failed, *left_over(scene, scenario)]
    return Walk(scenario, scene, state, tuple(moments), tuple(events), tuple(failures), entries)


def _answered(before: Scene, action: Json, after: Scene) -> Watched:
    """Return the step that an action led to, with its question and answer."""
    decision = before.decision(action["seat"])
    chosen = None if decision is None else options_of(before, decision, action)
    return Watched(decision, chosen or (), after.step)


def laid_entries(ruleset: Ruleset, scenario: Scenario) -> tuple[State, dict[int, Entry]]:
    """Return the board of a scenario before its phase begins, and the entry of each placed card.

    Errors: IllegalAction where a card has no room.
    """
    board = board_of(ruleset)
    value, entries = _each_named(board, scenario.value)
    state, names, _ = laid_out(ruleset, replace(scenario, value=value))
    board.enter(state, value["given"].get("phase", board.phases[0].name))
    return state, {names[name]: entry for name, entry in entries.items()}


def _each_named(board: Board, value: JsonObject) -> tuple[JsonObject, dict[str, Entry]]:
    """Return a scenario in which each copy of a placed card is an entry with a name, and what these entries are in the scenario."""
    entries: dict[str, Entry] = {}
    board_facts = value.get("given", {})

    def side(seat: int, holder: Json) -> Json:
        return {
            **holder,
            **{
                zone.name: [*_copies(seat, zone.name, holder[zone.name], entries)]
                for zone in board.zones
                if zone.name in holder
            },
        }

    sides = (
        {"seats": [side(seat, holder) for seat, holder in enumerate(board_facts["seats"])]}
        if "seats" in board_facts
        else {}
    )
    table = {TABLE: side(-1, board_facts[TABLE])} if TABLE in board_facts else {}
    return {**value, "given": {**board_facts, **sides, **table}}, entries


def _copies(seat: int, zone: str, written: Sequence[JsonObject], entries: dict[str, Entry]) -> Iterator[JsonObject]:
    for place, entry in enumerate(written):
        for copy in range(entry.get("count", 1)):
            name = str(entry.get("as") or f"{ANONYMOUS}{len(entries)}")
            entries[name] = Entry(seat, zone, place, copy, str(entry.get("as", "")))
            yield {**{key: part for key, part in entry.items() if key != "count"}, "as": name}
