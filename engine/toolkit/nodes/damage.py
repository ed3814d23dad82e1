"""Damage, healing, and what changes damage on its way.

A game passes the function that does it, called with the state, the environment, the name for its results and the fields in order:

    def deal(st, env_id, name, target, amount):
        lost = sum(hurt(st, eid, amount or 0) for eid in target)
        bind(st, env_id, name, amount=lost)

    DAMAGE = damage(deal, target_field("character"), emits=("onDamaged",))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.nodes.core import ID
from engine.language.spec import Field, LocalizedText, NodeSpec, result
from engine.toolkit.nodes.fields import amount_field
from engine.toolkit.nodes.rows import effect, modifier

DEAL = LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。")
RESTORE = LocalizedText("Restore {amount:health} to {target}.", "为{target}恢复{amount:点生命值}。")
EACH_TARGET = LocalizedText("To each target in turn.", "依次对每个目标造成伤害。")
TO_MAXIMUM = LocalizedText("Up to the maximum health.", "不超过生命上限。")
HURT_WORDS = ("attack, hit, hurt, strike, shoot", "攻击、伤害、打击")


def damage(
    run: Any,
    target: Field,
    *fields: Field,
    doc: LocalizedText = EACH_TARGET,
    search: tuple[str, str] = HURT_WORDS,
    results: Mapping[str, tuple[Any, ...]] | None = None,
    **parts: Any,
) -> NodeSpec:
    """Return the effect `damage`: it deals an amount to its targets and binds as `amount` the health that they lost.

    Shapes: `results` are what it binds besides, by name; `fields` are a game's own, after target and amount, such as the kind of damage; `cases` may say them. `emits` names what
            follows, so that the checker finds triggers which set each other off.
    """
    return effect(
        "damage",
        "fight",
        "Deal damage",
        "造成伤害",
        (ID, target, amount_field(), *fields),
        *doc,
        *DEAL,
        run,
        search,
        "swords",
        is_self_limiting=True,
        yields={**_health("lost", "损失", "loses"), **(results or {})},
        **parts,
    )


def heal(run: Any, target: Field, emits: tuple[str, ...], doc: LocalizedText = TO_MAXIMUM) -> NodeSpec:
    """Return the effect `heal`: it restores an amount of health to its targets and binds as `amount` what they regained."""
    return effect(
        "heal",
        "fight",
        "Heal",
        "治疗",
        (ID, target, amount_field()),
        *doc,
        *RESTORE,
        run,
        ("heal, restore, recover", "治疗、恢复、回血"),
        "heart",
        emits,
        yields=_health("restored", "恢复", "regains"),
    )


def _health(participle: str, zh: str, verb: str) -> dict[str, tuple[Any, ...]]:
    """Return what an effect on health binds: how much was lost or restored, and how a comparison of that reads."""
    words = result(
        f"the health {participle} this way",
        f"以此法{zh}的生命值",
        f"{{target}} {verb} {{n:health}} this way",
        f"{{target}}以此法{zh}{{n:点生命值}}",
        that=True,
    )
    return {"amount": ("int", words)}


def add_damage(
    inline: Any, doc: LocalizedText, zh: str, *fields: Field, search: tuple[str, str], **parts: Any
) -> NodeSpec:
    """Return the effect `addDamage`, which raises the damage of the event that a trigger changes; `zh` is its sentence in Chinese.

    Shapes: `inline` takes the state, the environment, the payload, whether it is done or foreseen, and the fields; it returns the payload.
    """
    row = ("addDamage", "Raise the damage", "增加伤害", (amount_field(), *fields))
    return modifier(*row, *doc, "Add {amount:damage}.", zh, inline, search, "swords", **parts)


def reduce_damage(inline: Any, doc: LocalizedText, search: tuple[str, str]) -> NodeSpec:
    """Return the effect `reduceDamage`, which lowers the damage of the event that a trigger changes."""
    row = ("reduceDamage", "Lower the damage", "减少伤害", (amount_field(),))
    return modifier(*row, *doc, "Prevent {amount:damage}.", "抵消{amount:点伤害}。", inline, search, "shield")
