"""Keywords and resources that a pack declares: schema, checks, text, reference, decks, previews and strict loading follow from their cards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, ClassVar

import jsonschema_rs
import pytest

from engine import api
from engine.formats.intake import load
from engine.packs.decks import deck_card
from engine.packs.reader import Document
from engine.reference.pages import pack_pages
from engine.rulesets import find
from engine.rulesets.halo.decks import RULES
from engine.rulesets.halo.vocabulary import HALO
from engine.scenario import run_document

Json = dict[str, Any]
HEALS: Json = {"type": "HEAL", "target": "THIS", "params": {"amount": "$keyword.value"}}
REGENERATION: Json = {
    "id": "REGENERATION", "name": "Regeneration", "version": "1.0.0", "cardType": "KEYWORD",
    "parameters": [{"name": "health", "min": 1, "max": 9}],
    "abilities": [{"id": "heals", "trigger": "TURN_STARTED", "conditions": [{"op": "IS_OWN_TURN", "args": []}], "effects": [HEALS]}],
}  # fmt: skip
MARK: Json = {"id": "GRIT", "name": "Grit", "version": "1.0.0", "cardType": "KEYWORD"}
FAITH: Json = {"id": "FAITH", "name": "Faith", "version": "1.0.0", "cardType": "RESOURCE", "max": 10}
TEXTS = {"REGENERATION": {"zh": {"name": "再生"}}, "FAITH": {"zh": {"name": "信仰"}}}
PACK = find("halo").of_pack([REGENERATION, FAITH], TEXTS)


def unit(*keywords: Json, **extra: Any) -> Json:
    """Return a unit with some keywords."""
    return {
        "id": "MOSS", "name": "Moss", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "UNIT", "rarity": "COMMON",
        "cost": {"supply": 1, "battery": 0}, "keywords": list(keywords), "stats": {"attack": 1, "shieldCap": 0, "healthCap": 3}, **extra,
    }  # fmt: skip


def codes_and_places(card: Json, ruleset: Any = PACK, **more: Any) -> list[tuple[str, str]]:
    """Return code and place of each problem of a card."""
    return [(one.code, one.path) for one in api.validate(ruleset, json.dumps(card), **more).problems]


def folder(root: Path, *cards: Json, manifest: bool = True, listed: bool = True) -> Path:
    """Write a pack whose keywords lie beside its cards."""
    declared = [card for card in cards if card["cardType"] in ("KEYWORD", "RESOURCE")]
    (root / "keywords.json").write_text(json.dumps(declared), "utf-8")
    (root / "units.v1.json").write_text(json.dumps([card for card in cards if card not in declared]), "utf-8")
    if manifest:
        files = ["units.v1.json", *(["keywords.json"] if listed else [])]
        said = {"cardDataVersion": "1.0.0", "schemaVersion": "1.0.0", "ruleset": "halo", "cardFiles": files}
        (root / "manifest.json").write_text(json.dumps(said), "utf-8")
    return root


class TestKeyword:
    def test_is_refused_where_nothing_declares_it(self) -> None:
        card = unit({"name": "REGENERATION", "value": 2})

        assert codes_and_places(card, "halo") == [("E-REF", "/keywords/0/name")]
        assert codes_and_places(card, "halo", declarations=[REGENERATION]) == []

    @pytest.mark.parametrize(
        ("keyword", "problems"),
        [
            ({"name": "REGENERATION", "value": 2}, []),
            ({"name": "REGENERATION", "value": 10}, [("E-SCHEMA", "/keywords/0/value")]),
            ({"name": "REGENERATION"}, [("W-COERCE", "/keywords/0")]),
            ({"name": "REGENERATION", "value": 2, "second": 1}, [("E-SCHEMA", "/keywords/0/second")]),
        ],
    )
    def test_takes_the_numbers_that_it_declares(self, keyword: Json, problems: list[tuple[str, str]]) -> None:
        assert codes_and_places(unit(keyword)) == problems

    def test_is_in_the_schema_of_the_pack_alone(self) -> None:
        mine, plain = (jsonschema_rs.validator_for(api.schema(one, "card")) for one in (PACK, find("halo")))

        assert mine.is_valid(unit({"name": "REGENERATION", "value": 2}))
        assert not mine.is_valid(unit({"name": "REGENERATION", "value": 10}))
        assert not plain.is_valid(unit({"name": "REGENERATION", "value": 2}))
        assert plain.is_valid(REGENERATION)
        assert plain.is_valid(FAITH)

    def test_gives_the_schema_of_the_pack_an_address_of_its_own(self) -> None:
        """A validator that keeps schemas by their address holds that of the game and those of two packs apart."""
        packs = (find("halo"), PACK, find("halo").of_pack([REGENERATION]))
        addresses = [api.schema(pack, "card")["$id"] for pack in packs]

        assert addresses[0] == "/schemas/halo/card/1.0.json"
        assert all(re.fullmatch(r"/schemas/halo/card/1\.0\+[0-9a-f]{12}\.json", pack) for pack in addresses[1:])
        assert len(set(addresses)) == len(packs)

    def test_is_marked_as_an_extension(self) -> None:
        definitions = api.schema(PACK, "card")["$defs"]

        assert definitions["keyword.REGENERATION"]["x-ui"]["extension"]
        assert definitions["keywordDef"]["x-ui"]["extension"]
        assert definitions["resourceDef"]["x-ui"]["extension"]
        assert "extension" not in definitions["keyword.ARMOR"]["x-ui"]

    def test_says_what_it_opens_into_in_both_languages(self) -> None:
        card = unit({"name": "REGENERATION", "value": 2})

        assert api.describe(PACK, card, "en") == "Regeneration 2.\nAt the start of your turn, heal this unit by 2."
        assert api.describe(PACK, card, "zh") == "再生 2。\n你的回合开始时，为本单位恢复2点生命。"
        assert api.describe(PACK, REGENERATION, "en") == "At the start of your turn, heal this unit by X."
        assert api.describe(PACK, REGENERATION, "zh") == "你的回合开始时，为本单位恢复X点生命。"

    def test_is_called_by_its_name_on_a_face(self) -> None:
        assert api.face(PACK, unit({"name": "REGENERATION", "value": 2}))["keywords"] == [
            {"en": "Regeneration 2", "zh": "再生 2"}
        ]

    def test_is_in_the_reference_of_the_pack(self) -> None:
        pages = pack_pages(PACK)

        assert "## `REGENERATION`" in pages["en/halo/keywords.md"]
        assert "**再生" in pages["zh/halo/keywords.md"]

    def test_in_conditions_is_a_mark(self) -> None:
        asked = {"op": "HAS_KEYWORD", "args": ["TARGET", "REGENERATION"]}
        ability = {"id": "a", "trigger": "UNIT_DEPLOYED", "conditions": [asked], "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}]}  # fmt: skip

        assert codes_and_places(unit(abilities=[ability])) == []
        assert codes_and_places(unit(abilities=[ability]), "halo") == [("E-REF", "/abilities/0/conditions/0/args/1")]

    @pytest.mark.parametrize("effect", ["ADD_KEYWORD", "REMOVE_KEYWORD"])
    def test_that_is_a_mark_is_given_and_taken_by_effects(self, effect: str) -> None:
        """What another keyword opens into is compiled with the cards that are written with it, so no effect can give it."""
        pack = find("halo").of_pack([REGENERATION, {**MARK, "parameters": []}])

        def gives(name: str) -> Json:
            done = {"type": effect, "target": "THIS", "params": {"name": name}}
            return unit(abilities=[{"id": "a", "trigger": "UNIT_DEPLOYED", "effects": [done]}])

        assert codes_and_places(gives("GRIT"), pack) == []
        assert codes_and_places(gives("GRIT"), "halo") == [("E-REF", "/abilities/0/effects/0/params/name")]
        assert codes_and_places(gives("REGENERATION"), pack) == [("E-REF", "/abilities/0/effects/0/params/name")]
        assert codes_and_places(gives("NOBODY"), pack) == [("E-REF", "/abilities/0/effects/0/params/name")]

    def test_that_is_a_mark_is_asked_for_after_it_was_given(self) -> None:
        gives = {"type": "ADD_KEYWORD", "target": "THIS", "params": {"name": "GRIT"}}
        hurts = {"type": "DEAL_DAMAGE", "target": "ENEMY_BASE", "params": {"amount": 2}}
        mark = {"op": "HAS_KEYWORD", "args": ["THIS", "GRIT"]}
        card = unit(abilities=[
            {"id": "a", "trigger": "UNIT_DEPLOYED", "effects": [gives]},
            {"id": "b", "trigger": "KEYWORD_GAINED", "conditions": [mark], "effects": [hurts]},
        ])  # fmt: skip
        request = {
            "format": "scenario/1", "ruleset": "halo", "name": "a mark", "cards": [MARK, card],
            "given": {"phase": "DEPLOYMENT", "active": 0, "seats": [{"base": 30, "supply": 3, "hand": [{"card": "MOSS", "as": "m"}]}, {"base": 30}]},
            "when": [{"seat": 0, "do": "play", "entity": "m"}, {"seat": 0, "answer": ["alpha.front"]}],
            "then": [{"seat": 1, "is": {"base": 28}}],
        }  # fmt: skip
        (ran,) = run_document(Document(request, json.dumps(request), file="s.json"), lambda name: (find(name), ()))

        assert [failure.to_json() for failure in ran.failures] == []

    def test_leaves_the_game_of_other_packs_alone(self) -> None:
        assert HALO.family("keyword").keys() == find("halo").vocabulary.family("keyword").keys()
        assert find("halo").of_pack([unit()]) is find("halo")


class TestDeclaration:
    @pytest.mark.parametrize(
        ("changed", "problems"),
        [
            ({}, []),
            ({"id": "ARMOR"}, [("E-DUP", "/id")]),
            ({"parameters": []}, [("E-KEYWORD", "/abilities/0/effects/0/params/amount")]),
            ({"parameters": [{"name": "health", "min": 5, "max": 2}]}, [("E-KEYWORD", "/parameters/0/max")]),
            ({"keywords": [{"name": "REGENERATION", "value": 1}]}, [("E-KEYWORD", "/keywords/0")]),
        ],
    )
    def test_of_a_keyword_says_what_cannot_be(self, changed: Json, problems: list[tuple[str, str]]) -> None:
        assert codes_and_places({**REGENERATION, **changed}) == problems

    def test_of_a_resource_begins_within_its_limit(self) -> None:
        assert codes_and_places({**FAITH, "start": 11}) == [("E-RESOURCE", "/start")]

    def test_of_a_resource_is_looked_up(self) -> None:
        card = unit(cost={"supply": 0, "battery": 0, "resources": [{"resource": "FAITH", "amount": 2}]})

        assert codes_and_places(card, known_ids=frozenset({"MOSS"})) == [("E-REF", "/cost/resources/0/resource")]
        assert codes_and_places(card, known_ids=frozenset({"MOSS", "FAITH"})) == []

    @pytest.mark.parametrize("card", [REGENERATION, FAITH], ids=["keyword", "resource"])
    def test_belongs_to_no_deck(self, card: Json) -> None:
        assert deck_card(RULES, card).is_banned

    def test_that_is_broken_declares_nothing_and_breaks_nothing(self) -> None:
        broken = {**REGENERATION, "parameters": "x", "abilities": [1]}

        assert find("halo").of_pack([broken]).vocabulary.family("keyword").keys() == HALO.family("keyword").keys()


class TestPlayedOn:
    def test_is_for_tactical_cards_alone(self) -> None:
        assert codes_and_places(unit(playedOn="ALLY")) == [("E-PLAYEDON", "/playedOn")]


class TestPack:
    CARD = unit({"name": "REGENERATION", "value": 2})

    def test_with_a_manifest_that_lists_the_file_loads_in_strict_mode(self, tmp_path: Path) -> None:
        result = load(folder(tmp_path, REGENERATION, FAITH, self.CARD))

        assert result.problems == ()
        assert {card["id"] for card, _ in result.cards} == {"REGENERATION", "FAITH", "MOSS"}
        assert result.ruleset is not None
        assert "REGENERATION" in result.ruleset.vocabulary.family("keyword")

    def test_whose_manifest_does_not_list_the_file_has_no_such_keyword(self, tmp_path: Path) -> None:
        result = load(folder(tmp_path, REGENERATION, self.CARD, listed=False))

        assert "E-REF" in {one.code for one in result.problems}
        assert result.cards == ()

    def test_without_a_manifest_is_refused_in_strict_mode_alone(self, tmp_path: Path) -> None:
        made = folder(tmp_path, REGENERATION, self.CARD, manifest=False)
        strict, development = load(made, "halo"), load(made, "halo", "development")

        assert [(one.code, one.card) for one in strict.problems] == [("E-UNLISTED", "REGENERATION")]
        assert strict.cards == ()
        assert {card["id"] for card, _ in development.cards} == {"REGENERATION", "MOSS"}

    def test_takes_names_from_its_texts(self, tmp_path: Path) -> None:
        new_folder = folder(tmp_path, REGENERATION, self.CARD)
        (new_folder / "text").mkdir()
        said = {"format": "text/1", "lang": "zh", "cards": {"REGENERATION": {"name": "再生"}}}
        (new_folder / "text" / "zh.json").write_text(json.dumps(said, ensure_ascii=False), "utf-8")
        result = load(new_folder)

        assert result.ruleset is not None
        assert api.describe(result.ruleset, self.CARD, "zh").startswith("再生 2。")


class TestPreview:
    POOL = (REGENERATION, FAITH, unit({"name": "REGENERATION", "value": 2}))

    def plan(self, candidate: Json, baseline: Json | None) -> Json:
        reserve = [card for card, _ in api.card_set("halo")]
        return find("halo").experiment.arrange(candidate, baseline, self.POOL, reserve)

    def test_of_a_card_takes_what_the_pack_declares_along(self) -> None:
        new_plan = self.plan(unit({"name": "REGENERATION", "value": 3}), self.POOL[2])

        assert {"REGENERATION", "FAITH"} <= set(new_plan["cards"])
        assert new_plan["unit"] == "seat"

    def test_of_a_keyword_plays_every_card_that_uses_it(self) -> None:
        stronger = {**REGENERATION, "abilities": [{**REGENERATION["abilities"][0], "limitPerTurn": 1}]}
        new_plan = self.plan(stronger, REGENERATION)

        assert new_plan["unit"] == "table"
        assert "MOSS" in new_plan["cards"]
        assert all("MOSS" in deck for deck in new_plan["decks"].values())
        assert all(slots == [] for slots in new_plan["slots"].values())

    def coverage(self, candidate: Json, baseline: Json) -> Json:
        """Return which nodes of a card a smoke preview reached."""
        pool = [card for card in self.POOL if card["id"] != candidate["id"]]
        spec = api.preview_plan("halo", candidate=candidate, baseline=baseline, pool=pool, preset="smoke", seed=1)
        covered = api.preview_merge(spec, [api.preview_chunk(spec, 0)])["coverage"]
        return {path: (node["type"], node["matches"] > 0) for path, node in covered.items()}

    HEALED: ClassVar[Json] = {
        "/abilities/0/conditions/0": ("IS_OWN_TURN", True),
        "/abilities/0/effects/0": ("HEAL", True),
        "/abilities/0/effects/0/target": ("THIS", True),
    }

    def test_of_a_card_counts_the_nodes_of_its_keyword_at_the_keyword(self) -> None:
        assert self.coverage(self.POOL[2], unit()) == {f"/keywords/0{path}": node for path, node in self.HEALED.items()}

    def test_of_a_keyword_counts_its_nodes_in_the_cards_that_use_it(self) -> None:
        assert self.coverage(REGENERATION, {**REGENERATION, "abilities": []}) == self.HEALED

    def test_of_a_keyword_is_played_against_its_former_self(self) -> None:
        """Both worlds hold the same cards; those with the keyword do what its version of that world says."""
        draws = {"type": "DRAW", "target": "OWNER", "params": {"count": "$keyword.value"}}
        better = {**REGENERATION, "abilities": [{**REGENERATION["abilities"][0], "effects": [draws]}]}
        spec = api.preview_plan(
            "halo", candidate=better, baseline=REGENERATION, pool=list(self.POOL[1:]), preset="smoke", seed=1
        )
        played_n = api.preview_merge(spec, [api.preview_chunk(spec, 0)])["n"]

        assert played_n["games"] > 0
        assert played_n["aborted"] == 0
        assert played_n["identical"] < played_n["games"]
