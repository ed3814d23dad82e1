"""The one door: a match played by hand through it, packs loaded, a card previewed, and a game that is handed in."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

from engine import api
from engine.errors import BadCard, IllegalAction
from engine.formats.packs import likeliest, ruleset_of
from engine.language.spec.fields import Field
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import IntegerLiteral, LocalizedText
from engine.packs.archive import write_zip
from engine.packs.canonical import canonical_bytes
from engine.packs.loading import open_bytes
from engine.rulesets import find
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.vocabulary import BEHAVIOR, NAME, TRIGGER, WIZARDS
from tests.engine.packs.test_release import ARCHIVE
from tests.engine.third_ruleset import on_the_path


class TestTheDoor:
    def test_lets_a_match_be_played_by_hand(self) -> None:
        match = api.new_match("wizards", seed=5, seats=2)
        step = match.begin()
        request = 0
        while (question := api.decision(step.state)) is not None and request < 40:
            key = ",".join(api.legal(step.state)[: max(question.min, 1)])
            step = api.apply(step.state, api.action(step.state, key))
            request += 1

        assert request == 40 or step.result is not None
        assert api.area(step.state, 1) == (0, "seats", 0)
        assert api.entity(step.state, 1)["kind"] == "player"
        assert api.view(match, step.state, 0).zone(2, "hand") == ()
        assert api.digest(api.determinize(match, step.state, 0, 1)) != api.digest(step.state)

    def test_refuses_what_is_not_there(self) -> None:
        state = api.new_match("wizards", seed=5, seats=2).begin().state
        with pytest.raises(IllegalAction, match="no-entity"):
            api.entity(state, 99_999)
        with pytest.raises(IllegalAction, match="not-offered"):
            api.action(state, "fly")
        with pytest.raises(ValueError, match="bots"):
            api.new_match("wizards", seed=1, seats=2, bots_by_seat=("greedy", "random", "greedy"))

    def test_gives_templates_without_a_problem(self) -> None:
        for template in api.templates("wizards"):
            report = api.validate("wizards", template.text("base.treasure.common.new"))

            assert report.ok, [problem.to_json() for problem in report.problems]

    def test_plays_a_replay_again(self) -> None:
        held = api.play(api.new_match("wizards", seed=3, seats=3, bots_by_seat=("random",)))

        assert api.replay(json.loads(json.dumps(held)))["ok"]


GOOD = {"id": "a.treasure.common.good", "name": "Good", "manaCost": 1, "rarity": "com", "school": "none"}
BAD = {**GOOD, "id": "a.treasure.common.bad", "rarity": "lag"}
HERO = RecordSpec(
    "hero",
    LocalizedText("Hero", "英雄"),
    (NAME, Field("strength", IntegerLiteral(), LocalizedText("Strength", "力量"))),
)
HEROES = replace(
    RULESET,
    name="heroes",
    vocabulary=replace(
        WIZARDS,
        ruleset="heroes",
        kinds=(KindSpec("hero", LocalizedText("Hero", "英雄"), "hero"),),
        records=(HERO, BEHAVIOR, TRIGGER),
    ),
)


class TestLoad:
    def test_gives_cards_that_a_match_can_be_played_with(self) -> None:
        result = api.load(RULESET.folder / "cards", "wizards")
        match = api.new_match("wizards", seed=5, seats=2, cards=result)

        assert (result.ok, result.ruleset, result.version) == (True, RULESET, None)
        assert sorted(result.cards, key=str) == sorted(api.card_set("wizards"), key=str)
        assert match.program.content_hash == api.new_match("wizards", seed=5, seats=2).program.content_hash

    def test_is_all_or_nothing_in_strict_mode_and_tells_every_problem(self) -> None:
        data = json.dumps([GOOD, BAD, {**GOOD, "id": 3}]).encode()
        strict, development = api.load(data), api.load(data, mode="development")

        assert (strict.cards, [card["id"] for card, _ in development.cards]) == ((), [GOOD["id"]])
        assert (
            [one.path for one in strict.problems]
            == [one.path for one in development.problems]
            == ["/1/rarity", "/2/id"]
        )
        assert strict.problems[0].fix == ({"op": "replace", "path": "/1/rarity", "value": "leg"},)

    def test_reads_a_release_with_its_texts_and_version(self) -> None:
        manifest = {
            "ruleset": "wizards",
            "cardDataVersion": "1.10.0",
            "schemaVersion": "1.0",
            "cardFiles": ["cards/a.json", "text/zh.json"],
        }
        text = {"format": "text/1", "lang": "zh", "cards": {GOOD["id"]: {"name": "好"}}}
        held = {"manifest.json": manifest, "cards/a.json": GOOD, "text/zh.json": text}
        result = api.load(write_zip({name: canonical_bytes(value) for name, value in held.items()}))

        assert result.problems == ()
        assert (result.version, result.texts) == ("1.10.0", {GOOD["id"]: {"zh": {"name": "好"}}})

    def test_reads_the_release_that_is_built(self) -> None:
        loaded = api.load(write_zip(ARCHIVE), "wizards")

        assert [one for one in loaded.problems if one.file == "manifest.json"] == []

    def test_tells_an_archive_that_cannot_be_read(self) -> None:
        loaded = api.load(b"PK\x03\x04 nothing")

        assert (loaded.ruleset, loaded.cards, [one.code for one in loaded.problems]) == (None, (), ["E-FILE"])


class TestTheGameOfAPack:
    def test_is_the_one_that_knows_its_keys(self) -> None:
        games = [RULESET, HEROES]

        assert likeliest(open_bytes(json.dumps(GOOD).encode()), games) is RULESET
        assert likeliest(open_bytes(b'[{"name": "A", "strength": 3}]'), games) is HEROES

    def test_is_the_one_that_a_document_names(self) -> None:
        assert likeliest(open_bytes(json.dumps({**GOOD, "ruleset": "heroes"}).encode()), [RULESET, HEROES]) is HEROES

    def test_is_asked_for_where_it_cannot_be_known(self) -> None:
        with pytest.raises(LookupError, match="wizards, heroes"):
            likeliest(open_bytes(b'{"name": "A"}'), [RULESET, HEROES])

    @pytest.mark.parametrize("address", ["/schemas/heroes/card/1.json", "https://cards.example/schemas/heroes/card/1"])
    def test_is_the_one_whose_schema_a_document_names(self, address: str) -> None:
        card = {"$schema": address, **GOOD}

        assert likeliest(open_bytes(json.dumps(card).encode()), [RULESET, HEROES]) is HEROES
        assert likeliest(open_bytes(json.dumps([card]).encode()), [RULESET, HEROES]) is HEROES

    def test_is_an_error_that_names_both_where_documents_name_two(self) -> None:
        cards = [{"ruleset": name, **GOOD} for name in ("wizards", "heroes")]
        with pytest.raises(LookupError, match=r"^wizards, heroes$"):
            likeliest(open_bytes(json.dumps(cards).encode()), [RULESET, HEROES, find("halo")])

    def test_is_not_asked_for_where_nothing_can_be_read(self) -> None:
        report = api.validate_path(None, b'{ "deckId": "x", "cards": [')

        assert [problem.code for problem in report.problems] == ["E-JSON"]

    def test_of_a_deck_is_the_one_that_has_decks(self) -> None:
        deck = json.dumps({"deckId": "d", "cards": []}).encode()

        assert likeliest(open_bytes(deck), [RULESET, find("halo")]).name == "halo"

    def test_is_that_of_the_manifest_before_the_one_given(self) -> None:
        source = open_bytes(write_zip({"manifest.json": b'{"cardFiles":[],"ruleset":"heroes"}'}))

        assert ruleset_of(source, HEROES) is HEROES
        with pytest.raises(BadCard, match="/ruleset"):
            ruleset_of(source, "wizards")


class TestPreview:
    def test_goes_from_plan_to_last_word_in_one_call(self) -> None:
        """In the smallest of the games, which plays sixty matches a second."""
        reported: list[str] = []
        with on_the_path() as name:
            card = api.card_set(name)[0][0]
            prose = {**card, "description": "Other words."}
            result = api.preview(
                find(name), prose, card, bots=("random",), watch=lambda so_far: reported.append(so_far["status"])
            )

        assert (result["status"], result["change"]["mean"]) == ("finished", 0.0)
        assert reported[-1] == "finished"
        assert set(reported[:-1]) <= {"running"}


class TestAGameThatIsHandedIn:
    def test_goes_through_every_part_of_the_door(self) -> None:
        ruleset = replace(RULESET, name="mine", config={**RULESET.config, "startGold": 9})
        match = api.new_match(ruleset, seed=5, seats=2)
        state = match.begin().state

        assert api.entity(state, 1)["gold"] == 9
        assert api.new_match(replace(ruleset, name="wizards"), seed=5, seats=2).program.config["startGold"] == 9
        assert api.new_match("wizards", seed=5, seats=2).program.config["startGold"] == 3
        assert api.schema(ruleset, "replay")["properties"]["ruleset"]["const"] == "mine"
        assert api.validate(ruleset, json.dumps(GOOD)).ok
        assert api.engine_hash(ruleset) == api.engine_hash("wizards")
        assert [card["id"] for card, _ in api.card_set(ruleset)] == [card["id"] for card, _ in api.card_set("wizards")]
        assert set(api.bots(ruleset)) == set(api.bots("wizards"))
        assert api.bench(ruleset, 0.01, time.process_time)["import_seconds"] is None
