"""Damage: the one effect that hits. Source: 000 "可执行效果 Doable"; WZ7."""

from __future__ import annotations

from engine.kernel.events import call
from engine.kernel.state import State
from engine.language.core import ID
from engine.language.registry import NodeSpec
from engine.language.shapes import Bi
from engine.rulesets.wizards.effects.fields import amount_field, target_field


def damage(st: State, env: int, name: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Hit each target in turn; a hit raises onDamageTaken, then, if it kills, onDefeat (WZ7)."""
    by = st.recs[env]["?owner"]
    source = st.recs[env].get("?source", 0)
    return call(
        st,
        "wizards/damage",
        {"targets": target, "amount": amount or 0, "by": by, "to": env, "name": name, "again": 0, "?source": source},
    )


DAMAGE = NodeSpec(
    "effect",
    "damage",
    Bi("Deal damage", "造成伤害"),
    (ID, amount_field(0, 999), target_field("monster")),
    doc=Bi(
        "Hits each target in turn. A hit that kills pays bounty and steps to the player whose card this is.",
        "依次对每个目标造成伤害。致命一击使此牌所属的玩家获得赏金与步数。",
    ),
    says=Bi("Deal {amount} damage to {target}.", "对{target}造成{amount}点伤害。"),
    run=damage,
    result={"amount": "int", "lethal": "bool"},
    emits=("onDamageTaken", "onDefeat"),
    wanes=True,
    writes={"health": "-"},
    group="fight",
)
FIGHT = (DAMAGE,)
