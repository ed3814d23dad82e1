"""Effects around a play, all of them extensions: a payment on the way, a card that acts once more, and a lane without drops.

Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.language.spec import COMPUTED, IntegerLiteral, Targets, case, field
from engine.toolkit.nodes import Amount, effect, on_each, target_field
from engine.toolkit.rules import (
    FRAME_PUSHED,
    Environment,
    EnvironmentId,
    Signal,
    State,
    change,
    definition,
    new_environment,
    push,
    set_var,
)

from ..resources import gain_before_refill
from ..table import JAM, MAX_STAT, PLAYERS, active, turn
from .ability_context import Things, entities_of, event_field, lane, players_among
from .effect_fields import AMOUNT, DURATION

PLAY_EVENT = "CARD_PLAY_VALIDATED"
REPEAT_KEY = "self.again"
"""The name that an ability knows while its card acts once more; nothing acts once more in it."""


@on_each(players_among)
def pay_supply(st: State, env: Environment, player: int, amount: Amount) -> None:
    """Take supply from players, as far as they have it."""
    change(st, player, "supply", -max(amount or 0, 0), 0, MAX_STAT)


@on_each(players_among)
def gain_supply(st: State, env: Environment, player: int, amount: Amount) -> None:
    """Give players supply to spend, beyond their cap too; what is left of it ends with the refill of a later turn."""
    gained = change(st, player, "supply", max(amount or 0, 0), 0, MAX_STAT)
    if gained > 0 and player == active(st):
        gain_before_refill(st, player, gained)


def act_on(st: State, env_id: EnvironmentId, name: str, target: Things) -> Signal | None:
    """Do what the card that is played does when it is played, with each target in the place of its own; not while it does so already."""
    env = st.environments[env_id]
    card = int(event_field(env, "sourceEntityId") or 0)
    if REPEAT_KEY in env.names or card not in st.entities or not st.entities[card]["def"]:
        return None
    owner, signal = st.entities[card]["own"], None
    abilities = [ability for ability in definition(st, card).abilities if ability.event == PLAY_EVENT]
    for thing in reversed([eid for eid in entities_of(st, target) if eid in st.entities]):
        event_names = {
            key: value for key, value in env.names.items() if isinstance(key, str) and key.startswith(f"{PLAY_EVENT}.")
        }
        fields = {"targetEntityId": thing, "targetPlayerId": st.entities[thing]["own"]}
        names = {**event_names, **{f"{PLAY_EVENT}.{key}": value for key, value in fields.items()}}
        for ability in reversed(abilities):
            copy_env = new_environment(
                {**names, "self.UUID": card, "self.playerUUID": owner, REPEAT_KEY: True}, owner, card, PLAY_EVENT
            )
            if not ability.condition or st.program.tests[ability.condition](st, copy_env):
                signal = push(st, ability.body, st.add_environment(copy_env))
    return FRAME_PUSHED if signal is not None else None


def jam(st: State, env_id: EnvironmentId, name: str, turns: int) -> None:
    """Forbid drops into the lane for some turns of this card's player, including this one."""
    here = st.environments[env_id]
    where = lane(st, here)
    first = turn(st) if active(st) == here.owner else turn(st) + 1
    for player in PLAYERS if where else ():
        last = max(first + 2 * (turns - 1), st.entities[player].get(f"{JAM}{where}", 0))
        set_var(st, player, f"{JAM}{where}", last)


PLAY_EFFECTS = (
    effect(
        "PAY_SUPPLY",
        "numbers",
        "Pay supply",
        "支付补给",
        (target_field("player"), AMOUNT),
        "Players pay so much supply, as far as they have it.",
        "玩家支付若干补给，以其拥有的为限。",
        "{target} pays {amount} supply.",
        "{target}支付{amount:点}补给。",
        pay_supply,
        ("pay, tax, ward, extra cost", "支付、额外费用、结界"),
        "coins",
        keys=("pays?|supply", "支付|补给"),
        is_self_limiting=True,
        extension=True,
    ),
    effect(
        "GAIN_SUPPLY",
        "numbers",
        "Gain supply",
        "获得补给",
        (target_field("player"), AMOUNT),
        "Players have more supply to spend, beyond their cap too, until their supply is refilled.",
        "玩家获得可用的补给，可超过上限，直到其补给补满。",
        "{target} gains {amount} supply this turn.",
        "{target}本回合获得{amount:点补给}。",
        gain_supply,
        (
            "gain, ramp, mana, extra supply, coin, ritual, gain supply",
            "获得补给、跳费、加费、回费、幸运币、补给",
        ),
        "coins",
        keys=("gains?|supply", "获得|补给"),
        cases=(
            case(
                {"amount": COMPUTED},
                "{target} gains supply {amount:equal} this turn.",
                "{target}本回合获得{amount:点补给}。",
            ),
        ),
        is_self_limiting=True,
        extension=True,
    ),
    effect(
        "ALSO_ACTS_ON",
        "cards",
        "Also acts on",
        "同时作用于",
        (field("target", Targets("piece"), "Target", "目标"),),
        "In CARD_PLAY_VALIDATED: the card that is played does what it does once more, on this target instead of its own. Nothing acts once more meanwhile.",
        "用于 CARD_PLAY_VALIDATED：打出的牌再执行一次其效果，目标改为此对象；其间不会再次触发本效果。",
        "That card also acts on {target}.",
        "该牌同时作用于{target}。",
        act_on,
        ("copy, second target, also affects, repeat a card", "复制、第二个目标、同时作用、重复卡牌"),
        "copy",
        keys=("also|copy|twice|again", "同时|复制|再次"),
        extension=True,
    ),
    effect(
        "JAM",
        "fight",
        "Jam a lane",
        "干扰战线",
        (
            field(
                "turns",
                IntegerLiteral(1, 20),
                "Turns",
                "回合数",
                "How many turns of this card's player it lasts, this one counted.",
                "持续的己方回合数，含本回合。",
                search=DURATION,
            ),
        ),
        "Nobody drops units from orbit into the lane of this play.",
        "任何玩家都不能向此次打出的战线投送单位。",
        "No units are dropped into that lane during {turns} turns of yours, this one counted.",
        "任何单位都不能投送到该战线，持续你的{turns:个回合}，含本回合。",
        jam,
        ("jam, no drops, block orbit, anti air", "干扰、禁止投送、封锁轨道、防空"),
        "ban",
        keys=("jam|drop", "干扰|投送"),
        cases=(
            case(
                {"turns": 1}, "No units are dropped into that lane this turn.", "本回合中，任何单位都不能投送到该战线。"
            ),
        ),
        extension=True,
    ),
)
