"""What the engine's codes for problems of cards mean, and what to do about each; a code is never reused."""

from collections.abc import Mapping
from dataclasses import dataclass

Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardCode:
    """One code: what is wrong, and what now."""

    title: Text
    explanation: Text


def _code(title: tuple[str, str], explanation: tuple[str, str]) -> CardCode:
    return CardCode(dict(zip(("en", "zh"), title, strict=True)), dict(zip(("en", "zh"), explanation, strict=True)))


CARD_CODES: Mapping[str, CardCode] = {
    "E-JSON": _code(
        ("The text cannot be read", "文本无法读取"),
        (
            "Mend the bracket, comma or quote at the line named; comments and trailing commas are allowed.",
            "请修正所指行的括号、逗号或引号；允许注释和末尾逗号。",
        ),
    ),
    "E-LIMIT": _code(
        ("Larger than is read", "超出可读取的限度"),
        (
            "A card holds at most 1 MiB, 64 levels and 50,000 values; split it or make it shorter.",
            "一张卡牌最多 1 MiB、64 层、50,000 个值；请拆分或缩短。",
        ),
    ),
    "E-SCHEMA": _code(
        ("A field is missing, unknown or of the wrong shape", "字段缺失、未知或形状不对"),
        (
            "The sentence says what was found and what is wanted; the schema lists every field.",
            "提示会说明所见与所需；数据规范列出了全部字段。",
        ),
    ),
    "E-ENUM": _code(
        ("A word that is none of those allowed", "不在可用词之列"),
        (
            "Choose one of the words listed; the nearest one is offered as a fix.",
            "请从所列的词中选择；最接近的会作为修正给出。",
        ),
    ),
    "E-TYPE": _code(
        ("A value of the wrong kind", "值的类型不对"),
        (
            "Put a value of the kind that is wanted, or compare two of one kind.",
            "请填入所需类型的值，或比较同类的两者。",
        ),
    ),
    "E-PATH": _code(
        ("A reference to what is not there", "引用了不存在的内容"),
        (
            "Name a field of the event around it, or of an effect before it that has an id.",
            "请引用外层事件的字段，或前面有标识的效果的字段。",
        ),
    ),
    "E-REF": _code(
        ("There is no such card", "没有这张卡牌"),
        ("Check the id, or make the card first.", "请检查编号，或先创建该卡牌。"),
    ),
    "E-DUP": _code(
        ("The same name twice", "名称重复"),
        ("Give one of the two another name.", "请给其中一个换个名称。"),
    ),
    "E-LOOP": _code(
        ("A loop that nothing bounds", "循环没有上限"),
        ("Write a number of passes up to 100, or a count of something.", "请写明不超过 100 的次数，或某物的数量。"),
    ),
    "E-SELF": _code(
        ("A trigger that sets itself off without end", "触发器无休止地触发自身"),
        ("Add a condition or a lifetime that ends it.", "请添加能使其结束的条件或期限。"),
    ),
    "E-CANCEL": _code(
        ("An event is cancelled where it cannot be", "在不能取消事件之处取消事件"),
        ("Only a trigger that runs before the event may cancel it.", "只有在事件之前运行的触发器才能取消它。"),
    ),
    "E-INLINE": _code(
        ("It asks or waits where nothing may", "在不允许之处询问或等待"),
        (
            "A trigger that changes an event answers at once; ask in another one.",
            "修改事件的触发器须立即完成；请在别处询问。",
        ),
    ),
    "E-TMPLID": _code(
        ("The same id in every pass of a loop", "循环每次使用同一标识"),
        ("Put the loop's index into it, such as name{loop1.index}.", "请在其中写入循环序号，例如 name{loop1.index}。"),
    ),
    "E-MARKUP": _code(
        ("Markup that a card may not hold", "卡牌不允许的标记"),
        (
            "Allowed are b, i, em, strong, u, br, p, span, ul, ol and li, without attributes.",
            "只允许 b、i、em、strong、u、br、p、span、ul、ol 和 li，不带属性。",
        ),
    ),
    "E-FILE": _code(
        ("A file of the pack is not what it claims", "卡包中的文件与声明不符"),
        ("Export the pack again, or mend the manifest.", "请重新导出卡包，或修正清单。"),
    ),
    "E-NOSTARTERS": _code(
        ("No deck can be built for a match", "无法组成对局所需的牌组"),
        ("The pack needs starter cards enough for every seat.", "卡包需要足够每个席位使用的起始牌。"),
    ),
    "W-ALIAS": _code(
        ("An older spelling", "旧的写法"),
        (
            "It is understood and rewritten when the card ships; the fix writes the new one.",
            "可以识别，发布时会改写；修正会换成新写法。",
        ),
    ),
    "W-COERCE": _code(
        ("A number written as text", "数字写成了文本"),
        ("It is read as the number; take the quotes away.", "会按数字读取；请去掉引号。"),
    ),
    "W-ID": _code(
        ("An unusual id", "编号不合惯例"),
        (
            "The sentence shows the usual form; any id that is allowed works.",
            "提示给出了惯用形式；任何合规的编号都可用。",
        ),
    ),
    "W-LOOP": _code(
        ("A trigger that may set itself off again", "触发器可能再次触发自身"),
        (
            "Make sure that something ends it; a preview says whether it ran over its budget.",
            "请确认有办法结束；模拟会说明是否超出限额。",
        ),
    ),
    "W-PATH": _code(
        ("A value that is there on some paths only", "只在部分路径上有值"),
        (
            "On the others what uses it does nothing; set it on every path if that is not meant.",
            "在其他路径上用到它的效果不会发生；若非本意，请在每条路径上赋值。",
        ),
    ),
    "W-UNREACH": _code(
        ("Something that never happens", "永远不会发生的内容"),
        ("Its condition is never true; mend the condition or take it out.", "其条件永远不成立；请修正条件或删去。"),
    ),
}
