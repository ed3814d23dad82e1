"""The table as a rule sees it: who plays, what lies where, and what a rule does to it.

A rule is a function whose first parameter is a table. What it names by number are entities: players and cards. The methods marked
`interrupts` let other code run before what follows them; where a rule calls one, it is split into steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from engine.kernel.decisions import DecisionSpec, Option
from engine.kernel.entities import put, register_abilities
from engine.language.compiling.compile import bind
from engine.language.diagnostics.suggestions import hint, nearest
from engine.language.spec import LocalizedText
from engine.toolkit.dealing import draw_cards
from engine.toolkit.rulebook import SLOT_STRIDE, Kind, Pool, Rulebook
from engine.toolkit.rules import (
    FRAME_PUSHED,
    CardDef,
    Environment,
    EnvironmentId,
    Signal,
    State,
    answer,
    ask,
    call,
    chance,
    change,
    create,
    emit,
    new_environment,
    new_skill_info,
    permits,
    run_skill,
    set_global,
    set_var,
    shuffle,
    stat,
)
from engine.toolkit.seats import DRAW, TABLE, finish, players, set_globals
from engine.toolkit.seats import take_seats as seat_players

Method = TypeVar("Method", bound=Callable[..., Any])
Reason = str | tuple[str, str] | LocalizedText
"""Why a match ends: a text in English and Chinese, written where the match is ended."""
LOW, HIGH = -999, 9_999


def interrupts(method: Method) -> Method:
    """Mark a method after which other code may run before the rule goes on."""
    method.interrupts = True  # type: ignore[attr-defined]  # a mark that the lowering reads
    return method


class Table:
    """The table of a match; a game has a class of its own, which knows its rulebook."""

    __slots__ = ("env", "env_id", "st")
    book: ClassVar[Rulebook]

    def __init__(self, st: State, env_id: EnvironmentId, env: Environment | None = None) -> None:
        self.st, self.env_id = st, env_id
        self.env = st.environments[env_id] if env is None else env

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse a name that the table does not have, with the nearest it has."""
            raise AttributeError(unknown_method(type(self), name).en, name=name, obj=self)

    # ------------------------------------------------------------------------------------------- who and what

    @property
    def player(self) -> int:
        """The player whose rule or card this is."""
        return self.env.owner

    @property
    def card(self) -> int:
        """The card whose text this is, 0 for the rules themselves."""
        return self.env.source or 0

    @property
    def players(self) -> tuple[int, ...]:
        """All players, in the order of seats."""
        return tuple(players(self.st))

    def opponent(self, player: int = 0) -> int:
        """Return the next player in turn: with two seats, the other one."""
        return (player or self.player) % self.book.seats + 1

    def seat(self, player: int) -> int:
        """Return the seat of a player, which counts from 0."""
        return player - 1

    def get(self, eid: int, name: str) -> int:
        """Return a number of a card or a player, as modifiers leave it; 0 for what has left."""
        return stat(self.st, eid, name) if eid in self.st.entities else 0

    def has_keyword(self, eid: int, keyword: str) -> bool:
        """Return whether a card has a keyword, or a player a mark."""
        return bool(self.st.entities.get(eid, {}).get(keyword, 0))

    def definition(self, eid: int) -> CardDef:
        """Return the printed card."""
        return self.st.program.cards[self.st.entities[eid]["def"]]

    def kind(self, eid: int) -> Kind | None:
        """Return the kind of a card, as `game.kind` has returned it; None for a player."""
        return self.book.kinds.get(self.st.entities[eid]["kind"])

    def owner(self, eid: int) -> int:
        """Return the player to whom a card belongs."""
        return int(self.st.entities[eid]["own"])

    def where(self, eid: int) -> str:
        """Return the zone in which a card lies, empty for what has left."""
        return str(self.st.entities.get(eid, {}).get("zone", ""))

    def about(self, field: str) -> Any:
        """Return a value of the event that a trigger answers, None where it has none of this name."""
        return self.env.names.get(f"{self.env.event}.{field}")

    def fact(self, name: str) -> Any:
        """Return a number of the table."""
        return self.st.globals.get(name, 0)

    def config(self, name: str) -> Any:
        """Return a setting of the rules."""
        return self.st.program.config[name]

    # ------------------------------------------------------------------------------------------- where

    def zone(self, name: str, player: int = 0) -> tuple[int, ...]:
        """Return the cards of a zone in order: of a player, the rule's own where none is named."""
        holder = TABLE if self.book.zones[name].shared else player or self.player
        return self.st.zone(holder, name)

    def mine(self, zone: str = "") -> tuple[int, ...]:
        """Return the cards of the rule's player in a zone, the one of cards in play where none is named."""
        return self.zone(zone or self.book.role("board"))

    def theirs(self, zone: str = "") -> tuple[int, ...]:
        """Return the cards of the other player in a zone."""
        return self.zone(zone or self.book.role("board"), self.opponent())

    def enemies(self) -> tuple[int, ...]:
        """Return all that the rule's player may strike: the other's cards in play that have a life, and the other player."""
        return (*self.living(self.opponent()), self.opponent())

    def living(self, player: int) -> tuple[int, ...]:
        """Return the cards in play of a player that have a life."""
        cards = self.zone(self.book.role("board"), player) if self.book.role("board") else ()
        return tuple(card for card in cards if (kind := self.kind(card)) is not None and kind.life)

    def guards(self, keyword: str) -> tuple[int, ...]:
        """Return the enemies in play with a keyword."""
        return tuple(card for card in self.living(self.opponent()) if self.has_keyword(card, keyword))

    def has_room(self, zone: str, player: int = 0) -> bool:
        """Return whether another card fits into a zone."""
        cap = self.st.program.config.get(f"{zone}Max", self.book.zones[zone].cap)
        return bool(len(self.zone(zone, player)) < cap)

    # ------------------------------------------------------------------------------------------- asking

    @interrupts
    def ask(
        self, options: Iterable[Option], prompt: str, zh: str = "", *, low: int = 1, player: int = 0
    ) -> Signal | None:
        """Put a question to a player, for one of some cards, players or words; with `low=0` it may decline, and the answer is None."""
        return self._ask(tuple(options), prompt, low, 1, player)

    @interrupts
    def ask_several(
        self, options: Iterable[Option], prompt: str, zh: str = "", *, low: int = 1, high: int = 1, player: int = 0
    ) -> Signal | None:
        """Put a question to a player, for `low` to `high` of some cards, players or words; the answer is a tuple."""
        return self._ask(tuple(options), prompt, low, high, player)

    def _ask(self, options: tuple[Option, ...], prompt: str, low: int, high: int, player: int) -> Signal | None:
        kind = "target" if all(isinstance(option, int) for option in options) else "choice"
        seat = self.seat(player or self.player)
        return ask(self.st, self.env_id, DecisionSpec(seat, kind, prompt, options, low, high, self.card))

    def answer(self) -> Any:
        """Return the option that was chosen, None for none."""
        return next(iter(answer(self.st, self.env_id)), None)

    def answers(self) -> tuple[Any, ...]:
        """Return the options that were chosen."""
        return answer(self.st, self.env_id)

    # ------------------------------------------------------------------------------------------- numbers

    def set(self, eid: int, name: str, value: int) -> None:
        """Give a number of a card or player a value."""
        set_var(self.st, eid, name, int(value))

    def add(self, eid: int, name: str, amount: int, *, low: int = LOW, high: int = HIGH) -> int:
        """Add to a number of a card or player within bounds, and return what really changed."""
        return change(self.st, eid, name, amount, low, high) if eid in self.st.entities else 0

    def note(self, name: str, value: int) -> None:
        """Give a number of the table a value."""
        set_global(self.st, name, value)

    def refill(self, name: str, player: int = 0) -> None:
        """Raise the maximum of a pool, and fill it."""
        owner = player or self.player
        pool = next(var for var in self.book.seat if var.name == name and isinstance(var, Pool))
        cap = self.st.program.config.get(pool.maximum, pool.cap)
        change(self.st, owner, pool.maximum, pool.grows, 0, cap)
        set_var(self.st, owner, name, self.st.entities[owner][pool.maximum])

    def ready(self, cards: Iterable[int]) -> None:
        """Make cards ready to act."""
        for card in cards:
            set_var(self.st, card, "ready", 1)

    def exhaust(self, card: int) -> None:
        """Note that a card has acted."""
        set_var(self.st, card, "ready", 0)

    def can_pay(self, card: int) -> bool:
        """Return whether the player has what a card costs."""
        kind = self.kind(card)
        return kind is None or not kind.pool or self.get(card, "cost") <= self.get(self.player, kind.pool)

    def pay(self, card: int) -> None:
        """Pay what a card costs."""
        kind = self.kind(card)
        if kind is not None and kind.pool:
            change(self.st, self.player, kind.pool, -self.get(card, "cost"), 0, HIGH)

    def chance(self, stream: str, limit: int) -> int:
        """Draw a number below a limit, from a stream of chance with a name."""
        return chance(self.st, stream, limit)

    # ------------------------------------------------------------------------------------------- cards

    def move(self, card: int, zone: str, player: int = 0) -> None:
        """Move a card to a zone of its owner, or of a player; abilities begin and end where they are said to work."""
        holder = TABLE if self.book.zones[zone].shared else player or self.owner(card)
        put(self.st, card, holder, zone)

    def renew(self, card: int) -> None:
        """Give a card the numbers that are printed on it."""
        for name, value in self.definition(card).numbers.items():
            set_var(self.st, card, name, value)

    def bring(self, name: str, zone: str, player: int = 0, slot: int = 0) -> int:
        """Make a card of a definition in a zone, and return it."""
        owner = player or self.player
        return bring(self.st, self.book, owner, zone, name, slot)

    def shuffle(self, player: int = 0) -> None:
        """Shuffle a player's deck."""
        owner = player or self.player
        shuffle(self.st, owner, self.book.role("deck"), f"shuffle/{self.seat(owner)}")

    @interrupts
    def draw(self, count: int, player: int = 0) -> Signal | None:
        """Draw cards: one that finds no room in hand is discarded; an empty deck exhausts, where the game has fatigue."""
        owner, height = player or self.player, len(self.st.frames)
        for _ in range(count):
            self._draw_one(owner)
        return FRAME_PUSHED if len(self.st.frames) > height else None

    def _draw_one(self, player: int) -> None:
        pile = self.st.zone(player, self.book.role("deck"))
        if pile:
            hand = self.book.role("hand")
            put(self.st, pile[0], player, hand if self.has_room(hand, player) else self.book.role("discard"))
        elif self.book.fatigue:
            self.add(player, "fatigue", 1)
            self.hit(player, self.get(player, "fatigue"))

    @interrupts
    def enter(self, card: int) -> Signal | None:
        """Put a played card where its kind lies in play, with what the game does then; others are discarded."""
        kind = self.kind(card)
        if kind is None or not kind.plays_to:
            self.move(card, self.book.role("discard"))
            return None
        self.move(card, kind.plays_to)
        return self._run_enter(card)

    def _run_enter(self, card: int) -> Signal | None:
        block = self.book.hooks.get("on_enter")
        return None if block is None else call(self.st, block, {"me": card}, self.owner(card), card)

    @interrupts
    def summon(self, name: str, player: int = 0) -> Signal | None:
        """Make a card in play, where there is room; a name of none makes nothing."""
        definition = self.st.program.cards.get(name)
        if definition is None:
            return None
        kind, owner = self.book.kinds[definition.kind], player or self.player
        if not kind.plays_to or not self.has_room(kind.plays_to, owner):
            return None
        card = self.bring(name, kind.plays_to, owner)
        signal = self._run_enter(card)
        return self.emit("onSummon", card, owner) or signal

    # ------------------------------------------------------------------------------------------- fights

    @interrupts
    def hit(self, target: int, amount: int, source: int = 0) -> Signal | None:
        """Take life from a card or a player."""
        life = self._life(target)
        if amount <= 0 or not life:
            return None
        self.add(target, life, -amount)
        return self.emit("onDamaged", target, source or self.card or target, amount)

    @interrupts
    def strike(self, attacker: int, target: int, name: str = "attack") -> Signal | None:
        """Resolve a fight of two: each takes the other's attack from its life, at once."""
        forth, back = self.get(attacker, name), self.get(target, name)
        signal = self.hit(target, forth, attacker)
        return self.hit(attacker, back, target) or signal

    @interrupts
    def heal(self, target: int, amount: int) -> Signal | None:
        """Give life back, up to what it was when full."""
        life = self._life(target)
        gain = (
            self.add(target, life, amount, high=max(self.get(target, f"{life}Full"), self.get(target, life)))
            if life
            else 0
        )
        return self.emit("onHealed", target, gain) if gain else None

    def _life(self, target: int) -> str:
        """Return the number by which something lives, empty for what does not."""
        if target not in self.st.entities:
            return ""
        kind = self.kind(target)
        return kind.life if kind is not None else self.book.life

    # ------------------------------------------------------------------------------------------- code

    @interrupts
    def emit(self, event: str, *payload: Any) -> Signal | None:
        """Raise an event with the values of its fields, in their order; what answers it runs before the rule goes on."""
        if event not in self.st.program.events:
            return None
        return emit(self.st, event, payload)

    def permits(self, event: str, *payload: Any) -> bool:
        """Return whether no card forbids an event."""
        return event not in self.st.program.events or permits(self.st, event, payload)

    @interrupts
    def run_timings(self, card: int, when: str) -> Signal | None:
        """Run what a card does at its timings of a sort, `play` or `death`, or at one by its name."""
        kind = self.kind(card)
        names = () if kind is None else [timing.name for timing in kind.timings if when in (timing.when, timing.name)]
        return run_timings(self.st, card, self.owner(card), names)

    @interrupts
    def run(self, rule: str, *values: Any, player: int = 0) -> Signal:
        """Run another rule of the game by its name; its parameters are these values."""
        names = dict(zip(self.book.parameters[rule], values, strict=True))
        return call(self.st, f"{self.book.name}/{rule}", names, player or self.player, self.env.source)

    def result(self, **values: int) -> None:
        """Give the results of an effect to the card that has named them."""
        caller = self.env.names.get("?caller")
        if caller is not None:
            bind(self.st, EnvironmentId(caller), self.env.names["?label"], **values)

    # ------------------------------------------------------------------------------------------- the end

    def win(self, player: int, reason: Reason) -> None:
        """End the match: a player has won, for a reason in both languages, or one that `game.result` names."""
        self._finish(player - 1, reason)

    def _finish(self, winner: int, reason: Reason) -> None:
        if self.st.result is None:
            finish(self.st, winner, reason if isinstance(reason, str) else reason[0])

    def tie(self, reason: Reason) -> None:
        """End the match: no player has won, for a reason as that of `win`."""
        self._finish(DRAW, reason)


def unknown_method(table: type[Table], name: str) -> LocalizedText:
    """Return that a table has no method of a name, with the nearest that it has."""
    methods = sorted(word for word in dir(table) if word[0] != "_")
    near = hint(nearest(name, methods) or next((word for word in methods if name in word or word in name), None))
    return LocalizedText(f"the table has no {name}{near.en}", f"牌桌没有 {name}{near.zh}")


def run_timings(st: State, card: int, player: int, timings: Sequence[str]) -> Signal | None:
    """Run what a card does at some of its timings, the first first, each block in a scope of its own."""
    blocks = st.program.cards[st.entities[card]["def"]].timings
    codes = [(timing, code) for timing in timings for code in blocks.get(timing, ())]
    for timing, code in reversed(codes):
        names = {"self.UUID": card, "self.playerUUID": player, f"{timing}.playerUUID": player}
        run_skill(st, new_skill_info(card, 0, code), code, new_environment(names, player, card))
    return FRAME_PUSHED if codes else None


def bring(st: State, book: Rulebook, player: int, zone: str, name: str, slot: int = 0) -> int:
    """Make a card of a definition in a zone of a player, and register what it listens to there."""
    card = st.program.cards[name]
    numbers = {"slot": slot, **card.numbers}
    eid = create(st, name, card.kind, player, (TABLE if book.zones[zone].shared else player, zone), numbers)
    register_abilities(st, eid)
    return eid


def seat_numbers(book: Rulebook, config: Mapping[str, Any]) -> dict[str, int]:
    """Return the numbers that a player begins with, as the settings say."""
    numbers = {var.name: config.get(var.name, var.start) for var in book.seat}
    numbers |= {pool.maximum: numbers[pool.name] for pool in book.seat if isinstance(pool, Pool)}
    numbers |= {f"{book.life}Full": numbers[book.life]} if book.life in numbers else {}
    return numbers | ({"fatigue": 0} if book.fatigue else {})


def take_seats(st: State, book: Rulebook, seats: Sequence[Any]) -> None:
    """Make a player for each seat: numbers as its settings say, unless it has others, and empty zones."""
    config, zones = st.program.config, book.zones.values()
    numbers = {"passed": 0, **seat_numbers(book, config)}
    seat_players(st, [{**numbers, **own} for own in seats], [zone.name for zone in zones if not zone.shared])
    st.zones.update({(TABLE, zone.name): () for zone in zones if zone.shared})
    own_facts = {var.name: config.get(var.name, var.start) for var in book.table}
    set_globals(st, {"round": 0, "turn": 0, "now": 1, "first": 1, "acted": 0, **own_facts})


def deal_decks(st: State, book: Rulebook, decks: Sequence[Sequence[str]]) -> None:
    """Put each seat's cards where their kinds begin, shuffle its deck, and deal its first cards."""
    pile = book.role("deck")
    for seat, cards in enumerate(decks):
        player = seat + 1
        for slot, name in enumerate(cards):
            begins = book.kinds[st.program.cards[name].kind].starts_in or pile
            bring(st, book, player, begins, name, player * SLOT_STRIDE + slot)
        shuffle(st, player, pile, f"shuffle/{seat}")
    for zone in book.zones.values():
        for player in players(st) if zone.opening else ():
            count = st.program.config.get(zone.name, zone.opening)
            count += st.program.config.get(f"{zone.name}Second", zone.second) if player != st.globals["first"] else 0
            draw_cards(st, player, count, pile, zone.name)
