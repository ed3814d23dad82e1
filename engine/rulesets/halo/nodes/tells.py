"""How the ops read in rules text: what each tells of the event that its ability answers, so that the event's sentence says it.

"Whenever a unit is deployed" and IS_ALLY_SOURCE and SOURCE_HAS_TAG(INFANTRY) become "whenever an allied infantry unit is deployed".
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.sayings import Case, Noun, Tells, Wording
from engine.language.shapes import Bi
from engine.rulesets.halo.events import ITSELF, OWN, SOURCE, SOURCE_PLAYER, TARGET

TAG_NAMES: Mapping[str, Bi] = {
    "INFANTRY": Bi("infantry", "步兵"),
    "VEHICLE": Bi("vehicle", "载具"),
    "VESSEL": Bi("vessel", "舰船"),
    "ELITE": Bi("elite", "精英"),
    "VOTARY": Bi("votary", "信众"),
    "DRONE": Bi("drone", "无人机"),
    "BEAST": Bi("beast", "野兽"),
    "CONSTRUCT": Bi("construct", "构造体"),
    "ORDNANCE": Bi("ordnance", "重武器"),
    "UNIT": Bi("unit", "单位"),
    "ARMORY": Bi("armory", "军械"),
    "TACTICAL": Bi("tactical", "战术"),
    "FIELD": Bi("field", "场地"),
}
"""What the tags that cards have are called, and the kinds of card where a filter may name one; others stand as they are written."""
TAG_NOUNS = (
    ({"tag": "INFANTRY"}, Noun("infantry unit", "infantry units", "步兵单位")),
    ({"tag": "VEHICLE"}, Noun("vehicle", "vehicles", "载具", "辆")),
    ({"tag": "VOTARY"}, Noun("votary", "votaries", "信众")),
)
"""What a unit with such a tag is called."""
_SOURCES, _TARGETS = (SOURCE, SOURCE_PLAYER), (TARGET,)
_WITH, _WITHOUT = Bi("with {keyword}", "具有{keyword}"), Bi("that is no {tag}", "没有{tag}标签")


WORDINGS: Mapping[str, Wording] = {
    "SOURCE_IN_LANE_WITH_ALLY_TAG": Wording(
        cases=(
            Case(
                {"count": 1, SOURCE: ITSELF},
                Bi("another allied {tag} unit is in this lane", "此战线有其他友方{tag}单位"),
                Bi("no other allied {tag} unit is in this lane", "此战线没有其他友方{tag}单位"),
            ),
            Case(
                {SOURCE: ITSELF},
                Bi(
                    "{count} or more other allied {tag} units are in this lane",
                    "此战线有至少{count:个}其他友方{tag}单位",
                ),
            ),
        ),
        presumes=SOURCE,
        matches=True,
    ),
    "SOURCE_HAS_KEYWORD": Wording(tells=Tells((SOURCE,), behind=_WITH), presumes=SOURCE),
    "SOURCE_HAS_TAG": Wording(
        tells=Tells((SOURCE,), behind=Bi("with the tag {tag}", "带有{tag}标签"), nouns=TAG_NOUNS), presumes=SOURCE
    ),
    "SOURCE_IS_SELF": Wording(tells=Tells((SOURCE,), itself=True)),
    "TARGET_HAS_KEYWORD": Wording(tells=Tells(_TARGETS, behind=_WITH)),
    "TARGET_HAS_TAG": Wording(tells=Tells(_TARGETS, behind=Bi("with the tag {tag}", "带有{tag}标签"), nouns=TAG_NOUNS)),
    "TARGET_NOT_TAG": Wording(tells=Tells(_TARGETS, behind=_WITHOUT)),
    "TARGET_IS_SELF": Wording(tells=Tells(_TARGETS, itself=True, word=ITSELF)),
    "IS_ALLY_SOURCE": Wording(tells=Tells(_SOURCES, player=Bi("you", "你"), before=Bi("allied", "友方"), word=OWN)),
    "IS_ENEMY_SOURCE": Wording(tells=Tells(_SOURCES, player=Bi("your opponent", "对手"), before=Bi("enemy", "敌方"))),
    "IS_OWN_TURN": Wording(
        tells=Tells((SOURCE_PLAYER,), word=OWN, during=Bi("during your turn", "你的回合中")),
    ),
    "SAME_LANE": Wording(tells=Tells(around=Bi("in this lane", "在此战线"))),
    "COUNT_AT_LEAST": Wording(matches=True),
    "STATUS_IS": Wording(tells=Tells(("status",), put=Bi("{status}", "{status}"))),
}
