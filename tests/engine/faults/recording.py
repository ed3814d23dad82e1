"""Records scenarios by which planted faults are noticed that nothing notices yet: `python -m tests.engine.faults record [FIRST LAST] [KIND…]`.

The card as it ships is played at random on boards of the strength campaign, and once it is only asked whether it may be played; what fails
with the fault in the card is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from engine.cardset import HashedCard, hashed
from engine.errors import EngineBug, IllegalAction
from engine.kernel.decisions import MAIN
from engine.language.reading.strings import strings_in
from engine.packs.reader import Document
from engine.rulesets import find
from engine.scenario.reading import read_scenario
from engine.scenario.run import run_document
from engine.scenario.scene import setup_scene
from engine.scenario.strength import taking_part
from tests.engine.faults.game import Game, game
from tests.engine.faults.places import Json
from tests.engine.faults.planting import Fault
from tests.engine.strength.boards import SUBJECT, boards
from tests.engine.strength.recording import played, renamed, smaller

SOURCE = "recorded by python -m tests.engine.faults: what the engine did then"
SEEDS = range(1, 31)


def recorded(faults: Iterable[Fault]) -> dict[str, list[Json]]:
    """Return scenarios by game of which each fails with a fault that none before it notices."""
    by_game: dict[str, list[Json]] = {}
    for fault in faults:
        values = by_game.setdefault(fault.game, [])
        if not any(_notices(fault, value) for value in values if _is_about(value, fault.card)):
            values += [value for value in [_recorded(fault, len(values) + 1)] if value is not None]
    return by_game


def write(game: str, values: Iterable[Json]) -> None:
    """Add scenarios to the recorded ones of a game."""
    file = find(game).folder / "scenarios" / "recorded.json"
    values_there = json.loads(file.read_text("utf-8"))
    names = {value["name"] for value in values_there}
    new = [value for value in values if value["name"] not in names]
    file.write_text(json.dumps([*values_there, *new], ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _is_about(value: Json, card: str) -> bool:
    return card in set(strings_in(value))


def _recorded(fault: Fault, number: int) -> Json | None:
    world = game(fault.game)
    card = world.cards[fault.card]
    for seed in SEEDS:
        for board in boards(world.ruleset, card, world.hashed, seed):
            for value in _courses(world, card, board, seed):
                if _notices(fault, value):
                    small = smaller(world.ruleset, value, world.hashed, lambda less: _notices(fault, less))
                    return {
                        **renamed(small),
                        "name": f"{card['name']}: {fault.kind} at {fault.place} ({number})",
                        "source": SOURCE,
                    }
    return None


def _courses(world: Game, card: Json, board: Json, seed: int) -> Iterator[Json]:
    """Yield what can be said of a card on a board: whether it may be played, and what comes of a random course."""
    cards_by_id = {str(each["id"]): (each, digest) for each, digest in world.hashed}
    frame = {
        "format": "scenario/1",
        "ruleset": world.ruleset.name,
        "name": "n",
        "source": SOURCE,
        "seed": seed,
        **board,
    }
    options = _offered(world, frame, cards_by_id)
    if options is not None:
        yield {
            **frame,
            "then": [{"legal": {"seat": 0, "has" if f"play:{SUBJECT}" in options else "lacks": [f"play:{SUBJECT}"]}}],
        }
    value = played(world.ruleset, card, cards_by_id, board, seed)
    if value is not None:
        yield value


def _offered(world: Game, frame: Json, cards_by_id: dict[str, HashedCard]) -> list[Any] | None:
    """Return the actions that are options at the beginning, where a card is the one to be played; None where nothing is to do."""
    document = Document({**frame, "then": []}, "", file="recorded.json")
    words = [*strings_in(frame), *strings_in(world.ruleset.config)]
    scenario, _ = read_scenario(world.ruleset, document, "", taking_part(words, cards_by_id))
    try:
        scene = setup_scene(world.ruleset, scenario) if scenario is not None else None
        decision = scene.decision() if scene is not None else None
    except (IllegalAction, EngineBug):
        return None
    if scene is None or decision is None or decision.kind != MAIN or decision.seat != 0:
        return None
    hand = frame["given"]["seats"][0].get("hand", []) + frame["given"]["seats"][0].get("hands", [])
    is_held = any(each.get("as") == SUBJECT for each in hand)
    return [scene.option(decision, option) for option in decision.options] if is_held else None


def _notices(fault: Fault, value: Json) -> bool:
    """Return whether a scenario holds of the card as it is, and not with a fault in it."""
    world = game(fault.game)
    document = Document(value, json.dumps(value, ensure_ascii=False), file="recorded.json")

    def outcomes(cards: tuple[HashedCard, ...]) -> list[bool]:
        return [outcome.ok for outcome in run_document(document, lambda name: (world.ruleset, cards))]

    faulty = tuple(
        hashed(fault.document) if each["id"] == fault.card else (each, digest) for each, digest in world.hashed
    )
    return not all(outcomes(faulty)) and all(outcomes(tuple(world.hashed)))
