"""The sentences of the semantic layer, one function for each thing that can be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.expected import type_name
from engine.language.diagnostics.problems import problem
from engine.language.spec.shapes import LocalizedText


def unbound(at: str, text: str, name: str, near: str | None, *, known: bool) -> Problem:
    """A reference names what nothing before it binds."""
    if known:
        sentence = LocalizedText(
            f"“{text}” names {name} but none of its fields; wanted {name} and a field behind a dot.",
            f"“{text}”只写了 {name}，没有写字段；应为 {name} 加点和字段名。",
        )
    else:
        sentence = LocalizedText(
            f"Nothing gives a value to “{name}” here{_hint(near)}; wanted a field of the event or timing around it, or of an earlier effect's id.",
            f"此处没有任何内容为“{name}”赋值{_hint_zh(near)}；应为外层事件或时机的字段，或前面某个效果的 id 的字段。",
        )
    return problem("E-PATH", at, sentence, found=text, nearest=near, fix=_replacement(at, text, name, near))


def no_field(at: str, text: str, name: str, field: str, fields: Iterable[str], near: str | None) -> Problem:
    """A reference names something that exists, and a field that it does not have."""
    listed = tuple(fields)
    has = LocalizedText(", ".join(listed) or "none", "、".join(listed) or "无")
    sentence = LocalizedText(
        f"“{name}” asks for the field “{field}”, which is not given here{_hint(near)}; given are: {has.en}.",
        f"“{name}”取字段“{field}”，但此处没有该字段{_hint_zh(near)}；可用的有：{has.zh}。",
    )
    whole = None if near is None else f"{name.removesuffix(field)}{near}"
    return problem(
        "E-PATH", at, sentence, found=text, wanted=list(listed), nearest=whole, fix=_replacement(at, text, name, whole)
    )


def maybe_unbound(at: str, name: str) -> Problem:
    """A reference is bound on some of the paths that lead here, and empty on the others."""
    return problem(
        "W-PATH",
        at,
        LocalizedText(
            f"“{name}” gets a value on some paths only; on the others it is empty, and what uses it does nothing.",
            f"“{name}”只在部分路径上有值；在其他路径上为空，用到它的效果不会发生。",
        ),
        found=name,
    )


def unreadable(at: str, text: str, message: LocalizedText, offset: int) -> Problem:
    """A reference is spelled so that it cannot be read."""
    return problem(
        "E-PATH",
        at,
        LocalizedText(
            f"{message.en} (character {offset + 1} of “{text}”).", f"{message.zh}（“{text}”的第 {offset + 1} 个字符）。"
        ),
        found=text,
    )


def wrong_type(at: str, what: Any, found: str, wanted: str) -> Problem:
    """A value of one type stands where another is wanted."""
    one, other = type_name(found), type_name(wanted)
    shown = f"“{what}”" if isinstance(what, str | int) else "This"
    return problem(
        "E-TYPE",
        at,
        LocalizedText(
            f"{shown} is {one.en}; wanted {other.en}.",
            f"{shown if shown != 'This' else '此处'}是{one.zh}，应为{other.zh}。",
        ),
        found=found,
        wanted=wanted,
    )


def unlike(at: str, found: str, other: str, digits: tuple[str, int] | None) -> Problem:
    """Two values are compared that can never be the same.

    Shapes: digits are the place and the number of a text that only spells one.
    """
    one, two = type_name(other), type_name(found)
    return problem(
        "E-TYPE",
        at,
        LocalizedText(
            f"{one.en.capitalize()} is compared with {two.en}; wanted two of one kind.",
            f"{one.zh}与{two.zh}相比较，应为同类的两个值。",
        ),
        found=found,
        wanted=other,
        fix=({"op": "replace", "path": digits[0], "value": digits[1]},) if digits is not None else None,
    )


def list_in_text(at: str, name: str) -> Problem:
    """A list stands where its value would become part of a text or a name."""
    return problem(
        "E-TYPE",
        at,
        LocalizedText(
            f"“{name}” is a list and cannot become part of a text; wanted a single value.",
            f"“{name}”是列表，不能拼入文本；应为单个值。",
        ),
        found=name,
    )


def too_many_ids(at: str, most: int) -> Problem:
    """A card names more results than can be kept apart."""
    return problem(
        "E-LIMIT",
        at,
        LocalizedText(
            f"More than {most} effects of this card have an id; wanted at most {most}.",
            f"此卡牌中有标识的效果超过 {most} 个，最多 {most} 个。",
        ),
        wanted=most,
        slug="too-large",
    )


def same_id(at: str, label: str) -> Problem:
    """A template gives the same id in every pass of the loop around it."""
    return problem(
        "E-TMPLID",
        at,
        LocalizedText(
            f"The id “{label}” is the same in every pass of the loop around it; wanted one that changes, such as name{{loop1.index}}.",
            f"标识“{label}”在循环的每一次中都相同；应随循环变化，例如 name{{loop1.index}}。",
        ),
        found=label,
    )


def unbounded(at: str, what: Any) -> Problem:
    """A loop's number of passes has no bound that can be seen."""
    shown = f"“{what}”" if isinstance(what, str | int) else "a value"
    return problem(
        "E-LOOP",
        at,
        LocalizedText(
            f"The number of passes is {shown}, which nothing bounds; wanted a number up to 100, or a count.",
            f"循环次数为 {shown}，没有上限；应为不超过 100 的整数，或某个计数。",
        ),
        found=what if isinstance(what, str | int) else None,
    )


def not_cancellable(
    at: str, event: str | None, stage: str | None, written: str | None = None, default: str = "after"
) -> Problem:
    """An effect that cancels stands where there is nothing to cancel, or no longer.

    Shapes: written is where the stage stands, if it stands; without it the default holds.
    """
    if event is None:
        where = LocalizedText("outside any trigger", "任何触发器之外")
    elif stage is None:
        where = LocalizedText(
            f"in a trigger on {event}, which cannot be cancelled", f"在 {event} 的触发器中，而该事件不可取消"
        )
    else:
        where = LocalizedText(
            f"in a trigger in the stage “{stage}”, and only in “before” can {event} still be cancelled",
            f"在“{stage}”阶段的触发器中，而 {event} 只能在“before”阶段取消",
        )
    fix = None
    if written is not None:
        step = {"op": "remove", "path": written} if default == "before" else None
        fix = (step or {"op": "replace", "path": written, "value": "before"},)
    return problem(
        "E-CANCEL",
        at,
        LocalizedText(
            f"This effect cancels an event but stands {where.en}.", f"此效果用于取消事件，却位于{where.zh}。"
        ),
        found=event,
        fix=fix,
    )


def not_inline(at: str, name: str, stage: str) -> Problem:
    """Something that asks, waits, creates or draws chance stands in a stage that is gone through without a pause."""
    return problem(
        "E-INLINE",
        at,
        LocalizedText(
            f"“{name}” cannot be done in the stage “{stage}”, which neither waits nor draws chance; wanted the stage “before” or “after”.",
            f"“{stage}”阶段既不等待也不产生随机，不能使用“{name}”；应改用“before”或“after”阶段。",
        ),
        found=name,
    )


def inline_alone(at: str, name: str) -> Problem:
    """An effect that changes an event on its way stands where no event is on its way."""
    return problem(
        "E-INLINE",
        at,
        LocalizedText(
            f"“{name}” changes an event on its way; wanted in a trigger of the stage “modify”.",
            f"“{name}”用于修改正在发生的事件，只能位于“modify”阶段的触发器中。",
        ),
        found=name,
    )


def never(at: str) -> Problem:
    """A condition is never true."""
    return problem(
        "W-UNREACH",
        at,
        LocalizedText(
            "This condition is never true, so what depends on it never happens.",
            "此条件永远不成立，依赖它的内容永远不会发生。",
        ),
    )


def never_otherwise(at: str) -> Problem:
    """A condition is always true, so what is done otherwise never is."""
    return problem(
        "W-UNREACH",
        at,
        LocalizedText(
            "The condition is always true, so what stands here never happens.",
            "条件永远成立，此处的内容永远不会发生。",
        ),
        fix=({"op": "remove", "path": at},),
    )


def no_pass(at: str) -> Problem:
    """A loop has no pass."""
    return problem(
        "W-UNREACH",
        f"{at}/times",
        LocalizedText("A loop of 0 passes does nothing.", "循环 0 次不会执行任何内容。"),
        found=0,
    )


def after_the_end(block: str, first: int, size: int) -> Problem:
    """Effects stand behind one that ends everything."""
    return problem(
        "W-UNREACH",
        f"{block}/{first}",
        LocalizedText(
            "The effect before this one ends everything here, so nothing from here on is done.",
            "前一个效果已结束全部流程，从此处起的内容不会执行。",
        ),
        fix=tuple({"op": "remove", "path": f"{block}/{index}"} for index in range(size - 1, first - 1, -1)),
    )


def never_read(at: str, label: str) -> Problem:
    """An effect has an id, and nothing refers to it."""
    return problem(
        "W-DEADVAR",
        at,
        LocalizedText(
            f"Nothing reads the results that are named “{label}”; wanted a reference such as ${label}.…, or no id.",
            f"没有任何内容读取名为“{label}”的结果；应引用它，例如 ${label}.…，或删去标识。",
        )
        if "{" not in label
        else LocalizedText(
            f"Nothing reads the results that are named “{label}”; wanted a reference to them, or no id.",
            f"没有任何内容读取名为“{label}”的结果；应引用它，或删去标识。",
        ),
        found=label,
        fix=({"op": "remove", "path": at},),
    )


def may_be_empty(at: str) -> Problem:
    """A chooser picks among some only, may find none, and nothing says what then."""
    return problem(
        "W-TARGET",
        at,
        LocalizedText(
            "There may be nothing that this chooser may pick, and then the effect does nothing; wanted a condition before it, “min” 0 where that is meant, or an id whose result is looked at.",
            "此选择器可能没有可选目标，此时效果不会发生；应在前面加条件，或写“min”为 0 表示允许，或用标识检查其结果。",
        ),
    )


def never_emitted(at: str, event: str) -> Problem:
    """A trigger listens to an event that nothing raises."""
    return problem(
        "W-EVENT",
        at,
        LocalizedText(
            f"Nothing in this game raises {event}, so this trigger never answers anything.",
            f"此游戏中没有任何内容会引发 {event}，因此该触发器永远不会触发。",
        ),
        found=event,
    )


def _once(at: str, mode: str | None) -> tuple[Mapping[str, Any], ...] | None:
    """Return the patch that lets a trigger fire once, where its lifetime stands under a key."""
    return ({"op": "replace", "path": f"{at}/{mode}", "value": "once"},) if mode is not None else None


def endless(at: str, event: str, *, certain: bool, mode: str | None = None) -> Problem:
    """A trigger sets itself off again, alone or by way of others of its card."""
    if certain:
        sentence = LocalizedText(
            f"This trigger on {event} raises what it answers, every time and without an end; wanted a condition, or the mode “once”.",
            f"此触发器响应 {event}，而其效果每次都会再次引发它，永无止境；应加上条件，或使用“once”模式。",
        )
        return problem("E-SELF", at, sentence, found=event, fix=_once(at, mode))
    sentence = LocalizedText(
        f"This trigger on {event} may set itself off again and again; make sure that something ends it.",
        f"此触发器响应 {event}，其效果可能反复引发它自身；请确认有办法结束。",
    )
    return problem("W-LOOP", at, sentence, found=event)


def endless_together(at: str, event: str, others: Iterable[tuple[str, str]]) -> Problem:
    """Triggers of several cards set each other off in a round that nothing ends."""
    listed = list(others)
    sentence = LocalizedText(
        f"This trigger on {event} and {' and '.join(f'that of “{card}” on {heard}' for card, heard in listed)} may set each other off again and again; make sure that something ends it.",
        f"此触发器（{event}）与{'、'.join(f'“{card}”的触发器（{heard}）' for card, heard in listed)}可能反复互相引发；请确认有办法结束。",
    )
    return problem("W-LOOP", at, sentence, "references", found=event, wanted=[card for card, _ in listed])


def feeds_itself(at: str, stat: str, others: tuple[str, ...]) -> Problem:
    """A static modifier reads what it feeds, alone or by way of others."""
    by = LocalizedText(
        f" by way of {' and '.join(f'“{card}”' for card in others)}" if others else "",
        f"（经由{'、'.join(f'“{card}”' for card in others)}）" if others else "",
    )
    return problem(
        "E-STATCYCLE",
        at,
        LocalizedText(
            f"This modifier of “{stat}” depends on “{stat}” itself{by.en}; wanted a value and condition that do not.",
            f"此修正作用于“{stat}”，却又取决于“{stat}”自身{by.zh}；其数值和条件不应依赖它。",
        ),
        "references" if others else "semantics",
        found=stat,
    )


def odd_cost(at: str, cost: int, low: int, high: int) -> Problem:
    """A card costs far more or less than the others of its set."""
    return problem(
        "W-COST",
        at,
        LocalizedText(
            f"It costs {cost}, and nearly all other cards of this set cost {low} to {high}.",
            f"费用为 {cost}，而此卡组中几乎所有其他卡牌的费用为 {low} 到 {high}。",
        ),
        "references",
        found=cost,
        wanted=[low, high],
    )


def no_such_trigger(at: str, name: str, near: str | None) -> Problem:
    """A trigger's id is named that no trigger has."""
    return problem(
        "E-REF",
        at,
        LocalizedText(
            f"No card of this set makes a trigger “{name}”{_hint(near)}.",
            f"此卡组中没有卡牌创建触发器“{name}”{_hint_zh(near)}。",
        ),
        "references",
        found=name,
        nearest=near,
        fix=_replacement(at, name, name, near),
    )


def foreign_markup(at: str, tags: tuple[str, ...], allowed: Iterable[str], stripped: str) -> Problem:
    """A text holds tags beyond the allowed ones."""
    listed, good = ", ".join(tags[:8]), " ".join(allowed)
    return problem(
        "E-MARKUP",
        at,
        LocalizedText(
            f"The text holds {listed}; allowed are only the tags {good}, without attributes.",
            f"文本含有 {listed}；只允许不带属性的标签 {good}。",
        ),
        found=listed,
        wanted=good,
        fix=({"op": "replace", "path": at, "value": stripped},),
    )


def other_kind(at: str, card: str, kind: str, wanted: str, near: str | None) -> Problem:
    """A card is named that is of another kind than the one wanted there."""
    return problem(
        "E-REF",
        at,
        LocalizedText(
            f"The card “{card}” is a {kind}; wanted a {wanted}{_hint(near)}.",
            f"卡牌“{card}”属于 {kind}；应为 {wanted}{_hint_zh(near)}。",
        ),
        "references",
        found=card,
        wanted=wanted,
        nearest=near,
        fix=_replacement(at, card, card, near),
    )


def no_such_card(at: str, card: str, near: str | None) -> Problem:
    """A card's id is named that no card has."""
    return problem(
        "E-REF",
        at,
        LocalizedText(f"There is no card “{card}”{_hint(near)}.", f"没有卡牌“{card}”{_hint_zh(near)}。"),
        "references",
        found=card,
        nearest=near,
        fix=_replacement(at, card, card, near),
    )


def no_such_key(at: str, card: str, name: str, key: str, near: str | None) -> Problem:
    """A key of a map of a card is named that the map does not have."""
    return problem(
        "E-REF",
        at,
        LocalizedText(
            f"“{name}” of the card “{card}” has no “{key}”{_hint(near)}.",
            f"卡牌“{card}”的“{name}”中没有“{key}”{_hint_zh(near)}。",
        ),
        "references",
        found=key,
        nearest=near,
    )


def _replacement(at: str, text: str, name: str, near: str | None) -> tuple[Mapping[str, Any], ...] | None:
    """Return the patch that puts the nearest name into the string, where there is one."""
    if near is None or name not in text:
        return None
    return ({"op": "replace", "path": at, "value": text.replace(name, near, 1)},)


def _hint(near: str | None) -> str:
    return f" (did you mean “{near}”?)" if near else ""


def _hint_zh(near: str | None) -> str:
    return f"（是否想写“{near}”？）" if near else ""


LANGUAGES = {"en": LocalizedText("English", "英文"), "zh": LocalizedText("Chinese", "中文")}


def text_differs(path: str, written: str, generated: str, lang: str) -> Problem:
    """The written rules text says otherwise than the effects, leaves something out or makes something up."""
    name = LANGUAGES[lang]
    if written and generated:
        sentence = LocalizedText(
            f"The {name.en} rules text says “{written}” where the effects say “{generated}”.",
            f"{name.zh}描述写的是“{written}”，而效果是“{generated}”。",
        )
    elif generated:
        sentence = LocalizedText(
            f"The {name.en} rules text does not tell of this: “{generated}”.", f"{name.zh}描述没有提到：“{generated}”。"
        )
    else:
        sentence = LocalizedText(
            f"The {name.en} rules text says “{written}”, and no effect does that.",
            f"{name.zh}描述写了“{written}”，但没有这样的效果。",
        )
    return problem("W-TEXT", path, sentence, found=written or None, wanted=generated or None)
