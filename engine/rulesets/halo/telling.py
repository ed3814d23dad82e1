"""What the ops and targets of halo tell of an event, so that the rules text says it in the event's own sentence.

The source and the target of an event are fields of it, and an op or a target that speaks of the source means this card unless an op
tells whose it is (HA16).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.sayings import Noun, Tells
from engine.language.shapes import Bi
from engine.rulesets.halo.happenings import SOURCE, SOURCE_PLAYER, TARGET

OWN, ENEMY = "own", "enemy"
"""What a case of an event may ask of the player whose turn it is."""

_VEHICLE = Noun("vehicle", "vehicles", "载具", "辆")
_VEHICLES = (({"tag": "VEHICLE"}, _VEHICLE), ({"keyword": "VEHICLE"}, _VEHICLE))

TELLS: Mapping[str, Tells] = {
    "SOURCE_IS_SELF": Tells((SOURCE,), itself=True),
    "SOURCE_HAS_TAG": Tells((SOURCE,), before=Bi("{tag}", "{tag}"), nouns=_VEHICLES),
    "SOURCE_HAS_KEYWORD": Tells((SOURCE,), behind=Bi("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    "TARGET_IS_SELF": Tells((TARGET,), itself=True),
    "TARGET_HAS_TAG": Tells((TARGET,), before=Bi("{tag}", "{tag}"), nouns=_VEHICLES),
    "TARGET_NOT_TAG": Tells((TARGET,), before=Bi("non-{tag}", "非{tag}")),
    "TARGET_HAS_KEYWORD": Tells((TARGET,), behind=Bi("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    "IS_ALLY_SOURCE": Tells(
        (SOURCE, SOURCE_PLAYER), player=Bi("you", "你"), before=Bi("allied", "友方"),
        alone=Noun("ally", "allies", "友方单位"), word=OWN,
    ),
    "IS_ENEMY_SOURCE": Tells(
        (SOURCE, SOURCE_PLAYER), player=Bi("your opponent", "对手"), before=Bi("enemy", "敌方"),
        alone=Noun("enemy", "enemies", "敌方单位"), word=ENEMY,
    ),
    "SAME_LANE": Tells(around=Bi("in this lane", "本战线")),
    "IS_OWN_TURN": Tells((SOURCE_PLAYER,), word=OWN, during=Bi("on your turn", "在你的回合中")),
    "STATUS_IS": Tells(("status",), put=Bi("{status}", "{status}")),
}  # fmt: skip


def presumed(name: str) -> str:
    """Return the field of the event that an op or target means to be this card, by its name. Source: HA16."""
    return SOURCE if name.startswith("SOURCE") else ""
