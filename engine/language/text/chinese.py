"""How Simplified Chinese puts it: classifiers, pronouns, numbers, lists, sentences. There are no spaces, and stops are full-width."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language.spec.phrases import Noun

_NUMBERS = ("零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十")
_LETTERS = "甲乙丙丁戊己庚辛"
_SOMEBODY = re.compile("(?:该|此|所选)[^且或的]{1,4}|(?:玩家|怪物|牌)[甲乙丙丁戊己庚辛]")
"""Somebody or something that was named before."""
_ORDINALS = ("", "", "另选的", "第三次选的", "第四次选的", "第五次选的")
_TAKE_PRONOUN = ("对", "使", "将", "让", "若", "把", "为")
_CLASSIFIERS = "点层枚张名个次倍"
_BRACKETS = re.compile("（[^（）]*）")
_JOINED = re.compile("[加减和、]")
_SORT_OF_CARD = re.compile("是(?:[^的是不，]{1,6}牌|单位|舰船)")
_OF_MASS = "点层"

INDEX = 1
SPACE = ""
NOTHING = "无事发生"
PREVENTED = "将其防止"
ITSELF = "自身"
UNKNOWN = "发生未知的效果"
UNKNOWN_CONDITION = "满足未知的条件"
UNKNOWN_EVENT = "未知的事件发生"
MISSING = "…"
DO_NOTHING = "什么也不做"
FOLLOWING = "以下效果"
REST = "此牌的其余内容过长，从略。"


def word(number: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def bent(run: str, *, third: bool, negated: bool = False, barred: bool = False) -> str:
    """Return the words after a subject: Chinese verbs do not bend; what is not so is said around the whole."""
    return f"不能{run.removeprefix('即将')}" if barred else run


def article(text: str) -> str:
    """Return a noun as something not yet known."""
    return text


def indefinite(noun: Noun, *, other: bool = False) -> str:
    """Return somebody or something not yet known."""
    return f"其他{noun.zh}" if other else noun.zh


def described(noun: str, before: Sequence[str], behind: Sequence[str]) -> str:
    """Return a noun with the words that belong to it, all of which come before it."""
    return f"{'且'.join(behind)}{'的' if behind else ''}{''.join(before)}{noun}"


def each_of(text: str, noun: Noun) -> str:
    """Return each of several, which are chosen or are all of some."""
    return text


def several_of(noun: Noun, *, other: bool) -> str:
    """Return all of a kind, of whom something is said."""
    return f"其他{noun.zh}" if other else noun.zh


def that(form: str) -> str:
    """Return what was called something, now that it is known."""
    return f"该{form}"


def effect_of(name: str) -> str:
    """Return what goes on under a name; without one, what the card itself set going."""
    return f"名为{name}的持续效果" if name else "此牌的持续效果"


def definite(noun: Noun, *, many: bool = False, place: int = 1) -> str:
    """Return what an event brought, the first or the second of its kind."""
    if place > 1:
        return f"另一{noun.classifier}{noun.zh}"
    if "的" in noun.zh:
        return noun.zh
    return f"这些{noun.zh}" if many else f"该{noun.zh}"


def this(noun: Noun) -> str:
    """Return the thing that the text stands on."""
    return f"此{noun.zh}"


def picked(noun: Noun, *, many: bool, place: int) -> str:
    """Return what was chosen, the first or a later of its kind."""
    order = _ORDINALS[place] if place < len(_ORDINALS) else ""
    return f"{order or '所选'}{noun.zh}"


def lettered(noun: Noun, place: int) -> str:
    """Return what is at hand in a loop inside or around another of its kind, by the place of the loop."""
    return f"{noun.zh}{_LETTERS[place % len(_LETTERS)]}"


def with_letter(text: str, noun: Noun, place: int) -> str:
    """Return the things of such a loop, with the letter of the one at hand."""
    return f"{text}（{_LETTERS[place % len(_LETTERS)]}）"


def earlier(definite: str) -> str:
    """Return what something is called once something nearer has its name."""
    if definite.startswith("所"):
        return f"先前{definite}"
    return f"先前的{definite.removeprefix('该').removeprefix('这些').removeprefix('先前的')}"


def pronoun(before: str, after: str, *, many: bool) -> str:
    """Return the pronoun for what was spoken of last, where one can stand."""
    return "其" if after.startswith("的") or before.endswith(_TAKE_PRONOUN) else ""


def put_behind(text: str, more: str) -> str:
    """Return two pieces of a sentence put together."""
    return text + (more[1:] if text.endswith("其") and more.startswith("的") else more)


def subject(text: str) -> str:
    """Return somebody or something as what a verb is said of."""
    return text


def own(text: str, what: str) -> str:
    """Return what belongs to somebody or something."""
    return put_behind(text, f"的{what}")


def counted(number: int, form: str) -> str:
    """Return so many or so much of something."""
    return f"{number}{form}"


def equal_to(value: str, form: str) -> str:
    """Return as many or as much of something as a value says."""
    classifier, noun = _split(form)
    if not form:
        return value
    if not noun:
        return f"等同于{value}的{classifier}数"
    return f"等同于{value}的{noun}" if classifier in _OF_MASS else f"数量等同于{value}的{noun}"


def bracketed(text: str) -> str:
    """Return a value that is made of several, so that it is heard as one."""
    return f"（{text}）" if _JOINED.search(_BRACKETS.sub("", text)) else text


def that_many(form: str) -> str:
    """Return as many or as much as the effect before; empty where that has to be said in full."""
    noun = _split(form)[1]
    return f"等量的{noun}" if noun else ""


def _count(low: int | str, high: int | str, classifier: str) -> str:
    """Return as many things as may be taken; a bound that is no number is what it equals."""
    if isinstance(low, str) or isinstance(high, str):
        if low == high:
            return f"数量等同于{high}的"
        least = f"至少{low if isinstance(low, str) else word(low) + classifier}" if low not in (0, 1) else ""
        return f"{least}{'、' if least else ''}至多{high if isinstance(high, str) else word(high) + classifier}的"
    if low == high:
        return f"{word(low)}{classifier}"
    if low == 0:
        return f"至多{word(high)}{classifier}"
    few, most = (word(low), word(high)) if max(low, high) < len(_NUMBERS) else (str(low), str(high))
    return f"{few}至{most}{classifier}"


def pick(how: str, bounds: tuple[int | str, int | str], noun: Noun, by: str, which: str) -> str:
    """Return the things that are taken: how, how many, by whom, and which of them may be."""
    things = f"{which}{noun.zh}"
    if how == "all":
        return f"所有{things}"
    if how in ("first", "last"):
        return f"最{'前' if how == 'first' else '后'}的{_count(bounds[1], bounds[1], noun.classifier)}{things}"
    if how == "random":
        return f"随机{_count(*bounds, noun.classifier)}{things}"
    return f"{f'{by}选择的' if by else ''}{_count(*bounds, noun.classifier)}{things}"


def which(condition: str, definite: str, *, many: bool, sorts: tuple[str, ...] = ()) -> str:
    """Return which of several are meant, before them; sorts are the properties whose words stand before the thing."""
    condition = _sorted_by(condition, sorts)
    if condition == f"{definite}不是你":
        return "除你以外的"
    if (named := condition.removeprefix(f"{definite}不是")) != condition and _SOMEBODY.fullmatch(named):
        return f"除{named}以外的"
    for name in ("其", definite):
        if condition.startswith(name):
            said = condition.removeprefix(name).removeprefix("的")
            return _sort_last(re.sub(f"([且或])(?:其|{re.escape(definite)}(?=不?是))", r"\1", said) + "的")
    return f"满足“{condition}”的"


def _sort_last(said: str) -> str:
    """Return what things are, with the one sort of card that they are of right before the noun ("补给费用不大于2的单位")."""
    asked = said.removesuffix("的").split("且")
    sorts = [one for one in asked if _SORT_OF_CARD.fullmatch(one)]
    if len(sorts) != 1 or "或" in said:
        return said
    rest = "且".join(one for one in asked if one != sorts[0])
    return f"{rest}{'的' if rest else ''}{sorts[0].removeprefix('是').removesuffix('牌')}"


def _sorted_by(condition: str, sorts: tuple[str, ...]) -> str:
    """Return a condition with each sort that it asks for by its word alone ("其火焰派系或其冰霜派系")."""
    if not sorts:
        return condition
    names = "|".join(map(re.escape, sorts))
    return re.sub(rf"(?<![^且或])其({names})(不?)是([^其且或]+)(?![^且或])", _sort, condition)


def _sort(found: re.Match[str]) -> str:
    """Return one sort by its word, which may hold the name of the property already."""
    name, denied, word = found.groups()
    return f"其{'非' if denied else ''}{word if name in word else f'{word}{name}'}"


def span(low: int | str | None, high: int | str | None, form: str) -> str:
    """Return from so much to so much of something; a bound that is no number is what it equals."""
    noun = _split(form)[1]
    if low is None or high is None:
        return f"至少{low}{form}" if high is None else f"至多{high}{form}"
    if low == high:
        return counted(low, form) if isinstance(low, int) else equal_to(low, form)
    if low in (0, 1) and isinstance(high, str):
        return f"数量至多为{high}的{noun}"
    if isinstance(low, str) or isinstance(high, str):
        return f"数量为{low}至{high}的{noun}"
    return f"至多{high}{form}" if low == 0 else f"{low}至{high}{form}"


def bounded(sign: str, number: int, form: str) -> str:
    """Return a number of things of which only a bound is known."""
    classifier, noun = _split(form)
    if (sign, number) in ((">", 0), (">=", 1)):
        return noun
    words = {">": "超过", ">=": "至少", "<": "不足", "<=": "至多", "=": "恰好"}
    return f"{words.get(sign, '不等于')}{number}{classifier}{noun}"


def several(texts: Sequence[str], joint: str = "and") -> str:
    """Return a list of words."""
    if joint == "plus":
        return "加".join(texts)
    joint = {"and": "和", "or": "或"}.get(joint, joint)
    if len(texts) < 2:
        return "".join(texts)
    return f"{'、'.join(texts[:-1])}{joint}{texts[-1]}"


def in_a_row(clauses: Sequence[str], *, same: bool) -> str:
    """Return what is done one after the other in one sentence."""
    return "，".join(clauses)


def one_after_another(clauses: Sequence[str]) -> str:
    """Return what is done to one thing, in a sentence of its own."""
    return "，".join([*clauses[:-1], f"然后{clauses[-1]}"]) if len(clauses) > 1 else "".join(clauses)


def mixed(texts: Sequence[str], joint: str, nested: Sequence[bool], depth: int) -> str:
    """Join conditions with "and" or "or", some of which are joined the other way themselves."""
    texts = [f"（{text}）" if inner else text for text, inner in zip(texts, nested, strict=True)]
    return {"and": "且", "or": "或"}[joint].join(texts)


def options(texts: Sequence[str]) -> str:
    """Return what somebody chooses one of."""
    return "；或".join(texts)


def barred_if(clause: str, condition: str) -> str:
    """Return that something cannot happen as long as a condition holds."""
    return f"若{condition}，{clause}"


def chance(so_many: int, of: int) -> str:
    """Return how likely an outcome is, in front of it."""
    return f"（{so_many}/{of}）"


def whenever(clause: str) -> str:
    """Return each time that something happens."""
    return f"每当{_moment(clause)}"


def when(clause: str) -> str:
    """Return the time that something happens which happens but once."""
    return _moment(clause)


def _moment(clause: str) -> str:
    """Return a clause as the time at which it is so; one that says already that it is over is a time by itself."""
    return clause if clause.endswith(("后", "时")) else f"{clause}时"


def limited(times: int, lead: str, period: str) -> str:
    """Return a moment that is answered so often in a turn or in a round, or in all where no period is named."""
    return f"{'每回合' if period else '至多'}{word(times)}次：{lead}"


def counted_always(lead: str) -> str:
    """Return a moment that is counted each time it comes, whatever comes of it."""
    return f"{lead}（即使没有效果也计次）"


def around(clause: str, said: str) -> str:
    """Return what happens with where or when it does."""
    return f"{said}{clause}"


def next_time(clause: str) -> str:
    """Return the one time that something happens next."""
    return f"下一次{_moment(clause)}"


def next_moment(each: str, condition: str) -> str:
    """Return the next of the moments that come again and again at which something holds."""
    return f"下一次{each.removeprefix('每个').removeprefix('每').removesuffix('时')}且{condition}时"


def both(clause: str, condition: str) -> str:
    """Return what happens while something holds."""
    return f"{clause}且{condition}"


def minus(text: str) -> str:
    """Return a number of the other sign."""
    return f"负的{text}"


def staged(stage: str, clause: str, *, once: bool) -> str:
    """Return the moment right before or after something happens."""
    return f"{'下一次' if once else '每次'}{clause}{'前' if stage == 'before' else '后'}"


def lasting(span: str, lead: str) -> str:
    """Return a moment within a span of time."""
    return f"{span}，{lead}" if span else lead


def on_condition(condition: str) -> str:
    """Return what else is asked of a moment."""
    return f"，若{condition}"


def only_if(condition: str) -> str:
    """Return what is asked where the moment goes without saying."""
    return f"若{condition}"


def led(lead: str, body: str, *, timing: bool = False) -> str:
    """Return what is done at a moment; `timing` says that it begins with another."""
    return f"{lead}：{body}" if timing else f"{lead}，{body}"


def then(plain: str, last: str) -> str:
    """Return plain effects, and one that holds others after them, in one sentence."""
    return f"{plain}；{last}" if plain else last


def chooses(subject: str, you: bool, thing: str) -> str:
    """Return that somebody chooses."""
    return f"选择{thing}" if you else f"{subject}选择{thing}"


def quoted(text: str) -> str:
    """Return a word of the author's."""
    return text if text.isascii() and text.isalnum() else f"“{text}”"


def counter(name: str) -> str:
    """Return a variable that the author named."""
    return f"“{name}”计数"


def set_to(name: str, number: str) -> str:
    """Return a variable with the number that it has."""
    return f"{name}为{number}"


def sentence(text: str) -> str:
    """Return a clause as a sentence."""
    return f"{text}。"


def within(span: str) -> str:
    """Return a span of time that begins later."""
    return "该" + span.removeprefix("本") if span.startswith("本") else span


def headed(heading: str, text: str) -> str:
    """Return what is done at a moment of the card's own."""
    return f"{heading}：{text}"


def opened(text: str) -> str:
    """Return the line above a list of what is done."""
    return f"{text.rstrip('，；：。')}："


def _split(form: str) -> tuple[str, str]:
    """Return the classifier and the noun of a form."""
    return (form[:1], form[1:]) if form[:1] in _CLASSIFIERS and form else ("", form)
