"""The values that a ruleset is declared with: settings, templates, problem codes, decks, the board of scenarios, previews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import IllegalAction
from engine.kernel.definitions import CardDef
from engine.language.spec.shapes import LocalizedText, Option
from engine.ruleset.layouts import BoardLayout

if TYPE_CHECKING:  # what a match does not run is not imported: it is no part of the code that decides matches
    from engine.kernel.decisions import Action
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


LEAD = LocalizedText("Lead in points", "领先点数")


@dataclass(frozen=True, slots=True)
class Experiment:
    """How a card is tried out in a game, and what is looked at meanwhile.

    Shapes: `arrange(candidate, baseline, pool, reserve)` sets an experiment up as JSON. Its `unit` is "seat" where one seat holds the
            card and the other what it is compared with, "table" where no seat owns the card, so that worlds are compared, and
            "side" where the card belongs to the fixed seat `side`. `cards` names the documents that take part beside the card, `lent`
            those of them that come from the reserve. `decks` holds the plain deck of each style by slot, `slots` the places in it that
            the card takes, `references` the cards of its kind and rarity that take them where the card has no former version;
            `opponents` are the styles with their titles, `strata` the pairs of styles, by seat, that blocks go through in turn;
            `opening(layout, cards, config, decks)` is the opening environment with a deck, as card ids by slot, in each seat;
            `unseen` are the zones in which a card's owner has not met it;
            `card_played(state, action)` is the card that an answer to this state plays, or 0;
            `match_ms` is what a match is taken to cost by the name of the bots that play it, which are the bots that previews offer;
            `early` is the last round in which a play counts as early;
            `measure(state)` gives the numbers of a whole match that are compared, in the order of `measures`, each with its title: the
            first is how long the match was. A sum over seats is none of them: it hides what one seat takes from another;
            `measure_seat(state, seat)` gives a seat's own numbers, in the order of `seat_measures`;
            `margin(state, seat)` says by how much a seat is ahead, in what `lead` names;
            `at_once` are the events that playing a card raises: what waits for another one is delayed;
            `hosts` says of a kind of card that is tried in cards which name it of which kind these are.
    Units:  `match_ms` in milliseconds of CPU. Chunks are cut by it and never by a clock, so another number makes other plans.
    """

    measures: tuple[tuple[str, LocalizedText], ...]
    unseen: frozenset[str]
    arrange: Callable[[Json, Json | None, Sequence[Json], Sequence[Json]], Json]
    opening: Callable[[Json, Mapping[str, CardDef], Mapping[str, Any], Sequence[Sequence[str]]], Json]
    card_played: Callable[[State, Action], int]
    margin: Callable[[State, int], int]
    match_ms: Mapping[str, int]
    early: int
    seats: int = 2
    measure: Callable[[State], tuple[int, ...]] = lambda st: (st.turn,)
    seat_measures: tuple[tuple[str, LocalizedText], ...] = ()
    measure_seat: Callable[[State, int], tuple[int, ...]] = lambda st, seat: ()
    lead: LocalizedText = LEAD
    at_once: frozenset[str] = frozenset()
    hosts: Mapping[str, str] = field(default_factory=dict)

    @property
    def length(self) -> str:
        """The measure of how long a match was."""
        return self.measures[0][0]


@dataclass(frozen=True, slots=True)
class Variable:
    """A number that a scenario may read, and where `settable` is true also set: of a seat, of the table, or of a card.

    Shapes: `of` names the sorts of card that have it, none where it is not a card's; `in_story` is false for a mark of the rules' own,
            whose changes a story leaves out; `words` are names for some of its numbers; a variable with a `zone` says which card of that
            zone of the seat, by its place from 1 or by its name in the scenario, and holds the entity; `is_seat` says that its number is a
            seat, from 0, which a sentence calls by the player.
    """

    name: str
    title: LocalizedText
    low: int = 0
    high: int = 999
    of: tuple[str, ...] = ()
    settable: bool = True
    in_story: bool = True
    words: Mapping[str, int] = field(default_factory=dict)
    zone: str = ""
    is_seat: bool = False


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone that a scenario may look into, and where `settable` is true also fill.

    Shapes: `sorts` names the sorts of card that may be there, `capacity` how many; `shared` zones are the table's, the others a seat's;
            `cell` is the column and row of a place on a board, both from 1, the row nearest to the opponent first; `wide` says over how
            many columns it goes.
    """

    name: str
    title: LocalizedText
    sorts: tuple[str, ...]
    capacity: int = 200
    shared: bool = False
    settable: bool = True
    cell: tuple[int, int] | None = None
    wide: int = 1


@dataclass(frozen=True, slots=True)
class Verb:
    """What a main decision offers by name, as scenarios write it; with `entity` it needs one."""

    name: str
    title: LocalizedText
    entity: bool = False


@dataclass(frozen=True, slots=True)
class ComputedFact:
    """What a scenario may ask of a player or a card that is no variable of it.

    Shapes: `read(state, entity)` gives numbers in a list, or by name.
    """

    name: str
    title: LocalizedText
    read: Callable[[State, int], list[int] | dict[str, int]]


class BoardRefusal(IllegalAction):
    """A board cannot be set up as it is given; `text` says why to its author.

    Shapes: code is `no-room`, `no-character` or `no-moment`.
    """

    def __init__(self, code: str, text: LocalizedText) -> None:
        super().__init__(code, text.en)
        self.text = text


Cards = tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A legal board on which a new scenario begins, before the card that it is about is put there.

    Shapes: `setup` is as in a scenario; `cards` are documents of the scenario's own that the board needs; `settings` names, by sort of card, the
            setting of the rules that holds the card's id where it is put into no zone; `adapted(document, setup, cards)` are both for a card that needs others to be played.
    """

    setup: Mapping[str, Any] = field(default_factory=dict)
    cards: Cards = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    adapted: Callable[[Json, Json, Cards], tuple[Json, Cards]] = lambda document, setup, cards: (setup, cards)


@dataclass(frozen=True, slots=True)
class Board:
    """What a scenario may name in a game, and how its table is set up.

    Shapes: `sort(document)` is the sort of a card, as zones and variables know it;
            `set_up(state, values)` makes the seats and the empty table: `values` holds `active`, `phase`, `table` and `seats`, each
            with all its variables;
            `place(state, seat, zone, card, values)` creates a card, seat -1 for the table's zones, and returns its entity, or
            raises BoardRefusal `no-room`;
            `enter(state, phase)` puts the code on the stack that runs from the beginning of a phase;
            `player(state, seat)` is the entity of a seat; `zone_contents(state, seat, zone)` what lies in a zone, seat -1 as above;
            `facts(state)` gives the variables of the table, and the phase; `layout` says how the table is drawn;
            `trigger_timing(state, card, moment, seat)` puts on the stack what a card does at one of its moments, or raises BoardRefusal `no-moment`; a
            game without moments has none; `computed_facts` are what facts may ask of players and cards beyond their variables;
            `own_variables(document)` names the variables that a card declares itself; `seat_counts(state, seat)` gives variables of a seat
            that its entity does not hold, and `set_counts(state, seat, values)` sets them; `beginning` is the board of a new scenario; `placement(state, seat, zone, card)` gives the values
            beyond those that the entity holds with which `place` puts a card where it is, and `settings(state)` the settings of the rules with
            which `set_up` makes the table of a match.
    """

    phases: tuple[Option, ...]
    seat: tuple[Variable, ...]
    table: tuple[Variable, ...]
    card: tuple[Variable, ...]
    zones: tuple[ZoneSpec, ...]
    verbs: tuple[Verb, ...]
    set_up: Callable[[State, Json], None]
    place: Callable[[State, int, str, str, Mapping[str, int]], int]
    enter: Callable[[State, str], None]
    facts: Callable[[State], Json]
    sort: Callable[[Json], str] = lambda document: str(document.get("type", ""))
    player: Callable[[State, int], int] = lambda st, seat: seat + 1
    zone_contents: Callable[[State, int, str], tuple[int, ...]] = lambda st, seat, zone: st.zone(seat + 1, zone)
    layout: BoardLayout = field(default_factory=BoardLayout)
    trigger_timing: Callable[[State, int, str, int], None] | None = None
    computed_facts: tuple[ComputedFact, ...] = ()
    own_variables: Callable[[Json], tuple[str, ...]] | None = None
    seat_counts: Callable[[State, int], Json] | None = None
    set_counts: Callable[[State, int, Json], None] | None = None
    beginning: Beginning = field(default_factory=Beginning)
    placement: Callable[[State, int, str, int], Mapping[str, int]] = lambda st, seat, zone, card: {}
    settings: Callable[[State], Json] = lambda st: {}


@dataclass(frozen=True, slots=True)
class Decks:
    """How a game is played with decks: what they must keep to, and which ones it ships.

    Shapes: `default` names files of `decks/` in the game's folder, without their ending, one for each seat in the order of seats:
            a match without decks of its own is played with them; other files there are shipped, too;
            `entry` is the key under which an entry of a deck names its card.
    """

    rules: DeckRules
    default: tuple[str, ...]
    entry: str = "id"


@dataclass(frozen=True, slots=True)
class ProblemExample:
    """A text with one problem, and the same text without it.

    Shapes: `place` says what the texts are: the effects of the frame, a card (or a list of cards), the manifest of a pack that has no
            other file, or a deck, in which `…` is the rest of it; `repeat` is how often the sign `…` of `before` is repeated
            before it is read.
    """

    before: str
    after: str
    place: Literal["do", "card", "manifest", "deck"] = "card"
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class ProblemCode:
    """A problem code of a ruleset: the problem of a card, and what its author can do about it."""

    title: LocalizedText
    remedy: LocalizedText


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide for authors of a game's cards: its file among the guides, its title, and what it is about."""

    file: str
    title: LocalizedText
    about: LocalizedText
