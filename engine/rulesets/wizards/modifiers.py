"""Numbers that static modifiers change: what a card costs and deals, and what a player may hold. The sum is derived, never stored.

A stat without modifiers costs one lookup: each function then returns its argument.
Source: SOURCE.md, extensions; kernel `modifiers`.
"""

from __future__ import annotations

from engine.kernel.modifiers import applying, printed, steps
from engine.toolkit.rules import STAT, State, modified, set_var, unlisten

COST, SPELL_DAMAGE, RESONANCE = "manaCost", "spellDamage", "resonance"
OF_CARDS = (COST, SPELL_DAMAGE)
"""Stats that are asked of a card; all others are asked of a player."""
PRICE, TOKEN_PRICE, WAND_SLOTS = "price", "tokenPrice", "wandSlots"
OF_PLAYERS = (RESONANCE, "hand", "manaCap", "goldCap", "freezingCap", PRICE, TOKEN_PRICE, WAND_SLOTS)
LIMIT_STATS = {name: f"{STAT}{name}" for name in OF_PLAYERS}
COST_STAT, DAMAGE_STAT = f"{STAT}{COST}", f"{STAT}{SPELL_DAMAGE}"
"""The keys under which modifiers of costs and of damage are registered."""
RAISED_MARK = "raised"
"""Of a card that is played: its hits were raised."""


def cost_of(st: State, card: int, player: int | None = None) -> int:
    """Return the mana that a card costs now, for a player or its owner; never below 0."""
    ent = st.entities[card]
    value = int(ent["manaCost"])
    if rules := st.program.cards[ent["def"]].abilities:
        value = printed(st, card, rules, value, player)
    if COST_STAT in st.listener_index:
        value = modified(st, card, COST, value, player)
    return max(0, value)


def damage_of(st: State, card: int, player: int) -> int:
    """Return by how much each hit of a card that a player plays is raised; below 0 it is lowered."""
    value = int(st.entities[player]["spellDamage"])
    if DAMAGE_STAT not in st.listener_index:
        return value
    return modified(st, card, SPELL_DAMAGE, value, player) if card in st.entities else value


def limit_of(st: State, player: int, name: str) -> int:
    """Return the most of something that a player may hold; never below 0."""
    value = int(st.program.config[name])
    if LIMIT_STATS[name] not in st.listener_index:
        return value
    return max(0, modified(st, player, name, value))


def counted_stat(name: str) -> str:
    """Return the key of the modifiers of a stat that cards alone see."""
    return f"{STAT}counted.{name}"


def as_counted(st: State, eid: int, name: str, value: int) -> int:
    """Return a number as conditions and values of cards read it; never below 0."""
    key = counted_stat(name)
    return max(0, modified(st, eid, key.removeprefix(STAT), value)) if key in st.listener_index else value


def price_of(st: State, player: int, slot: int) -> tuple[int, int]:
    """Return the gold and the reversal tokens that a card in the shop costs a player; its slot is its price (WZ8)."""
    index = st.listener_index
    gold = max(0, modified(st, player, PRICE, slot)) if LIMIT_STATS[PRICE] in index else slot
    tokens = max(0, modified(st, player, TOKEN_PRICE, 0)) if LIMIT_STATS[TOKEN_PRICE] in index else 0
    return gold, tokens


def wand_slots(st: State, player: int) -> int:
    """Return how many wands a player may have equipped: one, as modifiers leave it; never fewer (WZ12)."""
    return max(1, modified(st, player, WAND_SLOTS, 1)) if LIMIT_STATS[WAND_SLOTS] in st.listener_index else 1


def resonance_of(st: State, player: int) -> int:
    """Return the number of cards in a player's play area, as resonance counts it."""
    return max(0, modified(st, player, RESONANCE, len(st.zone(player, "play"))))


def used_by(st: State, card: int, player: int, *, is_free: bool) -> tuple[int, ...]:
    """Return the modifiers of the next play that this one uses: those that change what it costs, and those that may raise its hits."""
    index, listeners = st.listener_index, st.listeners
    changes: tuple[int, ...] = ()
    if COST_STAT in index and not is_free:
        printed_cost = int(st.entities[card]["manaCost"])
        if rules := st.program.cards[st.entities[card]["def"]].abilities:
            printed_cost = printed(st, card, rules, printed_cost, player)
        passed = steps(st, card, COST, printed_cost, player)
        changes = tuple(lid for lid, old, new in passed if listeners[lid].once and max(old, 0) != max(new, 0))
    raising = (lid for ids in index.get(DAMAGE_STAT, {}).values() for lid in ids if listeners[lid].once)
    return changes + applying(st, card, tuple(raising), player)


def use_up(st: State, card: int, ids: tuple[int, ...]) -> None:
    """End the modifiers that a play used up; one that raises hits is used where there was a hit."""
    has_hit = bool(st.entities[card].get(RAISED_MARK, 0))
    for lid in ids:
        if lid in st.listeners and (has_hit or st.listeners[lid].event != DAMAGE_STAT):
            unlisten(st, lid)
    if has_hit:
        set_var(st, card, RAISED_MARK, 0)


def note_raised(st: State, card: int) -> None:
    """Note that hits of a card that is played were raised, where a modifier of one play may have done it."""
    stages = st.listener_index.get(DAMAGE_STAT, {})
    if card in st.entities and any(st.listeners[lid].once for ids in stages.values() for lid in ids):
        set_var(st, card, RAISED_MARK, 1)


def end_lying(st: State, host: int) -> None:
    """End what lasts only while a card lies where it is."""
    for listener in tuple(st.listeners.values()):
        if listener.host == host and listener.zones:
            unlisten(st, listener.id)
