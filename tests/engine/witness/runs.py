"""The runs in which things are seen: every scenario, matches in which each shipped card is played, positions, and generated cards.

A run is named, and its name is enough to do it again: `scenario FILE NAME`, `match SEED`, `position SEED NAME`, `eager SEED NAME`, all with
a listener on each event, as `watched NUMBER`, and without them `plain FILE NAME`, `card ID SEED`, `generated NUMBER`. A position is a board on which what is rare is near, and
from which a match goes on at random; `positions` holds them.
"""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine import api
from engine.cardset import program_of
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision
from engine.kernel.machine import apply, start
from engine.kernel.state import Program, State
from engine.packs.reader import MANIFEST_LIMITS, Document, read_json
from engine.ruleset import Ruleset
from engine.rulesets import find
from engine.scenario.play import acted_out
from engine.scenario.reading import read_scenario
from engine.scenario.scene import setup_scene
from tests.engine.homes import home_of
from tests.engine.laws import campaign
from tests.engine.laws.campaign import answer, generated, program_with
from tests.engine.laws.tables import table
from tests.engine.witness.observing import Observer

Json = dict[str, Any]
Coverage = dict[tuple[str, str], int]
IDLE = ("pass", "end")
"""The options by which nothing is done."""
ROOT = Path(__file__).parents[3]
ANSWERS, WHOLE, NEAR = 400, 4_000, 160
"""Answers after which a match is left: one for a card, one that is played to its end, and one from a position."""


@cache
def scenarios(game: str) -> dict[str, Document]:
    """Return the scenarios of a game, each as a document of its own under the name of its run."""
    matches: dict[str, Document] = {}
    for file in sorted((find(game).folder / "scenarios").rglob("*.json")):
        values = read_json(file.read_bytes(), limits=MANIFEST_LIMITS, file=file.name).value
        for value in values if isinstance(values, list) else [values]:
            text = json.dumps(value, ensure_ascii=False)
            matches[f"scenario {file.stem} {value['name']}"] = Document(value, text, file=file.name)
    return matches


@cache
def positions(game: str) -> dict[str, Document]:
    """Return the positions of a game by name."""
    file = home_of(game, Path(__file__).parent) / "positions" / f"{game}.json"
    values = json.loads(file.read_text("utf-8")) if file.exists() else []
    return {value["name"]: Document(value, json.dumps(value, ensure_ascii=False), file=file.name) for value in values}


def play(run: str, observer: Observer, coverage: Coverage | None = None) -> None:
    """Do a run again; the observer and `coverage` take what is seen."""
    game, (kind, _, rest) = observer.game, run.partition(" ")
    observer.run = run
    if kind in ("scenario", "plain"):
        _scenario(find(game), scenarios(game)[f"scenario {rest}"], observer if kind == "scenario" else None, coverage)
    elif kind in ("position", "eager"):
        _position(find(game), rest, observer, coverage, eager=kind == "eager")
    elif kind in ("generated", "watched"):
        _generated(find(game), int(rest), observer if kind == "watched" else None, coverage)
    else:
        _match(find(game), kind, rest, observer if kind == "match" else None, coverage)


def _scenario(ruleset: Ruleset, document: Document, observer: Observer | None, coverage: Coverage | None) -> None:
    scenario, _ = read_scenario(ruleset, document, "", api.card_set(ruleset.name))
    if scenario is None or not scenario.is_playable:
        return
    scene = setup_scene(ruleset, scenario, coverage)
    if observer is not None:
        observer.watch(scene.state)
    next(acted_out(scene, scenario), None)


def _position(ruleset: Ruleset, rest: str, observer: Observer, coverage: Coverage | None, *, eager: bool) -> None:
    """Play on at random from a position, or rather do something than pass."""
    seed, _, name = rest.partition(" ")
    scenario, problems = read_scenario(ruleset, positions(ruleset.name)[name], "", api.card_set(ruleset.name))
    if scenario is None or not scenario.is_playable:
        raise ValueError(f"{name}: {[*problems, *(scenario.problems if scenario else ())]}")
    scene = setup_scene(ruleset, scenario, coverage)
    observer.watch(scene.state, after_all=eager)
    rng, step = Stream(int(seed), f"witness/position/{name}"), scene.step
    for _ in range(NEAR):
        if step.decision is None:
            return
        chosen = _eager(step.state, step.decision, rng) if eager else answer(step.state, step.decision, "", rng)
        step = apply(step.state, chosen)


def _eager(state: State, decision: Decision, rng: Stream) -> Action:
    """Answer at random; three times of four do something rather than pass, where that is asked."""
    doing = [option for option in decision.options if option not in IDLE]
    is_asked = len(doing) < len(decision.options) and decision.min <= 1 <= decision.max
    if not doing or not is_asked or not rng.below(4):
        return answer(state, decision, "", rng)
    return (doing[rng.below(len(doing))],)


def _generated(ruleset: Ruleset, number: int, observer: Observer | None, coverage: Coverage | None) -> None:
    """Play a card that no one wrote until it was used; an observer watches what it adds, and asks when all have answered too."""
    card = generated(ruleset, number)
    seats = ruleset.seats[number % len(ruleset.seats)]
    noted: Coverage = {} if coverage is None else coverage
    watch = None if observer is None else partial(observer.watch, after_all=True)
    campaign.play(ruleset, program_with(ruleset, [card], seats), card, number, noted, watch)


@cache
def _program(game: str, *, counting: bool) -> Program:
    ruleset = find(game)
    return program_of(ruleset, api.card_set(game), ruleset.experiment.seats, counting=counting)


def _match(ruleset: Ruleset, kind: str, rest: str, observer: Observer | None, coverage: Coverage | None) -> None:
    """Play a match at random, with a card that is put in and played whenever it can be."""
    program = _program(ruleset.name, counting=coverage is not None)
    seats = int(program.config["seats"])
    card, _, number = rest.rpartition(" ") if kind == "card" else ("", "", rest)
    rng = Stream(int(number), f"witness/{kind}/{rest}")
    config = {**ruleset.config, "seats": seats}
    opening = _opening(ruleset, program, card, seats) if card else ruleset.deal(program.cards, seats, config, ())
    step = start(program, int(number), ruleset.opening, opening, log=True, coverage=coverage)
    if observer is not None:
        observer.watch(step.state)
    for _ in range(ANSWERS if card else WHOLE):
        if step.decision is None:
            return
        step = apply(step.state, answer(step.state, step.decision, card, rng))


def _opening(ruleset: Ruleset, program: Program, card: str, seats: int) -> Json:
    """Return an opening in which a seat meets a card soon."""
    shipped = api.card_set(ruleset.name)
    document = next(each for each, _ in shipped if each["id"] == card)
    return table(ruleset).opening(ruleset, document, program.cards, seats, shipped)


def played_for(game: str, card: str) -> str:
    """Return the card that is put into a deck for another to come about: itself, or one that names it."""
    documents = {document["id"]: document for document, _ in api.card_set(game)}
    known_ids = {card}
    todo = [card]
    for name in todo:
        if _is_dealt(game, documents[name]):
            return name
        makers = [
            each
            for each, document in documents.items()
            if f'"{name}"' in json.dumps(document) and each not in known_ids
        ]
        known_ids.update(makers)
        todo += makers
    return card


def _is_dealt(game: str, document: Json) -> bool:
    """Return whether a card comes into a match by its opening."""
    if game == "genius":
        return document["type"] in ("character", "eventCard", "equipment", "support")
    if game == "encounter":
        return document["type"] in ("order", "summon", "ability", "event")
    return document.get("cardType") not in ("TOKEN", "KEYWORD", "RESOURCE")
