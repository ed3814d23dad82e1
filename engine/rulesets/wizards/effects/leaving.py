"""Effects by which a card is not what it was: exiled for a while, transformed, silenced. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.kernel.state_writers import remove
from engine.kernel.state_writers import transform as become
from engine.language.spec import ABSENT, ID_LETTERS, TextLiteral, case, optional
from engine.toolkit.nodes import ID, Entities, count_result, effect, target_field
from engine.toolkit.nodes.exile import Place, exile, return_block
from engine.toolkit.rules import EnvironmentId, Signal, State, bind, chance, definition, move, set_var

from ..damage import unfold
from ..modifiers import end_lying
from ..moving import IS_SILENCED, SLOTS, drop_triggers, equip, lose_last, run_timing, take_off
from ..table import TABLE, is_monster, is_player, is_treasure
from ..timings import LIFETIMES

LEFT_MATCH = (TABLE, "gone")


def leave_for_exile(st: State, card: int) -> Signal | None:
    """Take a player's card, or a monster, out of the match; other cards of the table stay."""
    is_own = is_treasure(st, card) and is_player(st, st.entities[card]["holder"])
    if not is_own and not is_monster(st, card):
        return None
    signal = lose_last(st, card)
    signal = take_off(st, card) or signal if is_own else signal
    move(st, card, *LEFT_MATCH)
    return signal


def return_exiled(st: State, card: int, place: Place) -> Signal | None:
    """Put a card back to where it was; a monster whose slot was filled meanwhile is explored."""
    holder, zone, position = place
    if zone in SLOTS:
        return equip(st, holder, card, zone)
    if zone == "slot" and st.zone(holder, zone):
        end_lying(st, card)
        move(st, card, TABLE, "explored")
    else:
        move(st, card, holder, zone, position)
    return None


def transform(st: State, env_id: EnvironmentId, name: str, target: Entities, into: str | None) -> Signal | None:
    """Make each monster another card: the one named, or one of its level by chance; it then does what it does when flipped."""
    owner, signal, count = st.environments[env_id].owner, None, 0
    for monster in reversed(tuple(dict.fromkeys(target))):
        card_id = _other_card(st, monster, into) if is_monster(st, monster) else ""
        if not card_id:
            continue
        count += 1
        drop_triggers(st, monster)
        for body in st.zone(monster, "bodies"):
            remove(st, body)
        become(st, monster, card_id)
        for key, value in {IS_SILENCED: 0, "taunt": 0, **definition(st, monster).numbers}.items():
            set_var(st, monster, key, value)
        unfold(st, monster)
        signal = run_timing(st, monster, "onDrawExploration", owner) or signal
    bind(st, env_id, name, count=count)
    return signal


def _other_card(st: State, monster: int, into: str | None) -> str:
    """Return the id of the card that a monster becomes; empty where there is none."""
    cards, own = st.program.cards, definition(st, monster)
    if into is not None:
        card = cards.get(into)
        return card.id if card is not None and card.words.get("type") == "monster" else ""
    level = own.words["level"]
    candidates = sorted(
        card.id
        for card in cards.values()
        if card.words.get("type") == "monster" and card.words["level"] == level and card.id != own.id
    )
    return candidates[chance(st, f"transform/{level}", len(candidates))] if candidates else ""


def silence(st: State, env_id: EnvironmentId, name: str, target: Entities) -> None:
    """End all that cards have set up, and what they would do later by themselves: their deathrattle, or when they are taken off."""
    for card in target:
        if card in st.entities and not is_player(st, card):
            drop_triggers(st, card)
            set_var(st, card, IS_SILENCED, 1)
            if st.entities[card].get("taunt"):
                set_var(st, card, "taunt", 0)


EXILE = exile(
    target_field("card"),
    tuple(span for span in LIFETIMES if span.name in ("turn", "round", "battle")),
    leave_for_exile,
    LEFT_MATCH,
    group="cards",
    emits=("onLastHandCard", "onEquipped"),
)
TRANSFORM = effect(
    "transform",
    "fight",
    "Transform",
    "变形",
    (
        ID,
        target_field("monster"),
        optional(
            "into",
            TextLiteral(128, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", says=ID_LETTERS),
            "Into",
            "变为",
            "The id of a monster card; a random one of the same level when absent.",
            "怪物牌的标识；缺省时为同等级的随机怪物。",
            names="card",
            kinds=("exploration",),
        ),
    ),
    "A monster becomes another card, with that card's health and bounty, and does what that card does when flipped; what it had set up ends.",
    "怪物变为另一张牌，生命与赏金依新牌而定，并执行新牌翻开时的效果；其先前添加的效果结束。",
    "Transform {target} into {into:called a}.",
    "将{target}变形为{into:called}。",
    transform,
    ("transform, polymorph, turn into, morph, replace monster", "变形、变形术、变成、变羊、替换怪物"),
    "shuffle",
    cases=(
        case(
            {"into": ABSENT},
            "Transform {target} into a random monster of its level.",
            "将{target}变形为同等级的随机怪物。",
        ),
    ),
    yields=count_result(
        "the number of monsters transformed", "变形的怪物数", "this transforms {n:monster|monsters}", "变形了{n:个怪物}"
    ),
    keys=("transform|turn|become|polymorph", "变形|变成|变为"),
    suspends=True,
    draws_chance=True,
    extension=True,
)
SILENCE = effect(
    "silence",
    "fight",
    "Silence",
    "沉默",
    (target_field("card"),),
    "Ends what a monster, wand or other card has set up, and what it would do later by itself. Numbers stay.",
    "结束怪物、魔杖或其他牌已添加的效果，以及其日后自行产生的效果。数值不变。",
    "Silence {target}.",
    "沉默{target}。",
    silence,
    ("silence, dispel, remove abilities, blank, negate", "沉默、驱散、移除能力、无效化"),
    "ban",
    keys=("silence|dispel|loses? (?:all|its)", "沉默|驱散|失去"),
    extension=True,
)
LEAVINGS = (EXILE, TRANSFORM, SILENCE)
BLOCKS = (return_block(return_exiled, LEFT_MATCH),)
