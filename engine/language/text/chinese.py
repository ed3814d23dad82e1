"""Simplified Chinese: classifiers, pronouns, numbers, lists and sentences, without spaces, with full-width stops."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.language.spec import Noun
from engine.language.text.english import English, Limit

_KNOWN_THING = re.compile("(?:该|此|所选)[^且或的]{1,4}|(?:玩家|怪物|牌)[甲乙丙丁戊己庚辛]")
"""A thing that was named before."""
_TAKE_PRONOUN = ("对", "使", "将", "让", "若", "把", "为")
_CLASSIFIERS = "点层枚张名个次倍"
_SORT_OF_CARD = re.compile("是(?:[^的是不，]{1,6}牌|单位|舰船)")
_OF_MASS = "点层"
_FOR_EACH = re.compile("[^，；]*每[^，；]*[0-9][^，；]*，")
"""How a clause begins that is done for each of some things."""


_AT_RANDOM = re.compile("(?<![^，。；：）])((?!场上|其中)[^，。；：、]{1,2})随机(?=(?:至多)?[一两三四五六七八九十])")
"""A verb before things that are taken at random: how they are taken comes before it."""
_LIMIT = re.compile(r"(（(?:每[^（）]{0,24}?|至多)\d{1,9}次[^（）]{0,24}）)。$")
"""How often a trigger answers at most, at the end of a sentence."""


class Chinese(English):
    """The grammar of Simplified Chinese."""

    INDEX = 1
    NOUN, RELATIVE = ("zh", "zh"), "的"
    SPACE = ""
    NUMBERS = ("零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十")
    LETTERS = "甲乙丙丁戊己庚辛"
    ORDINALS = {1: "所选", 2: "另选的", 3: "第三次选的", 4: "第四次选的", 5: "第五次选的"}
    COMMA = "、"
    JOINTS = {"and": "和", "or": "或", "plus": "加"}
    BRACKETS = "（{}）"
    IN_BRACKETS = re.compile("（[^（）]*）")
    JOINED_VALUES = re.compile("[加减和、]")
    STOPS, COLON = "，；：。", "："
    LATER = ("本", "该")
    WHOLE_HANDS = ("你的手牌数", "我方手牌数")
    PATTERNS = {
        "plain": "{n}{form}",
        "equal": "等同于{value}的{noun}",
        "counted equal": "数量等同于{value}的{noun}",
        "classifier equal": "等同于{value}的{form}数",
        "number equal": "{value}",
        "same": "等量的{noun}",
        "classifier same": "",
        "between": "",
        "floor": "至少{low}{form}",
        "ceiling": "至多{high}{form}",
        "open": "数量至多为{high}的{noun}",
        "any": "任意数量的{noun}",
        "computed": "数量为{low}至{high}的{noun}",
        "most": "至多{high}{form}",
        "range": "{low}至{high}{form}",
        ">0": "{noun}",
        ">": "超过{n}{form}",
        ">=": "至少{n}{form}",
        "<": "不足{n}{form}",
        "<=": "至多{n}{form}",
        "=": "恰好{n}{form}",
        "!": "不等于{n}{form}",
        "often": "{}次",
        "frequency": "{period}{often}",
        "frequency of all": "至多{often}",
        "chosen": "{}{}",
        "that": "该{}",
        "letter": "（{}）",
        "noun": "{}",
        "other": "其他{}",
        "second": "另一{0.classifier}{0.zh}",
        "described": "{}",
        "those": "这些{}",
        "subject": "有{}",
        "owner": "一{1.classifier}{0}",
    }
    IDIOMS = {}

    def sentence(self, text: str) -> str:
        """Return a clause as a sentence; how often it happens at most stands behind the stop."""
        return _LIMIT.sub(r"。\1", _AT_RANDOM.sub(r"随机\1", super().sentence(text)))

    def ordinal(self, number: int) -> str:
        return "二" if number == 2 else self.word(number)

    # ------------------------------------------------------------------------------------------------ nouns

    def article(self, text: str) -> str:
        return text

    def describe_noun(self, noun: str, before: Sequence[str], behind: Sequence[str]) -> str:
        return f"{'且'.join(behind)}{'的' if behind else ''}{''.join(before)}{noun}"

    def each_of(self, text: str, noun: Noun) -> str:
        return text.replace("所有", f"每{noun.classifier}", 1)

    def earlier(self, definite: str) -> str:
        if definite.startswith("所"):
            return f"先前{definite}"
        return f"先前的{definite.removeprefix('该').removeprefix('这些').removeprefix('先前的')}"

    def pronoun(self, before: str, after: str, *, plural: bool) -> str:
        return "其" if after.startswith("的") or before.endswith(_TAKE_PRONOUN) else ""

    def own(self, text: str, what: str) -> str:
        return self.put_behind(text, f"的{what}")

    def put_behind(self, text: str, more: str) -> str:
        return text + (more[1:] if text.endswith("其") and more.startswith("的") else more)

    def conjugate(self, run: str, *, third: bool, negate: bool = False, forbidden: bool = False) -> str:
        return f"不能{run.removeprefix('即将')}" if forbidden else run

    # ------------------------------------------------------------------------------------------------ numbers

    def measure(self, form: str) -> tuple[str, dict[str, str]]:
        classifier, noun = (form[:1], form[1:]) if form and form[:1] in _CLASSIFIERS else ("", form)
        sort = "counted" if classifier not in _OF_MASS else "mass"
        return sort if noun else "classifier" if form else "number", {"noun": noun}

    def pattern(self, way: str, form: str, **words: object) -> str:
        """Return an amount by its pattern; one that is equal to as much of the same thing does not name it twice in a row."""
        noun, value = self.measure(form)[1]["noun"], str(words.get("value", ""))
        if way == "equal" and noun and value.endswith(noun[-2:]):
            return f"与{value}等量的{noun}"
        return super().pattern(way, form, **words)

    def count(self, bounds: tuple[Limit, Limit], singular: str, plural: str) -> str:
        """Return how many things may be taken; both forms are the classifier."""
        low, high = bounds
        if isinstance(low, str) or isinstance(high, str):
            if low == high:
                return f"数量等同于{high}的"
            floor = f"至少{low if isinstance(low, str) else self.word(low) + singular}、" if low not in (0, 1) else ""
            return f"{floor}至多{high if isinstance(high, str) else self.word(high) + singular}的"
        if low in (0, high):
            return f"{'' if low == high else '至多'}{self.word(high)}{singular}"
        words = self.word if max(low, high) < len(self.NUMBERS) else str
        return f"{words(low)}至{words(high)}{singular}"

    def pick(self, how: str, bounds: tuple[Limit, Limit], noun: Noun, by: str, which: str) -> str:
        things, classifier = f"{which}{noun.zh}", noun.classifier
        if how == "all":
            return f"所有{things}"
        if how in ("first", "last"):
            number = self.count((bounds[1], bounds[1]), classifier, classifier)
            return f"最{'前' if how == 'first' else '后'}的{number}{things}"
        chooser = "随机" if how == "random" else f"{by}选择的" if by else ""
        return f"{chooser}{self.count(bounds, classifier, classifier)}{things}"

    # ------------------------------------------------------------------------------------------------ conditions

    def which(self, condition: str, definite: str, *, plural: bool, sorts: tuple[str, ...] = ()) -> str:
        condition = _sorted_by(condition, sorts)
        name = condition.removeprefix(f"{definite}不是")
        if name != condition and (name == "你" or _KNOWN_THING.fullmatch(name)):
            return f"除{name}以外的"
        for name in ("其", definite):
            if condition.startswith(name):
                rest = condition.removeprefix(name).removeprefix("的")
                return _sort_last(re.sub(f"([且或])(?:其|{re.escape(definite)}(?=不?[是为]))", r"\1", rest) + "的")
        return f"满足“{condition}”的"

    def join(self, texts: Sequence[str], joint: str, nested: Sequence[bool], depth: int) -> str:
        texts = [f"（{text}）" if inner else text for text, inner in zip(texts, nested, strict=True)]
        return {"and": "且", "or": "或"}[joint].join(texts)

    # ------------------------------------------------------------------------------------------------ sentences

    def in_a_row(self, clauses: Sequence[str], *, same: bool) -> str:
        return ("；" if any(map(_FOR_EACH.match, clauses)) else "，").join(clauses)

    def one_after_another(self, clauses: Sequence[str]) -> str:
        is_next = len(clauses) > 1 and not clauses[-1].startswith("其")
        return "，".join([*clauses[:-1], f"然后{clauses[-1]}" if is_next else clauses[-1]])

    def next_moment(self, moment: str, condition: str) -> str:
        if not condition:
            return f"下一次{moment.removeprefix('每个').removeprefix('每')}"
        return f"下一次{moment.removeprefix('每个').removeprefix('每').removesuffix('时')}且{condition}时"

    def every_moment(self, number: int, moment: str) -> str:
        ordinal = f"每第{self.ordinal(number)}"
        if moment[:2] in ("每个", "每轮"):
            return f"{ordinal}{moment[1:]}"
        if moment.startswith("你") and moment[1:2] != "的":
            return f"你{ordinal}次{moment[1:]}"
        owner, of, span = moment.rpartition("的")
        return f"{owner}{of}{ordinal}个{span}"

    def capital(self, text: str) -> str:
        return text


def _sort_last(condition: str) -> str:
    """Return a condition with the only sort of card that it names right before the noun ("补给费用不大于2的单位")."""
    terms = condition.removesuffix("的").split("且")
    sorts = [term for term in terms if _SORT_OF_CARD.fullmatch(term)]
    if len(sorts) != 1 or "或" in condition:
        return condition
    rest = "且".join(term for term in terms if term != sorts[0])
    return f"{rest}{'的' if rest else ''}{sorts[0].removeprefix('是').removesuffix('牌')}"


def _sorted_by(condition: str, sorts: tuple[str, ...]) -> str:
    """Return a condition with each sort that it asks for by its word alone ("其火焰派系或其冰霜派系")."""
    if not sorts:
        return condition
    names = "|".join(map(re.escape, sorts))
    return re.sub(rf"(?<![^且或])其({names})(不?)是([^其且或]+)(?![^且或])", _sort, condition)


def _sort(match: re.Match[str]) -> str:
    """Return one sort by its word, which may hold the name of the property already."""
    name, negation, word = match.groups()
    return f"其{'非' if negation else ''}{word if name in word else f'{word}{name}'}"
