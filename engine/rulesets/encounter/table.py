"""The table: who is where, and the small operations that rules and cards share.

Players are entities 1 (the player) and 2 (the opponent); 0 is the table. Zones of a player: deck, hand, standby, bound (summoning cards whose
unit lives), out, field, recovery, abilities (perks and global rules). Zones of the table: field (neutral units), regions, axis, pool. Zone of
a unit or a region: abilities. A unit's `cell` is its place on the grid; cells are no entities. Source: 001§3 to §6, §10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.toolkit.rules import (
    CardDef,
    Entities,
    State,
    attached,
    change,
    create,
    definition,
    dispose,
    emit,
    make,
    modified,
    move,
    resolve_modifiers,
    set_global,
    set_var,
    shuffle,
    stat,
)

from .grid import NOWHERE, Grid, grid_of
from .words import MIST, STATUS_NAMES, WALL

TABLE = 0
PLAYER, OPPONENT = 1, 2
PLAYERS = (PLAYER, OPPONENT)
FIELD, RECOVERY, ABILITIES, REGIONS, AXIS, POOL = "field", "recovery", "abilities", "regions", "axis", "pool"
DECK, HAND, STANDBY, BOUND, OUT = "deck", "hand", "standby", "bound", "out"
ZONES = (DECK, HAND, STANDBY, BOUND, OUT, FIELD, RECOVERY, ABILITIES)
FIELDS = ((PLAYER, FIELD), (OPPONENT, FIELD), (TABLE, FIELD))
BOONS = "boons"
"""The fact of the match that lists cards whose boons are not those of their print."""
AMOUNTS = "amount/"
"""What begins the variables of an event that have names of the author's."""
OVERKILL = "Overkill"
"""The event of damage beyond the health that was left."""
MAX_STAT = 99
MAX_TOMBSTONES = 8
"""Units whose last cell is remembered, for what they do as they die."""
SLOWEST, FASTEST = -4, 5
HALVES = 2
"""Half turns of a turn."""
PLAIN_MAP = grid_of(("........",) * 5, ("aaa..bbb",) * 5)
"""The ground of a match whose cards have no map: five rows of eight, a region at each end."""


def opponent_of(player: int) -> int:
    """Return the opponent of a player."""
    return 3 - player


def printed_card(st: State, eid: int) -> CardDef | None:
    """Return the printed card of an entity, or of a unit that has just died; None for what has none."""
    ent = st.entities.get(eid)
    name = tombstone_of(st, eid)[2] if ent is None else ent["def"]
    return st.program.cards[name] if name else None


def has_tag(st: State, eid: int, tag: str) -> bool:
    """Return whether an entity, or a unit that has just died, has a printed tag."""
    card = printed_card(st, eid)
    return card is not None and tag in card.tags


def grid(st: State) -> Grid:
    """Return the map of the match."""
    card = st.program.cards.get(st.globals["map"])
    return card.facts["grid"] if card is not None and card.kind == "map" else PLAIN_MAP


def units(st: State, player: int) -> Entities:
    """Return the units of a player on the map, the neutral ones for 0."""
    return st.zones.get((player, FIELD), ())


def all_units(st: State) -> Entities:
    """Return every unit on the map."""
    zones = st.zones
    return zones.get(FIELDS[0], ()) + zones.get(FIELDS[1], ()) + zones.get(FIELDS[2], ())


def occupants_by_cell(st: State) -> dict[int, int]:
    """Return which unit stands on which cell."""
    entities = st.entities
    return {entities[eid]["cell"]: eid for eid in all_units(st)}


def is_unit(st: State, eid: int) -> bool:
    """Return whether an entity is a unit on the map."""
    ent = st.entities.get(eid)
    return ent is not None and ent["zone"] == FIELD


def is_alive(st: State, eid: int) -> bool:
    """Return whether an entity is a unit on the map that has health left."""
    ent = st.entities.get(eid)
    return ent is not None and ent["zone"] == FIELD and ent["health"] > 0


def host_of(st: State, eid: int) -> int:
    """Return what an ability belongs to: a unit, a region or a player; a unit itself; 0 for none."""
    ent = st.entities.get(eid)
    if ent is None:
        return 0
    return int(ent["holder"]) if ent["zone"] == ABILITIES else eid if ent["zone"] == FIELD else 0


def region_of(st: State, eid: int) -> int:
    """Return the number of the region of a unit's cell, or of a region itself; 0 for none."""
    ent = st.entities.get(eid)
    if ent is None:
        return 0
    if ent["kind"] == "region":
        return int(ent["index"])
    return grid(st).region[ent["cell"]] if ent["zone"] == FIELD else 0


def place_of(st: State, eid: int) -> int:
    """Return the cell of a unit, or the last one of a unit that has just died; below 0 for none."""
    return int(st.entities[eid]["cell"]) if is_unit(st, eid) else tombstone_of(st, eid)[1]


def tombstone_of(st: State, eid: int) -> tuple[int, int, str]:
    """Return what is known of a unit that has just died: itself, its last cell, and its printed card; of another that it is nowhere."""
    return next((tombstone for tombstone in st.globals["graves"] if tombstone[0] == eid), (eid, NOWHERE, ""))


def record_tombstone(st: State, eid: int) -> None:
    """Note what is known of a unit that dies, and forget the oldest of many."""
    ent = st.entities[eid]
    set_global(st, "graves", ((eid, ent["cell"], ent["def"]), *st.globals["graves"][: MAX_TOMBSTONES - 1]))


def region_at(st: State, eid: int) -> int:
    """Return the region of a unit's cell, of the last one of a unit that has just died, or of a region itself; 0 for none."""
    cell = place_of(st, eid)
    return grid(st).region[cell] if cell >= 0 else region_of(st, eid)


def distance_between(st: State, first: int, second: int) -> int:
    """Return how far two units are apart."""
    entities = st.entities
    return grid(st).far[entities[first]["cell"]][entities[second]["cell"]]


def is_beside(st: State, first: int, second: int) -> bool:
    """Return whether two units are adjacent, or were when one of them died."""
    here, there = place_of(st, first), place_of(st, second)
    return first != second and here >= 0 and there >= 0 and grid(st).far[here][there] == 1


# --------------------------------------------------------------------------------------------------------------- stats


def attack_of(st: State, eid: int) -> int:
    """Return the attack of a unit now; a curse lowers it."""
    lost = st.program.config["curse"] if st.entities[eid]["cursed"] else 0
    return max(0, stat(st, eid, "atk") - lost)


def is_blind(st: State, eid: int) -> bool:
    """Return whether a unit is blind, by a status or in mist."""
    ent = st.entities[eid]
    return bool(ent["blind"]) or st.globals["terrain"][ent["cell"]] == MIST


def movement_of(st: State, eid: int) -> int:
    """Return how many steps a move of a unit has now."""
    ent = st.entities[eid]
    steps = stat(st, eid, "mov") if "stat/mov" in st.listener_index else ent["mov"]
    if ent["stumble"]:
        steps -= st.program.config["stumble"]
    return 1 if steps > 1 and is_blind(st, eid) else max(0, steps)


def range_of(st: State, eid: int) -> int:
    """Return how far a unit attacks now."""
    reach = max(0, stat(st, eid, "rng") if "stat/rng" in st.listener_index else st.entities[eid]["rng"])
    return 1 if reach > 1 and is_blind(st, eid) else reach


def speed_of(st: State, eid: int) -> int:
    """Return the attack speed of a unit, within the table (EN1)."""
    return min(max(stat(st, eid, "spd"), SLOWEST), FASTEST)


def limit_of(st: State, player: int, name: str) -> int:
    """Return a limit of a player as static abilities leave it: apCap, handCap, draws."""
    return max(0, stat(st, player, name))


# --------------------------------------------------------------------------------------------------------- operations


def bring_unit(st: State, name: str, player: int, zone: str, cell: int, start: Mapping[str, int] | None = None) -> int:
    """Make a unit on a cell, or a hero in recovery; its abilities come with it (001§7.1.1)."""
    card = st.program.cards[name]
    numbers = {**card.numbers, "cell": cell, **(start or {})}
    eid = create(st, name, card.kind, player, (player, zone), numbers)
    if zone == FIELD:
        equip(st, eid)
    return eid


def equip(st: State, eid: int) -> None:
    """Give a unit the abilities that it has by itself, and a hero those of the cards that it carries."""
    for name in definition(st, eid).facts["abilities"]:
        attach(st, name, eid)
    if st.entities[eid]["kind"] != "hero":
        return
    for card in carried_cards(st, eid):
        for name in boons_of(st, card):
            attach(st, name, eid)


def carried_cards(st: State, hero: int) -> Iterator[int]:
    """Yield the cards that a hero carries, wherever they lie in the match."""
    for zone in (DECK, HAND, STANDBY, BOUND):
        for card in st.zone(st.entities[hero]["own"], zone):
            if st.entities[card]["carrier"] == hero:
                yield card


def boons_of(st: State, card: int) -> tuple[str, ...]:
    """Return the abilities that a card gives its carrier now: those it is printed with, or those it has got instead (001§5.3.5)."""
    rows = st.globals.get(BOONS, ())
    got = dict(rows).get(card) if rows else None
    return tuple(definition(st, card).facts["grants"] if got is None else got)


def attach(st: State, name: str, host: int, owner: int | None = None, half_turns: int = 0) -> int:
    """Give an ability to a unit, a region or a player; one of the same definition is refreshed. 0 where there is no such ability."""
    card = st.program.cards.get(name)
    if card is None or card.kind != "ability":
        return 0
    player = st.entities[host]["own"] if owner is None else owner
    eid = make(st, name, player, (host, ABILITIES))
    if half_turns != st.entities[eid].get("left", 0):
        set_var(st, eid, "left", half_turns)
    return eid


def fresh_actions(st: State, eid: int, *, acts: bool) -> None:
    """Give a unit what it may do on the turn it is deployed: CT, and AT and MT where it acts at once (001§6.3.9 to 11, EN5)."""
    ent = st.entities[eid]
    set_var(st, eid, "at", ent["atMax"] if acts else max(0, stat(st, eid, "swift")))
    set_var(st, eid, "mt", ent["mtMax"] if acts else 0)
    set_var(st, eid, "ct", ent["ctMax"])


def deploy(st: State, name: str, player: int, cell: int, card: int = 0, leaves: int = 0) -> int:
    """Put a new unit on a cell; it may not act yet, unless it is swift. It leaves after a number of half turns, with 0 never."""
    eid = bring_unit(st, name, player, FIELD, cell, {"card": card, "leaves": leaves})
    fresh_actions(st, eid, acts=False)
    add_events(st, eid)
    emit(st, "Deployed", (player, eid))
    return eid


def deploy_hero(st: State, eid: int, cell: int) -> None:
    """Put a hero from recovery on a cell."""
    player = st.entities[eid]["own"]
    set_var(st, eid, "cell", cell)
    set_var(st, eid, "health", st.entities[eid]["mhp"])
    move(st, eid, player, FIELD)
    equip(st, eid)
    fresh_actions(st, eid, acts=st.program.config["heroActs"])
    set_var(st, eid, "isFresh", 1)
    add_events(st, eid)
    emit(st, "Deployed", (player, eid))


def add_events(st: State, eid: int) -> None:
    """Add the events of a unit to the random pool."""
    for name, weight in definition(st, eid).facts.get("events", ()):
        add_to_pool(st, name, st.entities[eid]["own"], weight, eid)


def add_to_pool(st: State, name: str, player: int, weight: int | None = None, source: int = 0) -> None:
    """Add an event to the random pool; its own weight where none is given."""
    card = st.program.cards.get(name)
    if card is not None and card.kind == "event":
        own = card.numbers["weight"] if weight is None else weight
        create(st, name, "event", player, (TABLE, POOL), {**card.numbers, "weight": own, "from": source})


def forget_source(st: State, eid: int) -> None:
    """Take the events of a unit that has died out of pool and axis."""
    for zone in (POOL, AXIS):
        for held in st.zone(TABLE, zone):
            if st.entities[held]["from"] == eid:
                dispose(st, held)


def remove_unit(st: State, eid: int) -> None:
    """Take a unit off the map: a hero goes to recovery, a unit out of the match, its card to standby (001§4, §5.1.3, EN8)."""
    ent = st.entities[eid]
    player = ent["own"]
    record_tombstone(st, eid)
    forget_source(st, eid)
    for held in tuple(attached(st, eid)):
        dispose(st, held)
    if ent["kind"] != "hero" or player not in PLAYERS:
        if ent["card"] in st.entities:
            move(st, ent["card"], st.entities[ent["card"]]["own"], STANDBY)
        dispose(st, eid)
        return
    move(st, eid, player, RECOVERY)
    set_var(st, eid, "cooldown", ent["recovery"] or -(-ent["mhp"] // st.program.config["cooldownPer"]))
    for name in (*STATUS_NAMES, "at", "mt", "ct"):
        set_var(st, eid, name, 0)
    set_global(st, "timed", tuple(one for one in st.globals["timed"] if one[1] != eid))
    printed = definition(st, eid).numbers
    for name in ("atk", "mhp", "mov", "rng", "spd", "prispd"):
        set_var(st, eid, name, printed[name])


def draw(st: State, player: int, count: int) -> None:
    """Draw cards as far as the deck has any and the hand has room, without a penalty (001§2.2, §5.1.2)."""
    for _ in range(count):
        deck = st.zone(player, DECK)
        if not deck or len(st.zone(player, HAND)) >= limit_of(st, player, "handCap"):
            return
        move(st, deck[0], player, HAND)
        emit(st, "DrawCard", (player, deck[0]))


def bring_card(st: State, player: int, zone: str, name: str, slot: int, carrier: int = 0) -> int:
    """Make a card in a zone of a player."""
    card = st.program.cards[name]
    return create(st, name, card.kind, player, (player, zone), {**card.numbers, "slot": slot, "carrier": carrier})


def renew_deck(st: State, player: int) -> None:
    """Return standby to the deck at the owner's turn start (001§5.1.3, EN9)."""
    standby = st.zone(player, STANDBY)
    for card in standby:
        move(st, card, player, DECK)
    if standby and st.program.config["standbyShuffles"]:
        shuffle(st, player, DECK, f"shuffle/{player - 1}")


def hurt(st: State, player: int, source: int, target: int, amount: int) -> int:
    """Deal damage to a unit and return the health it lost; source 0 means none (001§6.4.2)."""
    if not is_alive(st, target):
        return 0
    payload = (player, source, target, amount)
    if "Damage" in st.listener_index:
        result = resolve_modifiers(st, "Damage", payload, commit=True)
        if result is None:
            return 0
        payload = (player, source, target, int(result[3]))
    if "stat/damageTaken" in st.listener_index:
        payload = (player, source, target, modified(st, target, "damageTaken", payload[3]))
    loss = -change(st, target, "health", -max(payload[3], 0), 0, MAX_STAT)
    if loss:
        set_var(st, target, "hitBy", source)
        if (
            source
            and "stat/lifesteal" in st.listener_index
            and is_alive(st, source)
            and modified(st, source, "lifesteal", 0)
        ):
            drinker = st.entities[source]
            gained = change(st, source, "health", loss, 0, max(drinker["mhp"], drinker["health"]))
            emit(st, "Healed", (drinker["own"], source, gained))
    emit(st, "BeDamaged", (player, source, target, loss))
    if payload[3] > loss and OVERKILL in st.listener_index:
        emit(st, OVERKILL, (player, source, target, payload[3] - loss))
    return loss


def set_until(st: State, eid: int, variable: str, delta: int, turns: int, least: int = -MAX_STAT) -> None:
    """Change a stat of a unit, or the cost of a card, for a number of turns; with 0 for good."""
    gained = change(st, eid, variable, delta, least, MAX_STAT)
    if turns > 0 and gained:
        entry = (turns * HALVES, eid, variable, -gained, st.entities[eid]["own"])
        set_global(st, "timed", (*st.globals["timed"], entry))


def give_status(st: State, eid: int, status: str, turns: int) -> None:
    """Give a unit a status for a number of turns; a longer one stays."""
    set_var(st, eid, status, max(st.entities[eid][status], turns * HALVES))


def regions_with(st: State, player: int) -> set[int]:
    """Return the numbers of the regions where a player has units, with 0 for those that are in none."""
    region, entities = grid(st).region, st.entities
    return {region[entities[eid]["cell"]] for eid in st.zones.get((player, FIELD), ())}


def deployable(st: State, player: int) -> tuple[int, ...]:
    """Return the free cells of regions that a player controls and that are not contested (001§6.1)."""
    theirs, terrain, occupants = regions_with(st, opponent_of(player)), st.globals["terrain"], occupants_by_cell(st)
    held = [st.entities[eid] for eid in st.zone(TABLE, REGIONS)]
    mine = {ent["index"] for ent in held if ent["control"] == player and ent["index"] not in theirs}
    if not mine:
        return ()
    numbers = enumerate(grid(st).region)
    return tuple(
        [cell for cell, number in numbers if number in mine and cell not in occupants and terrain[cell] != WALL]
    )


def count_controlled(st: State, player: int) -> int:
    """Return how many regions a player controls."""
    return sum(st.entities[eid]["control"] == player for eid in st.zone(TABLE, REGIONS))


def set_control(st: State, region: int, player: int) -> None:
    """Give a region to a player, with 0 to neither; its boon works for the new controller."""
    old = st.entities[region]["control"]
    if old == player:
        return
    set_var(st, region, "control", player)
    index = st.entities[region]["index"]
    buff = next((ability for place, ability in st.globals["buffs"] if place == index), "")
    for ability in st.zone(region, ABILITIES):
        dispose(st, ability)
    if buff and player:
        attach(st, buff, region, player)
    if player:
        emit(st, "RegionChange", (player, region, old))
    if st.entities[region]["main"] and old and player:
        set_goal(st, player)


def set_goal(st: State, player: int) -> None:
    """Note that a player has reached a goal; the rules end the match when all of this instant is done (EN12)."""
    if player not in st.globals["goals"]:
        set_global(st, "goals", (*st.globals["goals"], player))


def on_axis(st: State) -> Iterator[int]:
    """Yield the events of the axis, the head first."""
    yield from st.zones.get((TABLE, AXIS), ())
