"""What was seen, kept for each game: conditions at events, effects in stages, and every block of the shipped cards.

A row names the runs that show it by their places in `runs`; `ABSENT` stands where the checker says that it is never so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine import api
from engine.language.analysis.scope import Scope
from engine.language.analysis.semantics import Context, Semantics
from engine.language.spec.events import EventSpec
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import Block, EventName, ListOf, MapOf, ObjectShape
from engine.language.spec.vocabulary import Vocabulary
from engine.rulesets import find
from tests.engine.homes import home_of
from tests.engine.laws.campaign import generated
from tests.engine.witness.deeds import PLAIN, Deed, acted, deeds
from tests.engine.witness.observing import Pair
from tests.engine.witness.probes import asked, heard, ways
from tests.engine.witness.runs import Coverage, positions, scenarios

Json = dict[str, Any]
FOLDER = Path(__file__).parent
ABSENT = -1
STAGES = (PLAIN, "before", "modify", "after")
"""The stages in which effects are done; in `check` none is, and the checker says so."""
Place = tuple[str, str]
"""A shipped card and the place of one of its effects."""


@dataclass
class Table:
    """The witnesses of one game."""

    game: str
    runs: list[str] = field(default_factory=list)
    pairs: dict[Pair, list[int]] = field(default_factory=dict)
    effects: dict[tuple[str, str], int] = field(default_factory=dict)
    blocks: dict[Place, int] = field(default_factory=dict)

    def number(self, run: str) -> int:
        """Return the place of a run, which is added where it is new."""
        if run not in self.runs:
            self.runs.append(run)
        return self.runs.index(run)

    def note(self, run: str, coverage: Coverage) -> None:
        """Keep which blocks and effects acted in a run, each for the first."""
        for card, held in documents(self.game, run):
            for deed in held:
                if not acted(coverage, card, deed.path):
                    continue
                if (deed.effect, deed.stage) not in self.effects:
                    self.effects[deed.effect, deed.stage] = self.number(run)
                if (card, deed.path) not in self.blocks and (card, deed.path) in blocks(self.game):
                    self.blocks[card, deed.path] = self.number(run)

    def write(self) -> None:
        """Write the table into its file."""
        pairs: dict[str, dict[str, list[int]]] = {}
        for (event, condition), state in sorted(self.pairs.items()):
            pairs.setdefault(event, {})[condition] = state
        effects: dict[str, dict[str, int]] = {}
        for (effect, stage), run in sorted(self.effects.items()):
            effects.setdefault(effect, {})[stage] = run
        page: dict[str, dict[str, int]] = {}
        for (card, path), run in sorted(self.blocks.items()):
            page.setdefault(card, {})[path] = run
        state = {"runs": self.runs, "pairs": pairs, "effects": effects, "blocks": page}
        lines = [f"{json.dumps(name)}: {_rows(part)}" for name, part in state.items()]
        file_of(self.game).parent.mkdir(exist_ok=True)
        file_of(self.game).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _rows(part: Any) -> str:
    """Return a part of a table with a line for each row."""
    if isinstance(part, list):
        return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in part) + "\n]"
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in part.items()) + "\n}"


def file_of(game: str) -> Path:
    return home_of(game, FOLDER) / f"{game}.json"


def read(game: str) -> Table:
    """Return the table as it is kept."""
    document = json.loads(file_of(game).read_text(encoding="utf-8"))
    return Table(
        game,
        document["runs"],
        {(event, name): row for event, rows in document["pairs"].items() for name, row in rows.items()},
        {(effect, stage): run for effect, rows in document["effects"].items() for stage, run in rows.items()},
        {(card, path): run for card, rows in document["blocks"].items() for path, run in rows.items()},
    )


def everything_missing(table: Table) -> list[tuple[Any, ...]]:
    """Return all that has neither a witness nor a warning."""
    return [*missing_pairs(table), *missing_effects(table), *missing_blocks(table)]


@cache
def shipped(game: str) -> Mapping[str, tuple[Deed, ...]]:
    """Return the effects of every shipped card."""
    cards = [document for document, _ in api.card_set(game)]
    vocabulary = find(game).of_pack(cards).vocabulary
    return {document["id"]: deeds(vocabulary, document) for document in cards}


@cache
def blocks(game: str) -> frozenset[Place]:
    """Return every block of every shipped card."""
    return frozenset((card, deed.path) for card, held in shipped(game).items() for deed in held)


def documents(game: str, run: str) -> Iterator[tuple[str, Sequence[Deed]]]:
    """Yield the cards of a run with their effects: its own before the shipped ones."""
    kind, _, rest = run.partition(" ")
    own: Sequence[Json] = ()
    if kind in ("generated", "watched"):
        own = (generated(find(game), int(rest)),)
    elif kind in ("scenario", "plain"):
        own = scenarios(game)[f"scenario {rest}"].value.get("cards", ())
    elif kind in ("position", "eager"):
        own = positions(game)[rest.partition(" ")[2]].value.get("cards", ())
    vocabulary = find(game).of_pack(own).vocabulary
    for card in own:
        yield card["id"], deeds(vocabulary, find(game).rewrite(card).document)
    names = {card["id"] for card in own}
    yield from ((card, held) for card, held in shipped(game).items() if card not in names)


def missing_pairs(table: Table) -> list[tuple[str, str, bool]]:
    """Return the conditions that were not seen with an answer at an event, and of which the checker does not say that it never comes."""
    vocabulary = find(table.game).vocabulary
    out = []
    for event in heard(vocabulary):
        for spec in asked(vocabulary):
            row = table.pairs.get((event.name, spec.name), [ABSENT, ABSENT])
            for place, answer in enumerate((True, False)):
                if row[place] == ABSENT and not is_ruled_out(table.game, event.name, spec.name, answer=answer):
                    out.append((event.name, spec.name, answer))
    return out


@cache
def is_ruled_out(game: str, event: str, condition: str, *, answer: bool) -> bool:
    """Return whether the checker says of every way of a condition on an event that it is always otherwise, or refuses it."""
    vocabulary = find(game).vocabulary
    at, spec = vocabulary.event(event), vocabulary.family("condition")[condition]
    if at is None:
        raise ValueError(f"{game} has no event {event}")
    return all(always is (not answer) for _, always in ways(game, at, spec))


def missing_effects(table: Table) -> list[tuple[str, str]]:
    """Return the effects that were not seen in a stage in which the checker takes them."""
    vocabulary = find(table.game).vocabulary
    return [
        (spec.name, stage)
        for spec in vocabulary.family("effect").values()
        if spec.opens is None
        for stage in STAGES
        if (spec.name, stage) not in table.effects and _is_taken(vocabulary, spec, stage)
    ]


def _is_taken(vocabulary: Vocabulary, spec: NodeSpec, stage: str) -> bool:
    """Return whether the checker takes an effect in a stage, on one event at least; in no trigger, on none."""
    if stage == PLAIN:
        return has_plain_effects(vocabulary) and _is_right(vocabulary, spec, None, None)
    is_written = any(record.field("stage") is not None for record in vocabulary.records)
    events = [
        event
        for event in heard(vocabulary)
        if event.runtime.stage == stage
        or (stage == "after" and event.runtime.stage == "modify" and event.runtime.has_after)
    ]
    events += [event for event in heard(vocabulary) if is_written and stage in (event.runtime.stages or (stage,))]
    return any(_is_right(vocabulary, spec, event, stage) for event in events)


def has_plain_effects(vocabulary: Vocabulary) -> bool:
    """Return whether a card of a game can hold effects that are in no trigger: a block of the core form in a record without an event."""
    return any(_plain_blocks(vocabulary, kind.record, set()) for kind in vocabulary.kinds)


def _plain_blocks(vocabulary: Vocabulary, name: str, known_ids: set[str]) -> bool:
    fields = vocabulary.record(name).fields
    if name in known_ids or any(key.required and isinstance(key.shape, EventName) for key in fields):
        return False
    known_ids.add(name)
    shapes = [key.shape for key in fields if not key.shorthand]
    shapes += [shape.item for shape in shapes if isinstance(shape, ListOf | MapOf)]
    records = [shape.name for shape in shapes if isinstance(shape, ObjectShape)]
    return any(isinstance(shape, Block) for shape in shapes) or any(
        _plain_blocks(vocabulary, one, known_ids) for one in records
    )


def _is_right(vocabulary: Vocabulary, spec: NodeSpec, event: EventSpec | None, stage: str | None) -> bool:
    walk = Semantics(vocabulary)
    walk.effect({"type": spec.name}, "", Context(Scope(), event, stage))
    return not any(problem.severity == "error" for problem in walk.typing.problems)


def missing_blocks(table: Table) -> list[Place]:
    """Return the blocks of shipped cards that were never seen to act."""
    return sorted(blocks(table.game) - table.blocks.keys())
