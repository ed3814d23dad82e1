"""The graph of triggers, of one card or of a whole set: who sets off whom, and which rounds never end.

A trigger leads to every trigger that hears what its body may emit. Events stand for all edges between those who emit them and
those who hear them, so a cycle of triggers is a cycle of events, and a set of any size is searched in the time it takes to read it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.json_values import Json
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.trigger_summaries import Listener

T = TypeVar("T", bound=Hashable)
Edges = Mapping[str, Json]
"""Which events lead to which; the keys of the inner mapping count, in their order."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """One trigger of a set: its card, by place in the set and by id, and what it hears and emits."""

    number: int
    card: str
    listener: Listener


def triggers_of(summaries: Sequence[CardSummary]) -> Sequence[Trigger]:
    """Return the triggers of a set in the order of its cards: a graph, in which each leads to all that hear what it emits."""
    out: list[Trigger] = []
    for number, summary in enumerate(summaries):
        first = len(out)
        for held in summary.listeners:
            outer = held.outer if held.outer < 0 else held.outer + first
            out.append(Trigger(number, summary.card, replace(held, outer=outer) if outer >= 0 else held))
    return out


# -------------------------------------------------------------------------------------------------------- components


def components(edges: Mapping[T, Iterable[T]]) -> list[list[T]]:
    """Return the strongly connected components of a graph (Kosaraju), without recursion."""
    reverse: dict[T, list[T]] = {}
    for node, successors in edges.items():
        for successor in successors:
            reverse.setdefault(successor, []).append(node)
    ahead, behind = set[T](), set[T]()
    order = [node for root in edges for node in _reach(root, edges, ahead)]
    parts = [list(_reach(root, reverse, behind)) for root in reversed(order)]
    return [part for part in parts if part]


def _reach(root: T, edges: Mapping[T, Iterable[T]], seen_nodes: set[T]) -> Iterator[T]:
    """Yield the nodes that a node leads to and that are not in `seen_nodes`, each after those to which it leads."""
    stack = [] if root in seen_nodes else [(root, iter(edges.get(root, ())))]
    seen_nodes.add(root)
    while stack:
        node, rest = stack[-1]
        successor = next((other for other in rest if other not in seen_nodes), None)
        if successor is None:
            stack.pop()
            yield node
        else:
            seen_nodes.add(successor)
            stack.append((successor, iter(edges.get(successor, ()))))


def cyclic(edges: Edges) -> dict[str, int]:
    """Return the events that lie on a round, each with the number of its component."""
    found = (part for part in components(edges) if len(part) > 1 or part[0] in edges.get(part[0], ()))
    return {event: number for number, part in enumerate(found) for event in part}


# ------------------------------------------------------------------------------------------------------------ rounds


def event_edges(listeners: Iterable[Listener], *, certain: bool = False) -> dict[str, dict[str, None]]:
    """Return which events lead to which by way of some triggers."""
    edges: dict[str, dict[str, None]] = {}
    for held in listeners:
        raised = [event for event, sure in held.raises.items() if sure or not certain]
        for event in held.hears:
            edges.setdefault(event, {}).update(dict.fromkeys(raised))
    return edges


def unending(listeners: Sequence[Listener], limiters: frozenset[str]) -> tuple[list[int], dict[str, int]]:
    """Return the places of the triggers that lie on a round which nothing ends, and the events of such rounds by component.

    A trigger that fires once counts only where another on the same cycle mounts it again.
    """
    alive = [
        place
        for place, held in enumerate(listeners)
        if limiters.isdisjoint(held.limits) and ("once" not in held.limits or held.outer >= 0)
    ]
    while True:
        on = cyclic(event_edges(listeners[place] for place in alive))
        standing = set(alive)
        edges = [place for place in alive if _goes_on(listeners, place, standing, on)]
        if len(edges) == len(alive):
            return [place for place in alive if cycles_of(listeners[place], on)], on
        alive = edges


def _goes_on(listeners: Sequence[Listener], place: int, alive: set[int], on: Mapping[str, int]) -> bool:
    values = listeners[place]
    if "once" not in values.limits:
        return True
    if values.outer not in alive:
        return False
    mounted = {on.get(event) for event in listeners[values.outer].hears}
    return not mounted.isdisjoint(cycles_of(values, on))


def cycles_of(stats: Listener, on: Mapping[str, int]) -> set[int]:
    """Return the components of events on which a trigger is a step."""
    heard = {on[event] for event in stats.hears if event in on}
    return {on[event] for event in stats.raises if event in on} & heard


# ------------------------------------------------------------------------------------------------------------- stats


def stat_cycles(rules: Sequence[tuple[str, Iterable[str]]]) -> list[list[int]]:
    """Return the cycles of static modifiers that read, directly or by way of others, what they feed.

    Shapes: each rule is the stat that it feeds and those that it reads; a round is the places of its rules, in order.
    """
    edges: dict[str, dict[str, None]] = {}
    for feeds, reads in rules:
        for stat in reads:
            edges.setdefault(stat, {})[feeds] = None
    on = cyclic(edges)
    out: dict[int, list[int]] = {}
    for place, (feeds, reads) in enumerate(rules):
        if any(stat in on and on[stat] == on.get(feeds) for stat in reads):
            out.setdefault(on[feeds], []).append(place)
    return list(out.values())
