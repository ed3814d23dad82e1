"""The numbers that a text says, in digits and in words, each with the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_EN = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "once": 1, "twice": 2, "thrice": 3,
    "half": 2, "both": 2, "double": 2, "doubled": 2, "a": 1, "an": 1, "all": 0, "no": 0, "none": 0,
}  # fmt: skip
_ZH = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_FULL = str.maketrans("０１２３４５６７８９", "0123456789")
_VAGUE = frozenset({"one", "once", "half", "both", "double", "doubled", "a", "an", "一", "一半", "双倍"})
_FOUND = {
    "en": re.compile(rf"(?<![\w.])\d+(?!\w)|\b(?!an?\s+\d)(?:{'|'.join(_EN)})\b", re.IGNORECASE),
    "zh": re.compile(
        r"\d+|(?<![第零一二两三四五六七八九十])[零一二两三四五六七八九十]++(?=[点层枚张个名次轮倍项只位格场步至或])|(?<=[一二三四五六七八九]或)[二三四五六七八九十]+|一半|双倍|所有|全部|没有"
    ),
}
_BEFORE = {
    "en": (
        (re.compile(r"\bnot at least\s*$", re.IGNORECASE), -1),
        (re.compile(r"\bnot at most\s*$", re.IGNORECASE), 1),
        (
            re.compile(
                r"(?:at least|at most|up to|exactly|\bnot? (?:more|less|fewer|greater) than)\s*$", re.IGNORECASE
            ),
            0,
        ),
        (re.compile(r"(?:(?:more|greater|higher) than|over|above)\s*$", re.IGNORECASE), 1),
        (re.compile(r"(?:(?:less|fewer|lower) than|under|below)\s*$", re.IGNORECASE), -1),
    ),
    "zh": (
        (re.compile(r"(?:至少|至多|等于|恰好|不(?:大于|小于|超过|少于|多于|低于|高于))\s*$"), 0),
        (re.compile(r"(?:大于|超过|高于|多于)\s*$"), 1),
        (re.compile(r"(?:小于|少于|低于|不足|不到)\s*$"), -1),
    ),
}
"""The words before a number that something is compared with, and what it adds to make the least or most that is allowed."""

_BEHIND = {
    "en": re.compile(r"^[^.,;:]{0,12}\bor (?:more|less|fewer|higher|lower|greater|above|below)", re.IGNORECASE),
    "zh": re.compile(r"^[点层枚张个名次]?\S{0,3}(?:或以上|或以下|或更多|或更少|以上|以下)"),
}
_BETWEEN = {
    "en": re.compile(r"(–|-|to|through)|(?:,\s*)?or(?:\s+an?)?|,", re.IGNORECASE),
    "zh": re.compile(r"[点层枚张个名次]?\s*(?:([–~～-]|至|到)|或者?|、)"),
}
"""The words between two numbers of one row; the group is that of the ends of a row whose middle is left out."""
_WHOLE = {"一半": 2, "双倍": 2, "所有": 0, "全部": 0, "没有": 0}
_MORE = {
    "en": re.compile(r"^\W*(?:more|additional|extra)\b(?! than)", re.IGNORECASE),
    "zh": re.compile("^[点层枚张]?更多"),
}
_EACH = {"en": re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE), "zh": re.compile("每(?!当|逢|次|回合|轮|局)")}
_AGAIN = re.compile("(?:额外|再)(?:造成|获得|抽|恢复|失去|弃)?$")
_END = re.compile(r"[.,;:!?。，；：！？、\n]|\d")
_HEAR = 24
"""Characters before and after a number within which the words that belong to it are sought."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number of a text.

    Shapes: `soft` is one that may be said without being meant as a number; `bound` is the least or most whole number that a
            comparison allows ("more than 2" is 3), None without one; `around` are the words after it and before it;
            `more` says that it is added to another;
            `end` says of a number in a list of numbers in a row ("4, 5 or 6", "1 to 3") that it is the first (-1), the last (1) or
            one between (0); it is None for all others.
    """

    value: int
    said: str
    soft: bool
    bound: int | None
    around: tuple[str, str]
    more: bool
    end: int | None = None


def numerals(text: str, language: str) -> list[Numeral]:
    """Return the numbers of a text in order."""
    plain = text.translate(_FULL)
    found = list(_FOUND[language].finditer(plain))
    made = [_numeral(plain, one, language) for one in found]
    for row in _rows(plain, found, language):
        for at in row:
            end = -1 if at == row[0] else 1 if at == row[-1] else 0
            made[at] = replace(made[at], soft=True, bound=None, end=end)
    return made


def _rows(text: str, found: list[re.Match[str]], language: str) -> Iterator[range]:
    """Yield the places of numbers that are said as one row: each one more than the one before, or from one to a greater."""
    start = 0
    for at in range(1, len(found) + 1):
        if at < len(found) and _goes_on(text, found[at - 1], found[at], language):
            continue
        if at - start > 1:
            yield range(start, at)
        start = at


def _goes_on(text: str, one: re.Match[str], other: re.Match[str], language: str) -> bool:
    between = _BETWEEN[language].fullmatch(text[one.end() : other.start()].strip())
    if between is None:
        return False
    gap = _value(other[0].lower()) - _value(one[0].lower())
    return gap > 0 if between[1] else gap == 1


def _numeral(text: str, found: re.Match[str], language: str) -> Numeral:
    said = found[0].lower()
    value = _value(said)
    before, behind = text[max(0, found.start() - _HEAR) : found.start()], text[found.end() : found.end() + _HEAR]
    vague = said in _VAGUE
    soft = vague or value == 0 or (value == 1 and _EACH[language].search(_sentence(text, found)) is not None)
    more = _MORE[language].search(behind) is not None or _AGAIN.search(before) is not None
    around = (_clause(behind), _clause_end(before))
    if vague and value == 1:
        around = (_near(around[0], language), _near(around[1][::-1], language)[::-1])
    return Numeral(value, found[0], soft, _bound(value, before, behind, language), around, more)


def _value(said: str) -> int:
    if said.isdigit():
        return int(said)
    if said in _EN:
        return _EN[said]
    if said in _WHOLE:
        return _WHOLE[said]
    tens, ten, ones = said.rpartition("十")
    return (_ZH.get(tens, 1) * 10 if ten else 0) + _ZH.get(ones[-1:], 0)


def _bound(value: int, before: str, behind: str, language: str) -> int | None:
    for pattern, step in _BEFORE[language]:
        if pattern.search(before):
            return value + step
    return value if _BEHIND[language].search(behind) else None


def _sentence(text: str, found: re.Match[str]) -> str:
    """Return the sentence around a number."""
    start = max(text.rfind(stop, 0, found.start()) for stop in ".。!！?？\n")
    ends = [end for stop in ".。!！?？\n" if (end := text.find(stop, found.end())) >= 0]
    return text[start + 1 : min(ends, default=len(text))]


def _near(words: str, language: str) -> str:
    """Return the words right beside "a" or "one": which alone names what is counted."""
    return words[:3] if language == "zh" else (words.split() or [""])[0]


def _clause(behind: str) -> str:
    """Return the words after a number, up to the next stop or number."""
    found = _END.search(behind)
    return behind[: found.start()] if found else behind


def _clause_end(before: str) -> str:
    """Return the words before a number, from the last stop or number on."""
    ends = [found.end() for found in _END.finditer(before)]
    return before[ends[-1] :] if ends else before
