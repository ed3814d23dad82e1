"""A part of another card that is nowhere is E-REF with the nearest name by every door: triggers, variables, skills, regions, keywords."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Q

from cards.errors import BadText
from cards.models import Account
from cards.queries.cards import card_page
from cards.queries.gates import plan_gates
from cards.queries.history import draft_get
from cards.queries.plan import plan_of
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import Incoming, pack_import
from cards.services.version import version_create
from engine.commands import main
from engine.rulesets import find
from tests.cards.api.caller import Caller
from tests.cards.jobs.played_drafts import ENCOUNTER, GENIUS
from tests.cards.test_lost_references import renamed_at
from tests.engine.rulesets.test_halo_declarations import REGENERATION, unit

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
Case = tuple[tuple[Json, ...], Json, str, str, str | None]
DO = "/behaviors/0/do/0"
ACTION = "/skills/0/action"
ME: Json = {"type": "characters", "side": "my", "which": "active"}
MAGE = next(card for card in GENIUS if card["id"] == "b.mage")
TALENT = next(card for card in GENIUS if card["id"] == "b.craft")
FIGHT = next(card for card in ENCOUNTER if card["id"] == "b.fight")


def treasure(name: str, *effects: Json) -> Json:
    """Return a treasure that does something when it is played."""
    frame = {"name": name, "manaCost": 0, "rarity": "com", "school": "none"}
    return {"id": name, **frame, "behaviors": [{"at": "onPlay", "do": list(effects)}]}


GAIN: Json = {"type": "gainGold", "amount": 1}
WARD = treasure("b.ward", {"type": "addTriggers", "triggers": [{"event": "onDefeat", "id": "ward", "do": [GAIN]}]})


def opens(effect: Json, path: str) -> Case:
    """Return a card that names the trigger of another."""
    return (WARD,), treasure("b.opens", effect), DO + path, "wardd", "ward"


def overrides(place: int) -> Case:
    """Return a character that makes something with another value of a variable, or of one that this does not have."""
    path = f"{ACTION}/{place}/overrideVariables"
    variable = "usage" if "summon" in MAGE["skills"][0]["action"][place] else "duration"
    return GENIUS, renamed_at(MAGE, path, {variable: 2}), path, f"{variable}n", variable


def uses(effect: str) -> Case:
    """Return a talent that uses a skill of its character."""
    return (
        GENIUS,
        renamed_at(TALENT, f"{ACTION}/0", {"type": effect, "skill": "attack"}),
        f"{ACTION}/0/skill",
        "attackk",
        "attack",
    )


def asks_skill() -> Case:
    """Return a talent that answers a skill of its character by its id."""
    skill = {
        "id": "again",
        "triggerOn": "ON_USE_SKILL",
        "filter": [{"type": "SkillIs", "skill": "attack"}],
        "action": [{"type": "drawCards", "count": 1}],
    }
    return GENIUS, renamed_at(TALENT, "/skills/0", skill), "/skills/0/filter/0/skill", "attackk", "attack"


def bears(effect: str) -> Case:
    """Return a status that uses a skill of the character that bears it, which it does not name."""
    head = {"id": "b.drill", "type": "status", "name": "Drill", "rarity": "common", "varConfigs": {}}
    skill = {"id": "s", "triggerOn": "END_PHASE", "action": [{"type": effect, "skill": "attack"}]}
    return (*GENIUS,), {**head, "skills": [skill]}, f"{ACTION}/0/skill", "attackk", "attack"


PARTS: dict[str, Case] = {
    "wizards removeTriggers.targets": opens(
        {"type": "removeTriggers", "mode": "id", "targets": ["ward"]}, "/targets/0"
    ),
    "wizards triggers.value": opens(
        {"type": "removeTriggers", "mode": "UUID", "targets": [{"type": "triggers", "mode": "id", "value": "ward"}]},
        "/targets/0/value",
    ),
    "wizards HasTrigger.id": opens(
        {"type": "if", "condition": {"type": "HasTrigger", "id": "ward"}, "do": [GAIN]}, "/condition/id"
    ),
    "halo keyword": (
        (REGENERATION,),
        unit({"name": "REGENERATION", "value": 2}),
        "/keywords/0/name",
        "REGENERATIONN",
        "REGENERATION",
    ),
    "encounter holding.region": (ENCOUNTER, FIGHT, "/holdings/0/region", "h", None),
    "genius attach.overrideVariables": overrides(1),
    "genius addCombatStatus.overrideVariables": overrides(2),
    "genius summon.overrideVariables": overrides(3),
    "genius useSkill.skill": uses("useSkill"),
    "genius prepareSkill.skill": uses("prepareSkill"),
    "genius SkillIs.skill": asks_skill(),
    "genius useSkill on a status": bears("useSkill"),
}
"""By game and field: the cards of a pack, one that names a part of another, where, and a name that is nowhere with the nearest."""


def card_without_part(case: str) -> tuple[Json, str, str, str | None]:
    """Return a card that names a part that is nowhere, with its place and the nearest name."""
    _, card, path, name, near = PARTS[case]
    if path.endswith("overrideVariables"):
        return renamed_at(card, path, {name: 2}), f"{path}/{name}", name, near
    return renamed_at(card, path, name), path, name, near


@pytest.mark.parametrize("game", ["encounter", "genius", "halo", "wizards"])
def test_of_a_game_each_field_that_names_one_has_a_case(game: str) -> None:
    vocabulary = find(game).vocabulary
    fields = [(record.name, key) for record in vocabulary.records for key in record.fields]
    fields += [(spec.name, key) for spec in vocabulary.nodes for key in spec.fields]
    lines = {
        f"{game} {owner}.{key.name}"
        for owner, key in fields
        if key.reference.names not in ("", "card") or key.reference.keys_of or key.reference.part_of
    }

    assert lines == {case for case in PARTS if case.startswith(f"{game} ") and "." in case}


@pytest.mark.parametrize("case", PARTS)
class TestAPartOfAnotherCard:
    """Triggers of other cards, variables of a status, skills of a character, regions of a map: the portal took any; a keyword was E-ENUM."""

    def test_is_told_by_the_command_line(self, case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        card, path, name, _ = card_without_part(case)
        file = tmp_path / "set.json"
        file.write_text(json.dumps([*(part for part in PARTS[case][0] if part["id"] != card["id"]), card]))

        assert (
            main(["validate", str(file), "--ruleset", case.split()[0], "--format", "json"], clock=time.monotonic) == 1
        )
        found = [problem for problem in json.loads(capsys.readouterr().out)["problems"] if problem["code"] == "E-REF"]
        assert [name] == [item["found"] for item in found if item["path"].endswith(path)]

    def test_is_told_by_the_api_an_import_and_the_gate_of_a_release(self, case: str, admin: Account) -> None:
        form, ruleset = PackForm(name={"en": case}, approvals_needed=0), case.split()[0]
        pack = pack_create(actor=admin, slug="parts", ruleset=ruleset, form=form)
        cards, right, *_ = PARTS[case]
        wrong, path, name, near = card_without_part(case)
        for first in cards:
            if first["id"] != right["id"]:
                card_create(actor=admin, pack=pack, text=json.dumps(first))
        for card, message in ((right, []), (wrong, [(path, name, near)])):
            answer = Caller(admin)("POST", "packs/parts/validate/", {"text": json.dumps(card)}, status=200)
            found = [problem for problem in answer.json()["problems"] if problem["code"] == "E-REF"]
            assert [(item["path"], item["found"], near and item.get("nearest")) for item in found] == message
        with pytest.raises(BadText) as refused:
            pack_import(actor=admin, pack=pack, cards=[Incoming(json.dumps(wrong))])
        assert [(problem.path, problem.found) for problem in refused.value.problems if problem.code == "E-REF"] == [
            (path, name)
        ]
        assert pack_import(actor=admin, pack=pack, cards=[Incoming(json.dumps(right))]).ok

        value = pack.cards.get(written_id=right["id"])
        for expected in (wrong, right):
            draft = draft_get(card=value)
            draft_save(actor=admin, card=value, text=json.dumps(expected), texts=None, based_on=draft.etag)
            for first in pack.cards.filter(Q(pk=value.pk) | Q(newest_version__isnull=True)):
                version_create(actor=admin, card=first, based_on=draft_get(card=first).etag)
            [gate] = [gate for gate in plan_gates(plan=plan_of(pack=pack)) if gate["id"] == "valid"]
            told = {item["card"]: item["why"]["en"] for item in gate["missing"]}
            assert [f"“{name}”" in why for card, why in told.items()] == ([True] if expected is wrong else [])
            counted = [row.id for row in card_page(account=admin, pack=pack).rows if row.problems["errors"]]
            assert counted == ([right["id"]] if expected is wrong else [])
