"""Problems that cards have only together: cycles across several cards, odd costs, missing triggers.

Every function takes the summaries of the set in its order and yields problems with the place in the set of the card at which they are reported.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from engine.errors import Problem
from engine.language.analysis.card_cycles import looping
from engine.language.analysis.card_summary import CardSummary, card_summary
from engine.language.analysis.naming import KnownIds
from engine.language.analysis.scope import Glob, glob, overlap
from engine.language.analysis.trigger_cycles import find_trigger_cycles
from engine.language.analysis.trigger_graph import graph_of, stat_cycles
from engine.language.diagnostics import messages
from engine.language.diagnostics.messages import report
from engine.language.diagnostics.suggestions import Suggestions, nearest
from engine.language.spec.interpolation import BadTemplate, Template, parse
from engine.language.spec.vocabulary import Vocabulary

Found = Iterator[tuple[int, Problem]]

MAX_PROBLEMS = 200
"""So many problems of one kind are reported for a set: its author fixes some and checks again."""

ENOUGH = 20
"""So many costs make a scale (§2.5)."""


WEIGHED = 5_000_000
"""So many characters of names of triggers are compared with each other: 125,000 pairs of usual names, a tenth of a second."""


def cross_card_problems(summaries: Sequence[CardSummary]) -> Found:
    """Yield every problem of a set as a whole."""
    for kind in (
        trigger_cycles_across_cards,
        stat_cycles_across_cards,
        odd_costs,
        unmade_triggers,
        other_kinds,
        unknown_keys,
        unmade_parts,
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
    costs: dict[tuple[str, str], list[int]] = {}
    for one in summaries:
        for _, cost, name in one.costs:
            costs.setdefault((one.kind, name), []).append(cost)
    scales = {key: Scale(held) for key, held in costs.items() if len(held) >= ENOUGH}
    for number, one in enumerate(summaries):
        for path, cost, name in one.costs:
            scale = scales.get((one.kind, name))
            if scale is not None and (usual := scale.beyond(cost)) is not None:
                yield number, report("odd-cost", path, found=cost, low=usual[0], high=usual[1], wanted=[*usual])


class Scale:
    """Sorted costs, each of which is compared with all the others."""

    def __init__(self, costs: Iterable[int]) -> None:
        self._costs = sorted(costs)
        self._steps: dict[tuple[int, int], int] = {}

    def beyond(self, cost: int) -> tuple[int, int] | None:
        """Return the usual range of the others when a cost, which is one of the scale, is far outside it."""
        at = bisect_right(self._costs, cost) - 1
        low, high = self._percentiles(at)
        if low <= cost <= high:
            return None
        step = max(self._step(low, high), 1)
        return (low, high) if cost < low - step or cost > high + step else None

    def _percentiles(self, without: int) -> tuple[int, int]:
        """Return the 1st and the 99th percentile of the costs but one, by nearest rank."""
        size = len(self._costs) - 1
        ranks = (max(0, -(-size // 100) - 1), max(0, -(-99 * size // 100) - 1))
        low, high = (self._costs[rank + (rank >= without)] for rank in ranks)
        return low, high

    def _step(self, low: int, high: int) -> int:
        """Return how far neighbours in a range are apart at most; leaving out one cost gives no more than a few ranges."""
        if (low, high) not in self._steps:
            inside = self._costs[bisect_left(self._costs, low) : bisect_right(self._costs, high)]
            self._steps[low, high] = max((after - before for before, after in pairwise(inside)), default=0)
        return self._steps[low, high]


def unmade_triggers(summaries: Sequence[CardSummary]) -> Found:
    """Yield the triggers that are named and that no card of the set makes; a reference may be to anything.

    Names with references in them are compared pair by pair up to WEIGHED characters; beyond, a name counts as made.
    """
    made = sorted({made for one in summaries for made in one.made})
    plain = {name for name in made if "{" not in name}
    globs = [pattern for name in made if "{" in name and (pattern := _glob(name))]
    named = dict.fromkeys(name for one in summaries for _, name in one.named if name not in plain)
    missing, suggestions = _missing(named, globs, [*globs, *((name,) for name in sorted(plain))]), Suggestions(plain)
    for number, one in enumerate(summaries):
        for path, name in one.named:
            if name in missing:
                yield number, messages.no_such("no-such-trigger", path, name, suggestions.of(name))


def _missing(named: Iterable[str], globs: Sequence[Glob], made: Sequence[Glob]) -> set[str]:
    """Return the names that fit nothing that is made: of plain names, none of the globs; of others, no name either."""
    left = WEIGHED
    missing: set[str] = set()
    for name in named:
        pattern = _glob(name)
        if pattern is None:
            continue
        for other in made if "{" in name else globs:
            left -= len(name) + sum(map(len, other))
            if left < 0:
                return missing
            if overlap(pattern, other):
                break
        else:
            missing.add(name)
    return missing


def other_kinds(summaries: Sequence[CardSummary]) -> Found:
    """Yield the cards that are named where one of another kind is wanted; of one id twice, either may be meant."""
    kinds: dict[str, set[str]] = {}
    for one in summaries:
        kinds.setdefault(one.card, set()).add(one.kind)
    suggestions: dict[tuple[str, ...], Suggestions] = {}
    for number, one in enumerate(summaries):
        for path, card, wanted in one.meant:
            held = kinds.get(card, set())
            if held and held.isdisjoint(wanted):
                if wanted not in suggestions:
                    fitting = [name for name, sorts in kinds.items() if not sorts.isdisjoint(wanted)]
                    suggestions[wanted] = Suggestions(fitting)
                yield number, messages.other_kind(path, card, min(held), wanted, suggestions[wanted].of(card))


def other_kinds_than(one: CardSummary, known: frozenset[str]) -> Iterator[Problem]:
    """Yield the cards that a card names where one of another kind is wanted, as far as the kinds of the known ones are known."""
    kinds = known.kinds if isinstance(known, KnownIds) else {}
    if one.card in kinds:
        kinds = {**kinds, one.card: one.kind}
    for path, card, wanted in one.meant:
        if (kind := kinds.get(card)) and kind not in wanted:
            near = nearest(card, [name for name, sort in kinds.items() if sort in wanted])
            yield messages.other_kind(path, card, kind, wanted, near)


def lost_elsewhere(vocabulary: Vocabulary, one: CardSummary, known: frozenset[str]) -> Iterator[Problem]:
    """Yield the triggers and the keys of other cards that a card names and that are nowhere, where the pack can be asked for the others."""
    cards, triggers = one.parts_elsewhere
    if not isinstance(known, KnownIds) or known.others is None or not (cards or triggers):
        return
    others = (card_summary(vocabulary, card) for card in known.others(cards, triggers))
    held = [one, *(each for each in others if each.card != one.card)]
    for kind in (unmade_triggers, unknown_keys, unmade_parts):
        yield from (problem for number, problem in kind(held) if number == 0)


def unknown_keys(summaries: Sequence[CardSummary]) -> Found:
    """Yield the keys that are named of a map of another card, which has none of that name; of one id twice, either may be meant."""
    keys: dict[tuple[str, str], set[str]] = {}
    for one in summaries:
        for name, held in one.keys.items():
            keys.setdefault((one.card, name), set()).update(held)
    suggestions = {held: Suggestions(known) for held, known in keys.items()}
    for number, one in enumerate(summaries):
        for path, card, name, key in one.keyed:
            known = keys.get((card, name))
            if card != one.card and known is not None and key not in known:
                yield number, _no_such_key(path, card, name, key, suggestions[card, name])


def unmade_parts(summaries: Sequence[CardSummary]) -> Found:
    """Yield the parts that are named of no card in particular, and that no card of the kinds that may have them has."""
    parts: dict[tuple[str, str], set[str]] = {}
    for one in summaries:
        for name, held in one.keys.items():
            parts.setdefault((one.kind, name), set()).update(held)
    for number, one in enumerate(summaries):
        for part in one.loose:
            known = set[str]().union(*(parts.get((kind, part.field), ()) for kind in part.kinds))
            if part.name not in known:
                near = nearest(part.name, known)
                yield number, messages.no_such("no-such-part", part.path, part.name, near, kind=part.kinds[0])


def own_unknown_keys(one: CardSummary) -> Iterator[Problem]:
    """Yield the keys that a card names of a map of its own, which has none of that name."""
    suggestions = {name: Suggestions(known) for name, known in one.keys.items()}
    for path, card, name, key in one.keyed:
        if card == one.card and key not in one.keys.get(name, (key,)):
            yield _no_such_key(path, card, name, key, suggestions[name])


def _no_such_key(path: str, card: str, name: str, key: str, known: Suggestions) -> Problem:
    """Return the problem of a key that a map of a card does not have."""
    return messages.report("no-such-key", path, found=key, nearest=known.of(key), card=card, name=name)


def _glob(written: str) -> Glob | None:
    """Return the pattern of all that a text with references in it may become; None for one that may be anything."""
    try:
        parsed = parse(written)
    except BadTemplate:
        return None
    if isinstance(parsed, str):
        return glob((parsed,))
    return glob(parsed.pieces) if isinstance(parsed, Template) else None
