"""A match holds every card that is named in it: plans bring them along, and a set that lacks one is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import hashed
from engine.commands import main
from engine.errors import BadCard
from engine.rulesets import find
from engine.simulation.plan import spec_hash
from engine.simulation.play import decks_of
from engine.simulation.run import block_seed, worlds
from engine.simulation.watch import watch

Json = dict[str, Any]
MAP: Json = {
    "id": "my.map", "type": "map", "name": "Ford", "rarity": "common",
    "rows": ["......", "..s...", "......"], "regions": ["aaabbb", "aaabbb", "aaabbb"],
}  # fmt: skip
FIGHT: Json = {
    "id": "my.fight", "type": "encounter", "name": "Ford", "rarity": "common", "map": "my.map", "heroes": ["encounter.hero.maren"],
    "units": [
        {"unit": "encounter.unit.spearman", "x": 2, "y": 2, "side": "player"},
        {"unit": "encounter.unit.captain", "x": 6, "y": 3, "side": "opponent", "leader": True},
    ],
    "holdings": [{"region": "a", "control": "player"}, {"region": "b", "control": "opponent"}],
}  # fmt: skip
ABILITY: Json = {
    "id": "my.ability", "type": "ability", "name": "Own", "rarity": "common",
    "static": [{"stat": "atk", "op": "add", "value": 1, "to": "adjacentAllies"}],
}  # fmt: skip
UNIT: Json = {
    "id": "my.unit", "type": "unit", "name": "Own", "rarity": "common", "colors": ["white"], "atk": 2, "mhp": 6, "mov": 2, "rng": 1,
    "spd": 1, "abilities": ["my.ability"],
}  # fmt: skip


def plan(candidate: Json, *beside: Json, game: str = "encounter", **more: Any) -> Json:
    chosen: Json = {"baseline": None, "preset": "smoke", "bots": ("random",), "seed": 3} | more
    return api.preview_plan(game, candidate=candidate, beside=beside, **chosen)


def first_states(spec: Json) -> list[Any]:
    """Return the state with which the first match begins, in the world of the card and in the other."""
    rules, card = find(spec["ruleset"]), spec["layout"]["card"]
    stratum = spec["layout"]["strata"][0]
    sides = zip(
        worlds(rules, spec, spec_hash(spec)), ([[card], [card]], [spec["layout"]["references"]] * 2), strict=True
    )
    return [next(watch(side, decks_of(spec, stratum, held), block_seed(spec, 0))).step.state for side, held in sides]


class TestAnEncounter:
    def test_without_a_former_version_is_compared_with_a_shipped_one(self) -> None:
        spec = plan(FIGHT, MAP)
        mine, second = first_states(spec)

        assert api.preview_chunk(spec, 0)["blocks"] > 0
        assert (mine.globals["encounter"], mine.globals["map"]) == ("my.fight", "my.map")
        assert [second.globals["encounter"]] == spec["layout"]["references"] == ["encounter.encounter.ford"]

    def test_is_played_with_the_heroes_of_each_of_its_versions(self) -> None:
        heroes = [card["id"] for card, _ in api.card_set("encounter") if card["type"] == "hero"]
        former = {**FIGHT, "heroes": heroes[:2]}
        mine, other = first_states(plan({**FIGHT, "heroes": heroes[:1]}, MAP, baseline=former))
        held = [sum(ent["kind"] == "hero" and ent["own"] == 1 for ent in st.entities.values()) for st in (mine, other)]

        assert held == [1, 2]

    def test_on_a_map_that_is_nowhere_is_refused(self) -> None:
        with pytest.raises(BadCard) as error:
            plan({**FIGHT, "map": "encounter.map.forf"})

        found = error.value.problems[0]
        assert (found.code, found.path, found.nearest) == ("E-REF", "/map", "encounter.map.ford")


class TestAMap:
    def test_is_the_ground_of_the_encounters_that_name_it(self) -> None:
        mine, other = first_states(plan(MAP, FIGHT))

        assert [st.globals["encounter"] for st in (mine, other)] == ["my.fight", "my.fight"]
        assert len(mine.globals["terrain"]) == 18

    def test_that_none_names_is_the_ground_of_the_shipped_ones(self) -> None:
        mine, second = first_states(plan(MAP))

        assert (mine.globals["map"], len(mine.globals["terrain"])) == ("my.map", 18)
        assert second.globals["map"] != "my.map"


def test_a_hero_brings_the_cards_that_it_carries() -> None:
    order = next(card for card, _ in api.card_set("encounter") if card["type"] == "order")
    own = {**order, "id": "my.order"}
    hero = {key: value for key, value in UNIT.items() if key != "abilities"} | {
        "id": "my.hero",
        "type": "hero",
        "cards": ["my.order"] * 3,
    }
    spec = plan(hero, own)
    mine = first_states(spec)[0]

    assert sum(ent["def"] == "my.order" for ent in mine.entities.values()) == 3


def test_a_talent_is_tried_beside_its_character() -> None:
    mage, talent = (
        next(card for card, _ in api.card_set("genius") if card["id"] == name)
        for name in ("genius.character.isra", "genius.talent.isra")
    )
    spec = plan({**talent, "id": "my.talent", "character": "my.mage"}, {**mage, "id": "my.mage"}, game="genius")

    assert all("my.mage" in deck[:3] for deck in spec["layout"]["decks"].values())


def test_a_card_is_tried_in_decks_that_its_condition_admits() -> None:
    card = {"id": "my.bond", "type": "eventCard", "name": "Bond", "rarity": "common", "cost": {}, "skills": []}
    cards = {document["id"]: document for document, _ in api.card_set("genius")}
    for element in ("cryo", "dendro"):
        spec = plan({**card, "deckNeed": {"characters": 2, "element": element}}, game="genius")
        teams = [deck[:3] for deck in spec["layout"]["decks"].values()]

        assert [len(set(team)) for team in teams] == [3] * len(teams)
        assert all(sum(cards[name]["element"] == element for name in team) >= 2 for team in teams)


def test_a_set_that_lacks_a_named_card_is_no_program() -> None:
    rules = find("encounter")
    with pytest.raises(BadCard) as error:
        rules.program([hashed(UNIT)], seats=2)

    assert [(found.code, found.path, found.card) for found in error.value.problems] == [
        ("E-REF", "/abilities/0", "my.unit")
    ]
    assert rules.program([hashed(UNIT)], seats=2, exclusions=["my.ability"]).cards.keys() == {"my.unit"}


def test_the_command_takes_cards_of_the_pack_beside_the_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = [card for card, _ in api.card_set("encounter")]
    (tmp_path / "pack.json").write_text(json.dumps([*shipped, ABILITY]))
    (tmp_path / "unit.json").write_text(json.dumps(UNIT))
    requests = [
        "preview",
        str(tmp_path / "unit.json"),
        "--ruleset",
        "encounter",
        "--preset",
        "smoke",
        "--bots",
        "random",
    ]

    assert main([*requests, "--cards", str(tmp_path / "pack.json")], clock=time.monotonic) == 0
    assert main(requests, clock=time.monotonic) == 2
    assert "my.ability" in "".join(capsys.readouterr())
