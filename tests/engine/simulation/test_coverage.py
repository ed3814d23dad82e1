"""What a preview reports of the nodes of a card: also those at the stage `modify`, of which halo's cards make much use."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cardset import shipped
from engine.rulesets.encounter import RULESET as ENCOUNTER
from engine.rulesets.halo import RULESET
from engine.simulation import preview_chunk, preview_merge, preview_plan

Json = dict[str, Any]
POOL = shipped(RULESET.folder)


def result_of(card: str | Json, blocks: int) -> Json:
    """Return the result of a card's preview after some blocks of random play; of a shipped card by its id."""
    candidate = next((document for document, _ in POOL if document["id"] == card), card)
    plan = preview_plan(RULESET, candidate=candidate, baseline=None, pool=POOL, bots=("random",), seed=3)
    spec = plan | {"ends": [blocks]}
    return preview_merge(RULESET, spec, [preview_chunk(RULESET, spec, 0)])


class TestANodeAtTheStageModify:
    @pytest.mark.parametrize(
        ("card", "pointer"),
        [
            ("AEG-001", "/abilities/0/effects/0"),
            ("AEG-008", "/abilities/0/effects/0"),
            ("FLD-001", "/abilities/1/effects/0"),
        ],
    )
    def test_is_counted_when_it_is_reached(self, card: str, pointer: str) -> None:
        result = result_of(card, blocks=4)
        silent = next((warning["nodes"] for warning in result["warnings"] if warning["id"] == "unreached"), [])

        assert result["coverage"][pointer]["type"] == "MODIFY_DAMAGE"
        assert result["coverage"][pointer]["reached"] > 0
        assert result["coverage"][f"{pointer}/target"]["reached"] > 0
        assert pointer not in silent


class TestAnAbilityOfEncounter:
    @pytest.mark.parametrize(
        ("like", "effect"),
        [("thorns", "/skills/0/action/0"), ("drain", "/skills/0/action/0/target"), ("bolt", "/cast/action/0")],
    )
    def test_that_nobody_has_yet_is_borne_by_the_units_of_the_player(self, like: str, effect: str) -> None:
        pool = shipped(ENCOUNTER.folder)
        written = next(document for document, _ in pool if document["id"] == f"encounter.ability.{like}")
        new = written | {"id": "encounter.ability.of-nobody-yet"}
        plan = preview_plan(ENCOUNTER, candidate=new, baseline=None, pool=pool, bots=("greedy",), seed=3)
        spec = plan | {"ends": [4]}
        result = preview_merge(ENCOUNTER, spec, [preview_chunk(ENCOUNTER, spec, 0)])

        assert result["coverage"][effect]["reached"] > 0

    @pytest.mark.parametrize("word", ["here", "adjacent"])
    def test_that_speaks_of_what_is_near_it_is_borne_by_a_unit(self, word: str) -> None:
        """A player has no place on the map: as a perk this would never run."""
        near = {"type": "units", "side": "enemy", "which": word}
        action = {"type": "damage", "target": near, "amount": 1}
        written_document = next(
            document for document, _ in shipped(ENCOUNTER.folder) if document["id"].endswith("ability.thorns")
        )
        skills = [{"id": "s", "triggerOn": "BeDamaged", "filter": [{"type": "DoneTo", "is": word}], "action": [action]}]
        new = written_document | {"id": "encounter.ability.of-nobody-yet", "skills": skills}
        pool = shipped(ENCOUNTER.folder)
        plan = preview_plan(ENCOUNTER, candidate=new, baseline=None, pool=pool, bots=("greedy",), seed=3)
        spec = plan | {"ends": [4]}
        result = preview_merge(ENCOUNTER, spec, [preview_chunk(ENCOUNTER, spec, 0)])

        assert result["coverage"]["/skills/0/action/0"]["reached"] > 0


class TestANodeThatReadsItsChooserWithoutRunningIt:
    def test_leaves_the_chooser_out_of_what_was_never_reached(self) -> None:
        """`PICK_CARD` takes the zone from its target, and `VLT-010` counts what its owner holds."""
        result = result_of("NEU-007", blocks=3)["coverage"]

        assert result["/abilities/0/effects/0"]["reached"] > 0
        assert "/abilities/0/effects/0/target" not in result

    def test_keeps_a_chooser_in_a_node_that_never_ran(self) -> None:
        medic = next(document for document, _ in POOL if document["id"] == "VLT-003")
        covered_coverage = result_of(medic | {"cost": {**medic["cost"], "supply": 99}}, blocks=1)["coverage"]

        assert covered_coverage["/abilities/0/effects/0"]["reached"] == 0
        assert covered_coverage["/abilities/0/effects/0/target"]["reached"] == 0
