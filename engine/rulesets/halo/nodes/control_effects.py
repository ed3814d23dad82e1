"""Effects on what a unit is, whose it is and what it can do, all of them extensions. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.language.spec import extensions
from engine.toolkit.nodes import Amount, card_field, effect, on_each
from engine.toolkit.rules import Signal, State, become, set_var, unregister_abilities

from ..table import (
    ABILITIES_LOST,
    CONTROL,
    HOST_ZONES,
    controller,
    free_row,
    hand_over,
    is_ground,
    lane_of,
    leave,
    renew,
    row_of,
    set_until,
)
from .ability_context import Env, Things, this, units
from .effect_fields import OF_GROUND, PIECES, TURNS, grounded, lasting
from .stat_effects import lose_keyword


@on_each(units)
def take_control(st: State, env: Env, eid: int, turns: Amount) -> Signal | None:
    """Give units of the ground to this card's player, in the same lane, where it has room; after `turns` they go back."""
    before = controller(st, eid)
    if not is_ground(st, eid) or before == env.owner:
        return None
    if not free_row(st, env.owner, lane_of(st, eid), row_of(st, eid)):
        return None
    signal = hand_over(st, eid, env.owner, this(st, env))
    if turns:
        set_until(st, eid, f"{CONTROL}{before}", 0, turns)
    return signal


def _of_others(st: State, env: Env, things: Things) -> Things:
    """Return the units of the ground of a choice that another player controls."""
    return tuple(eid for eid in grounded(st, env, things) if controller(st, eid) != env.owner)


@on_each(units)
def transform(st: State, env: Env, eid: int, into: str) -> None:
    """Make units of the ground another card, as printed, in their places; what is attached to them is discarded."""
    if into not in st.program.cards or not is_ground(st, eid):
        return
    for zone in HOST_ZONES:
        for card in st.zone(eid, zone):
            leave(st, card)
    become(st, eid, into)
    renew(st, eid, keeps=("entered", "attacked"))


@on_each(units)
def silence(st: State, env: Env, eid: int) -> Signal | None:
    """Take keywords, abilities and modifiers off units and vessels, until they are deployed again."""
    unregister_abilities(st, eid, "")
    set_var(st, eid, ABILITIES_LOST, 1)
    signal = None
    for keyword in [key[3:] for key, level in st.entities[eid].items() if key[:3] == "kw." and level > 0]:
        signal = lose_keyword(st, env, eid, keyword) or signal
    return signal


CONTROL_EFFECTS = extensions(
    effect(
        "TAKE_CONTROL",
        "fight",
        "Take control",
        "夺取控制权",
        (*PIECES, TURNS),
        "Units of the ground become yours, in their lane, where you have room there; taken for some turns, they go back after them, and are discarded where there is no room.",
        "地面单位归你控制，留在原战线；该战线没有空位时不夺取。限定回合时，期满归还；原主没有空位则弃置。",
        "Take control of {target}.",
        "夺取{target}的控制权。",
        take_control,
        (
            "steal a unit, mind control, charm, possess, convert, steal",
            "偷取单位、精神控制、夺控、策反、控制",
        ),
        "hand",
        ("UNIT_REPOSITIONED",),
        cases=lasting("Take control of {target}", "~夺取{target}的控制权"),
        takes=OF_GROUND,
        eligible=_of_others,
        keys=("control|steal", "控制权|夺取|夺控"),
        is_self_limiting=True,
    ),
    effect(
        "TRANSFORM",
        "cards",
        "Transform",
        "变形",
        (
            *PIECES,
            card_field(
                "into", ("TOKEN", "UNIT"), "Into", "变形为", "The id of a unit or token.", "单位或衍生物的标识。"
            ),
        ),
        "Units of the ground become another card, as printed, where they are; what they carry is discarded.",
        "地面单位在原处变为另一张牌，数值为印刷数值；其携带的牌被弃置。",
        "Transform {target} into a {into:called}.",
        "将{target}变形为{into:called}。",
        transform,
        ("polymorph, turn into, hex, morph", "变形、变成、变羊、妖术"),
        "refresh-cw",
        takes=OF_GROUND,
        eligible=grounded,
        keys=("transform|turn|becomes?", "变形|变为|变成"),
        is_self_limiting=True,
    ),
    effect(
        "SILENCE",
        "keywords",
        "Silence",
        "沉默",
        PIECES,
        "Units and vessels lose their keywords, abilities and modifiers until they are deployed again.",
        "单位与舰船失去关键词、能力与修饰，直到再次部署。",
        "Silence {target}.",
        "沉默{target}。",
        silence,
        ("silence, purge, remove abilities, negate, dispel", "沉默、净化、移除能力、驱散"),
        "ban",
        ("KEYWORD_LOST",),
        keys=("silence", "沉默"),
        is_self_limiting=True,
    ),
)
