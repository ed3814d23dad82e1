"""Problems that cards have only together: cycles across several cards, odd costs, missing triggers.

Every function takes the summaries of the set in its order and yields problems with the place in the set of the card at which they are reported.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from engine.errors import Problem
from engine.language.analysis.card_cycles import looping
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.scope import glob, overlap
from engine.language.analysis.trigger_cycles import find_trigger_cycles
from engine.language.analysis.trigger_graph import graph_of, stat_cycles
from engine.language.diagnostics import messages
from engine.language.diagnostics.messages import report
from engine.language.diagnostics.suggestions import nearest
from engine.language.spec.interpolation import BadTemplate, Template, parse

Found = Iterator[tuple[int, Problem]]

MAX_PROBLEMS = 200
"""So many problems of one kind are reported for a set: its author fixes some and checks again."""

ENOUGH = 20
"""So many costs make a scale (§2.5)."""


def cross_card_problems(summaries: Sequence[CardSummary]) -> Found:
    """Yield every problem of a set as a whole."""
    for kind in (
        trigger_cycles_across_cards,
        stat_cycles_across_cards,
        odd_costs,
        unmade_triggers,
        other_kinds,
        unknown_keys,
    ):
        yield from islice(kind(summaries), MAX_PROBLEMS)


def trigger_cycles_across_cards(summaries: Sequence[CardSummary]) -> Found:
    """Yield the cycles of triggers across several cards that nothing ends, each reported at one of its triggers."""
    graph = graph_of(summaries)
    first, known = 0, set[int]()
    for one in summaries:
        known.update(first + place for place in looping(one))
        first += len(one.listeners)
    for cycle in find_trigger_cycles(graph, endless=True, without=frozenset(known)):
        start, *others = cycle.steps
        yield (
            start.number,
            messages.endless_together(start.path, start.event, [(step.card, step.event) for step in others]),
        )


def stat_cycles_across_cards(summaries: Sequence[CardSummary]) -> Found:
    """Yield the cycles of static modifiers over several cards."""
    rules = [(number, one) for number, held in enumerate(summaries) for one in held.modifiers]
    for found in stat_cycles([(one.feeds, one.reads) for _, one in rules]):
        cards = list(dict.fromkeys(rules[place][0] for place in found))
        if len(cards) > 1:
            number, first = rules[found[0]]
            yield (
                number,
                messages.feeds_itself(first.path, first.feeds, tuple(summaries[card].card for card in cards[1:])),
            )


def odd_costs(summaries: Sequence[CardSummary]) -> Found:
    """Yield the costs that lie beyond the 1st and 99th percentile of the same cost of the other cards of the kind, and far from it.

    Far means farther than any two neighbours among the others are apart, so that the top of an even scale is not odd.
    """
    scales: dict[tuple[str, str], list[int]] = {}
    for one in summaries:
        for _, cost, name in one.costs:
            insort(scales.setdefault((one.kind, name), []), cost)
    for number, one in enumerate(summaries):
        for path, cost, name in one.costs:
            scale = scales[one.kind, name]
            if len(scale) >= ENOUGH and (usual := _beyond(cost, scale)) is not None:
                yield number, report("odd-cost", path, found=cost, low=usual[0], high=usual[1], wanted=[*usual])


def _beyond(cost: int, scale: Sequence[int]) -> tuple[int, int] | None:
    """Return the usual range of the others when a cost is far outside it.

    Shapes: scale is sorted and holds the cost once for the card itself.
    """
    if scale[0] < cost < scale[-1]:
        low, high = _percentiles(scale)
        if low <= cost <= high:
            return None
    at = bisect_right(scale, cost) - 1
    others = [*scale[:at], *scale[at + 1 :]]
    low, high = _percentiles(others)
    inside = [other for other in others if low <= other <= high]
    step = max((after - before for before, after in pairwise(inside)), default=0)
    return (low, high) if cost < low - max(step, 1) or cost > high + max(step, 1) else None


def _percentiles(scale: Sequence[int]) -> tuple[int, int]:
    """Return the 1st and the 99th percentile of sorted numbers, by nearest rank."""
    size = len(scale)
    return scale[max(0, -(-size // 100) - 1)], scale[max(0, -(-99 * size // 100) - 1)]


def unmade_triggers(summaries: Sequence[CardSummary]) -> Found:
    """Yield the triggers that are named and that no card of the set makes; a reference may be to anything."""
    plain = {made for one in summaries for made in one.made if "{" not in made}
    globs = [_glob(made) for made in sorted({made for one in summaries for made in one.made if "{" in made})]
    for number, one in enumerate(summaries):
        for path, named in one.named:
            pattern = _glob(named)
            others = [*globs, *map(re.escape, sorted(plain))] if "{" in named else globs
            if (
                pattern is not None
                and named not in plain
                and not any(overlap(pattern, made) for made in others if made)
            ):
                yield number, messages.no_such("no-such-trigger", path, named, nearest(named, sorted(plain)))


def other_kinds(summaries: Sequence[CardSummary]) -> Found:
    """Yield the cards that are named where one of another kind is wanted; of one id twice, either may be meant."""
    kinds: dict[str, set[str]] = {}
    for one in summaries:
        kinds.setdefault(one.card, set()).add(one.kind)
    for number, one in enumerate(summaries):
        for path, card, wanted in one.meant:
            held = kinds.get(card, set())
            if held and wanted not in held:
                near = nearest(card, sorted(name for name, sorts in kinds.items() if wanted in sorts))
                yield number, messages.no_such("card-of-another-kind", path, card, near, kind=min(held), wanted=wanted)


def unknown_keys(summaries: Sequence[CardSummary]) -> Found:
    """Yield the keys that are named of a map of another card, which has none of that name; of one id twice, either may be meant."""
    keys: dict[tuple[str, str], frozenset[str]] = {}
    for one in summaries:
        for name, held in one.keys.items():
            keys[one.card, name] = keys.get((one.card, name), frozenset()) | held
    for number, one in enumerate(summaries):
        for path, card, name, key in one.keyed:
            known = keys.get((card, name))
            if card != one.card and known is not None and key not in known:
                yield number, _no_such_key(path, card, name, key, known)


def own_unknown_keys(one: CardSummary) -> Iterator[Problem]:
    """Yield the keys that a card names of a map of its own, which has none of that name."""
    for path, card, name, key in one.keyed:
        if card == one.card and key not in one.keys[name]:
            yield _no_such_key(path, card, name, key, one.keys[name])


def _no_such_key(path: str, card: str, name: str, key: str, known: Iterable[str]) -> Problem:
    """Return the problem of a key that a map of a card does not have."""
    return messages.report("no-such-key", path, found=key, nearest=nearest(key, sorted(known)), card=card, name=name)


def _glob(written: str) -> str | None:
    """Return the pattern of all that a text with references in it may become; None for one that may be anything."""
    try:
        parsed = parse(written)
    except BadTemplate:
        return None
    if isinstance(parsed, str):
        return glob((parsed,))
    return glob(parsed.pieces) if isinstance(parsed, Template) else None
