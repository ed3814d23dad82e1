"""The action mask: what a player may do, what it costs now, and how it is done. Computing it writes nothing.

Options are factored: what to do, then on what, then with which dice. Source: 004 mask, CALCULATE_DICE, on_tuning; GE3, GE10.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.toolkit.costs import COSTS, own_cost
from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    change,
    definition,
    emit,
    flow,
    move,
    new_environment,
    new_skill_info,
    resolve_modifiers,
    run_skill,
    set_var,
)

from . import plays, skills
from .damage import switch_active
from .dice import (
    NO_DICE,
    Cost,
    Counts,
    add_dice,
    as_word,
    calculate_dice,
    dice_of,
    lower_cost,
    remove_dice,
    worth,
)
from .dice import payment_words as dice_words
from .table import HANDS, MAX_STAT, REMOVED, active_of, has_tag, living
from .words import ALIGNED, ANY, KINDS, OMNI

END = "end"
SKILL = "skill"
SKILLS = tuple(f"{SKILL}{number}" for number in range(1, 9))
"""The verbs of the skills of a character, by their places."""
CALCULATE = "CALCULATE_DICE"


class Price(NamedTuple):
    """What an action costs: dice, and whether it is fast, so that the turn does not pass."""

    cost: Cost
    fast: bool


def options(st: State, player: int) -> Iterator[Option]:
    """Yield what a player may do now but for ending the round: skills, cards, switches and tuning."""
    dice, active = dice_of(st, player), active_of(st, player)
    yield from _skills(st, player, active, dice)
    yield from _plays(st, player, dice)
    yield from _switches(st, player, active, dice)
    yield from _tunings(st, player, active, dice)


def _skills(st: State, player: int, active: int, dice: Counts) -> Iterator[Option]:
    if not skills.can_act(st, active):
        return
    for verb, able in zip(SKILLS, skills.sourced_skills(st, active), strict=False):
        if skills.is_usable(st, player, active, able) and _is_payable(st, player, verb, active, able.skill.cost, dice):
            yield verb, active


def _is_payable(st: State, player: int, verb: str, eid: int, printed: Cost, dice: Counts) -> bool:
    """Return whether an action can be paid; since CALCULATE_DICE only lowers, it is asked where the printed cost is too much."""
    if calculate_dice(printed, dice):
        return True
    return CALCULATE in st.listener_index and calculate_dice(price(st, player, verb, eid, commit=False).cost, dice)


def _plays(st: State, player: int, dice: Counts) -> Iterator[Option]:
    """Yield the cards that can be played; of equal cards one is looked at."""
    entities, cards, able = st.entities, st.program.cards, dict[str, bool]()
    for card in st.zone(player, HANDS):
        name = entities[card]["def"]
        if name not in able or COSTS in cards[name].facts:
            able[name] = plays.is_playable(st, player, card) and _is_payable(
                st, player, "play", card, cost_of_card(st, card), dice
            )
        if able[name]:
            yield "play", card


def _switches(st: State, player: int, active: int, dice: Counts) -> list[Option]:
    cost = switch_cost(st)
    return [
        ("switch", eid)
        for eid in living(st, player)
        if eid != active and _is_payable(st, player, "switch", eid, cost, dice)
    ]


def cost_of_card(st: State, card: int) -> Cost:
    """Return the dice that a card costs by its own rules, before CALCULATE_DICE; more of them are of the first kind that it costs."""
    facts = definition(st, card).facts
    cost: Cost = facts["cost"]
    if COSTS not in facts:
        return cost
    count = sum(number for _, number in cost)
    rise = own_cost(st, card, count) - count
    if rise <= 0:
        return lower_cost(cost, -rise)
    (kind, number), *rest = cost or ((ANY, 0),)
    return ((kind, number + rise), *rest)


def switch_cost(st: State) -> Cost:
    """Return what a switch costs before anything lowers it."""
    count = st.program.config["switchCost"]
    return ((ANY, count),) if count else ()


def _tunings(st: State, player: int, active: int, dice: Counts) -> Iterator[Option]:
    if any(tunable(st, active, dice)):
        yield from [("tune", card) for card in st.zone(player, HANDS) if not has_tag(st, card, "noTuning")]


def tunable(st: State, active: int, dice: Counts) -> Counts:
    """Return the dice that tuning can turn: neither omni nor of the active character's element."""
    element = st.entities[active]["element"]
    return tuple(0 if kind in (OMNI, element) else dice[kind] for kind in KINDS)


def price(st: State, player: int, verb: str, eid: int, *, commit: bool) -> Price:
    """Return what an action costs now: CALCULATE_DICE lowers it, and uses itself up only with `commit`."""
    kind, skill_type, cost, fast = _printed_price(st, player, verb, eid)
    if CALCULATE not in st.listener_index:
        return Price(cost, fast)
    is_normal = skill_type == "normal"
    is_plunging = is_normal and bool(st.entities[player]["isAfterChange"])
    is_charged = is_normal and is_charging(st, player)
    doer, to = (active_of(st, player), eid) if kind == "switch" else (eid, 0)
    asked = (player, kind, doer, skill_type, cost, fast, is_plunging, is_charged, to)
    payload = resolve_modifiers(st, CALCULATE, asked, commit=commit)
    return Price(payload[4], payload[5]) if payload is not None else Price(((ANY, MAX_STAT),), fast)


def is_charging(st: State, player: int) -> bool:
    """Return whether a normal attack would be a charged one now: the number of dice before the action is even."""
    return sum(dice_of(st, player)) % 2 == 0


def _printed_price(st: State, player: int, verb: str, eid: int) -> tuple[str, str, Cost, bool]:
    if verb == "switch":
        return "switch", "", switch_cost(st), False
    if verb == "play":
        printed = definition(st, eid)
        return "card", "", cost_of_card(st, eid), "action" not in printed.tags
    skill = skills.sourced_skills(st, eid)[int(verb[len(SKILL) :]) - 1].skill
    return SKILL, skill.type, skill.cost, False


def payment_words(st: State, player: int, verb: str, eid: int) -> tuple[str, ...]:
    """Return the payments of an action as words, the automatic one first; of a tuning, the die that is turned."""
    dice, keep = dice_of(st, player), worth(st, player)
    if verb == "tune":
        held = tunable(st, active_of(st, player), dice)
        kinds = sorted((kind for kind in KINDS if held[kind]), key=lambda kind: (keep[kind], held[kind], kind))
        return tuple(as_word(tuple(int(one == kind) for one in KINDS)) for kind in kinds)
    cost = price(st, player, verb, eid, commit=False).cost
    return dice_words(cost, dice, keep) if cost else ()


def do(st: State, player: int, verb: str, eid: int, target: int, payment: Counts) -> tuple[Signal | None, bool]:
    """Pay, and do an action before the op after this one; return the signal, and whether it was fast."""
    set_var(st, player, "isCharged", int(is_charging(st, player)))
    if verb == END:
        set_var(st, player, "isPass", 1)
        return None, False
    if verb == "tune":
        return _act(st, player, "genius/tune", eid, payment), True
    fast = price(st, player, verb, eid, commit=True).fast
    if payment != NO_DICE:
        remove_dice(st, player, payment)
    if verb == "switch":
        set_var(st, player, "isQuickChange", int(fast))
        return _act(st, player, "genius/switch", eid, payment), fast
    if verb == "play":
        return plays.play(st, player, eid, target, sum(payment)), fast
    return skills.use(st, player, eid, int(verb[len(SKILL) :]) - 1), fast


def _act(st: State, player: int, code: str, eid: int, paid: Counts) -> Signal:
    env = new_environment({"player": player, "eid": eid, "paid": paid}, player, eid)
    return run_skill(st, new_skill_info(active_of(st, player), 0, code), code, env)


def change_character(st: State, env_id: EnvironmentId) -> Jump:
    """Switch the active character, and count it."""
    names = st.environments[env_id].names
    change(st, names["player"], "changeNum", 1, 0, MAX_STAT)
    return switch_active(st, names["player"], names["eid"])


def on_tuning(st: State, env_id: EnvironmentId) -> Jump:
    """Give a card up to turn a die into one of the active character's element (004 on_tuning)."""
    names = st.environments[env_id].names
    player, card = names["player"], names["eid"]
    move(st, card, player, REMOVED)
    remove_dice(st, player, names["paid"])
    add_dice(st, player, (st.entities[active_of(st, player)]["element"],))
    return emit(st, "ON_TUNE", (player, card))


def cost_of(document: dict[str, int], kinds: dict[str, int]) -> Cost:
    """Return the dice of a written cost, elements first, then one kind, then any."""
    order = sorted((kinds[name], count) for name, count in document.items() if name in kinds and count)
    return tuple(sorted(order, key=lambda pair: (pair[0] >= ALIGNED, pair[0])))


BLOCKS = (flow("genius/switch", change_character), flow("genius/tune", on_tuning))
