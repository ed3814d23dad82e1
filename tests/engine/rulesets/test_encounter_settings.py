"""Every number and reading of the rules of encounter is a setting: each is flipped here, and something else happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.rulesets.encounter.config import SETTINGS
from engine.rulesets.encounter.fight import requests
from tests.engine.rulesets.encounter_field import (
    Field,
    ability,
    answered,
    at,
    duel,
    encounter,
    event,
    ground,
    hero,
    opened,
    order,
    skill,
    unit,
)

Config = dict[str, Any]
See = Callable[[Config], Any]
IDLE, SOLDIER = unit("idle", atk=0, mov=0), unit("soldier")
GAIN = {"type": "changeAp", "amount": 1}
FOE = {"field": [at("idle", 8, 5, "foe")]}
MINE = {"field": [at("idle", 1, 1, "mine")]}
KILLER = {"field": [at("killer", 6, 3, "foe")]}


def after(*answers: str, config: Config, cards: tuple[Any, ...] = (), **extra: Any) -> Field:
    """Return a table on which answers were given."""
    mine, theirs = {**MINE, **extra.pop("mine", {})}, {**FOE, **extra.pop("theirs", {})}
    field = Field([IDLE, *cards], mine, theirs, config=config, **extra)
    field.do(*answers)
    return field


def priorities(item: Any, two: Any) -> See:
    """Return what shows the requests of a fight."""

    def see(config: Config) -> Any:
        field = duel(item, two, config=config)
        return requests(field.state, field.scene.names["one"], field.scene.names["two"])

    return see


def healths_after_fight(item: Any, two: Any, distance: int = 1) -> See:
    """Return what shows the health of two units after a fight, 0 for the dead."""

    def see(config: Config) -> Any:
        field = duel(item, two, distance=distance, config=config)
        field.do("attack:one", "two")
        return [field.of(name, "health") if field.contains(name) else 0 for name in ("one", "two")]

    return see


def walked(rows: str, *answers: str, turns: int = 0, variable: str = "health", **extra: Any) -> See:
    """Return what shows a number of a unit that walked over the ground of a map of one row."""

    def see(config: Config) -> Any:
        lane = ground("lane", (rows,), ("a" + "." * (len(rows) - 2) + "b",))
        cards, mine = (lane, unit("walker", **{"mov": 3, **extra})), {"field": [at("walker", 1, 1, "me")]}
        theirs = {"field": [at("idle", len(rows), 1, "foe")]}
        field = after(*answers, config={"map": "lane", **config}, cards=cards, mine=mine, theirs=theirs)
        field.turns(turns)
        if variable == "offers":
            field.answer("move:me")
            return field.offers()
        return field.of("me", variable)

    return see


def cursed_fight(config: Config) -> Any:
    """A cursed unit attacks."""
    field = duel(unit("a", atk=5), SOLDIER, config=config, table={})
    field.state.entities[field.scene.names["one"]]["cursed"] = 2
    field.do("attack:one", "two")
    return field.of("two", "health")


def ready_hero(variable: str) -> See:
    """Return what shows a number of a hero that was deployed at the beginning of a turn."""

    def see(config: Config) -> Any:
        mine = {"recovery": [{"card": "lead", "as": "lead"}]}
        field = after(config=config, cards=(hero("lead"),), mine=mine, phase="BP")
        field.answer("B1")
        return field.of("lead", variable)

    return see


def number_of_fallen(variable: str) -> See:
    """Return what shows a number of a hero that fell, or of its player."""

    def see(config: Config) -> Any:
        mine = {"field": [at("lead", 5, 3, "lead"), at("idle", 1, 1)]}
        cards, table = (hero("lead", mhp=9), unit("killer", atk=9)), {"pageLimit": 9}
        field = after("attack:foe", "lead", config=config, cards=cards, mine=mine, theirs=KILLER, active=1, table=table)
        return field.of("lead", "cooldown") if variable == "cooldown" else field.player(0, variable)

    return see


def heroes_before_bp(config: Config) -> Any:
    """What was there at BP."""
    tick = ability("tick", skill("BP", GAIN))
    mine = {"perks": [{"card": "tick"}], "recovery": [{"card": "lead"}]}
    return after(config=config, cards=(hero("lead"), tick), mine=mine, phase="BP").player(0, "ap")


def called(config: Config) -> Any:
    """An order deploys a unit."""
    call = order("call", {"type": "deploy", "unit": "idle"})
    field = after("play:card", config=config, cards=(call,), mine={"hand": [{"card": "call", "as": "card"}]})
    return field.asked().kind


def returned(config: Config) -> Any:
    """Where cards of standby go."""
    sparks = [order(f"s{number}", GAIN) for number in range(6)]
    mine = {"deck": [{"card": "s0"}], "standby": [{"card": card["id"]} for card in sparks[1:]], "draws": 0}
    return after(config=config, cards=tuple(sparks), mine=mine, phase="BP").cards(0, "deck")


def blast(config: Config) -> Any:
    """A burst of level 5 around the middle of the field hits its corner, or does not."""
    area = {"type": "area", "shape": "burst", "level": 5, "side": "enemy", "at": "$target.unitUUID"}
    boom = order("boom", {"type": "damage", "target": area, "amount": 1}, target="enemy")
    theirs = {"field": [at("idle", 5, 3, "middle"), at("idle", 7, 5, "corner")]}
    field = after("play:card", "middle", config=config, cards=(boom,), mine={"hand": [{"card": "boom", "as": "card"}]}, theirs=theirs)  # fmt: skip
    return field.of("corner", "health")


def axis(amount: int, start: int) -> See:
    """Return what shows how long the axis is after it was changed."""

    def see(config: Config) -> Any:
        turn = order("turn", {"type": "growAxis", "amount": amount})
        mine = {"hand": [{"card": "turn", "as": "card"}]}
        table = {"axisLength": start, "pool": [{"card": "rain"}]}
        cards = (turn, event("rain", GAIN))
        return after("play:card", config=config, cards=cards, mine=mine, table=table).state.globals["axisLength"]

    return see


def both_goals(config: Config) -> Any:
    """The player wins and loses at once."""
    both = order("both", {"type": "win"}, {"type": "lose"})
    mine = {"hand": [{"card": "both", "as": "card"}]}
    return after("play:card", config=config, cards=(both,), mine=mine).state.result.winner


def burnt(config: Config) -> Any:
    """The carrier has an affinity with red."""
    burn = order("burn", {"type": "damage", "target": "$target.unitUUID", "amount": 1, "color": "red"}, target="enemy")
    mine = {"hand": [{"card": "burn", "as": "card", "carrier": 1}], "field": [at("lead", 1, 1, "lead")]}
    return after("play:card", "foe", config=config, cards=(burn, hero("lead", enhance={"red": 2})), mine=mine).of("foe", "health")  # fmt: skip


def emptied(config: Config) -> Any:
    """The only unit leaves a region."""
    cards, mine = (unit("runner", mov=9),), {"field": [at("runner", 3, 3, "run")]}
    return after("move:run", "D3", config=config, cards=cards, mine=mine).control(1)


def passed(config: Config) -> Any:
    """A unit at the end of a lane, behind an ally."""
    cards, lane = (SOLDIER, ground("lane", ("....",), ("a..b",))), {"map": "lane"}
    mine, theirs = {"field": [at("soldier", 1, 1, "me"), at("idle", 2, 1)]}, {"field": [at("idle", 4, 1, "foe")]}
    return after(config={**lane, **config}, cards=cards, mine=mine, theirs=theirs).offers()


def crossed(config: Config) -> Any:
    """A unit walks past a burning cell, round or through it."""
    cards, fire = (unit("walker", mov=4), ground("fire", ("...", ".b.", "..."), ("aab",) * 3)), {"map": "fire"}
    mine, theirs = {"field": [at("walker", 1, 2, "me")]}, {"field": [at("idle", 3, 3)]}
    return after("move:me", "C2", config={**fire, **config}, cards=cards, mine=mine, theirs=theirs).of("me", "health")


def key_event(config: Config) -> Any:
    """A key event whose condition comes to hold in the main phase: it enters at once, or when the axis rolls."""
    key = {**event("omen", GAIN), "enters": [{"type": "HasUnits", "count": 3}]}
    del key["weight"]
    call = order("call", {"type": "deploy", "unit": "idle"})
    state = opened(key, call, hero("lead", "call", "call"), encounter(keys=["omen"]), **config)
    state = answered(state, "B2", "play", "C2")
    return [state.entities[eid]["def"] for eid in state.zone(0, "axis")]


def opening(see: Callable[[Any], Any]) -> See:
    """Return what shows something of a match at its first question."""
    return lambda config: see(opened(encounter(), encounter("second", limit=9), **config))


def hand(config: Config) -> Any:
    """Deploy the hero of an opening, and look at the first hand."""
    return len(answered(opened(**config), "B2").zone(1, "hand"))


def full_purse(config: Config) -> Any:
    """Gain more AP than there may be."""
    gain = order("gain", {"type": "changeAp", "amount": 99})
    return after("play:card", config=config, cards=(gain,), mine={"ap": 3, "hand": [{"card": "gain", "as": "card"}]}).player(0, "ap")  # fmt: skip


FAST = unit("fast", spd=5)
FLIPS: dict[str, tuple[Any, See]] = {
    "encounter": ("second", opening(lambda st: st.globals["encounter"])),
    "map": ("lane", lambda config: len(after(config=config, cards=(ground("lane", ("....",) * 5, ("a..b",) * 5),), theirs={"field": [at("idle", 4, 5)]}).state.globals["terrain"])),
    "attackerBonus": (0, priorities(SOLDIER, unit("b"))),
    "capsDefender": (False, priorities(unit("a", spd=1), FAST)),
    "simultaneous": (False, healths_after_fight(unit("a", spd=1, mhp=2), unit("b", spd=2, mhp=2))),
    "ownRange": (False, healths_after_fight(unit("a", rng=2), unit("b", spd=1), distance=2)),
    "passAllies": (False, passed),
    "heroActs": (False, ready_hero("at")),
    "asksCell": (False, called),
    "burn": (3, walked(".b......", "move:me", "C1")),
    "curse": (4, cursed_fight),
    "stumble": (2, walked(".s......", variable="offers", mov=4)),
    "emptiedKeeps": (False, emptied),
    "cooldownPer": (1, number_of_fallen("cooldown")),
    "standbyShuffles": (False, returned),
    "areaCorners": (True, blast),
    "axis": (5, opening(lambda st: st.globals["axisLength"])),
    "axisLeast": (1, axis(-9, 3)),
    "axisMost": (4, axis(9, 3)),
    "rounds": (2, opening(lambda st: st.globals["limit"])),
    "loseFirst": (False, both_goals),
    "deathPage": (2, number_of_fallen("deathPage")),
    "enhance": (3, burnt),
    "heroesFirst": (False, heroes_before_bp),
    "shortestPath": (True, crossed),
    "halfTurns": (False, walked(".c......", "move:me", "B1", turns=2, variable="cursed")),
    "keyAtCheckpoint": (False, key_event),
    "ap": (5, opening(lambda st: st.entities[1]["apCap"])),
    "apMost": (4, full_purse),
    "hand": (3, opening(lambda st: st.entities[1]["handCap"])),
    "startHand": (0, hand),
    "draws": (2, hand),
}  # fmt: skip
"""For each setting another value than its default, and something that it changes."""


class TestSettings:
    def test_are_all_flipped(self) -> None:
        assert set(FLIPS) == {setting.name for setting in SETTINGS}

    @pytest.mark.parametrize("name", FLIPS)
    def test_change_what_happens(self, name: str) -> None:
        value, see = FLIPS[name]

        assert value != next(one.value for one in SETTINGS if one.name == name)
        assert see({name: value}) != see({})
