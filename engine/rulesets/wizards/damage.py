"""Hitting a monster and discarding a card: procedures that effects call, each a block of its own.

Source: 000 "事件触发顺序" (onDamageTaken before onDefeat); WZ3, WZ7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.state_writers import remove
from engine.toolkit.rules import (
    FRAME_PUSHED,
    RETRY,
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Listener,
    Signal,
    State,
    bind,
    call,
    change,
    create,
    definition,
    emit,
    flow,
    move,
    permits,
    resolve_modifiers,
    set_var,
)

from .modifiers import end_lying, limit_of
from .moving import IS_SILENCED, drop_triggers, lose_last, run_timing
from .table import TABLE, change_gold, front

MAX_STAT = 999
"""The maximum of a hit's damage and of a monster's health."""
HIT, AMOUNT = "onHit", 2
"""The event of a hit before it lands, and the place of the damage in its payload."""
AIMED, GUARDED = "onHitAimed", "onHitChange"
"""The event of a hit on its way, and the one by which cards forbid that it is changed."""
SCHOOL, SCHOOL_PLACE = "onHitSchool", 2
"""The event that asks for the school of a hit, and the place of it in its payload."""
DISCARD = "onDiscard"
DYING = "dying"
"""This variable of a body is 1 from the hit that brought it to 0 until its death is decided: nothing else takes it away (WZ7)."""


def unfold(st: State, monster: int) -> None:
    """Give a monster of several bodies its bodies, in the order in which its card lists them (WZ7)."""
    numbers = definition(st, monster).numbers
    if "bodies" not in numbers or st.zone(monster, "bodies"):
        return
    for place in range(numbers["bodies"]):
        health = numbers[f"body{place}"]
        create(st, "", "body", 0, (monster, "bodies"), {"health": health, "maxHealth": health})


def fold(st: State, monster: int) -> None:
    """Make a monster that goes back to its pile as new (WZ4); what it did when it came waits no more, for it may come again."""
    drop_triggers(st, monster)
    for body in st.zone(monster, "bodies"):
        remove(st, body)
    printed = definition(st, monster).numbers
    ending = {IS_SILENCED: 0} if st.entities[monster].get(IS_SILENCED) else {}
    for key, value in {**printed, **ending}.items():
        set_var(st, monster, key, value)


def hit(st: State, env_id: EnvironmentId) -> Signal:
    """Damage the first target and emit that; then it dies if it has no health left, then the others are hit.

    What comes later is put below what comes first, so a chain of hits that answer each other does not grow.
    A monster without health is already defeated: further hits on it are dropped. A hit of 0 is no damage: nothing is emitted.
    """
    job, source = st.environments[env_id].names, st.environments[env_id].source
    if AIMED in st.listener_index and "aimed" not in job and _aim(st, env_id):
        return RETRY
    rest = job["targets"][1:]
    monster, body = _monster_and_body(st, job["targets"][0])
    if rest:
        others = {**job, "targets": rest, "again": 1}
        others.pop("aimed", None)
        call(st, "wizards/damage", others, source=source)
    if not body or st.entities[body]["health"] <= 0:
        return FRAME_PUSHED
    is_heard = HIT in st.listener_index or SCHOOL in st.listener_index
    amount = _modified_damage(st, job, (monster, body), source or 0) if is_heard else job["amount"]
    amount_dealt = -change(st, body, "health", -amount, 0, MAX_STAT)
    _bind_hit(st, job, amount_dealt, amount - amount_dealt)
    if not amount:
        return FRAME_PUSHED
    if st.entities[body]["health"] <= 0:
        set_var(st, body, DYING, 1)
        hit_by = {key: job[key] for key in ("by", "to", "name")} | {"overkill": amount - amount_dealt}
        call(st, "wizards/fall", {**hit_by, "monster": monster, "body": body}, source=source)
    card = definition(st, monster)
    emit(
        st,
        "onDamageTaken",
        (monster, job["by"], amount, card.id, card.words["level"], source or None, amount - amount_dealt),
    )
    return FRAME_PUSHED


def _monster_and_body(st: State, target: int) -> tuple[int, int]:
    """Return the monster that a hit meets and its body: the foremost, or the one that is aimed at; no body where it has gone."""
    ent = st.entities.get(target)
    if ent is None:
        return 0, 0
    monster = ent["holder"] if ent["kind"] == "body" else target
    if st.entities[monster]["zone"] != "slot":
        return monster, 0
    return monster, target if monster != target else front(st, monster)


def _aim(st: State, env_id: EnvironmentId) -> bool:
    """Emit that a hit is on its way, once; return whether something answers before it lands."""
    job, source = st.writable_environment(env_id).names, st.environments[env_id].source
    job["aimed"] = 1
    monster, body = _monster_and_body(st, job["targets"][0])
    if not body:
        return False
    card = definition(st, monster)
    payload = (monster, job["by"], job["amount"], source or None, card.id, card.words["level"])
    return emit(st, AIMED, payload) is not None


def _modified_damage(st: State, job: dict[str, Any], met: tuple[int, int], source: int) -> int:
    """Return the damage of a hit as the listeners at its stages `check` and `modify` leave it; one that is forbidden deals none."""
    monster, body = met
    card = definition(st, source) if source in st.entities and st.entities[source]["def"] else None
    card_def, by, dealing = definition(st, monster), job["by"], source if card is not None else None
    school = st.entities[source].get("school", card.words.get("school", "none")) if card is not None else "none"
    name = card.id if card is not None else None
    if SCHOOL in st.listener_index:
        held = resolve_modifiers(st, SCHOOL, (monster, by, school, job["kind"], dealing, name), commit=True)
        school = school if held is None else held[SCHOOL_PLACE]
    rest = (name, school, st.entities[body]["health"], card_def.id, card_def.words["level"])
    hears = _guard(st, (monster, by, dealing)) if GUARDED in st.listener_index else None
    payload = resolve_modifiers(
        st, HIT, (monster, by, job["amount"], job["kind"], dealing, *rest), commit=True, hears=hears
    )
    return 0 if payload is None else min(max(payload[AMOUNT], 0), MAX_STAT)


def _guard(st: State, hit_by: tuple[Any, ...]) -> Callable[[Listener], bool]:
    """Return the listeners that may change a hit: those that no trigger forbids."""
    return lambda listener: permits(st, GUARDED, (*hit_by, listener.host or None))


def _bind_hit(st: State, job: dict[str, Any], amount: int, overflow: int) -> None:
    """Give the effect what its hits dealt and what was more than the health left, over all targets."""
    name = job["name"]
    if not name:
        return
    asking = st.environments.get(job["to"]) if job["again"] else None
    before = asking.names if asking is not None else {}
    lethal = before.get(f"{name}.lethal", False)
    amount, overflow = amount + before.get(f"{name}.amount", 0), overflow + before.get(f"{name}.overflow", 0)
    bind(st, job["to"], name, amount=amount, overflow=overflow, lethal=lethal)


def process_death(st: State, env_id: EnvironmentId) -> Jump:
    """Take a body that still has no health; with the last one the monster dies, unless a trigger prevents it.

    The body is the one that the hit brought to 0: an answer to the hit may have healed it, or hit it again and so decided this.
    """
    job = st.environments[env_id].names
    monster, body = job["monster"], job["body"]
    if not st.entities.get(body, {}).get(DYING):
        return RETURN
    if st.entities[monster]["zone"] != "slot" or st.entities[body]["health"] > 0:
        set_var(st, body, DYING, 0)
        return RETURN
    if len(st.zone(monster, "bodies")) > 1:
        remove(st, body)
        return RETURN
    if "onLethal" in st.listener_index:
        card = definition(st, monster)
        by = st.environments[env_id].source or None
        return emit(st, "onLethal", (monster, job["by"], card.id, card.words["level"], by, job["overkill"]))
    return call(st, "wizards/defeat", _lethal(job["by"], st.environments[env_id].source, monster, job["overkill"]))


def _lethal(player: int, card: int | None, monster: int, overkill: int) -> dict[str, Any]:
    """Return the facts of the hit for a defeat without an `onLethal` listener."""
    named = {"monsterUUID": monster, "sourcePlayerUUID": player, "cardUUID": card or None, "overkill": overkill}
    return {f"onLethal.{name}": value for name, value in named.items()}


def note_death(st: State, env_id: EnvironmentId) -> Signal:
    """Note that the hit killed; a monster whose death was prevented without healing it keeps a little health (WZ7)."""
    job = st.environments[env_id].names
    monster, body = job["monster"], job["body"]
    if body in st.entities:
        set_var(st, body, DYING, 0)
    if st.entities[monster]["zone"] != "slot":
        bind(st, job["to"], job["name"], lethal=True)
    elif st.entities[body]["health"] <= 0:
        set_var(st, body, "health", min(st.program.config["preventedHealth"], st.entities[body]["maxHealth"]))
        return call(st, "wizards/leave", {"targets": (monster,), "by": job["by"]})
    return RETURN


def defeat(st: State, env_id: EnvironmentId) -> Jump:
    """Defeat a monster: bounty and steps to the one who hit it (the default action of onLethal)."""
    names = st.environments[env_id].names
    monster, by = names["onLethal.monsterUUID"], names["onLethal.sourcePlayerUUID"]
    ent = st.entities[monster]
    if ent["zone"] != "slot" or st.entities[front(st, monster)]["health"] > 0:
        return RETURN
    bounty = pay(st, monster, by)
    move(st, monster, TABLE, "explored")
    card = definition(st, monster)
    killer, overkill = names["onLethal.cardUUID"], names["onLethal.overkill"]
    return emit(st, "onDefeat", (monster, by, card.id, card.words["level"], killer, overkill)) or bounty


def last_words(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the defeated monster does then, for the player who defeated it, after the triggers that heard of the defeat."""
    names = st.environments[env_id].names
    monster = names["onLethal.monsterUUID"]
    if st.entities[monster]["zone"] == "slot":
        return None
    return run_timing(st, monster, "deathrattle", names["onLethal.sourcePlayerUUID"])


def end_triggers(st: State, env_id: EnvironmentId) -> None:
    """Take away what a defeated monster left, after it has heard of its own defeat, where triggers do not outlive their card (WZ10)."""
    end_defeated(st, st.environments[env_id].names["onLethal.monsterUUID"])


def end_defeated(st: State, monster: int) -> None:
    """End what lasts while a monster lies there, and where triggers do not outlive their card all that it left."""
    if st.entities[monster]["zone"] != "slot":
        end_lying(st, monster)
    _drop_where_cards_end(st, monster)


def _drop_where_cards_end(st: State, monster: int) -> None:
    if not st.program.config["triggersOutliveCard"] and st.entities[monster]["zone"] != "slot":
        drop_triggers(st, monster)


def pay(st: State, monster: int, player: int) -> Signal | None:
    """Pay a player for a monster: its bounty in gold and the steps of its level (WZ3)."""
    _, signal = change_gold(st, player, st.entities[monster]["reward"], limit_of(st, player, "goldCap"))
    steps = st.program.config["steps"][definition(st, monster).words["level"]]
    set_var(st, player, "steps", st.entities[player]["steps"] + steps)
    set_var(st, player, "kills", st.entities[player]["kills"] + 1)
    return signal


def leave(st: State, env_id: EnvironmentId) -> Jump:
    """Remove bodies without health, and monsters with no body left; no bounty is paid unless a setting says so (WZ7).

    A body that a hit brought to 0 is left to `process_death`, which pays.
    """
    job, signal = st.environments[env_id].names, None
    for monster in job["targets"]:
        body = st.entities[front(st, monster)]
        if st.entities[monster]["zone"] != "slot" or body["health"] > 0 or body.get(DYING):
            continue
        bodies = st.zone(monster, "bodies")
        if len(bodies) > 1:
            remove(st, bodies[0])
            continue
        if st.program.config["healthZeroPays"]:
            signal = pay(st, monster, job["by"]) or signal
        move(st, monster, TABLE, "explored")
        end_defeated(st, monster)
    return signal


def may_discard(st: State, cards: Entities) -> Entities:
    """Return those of some cards that no trigger keeps from being discarded."""
    if "check" not in st.listener_index.get(DISCARD, ()):
        return cards
    held = st.entities
    return tuple(card for card in cards if permits(st, DISCARD, (held[card]["holder"], card, held[card]["def"])))


def before_discard(st: State, env_id: EnvironmentId) -> Jump:
    """The first card may be the last of its hand; one that may not be discarded stays there."""
    job = st.writable_environment(env_id).names
    if not may_discard(st, job["targets"][:1]):
        job["owner"] = 0
        return "emit_discard"
    return lose_last(st, job["targets"][0])


def put_down(st: State, env_id: EnvironmentId) -> Jump:
    """Discard the first card, if it is still in a hand; its own onDiscard runs after it has moved."""
    job = st.writable_environment(env_id).names
    card = job["targets"][0]
    is_held = st.entities[card]["zone"] == "hand"
    owner = job["owner"] = st.entities[card]["holder"] if is_held else 0
    if not is_held:
        return None
    move(st, card, owner, "discard")
    return run_timing(st, card, "onDiscard", owner)


def emit_discard(st: State, env_id: EnvironmentId) -> Signal:
    """Emit the discard; then discard the others."""
    job = st.environments[env_id].names
    card, rest = job["targets"][0], job["targets"][1:]
    if rest:
        call(st, "wizards/discard", {"targets": rest})
    if job["owner"]:
        emit(st, DISCARD, (job["owner"], card, st.entities[card]["def"]))
    return FRAME_PUSHED


BLOCKS = (
    flow("wizards/damage", hit),
    flow("wizards/fall", process_death, note_death),
    flow("wizards/defeat", defeat, last_words, end_triggers),
    flow("wizards/leave", leave),
    flow("wizards/discard", before_discard, put_down, emit_discard),
)
