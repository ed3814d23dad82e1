"""The effects of encounter on cards of the match: what they cost, their boons and their spell. Source: 001§5.3.4 to §5.3.6."""

from __future__ import annotations

from engine.language.spec import COMPUTED, NEGATIVE, PRESENT, case
from engine.toolkit.nodes import Amount, card_field, clamp_count, effect, fitting, on_each, target_field
from engine.toolkit.nodes.inner import card_or_its_id
from engine.toolkit.rules import Environment, State

from ..card_state import set_boons, set_spell
from ..table import boons_of, set_until
from ..words import HAND_CARDS
from .effect_fields import CHANGE, TURNS

CARD = target_field("card")
ORDER_IN_HAND = {"type": "cards", "kind": "order"}
"""The cards of the examples: an order of the hand, which the player chooses."""


def is_card(st: State, eid: int) -> bool:
    """Return whether an entity is a card that is played from a hand."""
    return eid in st.entities and st.entities[eid]["kind"] in HAND_CARDS


@on_each(fitting(is_card))
def change_cost(st: State, env: Environment, eid: int, amount: Amount, turns: Amount) -> None:
    """Change what cards cost, wherever they lie, for good or for some turns."""
    set_until(st, eid, "cost", amount or 0, clamp_count(turns), 0)


@on_each(fitting(is_card))
def give_boon(st: State, env: Environment, eid: int, ability: str) -> None:
    """Add an ability to the boons of cards."""
    if ability not in boons_of(st, eid):
        set_boons(st, eid, (*boons_of(st, eid), ability))


@on_each(fitting(is_card))
def remove_boons(st: State, env: Environment, eid: int) -> None:
    """Take all boons off cards."""
    if boons_of(st, eid):
        set_boons(st, eid, ())


@on_each(fitting(is_card))
def change_spell(st: State, env: Environment, eid: int, spell: str) -> None:
    """Give orders the spell of another order."""
    card = st.program.cards.get(spell)
    if card is not None and card.kind == st.entities[eid]["kind"] == "order":
        set_spell(st, eid, spell)


CARD_EFFECTS = (
    effect(
        "changeCost",
        "means",
        "Change a card's cost",
        "改变卡牌费用",
        (CARD, CHANGE, TURNS),
        "Wherever the card lies, for some turns or for good; never below 0 (001§5.3.4).",
        "无论卡牌位于何处，持续若干回合或永久；费用不低于 0（001§5.3.4）。",
        "{target} costs {amount} more.",
        "{target}费用增加{amount}点。",
        change_cost,
        ("cheaper, cost less, cost more, discount", "减费、费用减少、费用增加"),
        "zap",
        keys=("costs?|cheaper|dearer", "费用"),
        cases=tuple(
            case({**when, **turns}, f"{en}{until}.", f"{zh}{until_zh}。")
            for when, en, zh in (
                (
                    {"amount": COMPUTED},
                    "the cost of {target} rises by {amount}",
                    "{target}费用增加，数值等同于{amount}",
                ),
                ({"amount": NEGATIVE}, "{target} costs {amount:-} less", "{target}费用减少{amount:-}点"),
                ({}, "{target} costs {amount} more", "{target}费用增加{amount}点"),
            )
            for turns, until, until_zh in (
                ({"turns": 1}, " for {turns} turn", "，持续{turns:回合}"),
                ({"turns": PRESENT}, " for {turns} turns", "，持续{turns:回合}"),
                ({}, "", ""),
            )
        ),
        example=({"type": "changeCost", "target": ORDER_IN_HAND, "amount": -1},),
        extension=True,
    ),
    effect(
        "giveBoon",
        "means",
        "Give a card a boon",
        "赋予卡牌增益异能",
        (CARD, *card_or_its_id("ability", "ability", "Ability", "异能", record_name="innerAbility")),
        "Its carrier has the ability from now on, also after it has fallen and come back (001§5.3.5).",
        "其携带者此后具有该异能，阵亡后再次部署亦然（001§5.3.5）。",
        "The carrier of {target} gains {ability:called} as a boon.",
        "{target}的携带者获得增益异能“{ability:called}”。",
        give_boon,
        ("boon, enchant a card, equip", "增益异能、附魔、装备"),
        "sparkles",
        keys=("boons?|gains?", "增益|获得"),
        example=({"type": "giveBoon", "target": ORDER_IN_HAND, "ability": "encounter.ability.rapid"},),
        extension=True,
    ),
    effect(
        "removeBoons",
        "means",
        "Remove a card's boons",
        "移除卡牌的增益异能",
        (CARD,),
        "Its carrier loses what the card gave it (001§5.3.5).",
        "其携带者失去该牌提供的异能（001§5.3.5）。",
        "Remove the boons of {target}.",
        "移除{target}的增益异能。",
        remove_boons,
        ("remove boons, disenchant", "移除增益、驱散"),
        "ban",
        keys=("boons?|removes?", "增益|移除"),
        example=({"type": "removeBoons", "target": ORDER_IN_HAND},),
        extension=True,
    ),
    effect(
        "changeSpell",
        "means",
        "Change a card's spell",
        "改变卡牌的法咒",
        (CARD, card_field("spell", ("order",), "Spell of", "法咒来源")),
        "It does what the other order does from now on, and stays the card that it is (001§5.3.6).",
        "此后具有另一张指令牌的法咒，其余不变（001§5.3.6）。",
        "The spell of {target} becomes that of {spell:called}.",
        "{target}的法咒变为“{spell:called}”的法咒。",
        change_spell,
        ("change spell, rewrite, copy spell", "改变法咒、改写、复制法咒"),
        "repeat",
        keys=("spells?|becomes?", "法咒|变为"),
        example=({"type": "changeSpell", "target": ORDER_IN_HAND, "spell": "encounter.order.bolt"},),
        extension=True,
    ),
)
