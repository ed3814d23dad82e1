"""Which cards may do more together than each alone: one emits an event that a trigger of the other waits for, or feeds a stat that the other reads.

A suspicion and no more: whether a pair does, matches show (`engine.simulation.pairs`). A link that few cards have counts more than a common one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.json_values import JsonObject
from engine.language.analysis.card_summary import core_summary
from engine.language.analysis.naming import card_namings
from engine.language.analysis.trigger_summaries import raised
from engine.language.reading.surface import desugar
from engine.language.spec import Vocabulary

Link = tuple[str, str]
"""`event` or `stat`, and its name."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A card that may do more or less beside another, and by which links.

    Units: `weight` is the sum over the links of 1 by the cards that have a part in each.
    """

    partner: str
    links: tuple[Link, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Ends:
    """What a card gives to others and what it takes from them."""

    gives: frozenset[Link]
    takes: frozenset[Link]


def ends_of(vocabulary: Vocabulary, document: JsonObject) -> Ends:
    """Return what a card gives and takes: events that its effects emit and its triggers wait for, stats that it feeds and reads."""
    core = desugar(vocabulary, document).document
    summary = core_summary(vocabulary, core)
    emitted = {name for node in _effects(vocabulary, core) for name in raised(vocabulary, [node], certain=False)}
    triggering = {event for listener in summary.listeners for event in listener.hears}
    gives = [*(("event", name) for name in emitted), *(("stat", modifier.feeds) for modifier in summary.modifiers)]
    reads = (("stat", name) for modifier in summary.modifiers for name in modifier.reads)
    return Ends(frozenset(gives), frozenset((*(("event", name) for name in triggering), *reads)))


def _with_named(vocabulary: Vocabulary, document: JsonObject, ends: Mapping[str, Ends]) -> Ends:
    """Return the ends of a card together with those of the cards that it names itself."""
    names = {document["id"], *(naming.card for naming in card_namings(vocabulary, document))}
    parts = [ends[name] for name in names if name in ends]
    return Ends(frozenset().union(*(part.gives for part in parts)), frozenset().union(*(part.takes for part in parts)))


def _effects(vocabulary: Vocabulary, value: Any) -> Iterator[JsonObject]:
    """Yield the effects anywhere in a document."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            if vocabulary.spec("effect", item) is not None:
                yield item
            todo += item.values()
        elif isinstance(item, list):
            todo += item


def suspected_partners(vocabulary: Vocabulary, cards: Mapping[str, JsonObject], card: str) -> list[Suspicion]:
    """Return the cards that one of some cards is linked to, the rarest links first; the parts of a card are also those that it names, such as abilities."""
    own_ends = {name: ends_of(vocabulary, document) for name, document in cards.items()}
    ends = {name: _with_named(vocabulary, document, own_ends) for name, document in cards.items()}
    common = Counter(link for end in ends.values() for link in (*end.gives, *end.takes))
    own = ends[card]
    suspicions = []
    for name, other in ends.items():
        links = tuple(sorted((own.gives & other.takes) | (own.takes & other.gives)))
        if links and name != card:
            suspicions.append(Suspicion(name, links, sum(1 / common[link] for link in links)))
    return sorted(suspicions, key=lambda suspicion: (-suspicion.weight, suspicion.partner))


__all__ = ["Ends", "Suspicion", "ends_of", "suspected_partners"]
