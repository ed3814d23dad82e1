"""What the ops and targets of halo say about an event, so that the rules text can put it into the event's sentence.

The source and the target of an event are fields of it, and an op or a target that speaks of the source means this card unless an op
says whose it is (HA16).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.phrases import ConditionPhrase, Noun
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.event_phrases import SOURCE, SOURCE_PLAYER, TARGET

OWN, ENEMY = "own", "enemy"
"""What a case of an event may require of the active player."""

_VEHICLE = Noun("vehicle", "vehicles", "载具", "辆")
_VEHICLES = (({"tag": "VEHICLE"}, _VEHICLE), ({"keyword": "VEHICLE"}, _VEHICLE))

CONDITION_PHRASES: Mapping[str, ConditionPhrase] = {
    "SOURCE_IS_SELF": ConditionPhrase((SOURCE,), itself=True),
    "SOURCE_HAS_TAG": ConditionPhrase((SOURCE,), before=LocalizedText("{tag}", "{tag}"), nouns=_VEHICLES),
    "SOURCE_HAS_KEYWORD": ConditionPhrase((SOURCE,), behind=LocalizedText("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    "TARGET_IS_SELF": ConditionPhrase((TARGET,), itself=True),
    "TARGET_HAS_TAG": ConditionPhrase((TARGET,), before=LocalizedText("{tag}", "{tag}"), nouns=_VEHICLES),
    "TARGET_NOT_TAG": ConditionPhrase((TARGET,), before=LocalizedText("non-{tag}", "非{tag}")),
    "TARGET_HAS_KEYWORD": ConditionPhrase((TARGET,), behind=LocalizedText("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    "IS_ALLY_SOURCE": ConditionPhrase(
        (SOURCE, SOURCE_PLAYER), player=LocalizedText("you", "你"), before=LocalizedText("allied", "友方"),
        alone=Noun("ally", "allies", "友方单位"), word=OWN,
    ),
    "IS_ENEMY_SOURCE": ConditionPhrase(
        (SOURCE, SOURCE_PLAYER), player=LocalizedText("your opponent", "对手"), before=LocalizedText("enemy", "敌方"),
        alone=Noun("enemy", "enemies", "敌方单位"), word=ENEMY,
    ),
    "SAME_LANE": ConditionPhrase(around=LocalizedText("in this lane", "本战线")),
    "IS_OWN_TURN": ConditionPhrase((SOURCE_PLAYER,), word=OWN, during=LocalizedText("on your turn", "在你的回合中")),
    "STATUS_IS": ConditionPhrase(("status",), put=LocalizedText("{status}", "{status}")),
}  # fmt: skip


def presumed(name: str) -> str:
    """Return the field of the event that an op or target means to be this card, by its name. Source: HA16."""
    return SOURCE if name.startswith("SOURCE") else ""
