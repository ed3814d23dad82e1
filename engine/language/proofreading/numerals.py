"""The numbers of a text, in digits and in words, each with the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_WORDS: Final = {
    **{word: number for number, word in enumerate(_DIGITS)},
    **{word: number for number, word in enumerate("零一二三四五六七八九")},
    **dict.fromkeys(["once", "a", "an"], 1),
    **dict.fromkeys(["twice", "half", "both", "double", "doubled", "两", "一半", "双倍"], 2),
    **dict.fromkeys(["all", "no", "none", "所有", "全部", "没有"], 0),
    "thrice": 3,
    "fifteen": 15,
    "twenty": 20,
}
"""The numbers of words in both languages."""
_EN_WORDS = "|".join(word for word in _WORDS if word.isascii())
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")
_VAGUE = frozenset({"one", "once", "half", "both", "double", "doubled", "a", "an", "一", "一半", "双倍"})
_NUMBER = {
    "en": re.compile(rf"(?<![\w.])\d+(?!\w)|\b(?!an?\s+\d)(?:{_EN_WORDS})\b", re.IGNORECASE),
    "zh": re.compile(
        r"\d+|(?<![第零一二两三四五六七八九十])[零一二两三四五六七八九十]++(?=[点层枚张个名次轮倍项只位格场步至或])"
        r"|(?<=[一二三四五六七八九]或)[二三四五六七八九十]+|一半|双倍|所有|全部|没有"
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
"""The words of a comparison before a number, and what they add to make the lowest or highest allowed one."""
_AFTER = {
    "en": re.compile(r"^[^.,;:]{0,12}\bor (?:more|less|fewer|higher|lower|greater|above|below)", re.IGNORECASE),
    "zh": re.compile(r"^[点层枚张个名次]?\S{0,3}(?:或以上|或以下|或更多|或更少|以上|以下)"),
}
_BETWEEN = {
    "en": re.compile(r"(–|-|to|through)|(?:,\s*)?or(?:\s+an?)?|,", re.IGNORECASE),
    "zh": re.compile(r"[点层枚张个名次]?\s*(?:([–~～-]|至|到)|或者?|、)"),
}
"""The words between two numbers of one row; the group is that of the ends of a row whose middle is left out."""
_ADDITION = {
    "en": re.compile(r"^\W*(?:more|additional|extra)\b(?! than)", re.IGNORECASE),
    "zh": re.compile("^[点层枚张]?更多"),
}
_PER = {"en": re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE), "zh": re.compile("每(?!当|逢|次|回合|轮|局)")}
_ADDING_VERB = re.compile("(?:额外|再)(?:造成|获得|抽|恢复|失去|弃)?$")
_STOP = re.compile(r"[.,;:!?。，；：！？、\n]|\d")
_SENTENCE_STOPS = ".。!！?？\n"
_CONTEXT: Final = 24
"""Characters before and after a number in which the words that belong to it are."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number of a text.

    Shapes: `word` is its text; `soft` marks one that need not be meant as a number; `limit` is the lowest or highest
            whole number that a comparison allows ("more than 2" is 3), None without one; `around` are the words after
            it and before it; `is_added` marks one that is added to another; `end` is -1 for the first number of a row
            ("4, 5 or 6", "1 to 3"), 1 for the last, 0 for those between, None for all others.
    """

    value: int
    word: str
    soft: bool
    limit: int | None
    around: tuple[str, str]
    is_added: bool
    end: int | None = None


def numerals(text: str, language: str) -> list[Numeral]:
    """Return the numbers of a text in order."""
    plain = text.translate(_FULL_WIDTH)
    matches = list(_NUMBER[language].finditer(plain))
    numbers = [_numeral(plain, match, language) for match in matches]
    for row in _rows(plain, matches, language):
        for index in row:
            end = -1 if index == row[0] else 1 if index == row[-1] else 0
            numbers[index] = replace(numbers[index], soft=True, limit=None, end=end)
    return numbers


def _rows(text: str, matches: Sequence[re.Match[str]], language: str) -> Iterator[range]:
    """Yield the indices of numbers of one row: each one more than the one before, or from one to a greater."""
    start = 0
    for index in range(1, len(matches) + 1):
        if index == len(matches) or not _continues(text, matches[index - 1], matches[index], language):
            if index - start > 1:
                yield range(start, index)
            start = index


def _continues(text: str, first: re.Match[str], second: re.Match[str], language: str) -> bool:
    between = _BETWEEN[language].fullmatch(text[first.end() : second.start()].strip())
    if between is None:
        return False
    gap = _value(second[0].lower()) - _value(first[0].lower())
    return gap > 0 if between[1] else gap == 1


def _numeral(text: str, match: re.Match[str], language: str) -> Numeral:
    word, start, end = match[0].lower(), match.start(), match.end()
    value, is_vague = _value(word), word in _VAGUE
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    first = max(text.rfind(stop, 0, start) for stop in _SENTENCE_STOPS) + 1
    last = min((place for stop in _SENTENCE_STOPS if (place := text.find(stop, end)) >= 0), default=len(text))
    is_per = value == 1 and _PER[language].search(text[first:last]) is not None
    is_added = _ADDITION[language].search(after) is not None or _ADDING_VERB.search(before) is not None
    around = (_STOP.split(after, maxsplit=1)[0], _STOP.split(before)[-1])
    if is_vague and value == 1:
        around = (_next_word(around[0], language), _next_word(around[1][::-1], language)[::-1])
    limit = _limit(value, before, after, language)
    return Numeral(value, match[0], is_vague or value == 0 or is_per, limit, around, is_added)


def _value(word: str) -> int:
    if word.isdigit():
        return int(word)
    if word in _WORDS:
        return _WORDS[word]
    tens, ten, ones = word.rpartition("十")
    return (_WORDS.get(tens, 1) * 10 if ten else 0) + _WORDS.get(ones[-1:], 0)


def _limit(value: int, before: str, after: str, language: str) -> int | None:
    step = next((step for pattern, step in _BEFORE[language] if pattern.search(before)), None)
    if step is not None:
        return value + step
    return value if _AFTER[language].search(after) else None


def _next_word(words: str, language: str) -> str:
    """Return the words right beside "a" or "one": which alone names what is counted."""
    return words[:3] if language == "zh" else (words.split() or [""])[0]
