"""What the palette of the editor inserts makes sense at once, or has an empty place that says so.

`tests/fixtures/editor/insertions.json` has what each kind of block starts as, with the empty places to which the focus goes;
`static/editor/tests/insertion.test.ts` holds it against the editor. Here the engine judges each at each kind of place that the
shipped cards have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import api
from engine.errors import Problem
from engine.json_values import Json
from engine.language.reading.contents import contents
from engine.language.spec import Block, ListOf, Node, Number, ObjectShape, Shape, Targets, Value, Vocabulary
from engine.language.spec.kinds import kind_of
from engine.rulesets import find
from tests.engine.language.patches import patched

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "editor" / "insertions.json"
GAMES = ("wizards", "halo", "genius", "encounter")

AROUND = {
    "E-CANCEL": "what it cancels is the event around it",
    "E-DUP": "a keyword that the card has already",
    "E-HOST": "a card that is attached to none",
    "E-INLINE": "the stage of the trigger around it",
    "E-LOOP": "a number of passes needs a bound",
    "E-NEVER": "the event around it does not tell this",
    "E-TYPE": "the field, or the value beside it, is of another type",
    "W-KEYWORD": "the field of the card that says the same",
    "W-LOOP": "the event around it is what it causes",
    "W-NEVER": "the event around it does not tell this",
    "W-TEXT": "the card's text does not say it yet",
    "W-UNREACH": "a condition that is denied, or never holds, which its name says",
}
"""What depends on the card around a block: the palette says it of the marked row, before Enter."""
OF_CONDITIONS = ("W-UNREACH",)
"""Those that only a condition may have."""
ONE_OF_TWO = {("genius", "createCard"): "E-COPY", ("encounter", "deploy"): "E-SCHEMA"}
"""Effects that ask for one of two fields, both of which may be absent: the form shows both as names to press."""


class Slot(NamedTuple):
    """A place of a shipped card that takes blocks of a family: the pointer of a new item of a list, or of a value to replace."""

    family: str
    card: Json
    path: str


@cache
def insertions() -> dict[str, dict[str, dict[str, Json]]]:
    """Return what the editor inserts, by game, family and kind."""
    loaded: dict[str, dict[str, dict[str, Json]]] = json.loads(FILE.read_text("utf-8"))
    return loaded


def slots(vocabulary: Vocabulary, cards: Sequence[Json]) -> list[Slot]:
    """Return the first place of each kind among cards: a family under a key."""
    first: dict[tuple[str, str], Slot] = {}
    for card in cards:
        kind = kind_of(vocabulary, card)
        assert kind is not None
        for family, key, path in places(vocabulary, ObjectShape(kind.record), card, ""):
            first.setdefault((family, key), Slot(family, card, path))
    return list(first.values())


def places(vocabulary: Vocabulary, shape: Shape, value: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield the family, the key and the pointer of each place below a value where a block may be put."""
    for key, inner, child, where in contents(vocabulary, shape, value, path):
        if key is not None:
            match inner:
                case Block() if isinstance(child, list):
                    yield "effect", key.name, f"{where}/{len(child)}"
                case ListOf(Node(family)) if isinstance(child, list):
                    yield family, key.name, f"{where}/{len(child)}"
                case Node(family):
                    yield family, key.name, where
                case Targets():
                    yield "chooser", key.name, where
                case Number() | Value():
                    yield "value", key.name, where
        yield from places(vocabulary, inner, child, where)


def is_expected(problem: Problem, path: str, blanks: list[str]) -> bool:
    """Return whether a problem is at an empty place of an insertion or at the object that has it, or is about something else."""
    if problem.path != path and not problem.path.startswith(f"{path}/"):
        return True
    empty = [path + blank for blank in blanks]
    return any(problem.path in (place, place.rpartition("/")[0]) for place in empty)


@pytest.mark.parametrize("game", GAMES)
def test_each_insertion_is_clean_or_says_what_it_lacks(game: str) -> None:
    cards = [dict(document) for document, _ in api.card_set(game)]
    card_ids = frozenset(str(card["id"]) for card in cards)
    wrong = []
    count = 0
    for family, card, path in slots(find(game).vocabulary, cards):
        for kind, insertion in insertions()[game].get(family, {}).items():
            count += 1
            text = json.dumps(patched(card, [{"op": "add", "path": path, "value": insertion["value"]}]))
            for problem in api.validate(game, text, known_ids=card_ids).problems:
                is_around = problem.code in AROUND and (family == "condition" or problem.code not in OF_CONDITIONS)
                if is_around or ONE_OF_TWO.get((game, kind)) == problem.code:
                    continue
                if not is_expected(problem, path, insertion["blanks"]):
                    wrong.append((kind, card["id"], problem.code, problem.path, problem.message["en"]))

    assert wrong == []
    assert count > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_editor_inserts_each_kind_of_the_game(game: str) -> None:
    vocabulary = find(game).vocabulary
    families = [family for family in insertions()[game] if not vocabulary.syntax(family).word]

    assert {"effect", "condition"} <= set(families)
    assert [
        family for family in families if not set(insertions()[game][family]) <= set(vocabulary.family(family))
    ] == []
