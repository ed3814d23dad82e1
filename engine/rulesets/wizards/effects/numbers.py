"""Effects that change a number of a monster or a player within its bounds. Source: 000 "可执行效果 Doable"; WZ2, WZ7."""

from __future__ import annotations

from typing import Any

from engine.kernel.events import call
from engine.kernel.mutations import change
from engine.kernel.state import State
from engine.language.compile import bind
from engine.language.core import ID
from engine.language.registry import NodeSpec
from engine.language.shapes import Bi
from engine.rulesets.wizards.effects.fields import MODE, amount_field, target_field


def _adjust(key: str, cap: str | None) -> Any:
    """Return the function of an effect that adds to or sets one variable within its bounds and binds what the clamp cut off."""

    def adjust(st: State, env: int, name: str, mode: str, amount: int | None, target: tuple[int, ...]) -> int | None:
        applied = overflow = 0
        for eid in target:
            held = st.ents[eid].get(key, 0)
            delta = (amount or 0) - (held if mode == "set" else 0)
            high = st.program.config[cap] if cap else 999
            done = change(st, eid, key, delta, 0, high)
            applied, overflow = applied + done, overflow + abs(delta - done)
        bind(st, env, name, applied=applied, overflow=overflow)
        return None

    return adjust


def health(st: State, env: int, name: str, mode: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Heal or hurt without an event; within 0 and maxHealth; at 0 the monster leaves and nobody is paid (WZ7)."""
    applied = overflow = 0
    for eid in target:
        ent = st.ents[eid]
        delta = (amount or 0) - (ent["health"] if mode == "set" else 0)
        done = change(st, eid, "health", delta, 0, ent["maxHealth"])
        applied, overflow = applied + done, overflow + abs(delta - done)
    bind(st, env, name, applied=applied, overflow=overflow)
    return call(st, "wizards/leave", {"targets": target})


def _adjusting(key: str, title: Bi, doc: Bi, kind: str, says: Bi, run: Any) -> NodeSpec:
    return NodeSpec(
        "effect",
        key,
        title,
        (ID, MODE, amount_field(-99, 99), target_field(kind)),
        doc=doc,
        says=says,
        run=run,
        result={"applied": "int", "overflow": "int"},
        group="numbers",
    )


HEALTH = _adjusting(
    "health", Bi("Health", "生命值"), Bi("Changes a monster's health, within 0 and its most. It is no damage and raises no event; at 0 the monster leaves and nobody is paid.", "改变怪物的生命值，不低于 0，不超过其上限。不视为伤害，也不引发事件；降到 0 时怪物离场，无人获得奖励。"), "monster",
    Bi("Change the health of {target} by {amount}.", "使{target}的生命值变化{amount}。"), health,
)  # fmt: skip
MAX_HEALTH = _adjusting(
    "maxHealth", Bi("Most health", "生命值上限"), Bi("Changes the most health that a monster can have.", "改变怪物的生命值上限。"), "monster",
    Bi("Change the most health of {target} by {amount}.", "使{target}的生命值上限变化{amount}。"), _adjust("maxHealth", None),
)  # fmt: skip
REWARD = _adjusting(
    "reward", Bi("Bounty", "赏金"), Bi("Changes the gold that a monster's defeat pays.", "改变击败该怪物所得的金币。"), "monster",
    Bi("Change the bounty of {target} by {amount}.", "使{target}的赏金变化{amount}。"), _adjust("reward", None),
)  # fmt: skip
MANA = _adjusting(
    "mana", Bi("Mana", "法力值"), Bi("Changes a player's mana, within 0 and the cap.", "改变玩家的法力，不低于 0，不超过上限。"), "player",
    Bi("{target} gains {amount} mana.", "{target}获得{amount}点法力。"), _adjust("mana", "manaCap"),
)  # fmt: skip
GOLD = _adjusting(
    "gold", Bi("Gold", "金币"), Bi("Changes a player's gold, within 0 and the cap.", "改变玩家的金币，不低于 0，不超过上限。"), "player",
    Bi("{target} gains {amount} gold.", "{target}获得{amount}枚金币。"), _adjust("gold", "goldCap"),
)  # fmt: skip
FREEZING = _adjusting(
    "freezing", Bi("Freezing", "冻结值"), Bi("Changes a player's freezing, within 0 and the cap.", "改变玩家的冻结值，不低于 0，不超过上限。"), "player",
    Bi("{target} gains {amount} freezing.", "{target}获得{amount}层冻结。"), _adjust("freezing", "freezingCap"),
)  # fmt: skip
NUMBERS = (HEALTH, MAX_HEALTH, REWARD, MANA, GOLD, FREEZING)
