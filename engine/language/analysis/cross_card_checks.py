"""Problems that cards have only together: cycles across several cards, odd costs, missing triggers.

Every function takes the summaries of the set in its order and yields problems with the place in the set of the card at which they are reported.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from engine.errors import Problem, Problems
from engine.language.analysis.card_cycles import looping
from engine.language.analysis.card_summary import CardSummary, card_summary
from engine.language.analysis.naming import KnownIds
from engine.language.analysis.scope import Glob, glob, overlap
from engine.language.analysis.trigger_cycles import find_trigger_cycles
from engine.language.analysis.trigger_graph import stat_cycles, triggers_of
from engine.language.analysis.variants import variant_problems
from engine.language.diagnostics import messages
from engine.language.diagnostics.messages import report
from engine.language.diagnostics.suggestions import Suggestions, nearest
from engine.language.spec import Vocabulary
from engine.language.spec.interpolation import Template, parsed_text

NumberedProblems = Iterator[tuple[int, Problem]]

MAX_PROBLEMS = 200
"""So many problems of one kind are reported for a set: its author fixes some and checks again."""

MIN_COSTS = 20
"""So many costs make a scale (§2.5)."""


MAX_COMPARED_LETTERS = 5_000_000
"""So many characters of names of triggers are compared with each other: 125,000 pairs of usual names, a tenth of a second."""


def cross_card_problems(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield every problem of a set as a whole."""
    for kind in (
        trigger_cycles_across_cards,
        stat_cycles_across_cards,
        odd_costs,
        unmade_triggers,
        other_kinds,
        unknown_keys,
        unmade_parts,
        variant_problems,
    ):
        yield from islice(kind(summaries), MAX_PROBLEMS)


def trigger_cycles_across_cards(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the cycles of triggers across several cards that nothing ends, each reported at one of its triggers."""
    triggers = triggers_of(summaries)
    first, single_card = 0, set[int]()
    for one in summaries:
        single_card.update(first + place for place in looping(one))
        first += len(one.listeners)
    for cycle in find_trigger_cycles(triggers, endless=True, excluded_ids=frozenset(single_card)):
        start, *rest = cycle.steps
        yield (
            start.number,
            messages.endless_together(start.path, start.event, [(step.card, step.event) for step in rest]),
        )


def stat_cycles_across_cards(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the cycles of static modifiers over several cards."""
    rules = [(number, one) for number, held in enumerate(summaries) for one in held.modifiers]
    for cycle in stat_cycles([(one.feeds, one.reads) for _, one in rules]):
        cards = list(dict.fromkeys(rules[place][0] for place in cycle))
        if len(cards) > 1:
            number, first = rules[cycle[0]]
            yield (
                number,
                messages.feeds_itself(first.path, first.feeds, tuple(summaries[card].card for card in cards[1:])),
            )


def odd_costs(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the costs that lie beyond the 1st and 99th percentile of the same cost of the other cards of the kind, and far from it.

    Far means farther than any two neighbours among the others are apart, so that the top of an even scale is not odd.
    """
    costs: dict[tuple[str, str], list[int]] = {}
    for summary in summaries:
        for _, cost, name in summary.costs:
            costs.setdefault((summary.kind, name), []).append(cost)
    scales = {key: Scale(held) for key, held in costs.items() if len(held) >= MIN_COSTS}
    for number, summary in enumerate(summaries):
        for path, cost, name in summary.costs:
            scale = scales.get((summary.kind, name))
            if scale is not None and (usual := scale.usual_range_beside(cost)) is not None:
                yield number, report("odd-cost", path, found=cost, low=usual[0], high=usual[1], wanted=[*usual])


class Scale:
    """Sorted costs, each of which is compared with all the others."""

    def __init__(self, costs: Iterable[int]) -> None:
        self._costs = sorted(costs)
        self._steps: dict[tuple[int, int], int] = {}

    def usual_range_beside(self, cost: int) -> tuple[int, int] | None:
        """Return the usual range of the others when a cost, which is one of the scale, is far outside it."""
        at = bisect_right(self._costs, cost) - 1
        low, high = self._percentiles(at)
        if low <= cost <= high:
            return None
        step = max(self._step(low, high), 1)
        return (low, high) if cost < low - step or cost > high + step else None

    def _percentiles(self, index: int) -> tuple[int, int]:
        """Return the 1st and the 99th percentile of the costs but one, by nearest rank."""
        size = len(self._costs) - 1
        ranks = (max(0, -(-size // 100) - 1), max(0, -(-99 * size // 100) - 1))
        low, high = (self._costs[rank + (rank >= index)] for rank in ranks)
        return low, high

    def _step(self, low: int, high: int) -> int:
        """Return how far neighbours in a range are apart at most; leaving out one cost gives no more than a few ranges."""
        if (low, high) not in self._steps:
            inside = self._costs[bisect_left(self._costs, low) : bisect_right(self._costs, high)]
            self._steps[low, high] = max((after - before for before, after in pairwise(inside)), default=0)
        return self._steps[low, high]


def unmade_triggers(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the triggers that are named and that no card of the set makes; a reference may be to anything.

    Names with references in them are compared pair by pair up to MAX_COMPARED_LETTERS characters; beyond, a name counts as made.
    """
    made = sorted({made for summary in summaries for made in summary.trigger_ids})
    plain = {name for name in made if "{" not in name}
    globs = [pattern for name in made if "{" in name and (pattern := _glob(name))]
    named = dict.fromkeys(name for summary in summaries for _, name in summary.named if name not in plain)
    missing, suggestions = _missing(named, globs, [*globs, *((name,) for name in sorted(plain))]), Suggestions(plain)
    for number, summary in enumerate(summaries):
        for path, name in summary.named:
            if name in missing:
                yield number, messages.no_such("no-such-trigger", path, name, suggestions.of(name))


def _missing(names: Iterable[str], globs: Sequence[Glob], patterns: Sequence[Glob]) -> set[str]:
    """Return the names that fit nothing that is made: of plain names, none of the globs; of others, no name either."""
    budget = MAX_COMPARED_LETTERS
    missing: set[str] = set()
    for name in names:
        pattern = _glob(name)
        if pattern is None:
            continue
        for candidate in patterns if "{" in name else globs:
            budget -= len(name) + sum(map(len, candidate))
            if budget < 0:
                return missing
            if overlap(pattern, candidate):
                break
        else:
            missing.add(name)
    return missing


def other_kinds(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the cards that are named where one of another kind is wanted; of one id twice, either may be meant."""
    kinds: dict[str, set[str]] = {}
    for summary in summaries:
        kinds.setdefault(summary.card, set()).add(summary.kind)
    suggestions: dict[tuple[str, ...], Suggestions] = {}
    for number, summary in enumerate(summaries):
        for path, card, expected in summary.card_uses:
            actual = kinds.get(card, set())
            if actual and actual.isdisjoint(expected):
                if expected not in suggestions:
                    fitting = [name for name, sorts in kinds.items() if not sorts.isdisjoint(expected)]
                    suggestions[expected] = Suggestions(fitting)
                yield number, messages.other_kind(path, card, min(actual), expected, suggestions[expected].of(card))


def other_kinds_than(summary: CardSummary, known: frozenset[str]) -> Problems:
    """Yield the cards that a card names where one of another kind is wanted, as far as the kinds of the known ones are known."""
    kinds = known.kinds if isinstance(known, KnownIds) else {}
    if summary.card in kinds:
        kinds = {**kinds, summary.card: summary.kind}
    for path, card, expected in summary.card_uses:
        if (kind := kinds.get(card)) and kind not in expected:
            near = nearest(card, [name for name, sort in kinds.items() if sort in expected])
            yield messages.other_kind(path, card, kind, expected, near)


def lost_elsewhere(vocabulary: Vocabulary, summary: CardSummary, card_ids: frozenset[str]) -> Problems:
    """Yield the triggers and the keys of other cards that a card names and that are nowhere, where the pack can be asked for the others."""
    cards, triggers = summary.parts_elsewhere
    if not isinstance(card_ids, KnownIds) or card_ids.others is None or not (cards or triggers):
        return
    others = (card_summary(vocabulary, card) for card in card_ids.others(cards, triggers))
    held = [summary, *(each for each in others if each.card != summary.card)]
    for kind in (unmade_triggers, unknown_keys, unmade_parts):
        yield from (problem for number, problem in kind(held) if number == 0)


def unknown_keys(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the keys that are named of a map of another card, which has none of that name; of one id twice, either may be meant."""
    keys: dict[tuple[str, str], set[str]] = {}
    for summary in summaries:
        for name, held in summary.keys.items():
            keys.setdefault((summary.card, name), set()).update(held)
    suggestions = {held: Suggestions(names) for held, names in keys.items()}
    for number, summary in enumerate(summaries):
        for path, card, name, key in summary.keyed:
            names = keys.get((card, name))
            if card != summary.card and names is not None and key not in names:
                yield number, _no_such_key(path, card, name, key, suggestions[card, name])


def unmade_parts(summaries: Sequence[CardSummary]) -> NumberedProblems:
    """Yield the parts that are named of no card in particular, and that no card of the kinds that may have them has."""
    parts: dict[tuple[str, str], set[str]] = {}
    for summary in summaries:
        for name, held in summary.keys.items():
            parts.setdefault((summary.kind, name), set()).update(held)
    for number, summary in enumerate(summaries):
        for part in summary.loose:
            known = set[str]().union(*(parts.get((kind, part.field), ()) for kind in part.kinds))
            if part.name not in known:
                near = nearest(part.name, known)
                yield number, messages.no_such("no-such-part", part.path, part.name, near, kind=part.kinds[0])


def own_unknown_keys(summary: CardSummary) -> Problems:
    """Yield the keys that a card names of a map of its own, or of a card inside it, which has none of that name."""
    keys_by_card = {summary.card: summary.keys, **summary.inner_keys}
    for path, card, name, key in summary.keyed:
        known = keys_by_card.get(card, {}).get(name)
        if known is not None and key not in known:
            yield _no_such_key(path, card, name, key, Suggestions(known))


def _no_such_key(path: str, card: str, name: str, key: str, known: Suggestions) -> Problem:
    """Return the problem of a key that a map of a card does not have."""
    return messages.report("no-such-key", path, found=key, nearest=known.of(key), card=card, name=name)


def _glob(text: str) -> Glob | None:
    """Return the pattern of all that a text with references in it may become; None for one that may be anything."""
    template = parsed_text(text)
    if isinstance(template, str):
        return glob((template,))
    return glob(template.pieces) if isinstance(template, Template) else None
