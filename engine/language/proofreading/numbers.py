"""Matches the numbers of a text with those of a tree, and says which are left.

First those that are about the same thing, then those whose subject is unknown. What is left may still be said
in another way: once for two effects, as their sum, as so many times so much, or as so much more than another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.language.proofreading.facts import Mention
from engine.language.proofreading.numerals import Numeral

Keys = Mapping[str, re.Pattern[str]]
_COST = re.compile("pay|cost|spend|支付|消耗|花费", re.IGNORECASE)
"""Before a number that is printed on the card already."""

Left = tuple[Mention | None, Numeral | None]


class _Match:
    """One tree against one text."""

    def __init__(self, told: Sequence[Mention], written: Sequence[Numeral], keys: Keys) -> None:
        self.told = sorted(told, key=lambda one: one.soft)
        self.written = list(written)
        self.kinds = [_kinds(number, keys) for number in written]
        self.free = set(range(len(written)))
        self.keys = keys
        self.kinds_told = {one.kind for one in told if one.kind}

    def take(self, *, alike: bool, sure: bool) -> None:
        """Pair what is equal; `alike` asks that both are about the same, `sure` that it is known of both."""
        left: list[Mention] = []
        for told in self.told:
            free = sorted(self.free, key=lambda at: (self.written[at].soft, at))
            place = next((at for at in free if self._pairs(told, at, alike=alike, sure=sure)), None)
            if place is None:
                left.append(told)
            else:
                self.free.discard(place)
        self.told = left

    def _pairs(self, told: Mention, at: int, *, alike: bool, sure: bool) -> bool:
        if not _equal(told, self.written[at]):
            return False
        loose = not alike and not self.written[at].soft and not self._about_others(told, at)
        return loose or self.about_same(told, at, sure=sure)

    def _about_others(self, told: Mention, at: int) -> bool:
        """Return whether the words around a number of the text say that it is of another effect of the tree."""
        if not told.kind or self.kinds[at].isdisjoint(self.kinds_told):
            return False
        return not any(self.keys[told.kind].search(words) for words in self.written[at].around)

    def about_same(self, told: Mention, at: int, *, sure: bool = False) -> bool:
        """Return whether a number of the text may be about the same as one of the tree."""
        kinds = self.kinds[at]
        number = self.written[at]
        if number.soft and number.value < 2 and not number.said.isdigit():
            return told.kind in kinds
        if told.kind and kinds:
            return told.kind in kinds
        return not sure

    def explained(self, at: int, told: Sequence[Mention]) -> None:
        """Take a number of the text as saying these of the tree, unless there are none."""
        if told:
            self.free.discard(at)
            self.told = [one for one in self.told if one not in told]

    def is_said(self, told: Mention) -> bool:
        """Return whether a number of the text that says another of the same kind may say this too."""
        return bool(told.kind) and any(
            _equal(told, number) and self.about_same(told, at) for at, number in enumerate(self.written)
        )

    def row_of(self, told: Mention) -> int | None:
        """Return the end of a row of numbers that is left for the bound of a comparison, None where there is none."""
        ends = (at for at in sorted(self.free) if told.end and self.written[at].end == told.end)
        return next(ends, None)

    def hard(self) -> list[int]:
        """Return the numbers of the text that are left and are meant as numbers."""
        return [at for at in sorted(self.free) if not self.written[at].soft]


def unmatched(told: Sequence[Mention], written: Sequence[Numeral], keys: Keys, stats: set[int]) -> Iterator[Left]:
    """Yield the numbers that differ, each of the tree with the one of the text that is in its place, if any is.

    Shapes: stats are numbers of the card itself, which a text may name too.
    """
    match = _Match(told, written, keys)
    for alike, sure in ((True, True), (True, False), (False, False)):
        match.take(alike=alike, sure=sure)
    _explain(match)
    for one in sorted(match.told, key=lambda one: (one.soft, one.path.endswith("/min"))):
        place = next((at for at in match.hard() if match.about_same(one, at)), match.row_of(one))
        if place is not None:
            match.free.discard(place)
            yield one, match.written[place]
        elif not one.soft and not match.is_said(one):
            yield one, None
    for place in match.hard():
        number = match.written[place]
        printed = number.said.isdigit() and number.value in stats
        if not printed or (match.kinds[place] and not _COST.search(number.around[1])):
            yield None, number


def _equal(told: Mention, number: Numeral) -> bool:
    """Return whether two numbers say the same, as bounds where one is a bound."""
    if told.bound is not None and number.end is not None:
        return told.bound == number.value and told.end in (0, number.end)
    if told.bound is not None:
        return told.bound == number.bound if number.bound is not None else number.value in (told.value, told.bound)
    return told.value == number.value


def _kinds(number: Numeral, keys: Keys) -> frozenset[str]:
    """Return the kinds of effect that a number may belong to, by the words after it, else by those before it."""
    for words in number.around:
        if found := frozenset(name for name, key in keys.items() if key.search(words)):
            return found
    return frozenset()


def _explain(match: _Match) -> None:
    """Let pass what the text says in another way."""
    for at in match.hard():
        number = match.written[at]
        about = [one for one in match.told if one.kind and match.about_same(one, at)]
        several = next((one for one in about if one.passes > 1 and one.value * one.passes == number.value), None)
        if several is not None:
            match.explained(at, [several])
        elif len(about) > 1 and sum(one.value for one in about) == number.value:
            match.explained(at, about)
        elif number.more:
            said = [match.written[other].value for other in range(len(match.written)) if other != at]
            match.explained(at, [one for one in about if one.value - number.value in said][:1])
