"""What a game built with the toolkit declares of its table: variables, zones, kinds of card, actions; the values that rules read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from engine.language.spec import LocalizedText, SearchWords
from engine.toolkit.zones import Visibility

SLOT_STRIDE: Final = 1_000
PLAYER_FIELD = {"playerUUID": "player"}
"""What timings, and events of a player, hold."""
OWN, RIVAL = "own", "rival"
"""What a case of an event may ask of its player."""
HiddenFrom = Literal["all", "others", ""]


@dataclass(frozen=True, kw_only=True)
class Var:
    """A number of a seat, of the table or of a card, with the value that it begins with."""

    name: str
    title: LocalizedText
    start: int = 0
    low: int = 0
    high: int = 999
    setting: bool = True
    """Whether the beginning is a setting of the rules, which a match may change."""


@dataclass(frozen=True, kw_only=True)
class Pool(Var):
    """A number that a seat pays with; its maximum, `<name>Max`, grows each time it is refilled."""

    grows: int = 1
    cap: int = 10

    @property
    def maximum(self) -> str:
        """The variable that holds how much there is when it is full."""
        return f"{self.name}Max"


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A place for cards, one for each seat unless it is shared.

    Shapes: `hidden_from` says from whom its cards are hidden: all, the others, or none; `opening` cards are dealt into it from the deck, `second`
            more to who does not begin; `role` says which part it has in the common rules: the deck, the hand, where cards that are in play
            lie, where those go that are done with.
    """

    name: str
    title: LocalizedText
    hidden_from: HiddenFrom = ""
    opening: int = 0
    second: int = 0
    cap: int = 200
    shared: bool = False
    role: Literal["deck", "hand", "board", "discard", ""] = ""
    sorts: tuple[str, ...] = ()
    """The kinds of card that may lie there; all when empty."""


def deck(name: str = "deck", *, hidden_from: HiddenFrom = "all") -> Zone:
    """Return the zone that cards are drawn from, its top first."""
    return Zone(
        name=name, title=LocalizedText("Deck, from the top", "牌库（从顶部起）"), hidden_from=hidden_from, role="deck"
    )


def hand(opening: int = 0, *, second: int = 0, cap: int = 200) -> Zone:
    """Return the zone that cards are played from, with how many are dealt into it and how many fit."""
    return Zone(
        name="hand",
        title=LocalizedText("Hand", "手牌"),
        hidden_from="others",
        opening=opening,
        second=second,
        cap=cap,
        role="hand",
    )


def board(cap: int = 200) -> Zone:
    """Return the zone of cards in play."""
    return Zone(name="board", title=LocalizedText("Board", "场上"), cap=cap, role="board")


def discard() -> Zone:
    """Return the zone of cards that are done with."""
    return Zone(name="discard", title=LocalizedText("Discard pile", "弃牌堆"), role="discard")


def zone(name: str, en: str, zh: str, **more: Any) -> Zone:
    """Return a zone of the game's own: `hidden_from="others"` or `"all"`, `cap` cards at most, `shared` by all seats, with `opening` cards from the deck."""
    return Zone(name=name, title=LocalizedText(en, zh), **more)


@dataclass(frozen=True)
class Timing:
    """What a card does of its own: when it is played, when it dies, or when a rule says so; plain ones have no heading in rules text.

    `search` holds the words by which the palette finds it beside its title; without any they follow from `when`.
    """

    name: str
    title: LocalizedText
    when: Literal["play", "death", ""] = ""
    plain: bool = False
    search: SearchWords | None = None


@dataclass
class Kind:
    """A kind of card: what it costs, which numbers and keywords it has, and where it lies."""

    name: str
    title: LocalizedText
    noun: tuple[str, str, str]
    classifier: str = "张"
    pool: str = ""
    stats: tuple[Var, ...] = ()
    life: str = ""
    """The number at 0 of which it dies."""
    plays_to: str = ""
    starts_in: str = ""
    keywords: Mapping[str, LocalizedText] = field(default_factory=dict)
    timings: tuple[Timing, ...] = ()
    variables: tuple[Var, ...] = ()
    triggers: bool = False
    marker: str = ""
    """The field whose presence marks the kind; its `type` where there is none."""
    fields: tuple[Any, ...] = ()
    facts: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """What the rules read of the document beyond its numbers and keywords."""

    @cached_property
    def is_playable(self) -> bool:
        """Whether something follows when it is played: it is paid, goes somewhere, or does something then."""
        return bool(self.pool or self.plays_to or any(timing.when == "play" for timing in self.timings))


@dataclass(frozen=True)
class Action:
    """What a player may do on its turn: with a card of a zone, or with none.

    Shapes: `block` is the code; `can(table, card)` says whether it is offered.
    """

    name: str
    title: LocalizedText
    of: str
    block: str
    can: Callable[..., object] | None = None


@dataclass
class Rulebook:
    """All that the rules of a match read of a game."""

    name: str
    seats: int = 2
    seat: tuple[Var, ...] = ()
    table: tuple[Var, ...] = ()
    zones: Mapping[str, Zone] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    hooks: dict[str, str] = field(default_factory=dict)
    """The blocks of the author's rules, by when they run."""
    structure: Literal["turns", "rounds"] = "turns"
    limit: int = 100
    """How many turns, or rounds, a match has."""
    actions_limit: int = 0
    """How many actions a turn has; any number when 0."""
    leave: str = "end"
    loses: Callable[..., object] | None = None
    timeout: Callable[..., object] | None = None
    """Says who wins when the match has lasted its turns; a draw without."""
    life: str = ""
    """The number by which players live, empty where they cannot be hit."""
    fatigue: bool = False
    """Whether a draw from an empty deck hits the player, by one more each time."""
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The parameters of the author's rules beside the table, by the rule's name."""
    random_first: bool = True
    """Whether lots are drawn for who begins; seat 0 does without."""

    def visibility(self) -> Visibility:
        """Return which zones hide their cards, and from whom."""
        zones = self.zones.values()
        return Visibility(
            decks=tuple(zone.name for zone in zones if zone.hidden_from == "all" and not zone.shared),
            hands=tuple(zone.name for zone in zones if zone.hidden_from == "others"),
            piles=tuple(zone.name for zone in zones if zone.hidden_from == "all" and zone.shared),
        )

    def role(self, role: str) -> str:
        """Return the zone with a part in the common rules, empty where there is none."""
        return next((zone.name for zone in self.zones.values() if zone.role == role), "")
