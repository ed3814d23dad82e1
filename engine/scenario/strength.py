"""How much of a card its scenarios guard: each block is changed, and the scenarios must notice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.cardset import HashedCard, hashed
from engine.errors import IllegalAction
from engine.json_values import JsonObject
from engine.language.reading.strings import strings_in
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.scenario.mutants import Block, blocks_of, changed
from engine.scenario.play import acted_out, result_of
from engine.scenario.reading import Scenario, read_scenario
from engine.scenario.scene import setup_scene

RUNS = 4_000
"""How many runs of a scenario one card may take."""

Guard = Literal["guarded", "unguarded", "unmeasured"]


@dataclass(frozen=True, slots=True)
class BlockGuard:
    """Whether the scenarios miss a block.

    Shapes: `by` names the scenario that does; `loose` are the places of numbers and conditions of the block whose change none notices.
    """

    path: str
    kind: str
    guard: Guard
    by: str = ""
    loose: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the public form."""
        return {"path": self.path, "kind": self.kind, "guard": self.guard, "by": self.by, "loose": list(self.loose)}


@dataclass(frozen=True, slots=True)
class Strength:
    """What the scenarios of a card guard.

    Shapes: `scenarios` is how many passed and so took part; `runs` how often one was played.
    """

    card: str
    blocks: tuple[BlockGuard, ...]
    scenarios: int
    runs: int

    @property
    def guarded(self) -> int:
        """How many blocks some scenario misses."""
        return sum(block.guard == "guarded" for block in self.blocks)

    @property
    def unguarded(self) -> tuple[BlockGuard, ...]:
        """The blocks that no scenario misses."""
        return tuple(block for block in self.blocks if block.guard == "unguarded")

    def to_json(self) -> JsonObject:
        """Return the public form."""
        return {
            "card": self.card,
            "guarded": self.guarded,
            "total": len(self.blocks),
            "scenarios": self.scenarios,
            "runs": self.runs,
            "blocks": [block.to_json() for block in self.blocks],
        }


def strength(
    ruleset: Ruleset, card: str, scenarios: Sequence[Document], cards: Sequence[HashedCard], runs: int = RUNS
) -> Strength:
    """Return what scenarios guard of a card, which is one of the cards; the first change of each block is its removal.

    A scenario that does not pass takes no part. Blocks that are left when the runs are used up are unmeasured.

    Shapes: cards are valid, and take part as each scenario names them, directly or through others; a file of scenarios is a document for each.
    Errors: StopIteration for a card that is not there.
    """
    document = next(candidate for candidate, _ in cards if candidate["id"] == card)
    known = {str(candidate["id"]): (candidate, digest) for candidate, digest in cards}
    candidate = (_passing(ruleset, card, one, known) for one in scenarios)
    trial = _Trial(ruleset.of_pack(each for each, _ in cards), card, filter(None, candidate), runs)
    blocks = tuple(trial.guard(document, block) for block in blocks_of(trial.ruleset.vocabulary, document))
    return Strength(card, blocks, len(trial.scenarios), trial.runs)


def taking_part(words: Iterable[str], cards: Mapping[str, HashedCard]) -> tuple[HashedCard, ...]:
    """Return the cards that are named, and those that these name in turn."""
    todo = list(words)
    parts: dict[str, HashedCard] = {}
    while todo:
        name = todo.pop()
        if name in cards and name not in parts:
            parts[name] = cards[name]
            todo += strings_in(cards[name][0])
    return tuple(parts.values())


def _passing(ruleset: Ruleset, card: str, document: Document, cards: Mapping[str, HashedCard]) -> Scenario | None:
    """Return a scenario that passes and takes the card from its surroundings."""
    words = [*strings_in(document.value), *strings_in(ruleset.config)]
    scenario, _ = read_scenario(ruleset, document, "", taking_part(words, cards))
    if scenario is None or any(own.get("id") == card for own in document.value.get("cards", ())):
        return None
    return scenario if result_of(ruleset, scenario)[0] == "passed" else None


class _UsedUp(Exception):
    """The runs of a card are used up."""


class _Trial:
    """Runs the scenarios on changed cards; the scenario that noticed last is asked first."""

    def __init__(self, ruleset: Ruleset, card: str, scenarios: Iterable[Scenario], runs: int) -> None:
        self.ruleset, self.card, self.most = ruleset, card, runs
        self.scenarios = [each for each in scenarios if any(held["id"] == card for held, _ in each.cards)]
        self.runs = 0

    def guard(self, document: JsonObject, block: Block) -> BlockGuard:
        """Return whether a block is missed, by its removal or else by the next change of it, and which other changes go unnoticed."""
        answers = self._answers(document, block)
        try:
            _, by = next(answers, ("", None))
            loose = tuple(place for place, noticed in answers if noticed is None) if by else ()
        except _UsedUp:
            return BlockGuard(block.path, block.kind, "unmeasured")
        return BlockGuard(block.path, block.kind, "guarded" if by else "unguarded", by or "", loose)

    def _answers(self, document: JsonObject, block: Block) -> Iterator[tuple[str, str | None]]:
        """Yield, for each group of changes that leaves a valid card, the place of the change and the scenario that notices it."""
        for group in block.groups:
            for change in group:
                mutant = changed(self.ruleset, document, change)
                if mutant is not None and mutant.get("id") == self.card:
                    yield change[1], self._notices(hashed(mutant))
                    break

    def _notices(self, mutant: HashedCard) -> str | None:
        """Return the name of a scenario that a changed card fails.

        Errors: _UsedUp.
        """
        for place, scenario in enumerate(self.scenarios):
            if self.runs >= self.most:
                raise _UsedUp
            self.runs += 1
            cards = tuple(mutant if held["id"] == self.card else (held, digest) for held, digest in scenario.cards)
            if not _holds(self.ruleset, replace(scenario, cards=cards)):
                self.scenarios.insert(0, self.scenarios.pop(place))
                return str(scenario.value["name"])
        return None


def _holds(ruleset: Ruleset, scenario: Scenario) -> bool:
    try:
        scene = setup_scene(ruleset, scenario)
    except IllegalAction:
        return False
    return next(acted_out(scene, scenario), None) is None
