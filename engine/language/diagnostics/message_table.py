"""The table of messages about the meaning of cards: each with its code and its sentence in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.errors import Layer


class Message(NamedTuple):
    """One message; `{found}`, `{name}` and the like are filled in by `report`, `{hint}` with the nearest name."""

    code: str
    en: str
    zh: str
    layer: Layer = "semantics"
    slug: str | None = None


MESSAGES: Final[Mapping[str, Message]] = {
    # ----------------------------------------------------------------------------------------------- references
    "reference-without-field": Message(
        "E-PATH",
        "“{found}” names {name} but none of its fields; expected {name}, a dot and a field.",
        "“{found}”只写了 {name}，没有写字段；应为 {name} 加点和字段名。",
    ),
    "reference-unbound": Message(
        "E-PATH",
        "Nothing gives a value to “{name}” here{hint}; expected a field of the event or timing around it, or of an earlier effect's id.",
        "此处没有任何内容为“{name}”赋值{hint}；应为外层事件或时机的字段，或前面某个效果的 id 的字段。",
    ),
    "asked-without-event": Message(
        "E-PATH",
        "“{found}” reads {what}, but no event is answered here, so there is none; expected it in a trigger, or another word.",
        "“{found}”读取{what}，但此处不响应任何事件，因此没有该内容；应移入触发器，或改用其他词。",
    ),
    "reference-too-early": Message(
        "E-PATH",
        "“{name}” has no value yet when this is asked; what it must be belongs in “{later}”.",
        "判断此条件时“{name}”尚未选定；对它的要求应写在“{later}”中。",
    ),
    "reference-to-no-field": Message(
        "E-PATH",
        "“{name}” asks for the field “{field}”, which is not given here{field_hint}; given are: {has}.",
        "“{name}”取字段“{field}”，但此处没有该字段{field_hint}；可用的有：{has}。",
    ),
    "reference-maybe-unbound": Message(
        "W-PATH",
        "“{found}” gets a value on some paths only; on the others it is empty, and what uses it does nothing.",
        "“{found}”只在部分路径上有值；在其他路径上为空，用到它的效果不会发生。",
    ),
    "reference-unreadable": Message(
        "E-PATH",
        "{why} (character {place} of “{found}”).",
        "{why}（“{found}”的第 {place} 个字符）。",
    ),
    "list-in-text": Message(
        "E-TYPE",
        "“{found}” is a list and cannot become part of a text; expected a single value.",
        "“{found}”是列表，不能拼入文本；应为单个值。",
    ),
    # ---------------------------------------------------------------------------------------------------- types
    "wrong-type": Message("E-TYPE", "{what} is {one}; expected {other}.", "{what}是{one}，应为{other}。"),
    "unlike": Message(
        "E-TYPE",
        "{one} is compared with {other}; expected two of one kind.",
        "{one}与{other}相比较，应为同类的两个值。",
    ),
    "counts-nothing": Message(
        "E-TYPE",
        "“{event}” involves no {found}, so this count is always 0; expected a participant of the event.",
        "“{event}”不涉及“{found}”，计数始终为 0；应为该事件所涉及的一方。",
    ),
    "counts-a-word": Message(
        "E-TYPE",
        "“{found}” is a word for “{event}” of this card itself, so this count is always 0; expected the event “{event}”.",
        "“{found}”是此牌自身的“{event}”的代称，计数始终为 0；应为事件“{event}”。",
    ),
    # ------------------------------------------------------------------------------------------------------ ids
    "too-many-ids": Message(
        "E-LIMIT",
        "More than {wanted} effects of this card have an id; expected at most {wanted}.",
        "此卡牌中有标识的效果超过 {wanted} 个，最多 {wanted} 个。",
        slug="too-large",
    ),
    "inner-id-twice": Message(
        "E-DUP",
        "Two cards written inside this one have the id “{found}”; expected an id of its own for each.",
        "此卡牌中有两张就地写明的卡牌使用标识“{found}”；应各有自己的标识。",
    ),
    "card-named-twice": Message(
        "E-SCHEMA",
        "The card is named in “{found}” and written in “{wanted}”; expected only one of them.",
        "卡牌既由“{found}”指定，又在“{wanted}”中写明；应二者取一。",
    ),
    "same-id-in-every-pass": Message(
        "E-TMPLID",
        "The id “{found}” is the same in every pass of the loop around it; expected one that changes, such as name{{loop1.index}}.",
        "标识“{found}”在循环的每一次中都相同；应随循环变化，例如 name{{loop1.index}}。",
    ),
    "results-never-read": Message(
        "W-DEADVAR",
        "Nothing reads the results that are named “{found}”; expected a reference such as ${found}.…, or no id.",
        "没有任何内容读取名为“{found}”的结果；应引用它，例如 ${found}.…，或删去标识。",
    ),
    "template-results-never-read": Message(
        "W-DEADVAR",
        "Nothing reads the results that are named “{found}”; expected a reference to them, or no id.",
        "没有任何内容读取名为“{found}”的结果；应引用它，或删去标识。",
    ),
    # --------------------------------------------------------------------------------------- loops and triggers
    "loop-unbounded": Message(
        "E-LOOP",
        "The number of passes is {what}, which has no bound; expected a number up to 100, a count of things, or a value that “min” or “clamp” bounds.",
        "循环次数为 {what}，没有上限；应为不超过 100 的整数、某物的数量，或用“min”或“clamp”限定的取值。",
    ),
    "loops-beyond-budget": Message(
        "W-PASSES",
        "With the loops around it this one makes up to {found:,} passes, and a match is stopped after {wanted:,}; expected smaller numbers, or fewer loops inside each other.",
        "连同外层循环，此处至多执行 {found:,} 次，而对局执行 {wanted:,} 次即会中止；应减小次数，或减少嵌套层数。",
    ),
    "loop-without-pass": Message("W-UNREACH", "A loop of 0 passes does nothing.", "循环 0 次不会执行任何内容。"),
    "nothing-done": Message(
        "W-EMPTY",
        "This list of effects is empty, so nothing is done here; expected an effect.",
        "此效果列表为空，此处什么也不会做；应有一个效果。",
    ),
    "event-never-raised": Message(
        "W-EVENT",
        "Nothing in this game raises {found}, so this trigger never answers anything.",
        "此游戏中没有任何内容会引发 {found}，因此该触发器永远不会触发。",
    ),
    "event-never-heard": Message(
        "W-EVENT",
        "{found} comes when no card can answer yet or any more, so this trigger never answers anything.",
        "{found} 发生时尚无或已无卡牌能够响应，因此该触发器永远不会触发。",
    ),
    "trigger-endless": Message(
        "E-SELF",
        "This trigger on {found} raises the event that it answers, every time and without end; expected a condition, or the mode “once”.",
        "此触发器响应 {found}，而其效果每次都会再次引发它，永无止境；应加上条件，或使用“once”模式。",
    ),
    "trigger-maybe-endless": Message(
        "W-LOOP",
        "This trigger on {found} may set itself off again and again; make sure that something ends it.",
        "此触发器响应 {found}，其效果可能反复引发它自身；请确认有办法结束。",
    ),
    "triggers-endless-together": Message(
        "W-LOOP",
        "This trigger on {found} and {others} may set each other off again and again; make sure that something ends it.",
        "此触发器（{found}）与{others}可能反复互相引发；请确认有办法结束。",
        "references",
    ),
    "modifier-feeds-itself": Message(
        "E-STATCYCLE",
        "This modifier of “{found}” depends on “{found}” itself; expected a value and condition that do not.",
        "此修正作用于“{found}”，却又取决于“{found}”自身；其数值和条件不应依赖它。",
    ),
    "modifiers-feed-each-other": Message(
        "E-STATCYCLE",
        "This modifier of “{found}” depends on “{found}” itself by way of {others}; expected a value and condition that do not.",
        "此修正作用于“{found}”，却又取决于“{found}”自身（经由{others}）；其数值和条件不应依赖它。",
        "references",
    ),
    # --------------------------------------------------------------------------------------------------- stages
    "cancels-outside-a-trigger": Message(
        "E-CANCEL",
        "This effect cancels an event but is outside any trigger.",
        "此效果用于取消事件，却位于任何触发器之外。",
    ),
    "cancels-what-stays": Message(
        "E-CANCEL",
        "This effect cancels an event but is in a trigger on {found}, which cannot be cancelled.",
        "此效果用于取消事件，却位于 {found} 的触发器中，而该事件不可取消。",
    ),
    "cancels-too-late": Message(
        "E-CANCEL",
        "This effect cancels an event but is in a trigger in the stage “{stage}”; {found} can be cancelled only in “before”.",
        "此效果用于取消事件，却位于“{stage}”阶段的触发器中，而 {found} 只能在“before”阶段取消。",
    ),
    "answers-another-event": Message(
        "E-CANCEL",
        "“{found}” acts on the event that its trigger answers; expected inside a trigger on {event}.",
        "“{found}”作用于其触发器所响应的事件，应置于 {event} 的触发器中。",
    ),
    "not-inline": Message(
        "E-INLINE",
        "“{found}” cannot be done in the stage “{stage}”, which only changes the event, at once: {why}; expected another event, or the stage “before” or “after” if the trigger can name one.",
        "“{stage}”阶段须立即完成，只修改事件，不能使用“{found}”：{why}；应改用其他事件；若触发器可以写明阶段，也可改用“before”或“after”。",
    ),
    "inline-alone": Message(
        "E-INLINE",
        "“{found}” changes an event while it happens; expected in a trigger of the stage “modify”.",
        "“{found}”用于修改正在发生的事件，只能位于“modify”阶段的触发器中。",
    ),
    "only-changed": Message(
        "E-INLINE",
        "“{found}” cannot be done on {event}, which can only be changed; expected one of {words}, or another event.",
        "{event} 只能被修改，不能执行“{found}”；应改用以下效果之一：{words}，或改用其他事件。",
    ),
    "changes-what-is-not-there": Message(
        "E-INLINE",
        "“{found}” changes what {event} does not have; expected the trigger on one of {words}.",
        "“{found}”所修改的内容在 {event} 中并不存在；触发器应监听以下事件之一：{words}。",
    ),
    # --------------------------------------------------------------------------------------------- never reached
    "condition-never-true": Message(
        "W-UNREACH",
        "This condition is never true, so what depends on it never happens.",
        "此条件永远不成立，依赖它的内容永远不会发生。",
    ),
    "denied-beside": Message(
        "W-UNREACH",
        "This contradicts a condition before it that must hold too, so what depends on them never happens; remove one of them.",
        "此条件与前面必须同时成立的条件相反，依赖它们的内容永远不会发生；请删去其一。",
    ),
    "never-known": Message(
        "W-NEVER",
        "{event} has no information about {what}, so this is never true{elsewhere}.",
        "{event} 中没有{what}，因此此条件永不成立{elsewhere}。",
    ),
    "never-known-whole": Message(
        "E-NEVER",
        "{event} has no information about {what}, so this is never true and the trigger never acts{elsewhere}.",
        "{event} 中没有{what}，因此此条件永不成立，触发器永远不会生效{elsewhere}。",
    ),
    "never-without-event": Message(
        "W-NEVER",
        "“{found}” reads {what}, but no event is answered here, so it is never true.",
        "“{found}”读取{what}，但此处不响应任何事件，因此永不成立。",
    ),
    "empty-without-event": Message(
        "W-NEVER",
        "“{found}” reads {what}, but no event is answered here, so it has no value.",
        "“{found}”读取{what}，但此处不响应任何事件，因此没有数值。",
    ),
    "always-without-event": Message(
        "W-NEVER",
        "“{found}” is always true, as no event is answered here, so it excludes nothing.",
        "此处不响应任何事件，“{found}”始终成立，因此不起任何限制作用。",
    ),
    "never-this": Message(
        "W-NEVER",
        "On {event} {what} is never this, so this is never true{elsewhere}.",
        "{event} 中{what}不会如此，因此此条件永不成立{elsewhere}。",
    ),
    "never-this-whole": Message(
        "E-NEVER",
        "On {event} {what} is never this, so this is never true and the trigger never acts{elsewhere}.",
        "{event} 中{what}不会如此，因此此条件永不成立，触发器永远不会生效{elsewhere}。",
    ),
    "never-together": Message(
        "W-NEVER",
        "On {event} these conditions are never true together: {what} cannot be both{elsewhere}.",
        "{event} 中这些条件不可能同时成立：{what}无法同时满足{elsewhere}。",
    ),
    "never-together-whole": Message(
        "E-NEVER",
        "On {event} these conditions are never true together, so the trigger never acts: {what} cannot be both{elsewhere}.",
        "{event} 中这些条件不可能同时成立，触发器永远不会生效：{what}无法同时满足{elsewhere}。",
    ),
    "never-again": Message(
        "W-NEVER",
        "On {event} this card is met once, so a trigger that answers every {found} times never acts; expected no such number.",
        "{event} 对此牌只发生一次，因此每 {found} 次才响应的触发器永远不会生效；应去掉该数值。",
    ),
    "never-found": Message(
        "W-NEVER",
        "{event} has no information about {what}, so “{found}” finds nothing and what is done to it is not done.",
        "{event} 中没有{what}，“{found}”找不到任何对象，以其为目标的效果不会发生。",
    ),
    "never-given": Message(
        "W-NEVER",
        "“{found}” is always empty: on {event} it is not known yet, or there is none.",
        "“{found}”始终为空：{event} 时尚无该内容。",
    ),
    "always-true": Message(
        "W-NEVER",
        "On {event} this is always true, so it excludes nothing, and its opposite never holds.",
        "{event} 中此条件始终成立，因此不起任何限制作用。",
    ),
    "already-said": Message(
        "W-NEVER",
        "On {event} this is true wherever “{other}” is, which must hold too, so it excludes nothing.",
        "{event} 中只要“{other}”成立，此条件即成立，而前者也必须成立，因此不起任何限制作用。",
    ),
    "word-never-equal": Message(
        "W-UNREACH",
        "What this is compared with is never “{found}”{hint}; it is one of {words}.",
        "与之相比较的内容永远不会是“{found}”{hint}；只可能是以下之一：{words}。",
    ),
    "word-unknown-here": Message(
        "W-UNREACH",
        "“{found}” is not a word of this field{hint}, so nothing changes; expected one of {words}, or a value that gives one.",
        "“{found}”不是此字段的可用词{hint}，因此不会改变任何内容；应为以下之一：{words}，或给出其一的取值。",
    ),
    "otherwise-never-done": Message(
        "W-UNREACH",
        "The condition is always true, so this never happens.",
        "条件永远成立，此处的内容永远不会发生。",
    ),
    "bounds-crossed": Message(
        "W-UNREACH",
        "The minimum, {low}, is more than the maximum, {high}: no number fits.",
        "最小值 {low} 大于最大值 {high}，没有符合的数值。",
    ),
    "after-the-end": Message(
        "W-UNREACH",
        "The effect before this one ends everything here, so nothing from here on is done.",
        "前一个效果已结束全部流程，从此处起的内容不会执行。",
    ),
    "chooser-may-be-empty": Message(
        "W-TARGET",
        "There may be nothing for this chooser to pick, and then the effect does nothing; expected a condition before it, “min” 0 if that is intended, or an id whose result is read.",
        "此选择器可能没有可选目标，此时效果不会发生；应在前面加条件，或写“min”为 0 表示允许，或用标识检查其结果。",
    ),
    # -------------------------------------------------------------------------------------------------- the set
    "odd-cost": Message(
        "W-COST",
        "It costs {found}, and nearly all other cards of this set cost {low} to {high}.",
        "费用为 {found}，而此卡组中几乎所有其他卡牌的费用为 {low} 到 {high}。",
        "references",
    ),
    "no-such-trigger": Message(
        "E-REF",
        "No card of this set creates a trigger “{found}”{hint}.",
        "此卡组中没有卡牌创建触发器“{found}”{hint}。",
        "references",
    ),
    "card-of-another-kind": Message(
        "E-REF",
        "The card “{found}” is of the kind “{kind}”; expected one of the kind {kinds}{hint}.",
        "卡牌“{found}”的类型是“{kind}”，此处应为{kinds}类型{hint}。",
        "references",
    ),
    "no-such-card": Message("E-REF", "There is no card “{found}”{hint}.", "没有卡牌“{found}”{hint}。", "references"),
    "no-such-own-name": Message(
        "E-REF",
        "This card has no {sort} “{found}”{hint}.",
        "此卡牌没有{sort}“{found}”{hint}。",
        "references",
    ),
    "named-nowhere": Message(
        "E-REF",
        "“{card}” names the card “{found}”, which does not exist{hint}; no match can be played without it.",
        "“{card}”引用了卡牌“{found}”，而没有这张卡牌{hint}；缺少它则无法进行对局。",
        "references",
    ),
    "no-such-part": Message(
        "E-REF",
        "No card of the kind “{kind}” has “{found}”{hint}.",
        "没有“{kind}”类卡牌拥有“{found}”{hint}。",
        "references",
    ),
    "no-such-key": Message(
        "E-REF",
        "“{name}” of the card “{card}” has no “{found}”{hint}.",
        "卡牌“{card}”的“{name}”中没有“{found}”{hint}。",
        "references",
    ),
    "variant-of-a-variant": Message(
        "E-VARIANT",
        "“{found}” is a variant itself; expected the card of which both are variants.",
        "“{found}”自身就是一个变体；应填写二者的原卡牌。",
        "references",
    ),
    "variant-of-another-name": Message(
        "E-VARIANT",
        "A variant keeps the name of its card: it is called “{found}”, that one “{wanted}”.",
        "变体与原卡牌同名：此牌名为“{found}”，原卡牌名为“{wanted}”。",
        "references",
    ),
    "variants-together": Message(
        "E-VARIANT",
        "“{found}” and “{other}” are forms of one card; expected one of them.",
        "“{found}”与“{other}”是同一张卡牌的不同形态；只能选用其一。",
        "references",
    ),
    # ---------------------------------------------------------------------------------------------------- texts
    "unseen-characters": Message(
        "E-TEXT",
        "The text contains {found}: invisible characters, or ones that change its direction; expected a text without them.",
        "文本含有不可见字符或改变书写方向的字符 {found}；应将其删去。",
    ),
    "blank-text": Message(
        "E-TEXT",
        "The text is blank; expected at least one visible character.",
        "文本全是空白；应至少有一个可见字符。",
    ),
    "foreign-markup": Message(
        "E-MARKUP",
        "The text holds {found}; allowed are only the tags {wanted}, without attributes.",
        "文本含有 {found}；只允许不带属性的标签 {wanted}。",
    ),
    "text-differs": Message(
        "W-TEXT",
        "The {language} rules text says “{found}” where the effects say “{wanted}”.",
        "{language}规则文本写的是“{found}”，而效果是“{wanted}”。",
    ),
    "text-leaves-out": Message(
        "W-TEXT",
        "The {language} rules text does not mention this: “{wanted}”.",
        "{language}规则文本没有提到：“{wanted}”。",
    ),
    "text-is-empty": Message(
        "W-TEXT",
        "The rules text is empty, and the effects say: “{wanted}”.",
        "规则文本为空，而效果为：“{wanted}”。",
    ),
    "text-makes-up": Message(
        "W-TEXT",
        "The {language} rules text says “{found}”, and no effect does that.",
        "{language}规则文本写了“{found}”，但没有这样的效果。",
    ),
}
