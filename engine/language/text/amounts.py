"""Puts amounts that are more than one number into words: for each of some things, or another one instead, or the lower of two.

What such an amount says beside the number stands around the clause of its effect: "Gain 1 gold for each monster", "Deal 2 damage to a monster
of your choice; 3 instead if you have a wand".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.json_values import Json
from engine.language.nodes.amounts import EACH
from engine.language.planning.plan import sentence_of
from engine.language.planning.templates import Place, places
from engine.language.spec import NOUNS, LocalizedText, NodeSpec, Noun, Number
from engine.language.spec.phrases import scaled_by
from engine.language.text.deeds import COMBO, each_time_zh, is_combo, is_tally
from engine.language.text.english import English, whole_word

if TYPE_CHECKING:
    from engine.language.text.realizer import Realizer

NUMBER_OF = ("the number of ", "的数量")
SMALLER_OR_LARGER = {
    "min": LocalizedText(" equal to {}, whichever is lower", "中的较小者"),
    "max": LocalizedText(" equal to {}, whichever is higher", "中的较大者"),
}
_PILE_ZH = re.compile("(.+?)(?:张数|(?<=牌库)数)")
"""A number of cards in Chinese by their pile alone."""
_INSIDE_ZH = re.compile("(.+中|场上)的?(.+)")
"""A number of things in Chinese by where they lie: "你的手牌中火焰牌"."""
_OWNED_ZH = re.compile("(你|对手)(?:(控制|击败)?的)([^的]+)")
"""The same by the player who has them, or whose they are by what that player does."""
_OWN_NUMBER = re.compile(r"((?:.*'s|your|its)) number of (.+)")
_COMPUTED_OF_SEVERAL = re.compile(
    "[加减]|乘以|除以|的(?:一半|[0-9两三四五六七八九十]+倍)|中的?(?:较小者|较大者|最小值|最大值)"
)
_MEASURE = re.compile(" (?!and |or |of |times )[a-z]")
_BOUND = ("up to ", "a hand of ", "for ", "the top ")
"""How a number goes on that is of something, and how a sentence goes before one that is a bound or a time."""
_NO_MEASURES = ("", "equal", "less", "times", "base", "per")
"""The forms of a number that is no amount of something."""
_UNKNOWNS = "XYZ"
"""What amounts are called that Chinese text defines behind the clause: "造成X点伤害，X为你的手牌数加2"."""
_OCCURRENCES = (Noun("time", "times", "次数", "次"), Noun("die", "dice", "骰子"))
_EACH_WITH = LocalizedText("{0} {1}", "{1}{0}")
_AT_MOST_TEXT = LocalizedText(" (at most {0})", "（最多{0}{1}）")
_OFTEN_AT_MOST = LocalizedText(" (at most {})", "（最多{}次）")
_IN_ALL = LocalizedText(" (at most {})", "（合计最多{}）")
_BOUNDS = {
    "min": LocalizedText(", but at most {}", "（至多{}）"),
    "max": LocalizedText(", but at least {}", "（至少{}）"),
}
_REPLACED_AMOUNT = LocalizedText("; {0} instead if {1}", "；若{1}，改为{0}{2}")
_WITH_COMBO = LocalizedText("; {1}: {0} instead", "；{1}：改为{0}{2}")
_ENGLISH = English()
_PLUS = LocalizedText(", plus {0} {1}", "，{1}便+{0}")


@dataclass(slots=True)
class Margin:
    """What the amounts of a clause say around it: before it, and behind it once all else is said."""

    before: list[str] = field(default_factory=list)
    after: list[Callable[[], str]] = field(default_factory=list)
    unknowns: int = 0


def amount_text(realizer: Realizer, value: Any, form: str) -> str | None:
    """Return an amount of this kind in words, what belongs around its clause noted there; None for any other number."""
    margin, kind = realizer.margin, value.get("type") if isinstance(value, dict) else None
    if margin is None or kind is None:
        return None
    match kind:
        case "each" | "eachOf":
            return _scaled(realizer, value, form, margin)
        case "instead":
            classifier = form.removeprefix("-")[:1] if realizer.chinese else ""
            margin.after.append(lambda: _replacement(realizer, value, classifier))
            return realizer.amount(value.get("value"), form)
        case "add":
            return _plus(realizer, value, form, margin)
        case "min" | "max" if not realizer.chinese and form:
            return _extreme(realizer, value, form, margin)
    return None


def opposite_of(value: Any) -> Any:
    """Return what a number is taken from nothing of, or less than no times: that as a number above zero; None for any other value."""
    match value:
        case {"type": "sub", "value1": 0, "value2": counted}:
            return counted
        case {"type": "mul", "value1": int() as factor, "value2": counted} if factor < 0 and "divisor" not in value:
            return counted if factor == -1 else {**value, "value1": -factor}
        case {"type": "mul", "value2": int() as factor, "value1": counted} if factor < 0 and "divisor" not in value:
            return counted if factor == -1 else {**value, "value2": -factor}
        case {"type": "each" | "eachOf", "amount": int() as amount} if amount < 0:
            return {**value, "amount": -amount}
    return None


def formula(realizer: Realizer, text: str, form: str) -> str:
    """Return an amount that is computed of several as X, what X is behind the clause; empty where it needs none, or has no clause around."""
    margin = realizer.margin
    if margin is None or form in ("", "equal") or not _COMPUTED_OF_SEVERAL.search(text):
        return ""
    unknown = _UNKNOWNS[min(margin.unknowns, len(_UNKNOWNS) - 1)]
    margin.unknowns += 1
    margin.after.append(lambda: f"，{unknown}{'是' if text.startswith('为') else '为'}{text}")
    return unknown + form


def value_text(realizer: Realizer, value: Json) -> str | None:
    """Return such an amount where there is no clause around it; None for any other node."""
    match value.get("type"):
        case "each" | "eachOf":
            amount = realizer.value(value.get("amount"), "int").text
            return realizer.say(_EACH_WITH, amount, per_text(realizer, value)) + _bound(realizer, value)
        case "min" | "max":
            return _bounded_formula(realizer, value)
    return None


def _bounded_formula(realizer: Realizer, node: Json) -> str | None:
    """Return a number that is computed of several and a literal bound of it; None for any other extreme."""
    match node.get("values"):
        case [dict() as number, int() as bound] | [int() as bound, dict() as number]:
            text = realizer.value(number, "int").text
            if realizer.grammar.bracket(text) != text:
                return text + realizer.say(_BOUNDS[node["type"]], bound)
    return None


def _scaled(realizer: Realizer, node: Json, form: str, margin: Margin) -> str:
    per = per_text(realizer, node)
    if realizer.chinese:
        margin.before.append(f"{per}，")
    else:
        margin.after.append(lambda: f" {per}")
    classifier = form.removeprefix("-")[:1] if realizer.chinese else ""
    bound = _bound(realizer, node, classifier)
    margin.after.append(lambda: bound)
    return realizer.amount(node.get("amount"), form)


def _bound(realizer: Realizer, node: Json, classifier: str = "") -> str:
    return realizer.say(_AT_MOST_TEXT, realizer.value(node["max"], "int").text, classifier) if "max" in node else ""


def _plus(realizer: Realizer, node: Json, form: str, margin: Margin) -> str | None:
    """Return a plain number to which an amount for each is added."""
    match node.get("values"):
        case [int() as plain, {"type": "each" | "eachOf", "amount": int() as more} as scaled] if "max" not in scaled:
            margin.after.append(lambda: realizer.say(_PLUS, more, per_text(realizer, scaled)))
            return realizer.amount(plain, form)
        case [int() as plain, {"type": "mul"} as product] if (factors := scaled_by(product)) is not None:
            margin.after.append(lambda: realizer.say(_PLUS, factors[0], per_text(realizer, {"of": factors[1]})))
            return realizer.amount(plain, form)
        case [int() as plain, dict() as tally] if is_tally(realizer, tally):
            margin.after.append(lambda: realizer.say(_PLUS, 1, per_text(realizer, {"of": tally})))
            return realizer.amount(plain, form)
    return None


def _extreme(realizer: Realizer, node: Json, form: str, margin: Margin) -> str | None:
    """Return the lower or higher of two computed numbers."""
    match node.get("values"):
        case [first, second] if int not in (first.__class__, second.__class__):
            alternatives = realizer.grammar.several(
                [realizer.value(value, "int").text for value in (first, second)], "or"
            )
            text = realizer.say(SMALLER_OR_LARGER[node["type"]], alternatives)
            if form == "equal":  # it stands behind what it is an amount of, and only its end belongs behind the clause
                head, _, tail = text.partition(alternatives)
                margin.after.append(lambda: tail)
                return head.lstrip() + alternatives
            margin.after.append(lambda: text)
            _, _, plural = form.partition("|")
            return f"a number of {plural}" if plural else form
    return None


def _replacement(realizer: Realizer, node: Json, classifier: str) -> str:
    number, condition = realizer.value(node.get("then"), "int").text, node.get("condition")
    focus = realizer.nearby.get(realizer.focus[0])
    if is_combo(realizer, realizer.declaration("condition", condition), condition):
        return realizer.say(_WITH_COMBO, number, realizer.translate(COMBO), classifier)
    text = realizer.condition(realizer, condition)
    if realizer.chinese and focus is not None and text.startswith(focus[1].text) and realizer.is_clear(focus[1]):
        text = f"其{text.removeprefix(focus[1].text)}"
    return realizer.say(_REPLACED_AMOUNT, number, text, classifier)


# ---------------------------------------------------------------------------------------------------- what is counted


def with_each(realizer: Realizer, spec: NodeSpec, node: Json) -> Json:
    """Return an effect of which an amount is a plain number of things as one that is done to 1 for each of them."""
    for key in spec.fields:
        value = node.get(key.name)
        if isinstance(key.shape, Number) and isinstance(value, dict) and counts_things(realizer, value):
            of_one = sentence_of(spec, {**node, key.name: 1})
            if any(place.name == key.name and _is_measured(place) for place in places(of_one.en)):
                return {**node, key.name: {"type": EACH, "amount": 1, "of": value}}
    return node


def _is_measured(place: Place) -> bool:
    """Return whether a place is of an amount of something, and no bound or time."""
    is_bound = place.before.endswith(_BOUND)
    return (
        not is_bound
        and (bool(place.form) or _MEASURE.match(place.after) is not None)
        and place.form not in _NO_MEASURES[1:]
    )


def counts_things(realizer: Realizer, value: Any) -> bool:
    """Return whether a value is the plain number of some things."""
    spec = realizer.vocabulary.spec("value", value)
    return spec is not None and sentence_of(spec, value).en.startswith(NUMBER_OF[0])


def bounded_per_text(realizer: Realizer, node: Json, at_most: LocalizedText = _IN_ALL) -> str:
    """Return of what there is an amount for each, with the most that all of it comes to."""
    most = realizer.say(at_most, realizer.value(node["max"], "int").text) if "max" in node else ""
    return per_text(realizer, node) + most


def times_text(realizer: Realizer, times: Any) -> str:
    """Return for each of what a loop is done that is done as often as there are things of a kind; empty for any other."""
    match times:
        case {"type": "min", "values": [number, int() as most]}:
            node = {"of": number, "max": most}
        case _:
            number, node = times, {"of": times}
    text = realizer.value(number, "int").text
    is_number = text.endswith(("数", NUMBER_OF[1])) if realizer.chinese else text.startswith(NUMBER_OF[0])
    return bounded_per_text(realizer, node, _OFTEN_AT_MOST) if is_number and not isinstance(times, int) else ""


def per_text(realizer: Realizer, node: Json) -> str:
    """Return "for each monster", "for every 2 damage dealt" of a node, or in Chinese what there is one of."""
    per = node.get("per", 1)
    without_itself = node.get("others") is True
    of = node.get("of")
    chooser = realizer.declaration("chooser", of)
    if chooser is not None and isinstance(of, dict):
        focus = realizer.focus
        text, noun = realizer.node(of, "any").text, realizer.noun(chooser.given_type(of))
        realizer.focus = focus
        if realizer.chinese:
            return _per_thing_zh(text, noun, per, without_itself, realizer.vocabulary.place_zh)
        return _per_thing(text, noun, per, without_itself)
    if realizer.chinese and isinstance(of, dict) and is_tally(realizer, of):
        happened = each_time_zh(realizer, of, per)
        if happened is not None:
            return happened
    text = realizer.value(of, "int").text
    nouns = (*_OCCURRENCES, *realizer.vocabulary.nouns.values(), *NOUNS.values())
    if realizer.chinese:
        return _per_number_zh(text, nouns, per, realizer.vocabulary.place_zh)
    return _per_number(text, nouns, per)


def _per_thing(text: str, noun: Noun, per: int, without_itself: bool) -> str:
    if per > 1:
        rest = re.sub("^(?:all|every|each) ", "", text)
        is_owned = rest == text or rest.startswith(("your ", "the "))
        if is_owned or rest.startswith("of "):
            things = f"of {rest}" if is_owned else rest
        else:
            things = whole_word(noun.one).sub(noun.many, rest, count=1)
        return f"for every {per} {'other ' if without_itself else ''}{things}"
    phrase = _ENGLISH.each_of(text, noun) if text.startswith("all ") else re.sub("^every ", "each ", text)
    if not phrase.startswith("each "):
        phrase = f"each of {phrase}"
    if without_itself:
        phrase = re.sub(r"^each (of (?:your|the) )?", lambda match: f"{match[0]}other ", phrase)
    return f"for {phrase}"


def _per_thing_zh(text: str, noun: Noun, per: int, without_itself: bool, behind_place: str) -> str:
    other = "其他" if without_itself and "其他" not in text else ""
    things = text.replace("所有", other, 1) if "所有" in text else f"{other}{text}"
    place, mark, rest = things.partition(behind_place) if behind_place else ("", "", things)
    inside = _INSIDE_ZH.fullmatch(things)
    if not mark and inside is not None:
        return f"{inside[1]}每有{per}{noun.classifier}{inside[2]}"
    return f"{place}{mark[:-1]}每有{per}{noun.classifier}{rest}" if mark else f"每有{per}{noun.classifier}{things}"


def _per_number(text: str, nouns: Iterable[Noun], per: int) -> str:
    rest = text.removeprefix(NUMBER_OF[0])
    owned = _OWN_NUMBER.fullmatch(text)
    if owned is not None and per == 1:
        return f"for each of {owned[1]} {owned[2]}"
    if rest == text:
        plain = text.removeprefix("the ")
        if per == 1:
            return f"for each point of {plain}"
        return f"for every {per} {plain}" if plain != text else f"for every {per} points of {text}"
    if per > 1:
        return f"for every {per} {rest}"
    if rest.startswith("your "):
        return f"for each of {rest}"
    rest = rest.removeprefix("the ")
    for noun in nouns:
        single = whole_word(noun.many).sub(noun.one, rest, count=1)
        if single != rest:
            return f"for each {single.replace(' that have ', ' that has ', 1).replace(' that are ', ' that is ', 1)}"
    return f"for each of the {rest}"


def _per_number_zh(text: str, nouns: Iterable[Noun], per: int, behind_place: str) -> str:
    if (match := _PILE_ZH.fullmatch(text)) is not None:
        return f"{match[1]}每有{per}张牌"
    things = text.removesuffix(NUMBER_OF[1])
    things = text.removesuffix("数") if things == text else things
    noun = next((noun for noun in nouns if things.endswith(noun.zh)), None)
    if things == text or (noun is None and not text.endswith(NUMBER_OF[1])):
        return f"{text}每有{per}{'次' if text.endswith('次数') else '点'}"
    classifier = noun.classifier if noun is not None else "个"
    place, owner, verb, rest = "", "", "有", things
    if (match := _INSIDE_ZH.fullmatch(things)) is not None:
        place, rest = match[1], match[2].replace("卡牌", "牌")
    elif (match := _OWNED_ZH.fullmatch(things)) is not None:
        owner, verb, rest = match[1], match[2] or "有", match[3]
    elif behind_place and behind_place in things:
        place, _, rest = things.partition(behind_place)
        place += behind_place.removesuffix("的")
    return f"{place}{owner}每{verb}{per}{classifier}{rest}"
