"""What a game fills in. A ruleset is a value: the shipped ones are found by folder name, a test may hand in one of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.kernel.events import BLOCKS as KERNEL_BLOCKS
from engine.kernel.program import (
    Amount,
    Block,
    Budgets,
    CardDef,
    EventRule,
    Inline,
    Lifespan,
    Mechanics,
    Op,
    Program,
    Test,
    payload_index,
)
from engine.language.compile import Unit
from engine.language.registry import Vocabulary
from engine.language.shapes import Bi

if TYPE_CHECKING:
    from engine.kernel.decisions import Action, Decision
    from engine.kernel.state import State

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """One number or reading of the rules: its default, the rule id it belongs to, and what it means."""

    name: str
    value: Any
    rule: str
    title: Bi


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a new card; `@ID@` stands for its id."""

    key: str
    kind: str
    title: Bi
    body: str

    def text(self, card_id: str) -> str:
        """Return the new card's JSON text."""
        return self.body.replace("@ID@", card_id)


@dataclass(frozen=True, slots=True)
class Experiment:
    """How a card is tried out in a game, and what is looked at meanwhile.

    Shapes: `arrange(candidate, baseline, pool, reserve)` lays an experiment out as JSON: `unit` is "seat" where the card belongs to
            one seat and "table" where it belongs to nobody, `cards` names the documents that take part beside the card,
            `lent` those of them that come from the reserve, `mirror` says that the baseline's deck is the opponent's own;
            `opening(layout, cards, config, seat)` is the opening environment with the card in the hands of that seat, -1 for nobody's;
            `unseen` are the zones in which a card's owner has not met it; `played(action)` is the card that an answer plays, or 0;
            `measure(state)` gives the numbers that are compared, in the order of `measures`, each with its title;
            `margin(state, side)` says by how much a side is ahead.
    """

    seats: int
    measures: tuple[tuple[str, Bi], ...]
    unseen: frozenset[str]
    arrange: Callable[[Json, Json | None, Sequence[Json], Sequence[Json]], Json]
    opening: Callable[[Json, Mapping[str, CardDef], Mapping[str, Any], int], Json]
    played: Callable[[Action], int]
    measure: Callable[[State], tuple[int, ...]]
    margin: Callable[[State, int], int]


@dataclass(frozen=True)
class Ruleset:
    """One game.

    Shapes: `sample` is slug, name and description of the shipped set as a pack; `opening` is the id of the first block;
            `deal(cards, seats, config)` returns its environment;
            `evaluate(state, side)` is a bot's score of a position, higher is better for the side;
            `narrow(state, decision)` the answers worth a look, at most a few;
            `redeal(state, side, salt)` a state equal in all that the side may know, the hidden rest dealt anew;
            `hidden(state, side)` the zones that the side may not look into; `mechanics` is how the game uses the kernel.
    """

    name: str
    title: Bi
    seats: tuple[int, ...]
    folder: Path
    sample: tuple[str, Bi, Bi]
    vocabulary: Vocabulary
    settings: tuple[Setting, ...]
    config: Mapping[str, Any]
    budgets: Budgets
    blocks: tuple[Block, ...]
    opening: str
    templates: tuple[Template, ...]
    rewrite: Callable[..., Any]
    define: Callable[[Json, str, Unit], CardDef]
    deal: Callable[[Mapping[str, CardDef], int, Mapping[str, Any]], Json]
    evaluate: Callable[[State, int], int]
    narrow: Callable[[State, Decision], Sequence[Action]]
    redeal: Callable[[State, int, int], State]
    hidden: Callable[[State, int], frozenset[tuple[int, str]]]
    face: Callable[[Json, Mapping[str, Mapping[str, str]]], Json]
    experiment: Experiment
    mechanics: Mechanics = field(default_factory=Mechanics)

    def settled(self, given: Json) -> Json:
        """Return the config with some settings changed, given as JSON has them: lists, and tables with names as texts."""
        return {name: _settled(held, given[name]) if name in given else held for name, held in self.config.items()}

    def kind_of(self, document: Json) -> str:
        """Return the kind of card a document is, told by its marker key."""
        for kind in self.vocabulary.kinds:
            if kind.marker is None or kind.marker in document:
                return kind.name
        return self.vocabulary.kinds[-1].name

    def compile_card(self, document: Json, digest: str, counting: bool = False) -> tuple[CardDef, Unit]:
        """Compile one checked, canonical document; `digest` is its content hash."""
        unit = Unit(self.vocabulary, f"{document['id']}@{digest[:8]}", document["id"], counting)
        return self.define(document, self.kind_of(document), unit), unit

    def program(
        self,
        cards: Sequence[tuple[Json, str]],
        *,
        seats: int,
        config: Mapping[str, Any] | None = None,
        counting: bool = False,
        scripted: Mapping[str, tuple[Any, ...]] | None = None,
    ) -> Program:
        """Compile a whole set of cards, each with its content hash, into what a match runs on; `scripted` fixes chance."""
        codes: dict[str, Block] = {block.id: block for block in (*KERNEL_BLOCKS, *self.blocks)}
        tests: dict[str, Test] = {}
        inlines: dict[str, Inline] = {}
        values: dict[str, Amount] = {}
        defs: dict[str, CardDef] = {}
        for document, digest in cards:
            card, unit = self.compile_card(document, digest, counting)
            defs[card.id] = card
            codes.update(unit.blocks)
            tests.update(unit.tests)
            inlines.update(unit.inlines)
            values.update(unit.values)
        rules = {event.name: _event_rule(event) for event in self.vocabulary.events}
        settings = {**self.config, **(config or {}), "seats": seats}
        content = sha256("\n".join(sorted(digest for _, digest in cards)).encode()).hexdigest()
        return Program(
            self.name,
            content,
            codes,
            tests,
            rules,
            _lifespans(self.vocabulary),
            defs,
            settings,
            self.budgets,
            payload_index(rules),
            inlines,
            values,
            self.mechanics,
            scripted or {},
        )


def _settled(default: Any, given: Any) -> Any:
    """Return a setting in the form of its default; a table keeps what is not given."""
    if isinstance(default, Mapping):
        return {
            name: _settled(held, given[str(name)]) if str(name) in given else held for name, held in default.items()
        }
    return tuple(given) if isinstance(default, tuple) else given


def settings_json(config: Mapping[str, Any]) -> Json:
    """Return a match's config as JSON has it; `seats` is told apart."""
    return {name: _json(held) for name, held in config.items() if name != "seats"}


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _json(held) for name, held in value.items()}
    return [_json(held) for held in value] if isinstance(value, tuple | list) else value


def _event_rule(event: Any) -> EventRule:
    return EventRule(
        event.name,
        tuple(event.fields),
        event.stage,
        event.perform,
        event.members,
        event.cancellable,
        event.mode,
        event.farewell,
    )


def _lifespans(vocabulary: Vocabulary) -> dict[str, Lifespan]:
    return {life.name: Lifespan(life.once, life.until, life.owner_field or "") for life in vocabulary.lifetimes}


def timing_blocks(document: Json, unit: Unit) -> dict[str, tuple[str, ...]]:
    """Compile 000's `behaviors` and return the blocks of each moment, in document order."""
    out: dict[str, tuple[str, ...]] = {}
    for place, behavior in enumerate(document.get("behaviors", [])):
        code = unit.block(behavior["do"], f"/behaviors/{place}/do")
        out[behavior["at"]] = (*out.get(behavior["at"], ()), code)
    return out


__all__ = ["Block", "Op", "Program", "Ruleset", "Setting", "Template", "settings_json", "timing_blocks"]
