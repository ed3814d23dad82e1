"""Finds where a sentence differs by a few words from the generated one, and means something else.

A text in words of its own is left alone (docs/adr/0021). A sentence that shares most of its words with a generated
one, in their order, was written with the same sentence in mind: an extra word, or a missing condition, limit or
"not", is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import Final, Literal

NEAR: Final = {"en": 0.75, "zh": 0.85}
"""The share of the words of a sentence that the other has too, in the same order."""
CLOSE: Final = 0.3
"""The lowest share of the words of the other sentence."""
HALF: Final = 0.5
"""That share where an extra word, or a missing condition, distinguishes them."""
BROAD: Final = 0.6
"""The share where one sentence is about all and the other about a choice."""
MAX_WORDS, MAX_SENTENCES = 120, 40
"""Words of a sentence, and sentences of a text, beyond which nothing is compared."""
MIN_CONDITION: Final = 3
"""Words of a condition."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SENTENCE = {"en": re.compile(r"(?<=[.!?])\s+|\n+"), "zh": re.compile(r"(?<=[。！？])|\n+")}
_WORD = {"en": re.compile(r"[A-Za-z]+|\d+|@"), "zh": re.compile(r"[A-Za-z]+|\d+|@|[\u4e00-\u9fff]")}
_QUOTED, NAME = re.compile("“[^“”]*”"), "@"
_FUNCTION_WORDS = _set("""
    a an the this that these those it its they them their there here you your of to in on at by for from
    with into and or then is are be been was were do does did done so as all any each every either both when whenever
    while where who which whose has have had get gain up back again also now card choice choose chosen time s during
    if""")
"""English words in which two ways of saying the same differ."""
_POINTING = _set(
    "it its thi that these those the unit card character ally enemy monster target you then also 其 该 此 它 使 为"
)
"""Words that change with the order of clauses: what is named first is pointed back to later."""
_BINDING = _set("""
    unless not never without cannot least most more less fewer than per until only once twice instead otherwise
    other highest lowest nearest opposing opponent another thisturn""")
"""English words that no author adds or leaves out by accident."""
_SIDE_CONDITION = re.compile(r"^(?:and|if)\b.*\b(?:is|are|has|own|control)\b|^(?:on|during) your (?:opponent )?turn$")
"""A condition that joins another, or comes before the sentence."""
_NARROWING = ("if", "whose")
"""Words by which a text is not true always, or not of all."""
_PERFECT = _set("has have had")
_RELATIVE = _set("that which who whose with")
_SYNONYMS = (
    (re.compile(r"\bif (?:you|they) do\b"), ""),
    (re.compile(r"\bwhile\b"), "if"),
    (re.compile(r"\bfor each\b"), "time"),
    (re.compile(r"\bthis turn\b"), "thisturn"),
    (re.compile(r"\b(?:(?:two|2) times|times (?:two|2))\b"), "twice"),
    (re.compile(r"(?<!\d)(\d+) or more\b"), r"at least \1"),
    (re.compile(r"(?<!\d)(\d+) or (?:less|fewer)\b"), r"at most \1"),
    (re.compile(r"\bwhose (\w+) is (at least|at most) (\d+)"), r"with \2 \3 \1"),
    (re.compile("超过"), "大于"),
)
"""Ways of saying the same, each with the generated one."""
_CLAUSE = re.compile(r"[.;:\n。；：!?！？,，、•]|\band\b|\bthen\b|并|且|然后")
_MARK = re.compile(r"[.;\n。；!?！？•]")
_MULTIPLIER = re.compile(
    r"\s*(?:(?:(?:do|repeat) (?:this|it|that|the following) )?(?:\w+ times|twice|thrice)|(?:共|执行以下效果|重复)?[\d一二两三四五六七八九十]+次)\s*"
)
"""A clause that states the number of times the other clauses of its sentence are done, before them or after them."""
_SCOPES = {
    "en": (["all", "each", "every"], (["choice", "choose", "chosen", "target"], ["random"])),
    "zh": (["所有", "全部", "全体"], (["选择"], ["随机"])),
}
"""Words for all, and those for a choice, or for a random one."""
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_NUMBERS["thrice"] = "3"
_FUNCTION_ZH = frozenset("的了将使对其该此并且和或在时有各这些入回低减少为你一个张名次点枚层后当每任意数量声是掉牌上限")
"""Chinese characters in which two ways of saying the same differ."""
_BINDING_ZH = ("若", "不", "未", "至少", "大于", "小于", "多于", "少于", "每回合", "每轮", "否则", "其他", "改为")
"""Chinese words that no author adds or leaves out by accident."""

Words = tuple[str, ...]
Span = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two sentences differ.

    Shapes: the words of the author's and of the generated sentence, from the first that differs to the last.
    """

    text: str
    rules_text: str


def differences(text: str, rules_text: str, lang: str, lexicon: frozenset[str]) -> Iterator[Difference]:
    """Yield where the sentences of a written text are near to generated ones and mean something else.

    Shapes: the lexicon are the words by which texts of the game tell when, whom and how long, as `words` has them.
    """
    ours, theirs = _sentences(text, lang), _sentences(rules_text, lang)
    order, rules_order = _order(text, lang), _order(rules_text, lang)
    if order != rules_order and sorted(order) == sorted(rules_order):
        yield Difference(text, rules_text)
        return
    remaining = list((Counter(ours) - Counter(theirs)).elements())
    candidates = list((Counter(theirs) - Counter(ours)).elements())
    if max(len(remaining), len(candidates)) > MAX_SENTENCES:
        return
    counts = Counter(chain.from_iterable(ours)), Counter(chain.from_iterable(theirs))
    for sentence in remaining:
        nearest = max(candidates, key=lambda candidate: _likeness(sentence, candidate), default=None)
        difference = _Pair(sentence, nearest, lang, counts, lexicon).difference() if nearest is not None else None
        if nearest is not None and difference is not None:
            yield difference
            candidates.remove(nearest)


def _likeness(first: Words, second: Words) -> float:
    """Return the share of their words that two sentences have in common."""
    return (Counter(first) & Counter(second)).total() / max(len(first), len(second))


def _order(text: str, lang: str) -> list[Words]:
    """Return the clauses of a text, each with its words but for those that point back."""
    parts = [part for sentence in _MARK.split(text.lower()) for part in _multipliers_first(_CLAUSE.split(sentence))]
    clauses = [tuple(w for w in words(part, lang) if w not in _POINTING) for part in parts]
    return [clause for clause in clauses if clause and clause != ("once", "per", "turn")]


def _multipliers_first(clauses: Sequence[str]) -> list[str]:
    """Return the clauses of a sentence, first those by which the others are repeated."""
    return sorted(clauses, key=lambda clause: _MULTIPLIER.fullmatch(clause) is None)


def words(text: str, lang: str) -> Words:
    """Return the words of a text in the singular, or its Chinese characters; a quoted name is one."""
    text = _QUOTED.sub(f" {NAME} ", text.lower())
    if lang == "zh":
        return tuple(_WORD[lang].findall(text))
    for pattern, synonym in _SYNONYMS:
        text = pattern.sub(synonym, text)
    return tuple(map(_plain, _WORD[lang].findall(text)))


def _sentences(text: str, lang: str) -> list[Words]:
    """Return the words of each sentence; a mark between two clauses is one of them."""
    return list(filter(None, (words(part, lang) for part in _SENTENCE[lang].split(text))))


def _plain(word: str) -> str:
    """Return a word in the singular, and a number in digits; `once` and `twice` stay, for they limit."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-2] if word.endswith(("ches", "shes", "xes")) else word[:-1]
    return word


@dataclass(frozen=True, slots=True)
class _Pair:
    """A written sentence beside the nearest generated one; `counts` are the words of both texts."""

    ours: Words
    theirs: Words
    lang: str
    counts: tuple[Counter[str], Counter[str]]
    lexicon: frozenset[str]

    def difference(self) -> Difference | None:
        """Return where they differ, None where they are not near or mean the same."""
        if max(len(self.ours), len(self.theirs)) > MAX_WORDS:
            return None
        matcher = SequenceMatcher(None, self.ours, self.theirs, autojunk=False)
        size = sum(block.size for block in matcher.get_matching_blocks())
        shares = size / len(self.ours), size / len(self.theirs)
        if max(shares) < BROAD or min(shares) < CLOSE:
            return None
        spans = [
            span for span in matcher.get_opcodes() if span[0] != "equal" and NAME not in self.theirs[span[3] : span[4]]
        ]
        is_meant = self._is_meant_en if self.lang == "en" else self._is_meant_zh
        if not spans or not (self._differ_in_scope() or is_meant(spans, shares)):
            return None
        joint = " " if self.lang == "en" else ""
        (_, first, _, low, _), (_, _, last, _, high) = spans[0], spans[-1]
        return Difference(joint.join(self.ours[first:last]), joint.join(self.theirs[low:high]))

    def _differ_in_scope(self) -> bool:
        """Return whether one sentence is about all and the other about a choice, or about a random one."""
        sentences = (self.ours, self.theirs) if self.lang == "en" else ("".join(self.ours), "".join(self.theirs))
        universal, choices = _SCOPES[self.lang]
        for choice in choices:
            (all_1, some_1), (all_2, some_2) = (
                [sum(map(sentence.count, scope)) for scope in (universal, choice)] for sentence in sentences
            )
            if (all_1 - all_2) * (some_1 - some_2) < 0:
                return True
        return False

    def _is_meant_en(self, spans: Sequence[Span], shares: tuple[float, float]) -> bool:
        if max(shares) < NEAR["en"]:
            return False
        ours, theirs = Counter(self.ours), Counter(self.theirs)
        texts = [" ".join(self.theirs[low:high]) for tag, _, _, low, high in spans if tag == "insert"]
        has_extra = self._has_extra(spans) or any(map(self._is_exchange, spans))
        return (
            (min(shares) >= NEAR["en"] and any(map(self._is_other_tense, spans)))
            or any(ours[w] != theirs[w] and self.counts[0][w] != self.counts[1][w] for w in _BINDING)
            or any(ours[word] > theirs[word] for word in _NARROWING)
            or (min(shares) >= HALF and self._lacks_condition(spans))
            or any(map(_SIDE_CONDITION.search, texts))
            or (shares[1] >= NEAR["en"] and shares[0] >= HALF and has_extra)
        )

    def _lacks_condition(self, spans: Sequence[Span]) -> bool:
        """Return whether the generated sentence has one more condition, of which the written one has no word."""
        runs = [self.theirs[low:high] for _, _, _, low, high in spans if high - low >= MIN_CONDITION]
        is_fewer = self.ours.count("if") < self.theirs.count("if")
        return is_fewer and any("if" in run for run in runs) and _RELATIVE.isdisjoint(self.ours)

    def _has_extra(self, spans: Sequence[Span]) -> bool:
        """Return whether the written sentence has a word, or another number, that the generated text has not."""
        ours, theirs = self.counts
        span_words = {word for _, first, last, _, _ in spans for word in self.ours[first:last]}
        extra = {word for word in span_words & self.lexicon if word not in theirs} - _FUNCTION_WORDS
        if theirs["a"] or theirs["an"]:
            extra -= {"1"}
        pairs = ((ours, theirs), (theirs, ours))
        numbers = [any(word.isdigit() and word not in second for word in first) for first, second in pairs]
        return bool(extra) or all(numbers)

    def _is_exchange(self, span: Span) -> bool:
        """Return whether one word replaces another of the generated sentence."""
        tag, first, last, low, high = span
        pair = {*self.ours[first:last], *self.theirs[low:high]}
        is_word = pair not in ({"1", "a"}, {"1", "an"}) and _FUNCTION_WORDS.isdisjoint(pair)
        return tag == "replace" and last - first == high - low == 1 and is_word

    def _is_other_tense(self, span: Span) -> bool:
        """Return whether one is in the present and the other in the perfect tense: "uses" and "has used"."""
        _, first, last, low, high = span
        short, long = sorted((self.ours[first:last], self.theirs[low:high]), key=len)
        return len(short) == 1 and len(long) == 2 and long[0] in _PERFECT and _stem(long[1]) == _stem(short[0])

    def _is_meant_zh(self, spans: Sequence[Span], shares: tuple[float, float]) -> bool:
        if min(shares) < NEAR["zh"]:
            return False
        ours, theirs = "".join(self.ours), "".join(self.theirs)
        signs = {sign for _, first, last, _, _ in spans for sign in self.ours[first:last]}
        extra = {sign for sign in signs.difference(self.theirs, _FUNCTION_ZH) if not sign.isdigit()}
        return bool(extra) or any(ours.count(word) != theirs.count(word) for word in _BINDING_ZH)


def _stem(word: str) -> str:
    """Return a word without the ending of its tense."""
    return word[:-2] if word.endswith("ed") else word[:-1] if word.endswith("e") else word
