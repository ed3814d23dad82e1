"""How a table is drawn: what a board declares beside its zones and numbers, so that a renderer need not know the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from engine.language.spec.shapes import LocalizedText, Option

if TYPE_CHECKING:  # what a match does not run is not imported: it is no part of the code that decides matches
    from engine.face import Texts
    from engine.kernel.state import State

Manner = Literal["meter", "pips", "signs", "word", "trait", "count", "cost", "corner"]


@dataclass(frozen=True, slots=True)
class Badge:
    """A sign with its name: an icon of the game's, or of all games, in the colours of one of its tones."""

    title: LocalizedText
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """How one number of a card is drawn, instead of in words.

    Shapes: a "meter" is a number out of another, named by `maximum`; "pips" are a row of `maximum` with as many filled; "signs" are those that
            `badges` gives for the number; a "word" is its title where the number is not 0, a "trait" likewise for what belongs to the card, and a "count" with the
            number; a "cost" is what a card costs that is not in play; a "corner" is read on the grid, also at 0. `title` is said in place of the number's own.
    """

    name: str
    manner: Manner
    maximum: str = ""
    title: LocalizedText | None = None
    badges: Callable[[int], tuple[Badge, ...]] = lambda number: ()


@dataclass(frozen=True, slots=True)
class Pool:
    """Small equal things that a seat holds and pays with, dice for one, kept in a zone that may be hidden.

    Shapes: `contents(state, seat)` are places in `badges`, in their order; `matching(word)` those that a word of an answer means, none for a word that means none.
    """

    zone: str
    title: LocalizedText
    badges: tuple[Badge, ...]
    contents: Callable[[State, int], Sequence[int]]
    matching: Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Track:
    """A round of cells on which each seat has a marker.

    Shapes: `cells(state)` name each cell and say what it is, from the first; `place(state, seat)` is a seat's cell from 0 and its round from 1.
    """

    title: LocalizedText
    lap: LocalizedText
    cells: Callable[[State], Sequence[Option]]
    place: Callable[[State, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Terrain:
    """The grid of a match: cells from the top left in reading order, and what is on them.

    Shapes: `size` is columns and rows; `terrain` is the place in `terrains` for each cell; `regions` are name, seat that holds it (-1 for none) and
            cells of each; `cell` is where a card stands, below 0 for nowhere; `ways` are the cells that it can move to, each with the
            cells on the way there; `reach` are the cells that it can strike from where it stands; `word` names a cell in an answer.
            `zones` are the zones whose cards stand on cells; `values` are those with which a board places a card on a cell, from columns and cell.
    """

    zones: tuple[str, ...]
    terrains: tuple[Option, ...]
    size: Callable[[State], tuple[int, int]]
    terrain: Callable[[State], Sequence[int]]
    regions: Callable[[State], Sequence[tuple[LocalizedText, int, Sequence[int]]]]
    cell: Callable[[State, int], int]
    ways: Callable[[State, int], Mapping[int, Sequence[int]]]
    reach: Callable[[State, int], Sequence[int]]
    word: Callable[[int, int], str]
    """From columns and cell."""
    values: Callable[[int, int], Mapping[str, int]] = lambda columns, cell: {}


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """How the table of a game is drawn.

    Shapes: `phases` are those of a round in their order, by the names that the board has for them; `attachments(state, eid)` are the cards that lie on a card, `attachment_zones` the zones whose cards are drawn there alone; `leader(state, seat)` is the
            card that stands out among a seat's, 0 for none; `is_defeated(state, eid)` says whether a card is out of the fight although it is
            still there; `quiet` are numbers of seats and of the table that the drawing says already; `steps` are the events in which a number is worked out, each with its title and the fields of it that are shown;
            `questions` name what is asked, by prompt, and the answers to `secret` ones are known to who answers alone; `action_title(document, texts, verb)` is what an action of a card is called by its document and texts,
            none where the verb and the card say enough; `action_source(state, eid, verb)` is the card that an action belongs to, with the verb
            that the card itself has for it: what a card lends is its own; `refusals(state, seat)` are actions that a seat sees and cannot take now, each with the reason.
    """

    marks: tuple[Mark, ...] = ()
    phases: tuple[str, ...] = ()
    attachment_zones: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    attachments: Callable[[State, int], Sequence[int]] = lambda state, eid: ()
    leader: Callable[[State, int], int] = lambda state, seat: 0
    is_defeated: Callable[[State, int], bool] = lambda state, eid: False
    pool: Pool | None = None
    terrain: Terrain | None = None
    track: Track | None = None
    steps: Mapping[str, tuple[LocalizedText, tuple[str, ...]]] = field(default_factory=dict)
    questions: Mapping[str, LocalizedText] = field(default_factory=dict)
    secret: frozenset[str] = frozenset()
    action_title: Callable[[Mapping[str, Any], Texts, str], LocalizedText | None] = lambda document, texts, verb: None
    action_source: Callable[[State, int, str], tuple[int, str]] = lambda state, eid, verb: (eid, verb)
    refusals: Callable[[State, int], Iterable[tuple[tuple[str, int], LocalizedText]]] = lambda state, seat: ()
