"""The effects of genius: their fields, what they may raise, and how they read. Source: 002 mutations and requests; 004 Damage."""

from __future__ import annotations

from engine.language.nodes.core import ID as NAME_OF_RESULT
from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.shapes import Enum, IntegerLiteral, ListOf, LocalizedText, MapOf, Number, Targets, TextLiteral
from engine.ruleset.card_fields import ID_TEXT, TAG_TEXT
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.nodes.choosers import SIDE
from engine.rulesets.genius.nodes.values import VARIABLE, VARIABLE_NAMES
from engine.rulesets.genius.words import ACTION_CARDS, DAMAGE_ELEMENTS, DICE_KINDS, ELEMENTS, TAGS

HIGH = 99
HURT = ("AFTER_TAKES_DMG", "CHARACTER_DIE", "ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER")


def _to(kind: str) -> Field:
    return Field("target", Targets(kind), LocalizedText("Target", "目标"))


def _card(name: str, kinds: tuple[str, ...], title: LocalizedText) -> Field:
    return Field(name, ID_TEXT, title, reference=FieldReference(names="card", kinds=kinds))


def _overrides(of: str) -> Field:
    return Field(
        "overrideVariables", MapOf(IntegerLiteral(-HIGH, HIGH), max=6), LocalizedText("With variables", "指定变量"), required=False,
        doc=LocalizedText("Other initial values for variables that the card has (002 overrideVariables).", "为该卡牌已有的变量指定初始值（002 overrideVariables）。"),
        called=VARIABLE_NAMES, reference=FieldReference(keys_of=(of, "varConfigs")),
    )  # fmt: skip


AMOUNT = Field("amount", Number(0, HIGH), LocalizedText("Amount", "数值"))
CHANGE = Field("amount", Number(-HIGH, HIGH), LocalizedText("Change", "变化"))
COUNT = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"))
SKILL = Field("skill", TextLiteral(64, 1), LocalizedText("Skill", "技能"), reference=FieldReference(names="skill", own_in=("character",), part_of=("character", "skills")))  # fmt: skip
ELEMENT = Field("element", Enum(ELEMENTS), LocalizedText("Element", "元素"))


DAMAGE_CASES = tuple(
    Case({"element": option.name}, LocalizedText(f"Deal {{amount:{option.title.en} damage}} to {{target}}.", f"对{{target}}造成{{amount:点{option.title.zh}{'元素' if option in ELEMENTS else ''}伤害}}。"))
    for option in DAMAGE_ELEMENTS
)  # fmt: skip
DICE_CASES = (
    Case({"kind": "active"}, LocalizedText("Gain {count:die|dice} of the active character's element.", "生成{count:个出战角色元素骰}。")),
    Case({"kind": "random"}, LocalizedText("Gain {count:random die|random dice}.", "生成{count:个随机基础元素骰}。")),
    *(Case({"kind": option.name}, LocalizedText(f"Gain {{count:{option.title.en} die|{option.title.en} dice}}.", f"生成{{count:个{option.title.zh}元素骰}}。")) for option in DICE_KINDS[:8]),
)  # fmt: skip
ON_OTHER_SIDE = {"side": "opponent"}
OVERRIDDEN = {"overrideVariables": Is.PRESENT}
FIGHT = (
    effect(
        "damage", "fight", LocalizedText("Deal damage", "造成伤害"),
        (NAME_OF_RESULT, _to("character"), AMOUNT, Field("element", Enum(DAMAGE_ELEMENTS), LocalizedText("Element", "元素"))),
        LocalizedText("Each target in turn, through the nine steps; piercing damage skips them.", "依次对每个目标按九个步骤结算；穿透伤害跳过这些步骤。"),
        LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"), handlers.deal_damage,
        ("attack, hit, hurt, pyro damage, piercing", "攻击、伤害、火元素伤害、穿透"), "swords",
        analysis=NodeAnalysis(emits=HURT, is_self_limiting=True), output=NodeOutput(results={"amount": "int"}),
        wording=Wording(cases=DAMAGE_CASES, results={"amount": (Result(LocalizedText("the health lost this way", "以此法损失的生命值"), LocalizedText("{target} loses {n:health} this way", "{target}以此法损失{n:点生命值}"), that=True),)}),
    ),
    effect(
        "heal", "fight", LocalizedText("Heal", "治疗"), (NAME_OF_RESULT, _to("character"), AMOUNT), LocalizedText("Up to the maximum health.", "不超过生命上限。"),
        LocalizedText("Restore {amount:health} to {target}.", "为{target}恢复{amount:点生命值}。"), handlers.heal, ("heal, restore, recover", "治疗、恢复、回血"), "heart", ("AFTER_HEAL",),
        output=NodeOutput(results={"amount": "int"}), wording=Wording(results={"amount": (Result(LocalizedText("the health restored this way", "以此法恢复的生命值"), LocalizedText("{target} regains {n:health} this way", "{target}以此法恢复{n:点生命值}"), that=True),)}),
    ),
    effect(
        "revive", "fight", LocalizedText("Revive", "复苏"), (_to("character"), AMOUNT), LocalizedText("A defeated character lives again.", "使被击倒的角色复苏。"),
        LocalizedText("Revive {target} with {amount:health}.", "复苏{target}，生命值变为{amount}。"), handlers.revive, ("revive, resurrect, return", "复苏、复活"), "heart",
    ),
    effect(
        "applyElement", "fight", LocalizedText("Apply an element", "附着元素"), (_to("character"), ELEMENT), LocalizedText("Without damage; it may react.", "不造成伤害，可能触发反应。"),
        LocalizedText("Apply {element} to {target}.", "使{target}附着{element}元素。"), handlers.apply, ("apply, wet, element without damage", "附着、挂元素"), "droplet",
        ("ELEMENTAL_APPLICATION_REACTION", *HURT),
    ),
    effect(
        "gainEnergy", "fight", LocalizedText("Change energy", "充能"), (_to("character"), CHANGE), LocalizedText("Within 0 and the maximum.", "在 0 与充能上限之间。"),
        LocalizedText("{target} gains {amount:energy}.", "{target}获得{amount:点充能}。"), handlers.gain_energy, ("energy, charge, recharge", "充能、获得充能"), "zap",
        wording=Wording(cases=(Case({"amount": Is.NEGATIVE}, LocalizedText("{target} loses {amount:-energy}.", "{target}失去{amount:-点充能}。")),)),
    ),
    effect(
        "switchTo", "fight", LocalizedText("Switch to", "切换到"), (_to("character"),), LocalizedText("That character becomes the active one of its side.", "使该角色成为其阵营的出战角色。"),
        LocalizedText("Switch to {target}.", "切换到{target}。"), handlers.switch_to, ("switch, change character, force switch", "切换、换人、强制切换"), "repeat",
        ("ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER"),
    ),
    effect(
        "useSkill", "fight", LocalizedText("Use a skill", "使用技能"), (SKILL,), LocalizedText("When this is done, the character, or the active one, uses its skill of this id.", "结算后，由所附属角色或出战角色使用该标识的技能。"),
        LocalizedText("After this, {host} uses a skill of its own.", "随后{host}使用一次技能。"), handlers.use_skill, ("use skill, talent, cast again", "使用技能、天赋、再次释放"), "sparkles",
        analysis=NodeAnalysis(emits=("ON_USE_SKILL", "AFTER_USE_SKILL", *HURT), by_others=True),
    ),
    effect(
        "prepareSkill", "fight", LocalizedText("Prepare a skill", "准备技能"), (SKILL,), LocalizedText("It is used instead of the next action, unless the character leaves or freezes.", "代替下次行动使用；角色离场或被冻结时取消。"),
        LocalizedText("It prepares a skill.", "准备技能。"), handlers.prepare_skill, ("prepare, charge up, next turn", "准备技能、蓄力"), "hourglass",
    ),
)  # fmt: skip
BOARD = (
    effect(
        "attach", "board", LocalizedText("Attach a status", "附属状态"), (_to("character"), _card("status", ("status",), LocalizedText("Status", "状态")), _overrides("status")),
        LocalizedText("Made again where it is, it keeps its place.", "重复附属时更新原有状态。"),
        LocalizedText("Attach {status:called} to {target}.", "使{target}附属{status:called}。"), handlers.attach, ("buff, status, attach, debuff", "附属、状态、增益"), "tag",
        wording=Wording(cases=(Case(OVERRIDDEN, LocalizedText("Attach {status:called} with {overrideVariables} to {target}.", "使{target}附属{status:called}（{overrideVariables}）。")),)),
    ),
    effect(
        "addCombatStatus", "board", LocalizedText("Add a combat status", "生成出战状态"), (_card("status", ("combatStatus",), LocalizedText("Status", "状态")), SIDE, _overrides("status")),
        LocalizedText("On the own side, or the opposing one.", "置于我方或敌方出战区。"),
        LocalizedText("Gain {status:called}.", "我方生成{status:called}。"), handlers.add_combat_status, ("team buff, combat status, side", "出战状态、队伍增益"), "tag",
        wording=Wording(cases=(
            Case({**ON_OTHER_SIDE, **OVERRIDDEN}, LocalizedText("The opponent gains {status:called} with {overrideVariables}.", "敌方生成{status:called}（{overrideVariables}）。")),
            Case(ON_OTHER_SIDE, LocalizedText("The opponent gains {status:called}.", "敌方生成{status:called}。")),
            Case(OVERRIDDEN, LocalizedText("Gain {status:called} with {overrideVariables}.", "我方生成{status:called}（{overrideVariables}）。")),
        )),
    ),
    effect(
        "summon", "board", LocalizedText("Summon", "召唤"), (_card("summon", ("summon",), LocalizedText("Summon", "召唤物")), SIDE, _overrides("summon")),
        LocalizedText("Nothing comes where there is no room.", "召唤物区已满时无效。"),
        LocalizedText("Summon {summon:called}.", "召唤{summon:called}。"), handlers.summon, ("summon, create, call", "召唤、生成召唤物"), "plus",
        wording=Wording(cases=(
            Case({**ON_OTHER_SIDE, **OVERRIDDEN}, LocalizedText("{summon:called} appears on the opposing side with {overrideVariables}.", "在敌方场上召唤{summon:called}（{overrideVariables}）。")),
            Case(ON_OTHER_SIDE, LocalizedText("{summon:called} appears on the opposing side.", "在敌方场上召唤{summon:called}。")),
            Case(OVERRIDDEN, LocalizedText("Summon {summon:called} with {overrideVariables}.", "召唤{summon:called}（{overrideVariables}）。")),
        )),
    ),
    effect(
        "changeVariable", "board", LocalizedText("Change a variable", "改变变量"),
        (Field("target", Targets("entity"), LocalizedText("Of", "所属"), required=False, doc=LocalizedText("This entity when absent; inside an event that is modified always this one.", "缺省为自身；在修改事件时总是自身。")), VARIABLE, CHANGE),
        LocalizedText("Adds to it: usage, duration, or a variable of its own.", "增减变量：可用次数、持续回合或自定变量。"),
        LocalizedText("The {name} of {self} rises by {amount}.", "自身{name}增加{amount}。"), handlers.change_variable, ("usage, counter, stacks, duration, spend", "可用次数、计数、层数、消耗"), "hash",
        runtime=NodeRuntime(run=handlers.change_variable, inline=handlers.change_own_variable),
        wording=Wording(
            keys=LocalizedText("rises?|falls?|usage|duration", "增加|减少|可用次数|持续"),cases=(
            Case({"target": Is.PRESENT, "amount": Is.NEGATIVE}, LocalizedText("The {name} of {target} falls by {amount:-}.", "{target}的{name}减少{amount:-}。")),
            Case({"target": Is.PRESENT}, LocalizedText("The {name} of {target} rises by {amount}.", "{target}的{name}增加{amount}。")),
            Case({"amount": Is.NEGATIVE}, LocalizedText("The {name} of {self} falls by {amount:-}.", "自身{name}减少{amount:-}。")),
            Case({}, LocalizedText("The {name} of {self} rises by {amount}.", "自身{name}增加{amount}。")),
        )),
    ),
    effect(
        "remove", "board", LocalizedText("Remove", "移除"), (_to("entity"),), LocalizedText("Takes statuses, equipment, summons and supports out of the match; characters stay.", "将状态、装备、召唤物与支援移出对局；角色除外。"),
        LocalizedText("Remove {target}.", "移除{target}。"), handlers.remove_entities, ("remove, destroy, dispose, dispel", "移除、消灭、驱散"), "trash-2",
        analysis=NodeAnalysis(emits=("ON_SUMMON_REMOVE",), removes="target"),
    ),
)  # fmt: skip
MEANS = (
    effect(
        "gainDice", "means", LocalizedText("Gain dice", "生成元素骰"), (Field("kind", Enum(DICE_KINDS), LocalizedText("Kind", "种类")), COUNT), LocalizedText("As far as there is room for them.", "不超过骰子上限。"),
        LocalizedText("Gain {count:die|dice}.", "生成{count:个元素骰}。"), handlers.gain_dice, ("dice, omni, create dice", "骰子、万能、生成元素骰"), "dice-5",
        wording=Wording(cases=DICE_CASES),
    ),
    effect(
        "loseDice", "means", LocalizedText("Lose dice", "失去元素骰"), (SIDE, COUNT), LocalizedText("Random dice.", "随机失去。"),
        LocalizedText("Lose {count:random die|random dice}.", "随机失去{count:个元素骰}。"), handlers.lose_dice, ("lose dice, remove dice, steal", "失去骰子、移除骰子"), "dice-5",
        wording=Wording(cases=(Case(ON_OTHER_SIDE, LocalizedText("The opponent loses {count:random die|random dice}.", "敌方随机失去{count:个元素骰}。")),)),
    ),
    effect(
        "convertDice", "means", LocalizedText("Convert dice", "转换元素骰"), (Field("kind", Enum(DICE_KINDS[:9]), LocalizedText("Kind", "种类")), COUNT), LocalizedText("Those of which there are fewest first; omni dice stay.", "优先转换数量最少的种类；万能骰不转换。"),
        LocalizedText("Convert {count:die|dice}.", "转换{count:个元素骰}。"), handlers.convert_dice, ("convert dice, change dice, to omni", "转换骰子、转为万能"), "repeat",
        wording=Wording(cases=(
            Case({"kind": "active"}, LocalizedText("Convert {count:die|dice} to the active character's element.", "将{count:个元素骰}转换为出战角色元素。")),
            *(Case({"kind": option.name}, LocalizedText(f"Convert {{count:die|dice}} to {option.title.en}.", f"将{{count:个元素骰}}转换为{option.title.zh}元素。")) for option in DICE_KINDS[:8]),
        )),
    ),
    effect(
        "drawCards", "means", LocalizedText("Draw cards", "抓牌"), (COUNT, Field("tag", TAG_TEXT, LocalizedText("With the tag", "带有标签"), required=False, called=TAGS)), LocalizedText("From the top of the pile, or the topmost with a tag.", "从牌库顶抓取，或抓取带有标签的牌。"),
        LocalizedText("Draw {count:card|cards}.", "抓{count:张牌}。"), handlers.draw_cards, ("draw, search, find card", "抓牌、抽牌、检索"), "layers",
        wording=Wording(cases=(Case({"tag": Is.PRESENT, "count": 1}, LocalizedText("Draw {tag:a} card.", "抓{count}张{tag}牌。")), Case({"tag": Is.PRESENT}, LocalizedText("Draw {count} {tag} cards.", "抓{count:张}{tag}牌。")),)),
    ),
    effect(
        "createCard", "means", LocalizedText("Create a card", "生成手牌"), (Field("card", ID_TEXT, LocalizedText("Card", "卡牌"), reference=FieldReference(names="card", kinds=ACTION_CARDS)), COUNT), LocalizedText("In the hand; beyond its bounds it burns.", "置入手牌；超出上限时烧毁。"),
        LocalizedText("Add {count:copy|copies} of {card:called} to your hand.", "生成{count}张{card:called}置入手牌。"), handlers.create_card, ("create card, add to hand", "生成手牌、获得牌"), "plus",
    ),
    effect(
        "discard", "means", LocalizedText("Discard cards", "舍弃手牌"), (SIDE, COUNT), LocalizedText("Random cards of the hand.", "随机舍弃手牌。"),
        LocalizedText("Discard {count:random card|random cards}.", "随机舍弃{count:张手牌}。"), handlers.discard, ("discard, burn, lose cards", "舍弃、弃牌、烧牌"), "trash-2",
        wording=Wording(cases=(Case(ON_OTHER_SIDE, LocalizedText("The opponent discards {count:random card|random cards}.", "敌方随机舍弃{count:张手牌}。")),)),
    ),
)  # fmt: skip
ASKS = NodeAnalysis(suspends=True)
REQUESTS = (
    effect(
        "reroll", "means", LocalizedText("Reroll", "重投"), (COUNT,), LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText("Reroll your dice {count:times}.", "重投元素骰{count:次}。"), handlers.reroll, ("reroll, roll again", "重投、重新投掷"), "dice-5",
    ),
    effect(
        "switchHands", "means", LocalizedText("Redraw cards", "替换手牌"), (), LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText("Return any number of cards from your hand and draw as many.", "可将任意张手牌放回牌库并抓取等量的牌。"), handlers.switch_hands, ("mulligan, redraw, replace hand", "换牌、替换手牌"), "repeat",
    ),
    effect(
        "selectCard", "means", LocalizedText("Select a card", "挑选"), (Field("cards", ListOf(ID_TEXT, 1, 6), LocalizedText("Cards", "卡牌"), reference=FieldReference(names="card", kinds=ACTION_CARDS)),), LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText("Add one of these to your hand: {cards:called}.", "从以下牌中挑选一张加入手牌：{cards:called}。"), handlers.select_card, ("choose card, discover, pick", "挑选、发现、选择一张"), "list",
    ),
)  # fmt: skip
EFFECTS = (*FIGHT, *BOARD, *MEANS, *REQUESTS)
