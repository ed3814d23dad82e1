"""Damage: the one effect that hits. Source: 000 "可执行效果 Doable"; WZ7."""

from __future__ import annotations

from engine.kernel.events import call
from engine.kernel.state import State
from engine.language.compiling.compile import bind
from engine.language.nodes.core import ID
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.wizards.damage import MAX_STAT
from engine.rulesets.wizards.effects.fields import amount_field, target_field
from engine.rulesets.wizards.table import is_monster


def damage(st: State, env: int, name: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Hit each target in turn; a hit raises onDamageTaken, then, if it kills, onDefeat (WZ7).

    What a card deals when it is played is raised by its player's spell damage, each hit by itself; what its triggers deal is not.
    """
    here = st.environments[env]
    by, dealt = here.owner, amount or 0
    targets = tuple(one for one in target if is_monster(st, one))
    if dealt > 0 and here.resolution is not None:
        dealt += st.entities[by]["spellDamage"]
    if not targets:
        bind(st, env, name, amount=0, lethal=False, overflow=0)
        return None
    job = {"targets": targets, "amount": min(max(dealt, 0), MAX_STAT), "by": by, "to": env, "name": name, "again": 0}
    return call(st, "wizards/damage", job, source=here.source or 0)


DAMAGE = NodeSpec(
    "effect",
    "damage",
    LocalizedText("Deal damage", "造成伤害"),
    (ID, amount_field(0, 999), target_field("monster")),
    doc=LocalizedText(
        "Hits each target in turn. A hit that kills pays bounty and steps to the player whose card this is.",
        "依次对每个目标造成伤害。致命一击使此牌所属的玩家获得赏金与步数。",
    ),
    phrase=LocalizedText("Deal {amount:damage} to {target:each}.", "对{target}{target:each}造成{amount:点伤害}。"),
    wording=Wording(
        cases=(
            Case(
                {"amount": Is.COMPUTED},
                LocalizedText(
                    "Deal damage to {target:each} {amount:equal}.", "对{target}{target:each}造成{amount:点伤害}。"
                ),
            ),
        ),
        results={
            "amount": (
                Result(
                    LocalizedText("the damage dealt", "该次伤害"),
                    LocalizedText("{n:damage} was dealt", "造成了{n:点伤害}"),
                    that=True,
                ),
            ),
            "overflow": (
                Result(
                    LocalizedText("the excess damage", "溢出的伤害"),
                    LocalizedText("{n:damage} is in excess", "有{n:点伤害}溢出"),
                ),
            ),
            "lethal": (
                Result(
                    LocalizedText("this defeats {target}", "将{target}击败"),
                    negated=LocalizedText("this does not defeat {target}", "未将{target}击败"),
                ),
            ),
        },
        keys=LocalizedText("damage|wound|hurt|hit", "伤害"),
    ),
    runtime=NodeRuntime(run=damage),
    output=NodeOutput(results={"amount": "int", "lethal": "bool", "overflow": "int"}),
    analysis=NodeAnalysis(
        emits=("onDamageTaken", "onLethal", "onDefeat"), is_self_limiting=True, writes={"health": "-"}
    ),
    group="fight",
    search=search_words("hit, attack, hurt, strike, wound, fire damage", "伤害、攻击、打击、造成伤害"),
    icon="swords",
)
FIGHT = (DAMAGE,)
