"""Damage: one hit after another, each through the steps of HA5.

base (DAMAGE_CALC_STARTED, whose listeners change the amount) → marks and suppression → cover → headshot and combo → shield → health
(sections, armour) → dealt → what the hit leaves behind → lethal. The hit, after its listeners, is the default action of that event.
All of it belongs to one action, so its events wait until the action is done. What has no health left dies only then, so two that hit
each other both hit (HA6).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.toolkit.rules import (
    RETRY,
    RETURN,
    EnvironmentId,
    Jump,
    Signal,
    State,
    call,
    flow,
    modified,
    resolve_modifiers,
    set_global,
    set_var,
)

from .damage_math import (
    BALLISTIC,
    KINDS,
    PLASMA,
    apply_cover,
    multiply,
    pass_armour,
    plasma,
    split_shield,
    spread,
)
from .keywords_rules import damage_kind, is_alive, is_ordnance
from .statuses import COVER, DISABLED, MARKED, SUPPRESSED, apply, stacks
from .table import (
    active,
    controller,
    emit_event,
    has_keyword,
    hurt_base,
    is_player,
    is_vehicle,
    lane_of,
    turn,
)

DRINKS = "drinks"
"""The global of what units with LIFESTEAL have dealt in this action, and have not yet healed by."""
STRIKE = "strike"
"""The name that a job of damage has where it is a strike from orbit."""
EVENT, ON_SHIELD = "DAMAGE_CALC_STARTED", "SHIELD_DAMAGE_STARTED"


class Hit(NamedTuple):
    """One hit on one target: a unit, a vessel, or a base, given as its player."""

    source: int
    target: int
    amount: int
    kind: str
    ordnance: bool


def deal(
    st: State, source: int, targets: tuple[int, ...], amount: int, damage_type: str, *, ordnance: bool = False
) -> Signal:
    """Deal damage to each target in turn, before the op after this one; a player means the base.

    Shapes: `source` deals the damage, 0 for none; cover does not count with `ordnance`, or where the source has that tag.
    """
    job = {"source": source, "targets": targets, "amount": amount, "kind": damage_type}
    return call(st, "halo/damage", {**job, "ordnance": ordnance or is_ordnance(st, source)}, source=source)


def bombard(st: State, ship: int, target: int, amount: int, damage_type: str) -> Signal:
    """Deal the damage of a ship's strike, as `deal` does; it is known as that of a strike."""
    job = {"source": ship, "targets": (target,), "amount": amount, "kind": damage_type, STRIKE: 1}
    return call(st, "halo/damage", {**job, "ordnance": is_ordnance(st, ship)}, source=ship)


def is_strike(st: State) -> bool:
    """Return whether the damage that is being dealt now is that of a ship's strike."""
    job = next((env for code, _, env, _ in reversed(st.frames) if code == "halo/damage"), 0)
    return bool(job) and STRIKE in st.environments[job].names


def next_target(st: State, env_id: EnvironmentId) -> Jump:
    """Start the hit on the next target that is alive; a target without health is skipped."""
    job = st.environments[env_id].names
    if not job["targets"]:
        return RETURN
    target, *rest = job["targets"]
    st.writable_environment(env_id).names["targets"] = tuple(rest)
    if is_player(st, target) or is_alive(st, target):
        emit_event(
            st,
            EVENT,
            source=job["source"],
            target=target,
            amount=job["amount"],
            damageType=job["kind"],
            ordnance=job["ordnance"],
            base=job["amount"],
        )
    return RETRY


def weigh(st: State, env_id: EnvironmentId) -> Jump:
    """Apply statuses, cover and factors to the amount that the listeners returned; for a base, only suppression counts."""
    fields = st.environments[env_id].names
    hit = _hit(fields)
    if is_player(st, hit.target):
        amount, _ = apply_cover(hit.amount, -_suppression(st, hit.source), 0)
    else:
        amount = _after_cover(st, hit)
        amount = multiply(amount, _factors(st, hit, amount), each=st.program.config["factorsMultiply"])
        amount = _after_hardening(st, hit.target, amount)
    if amount != fields[f"{EVENT}.base"]:
        _emit(st, "DAMAGE_MODIFIED", hit, amount)
    if is_player(st, hit.target):
        hurt_base(st, hit.target, amount, source=hit.source)
        return RETURN
    if amount <= 0:
        return RETURN
    st.writable_environment(env_id).names["amount"] = amount
    return None


def _hit(fields: dict[str, Any]) -> Hit:
    """Return the hit that an event describes."""
    target = fields[f"{EVENT}.targetEntityId"] or fields[f"{EVENT}.targetPlayerId"]
    rest = (fields[f"{EVENT}.{name}"] for name in ("amount", "damageType", "ordnance"))
    return Hit(fields[f"{EVENT}.sourceEntityId"] or 0, target, *rest)


def _emit(st: State, event: str, hit: Hit, amount: int) -> Signal | None:
    """Raise an event about a hit, in the lane of its target, else of its source."""
    lane = lane_of(st, hit.target) or lane_of(st, hit.source)
    return emit_event(st, event, hit.source, hit.target, lane, amount=amount, damageType=hit.kind)


def _after_cover(st: State, hit: Hit) -> int:
    config = st.program.config
    by = stacks(st, hit.target, MARKED) * config["markedPoints"] - _suppression(st, hit.source)
    cover = (
        0 if hit.ordnance else modified(st, hit.target, "cover", stacks(st, hit.target, COVER)) * config["coverPoints"]
    )
    amount, stopped = apply_cover(hit.amount, by, cover, cover_first=config["coverFirst"])
    if stopped:
        _emit(st, "COVER_MITIGATED", hit, stopped)
    return amount


def _suppression(st: State, source: int) -> int:
    return int(stacks(st, source, SUPPRESSED) * st.program.config["suppressedPoints"])


def _factors(st: State, hit: Hit, amount: int) -> list[int]:
    """Return the factors of a hit: HEADSHOT on a target without shield, and ballistic on one that plasma marked this turn."""
    target, config, turn_number = st.entities[hit.target], st.program.config, turn(st)
    out: list[int] = []
    if amount <= 0:
        return out
    if has_keyword(st, hit.source, "HEADSHOT") and target["shield"] <= 0:
        out.append(config["headshotFactor"])
        _emit(st, "HEADSHOT_TRIGGERED", hit, amount)
    if hit.kind == BALLISTIC and target.get("plasma", 0) == turn_number and target.get("comboed", 0) != turn_number:
        out.append(config["comboFactor"])
        set_var(st, hit.target, "comboed", turn_number)
    return out


def _after_hardening(st: State, target: int, amount: int) -> int:
    """Return what the hardening of a vessel leaves of the first damage of a turn (HA9)."""
    hard, turn_number = has_keyword(st, target, "SHIELD_HARDENING"), turn(st)
    if not hard or amount <= 0 or st.entities[target].get("hardened", 0) == turn_number:
        return amount
    set_var(st, target, "hardened", turn_number)
    return max(amount - hard, 0)


def hit(st: State, env_id: EnvironmentId) -> None:
    """Take the damage from the shield, then from health, and record the source."""
    names = st.writable_environment(env_id).names
    hit, amount = _hit(names), names["amount"]
    off_shield, off_health = _split(st, hit.kind, amount, _met_shield(st, hit))
    off_shield = _changed_on_shield(st, hit, off_shield)
    if has_keyword(st, hit.target, "ARMOR"):
        off_health = pass_armour(off_health, hit.kind, st.program.config["armorPoints"])
    set_var(st, hit.target, "damaged", turn(st))
    set_var(st, hit.target, "lastHit", hit.source)
    if off_shield:
        set_var(st, hit.target, "shield", _shield(st, hit.target) - off_shield)
        _emit(st, "SHIELD_DAMAGED", hit, off_shield)
    excess = lose_health(st, hit.target, off_health) if off_health else 0
    if off_health:
        _emit(st, "HULL_OR_HEALTH_DAMAGED", hit, off_health - excess)
    names.update(dealt=off_shield + off_health - excess, hurt=bool(off_health), excess=excess)
    _emit(st, "DAMAGE_DEALT", hit, names["dealt"])
    if names["dealt"] and has_keyword(st, hit.source, "LIFESTEAL"):
        set_global(st, DRINKS, (*st.globals.get(DRINKS, ()), (hit.source, names["dealt"])))


def _split(st: State, kind: str, amount: int, shield: int) -> tuple[int, int]:
    if kind == PLASMA:
        return plasma(amount, shield, is_doubled=st.program.config["plasmaSplit"] == "doubled")
    return split_shield(amount, shield)


def _met_shield(st: State, hit: Hit) -> int:
    """Return how much of a shield a hit meets: none with SENTINEL, less by what its source penetrates."""
    if has_keyword(st, hit.source, "SENTINEL"):
        return 0
    through = modified(st, hit.source, "penetration", 0) if hit.source in st.entities else 0
    return max(_shield(st, hit.target) - max(through, 0), 0)


def _changed_on_shield(st: State, hit: Hit, amount: int) -> int:
    """Return what a shield loses, as those who listen to that leave it: from nothing to what it has."""
    if amount <= 0 or ON_SHIELD not in st.listener_index:
        return amount
    by, to = controller(st, hit.source) or None, controller(st, hit.target) or None
    lane = lane_of(st, hit.target)
    payload = (by, to, hit.source or None, hit.target, lane, amount, hit.kind)
    left = resolve_modifiers(st, ON_SHIELD, payload, commit=True)
    return 0 if left is None else max(min(left[5], _shield(st, hit.target)), 0)


def _shield(st: State, eid: int) -> int:
    return int(st.entities[eid]["shield"])


def lose_health(st: State, eid: int, amount: int) -> int:
    """Take health off a unit or vessel and return what was more than it had.

    A ship of several sections loses theirs; its health is what they have left together, none once a critical one is gone (HA9).
    """
    section_health = sections(st, eid)
    if not section_health:
        health = int(st.entities[eid]["health"])
        amount = min(amount, max(health - max(modified(st, eid, "leastHealth", 0), 0), 0)) if _has_least(st) else amount
        set_var(st, eid, "health", max(health - amount, 0))
        return max(amount - max(health, 0), 0)
    remaining = spread(amount, section_health, overflow=st.program.config["sectionOverflow"])
    for place, points in enumerate(remaining):
        set_var(st, eid, f"section.{place}", points)
    set_var(st, eid, "health", 0 if _is_broken(st, eid, remaining) else sum(remaining))
    return amount - (sum(section_health) - sum(remaining))


def _has_least(st: State) -> bool:
    return "stat/leastHealth" in st.listener_index


def _is_broken(st: State, eid: int, remaining: tuple[int, ...]) -> bool:
    """Return whether a ship has lost a critical section."""
    if not st.program.config["criticalDestroys"]:
        return False
    return any(not points and st.entities[eid].get(f"critical.{place}", 0) for place, points in enumerate(remaining))


def sections(st: State, eid: int) -> tuple[int, ...]:
    """Return what the sections of a ship have left, in listed order; none where it is of one piece."""
    ent = st.entities[eid]
    out: list[int] = []
    while f"section.{len(out)}" in ent:
        out.append(ent[f"section.{len(out)}"])
    return tuple(out)


def leave_marks(st: State, env_id: EnvironmentId) -> None:
    """Plasma marks what it hit; EMP stops a vehicle through its owner's next turn."""
    hit, now = _hit(st.environments[env_id].names), turn(st)
    if hit.kind == PLASMA and st.entities[hit.target].get("plasma", 0) != now:
        set_var(st, hit.target, "plasma", now)
        emit_event(st, "PLASMA_TAG_APPLIED", hit.source, hit.target, lane_of(st, hit.target))
    if has_keyword(st, hit.source, "EMP") and is_vehicle(st, hit.target):
        is_own_turn = controller(st, hit.target) == active(st)
        apply(st, hit.source, hit.target, DISABLED, 3 if is_own_turn else 2)
        emit_event(st, "EMP_APPLIED", hit.source, hit.target, lane_of(st, hit.target))


def judge(st: State, env_id: EnvironmentId) -> None:
    """Emit the check for death of a hit that reached health, and the overkill."""
    names = st.environments[env_id].names
    hit = _hit(names)
    if names["hurt"]:
        _emit(st, "LETHAL_CHECKED", hit, names["dealt"])
    if names["excess"]:
        _emit(st, "OVERKILL_APPLIED", hit, names["excess"])


BLOCKS = (
    flow("halo/damage", next_target),
    flow("halo/blow", weigh, hit, leave_marks, judge),
)
__all__ = ["BLOCKS", "EVENT", "KINDS", "Hit", "damage_kind", "deal", "lose_health", "pass_armour", "plasma", "sections"]
