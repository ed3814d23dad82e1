"""Triggers of one card that set each other off again and again, and static modifiers that feed themselves.

A round through triggers that nothing limits is W-LOOP; it is E-SELF when every step of it is certain: no condition, and nothing
in it that can run out.
"""

from __future__ import annotations

from engine.errors import Problems
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.trigger_graph import cycles_of, cyclic, event_edges, stat_cycles, unending
from engine.language.diagnostics.messages import feeds_itself, report

LIMITERS = frozenset({"limit", "source", "variable", "ends"})


def loops(card_summary: CardSummary) -> Problems:
    """Yield one problem for each cycle of events, reported at its first trigger; a certain one first."""
    places, on = unending(card_summary.listeners, LIMITERS)
    lasting = [place for place in places if "once" not in card_summary.listeners[place].limits]
    sure = cyclic(event_edges([card_summary.listeners[place] for place in lasting], certain=True))
    certain: set[int] = set()
    for place in lasting:
        summary = card_summary.listeners[place]
        heard = next(
            (
                event
                for event in summary.hears
                for other, is_sure in summary.raises.items()
                if is_sure and event in sure and sure.get(other) == sure[event]
            ),
            None,
        )
        if heard is not None and on[heard] not in certain:
            certain.add(on[heard])
            yield report(
                "trigger-endless",
                summary.path,
                found=heard,
                fix=({"op": "replace", "path": f"{summary.path}/{summary.mode}", "value": "once"},)
                if summary.mode is not None
                else None,
            )
    paths = set(certain)
    for place in places:
        summary = card_summary.listeners[place]
        new = cycles_of(summary, on) - paths
        if new:
            paths |= new
            heard = next(event for event in summary.hears if on.get(event) in new)
            yield report("trigger-maybe-endless", summary.path, found=heard)


def looping(card_summary: CardSummary) -> list[int]:
    """Return the places of the triggers that lie on a cycle of their own card."""
    return unending(card_summary.listeners, LIMITERS)[0]


def stat_loops(card_summary: CardSummary) -> Problems:
    """Yield one problem for each cycle of static modifiers of a card, reported at its first."""
    for found in stat_cycles([(one.feeds, one.reads) for one in card_summary.modifiers]):
        first = card_summary.modifiers[found[0]]
        yield feeds_itself(first.path, first.feeds, ())
