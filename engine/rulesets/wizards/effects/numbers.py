"""Effects that change a number of a monster or a player within its bounds. Source: 000 "可执行效果 Doable"; WZ2, WZ7."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.language.spec import COMPUTED, NEGATIVE, Case, LocalizedText, NodeSpec, case, effect, result
from engine.toolkit.nodes import ID, Amount, Entities, amount_field, target_field
from engine.toolkit.rules import EnvironmentId, Signal, State, bind, call, change, flow, permits, set_var
from engine.toolkit.steps import jumps

from ..damage import MAX_STAT
from ..modifiers import limit_of
from ..table import GOLD as GOLD_CHANGED
from ..table import emit_event, front, is_monster, is_player, is_treasure
from .fields import MODE

_AMOUNT_OF_POINTS = re.compile(r"\{amount:[^}]*\}")
"""The place of an amount in Chinese that is set to another number: "the points equal to" goes without saying."""
CHANGE_EVENT = "onFreezingChanged"
"""The event of freezing that rises or falls, which a trigger may forbid."""

Fits = Callable[[State, int], bool]


def _alter(st: State, eid: int, key: str, mode: str, amount: Amount, high: int) -> tuple[int, int]:
    """Add to a variable or set it, from 0 to a maximum; return the change and what the bounds cut off."""
    delta = (amount or 0) - (st.entities[eid].get(key, 0) if mode == "set" else 0)
    done = change(st, eid, key, delta, 0, high)
    return done, abs(delta - done)


def _adjust(key: str, cap: str | None, fits: Fits, gain_event: str = "") -> Any:
    """Return the function of an effect that changes one variable within its bounds and binds what they cut off.

    Shapes: gained is the event of a gain, emitted even when nothing more fitted (WZ7).
    """

    def adjust(
        st: State, env_id: EnvironmentId, name: str, mode: str, amount: Amount, target: Entities
    ) -> Signal | None:
        total = overflow = 0
        gains: tuple[tuple[str, Entities], ...] = ()
        for eid in target:
            if fits(st, eid) and not (gain_event == CHANGE_EVENT and _is_forbidden(st, eid, mode, amount)):
                change_made, cut = _alter(st, eid, key, mode, amount, limit_of(st, eid, cap) if cap else MAX_STAT)
                total, overflow = total + change_made, overflow + cut
                if gain_event and (
                    change_made > 0 or (cut and (amount or 0) > 0) or (change_made and gain_event == CHANGE_EVENT)
                ):
                    gains += ((gain_event, (eid, change_made, cut)),)
                if change_made and key == "gold" and GOLD_CHANGED in st.listener_index:
                    gains += ((GOLD_CHANGED, (eid, change_made, st.entities[eid][key])),)
        bind(st, env_id, name, applied=total, overflow=overflow, lost=max(-total, 0))
        if len(gains) == 1:
            return emit_event(st, *gains[0])
        return call(st, "wizards/tell", {"told": gains}) if gains else None

    return adjust


def _is_forbidden(st: State, player: int, mode: str, amount: Amount) -> bool:
    """Return whether a trigger in the stage `check` keeps a player's freezing from changing."""
    if CHANGE_EVENT not in st.listener_index:
        return False
    held = st.entities[player]["freezing"]
    wanted = (amount or 0) - (held if mode == "set" else 0)
    done = min(max(held + wanted, 0), limit_of(st, player, "freezingCap")) - held
    return not permits(st, CHANGE_EVENT, (player, done, abs(wanted - done)), commit=True)


def emit_first(st: State, env_id: EnvironmentId) -> Signal | None:
    """Raise the first of several events."""
    job = st.writable_environment(env_id).names
    first, job["told"] = job["told"][0], job["told"][1:]
    return emit_event(st, *first)


def health(st: State, env_id: EnvironmentId, name: str, mode: str, amount: Amount, target: Entities) -> Signal | None:
    """Heal or hurt without an event; within 0 and maxHealth; at 0 the monster leaves without a bounty (WZ7)."""
    total = overflow = 0
    targets = tuple(one for one in target if is_monster(st, one))
    for monster in targets:
        body = front(st, monster)
        done, cut = _alter(st, body, "health", mode, amount, st.entities[body]["maxHealth"])
        total, overflow = total + done, overflow + cut
    bind(st, env_id, name, applied=total, overflow=overflow, lost=max(-total, 0))
    return call(st, "wizards/leave", {"targets": targets, "by": st.environments[env_id].owner})


def max_health(
    st: State, env_id: EnvironmentId, name: str, mode: str, amount: Amount, target: Entities
) -> Signal | None:
    """Change the maximum health of monsters; health above it is lost, and a monster without any leaves (WZ7)."""
    total = overflow = 0
    targets = tuple(one for one in target if is_monster(st, one))
    for monster in targets:
        body = front(st, monster)
        done, cut = _alter(st, body, "maxHealth", mode, amount, MAX_STAT)
        total, overflow = total + done, overflow + cut
        most = st.entities[body]["maxHealth"]
        if st.entities[body]["health"] > most:
            set_var(st, body, "health", most)
    bind(st, env_id, name, applied=total, overflow=overflow, lost=max(-total, 0))
    return call(st, "wizards/leave", {"targets": targets, "by": st.environments[env_id].owner})


def _changing(
    gains: LocalizedText,
    loses: LocalizedText,
    set_to: LocalizedText,
    of: tuple[LocalizedText, LocalizedText, LocalizedText],
    keys: tuple[str, ...],
    none: tuple[Case, ...] = (),
) -> dict[str, Any]:
    """Return the sentences of an effect that adds to or sets a number.

    Shapes: `of` are what was gained, what was lost, and the number itself, as they follow an amount;
            `none` are cases before the others.
    """
    gain, loss, number = of
    gain_result = result(
        f"the {gain.en} gained",
        f"获得的{gain.zh[1:]}",
        f"{{target}} gained {{n:{gain.en}}}",
        f"{{target}}获得了{{n:{gain.zh}}}",
        that=True,
    )
    loss_result = result(
        f"the {loss.en} lost",
        f"失去的{loss.zh[1:]}",
        f"{{target}} lost {{n:{loss.en}}}",
        f"{{target}}失去了{{n:{loss.zh}}}",
        negative=True,
    )
    set_result = result(f"the change of {{target's {number.en}}}", f"{{target}}的{number.zh}的变化")
    excess = result(
        f"the excess {gain.en}", f"溢出的{gain.zh[1:]}", f"{{n:{gain.en}}} is in excess", f"有{{n:{gain.zh}}}溢出"
    )
    return {
        "phrase": gains,
        "cases": (
            *none,
            case({"mode": "set", "amount": COMPUTED}, set_to.en, _AMOUNT_OF_POINTS.sub("{amount}", set_to.zh)),
            case({"mode": "set"}, *set_to),
            case({"amount": NEGATIVE}, *loses),
        ),
        "yields": {
            "applied": (
                "int",
                replace(loss_result, when={"mode": "set", "amount": 0}),
                replace(set_result, when={"mode": "set"}),
                replace(loss_result, when={"amount": NEGATIVE}),
                gain_result,
            ),
            "overflow": ("int", excess),
            "lost": ("int", replace(loss_result, negative=False, that=True)),
        },
        "keys": keys,
    }


def _gaining(en: str, zh: str, number: str, *keys: str) -> dict[str, Any]:
    """Return the sentences of an effect on something that is gained and lost: `en`, in Chinese with its classifier `zh` and without `number`."""
    with_number, bare = LocalizedText(en, zh), LocalizedText(en, number)
    return _changing(
        LocalizedText(f"{{target}} gains {{amount:{en}}}.", f"{{target}}获得{{amount:{zh}}}。"),
        LocalizedText(f"{{target}} loses {{amount:-{en}}}.", f"{{target}}失去{{amount:-{zh}}}。"),
        LocalizedText(f"{{target's {en}}} becomes {{amount}}.", f"{{target}}的{number}变为{{amount:{zh[0]}}}。"),
        (with_number, with_number, bare),
        keys,
        (case({"mode": "set", "amount": 0}, f"{{target}} loses all {en}.", f"{{target}}失去所有{number}。"),),
    )


def _raising(en: str, zh: str, *keys: str) -> dict[str, Any]:
    """Return the sentences of an effect on a number that is raised and lowered."""
    point = LocalizedText(en, f"点{zh}")
    return _changing(
        LocalizedText(f"Raise {{target's {en}}} by {{amount}}.", f"{{target}}的{zh}增加{{amount:点}}。"),
        LocalizedText(f"Lower {{target's {en}}} by {{amount:-}}.", f"{{target}}的{zh}减少{{amount:-点}}。"),
        LocalizedText(f"{{target's {en}}} becomes {{amount}}.", f"{{target}}的{zh}变为{{amount:点}}。"),
        (point, point, LocalizedText(en, zh)),
        keys,
    )


def _adjusting(  # noqa: PLR0913 - the parts of an effect
    key: str, en: str, zh: str, doc: str, doc_zh: str, kind: str, words: Mapping[str, Any], run: Any, **parts: Any
) -> NodeSpec:
    return effect(
        key,
        en,
        zh,
        (ID, MODE, amount_field(-99, 99), target_field(kind)),
        doc,
        doc_zh,
        **words,
        run=run,
        group="numbers",
        **parts,
    )


HEALTH = _adjusting(
    "health",
    "Health",
    "生命值",
    "Changes a monster's health, within 0 and its most. It is no damage and raises no event; at 0 the monster leaves and nobody is paid.",
    "改变怪物的生命值，不低于 0，不超过其上限。不视为伤害，也不引发事件；降到 0 时怪物离场，无人获得奖励。",
    "monster",
    _changing(
        LocalizedText("Restore {amount:health} to {target:each}.", "{target}恢复{amount:点生命值}。"),
        LocalizedText("{target} loses {amount:-health}.", "{target}失去{amount:-点生命值}。"),
        LocalizedText("Set {target's health} to {amount}.", "将{target}的生命值设为{amount:点}。"),
        (LocalizedText("health", "点生命值"), LocalizedText("health", "点生命值"), LocalizedText("health", "生命值")),
        LocalizedText(r"health|heal|hit points?|\bhp\b|life", "生命|血量|治疗|恢复"),
    ),
    health,
    search=("heal, life, hp, restore, lose life", "治疗、恢复、生命、回血、失去生命"),
    icon="heart",
)
MAX_HEALTH = _adjusting(
    "maxHealth",
    "Maximum health",
    "生命值上限",
    "Changes the maximum health that a monster can have.",
    "改变怪物的生命值上限。",
    "monster",
    _raising("maximum health", "生命值上限", r"health|hit points?|\bhp\b|life", "生命|血量|上限"),
    max_health,
    search=("maximum health, toughness, buff health", "最大生命、生命上限、增加血量"),
    icon="heart",
)
REWARD = _adjusting(
    "reward",
    "Bounty",
    "赏金",
    "Changes the gold that a monster's defeat pays.",
    "改变击败该怪物所得的金币。",
    "monster",
    _raising("bounty", "赏金", "bounty|reward|worth", "赏金|悬赏|奖励"),
    _adjust("reward", None, is_monster),
    search=("bounty, prize, gold for killing", "赏金、奖励、悬赏"),
    icon="coins",
)
MANA = _adjusting(
    "mana",
    "Mana",
    "法力值",
    "Changes a player's mana, within 0 and the cap.",
    "改变玩家的法力，不低于 0，不超过上限。",
    "player",
    _gaining("mana", "点法力", "法力", "mana", "法力"),
    _adjust("mana", "manaCap", is_player, "onManaGained"),
    emits=("onManaGained",),
    is_self_limiting=True,
    search=(
        "energy, gain mana, ramp, resource, lose mana, mana, extra mana",
        "法力、能量、回蓝、获得法力、资源、费、回费、加费",
    ),
    icon="droplet",
)
GOLD = _adjusting(
    "gold",
    "Gold",
    "金币",
    "Changes a player's gold, within 0 and the cap.",
    "改变玩家的金币，不低于 0，不超过上限。",
    "player",
    _gaining("gold", "枚金币", "金币", "gold|coins?", "金币|金钱"),
    _adjust("gold", "goldCap", is_player, "onGoldGained"),
    emits=("onGoldGained", GOLD_CHANGED),
    is_self_limiting=True,
    search=(
        "money, coins, gain gold, pay gold, economy, lose gold, pick up gold, gold",
        "金钱、金币、硬币、经济、获得金币、丢金币、捡金币、金",
    ),
    icon="coins",
)
FREEZING = _adjusting(
    "freezing",
    "Freezing",
    "冻结值",
    "Changes a player's freezing, within 0 and the cap.",
    "改变玩家的冻结值，不低于 0，不超过上限。",
    "player",
    _gaining("freezing", "层冻结", "冻结", "freez|froze|frost|chill", "冻结|冰冻"),
    _adjust("freezing", "freezingCap", is_player, CHANGE_EVENT),
    emits=(CHANGE_EVENT,),
    is_self_limiting=True,
    search=("freeze, frost, ice, stun, slow, thaw, freezing", "冻结、冰冻、冰霜、减速、化掉、解冻"),
    icon="snowflake",
)
SPELL_DAMAGE = _adjusting(
    "spellDamage",
    "Spell damage",
    "法术伤害加成",
    "Changes what each hit of the cards that a player plays deals beyond its number. It lasts until it is taken back; what triggers deal is not raised.",
    "改变该玩家打出的牌每次造成伤害时的额外伤害。持续到被改回为止；触发器造成的伤害不受加成。",
    "player",
    _gaining("spell damage", "点法术伤害", "法术伤害", "spell damage|damage of (?:your )?spells", "法术伤害"),
    _adjust("spellDamage", None, is_player),
    search=("spell power, damage bonus, buff spells, increase damage", "法强、法术伤害、伤害加成、增伤"),
    icon="sparkles",
)
MANA_COST = _adjusting(
    "manaCost",
    "Mana cost",
    "法力消耗",
    "Changes what a card costs, never below 0. By default it lasts for the rest of the match.",
    "改变卡牌的法力消耗，不低于 0。默认持续到本局结束。",
    "card",
    _raising("mana cost", "法力消耗", r"\bcosts?\b", "消耗|费用"),
    _adjust("manaCost", None, is_treasure),
    search=("cost, cheaper, discount, more expensive, reduce cost", "费用、减费、打折、法力消耗、加费"),
    icon="droplet",
)
NUMBERS = (HEALTH, MAX_HEALTH, REWARD, MANA, GOLD, FREEZING, SPELL_DAMAGE, MANA_COST)
BLOCKS = (flow("wizards/tell", emit_first, jumps("emit_next", "emit_first", "told")),)
