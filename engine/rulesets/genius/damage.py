"""Damage: a list that is worked off one by one, each through the nine steps of 004.

infusion → add → reaction → add after reaction → dealing → dividing → execution → suffering → overload. Steps 1, 2, 4, 5, 6 and 7 are events
whose `modify` listeners hand the damage on, in one piece. What is raised by suffering waits until the skill is done (002). Source: 004 Damage; GE4, GE5, GE9, GE10.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel.mutations import new_event_raised
from engine.toolkit.rules import (
    RULE_WROTE,
    EnvironmentId,
    Signal,
    State,
    change,
    emit,
    resolve_modifiers,
    set_global,
    set_var,
)

from .reactions import FROZEN, NAMES, OVERLOADED, PIERCING, SWIRL, react
from .table import active_of, enter, from_active, is_immune, living, standing
from .words import PHYSICAL, PYRO
from .words import PIERCING as PIERCING_ELEMENT


class Damage(NamedTuple):
    """One damage, as its events carry it, field by field in the order of 004's Damage (`events.DAMAGE` has its names).

    Shapes: `element` is a number of `words`, 8 physical, 9 piercing; `reaction` and `reacted` (004 swirl_crystallize_type) are 0 for none;
            `kind` is the type of the skill, `summon` or `other`; `spread` is what a swirl spreads (this project's).
    """

    player: int
    source: int
    target: int
    kind: str
    element: int
    amount: int
    piercing: int = 0
    reaction: int = 0
    reactant: int = 0
    is_plunging: bool = False
    is_charged: bool = False
    spread: bool = False


FROM, TO, TYPE, KIND, AMOUNT, REACTED, SPREAD = 1, 2, 3, 4, 5, 7, 11
"""Places in the payload."""
AFTER, LEAVES = "AFTER_TAKES_DMG", "REACTION_LEAVES"


class _Run:
    """One list of damage that is being worked off."""

    __slots__ = ("lost", "overloaded", "todo")

    def __init__(self, todo: Sequence[Damage]) -> None:
        self.todo = list(todo)
        self.lost = self.overloaded = 0


def resolve_damage(st: State, damages: Sequence[Damage]) -> int:
    """Deal a list of damage, first in first out, with what it adds to the list; return how much health was lost in all."""
    run = _Run(damages)
    while run.todo and st.result is None:
        _deal(st, run, run.todo.pop(0))
    if run.overloaded:
        _overload(st, run.overloaded)
    return run.lost


def _deal(st: State, run: _Run, damage: Damage) -> None:
    target = damage.target
    if not standing(st, target):
        return
    if damage.element == PIERCING_ELEMENT:
        _suffer(st, run, damage, damage.amount)
        return
    damage = _step(st, "INFUSION", damage)
    damage = _step(st, "DAMAGE_ADD", damage)
    damage, aura = _reaction(st, damage)
    damage = _step(st, "DAMAGE_ADD_AFTER_REACTION", damage)
    damage = _step(st, "DEALING_DAMAGE", damage)
    damage = _step(st, "DIVIDE_DAMAGE", damage)
    damage = _step(st, "EXECUTE_DAMAGE", damage)
    _suffer(st, run, damage, max(damage.amount, 0))
    set_var(st, target, "aura", aura)
    _aftermath(st, run, damage)
    if damage.reaction == SWIRL:
        run.todo += _swirl_damage(st, damage)


def _step(st: State, event: str, damage: Damage) -> Damage:
    """Hand the damage on to the listeners of a step, and note the step in the log."""
    if event in st.listener_index:
        payload = resolve_modifiers(st, event, damage, commit=True)
        damage = Damage(*payload) if payload is not None else damage._replace(amount=0)
    st.seq += 1
    if st.log is not None:
        st.log.append(new_event_raised(st.seq, event, tuple(damage)))
    if st.raised is not None:
        st.raised.add(event)
    return damage


def _reaction(st: State, damage: Damage) -> tuple[Damage, int]:
    """Return the damage with what its element's reaction adds, and the aura that is left (step 3)."""
    ent, config = st.entities[damage.target], st.program.config
    bonus = 0
    if ent["isFrozen"] and damage.element in (PHYSICAL, PYRO):
        bonus = config["frozenBonus"]
        set_var(st, damage.target, "isFrozen", 0)
    outcome = react(ent["aura"], damage.element)
    if outcome.reaction:
        bonus += config["reactionBonus"].get(NAMES[outcome.reaction], 0)
    if not bonus and not outcome.reaction:
        return damage, outcome.aura
    changed = damage._replace(amount=damage.amount + bonus, reaction=outcome.reaction, reactant=outcome.reactant)
    return changed, outcome.aura


def _suffer(st: State, run: _Run, damage: Damage, amount: int) -> None:
    """Take health, and raise what was suffered (step 8)."""
    target = damage.target
    run.lost -= change(st, target, "health", -amount, 0, st.entities[target]["maxHealth"])
    final = damage._replace(amount=amount, piercing=amount if damage.element == PIERCING_ELEMENT else 0)
    if st.program.config["tie"] == "reference":
        set_global(st, "damageList", (*st.globals["damageList"], tuple(final)))
    else:
        emit(st, AFTER, tuple(final))


def _aftermath(st: State, run: _Run, damage: Damage) -> None:
    """Do what a reaction does beside its damage."""
    reaction, target = damage.reaction, damage.target
    if not reaction:
        return
    if reaction in PIERCING:
        amount, player = st.program.config["reactionPierces"], st.entities[target]["own"]
        others = [eid for eid in living(st, player) if eid != target]
        run.todo[:0] = [pierce(damage, eid, amount) for eid in others]
    if reaction == FROZEN:
        freeze(st, target)
    if reaction == OVERLOADED and active_of(st, st.entities[target]["own"]) == target:
        run.overloaded = target
    _leave_behind(st, damage)


def freeze(st: State, character: int) -> None:
    """Freeze a character, unless it is free of control; what it prepares is lost."""
    if is_immune(st, character):
        return
    set_var(st, character, "isFrozen", 1)
    set_var(st, character, "prepares", 0)


def _leave_behind(st: State, damage: Damage) -> None:
    """Make what a reaction leaves behind, or what a listener of REACTION_LEAVES has put in its place."""
    name = st.program.config["reactionLeaves"].get(NAMES[damage.reaction], "")
    if LEAVES in st.listener_index:
        payload = resolve_modifiers(
            st, LEAVES, (damage.player, damage.target, damage.reaction, damage.reactant, name), commit=True
        )
        name = "" if payload is None else payload[4]
    if name in st.program.cards:
        enter(st, name, damage.player)


def pierce(damage: Damage, target: int, amount: int) -> Damage:
    """Return piercing damage from where another came."""
    return damage._replace(target=target, element=PIERCING_ELEMENT, amount=amount, reaction=0, reactant=0, spread=False)


def _swirl_damage(st: State, damage: Damage) -> list[Damage]:
    """Return the damage that a swirl spreads to the other characters of the side."""
    target = damage.target
    return [
        damage._replace(
            target=eid,
            kind="other",
            element=damage.reactant,
            amount=st.program.config["swirlDamage"],
            reaction=0,
            reactant=0,
            is_plunging=False,
            is_charged=False,
            spread=True,
        )
        for eid in from_active(st, st.entities[target]["own"])
        if eid != target
    ]


def apply_element(st: State, player: int, target: int, element: int) -> Signal | None:
    """Apply an element without damage; a reaction does what it does beside its damage."""
    if not standing(st, target):
        return None
    outcome = react(st.entities[target]["aura"], element)
    set_var(st, target, "aura", outcome.aura)
    if not outcome.reaction:
        return None
    damage = Damage(player, 0, target, "other", element, 0, 0, outcome.reaction, outcome.reactant)
    run = _Run(())
    _aftermath(st, run, damage)
    run.todo += _swirl_damage(st, damage) if outcome.reaction == SWIRL else []
    resolve_damage(st, run.todo)
    if run.overloaded:
        _overload(st, run.overloaded)
    return emit(st, "ELEMENTAL_APPLICATION_REACTION", (player, target, element, outcome.reaction, outcome.reactant))


def _overload(st: State, character: int) -> None:
    """Switch an overloaded active character to the next one that lives (step 9, GE10)."""
    player = int(st.entities[character]["own"])
    if not st.program.config["overloadSwitches"] or active_of(st, player) != character:
        return
    if is_immune(st, character):
        return
    others = [eid for eid in from_active(st, player) if eid != character and st.entities[eid]["health"] > 0]
    if others:
        switch_active(st, player, others[0])


def switch_active(st: State, player: int, character: int) -> Signal | None:
    """Make a character the active one; what the one before prepared is lost, and its next attack plunges (004 is_after_change)."""
    before = active_of(st, player)
    if before == character:
        return None
    if before:
        set_var(st, before, "prepares", 0)
    set_var(st, player, "active", character)
    set_var(st, player, "isAfterChange", 1)
    if not before:
        return None
    emit(st, "ON_CHANGE_CHARACTER", (player, before, character))
    return emit(st, "AFTER_CHANGE_CHARACTER", (player, before, character))


def raise_suffered(st: State, env_id: EnvironmentId) -> Signal | None:
    """A rule of `reference`: raise what was suffered when all else has been, what killed last (GE9)."""
    waiting = st.globals["damageList"]
    if not waiting:
        return None
    set_global(st, "damageList", ())
    signal: Signal | None = None
    for suffered in sorted(waiting, key=lambda payload: not standing(st, payload[TO])):
        signal = emit(st, AFTER, suffered)
    return signal if signal is not None else RULE_WROTE
