"""Action cards: whether one can be played, its targets, and what happens then. Source: 004 ActionCard; GE7, GE8."""

from __future__ import annotations

from engine.toolkit.rules import (
    CardDef,
    Entities,
    EnvironmentId,
    Jump,
    Signal,
    State,
    call,
    change,
    definition,
    flow,
    move,
    new_environment,
    new_skill_info,
    run_skill,
    set_global,
    set_var,
)
from engine.toolkit.steps import emits

from .skills import can_act, names_for
from .table import (
    CHARACTERS,
    LAST_PLAYS,
    MAX_STAT,
    REMOVED,
    SUMMONS,
    SUPPORTS,
    active_of,
    enter,
    has_tag,
    leave,
    living,
    opponent_of,
    spend,
)
from .words import WEAPONS

EQUIPMENT_SLOTS = ("weapon", "artifact", "talent")
"""Of each of these a character has one; another one takes its place."""
WEAPON_TYPES = frozenset(option.name for option in WEAPONS[:5])
TARGET_NAMES = {"character": "target.characterUUID", "summon": "target.summonUUID", "support": "target.supportUUID"}


def find_target(st: State, player: int, card: int) -> Entities | None:
    """Return what a card may be played on, None where it needs no target (004 find_target)."""
    card_def = definition(st, card)
    if card_def.kind == "equipment":
        return _bearers(st, player, card_def)
    if card_def.kind == "support":
        held = st.zone(player, SUPPORTS)
        return held if len(held) >= st.program.config["supportsMost"] else None
    if not (word := card_def.facts["target"]):
        return None
    found = _targets(st, player, word)
    return tuple(eid for eid in found if not st.entities[eid]["isSatisfied"]) if "food" in card_def.tags else found


def _bearers(st: State, player: int, card_def: CardDef) -> Entities:
    """Return the characters that may bear equipment: a weapon's type must be theirs, a talent is one character's own."""
    able = living(st, player)
    if wanted := WEAPON_TYPES & frozenset(card_def.tags):
        able = tuple([eid for eid in able if definition(st, eid).words["weapon"] in wanted])
    if "talent" in card_def.tags:
        able = tuple(eid for eid in able if definition(st, eid).facts["knownAs"] == card_def.facts["character"])
        if "action" in card_def.tags:
            able = tuple(eid for eid in able if eid == active_of(st, player) and can_act(st, eid))
    return able


def _targets(st: State, player: int, word: str) -> Entities:
    match word:
        case "myCharacter":
            return living(st, player)
        case "myOther":
            return tuple(eid for eid in living(st, player) if eid != active_of(st, player))
        case "opponentCharacter":
            return living(st, opponent_of(player))
        case "mySummon":
            return st.zone(player, SUMMONS)
        case "opponentSummon":
            return st.zone(opponent_of(player), SUMMONS)
    return st.zone(player, SUPPORTS)


def is_playable(st: State, player: int, card: int) -> bool:
    """Return whether a card may be played, its dice apart."""
    card_def = definition(st, card)
    if "legend" in card_def.tags and st.entities[player]["legends"] >= st.program.config["legends"]:
        return False
    active = active_of(st, player)
    if card_def.facts["energy"] > st.entities[active]["power"]:
        return False
    if find_target(st, player, card) == ():
        return False
    if not (test := card_def.facts["test"]):
        return True
    env = new_environment(names_for(player, card), player, card)
    return bool(st.program.tests[test](st, env))


def play(st: State, player: int, card: int, target: int, dice: int) -> Signal:
    """Play a card, paid with a number of dice, as one atomic piece, before the op after this one; its caller is the active character (002)."""
    info = new_skill_info(active_of(st, player), card, st.entities[card]["def"])
    env = new_environment({"player": player, "card": card, "target": target, "paid": dice}, player, card)
    return run_skill(st, info, "genius/play", env)


def enter_play(st: State, env_id: EnvironmentId) -> None:
    """Take the card out of the hand; equipment and supports make an entity of the same name (004), which is the card from now on."""
    names = st.writable_environment(env_id).names
    player, card, target = names["player"], names["card"], names["target"]
    card_def = definition(st, card)
    energy = card_def.facts["energy"]
    if energy:
        active = active_of(st, player)
        spend(st, active, "power", -change(st, active, "power", -energy, 0, MAX_STAT))
    move(st, card, player, REMOVED)
    if "legend" in card_def.tags:
        set_var(st, player, "playArcaneLegend", 1)
        change(st, player, "legends", 1, 0, MAX_STAT)
    if card_def.kind == "equipment":
        names["card"] = equip(st, player, target, card_def) or card
    elif card_def.kind == "support":
        if target:
            leave(st, target)
        names["card"] = enter(st, card_def.id, player) or card
    elif "food" in card_def.tags and target:
        set_var(st, target, "isSatisfied", 1)


def equip(st: State, player: int, character: int, card_def: CardDef) -> int:
    """Attach equipment; what was in its place leaves."""
    slot = next((tag for tag in EQUIPMENT_SLOTS if tag in card_def.tags), "")
    for eid in st.zone(character, CHARACTERS):
        if slot and st.entities[eid]["kind"] == "equipment" and has_tag(st, eid, slot):
            leave(st, eid)
    return enter(st, card_def.id, player, character)


def on_played(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the card says (004 on_played)."""
    names = st.environments[env_id].names
    player, card, target = names["player"], names["card"], names["target"]
    code = definition(st, card).facts["code"]
    if not code:
        return None
    targets = dict.fromkeys(TARGET_NAMES.values())
    if target in st.entities:
        targets[TARGET_NAMES[st.entities[target]["kind"]]] = target
    return call(st, code, names_for(player, card, **targets), player, card)


def remember_card(st: State, env_id: EnvironmentId) -> None:
    """Note which card of its type the player has played last, where a card of the match speaks of it."""
    if LAST_PLAYS in st.globals:
        names = st.environments[env_id].names
        player, card = names["player"], names["card"]
        kind = definition(st, card).kind
        rows = [row for row in st.globals[LAST_PLAYS] if row[:2] != (player, kind)]
        set_global(st, LAST_PLAYS, (*rows, (player, kind, card)))


BLOCKS = (
    flow(
        "genius/play",
        emits("announce_card", "ON_PLAY_CARD", "player", "card", "paid"),
        enter_play,
        on_played,
        remember_card,
        emits("finish_card", "AFTER_PLAY_CARD", "player", "card", "paid"),
    ),
)
