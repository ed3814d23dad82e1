"""Old spellings are rewritten, each with a warning at the place where its author wrote it, and nothing else changes."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from engine.packs.card import CardReport
from engine.rulesets.wizards.rewrite import rewrite
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import CHOOSER, DRAW, HIT, ME, mount, read, reported, treasure
from tests.engine.language.strategies import documents, json_values
from tests.examples import some_of

DO = "/behaviors/0/do"
FIXTURES = Path(__file__).parents[2] / "fixtures" / "000"
REPAIRS = {
    "stone": lambda text: text,
    "survival": lambda text: text,
    "bash": lambda text: f"{text}\n}}",
    "gilding_components": lambda text: text.replace("]  ]", "]"),
}


def fixture(name: str) -> str:
    return (FIXTURES / f"{name}.jsonc").read_text(encoding="utf-8")


def mended(name: str) -> CardReport:
    return read(REPAIRS[name](fixture(name)), file=f"{name}.jsonc")


def rewritten(*effects: Any, at: str = "onPlay") -> list[Any]:
    """Return the effects of a treasure card after rewriting."""
    document: Any = rewrite(treasure(*effects, at=at)).document
    found: list[Any] = document["behaviors"][0]["do"]
    return found


class TestTheDocumentsCards:
    @pytest.mark.parametrize(("name", "place"), [("bash", (43, 4)), ("gilding_components", (37, 6))])
    def test_with_an_unbalanced_bracket_are_refused_at_its_place(self, name: str, place: tuple[int, int]) -> None:
        report = read(fixture(name))

        assert [(p.code, p.slug, (p.line, p.column)) for p in report.problems] == [("E-JSON", "malformed-json", place)]
        assert (report.ok, report.document) == (False, None)

    @pytest.mark.parametrize("name", REPAIRS)
    def test_import_with_warnings_alone(self, name: str) -> None:
        report = mended(name)

        assert report.ok
        assert {p.code for p in report.problems} == {"W-ALIAS"}

    @pytest.mark.parametrize("name", REPAIRS)
    def test_are_silent_when_read_again_in_canonical_form(self, name: str) -> None:
        report = mended(name)
        second_content = read(json.dumps(report.document))

        assert second_content.problems == ()
        assert second_content.sha256 == report.sha256

    def test_import_the_stone_as_an_instant_trigger(self) -> None:
        document: Any = mended("stone").document
        effect = {"type": "damage", "target": CHOOSER, "amount": 2}

        assert document["behaviors"][0]["do"] == [mount("instant", effect, mode="once")]
        assert document["count"] == "$1"

    def test_import_survival_with_a_warning_for_count_and_rarity(self) -> None:
        report = mended("survival")
        warned = {p.path: p.wanted for p in report.problems if p.path}

        assert warned == {"/count": 1, "/rarity": "com"}
        assert (report.card_id, report.kind, report.name) == (
            "base.treasure.common.survival_of_the_fittest",
            "treasure",
            "优胜劣汰",
        )

    def test_import_bash_with_its_commas_and_comments(self) -> None:
        assert [(p.path, p.line) for p in mended("bash").problems] == [("", 2), ("/rarity", 6), ("", 18)]

    def test_import_the_gilded_parts_for_the_owners_next_monster_alone(self) -> None:
        document: Any = mended("gilding_components").document
        (trigger,) = document["behaviors"][0]["do"][0]["triggers"]

        assert document["behaviors"][0]["at"] == "onDrawExploration"
        assert trigger["event"] == "onExplorationFlip"
        assert trigger["mode"] == "once"
        assert trigger["condition"] == {
            "type": "And",
            "conditions": [
                {
                    "type": "Equals",
                    "value1": "$onDrawExploration.playerUUID",
                    "value2": "$onExplorationFlip.sourcePlayerUUID",
                },
                {"type": "Equals", "value1": "$onExplorationFlip.type", "value2": "monster"},
            ],
        }
        assert [(effect["type"], effect["mode"], effect["amount"], effect["target"]) for effect in trigger["do"]] == [
            ("maxHealth", "add", 3, "$onExplorationFlip.cardUUID"),
            ("health", "add", 3, "$onExplorationFlip.cardUUID"),
            ("reward", "add", 1, "$onExplorationFlip.cardUUID"),
        ]

    def test_are_warned_of_at_the_line_of_each_old_word(self) -> None:
        places = {(p.found, p.line) for p in mended("gilding_components").problems}

        assert {("addTriggers", 10), ("onExplored", 13), ("conditions", 14), ("equals", 16), ("left", 17)} <= places
        assert {("type", 26), ("effects", 27), ("buffMonster", 28)} <= places


class TestWords:
    @pytest.mark.parametrize(("old", "new"), [("original", "ori"), ("common", "com"), ("legendary", "leg")])
    def test_for_rarity_get_their_short_form(self, old: str, new: str) -> None:
        report = rewrite(treasure(HIT, rarity=old))

        assert report.document["rarity"] == new
        assert [(p.code, p.path, p.found, p.wanted) for p in report.problems] == [("W-ALIAS", "/rarity", old, new)]

    @pytest.mark.parametrize(
        ("written", "expected", "codes"), [("1", 1, ["W-ALIAS"]), ("$1", "$1", []), (1, 1, []), ("01", "01", [])]
    )
    def test_for_copies_become_numbers_unless_per_player(self, written: Any, expected: Any, codes: list[str]) -> None:
        report = rewrite(treasure(HIT, count=written))

        assert report.document["count"] == expected
        assert [p.code for p in report.problems] == codes

    def test_for_numbers_become_numbers(self) -> None:
        report = rewrite(treasure({**HIT, "amount": "3"}, manaCost="2"))

        assert report.document["manaCost"] == 2
        assert report.document["behaviors"][0]["do"][0]["amount"] == 3
        assert [(p.code, p.path) for p in report.problems] == [
            ("W-COERCE", "/manaCost"),
            ("W-COERCE", f"{DO}/0/amount"),
        ]

    def test_that_are_compared_stay_texts(self) -> None:
        when = {"type": "Equals", "value1": "4", "value2": "4"}

        assert rewritten({"type": "if", "condition": when, "do": []})[0]["condition"] == when

    def test_for_lifetimes_are_read_from_type_too(self) -> None:
        (mounted,) = rewritten(mount("onDefeat", HIT, type="permanent"))

        assert mounted["triggers"][0]["mode"] == "always"

    def test_misspelled_in_the_document_are_read(self) -> None:
        when = {"type": "HasCard", "playUUID": ME, "cardUUID": "$d.UUID"}
        (_, tested) = rewritten({**DRAW, "id": "d"}, {"type": "if", "condition": when, "do": []})

        assert tested["condition"] == {"type": "HasCard", "playerUUID": ME, "cardUUID": "$d.UUID"}

    def test_beside_their_present_form_are_left_to_the_checker(self) -> None:
        when = {"type": "Equals", "left": 1, "value1": 2, "value2": 2}
        card = treasure({"type": "if", "condition": when, "do": [DRAW]})

        assert reported(card) == [("E-SCHEMA", f"{DO}/0/condition/left")]


class TestShortForms:
    @pytest.mark.parametrize(
        ("word", "effect"),
        [
            ("dealDamage", {"type": "damage"}),
            ("regenMana", {"type": "mana", "mode": "add"}),
            ("drawCards", {"type": "drawCard"}),
        ],
    )
    def test_compile_to_the_explicit_instant_trigger(self, word: str, effect: dict[str, Any]) -> None:
        target = CHOOSER if word == "dealDamage" else ME
        card = treasure()
        card["behaviors"] = [{"at": "onPlay", "do": word, "target": target, "amount": 2}]
        report = rewrite(card)

        assert report.document["behaviors"][0] == {
            "at": "onPlay",
            "do": [mount("instant", {**effect, "target": target, "amount": 2}, mode="once")],
        }
        assert [p.path for p in report.problems] == [DO]

    def test_keep_the_address_of_what_moved(self) -> None:
        card = treasure()
        card["behaviors"] = [{"at": "onPlay", "do": "dealDamage", "target": CHOOSER, "amount": -2}]

        assert reported(card) == [("W-ALIAS", DO), ("E-SCHEMA", "/behaviors/0/amount")]

    def test_without_the_event_of_a_monster_stay_unknown(self) -> None:
        assert reported(treasure({"type": "buffMonster", "health": 3})) == [("E-ENUM", f"{DO}/0/type")]

    def test_of_conditions_join_them(self) -> None:
        old = {"event": "onDefeat", "conditions": [{"type": "AlwaysTrue"}], "do": []}
        (mounted,) = rewritten({"type": "addTriggers", "triggers": [old]})

        assert mounted["triggers"][0] == {
            "event": "onDefeat",
            "condition": {"type": "And", "conditions": [{"type": "AlwaysTrue"}]},
            "do": [],
        }


class TestEvents:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("onPlay", "onPlayCard"),
            ("onPlayed", "onPlayCard"),
            ("onExplored", "onExplorationFlip"),
            ("onExplorationDrawn", "onExplorationFlip"),
            ("onTurnStarted", "onBattleTurnStart"),
        ],
    )
    def test_get_their_present_name(self, old: str, new: str) -> None:
        (mounted,) = rewritten(mount(old, HIT))

        assert mounted["triggers"][0]["event"] == new

    def test_rename_the_references_inside_the_trigger_and_nothing_else(self) -> None:
        inside = {**DRAW, "target": "$onPlay.playerUUID"}
        (mounted, after) = rewritten(mount("onPlay", inside), DRAW)

        assert mounted["triggers"][0]["do"][0]["target"] == "$onPlayCard.playerUUID"
        assert after["target"] == "$onPlay.playerUUID"

    def test_keep_the_timing_when_the_present_name_is_written(self) -> None:
        (mounted,) = rewritten(mount("onPlayCard", {**DRAW, "target": "$onPlay.playerUUID"}))

        assert mounted["triggers"][0]["do"][0]["target"] == "$onPlay.playerUUID"

    def test_import_the_documents_trigger(self) -> None:
        old = {
            "event": "onPlay",
            "condition": {"type": "HasWand", "playerUUID": "$onPlay.playerUUID"},
            "do": [
                {"type": "damage", "amount": 12, "target": {"type": "monsterChooser", "ask": "{onPlay.playerUUID}"}}
            ],
        }
        (mounted,) = rewritten({"type": "addTriggers", "triggers": [old]})
        (trigger,) = mounted["triggers"]

        assert trigger["condition"]["playerUUID"] == "$onPlayCard.playerUUID"
        assert trigger["do"][0]["target"]["ask"] == "{onPlayCard.playerUUID}"

    def test_rename_fields_of_a_timing_and_leave_its_name(self) -> None:
        card = {"id": "a.exploration.III.b", "name": "b", "type": "event", "level": "III"}
        card["behaviors"] = [{"at": "onDrawExploration", "do": [{**DRAW, "target": "$onDrawExploration.byWho"}]}]  # type: ignore[assignment]  # a card holds lists too
        done: Any = rewrite(card).document

        assert done["behaviors"][0]["do"][0]["target"] == "$onDrawExploration.playerUUID"

    def test_rename_references_inside_templates(self) -> None:
        (mounted,) = rewritten(mount("onPlay", {**HIT, "id": "x{onPlay.cardID}"}))

        assert mounted["triggers"][0]["do"][0]["id"] == "x{onPlayCard.cardID}"


class TestHiddenEvents:
    """Two triggers inside each other whose events get one present name: what the outer one gave can no longer be said."""

    INSIDE = {**DRAW, "target": "$onPlay.playerUUID"}
    AT = f"{DO}/0/triggers/0/do/0/triggers/0/do/0/target"

    @pytest.mark.parametrize(
        ("outer", "inner", "reported"),
        [
            ("onPlay", "onPlayCard", ["W-HIDDEN"]),
            ("onPlay", "onPlayed", ["W-HIDDEN"]),
            ("onPlay", "onPlay", []),
            ("onPlayed", "onPlayCard", []),
            ("onPlay", "onDefeat", []),
            ("onPlayCard", "onPlayed", []),
        ],
    )
    def test_are_reported_where_a_reference_would_mean_the_inner_one(
        self, outer: str, inner: str, reported: list[str]
    ) -> None:
        done = rewrite(treasure(mount(outer, mount(inner, self.INSIDE))))

        assert [(p.code, p.path) for p in done.problems if p.code == "W-HIDDEN"] == [
            (code, self.AT) for code in reported
        ]

    def test_are_still_read_as_the_inner_one(self) -> None:
        (mounted,) = rewritten(mount("onPlay", mount("onPlayCard", self.INSIDE), self.INSIDE))
        inner, after = mounted["triggers"][0]["do"]

        assert inner["triggers"][0]["do"][0]["target"] == "$onPlayCard.playerUUID"
        assert after["target"] == "$onPlayCard.playerUUID"

    def test_leave_the_timing_of_the_same_name_alone(self) -> None:
        """Conformance 148: under `event: onPlayCard` the name of the moment still means the one who made the trigger."""
        (mounted,) = rewritten(mount("onPlayCard", mount("onPlayCard", self.INSIDE)))
        (inner,) = mounted["triggers"][0]["do"]

        assert inner["triggers"][0]["do"][0]["target"] == "$onPlay.playerUUID"


class TestLaws:
    LAW = settings(
        max_examples=some_of(200), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )

    @LAW
    @given(documents(WIZARDS))
    def test_a_canonical_card_is_left_exactly_as_it_is(self, document: Any) -> None:
        report = rewrite(copy.deepcopy(document))

        assert report.problems == ()
        assert json.dumps(report.document) == json.dumps(document)
        assert all(path == origin for path, origin in report.origins.items())

    @LAW
    @given(json_values())
    def test_rewriting_twice_is_rewriting_once(self, document: Any) -> None:
        once = rewrite(document)
        twice = rewrite(once.document)

        assert json.dumps(twice.document) == json.dumps(once.document)
        assert twice.problems == ()

    @LAW
    @given(json_values())
    def test_the_authors_document_is_not_touched(self, document: Any) -> None:
        before = copy.deepcopy(document)
        rewrite(document)

        assert document == before

    @LAW
    @given(documents(WIZARDS))
    def test_a_report_has_the_hash_of_its_canonical_bytes(self, document: Any) -> None:
        report = read(document)

        assert json.loads(report.canonical or b"") == document
        assert report.sha256 is not None
