"""Setting an encounter up, and what a seat may know of it. Source: 001§1.1, §4, §5.1, §9, §10; EN11, EN12."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.ruleset import Json
from engine.toolkit.rules import CardDef, EnvironmentId, State, create, set_global, set_var, shuffle
from engine.toolkit.seats import set_globals, take_seats
from engine.toolkit.zones import Visibility

from . import axis
from .grid import NOWHERE
from .table import (
    DECK,
    FIELD,
    HAND,
    OPPONENT,
    PLAYER,
    PLAYERS,
    RECOVERY,
    REGIONS,
    TABLE,
    ZONES,
    add_events,
    add_to_pool,
    attach,
    bring_card,
    bring_unit,
    fresh_actions,
    grid,
)
from .words import HAND_CARDS, WALL

VISIBILITY = Visibility((DECK,), (HAND,))
SLOT_STRIDE = 1000
UNITS_OF_A_SIDE = 3
FACTS: Json = {
    "phase": "BP",
    "round": 1,
    "active": PLAYER,
    "map": "",
    "encounter": "",
    "terrain": (),
    "timed": (),
    "goals": (),
    "keys": (),
    "buffs": (),
    "pageLimit": 0,
    "limit": 0,
    "atLimit": 0,
    "axisLength": 0,
    "present": (),
    "graves": (),
}


def deal(
    cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Mapping[str, Any]] = ()
) -> Json:
    """Return the opening: the encounter, and each side's heroes, placed units and cards.

    Shapes: `heroes/0`, `units/0` (card id, column, row, leader), `cards/0` and `carriers/0` (places among the heroes) for each side, the
            neutral one being 2; `perks` are the player's abilities, `axis` the first events; an experiment adds `borne`, abilities of each placed unit of the player, and `map`, the ground instead of the encounter's own. A set without an encounter is played as a plain skirmish of its units.
    """
    wanted = config["encounter"]
    known = sorted(name for name, card in cards.items() if card.kind == "encounter")
    name = wanted if wanted in known else known[0] if known else ""
    return opening_of(cards, name) if name else plain(cards)


def opening_of(cards: Mapping[str, CardDef], name: str) -> Json:
    """Return the opening of an encounter; what its set does not hold is left out."""
    facts = cards[name].facts
    env: Json = {"encounter": name, "perks": (*facts["perks"], *facts["rules"]), "axis": ()}
    sides = (facts["heroes"], facts["opponents"], ())
    for side, heroes in enumerate(sides):
        known_heroes = tuple(hero for hero in heroes if hero in cards)
        env[f"heroes/{side}"] = known_heroes
        owner = (PLAYER, OPPONENT, TABLE)[side]
        env[f"units/{side}"] = tuple(one[:4] for one in facts["units"] if one[4] == owner and one[0] in cards)
        entries = [
            (card, place)
            for place, hero in enumerate(known_heroes)
            for card in cards[hero].facts["cards"]
            if card in cards
        ]
        env[f"cards/{side}"] = tuple(card for card, _ in entries)
        env[f"carriers/{side}"] = tuple(place for _, place in entries)
    return env


def plain(cards: Mapping[str, CardDef]) -> Json:
    """Return a skirmish out of the heroes, units and cards of a set, the same for both sides."""
    of = {kind: [card.id for _, card in sorted(cards.items()) if card.kind == kind] for kind in ("hero", "unit")}
    able = [card.id for _, card in sorted(cards.items()) if card.kind in HAND_CARDS]
    env: Json = {
        "encounter": "",
        "perks": (),
        "axis": (),
        "heroes/2": (),
        "units/2": (),
        "cards/2": (),
        "carriers/2": (),
    }
    for side, column in enumerate((2, 7)):
        env[f"heroes/{side}"] = tuple(of["hero"][:1])
        fighters = (of["unit"] or of["hero"])[:UNITS_OF_A_SIDE]
        env[f"units/{side}"] = tuple((name, column, row, 0) for row, name in enumerate(fighters, 1))
        env[f"cards/{side}"] = tuple(able[:12])
        env[f"carriers/{side}"] = (0,) * len(able[:12])
    return env


def setup_table(st: State, encounter: str, map_id: str = "") -> None:
    """Make players, ground, regions, perks and events of an encounter, on its own map or another; units and cards come later."""
    card = st.program.cards.get(encounter)
    facts, config = card.facts if card is not None else {}, st.program.config
    set_globals(st, FACTS)
    start = {"ap": 0, "apCap": facts.get("ap", config["ap"]), "handCap": facts.get("hand", config["hand"])}
    take_seats(st, [{**start, "draws": config["draws"], "deathPage": 0, "lost": 0}] * len(PLAYERS), ZONES)
    st.zones.setdefault((TABLE, FIELD), ())
    table_facts = {
        "encounter": encounter,
        "map": map_id or facts.get("map", config["map"]),
        "pageLimit": facts.get("deathPages", 0),
        "limit": facts.get("limit", config["rounds"]),
        "atLimit": facts.get("atLimit", 0),
        "axisLength": config["axis"],
        "keys": tuple(k for k in facts.get("keys", ()) if k in st.program.cards),
    }
    set_globals(st, table_facts)
    set_global(st, "terrain", grid(st).terrain)
    _regions(st, facts)
    for name, weight in facts.get("events", ()):
        add_to_pool(st, name, PLAYER, weight)


def _regions(st: State, facts: Mapping[str, Any]) -> None:
    """Make the regions of the map; without an encounter each side holds one end."""
    letters = grid(st).letters
    holdings = facts.get("holdings") or tuple((letter, place + 1, "", 0) for place, letter in enumerate(letters[:2]))
    set_global(
        st,
        "buffs",
        tuple(
            (letters.index(holding[0]) + 1, holding[2]) for holding in holdings if holding[2] and holding[0] in letters
        ),
    )
    for place, letter in enumerate(letters, 1):
        holding_here = next((holding for holding in holdings if holding[0] == letter), (letter, 0, "", 0))
        region = create(
            st, "", "region", 0, (TABLE, REGIONS), {"index": place, "control": 0, "main": int(holding_here[3])}
        )
        buff = next((name for number, name in st.globals["buffs"] if number == place), "")
        set_var(st, region, "control", holding_here[1])
        if buff and holding_here[1]:
            attach(st, buff, region, holding_here[1])


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Set the encounter up: ground, units, heroes in recovery, decks, the first events."""
    names = st.environments[env_id].names
    setup_table(st, names["encounter"], names.get("map", ""))
    for side, player in enumerate((PLAYER, OPPONENT, TABLE)):
        heroes = [bring_unit(st, name, player, RECOVERY, NOWHERE) for name in names[f"heroes/{side}"]]
        if player:
            cards = zip(names[f"cards/{side}"], names[f"carriers/{side}"], strict=True)
            for slot, (name, carrier) in enumerate(cards, 1):
                bring_card(st, player, DECK, name, side * SLOT_STRIDE + slot, heroes[carrier] if heroes else 0)
            shuffle(st, player, DECK, f"shuffle/{side}")
        for name, x, y, leader in names[f"units/{side}"]:
            place_unit(st, name, player, x, y, {"leader": leader})
    note_present(st)
    for name in names["perks"]:
        attach(st, name, PLAYER, PLAYER)
    for name in names.get("borne", ()):
        for unit in st.zone(PLAYER, FIELD):
            attach(st, name, unit)
    for name in names["axis"]:
        if name in st.program.cards:
            axis.append(st, name, PLAYER)
    axis.refill(st)


def place_unit(st: State, name: str, player: int, x: int, y: int, start: Mapping[str, int]) -> int:
    """Put a unit on a cell, or on the nearest free one; 0 where the map is full."""
    board, terrain = grid(st), st.globals["terrain"]
    taken = {ent["cell"] for ent in st.entities.values() if ent["zone"] == FIELD}
    free = [cell for cell, ground in enumerate(terrain) if ground != WALL and cell not in taken]
    if not free:
        return 0
    cell = min(free, key=lambda one: (abs(one % board.width + 1 - x) + abs(one // board.width + 1 - y), one))
    eid = bring_unit(st, name, player, FIELD, cell, start)
    fresh_actions(st, eid, acts=True)
    add_events(st, eid)
    return eid


def note_present(st: State) -> None:
    """Note which sides have units or heroes: such a side loses with its last one (EN12)."""
    held = tuple(player for player in PLAYERS if st.zone(player, FIELD) or st.zone(player, RECOVERY))
    set_global(st, "present", held)
