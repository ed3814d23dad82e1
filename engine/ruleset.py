"""What a game fills in. A ruleset is a value: the shipped ones are found by folder name, a test may hand in one of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.kernel.events import BLOCKS as KERNEL_BLOCKS
from engine.kernel.program import (
    Block,
    Budgets,
    CardDef,
    EventRule,
    Lifespan,
    Mechanics,
    Op,
    Program,
    payload_index,
)
from engine.language.compiling.compile import Unit
from engine.language.spec.registry import Vocabulary
from engine.language.spec.shapes import LocalizedText, Option
from engine.language.spec.syntax import lower

if TYPE_CHECKING:  # what a match does not run is not imported: it is no part of the code that decides matches
    from engine.face import Face, Texts
    from engine.kernel.decisions import Action, Decision
    from engine.kernel.state import State
    from engine.packs.decks import DeckRules

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """One number or reading of the rules: its default, the rule id it belongs to, and what it means."""

    name: str
    value: Any
    rule: str
    title: LocalizedText


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a new card; `@ID@` stands for its id."""

    key: str
    kind: str
    title: LocalizedText
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
            `unseen` are the zones in which a card's owner has not met it;
            `played(state, action)` is the card that an answer to this state plays, or 0;
            `match_ms` is what a match is taken to cost by the name of the bots that play it, which are the bots that previews offer;
            `early` is the last round in which a play counts as early;
            `measure(state)` gives the numbers that are compared, in the order of `measures`, each with its title: the first is how
            long the match was;
            `margin(state, side)` says by how much a side is ahead.
    Units:  `match_ms` in milliseconds of CPU. Chunks are cut by it and never by a clock, so another number makes other plans.
    """

    seats: int
    measures: tuple[tuple[str, LocalizedText], ...]
    unseen: frozenset[str]
    arrange: Callable[[Json, Json | None, Sequence[Json], Sequence[Json]], Json]
    opening: Callable[[Json, Mapping[str, CardDef], Mapping[str, Any], int], Json]
    played: Callable[[State, Action], int]
    measure: Callable[[State], tuple[int, ...]]
    margin: Callable[[State, int], int]
    match_ms: Mapping[str, int]
    early: int

    @property
    def length(self) -> str:
        """The measure of how long a match was."""
        return self.measures[0][0]


@dataclass(frozen=True, slots=True)
class Variable:
    """A number that a scenario may read, and where `given` is true also set: of a seat, of the table, or of a card.

    Shapes: `of` names the sorts of card that have it, none where it is not a card's; `told` is false for a mark of the rules' own,
            whose changes a story passes over.
    """

    name: str
    title: LocalizedText
    low: int = 0
    high: int = 999
    of: tuple[str, ...] = ()
    given: bool = True
    told: bool = True


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone that a scenario may look into, and where `given` is true also fill.

    Shapes: `sorts` names the sorts of card that may lie there, `most` how many; `shared` zones are the table's, the others a seat's.
    """

    name: str
    title: LocalizedText
    sorts: tuple[str, ...]
    most: int = 200
    shared: bool = False
    given: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """What a main decision offers by name, as scenarios write it; with `entity` it is done with one."""

    name: str
    title: LocalizedText
    entity: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What a scenario may name in a game, and how its table is laid.

    Shapes: `sort(document)` is the sort of a card, as zones and variables know it;
            `set_up(state, values)` makes the seats and the empty table: `values` holds `active`, `phase`, `table` and `seats`, each
            with all its variables;
            `place(state, seat, zone, card, values)` lays a card, seat -1 for the table's zones, and returns its entity, or
            raises IllegalAction `no-room`;
            `enter(state, phase)` puts the code on the stack that runs from the beginning of a phase;
            `player(state, seat)` is the entity of a seat; `lying(state, seat, zone)` what lies in a zone, seat -1 as above;
            `facts(state)` gives the variables of the table, and the phase.
    """

    phases: tuple[Option, ...]
    seat: tuple[Variable, ...]
    table: tuple[Variable, ...]
    card: tuple[Variable, ...]
    zones: tuple[ZoneSpec, ...]
    verbs: tuple[Verb, ...]
    sort: Callable[[Json], str]
    set_up: Callable[[State, Json], None]
    place: Callable[[State, int, str, str, Mapping[str, int]], int]
    enter: Callable[[State, str], None]
    player: Callable[[State, int], int]
    lying: Callable[[State, int, str], tuple[int, ...]]
    facts: Callable[[State], Json]


@dataclass(frozen=True, slots=True)
class Decks:
    """How a game is played with decks: what they must keep to, and which ones it ships.

    Shapes: `default` names files of `decks/` in the game's folder, without their ending, one for each seat in the order of seats:
            a match for which no decks are given is played with them; further files there are shipped too;
            `entry` is the key under which an entry of a deck names its card.
    """

    rules: DeckRules
    default: tuple[str, ...]
    entry: str = "id"


@dataclass(frozen=True)
class Ruleset:
    """One game.

    Shapes: `sample` is slug, name and description of the shipped set as a pack; `opening` is the id of the first block;
            `deal(cards, seats, config, decks)` returns its environment, decks being legal deck documents in the order of seats, none
            in a game that has none (`decks` None);
            `evaluate(state, side)` is a bot's score of a position, higher is better for the side;
            `narrow(state, decision)` the answers worth a look, at most a few;
            `redeal(state, side, salt)` a state equal in all that the side may know, the hidden rest dealt anew;
            `hidden(state, side)` the zones that the side may not look into; `mechanics` is how the game uses the kernel;
            `board` is what scenarios are laid out on;
            `face(document, texts)` is what a card shows, also of a half written one: it looks into nothing that may not be there;
            `deprecated_syntax` are behaviours in short forms of the game's own, which the reference shows as they are read;
            `schema_files` are the newest schemas that lie beside the cards, each with its kind, under the names of 003§1;
            `story` tells a match in sentences, by event, question or verb, each with names of its values in braces; empty is silence;
            by `field:value` or `question:option` it has the word for a value.
    """

    name: str
    title: LocalizedText
    seats: tuple[int, ...]
    folder: Path
    sample: tuple[str, LocalizedText, LocalizedText]
    vocabulary: Vocabulary
    settings: tuple[Setting, ...]
    config: Mapping[str, Any]
    budgets: Budgets
    blocks: tuple[Block, ...]
    opening: str
    templates: tuple[Template, ...]
    rewrite: Callable[..., Any]
    define: Callable[[Json, str, Unit], CardDef]
    deal: Callable[[Mapping[str, CardDef], int, Mapping[str, Any], Sequence[Mapping[str, Any]]], Json]
    evaluate: Callable[[State, int], int]
    candidate_actions: Callable[[State, Decision], Sequence[Action]]
    determinize: Callable[[State, int, int], State]
    hidden: Callable[[State, int], frozenset[tuple[int, str]]]
    face: Callable[[Json, Texts], Face]
    experiment: Experiment
    mechanics: Mechanics = field(default_factory=Mechanics)
    board: Board | None = None
    decks: Decks | None = None
    deprecated_syntax: tuple[Json, ...] = ()
    schema_files: Mapping[str, str] = field(default_factory=lambda: {"card-def.schema.json": "card"})
    story: Mapping[str, LocalizedText] = field(default_factory=dict)

    def settled(self, given: Json) -> Json:
        """Return the config with some settings changed, given as JSON has them: lists, and tables with names as texts."""
        return {name: _settled(held, given[name]) if name in given else held for name, held in self.config.items()}

    def kind_of(self, document: Json) -> str:
        """Return the kind of card that a document is."""
        kind = self.vocabulary.kind_of(document)
        return (kind or self.vocabulary.kinds[-1]).name

    def compile_card(self, document: Json, digest: str, counting: bool = False) -> tuple[CardDef, Unit]:
        """Compile one checked, canonical document; `digest` is its content hash. What defines it sees the core form."""
        unit = Unit(self.vocabulary, f"{document['id']}@{digest[:8]}", document["id"], counting)
        return self.define(lower(self.vocabulary, document).document, self.kind_of(document), unit), unit

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
        rules = {event.name: _event_rule(event) for event in self.vocabulary.events}
        settings = {**self.config, **(config or {}), "seats": seats}
        content = sha256("\n".join(sorted(digest for _, digest in cards)).encode()).hexdigest()
        bare = Program(
            ruleset=self.name,
            content_hash=content,
            codes={block.id: block for block in (*KERNEL_BLOCKS, *self.blocks)},
            tests={},
            events=rules,
            lifetimes=_lifespans(self.vocabulary),
            cards={},
            config=settings,
            budgets=self.budgets,
            payload_keys=payload_index(rules),
            mechanics=self.mechanics,
            scripted=scripted or {},
        )
        return bare.with_units(self.compile_card(document, digest, counting) for document, digest in cards)


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
        event.hears_after_leaving,
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


__all__ = [
    "Block",
    "Board",
    "Decks",
    "Op",
    "Program",
    "Ruleset",
    "Setting",
    "Template",
    "Variable",
    "Verb",
    "ZoneSpec",
    "settings_json",
    "timing_blocks",
]
