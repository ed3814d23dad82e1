"""The codes that a problem of any game may carry: what is wrong, and what to do about it; a code is never reused.

The portal's pages of codes and the reference pages read these texts. Every code that is reported is listed here, or by the only
ruleset that reports it (`Ruleset.problem_codes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.language.spec import LocalizedText


class Code(NamedTuple):
    """One code: what is wrong, and what now."""

    title: LocalizedText
    remedy: LocalizedText


def is_warning(code: str) -> bool:
    """Distinguish a warning from an error: the code says which it is."""
    return code.startswith("W-")


CODES: Mapping[str, Code] = {
    "E-JSON": Code(
        LocalizedText("The text cannot be read", "文本无法读取"),
        LocalizedText(
            "Fix the bracket, comma or quote at the named line; comments and trailing commas are allowed.",
            "请修正所指行的括号、逗号或引号；允许注释和末尾逗号。",
        ),
    ),
    "E-LIMIT": Code(
        LocalizedText("Too large to be read", "超出可读取的限度"),
        LocalizedText(
            "A card holds at most 1 MiB, 64 levels and 50,000 values; split it or make it shorter.",
            "一张卡牌最多 1 MiB、64 层、50,000 个值；请拆分或缩短。",
        ),
    ),
    "E-VERSION": Code(
        LocalizedText("Written for another version", "适用于其他版本"),
        LocalizedText(
            "The sentence names the version that can be read here; use an engine that knows the document's version, or export the document again.",
            "提示会写明此处可读取的版本；请改用认识该版本的引擎，或重新导出文档。",
        ),
    ),
    "E-SCHEMA": Code(
        LocalizedText("A field is missing, unknown or of the wrong shape", "字段缺失、未知或形状不对"),
        LocalizedText(
            "The sentence says what was found and what was expected; the schema lists every field.",
            "提示会说明所见与所需；数据规范列出了全部字段。",
        ),
    ),
    "E-ENUM": Code(
        LocalizedText("A word that is not allowed here", "不在可用词之列"),
        LocalizedText(
            "Choose one of the words listed; the nearest one is offered as a fix.",
            "请从所列的词中选择；最接近的会作为修正给出。",
        ),
    ),
    "E-TYPE": Code(
        LocalizedText("A value of the wrong kind", "值的类型不对"),
        LocalizedText(
            "Use a value of the expected kind, or compare two of one kind.",
            "请填入所需类型的值，或比较同类的两者。",
        ),
    ),
    "E-PATH": Code(
        LocalizedText("A reference to something that does not exist", "引用了不存在的内容"),
        LocalizedText(
            "Name a field of the event around it, or of an effect before it that has an id.",
            "请引用外层事件的字段，或前面有标识的效果的字段。",
        ),
    ),
    "E-REF": Code(
        LocalizedText("What is named does not exist", "引用的内容不存在"),
        LocalizedText(
            "Check the name, or create what it names first; something of another kind does not count.",
            "请检查名称，或先创建所引用的内容；类型不符的不算。",
        ),
    ),
    "E-DUP": Code(
        LocalizedText("The same name twice", "名称重复"),
        LocalizedText("Give one of the two another name.", "请给其中一个换个名称。"),
    ),
    "E-VARIANT": Code(
        LocalizedText("Variants of a card that do not fit", "卡牌变体不相符"),
        LocalizedText(
            "Name the card itself, keep its name, and take one of its variants where one is taken.",
            "请指向原卡牌并保持同名；需要选用时只选其一。",
        ),
    ),
    "E-LOOP": Code(
        LocalizedText("A loop without a bound", "循环没有上限"),
        LocalizedText(
            "Write a number of passes up to 100, a count of something, or put the value into “min” or “clamp” with a bound.",
            "请写明不超过 100 的次数或某物的数量，或用“min”“clamp”为取值加上限。",
        ),
    ),
    "E-SELF": Code(
        LocalizedText("A trigger that sets itself off without end", "触发器无休止地触发自身"),
        LocalizedText("Add a condition or a lifetime that ends it.", "请添加能使其结束的条件或期限。"),
    ),
    "E-STATCYCLE": Code(
        LocalizedText("A modifier that depends on what it changes", "修正取决于它所改变的属性"),
        LocalizedText(
            "Its value and its condition must read other stats than the one that it changes.",
            "其数值和条件应读取其他属性，而不是它所作用的属性。",
        ),
    ),
    "E-CANCEL": Code(
        LocalizedText("An event is cancelled where it cannot be", "在不能取消事件之处取消事件"),
        LocalizedText(
            "Only a trigger that runs before the event may cancel it.", "只有在事件之前运行的触发器才能取消它。"
        ),
    ),
    "E-INLINE": Code(
        LocalizedText("An effect in a stage that does not allow it", "所处阶段无法执行"),
        LocalizedText(
            "A trigger that changes an event answers at once: ask, draw and create in another one, and change events in it alone.",
            "修改事件的触发器须立即完成：询问、抽取和创建请放在别处，修改事件则只能放在其中。",
        ),
    ),
    "E-TMPLID": Code(
        LocalizedText("The same id in every pass of a loop", "循环每次使用同一标识"),
        LocalizedText(
            "Put the loop's index into it, such as name{loop1.index}.", "请在其中写入循环序号，例如 name{loop1.index}。"
        ),
    ),
    "E-MARKUP": Code(
        LocalizedText("Markup that a card may not hold", "卡牌不允许的标记"),
        LocalizedText(
            "Allowed are b, i, em, strong, u, br, p, span, ul, ol and li, without attributes.",
            "只允许 b、i、em、strong、u、br、p、span、ul、ol 和 li，不带属性。",
        ),
    ),
    "E-TEXT": Code(
        LocalizedText("A text with invisible characters", "文本含有看不见的字符"),
        LocalizedText(
            "Write the text without control characters and marks that change the direction of writing; a name may not be blank.",
            "请去掉控制字符和改变书写方向的符号；名称不能全是空白。",
        ),
    ),
    "E-FILE": Code(
        LocalizedText("A file of the pack is not what it claims", "卡包中的文件与声明不符"),
        LocalizedText("Export the pack again, or fix the manifest.", "请重新导出卡包，或修正清单。"),
    ),
    "E-UNLISTED": Code(
        LocalizedText("A keyword or resource without a manifest", "关键词或资源没有清单"),
        LocalizedText(
            "Give the pack a manifest.json that lists the file, or load it in development mode.",
            "请为卡包添加列出该文件的 manifest.json，或以开发模式加载。",
        ),
    ),
    "W-PROSE": Code(
        LocalizedText("A text under an unknown key", "未知字段中的文本"),
        LocalizedText(
            "Development mode keeps it and plays without it; move it to the description, or take it out before a release.",
            "开发模式会保留它，但不起作用；发布前请移到规则文本中，或将其删去。",
        ),
    ),
    "E-NOSTARTERS": Code(
        LocalizedText("No deck can be built for a match", "无法组成对局所需的牌组"),
        LocalizedText("The pack needs enough starter cards for every seat.", "卡包需要足够每个席位使用的起始牌。"),
    ),
    "E-DECK-TOTAL": Code(
        LocalizedText("A deck of another size than the game plays with", "牌组张数不符合游戏规定"),
        LocalizedText("Add or remove cards until the number is right.", "请增减卡牌，直到张数正确。"),
    ),
    "E-DECK-UNKNOWN": Code(
        LocalizedText("A deck names a card that is not there", "牌组中有不存在的卡牌"),
        LocalizedText(
            "Check the id, or load the card; the nearest id is suggested if there is one.",
            "请检查标识，或先载入该卡牌；若有相近的标识，提示会写明。",
        ),
    ),
    "E-DECK-LIMIT": Code(
        LocalizedText("More copies than a deck may hold of a card", "牌组中同一张卡牌超过上限"),
        LocalizedText(
            "Take copies out; the card's deckLimit says how many may stay.", "请减少张数；卡牌的 deckLimit 写明了上限。"
        ),
    ),
    "E-DECK-LEGENDARY": Code(
        LocalizedText("More than one copy of a legendary card", "传奇卡超过一张"),
        LocalizedText(
            "Keep one copy, whatever the card's deckLimit says.", "无论卡牌的 deckLimit 是多少，请只保留一张。"
        ),
    ),
    "E-DECK-TOKEN": Code(
        LocalizedText("A deck holds a token", "牌组中有衍生物"),
        LocalizedText("Take it out; tokens are made during the match.", "请将其删去；衍生物在对局中产生。"),
    ),
    "E-DECK-PART": Code(
        LocalizedText("A part of a deck is not as the game asks", "牌组的某一部分不符合游戏规定"),
        LocalizedText(
            "The sentence names the part and its numbers; add or remove cards of it, or move a card to the part that it belongs to.",
            "提示会写明该部分及其张数；请增减其中的卡牌，或将卡牌移到所属的部分。",
        ),
    ),
    "E-DECK-NEED": Code(
        LocalizedText("A card asks for more of its deck than it has", "牌组不满足卡牌的组牌条件"),
        LocalizedText(
            "Add the cards that the sentence names, or take the card out.", "请加入提示所写的卡牌，或将该牌移出牌组。"
        ),
    ),
    "W-ALIAS": Code(
        LocalizedText("An older spelling", "旧的写法"),
        LocalizedText(
            "It is understood and rewritten when the card ships; the fix writes the new one.",
            "可以识别，发布时会改写；修正会换成新写法。",
        ),
    ),
    "W-COERCE": Code(
        LocalizedText("A number written as text, or left out", "数字写成了文本或缺省"),
        LocalizedText(
            "It is read as the number that the sentence names; the fix writes it.",
            "会按提示所写的数字读取；修正会写出该数字。",
        ),
    ),
    "W-ID": Code(
        LocalizedText("An unusual id", "标识不合惯例"),
        LocalizedText(
            "The sentence shows the usual form; any id that is allowed works.",
            "提示给出了惯用形式；任何合规的标识都可用。",
        ),
    ),
    "W-LOOP": Code(
        LocalizedText("A trigger that may set itself off again", "触发器可能再次触发自身"),
        LocalizedText(
            "Make sure that something ends it; a preview says whether it ran over its budget.",
            "请确认有办法结束；模拟会说明是否超出限额。",
        ),
    ),
    "W-PASSES": Code(
        LocalizedText("Loops that a match may not finish", "对局可能无法执行完的循环"),
        LocalizedText(
            "Write smaller numbers of passes, or fewer loops inside each other.",
            "请减小循环次数，或减少嵌套层数。",
        ),
    ),
    "W-PATH": Code(
        LocalizedText("A value that is set on some paths only", "只在部分路径上有值"),
        LocalizedText(
            "On the others whatever uses it does nothing; set it on every path if that is not intended.",
            "在其他路径上用到它的效果不会发生；若非本意，请在每条路径上赋值。",
        ),
    ),
    "W-HIDDEN": Code(
        LocalizedText("An outer event that an inner one hides", "被内层事件遮蔽的外层事件"),
        LocalizedText(
            "Both triggers answer the same event by its present name; keep what the outer one gave under an effect's id.",
            "两个触发器响应的是同一事件；请用效果的标识保存外层事件给出的值。",
        ),
    ),
    "W-DEADVAR": Code(
        LocalizedText("Results that nothing reads", "没有被读取的结果"),
        LocalizedText(
            "Refer to what the effect yields, or take its id out.",
            "请引用该效果的结果，或删去它的标识。",
        ),
    ),
    "W-TARGET": Code(
        LocalizedText("There may be nothing to choose", "可能没有可选目标"),
        LocalizedText(
            "Put a condition before it, write “min” 0, or look at the result by an id.",
            "请在前面加条件，或将“min”写为 0，或用标识检查结果。",
        ),
    ),
    "W-EVENT": Code(
        LocalizedText("An event that never happens in this game", "此游戏中不会发生的事件"),
        LocalizedText(
            "Listen to another event; the reference lists all that happen.",
            "请改为响应其他事件；参考页列出了会发生的事件。",
        ),
    ),
    "W-VERSION": Code(
        LocalizedText("Written for an older version", "按旧版本编写"),
        LocalizedText(
            "It is read as a card of the newest version; save or export it to keep it so.",
            "已按最新版本读取；保存或导出即可保持为最新版本。",
        ),
    ),
    "W-COST": Code(
        LocalizedText("A cost unlike those of the other cards", "费用与其他卡牌相差很大"),
        LocalizedText(
            "Check the number; it lies far outside what the set costs.", "请检查该数值；它远超出卡组的费用范围。"
        ),
    ),
    "W-TEXT": Code(
        LocalizedText("The rules text differs from the effects", "规则文本与效果不符"),
        LocalizedText(
            "Fix the named number or word, in the text or in the effects; `describe` writes what the effects say.",
            "请修正所指的数值或文字，或修正效果；可用 describe 查看由效果生成的规则文本。",
        ),
    ),
    "W-UNREACH": Code(
        LocalizedText("Something that never happens", "永远不会发生的内容"),
        LocalizedText(
            "Its condition is never true; fix the condition or remove the trigger.",
            "其条件永远不成立；请修正条件或删去。",
        ),
    ),
    "W-EMPTY": Code(
        LocalizedText("Something that does nothing", "什么也不做的内容"),
        LocalizedText(
            "Add an effect, or take out what does nothing. One option among others may be empty, and so may a trigger that only forbids.",
            "请添加效果，或删去不起作用的部分。多个选项之一可以为空，只用于禁止的触发器也可以为空。",
        ),
    ),
    "W-NEVER": Code(
        LocalizedText("A condition that cannot be true there", "在此处不可能成立的条件"),
        LocalizedText(
            "The sentence says what the event does not tell, and names events that do; move the trigger to one, or take the condition out.",
            "提示会写明该事件缺少什么、哪些事件具备；请改用其中之一，或删去该条件。",
        ),
    ),
    "E-NEVER": Code(
        LocalizedText("A trigger that can never act", "永远不会生效的触发器"),
        LocalizedText(
            "Its condition cannot be true on its event; the fix moves it to the event where it can be.",
            "其条件在该事件中不可能成立；修正会改为可能成立的事件。",
        ),
    ),
    "W-MORE": Code(
        LocalizedText("More problems than are listed", "问题过多，未全部列出"),
        LocalizedText(
            "Fix the problems that are listed and check again. At most 100 errors of a file and 500 of a pack are listed.",
            "请先修正已列出的问题，然后重新检查。每个文件最多列出 100 个错误，每个卡包最多 500 个。",
        ),
    ),
    "W-DUPENTRY": Code(
        LocalizedText("A deck names one card in several entries", "牌组多次列出同一张卡牌"),
        LocalizedText("Write one entry; their counts are added up.", "请合并为一项；各项张数会相加。"),
    ),
}
