"""What a ruleset declares, by concern: who it is, what its documents say, its rules, how bots play it, how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.kernel.definitions import Budgets, CardDef
from engine.kernel.state import Block, Mechanics
from engine.language.compiling.compile import Unit
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.vocabulary import Vocabulary
from engine.ruleset.parts import (
    Board,
    Decks,
    Experiment,
    Guide,
    Json,
    ProblemCode,
    ProblemExample,
    Setting,
    Template,
)

if TYPE_CHECKING:  # what a match does not run is not imported: it is no part of the code that decides matches
    from engine.face import Face, Icon, Tone
    from engine.kernel.decisions import Action, Decision
    from engine.kernel.state import State


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Which game it is."""

    name: str
    """The name of its folder, by which documents and calls name it."""
    title: LocalizedText
    """What players call it."""
    seats: tuple[int, ...]
    """How many seats a match may have, in ascending order."""
    folder: Path
    """Where its cards, texts, decks, schemas and scenarios are."""
    sample: tuple[str, LocalizedText, LocalizedText]
    """The shipped set as a pack: slug, name and description."""
    declarations_digest: str = ""
    """A mark that changes with what the cards of a pack declare, with which this is the game; empty for the game itself."""


@dataclass(frozen=True, kw_only=True)
class Content:
    """What its documents may say, and what is said about them."""

    vocabulary: Vocabulary
    """Kinds of card, nodes, events and timings."""
    templates: tuple[Template, ...]
    """The texts that a new card may start from, the plainest first."""
    rewrite: Callable[..., Any]
    """Returns a document in today's syntax, with a warning for each change."""
    deprecated_syntax: tuple[Json, ...] = ()
    """Behaviours in short forms of the game's own, which the reference shows as they are read."""
    schema_files: Mapping[str, str] = field(default_factory=lambda: {"card-def.schema.json": "card"})
    """The newest schemas beside the cards, each with its kind, under the names of 003§1."""
    problem_codes: Mapping[str, ProblemCode] = field(default_factory=dict)
    """The problem codes that only its own checks give."""
    problem_examples: Mapping[str, ProblemExample] = field(default_factory=dict)
    """Texts of this game that show a problem code, its own or a general one."""
    problems_unseen: Mapping[str, LocalizedText] = field(default_factory=dict)
    """Problem codes that no text of a shipped game can show, each with the reason."""
    groups: Mapping[str, LocalizedText] = field(default_factory=dict)
    """The titles of the groups of its nodes, beside those that all games share."""
    results: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What the results of its effects are, by name, beside those that all games share."""
    guides: tuple[Guide, ...] = ()
    """Guides about this game alone."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a match runs."""

    settings: tuple[Setting, ...]
    """Every number and reading of the rules, for people."""
    config: Mapping[str, Any]
    """The default of every setting, as the rules read it; tables are mappings."""
    budgets: Budgets
    """How much may happen before a match is stopped."""
    blocks: tuple[Block, ...]
    """The code of the rules."""
    opening: str
    """The id of the block that a match starts with."""
    define: Callable[[Json, str, Unit], CardDef]
    """Compiles a document of a kind into a definition."""
    deal: Callable[[Mapping[str, CardDef], int, Mapping[str, Any], Sequence[Mapping[str, Any]]], Json]
    """Returns the environment of the first block from the cards, the seats, the config, and legal decks in the order of seats."""
    mechanics: Mechanics = field(default_factory=Mechanics)
    """How the game uses the kernel."""
    decks: Decks | None = None
    """How it is played with decks; nothing where nobody brings one."""


@dataclass(frozen=True, kw_only=True)
class Play:
    """How bots, scenarios and previews play it."""

    evaluate: Callable[[State, int], int]
    """A bot's score of a position for a seat; higher is better."""
    candidate_actions: Callable[[State, Decision], Sequence[Action]]
    """The candidate answers to a decision, at most a few."""
    determinize: Callable[[State, int, int], State]
    """Returns a state equal in all that a seat may know, the hidden rest drawn again by a salt."""
    hidden_zones: Callable[[State, int], frozenset[tuple[int, str]]]
    """The zones that a seat may not look into."""
    experiment: Experiment
    """How previews try a card out."""
    bots_remember: bool = False
    """Whether greedy bots may take what an answer added earlier in a turn for what it adds now: not where rivals answer in between."""
    board: Board | None = None
    """What scenarios are set up on; nothing in a game without scenarios."""
    encode: Callable[[State, Decision], Any] | None = None
    """A question as nested lists of numbers, for programs that learn; nothing in a game without a mask."""


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """How cards and matches are shown."""

    face: Callable[..., Face]
    """What a card's face shows by its document and texts, also of a half-written card: it reads nothing that may be missing."""
    tones: tuple[Tone, ...] = ()
    """The colours that its faces may have, beside the plain one."""
    icons: tuple[Icon, ...] = ()
    """Icons of its own."""
    story: Mapping[str, LocalizedText] = field(default_factory=dict)
    """The words of a match, by event, question or verb, each with names of its values in braces; nothing is shown for an empty one.

    By `field:value` or `question:option` it has the word for a value.
    """
