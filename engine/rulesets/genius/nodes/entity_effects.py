"""The effects of genius on entities: statuses, summons, variables, removal. Source: 002 mutations."""

from __future__ import annotations

from engine.language.spec import NEGATIVE, PRESENT, Targets, case, optional
from engine.toolkit.nodes import effect, target_field
from engine.toolkit.nodes.inner import card_or_its_id

from . import handlers
from .choosers import SIDE
from .effect_fields import CHANGE, overrides_field
from .values import VARIABLE

ON_OTHER_SIDE = {"side": "opponent"}
OVERRIDDEN = {"overrideVariables": PRESENT}
ENTITY_EFFECTS = (
    effect(
        "attach",
        "board",
        "Attach a status",
        "附属状态",
        (
            target_field("character"),
            *card_or_its_id("status", "status", "Status", "状态"),
            overrides_field("status"),
        ),
        "Made again where it is, it keeps its place.",
        "重复附属时更新原有状态。",
        "Attach {status:called} to {target}.",
        "使{target}附属{status:called}。",
        handlers.attach,
        ("buff, status, attach, debuff", "附属、状态、增益"),
        "tag",
        cases=(
            case(
                OVERRIDDEN,
                "Attach {status:called} with {overrideVariables} to {target}.",
                "使{target}附属{status:called}（{overrideVariables}）。",
            ),
        ),
    ),
    effect(
        "addCombatStatus",
        "board",
        "Add a combat status",
        "生成出战状态",
        (*card_or_its_id("status", "combatStatus", "Status", "状态"), SIDE, overrides_field("status")),
        "On the own side, or the opposing one.",
        "置于我方或敌方出战区。",
        "Gain {status:called}.",
        "我方生成{status:called}。",
        handlers.enter_side,
        ("team buff, combat status, side", "出战状态、队伍增益"),
        "tag",
        cases=(
            case(
                {**ON_OTHER_SIDE, **OVERRIDDEN},
                "The opponent gains {status:called} with {overrideVariables}.",
                "敌方生成{status:called}（{overrideVariables}）。",
            ),
            case(ON_OTHER_SIDE, "The opponent gains {status:called}.", "敌方生成{status:called}。"),
            case(
                OVERRIDDEN,
                "Gain {status:called} with {overrideVariables}.",
                "我方生成{status:called}（{overrideVariables}）。",
            ),
        ),
    ),
    effect(
        "summon",
        "board",
        "Summon",
        "召唤",
        (*card_or_its_id("summon", "summon", "Summon", "召唤物"), SIDE, overrides_field("summon")),
        "Nothing comes where there is no room.",
        "召唤物区已满时无效。",
        "Summon {summon:called}.",
        "召唤{summon:called}。",
        handlers.enter_side,
        ("summon, create, call", "召唤、生成召唤物"),
        "plus",
        cases=(
            case(
                {**ON_OTHER_SIDE, **OVERRIDDEN},
                "{summon:called} appears on the opposing side with {overrideVariables}.",
                "在敌方场上召唤{summon:called}（{overrideVariables}）。",
            ),
            case(ON_OTHER_SIDE, "{summon:called} appears on the opposing side.", "在敌方场上召唤{summon:called}。"),
            case(
                OVERRIDDEN,
                "Summon {summon:called} with {overrideVariables}.",
                "召唤{summon:called}（{overrideVariables}）。",
            ),
        ),
    ),
    effect(
        "changeVariable",
        "board",
        "Change a variable",
        "改变变量",
        (
            optional(
                "target",
                Targets("entity"),
                "Of",
                "所属",
                "This entity when absent.",
                "缺省为自身。",
            ),
            VARIABLE,
            CHANGE,
        ),
        "Adds to it: usage, duration, or a variable of its own.",
        "增减变量：可用次数、持续回合或自定变量。",
        "The {name} of {self} rises by {amount}.",
        "自身{name}增加{amount}。",
        handlers.change_variable,
        ("usage, counter, stacks, duration, spend", "可用次数、计数、层数、消耗"),
        "hash",
        inline=handlers.change_variable_inside,
        keys=("rises?|falls?|usage|duration", "增加|减少|可用次数|持续"),
        cases=(
            case(
                {"target": PRESENT, "amount": NEGATIVE},
                "The {name} of {target} falls by {amount:-}.",
                "{target}的{name}减少{amount:-}。",
            ),
            case({"target": PRESENT}, "The {name} of {target} rises by {amount}.", "{target}的{name}增加{amount}。"),
            case({"amount": NEGATIVE}, "The {name} of {self} falls by {amount:-}.", "自身{name}减少{amount:-}。"),
            case({}, "The {name} of {self} rises by {amount}.", "自身{name}增加{amount}。"),
        ),
    ),
    effect(
        "remove",
        "board",
        "Remove",
        "移除",
        (target_field("entity"),),
        "Takes statuses, equipment, summons and supports out of the match; characters stay.",
        "将状态、装备、召唤物与支援移出对局；角色除外。",
        "Remove {target}.",
        "移除{target}。",
        handlers.remove_entities,
        ("remove, destroy, dispose, dispel, strip, purge", "移除、消灭、驱散、清除"),
        "trash-2",
        emits=("ON_SUMMON_REMOVE",),
        removes="target",
    ),
)
