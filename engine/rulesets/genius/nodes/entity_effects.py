"""The effects of genius on entities: statuses, summons, variables, removal. Source: 002 mutations."""

from __future__ import annotations

from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import LocalizedText, Targets
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.nodes.choosers import SIDE
from engine.rulesets.genius.nodes.effect_fields import CHANGE, card_field, overrides_field, target_field
from engine.rulesets.genius.nodes.values import VARIABLE

ON_OTHER_SIDE = {"side": "opponent"}
OVERRIDDEN = {"overrideVariables": Is.PRESENT}
ENTITY_EFFECTS = (
    effect(
        "attach",
        "board",
        LocalizedText("Attach a status", "附属状态"),
        (
            target_field("character"),
            card_field("status", ("status",), LocalizedText("Status", "状态")),
            overrides_field("status"),
        ),
        LocalizedText("Made again where it is, it keeps its place.", "重复附属时更新原有状态。"),
        LocalizedText("Attach {status:called} to {target}.", "使{target}附属{status:called}。"),
        handlers.attach,
        ("buff, status, attach, debuff", "附属、状态、增益"),
        "tag",
        wording=Wording(
            cases=(
                Case(
                    OVERRIDDEN,
                    LocalizedText(
                        "Attach {status:called} with {overrideVariables} to {target}.",
                        "使{target}附属{status:called}（{overrideVariables}）。",
                    ),
                ),
            )
        ),
    ),
    effect(
        "addCombatStatus",
        "board",
        LocalizedText("Add a combat status", "生成出战状态"),
        (card_field("status", ("combatStatus",), LocalizedText("Status", "状态")), SIDE, overrides_field("status")),
        LocalizedText("On the own side, or the opposing one.", "置于我方或敌方出战区。"),
        LocalizedText("Gain {status:called}.", "我方生成{status:called}。"),
        handlers.add_combat_status,
        ("team buff, combat status, side", "出战状态、队伍增益"),
        "tag",
        wording=Wording(
            cases=(
                Case(
                    {**ON_OTHER_SIDE, **OVERRIDDEN},
                    LocalizedText(
                        "The opponent gains {status:called} with {overrideVariables}.",
                        "敌方生成{status:called}（{overrideVariables}）。",
                    ),
                ),
                Case(ON_OTHER_SIDE, LocalizedText("The opponent gains {status:called}.", "敌方生成{status:called}。")),
                Case(
                    OVERRIDDEN,
                    LocalizedText(
                        "Gain {status:called} with {overrideVariables}.",
                        "我方生成{status:called}（{overrideVariables}）。",
                    ),
                ),
            )
        ),
    ),
    effect(
        "summon",
        "board",
        LocalizedText("Summon", "召唤"),
        (card_field("summon", ("summon",), LocalizedText("Summon", "召唤物")), SIDE, overrides_field("summon")),
        LocalizedText("Nothing comes where there is no room.", "召唤物区已满时无效。"),
        LocalizedText("Summon {summon:called}.", "召唤{summon:called}。"),
        handlers.summon,
        ("summon, create, call", "召唤、生成召唤物"),
        "plus",
        wording=Wording(
            cases=(
                Case(
                    {**ON_OTHER_SIDE, **OVERRIDDEN},
                    LocalizedText(
                        "{summon:called} appears on the opposing side with {overrideVariables}.",
                        "在敌方场上召唤{summon:called}（{overrideVariables}）。",
                    ),
                ),
                Case(
                    ON_OTHER_SIDE,
                    LocalizedText("{summon:called} appears on the opposing side.", "在敌方场上召唤{summon:called}。"),
                ),
                Case(
                    OVERRIDDEN,
                    LocalizedText(
                        "Summon {summon:called} with {overrideVariables}.",
                        "召唤{summon:called}（{overrideVariables}）。",
                    ),
                ),
            )
        ),
    ),
    effect(
        "changeVariable",
        "board",
        LocalizedText("Change a variable", "改变变量"),
        (
            Field(
                "target",
                Targets("entity"),
                LocalizedText("Of", "所属"),
                required=False,
                doc=LocalizedText(
                    "This entity when absent; inside an event that is modified always this one.",
                    "缺省为自身；在修改事件时总是自身。",
                ),
            ),
            VARIABLE,
            CHANGE,
        ),
        LocalizedText(
            "Adds to it: usage, duration, or a variable of its own.", "增减变量：可用次数、持续回合或自定变量。"
        ),
        LocalizedText("The {name} of {self} rises by {amount}.", "自身{name}增加{amount}。"),
        handlers.change_variable,
        ("usage, counter, stacks, duration, spend", "可用次数、计数、层数、消耗"),
        "hash",
        inline=handlers.change_own_variable,
        wording=Wording(
            keys=LocalizedText("rises?|falls?|usage|duration", "增加|减少|可用次数|持续"),
            cases=(
                Case(
                    {"target": Is.PRESENT, "amount": Is.NEGATIVE},
                    LocalizedText("The {name} of {target} falls by {amount:-}.", "{target}的{name}减少{amount:-}。"),
                ),
                Case(
                    {"target": Is.PRESENT},
                    LocalizedText("The {name} of {target} rises by {amount}.", "{target}的{name}增加{amount}。"),
                ),
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText("The {name} of {self} falls by {amount:-}.", "自身{name}减少{amount:-}。"),
                ),
                Case({}, LocalizedText("The {name} of {self} rises by {amount}.", "自身{name}增加{amount}。")),
            ),
        ),
    ),
    effect(
        "remove",
        "board",
        LocalizedText("Remove", "移除"),
        (target_field("entity"),),
        LocalizedText(
            "Takes statuses, equipment, summons and supports out of the match; characters stay.",
            "将状态、装备、召唤物与支援移出对局；角色除外。",
        ),
        LocalizedText("Remove {target}.", "移除{target}。"),
        handlers.remove_entities,
        ("remove, destroy, dispose, dispel", "移除、消灭、驱散"),
        "trash-2",
        emits=("ON_SUMMON_REMOVE",),
        removes="target",
    ),
)
