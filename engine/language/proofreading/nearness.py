"""Where a sentence is, but for a few words, what the effects say: those words are then held to the effects one by one.

A text in words of its own is left alone (docs/adr/0021). A sentence that shares most of its words with a generated one, in their order,
was written with the same sentence in mind: a word of it that the effects do not say, or a condition, a limit or a "not" of theirs that
it does not say, is meant otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

NEAR: Final = {"en": 0.75, "zh": 0.85}
"""The share of the words of a sentence that the other has too, in the same order."""
CLOSE: Final = 0.3
"""The least share of the words of the other that this is."""
HALF: Final = 0.5
"""That share where a word more, or a condition that is not said, tells them apart."""
BROAD: Final = 0.6
"""The share with which one sentence is done to all and the other to a choice."""
LONGEST, MOST_SENTENCES = 120, 40
"""Words of a sentence, and sentences of a text, beyond which nothing is held: so much is never read as one."""
_SENTENCE = {"en": re.compile(r"(?<=[.!?])\s+|\n+"), "zh": re.compile(r"(?<=[。！？])|\n+")}


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = {"en": re.compile(r"[A-Za-z]+|\d+|@"), "zh": re.compile(r"[A-Za-z]+|\d+|@|[\u4e00-\u9fff]")}
_QUOTED, NAME = re.compile("“[^“”]*”"), "@"
_IDLE = _listed("""a an the this that these those it its they them their there here you your of to in on at by for from with into and or then
    is are be been was were do does did done so as all any each every either both when whenever while where who which whose
    has have had get gain up back again also now card choice choose chosen time s during if""")
"""English words in which two ways of saying the same differ."""
_POINTING = _listed(
    "it its thi that these those the unit card character ally enemy monster target you then also 其 该 此 它 使 为"
)
"""Words that change with the order of clauses: what is named first is pointed back to behind."""
_BINDING = _listed("""unless not never without cannot least most more less fewer than per until only once twice instead otherwise other
    highest lowest nearest opposing opponent another thisturn""")
"""English words that no author leaves out, or puts in, without meaning it."""
_ASIDE = re.compile(r"^(?:and|if)\b.*\b(?:is|are|has|own|control)\b|^(?:on|during) your (?:opponent )?turn$")
"""A condition that joins another, or stands before the sentence."""
_NARROWING = ("if", "whose")
"""Words with which a text says that it is not always so, or not of all."""
_CONDITION = 3
"""So many words a condition has at least."""
_PERFECT = _listed("has have had")
_RELATIVE = _listed("that which who whose with")
_SAME = (
    (re.compile(r"\bif (?:you|they) do\b"), ""),
    (re.compile(r"\bwhile\b"), "if"),
    (re.compile(r"\bfor each\b"), "time"),
    (re.compile(r"\bthis turn\b"), "thisturn"),
    (re.compile(r"(?<!\d)(\d+) or more\b"), r"at least \1"),
    (re.compile(r"(?<!\d)(\d+) or (?:less|fewer)\b"), r"at most \1"),
)
"""Ways of saying the same, each with the generated one."""
_CLAUSE = re.compile(r"[.;:\n。；：!?！？,，、•]|\band\b|\bthen\b|并|且|然后")
_ALL, _SOME = _listed("all each every"), (_listed("choice choose chosen target"), _listed("random"))
_ALL_ZH, _SOME_ZH = ("所有", "全部", "全体"), (("选择",), ("随机",))
"""Words by which it is done to all, and those by which it is done to a choice, or by chance."""
_NUMBERS = {
    "thrice": "3", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10",
}  # fmt: skip
_IDLE_ZH = frozenset("的了将使对其该此并且和或在时有各这些入回低减少为你一个张名次点枚层后当每任意数量声是掉牌上限")
"""Chinese signs in which two ways of saying the same differ."""
_BINDING_ZH = ("若", "不", "未", "至少", "大于", "小于", "多于", "少于", "每回合", "每轮", "否则", "其他", "改为")
"""Chinese words that no author leaves out, or puts in, without meaning it."""


Span = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two sentences part. Shapes: the words of the written one and of the generated one, from the first that differs to the last."""

    written: str
    generated: str


def differences(written: str, generated: str, lang: str, known: frozenset[str]) -> Iterator[Difference]:
    """Yield where the sentences of a written text are near to generated ones and mean something else.

    Shapes: known are the words by which texts of the game tell when, whom and how long, as `words` has them.
    """
    ours, theirs = _sentences(written, lang), _sentences(generated, lang)
    left, other = (list((Counter(one) - Counter(two)).elements()) for one, two in ((ours, theirs), (theirs, ours)))
    said, does = _order(written, lang), _order(generated, lang)
    if said != does and sorted(said) == sorted(does):
        yield Difference(written, generated)
        return
    if max(len(left), len(other)) > MOST_SENTENCES:
        return
    whole = Counter(word for one in ours for word in one), Counter(word for one in theirs for word in one)
    for one in left:
        near = max(other, key=lambda each: _likeness(one, each), default=None)
        if near is not None and (found := _Pair(one, near, lang, whole, known).difference()):
            yield found
            other.remove(near)


def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return the share of their words that two sentences have in common."""
    return (Counter(one) & Counter(other)).total() / max(len(one), len(other))


def _order(text: str, lang: str) -> list[tuple[str, ...]]:
    """Return the clauses of a text, each with its words but for those that point back."""
    parts = _CLAUSE.split(text.lower())
    said = [tuple(word for word in words(part, lang) if word not in _POINTING) for part in parts]
    return [one for one in said if one and one != ("once", "per", "turn")]


def words(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a text in their plainest form: in English in the singular, in Chinese its signs; a quoted name is one."""
    text = _QUOTED.sub(f" {NAME} ", text.lower())
    if lang == "zh":
        return tuple(_WORD[lang].findall(text))
    for pattern, said in _SAME:
        text = pattern.sub(said, text)
    return tuple(_plain(word) for word in _WORD[lang].findall(text))


def _sentences(text: str, lang: str) -> list[tuple[str, ...]]:
    """Return the words of each sentence; a mark between two clauses is one of them."""
    return [one for part in _SENTENCE[lang].split(text) if (one := words(part, lang))]


def _plain(word: str) -> str:
    """Return a word in the singular, and a number in digits; `once` and `twice` stay apart, for they limit."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-2] if word.endswith(("ches", "shes", "xes")) else word[:-1]
    return word


@dataclass(frozen=True, slots=True)
class _Pair:
    """A written sentence beside the generated one that is nearest."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    lang: str
    whole: tuple[Counter[str], Counter[str]]
    known: frozenset[str]

    def difference(self) -> Difference | None:
        """Return where they part, None where they are not near or mean the same."""
        if max(len(self.ours), len(self.theirs)) > LONGEST:
            return None
        matcher = SequenceMatcher(None, self.ours, self.theirs, autojunk=False)
        same = sum(block.size for block in matcher.get_matching_blocks())
        shares = same / len(self.ours), same / len(self.theirs)
        if max(shares) < BROAD or min(shares) < CLOSE:
            return None
        spans = [one for one in matcher.get_opcodes() if one[0] != "equal" and NAME not in self.theirs[one[3] : one[4]]]
        is_meant = self._is_meant_en if self.lang == "en" else self._is_meant_zh
        if not spans or not is_meant(spans, shares):
            return None
        joint = " " if self.lang == "en" else ""
        first, last = spans[0], spans[-1]
        return Difference(joint.join(self.ours[first[1] : last[2]]), joint.join(self.theirs[first[3] : last[4]]))

    def _is_meant_en(self, spans: Sequence[Span], shares: tuple[float, float]) -> bool:
        said, does = Counter(self.ours), Counter(self.theirs)
        if min(shares) >= CLOSE and _is_more(said, does):
            return True
        if max(shares) < NEAR["en"]:
            return False
        if min(shares) >= NEAR["en"] and any(map(self._is_of_another_time, spans)):
            return True
        if any(said[word] != does[word] and self.whole[0][word] != self.whole[1][word] for word in _BINDING):
            return True
        if any(said[word] > does[word] for word in _NARROWING) or (
            min(shares) >= HALF and self._leaves_a_condition_out(spans)
        ):
            return True
        if any(_ASIDE.search(" ".join(self.theirs[low:high])) for tag, _, _, low, high in spans if tag == "insert"):
            return True
        return (
            shares[1] >= NEAR["en"]
            and shares[0] >= HALF
            and (self._has_extra(spans) or any(map(self._is_exchanged, spans)))
        )

    def _leaves_a_condition_out(self, spans: Sequence[Span]) -> bool:
        """Return whether the generated sentence has a condition more, of which the written one has no word."""
        said = [self.theirs[low:high] for _, _, _, low, high in spans if high - low >= _CONDITION]
        return (
            self.ours.count("if") < self.theirs.count("if")
            and any("if" in one for one in said)
            and _RELATIVE.isdisjoint(self.ours)
        )

    def _has_extra(self, spans: Sequence[Span]) -> bool:
        """Return whether the written sentence has a word, or another number, that the generated text has not."""
        said, does = self.whole
        ours = {word for _, first, last, _, _ in spans for word in self.ours[first:last]}
        extra = {word for word in ours if word not in does and word not in _IDLE and word in self.known}
        if does["a"] or does["an"]:
            extra -= {"1"}
        numbers = [
            {word for word in one if word.isdigit() and word not in other}
            for one, other in ((said, does), (does, said))
        ]
        return bool(extra) or all(numbers)

    def _is_exchanged(self, span: Span) -> bool:
        """Return whether one word stands where the generated sentence has another."""
        tag, first, last, low, high = span
        pair = {*self.ours[first:last], *self.theirs[low:high]}
        is_word = pair not in ({"1", "a"}, {"1", "an"}) and _IDLE.isdisjoint(pair)
        return tag == "replace" and last - first == high - low == 1 and is_word

    def _is_of_another_time(self, span: Span) -> bool:
        """Return whether one says that it is done and the other that it was: "uses" and "has used"."""
        _, first, last, low, high = span
        one, other = sorted((self.ours[first:last], self.theirs[low:high]), key=len)
        return len(one) == 1 and len(other) == 2 and other[0] in _PERFECT and _stem(other[1]) == _stem(one[0])

    def _is_meant_zh(self, spans: Sequence[Span], shares: tuple[float, float]) -> bool:
        one, other = "".join(self.ours), "".join(self.theirs)
        if min(shares) >= CLOSE and _is_more_zh(one, other):
            return True
        if min(shares) < NEAR["zh"]:
            return False
        ours = {sign for _, first, last, _, _ in spans for sign in self.ours[first:last]}
        extra = {sign for sign in ours if sign not in self.theirs and sign not in _IDLE_ZH and not sign.isdigit()}
        return bool(extra) or any(one.count(word) != other.count(word) for word in _BINDING_ZH)


def _is_more(one: Counter[str], other: Counter[str]) -> bool:
    """Return whether one of two sentences does to all what the other does to a choice, or to one at random."""
    return any(
        _is_against(*(sum(held[word] for word in words) for held in (one, other) for words in (_ALL, some)))
        for some in _SOME
    )


def _is_more_zh(one: str, other: str) -> bool:
    """Return the same of two sentences in Chinese."""
    return any(
        _is_against(*(sum(map(held.count, words)) for held in (one, other) for words in (_ALL_ZH, some)))
        for some in _SOME_ZH
    )


def _is_against(all_here: int, some_here: int, all_there: int, some_there: int) -> bool:
    return (all_here > all_there and some_here < some_there) or (all_here < all_there and some_here > some_there)


def _stem(word: str) -> str:
    """Return a word without the ending that its time gives it."""
    return word[:-2] if word.endswith("ed") else word[:-1] if word.endswith("e") else word
