"""Statuses: effects on a unit for some turns, and their events. Source: SOURCE.md; HA5.

`st.NAME` is the last global turn of a status, `stacks.NAME` its stacks; both are 0 without the status.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.spec import LocalizedText
from engine.toolkit.rules import Signal, State, set_var

from .table import emit_event, has_status, in_play, turn

MARKED, SUPPRESSED, COVER, DISABLED = "MARKED", "SUPPRESSED", "COVER", "DISABLED"


@dataclass(frozen=True, slots=True)
class Status:
    """Name and effect of a status, and how many stacks one unit may have."""

    name: str
    title: LocalizedText
    doc: LocalizedText
    max_stacks: int = 1


STATUSES = (
    Status(
        MARKED,
        LocalizedText("marked", "标记"),
        LocalizedText("Each blow against it deals 1 more. It does not stack.", "受到的每次伤害 +1。不可叠加。"),
    ),
    Status(
        SUPPRESSED,
        LocalizedText("suppressed", "压制"),
        LocalizedText("Each blow of its own deals 1 less for each stack.", "造成的每次伤害按层数各 -1。"),
        max_stacks=3,
    ),
    Status(
        COVER,
        LocalizedText("in cover", "掩护"),
        LocalizedText(
            "Each blow against it that is not of ordnance deals 1 less for each stack.",
            "受到的每次非爆炸性武器伤害按层数各 -1。",
        ),
        max_stacks=3,
    ),
    Status(
        DISABLED,
        LocalizedText("disabled", "瘫痪"),
        LocalizedText("It may neither attack nor move. It does not stack.", "不能攻击，也不能移动。不可叠加。"),
    ),
)
_MARKS = tuple(f"st.{status.name}" for status in STATUSES)
BY_NAME = {status.name: status for status in STATUSES}


def stacks(st: State, eid: int, name: str) -> int:
    """Return the stacks of a status on an entity now."""
    return max(1, st.entities[eid].get(f"stacks.{name}", 0)) if has_status(st, eid, name) else 0


def apply(st: State, source: int, target: int, name: str, turns: int, count: int = 1) -> Signal | None:
    """Apply a status to a unit or vessel for `turns` turns, including this one; the longer of two durations counts.

    One that is there already grows where it stacks and has room (STATUS_STACKED), and else is made to last
    (STATUS_REFRESHED).
    """
    current, ent = stacks(st, target, name), st.entities[target]
    total = min(current + count, BY_NAME[name].max_stacks)
    set_var(st, target, f"st.{name}", max(ent.get(f"st.{name}", 0), turn(st) + turns - 1))
    set_var(st, target, f"stacks.{name}", total)
    event = "STATUS_APPLIED" if not current else "STATUS_STACKED" if total > current else "STATUS_REFRESHED"
    return emit_event(st, event, source=source, target=target, status=name, turns=turns, stacks=total)


def is_due(st: State) -> bool:
    """Return whether a status ends with this turn."""
    now = turn(st)
    return any(0 < st.entities[eid].get(name, 0) <= now for eid in in_play(st) for name in _MARKS)


def expire(st: State) -> Signal | None:
    """End the statuses that last until this turn, and emit that; called when a turn ends."""
    signal = None
    for eid in in_play(st):
        for status in STATUSES:
            if 0 < st.entities[eid].get(f"st.{status.name}", 0) <= turn(st):
                set_var(st, eid, f"st.{status.name}", 0)
                set_var(st, eid, f"stacks.{status.name}", 0)
                signal = emit_event(st, "STATUS_EXPIRED", target=eid, status=status.name, turns=0, stacks=0) or signal
    return signal
