"""Texts that make a pattern work: made from its own parse tree, each repeat pumped, then a tail on which it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from re import _constants as sre
from re import _parser
from typing import Any, Final, NamedTuple

MAX_PUMPS: Final = 8
"""A repeat of fewer turns is not pumped: its work is bounded by the pattern."""
BODIES, PREFIXES = 7, 2
TAILS: Final = ("\0", "!\n")
USUAL: Final = " \t\na0A_-.,:;!\"'/*中"
_REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


class Pump(NamedTuple):
    """A text: its beginning, what is repeated, and its end."""

    prefix: str
    body: str
    tail: str

    def text(self, length: int) -> str:
        """Return the text with about a number of characters of the repeated part."""
        return self.prefix + self.body * max(1, length // len(self.body)) + self.tail


def pumps(pattern: str | bytes, flags: int = 0) -> list[Pump]:
    """Return the texts for a pattern; none where nothing is repeated. A bytes pattern is pumped with characters of one byte."""
    tree = _parser.parse(pattern, flags)
    sampler = _Sampler(tree)
    matches: dict[Pump, None] = {}
    for prefix, bodies in sampler.repeats(tree, [""]):
        # what fits here may fit elsewhere in the pattern too, so every kind of character is pumped behind every prefix
        for body in islice(dict.fromkeys((*bodies, *sampler.letters)), BODIES):
            matches.update(dict.fromkeys(Pump(prefix, body, tail) for tail in TAILS if body))
    return list(matches)


class _Sampler:
    """Makes short texts that parts of a pattern match."""

    def __init__(self, tree: Any) -> None:
        sets = list(_sets(tree))
        letters = dict.fromkeys((*_literals(tree), *USUAL))
        kinds: dict[tuple[bool, ...], str] = {}
        for letter in letters:
            kinds.setdefault(tuple(_holds(each, letter) for each in sets), letter)
        self.letters = [letter for kind, letter in kinds.items() if any(kind)]

    def repeats(self, tree: Any, prefixes: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each repeat of a tree: a text that leads to it, and the texts that one turn of it may match."""
        for op, state in tree:
            if op in _REPEATS:
                _, most, body = state
                bodies = self.texts(body)
                if most >= MAX_PUMPS:
                    mixed = [first + second for first, second in product(bodies[:2], bodies[:3]) if first != second]
                    for prefix in prefixes:
                        yield prefix, [*bodies, *mixed]
                yield from self.repeats(body, prefixes)
            else:
                for inner in _inside(op, state):
                    yield from self.repeats(inner, prefixes)
            behind = self.texts([(op, state)])
            prefixes = [first + second for first, second in product(prefixes, behind[:PREFIXES])][:PREFIXES]

    def texts(self, tree: Any) -> list[str]:
        """Return some texts that a tree matches, each of another kind where it has several."""
        parts = [self._of(op, held) for op, held in tree]
        most = min(BODIES, max((len(part) for part in parts), default=1))
        return ["".join(part[number % len(part)] for part in parts) for number in range(most)]

    def _of(self, op: Any, argument: Any) -> list[str]:
        if op is sre.LITERAL:
            return [chr(argument)]
        if op in (sre.NOT_LITERAL, sre.ANY, sre.IN, sre.CATEGORY):
            return [letter for letter in self.letters if _holds((op, argument), letter)] or ["x"]
        if op is sre.BRANCH:
            return [text for branch in argument[1] for text in self.texts(branch)[:3]] or [""]
        if op is sre.SUBPATTERN:
            return self.texts(argument[3])
        if op is sre.ATOMIC_GROUP:
            return self.texts(argument)
        if op in _REPEATS:
            least, most, body = argument
            return [text * max(least, min(1, most)) for text in self.texts(body)]
        return [""]


def _inside(op: Any, argument: Any) -> list[Any]:
    """Return the trees inside a node that is no repeat."""
    if op is sre.BRANCH:
        return list(argument[1])
    if op is sre.SUBPATTERN:
        return [argument[3]]
    if op is sre.ATOMIC_GROUP:
        return [argument]
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    if op is sre.GROUPREF_EXISTS:
        return [each for each in argument[1:] if each is not None]
    return []


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    for op, held in tree:
        yield op, held
        for inner in [held[2]] if op in _REPEATS else _inside(op, held):
            yield from _nodes(inner)


def _sets(tree: Any) -> Iterator[tuple[Any, Any]]:
    return (node for node in _nodes(tree) if node[0] in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN))


def _literals(tree: Any) -> Iterator[str]:
    for op, state in _nodes(tree):
        if op in (sre.LITERAL, sre.NOT_LITERAL):
            yield chr(state)
        for kind, value in state if op is sre.IN else ():
            if kind is sre.LITERAL:
                yield chr(value)
            elif kind is sre.RANGE:
                yield from map(chr, value)


_CATEGORIES: Final = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _holds(node: tuple[Any, Any], letter: str) -> bool:
    """Return whether a node for one character takes a letter; case does not matter here."""
    op, state = node
    if op is sre.LITERAL:
        return bool(state == ord(letter))
    if op is sre.NOT_LITERAL:
        return bool(state != ord(letter))
    if op is sre.RANGE:
        return bool(state[0] <= ord(letter) <= state[1])
    if op is sre.CATEGORY:
        return re.match(_CATEGORIES[state], letter) is not None
    if op is sre.IN:
        is_denied = state[0][0] is sre.NEGATE
        return any(_holds(each, letter) for each in state[is_denied:]) != is_denied
    return op is sre.ANY
