"""Matches the numbers of a text with those of a tree, and yields those that differ.

First those that are about the same thing, then those whose subject is unknown. A number that remains may still be
expressed in another way: once for two effects, as their sum, as a product, or as an addition to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.language.proofreading.facts import Mention
from engine.language.proofreading.numerals import Numeral

Keys = Mapping[str, re.Pattern[str]]
_COST = re.compile("pay|cost|spend|支付|消耗|花费", re.IGNORECASE)
"""Before a number that is printed on the card already."""


class _Matching:
    """One tree against one text.

    Shapes: `mentions` are the numbers of the tree that have no match yet, `free` the indices of those of the text.
    """

    def __init__(self, mentions: Sequence[Mention], numbers: Sequence[Numeral], keys: Keys) -> None:
        self.mentions = sorted(mentions, key=lambda mention: mention.soft)
        self.numbers = list(numbers)
        self.kinds = [_kinds(number, keys) for number in numbers]
        self.free = set(range(len(numbers)))
        self.keys = keys
        self.kinds_of_tree = {mention.kind for mention in mentions if mention.kind}

    def pair(self, *, alike: bool, sure: bool) -> None:
        """Pair equal numbers; `alike` if both must be about the same, `sure` if both must have a known subject."""
        open_mentions: list[Mention] = []
        for mention in self.mentions:
            free = sorted(self.free, key=lambda index: (self.numbers[index].soft, index))
            pairs = (index for index in free if self._is_pair(mention, index, alike=alike, sure=sure))
            index = next(pairs, None)
            if index is None:
                open_mentions.append(mention)
            else:
                self.free.discard(index)
        self.mentions = open_mentions

    def _is_pair(self, mention: Mention, index: int, *, alike: bool, sure: bool) -> bool:
        if not _is_equal(mention, self.numbers[index]):
            return False
        is_loose = not alike and not self.numbers[index].soft and not self._is_of_other(mention, index)
        return is_loose or self.is_about_same(mention, index, sure=sure)

    def _is_of_other(self, mention: Mention, index: int) -> bool:
        """Return whether the words around a number of the text are of another effect of the tree."""
        if not mention.kind or self.kinds[index].isdisjoint(self.kinds_of_tree):
            return False
        return not any(self.keys[mention.kind].search(words) for words in self.numbers[index].around)

    def is_about_same(self, mention: Mention, index: int, *, sure: bool = False) -> bool:
        """Return whether a number of the text may be about the same thing as one of the tree."""
        kinds, number = self.kinds[index], self.numbers[index]
        is_word = number.soft and number.value < 2 and not number.word.isdigit()
        return mention.kind in kinds if is_word or (mention.kind and kinds) else not sure

    def match_up(self, index: int, mentions: Sequence[Mention]) -> None:
        """Match a number of the text with several of the tree, if there are any."""
        if mentions:
            self.free.discard(index)
            self.mentions = [mention for mention in self.mentions if mention not in mentions]

    def is_repeated(self, mention: Mention) -> bool:
        """Return whether a number of the text that stands for another of the same kind may stand for this too."""
        numbers = enumerate(self.numbers)
        return bool(mention.kind) and any(
            _is_equal(mention, number) and self.is_about_same(mention, index) for index, number in numbers
        )

    def hard(self) -> list[int]:
        """Return the indices of the remaining numbers of the text that must be numbers."""
        return [index for index in sorted(self.free) if not self.numbers[index].soft]

    def candidate(self, mention: Mention) -> int | None:
        """Return the number of the text in the place of one of the tree: alike, or at the same end of a row."""
        alike = [index for index in self.hard() if self.is_about_same(mention, index)]
        ends = [index for index in sorted(self.free) if mention.end and self.numbers[index].end == mention.end]
        return next(iter(alike + ends), None)

    def explain(self) -> None:
        """Match what the text expresses as a product, a sum or an addition."""
        for index in self.hard():
            number = self.numbers[index]
            alike = [mention for mention in self.mentions if mention.kind and self.is_about_same(mention, index)]
            products = [
                mention for mention in alike if mention.passes > 1 and mention.value * mention.passes == number.value
            ]
            if products:
                self.match_up(index, products[:1])
            elif len(alike) > 1 and sum(mention.value for mention in alike) == number.value:
                self.match_up(index, alike)
            elif number.is_added:
                values = [other.value for place, other in enumerate(self.numbers) if place != index]
                self.match_up(index, [mention for mention in alike if mention.value - number.value in values][:1])


def number_mismatches(
    mentions: Sequence[Mention], numbers: Sequence[Numeral], keys: Keys, stats: set[int]
) -> Iterator[tuple[Mention | None, Numeral | None]]:
    """Yield the numbers that differ, each of the tree with the one of the text that is in its place, if any is.

    Shapes: stats are numbers of the card itself, which a text may name too.
    """
    matching = _Matching(mentions, numbers, keys)
    for alike, sure in ((True, True), (True, False), (False, False)):
        matching.pair(alike=alike, sure=sure)
    matching.explain()
    for mention in sorted(matching.mentions, key=lambda mention: (mention.soft, mention.path.endswith("/min"))):
        index = matching.candidate(mention)
        if index is not None:
            matching.free.discard(index)
            yield mention, matching.numbers[index]
        elif not mention.soft and not matching.is_repeated(mention):
            yield mention, None
    for index in matching.hard():
        number = matching.numbers[index]
        is_printed = number.word.isdigit() and number.value in stats
        if not is_printed or (matching.kinds[index] and not _COST.search(number.around[1])):
            yield None, number


def _is_equal(mention: Mention, number: Numeral) -> bool:
    """Return whether two numbers are equal, as limits where one is a limit."""
    if mention.limit is None:
        return mention.value == number.value
    if number.end is not None:
        return mention.limit == number.value and mention.end in (0, number.end)
    if number.limit is not None:
        return mention.limit == number.limit
    return number.value in (mention.value, mention.limit)


def _kinds(number: Numeral, keys: Keys) -> frozenset[str]:
    """Return the kinds of effect to which a number may belong, by the words after it, else by those before it."""
    for words in number.around:
        kinds = frozenset(name for name, key in keys.items() if key.search(words))
        if kinds:
            return kinds
    return frozenset()
