"""`addTriggers` at the stage `modify`: the trigger changes the event on its way, like an ability of a card does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import api
from engine.language.nodes.core import ADD_TRIGGERS, DO
from engine.language.spec.events import Lifetime
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import EventName, LocalizedText
from tests.engine.bout.play import Bout, definition, skill
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.vocabulary import BOUT, field, words

Json = dict[str, Any]
WORD = LocalizedText("trigger", "触发器")
STAGES = words("check", "modify", "before", "after")
TRIGGER = RecordSpec(
    "trigger",
    WORD,
    (field("event", EventName(), required=True), field("mode", words("once", "always")), field("stage", STAGES), DO),
)
LIFETIMES = (Lifetime("once", WORD, once=True), Lifetime("always", WORD))
VOCABULARY = replace(
    BOUT, records=(*BOUT.records, TRIGGER), nodes=(*BOUT.nodes, ADD_TRIGGERS), lifetimes=LIFETIMES, lint=None
)
STAGELESS = replace(
    VOCABULARY,
    records=(*BOUT.records, replace(TRIGGER, fields=tuple(f for f in TRIGGER.fields if f.name != "stage"))),
    modify_gives_way=True,
)
FOE = {"type": "active", "who": "theirs"}
ADD_DAMAGE = {"type": "addDamage", "amount": 2}


def mounting(*effects: Json, **more: Any) -> Json:
    """Return a character with 2 attack that mounts a trigger on damage, and then twice deals 1."""
    trigger = {"event": "onDamage", "do": list(effects), **more}
    hit = {"type": "damage", "amount": 1, "target": FOE}
    mounts = {"type": "addTriggers", "triggers": [trigger]}
    return definition("1001", "character", skill("normal", "cut", mounts, hit, hit), hp=10, maxHp=10, attack=2)


def health_left(character: Json, vocabulary: Any = VOCABULARY) -> int:
    """Make the character use its skill and return the health of the foe, who had 10."""
    bout = Bout(character, ruleset=replace(RULESET, vocabulary=vocabulary))
    foe = bout.foe
    bout.answer("skill:0")
    return int(bout.var(foe, "hp"))


class TestAMountedModifier:
    @pytest.mark.parametrize(("mode", "expected"), [("once", 10 - 3 - 1), ("always", 10 - 3 - 3)])
    def test_changes_the_event_as_long_as_it_lasts(self, mode: str, expected: int) -> None:
        """The event's own stage is `modify`, so no stage need be written."""
        assert health_left(mounting(ADD_DAMAGE, mode=mode)) == expected
        assert health_left(mounting(ADD_DAMAGE, mode=mode, stage="modify")) == expected

    def test_is_right_by_the_checker(self) -> None:
        reported = api.validate(
            replace(RULESET, vocabulary=VOCABULARY), json.dumps(mounting(ADD_DAMAGE, stage="modify"))
        )

        assert [problem.code for problem in reported.problems if problem.severity == "error"] == []

    def test_with_what_cannot_modify_is_refused(self) -> None:
        reported = api.validate(replace(RULESET, vocabulary=VOCABULARY), json.dumps(mounting({"type": "switchActive"})))
        found = [(problem.code, problem.path) for problem in reported.problems if problem.severity == "error"]

        assert found == [("E-INLINE", "/skills/0/action/0/triggers/0/do/0")]

    def test_leaves_the_rest_for_the_stage_after_where_no_stage_can_be_written(self) -> None:
        heal = {"type": "heal", "amount": 2, "target": FOE}

        assert health_left(mounting(ADD_DAMAGE, heal, mode="always"), STAGELESS) == 10 - 3 + 2 - 3 + 2
