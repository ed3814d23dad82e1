"""What the ops and targets of halo must find in the event that is answered (HA16)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.asking import Asks
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.situations import FIELD, UNIT, WRECK
from engine.rulesets.halo.statuses import STATUSES

THE_TARGET = LocalizedText("a target", "目标")
TARGET = Asks(THE_TARGET, ("targetEntityId",))
ASKED: Mapping[str, tuple[Asks, ...]] = {
    **dict.fromkeys(("TARGET_HAS_KEYWORD", "TARGET_HAS_TAG"), (TARGET,)),
    "TARGET_IS_SELF": (Asks(LocalizedText("this card as its target", "此牌作为目标"), ("targetEntityId",), values=frozenset((UNIT,))),),
    "TARGET_NOT_TAG": (Asks(THE_TARGET, ("targetEntityId",), absent=True),),
    "SOURCE_IS_SELF": (
        Asks(LocalizedText("this card as its source", "此牌作为来源"), ("sourceEntityId",), values=frozenset((UNIT, FIELD)), absent=True),
    ),
    "SOURCE_IN_LANE_WITH_ALLY_TAG": (
        Asks(LocalizedText("a source in a lane", "位于战线的来源"), ("sourceEntityId",), values=frozenset((UNIT, WRECK)), absent=None),
    ),
    "IS_ALLY_SOURCE": (Asks(LocalizedText("a source", "来源"), ("sourcePlayerId",), absent=True),),
    "IS_ENEMY_SOURCE": (Asks(LocalizedText("a source", "来源"), ("sourcePlayerId",)),),
    **dict.fromkeys(
        ("IS_ALLY_TARGET", "IS_ENEMY_TARGET"), (Asks(LocalizedText("whom it is done to", "受影响的一方"), ("targetPlayerId",)),)
    ),
    "DAMAGE_TYPE_IS": (Asks(LocalizedText("the kind of damage", "伤害类型"), ("damageType",)),),
    "IS_STRIKE": (Asks(LocalizedText("whether it is part of an orbital strike", "是否来自轨道打击"), ("strike",)),),
    "STATUS_IS": (
        Asks(LocalizedText("the status", "状态"), ("status",), "status", {status.name: frozenset((status.name,)) for status in STATUSES}, absent=None),
    ),
}  # fmt: skip
"""By condition: what it asks for. One on the source asks of this card where the event has no source."""
FOUND: Mapping[str, tuple[Asks, ...]] = {
    "TARGET": (TARGET,),
    "SOURCE_PLAYER": (Asks(LocalizedText("a player from whom it comes", "引发该事件的玩家"), ("sourcePlayerId",)),),
}
"""By target: without what it finds nothing."""
