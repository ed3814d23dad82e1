"""One play of a card: paid, emitted, resolved, put away. Source: WZ3, WZ11, WZ12, WZ15, WZ16; rules: history for spread."""

from __future__ import annotations

from engine.toolkit.rules import (
    RETRY,
    EnvironmentId,
    Jump,
    Resolution,
    State,
    change,
    definition,
    emit,
    flow,
    move,
    set_global,
)

from .damage import MAX_STAT
from .effects.plays import PLAYED_FROM, run_copy
from .modifiers import cost_of, limit_of, use_up, used_by
from .moving import SPELL, equip, gain, lose_last, return_to_owner, run_timing
from .table import TABLE, emit_event

TARGETS = 5
"""The place of what a play was aimed at in the payload of onPlayCard, its last."""


def part_with(st: State, env_id: EnvironmentId) -> Jump:
    """It may be the last card of its hand."""
    return lose_last(st, st.environments[env_id].names["card"])


def emit_play(st: State, env_id: EnvironmentId) -> Jump:
    """Pay and emit the play; a listener may still counter it. An undercurrent is paid when it springs (WZ15)."""
    names = st.writable_environment(env_id).names
    player, card = names["player"], names["card"]
    ent = st.entities[card]
    zones = ("hand",) if "pays" not in names else PLAYED_FROM
    if ent["zone"] not in zones or ent["holder"] != player:
        return None
    is_free = "faceDown" in ent or names.get("pays") == "nothing"
    names["paid"] = 0 if is_free else -change(st, player, "mana", -cost_of(st, card, player), 0, MAX_STAT)
    names["used"] = used_by(st, card, player, is_free=is_free)
    move(st, card, TABLE, "playing")
    return emit(st, "onPlayCard", (player, card, ent["def"], False, names["paid"], ()))


def put_away(st: State, env_id: EnvironmentId) -> Jump:
    """Put a countered card into the discard pile (WZ11), and say that the play is over: what lasted for it ends."""
    names = st.environments[env_id].names
    if "paid" not in names:
        return None
    player, card = names["player"], names["card"]
    if names["used"]:
        use_up(st, card, names["used"])
    if st.entities[card]["zone"] == "playing":
        if st.program.config["counterRefunds"]:
            change(st, player, "mana", names["paid"], 0, limit_of(st, player, "manaCap"))
        move(st, card, player, "discard")
    return emit_event(st, "onPlayEnd", (player, card))


def resolve(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the card does when played (the default action of onPlayCard, WZ12); what it chooses is kept for copies."""
    env = st.environments[env_id]
    player, card = env.names["onPlayCard.playerUUID"], env.names["onPlayCard.cardUUID"]
    played = Resolution(SPELL, memory=env.flight)
    return run_timing(st, card, "onPlay", player, played, env.names["onPlayCard.paid"])


def copy(st: State, env_id: EnvironmentId) -> Jump:
    """Do it again for each copy that a trigger made of this play (WZ16)."""
    env = st.environments[env_id]
    copies = st.events_in_flight[env.flight].notes.get("copies", 0) if env.flight else 0
    if not copies:
        return None
    st.writable_event(env.flight).notes["copies"] = copies - 1
    run_copy(st, env.names["onPlayCard.cardUUID"], env.names["onPlayCard.playerUUID"], env.flight)
    return RETRY


def land(st: State, env_id: EnvironmentId) -> Jump:
    """Put the card into the play area and record the play; an occult goes back, wands and undercurrents to their slots."""
    names = st.environments[env_id].names
    player, card = names["onPlayCard.playerUUID"], names["onPlayCard.cardUUID"]
    set_global(st, "played", (*st.globals["played"], (player, card)))
    _note_targets(st, st.environments[env_id].flight)
    if st.entities[card]["zone"] != "playing":
        return None
    kind = definition(st, card).words["cardType"]
    if kind == "occult":
        return_to_owner(st, card)
    elif kind == "wand":
        return gain(st, player, card)
    elif kind == "undercurrent":
        return equip(st, player, card, kind)
    else:
        move(st, card, player, "play")
    return None


def _note_targets(st: State, fid: int) -> None:
    """Bind the targets of a play for its later listeners: all that its choosers picked, each once."""
    if fid not in st.events_in_flight:
        return
    flight = st.writable_event(fid)
    targets = (
        eid
        for key, times in flight.notes.items()
        if key[:1] == "?" and "/target" in key
        for held in times
        for eid in held
    )
    flight.payload = (*flight.payload[:TARGETS], tuple(dict.fromkeys(targets)))


BLOCKS = (
    flow("wizards/play", part_with, emit_play, put_away),
    flow("wizards/resolve", resolve, copy, land),
)
