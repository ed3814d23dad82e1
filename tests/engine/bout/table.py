"""The table of a bout: who sits where, what lies where, and the small moves that skills and rules share.

A side is an entity with zones characters, combat, summons, supports, hand, deck and discard; a character is one with the zone area.
"""

from __future__ import annotations

from engine.kernel.entities import area, attached, dispose, make, put
from engine.kernel.events import emit
from engine.kernel.in_flight import Environment, SkillInfo
from engine.kernel.scopes import run_skill
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import set_var

TABLE = 0
ZONES = {
    "combatStatus": "combat",
    "summon": "summons",
    "support": "supports",
    "card": "hand",
    "character": "characters",
}
"""Where an entity of a type lies and works; all else lies on a character."""


def players(st: State) -> tuple[int, ...]:
    """Return the entities of both sides."""
    return st.zone(TABLE, "sides")


def opponent_of(st: State, player: int) -> int:
    """Return the side opposite."""
    first, second = players(st)
    return second if player == first else first


def team(st: State, player: int) -> tuple[int, ...]:
    """Return a side's characters that stand, in order."""
    return tuple(one for one in st.zone(player, "characters") if st.entities[one]["alive"])


def active(st: State, player: int) -> int:
    """Return a side's active character, 0 before there is one."""
    return int(st.entities[player]["active"])


def character_of(st: State, eid: int) -> int:
    """Return the character that an entity is or is attached to, else the active one of its side; 0 for what has left."""
    if eid not in st.entities:
        return 0
    where = area(st, eid)
    return where.host or (active(st, where.player) if where.player else 0)


def skills(st: State, eid: int) -> tuple[str, ...]:
    """Return the active skills of an entity, as `kind/id`."""
    return tuple(st.program.cards[st.entities[eid]["def"]].timings)


def switch(st: State, player: int, to: int) -> Signal | None:
    """Make another character the active one."""
    was = active(st, player)
    set_var(st, player, "active", to)
    return emit(st, "onSwitchActive", (player, was, to))


def bring(st: State, definition: str, character: int, overrides: dict[str, int] | None = None) -> int:
    """Make an entity of a definition: on a character, or in the zone of its type on the character's side."""
    kind, player = st.program.cards[definition].kind, st.entities[character]["own"]
    zone = ZONES.get(kind)
    place = (character, "area") if zone is None else (player, zone)
    return make(st, definition, player, place, overrides, is_second=kind in ("support", "card"))


def send_away(st: State, eid: int) -> Signal | None:
    """Take an entity out of the match; it may answer its own leaving."""
    signal = emit(st, "onDispose", (eid, st.entities[eid]["own"]))
    dispose(st, eid)
    return signal


def strip(st: State, character: int) -> Signal | None:
    """Take everything off a character."""
    signal = None
    for eid in tuple(attached(st, character)):
        signal = send_away(st, eid) or signal
    return signal


def draw(st: State, player: int, count: int) -> None:
    """Move the top cards of a deck to the hand, where their abilities begin."""
    for card in st.zone(player, "deck")[:count]:
        put(st, card, player, "hand")


def use(st: State, caller: int, key: str, card: int = 0, by: SkillInfo | None = None) -> Signal:
    """Use an active skill of a character, or of a card in its name: one atomic piece, told when it is done."""
    source = card or caller
    definition, player = st.entities[source]["def"], st.entities[source]["own"]
    (code,) = st.program.cards[definition].timings[key]
    own = {"self.UUID": source, "self.playerUUID": player}
    names = {**own, "code": code, "kind": key.partition("/")[0], "caller": caller}
    info = SkillInfo(caller, card, f"{definition}/{key}", by)
    return run_skill(st, info, "bout/use", Environment(names, player, source))
