"""Effects on the play of a card itself. Source: 000 "反制"; WZ11."""

from __future__ import annotations

from engine.kernel.events import cancel
from engine.kernel.state import State
from engine.language.registry import NodeSpec
from engine.language.shapes import Bi


def counter(st: State, env: int, name: str) -> int | None:
    """Cancel the play that the trigger answers (WZ11)."""
    cancel(st, st.recs[env].get("?flight", 0))
    return None


COUNTER = NodeSpec(
    "effect",
    "counter",
    Bi("Counter", "反制"),
    (),
    doc=Bi(
        "Cancels the play that the trigger around it answers: the card stays paid, goes to the discard pile and does nothing.",
        "取消外层触发器所响应的出牌：费用照付，该牌进入弃牌堆，效果不发生。",
    ),
    says=Bi("Counter that card.", "反制该牌。"),
    run=counter,
    cancels=True,
    group="control",
)
PLAYS = (COUNTER,)
