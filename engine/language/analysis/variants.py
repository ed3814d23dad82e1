"""Variants of cards: a card that says of which other it is an upgraded form, and what that changes. Source: 001§5.3.2, §5.5.

A field declared `is_base` names the other card; a list declared `one_of_variants` may hold one of a card and its variants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engine.errors import Problem
from engine.json_values import Json
from engine.language.analysis.card_summary import CardSummary
from engine.language.diagnostics.messages import report
from engine.language.reading.source_map import pointer

IDENTITY_KEYS = frozenset(("id", "description", "schemaVersion"))
"""Keys of a card in which a variant may differ without being another card."""


class Difference(NamedTuple):
    """One thing in which a variant is not as its base: the pointer of it, and both values; None for none."""

    path: str
    before: Any
    after: Any


def variant_problems(summaries: Sequence[CardSummary]) -> Iterator[tuple[int, Problem]]:
    """Yield variants that name another card's variant or have another name than their base, and lists with two of one card's."""
    summary_by_id = {summary.card: summary for summary in summaries}
    for number, summary in enumerate(summaries):
        if summary.base is not None and summary.base[1] in summary_by_id:
            path, base = summary.base
            if summary_by_id[base].base is not None or base == summary.card:
                yield number, report("variant-of-a-variant", path, found=base)
            elif summary_by_id[base].kind == summary.kind and summary_by_id[base].name != summary.name:
                yield (
                    number,
                    report("variant-of-another-name", path, found=summary.name, wanted=summary_by_id[base].name),
                )
        for path, cards in summary.choices:
            families = [(place, card, _family(summary_by_id, card)) for place, card in enumerate(cards)]
            for (_, first, family), (place, second, other) in combinations(families, 2):
                if family == other and first != second:
                    yield number, report("variants-together", f"{path}/{place}", found=second, other=first)


def _family(summary_by_id: dict[str, CardSummary], card: str) -> str:
    summary = summary_by_id.get(card)
    return card if summary is None or summary.base is None else summary.base[1]


def differences(base: Json, variant: Json, without: frozenset[str] = IDENTITY_KEYS) -> Iterator[Difference]:
    """Yield in what a variant is not as its base, each at the innermost value that both have: of nodes of other types, the whole node."""
    todo: list[tuple[str, Any, Any]] = [("", base, variant)]
    while todo:
        path, before, after = todo.pop()
        if (
            isinstance(before, dict)
            and isinstance(after, dict)
            and (not path or before.get("type") == after.get("type"))
        ):
            keys = sorted((before.keys() | after.keys()) - (without if not path else frozenset()), reverse=True)
            todo += [(pointer(path, key), before.get(key), after.get(key)) for key in keys]
        elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
            pairs = zip(before, after, strict=True)
            todo += [(f"{path}/{place}", *pair) for place, pair in reversed([*enumerate(pairs)])]
        elif before != after:
            yield Difference(path, before, after)
