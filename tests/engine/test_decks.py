"""Matches with decks: dealt from legal ones alone, kept in replays, stopped in the middle and taken up again. Conformance 134."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import api, rulesets
from engine.cardset import CardSet, hashed, shipped, shipped_version
from engine.commands import main
from engine.errors import BadCard, IllegalAction
from engine.formats import schema, schema_problems
from engine.ruleset import Ruleset
from engine.rulesets.wizards import RULESET
from tests.engine.packs.deck_ruleset import CARDS, FIRST, SECOND, card, deck, decked, write

Json = dict[str, Any]


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return decked(tmp_path_factory.mktemp("decked"))


def owned(state: Any, player: int) -> dict[str, int]:
    """Return how many of which card lie in a player's deck and hand."""
    names = [state.entities[eid]["def"] for zone in ("deck", "hand") for eid in state.zone(player, zone)]
    return {name.rpartition(".")[2]: names.count(name) for name in names}


def answers(match: Any, count: int) -> list[str]:
    """Return the first answers of a match's bots."""
    return [key for (_, key), _ in zip(match.steps(), range(count + 1), strict=False)][1:]


class TestShippedSet:
    def test_is_read_in_the_order_of_its_manifest(self, ruleset: Ruleset) -> None:
        assert [one for one, _ in shipped(ruleset.folder)] == CARDS

    def test_has_the_version_of_its_manifest(self, ruleset: Ruleset) -> None:
        assert shipped_version(ruleset.folder) == "1.10.0"
        assert api.new_match(ruleset, seed=1, seats=2).version == "1.10.0"

    def test_without_a_manifest_has_that_of_the_engine(self) -> None:
        assert api.new_match("wizards", seed=1, seats=2).version == api.VERSION


class TestNewMatch:
    def test_is_dealt_from_the_shipped_decks_where_none_are_given(self, ruleset: Ruleset) -> None:
        state = api.new_match(ruleset, seed=1, seats=2).begin().state

        assert (owned(state, 1), owned(state, 2)) == ({"a": 20, "b": 20}, {"b": 39, "king": 1})

    def test_is_dealt_from_the_decks_given_in_order_of_seats(self, ruleset: Ruleset) -> None:
        state = api.new_match(ruleset, seed=1, seats=2, decks=[SECOND, SECOND]).begin().state

        assert (owned(state, 1), owned(state, 2)) == ({"b": 39, "king": 1}, {"b": 39, "king": 1})

    def test_refuses_every_illegal_deck_with_the_whole_report(self, ruleset: Ruleset) -> None:
        wrong = [deck("one", a=31, king=2), deck("two", b=39, token=1, nobody=2)]
        with pytest.raises(BadCard) as error:
            api.new_match(ruleset, seed=1, seats=2, decks=wrong)

        assert [(one.deck, one.code, one.card.rpartition(".")[2]) for one in error.value.problems] == [
            ("one", "E-DECK-LIMIT", "a"),
            ("one", "E-DECK-LEGENDARY", "king"),
            ("one", "E-DECK-TOTAL", ""),
            ("two", "E-DECK-TOKEN", "token"),
            ("two", "E-DECK-UNKNOWN", "nobody"),
            ("two", "E-DECK-TOTAL", ""),
        ]

    def test_refuses_a_deck_of_another_shape(self, ruleset: Ruleset) -> None:
        with pytest.raises(BadCard, match="E-SCHEMA /cards/0/copies"):
            api.new_match(
                ruleset, seed=1, seats=2, decks=[FIRST, {"deckId": "x", "cards": [{"id": "b", "copies": 40}]}]
            )

    def test_counts_what_a_setting_asks_to_be_counted(self, ruleset: Ruleset) -> None:
        wands = deck("wands", b=37, wand=3)
        api.new_match(ruleset, seed=1, seats=2, decks=[FIRST, wands])

        with pytest.raises(BadCard, match="E-DECK-VESSEL /cards: The deck wands has 3 wands; this match allows 2"):
            api.new_match(ruleset, seed=1, seats=2, decks=[FIRST, wands], config={"deckWands": True})

    def test_holds_the_shipped_decks_to_the_cards_given(self, ruleset: Ruleset) -> None:
        with pytest.raises(BadCard, match="E-DECK-UNKNOWN"):
            api.new_match(ruleset, seed=1, seats=2, cards=[hashed(one) for one in CARDS if one["name"] != "king"])

    def test_wants_a_deck_for_each_seat(self, ruleset: Ruleset) -> None:
        with pytest.raises(ValueError, match="1 decks were given for 2 seats"):
            api.new_match(ruleset, seed=1, seats=2, decks=[FIRST])

    def test_takes_none_where_the_game_has_none(self) -> None:
        with pytest.raises(ValueError, match="wizards is played without decks"):
            api.new_match("wizards", seed=1, seats=2, decks=[FIRST, SECOND])

    def test_does_not_lend_its_decks_to_be_changed(self, ruleset: Ruleset) -> None:
        api.new_match(ruleset, seed=1, seats=2).played_decks[0]["cards"].clear()

        assert api.new_match(ruleset, seed=1, seats=2).played_decks == (FIRST, SECOND)


class TestReplay:
    def test_lists_the_decks_and_is_verified_with_them(self, ruleset: Ruleset) -> None:
        document = json.loads(json.dumps(api.play(api.new_match(ruleset, seed=1, seats=2, decks=[SECOND, FIRST]))))

        assert document["decks"] == [SECOND, FIRST]
        assert api.replay(document, ruleset=ruleset)["ok"]
        assert not api.replay({**document, "decks": [FIRST, SECOND]}, ruleset=ruleset)["ok"]

    def test_lists_the_shipped_decks_where_none_were_given(self, ruleset: Ruleset) -> None:
        match = api.play(api.new_match(ruleset, seed=1, seats=2))

        assert match["decks"] == [FIRST, SECOND]
        assert match["cardDataVersion"] == "1.10.0"

    def test_wants_a_deck_for_each_seat(self, ruleset: Ruleset) -> None:
        held = api.snapshot(api.new_match(ruleset, seed=1, seats=2), ())
        with pytest.raises(BadCard, match="E-SCHEMA /decks"):
            api.replay({**held, "decks": []}, ruleset=ruleset)

    def test_refuses_other_cards_before_it_looks_at_decks(self, ruleset: Ruleset) -> None:
        held = api.snapshot(api.new_match(ruleset, seed=1, seats=2), ())
        with pytest.raises(IllegalAction, match="other-content"):
            api.replay(held, [hashed(card("b", deckLimit=40))], ruleset)

    def test_of_another_engine_is_played_and_judged_by_its_digests(self, ruleset: Ruleset) -> None:
        held = {**api.play(api.new_match(ruleset, seed=1, seats=2)), "engine": "0.0.1"}

        assert api.replay(held, ruleset=ruleset)["ok"]


class TestSnapshot:
    def test_is_a_replay_that_goes_on(self, ruleset: Ruleset) -> None:
        match = api.new_match(ruleset, seed=1, seats=2)
        snapshot = api.snapshot(match, answers(match, 30))

        assert (snapshot["format"], snapshot["result"], len(snapshot["actions"])) == ("replay/1", None, 30)
        assert (snapshot["cardDataVersion"], snapshot["contentHash"]) == ("1.10.0", match.program.content_hash)
        assert snapshot["checks"][0][0] == 0
        assert snapshot["checks"][-1][0] == 30
        assert len(snapshot["checks"]) > 2
        assert api.replay(snapshot, ruleset=ruleset)["ok"]

    @pytest.mark.parametrize("count", [0, 1, 17, 60])
    def test_is_taken_up_where_it_was_left(self, ruleset: Ruleset, count: int) -> None:
        match = api.new_match(ruleset, seed=4, seats=2)
        whole = answers(match, 10_000)
        second, step = api.restore(json.loads(json.dumps(api.snapshot(match, whole[:count]))), ruleset=ruleset)
        for key in whole[count:]:
            step = api.apply(step.state, api.action(step.state, key))

        assert second.played_decks == match.played_decks
        assert step.result is not None
        assert f"{api.digest(step.state):016x}" == api.play(match)["checks"][-1][1]

    def test_of_a_match_that_is_over_tells_its_result(self, ruleset: Ruleset) -> None:
        match = api.new_match(ruleset, seed=4, seats=2)
        current_match = api.play(match)

        assert {**api.snapshot(match, current_match["actions"])} == current_match
        assert api.restore(current_match, ruleset=ruleset)[1].decision is None

    def test_takes_no_answer_that_is_not_offered(self, ruleset: Ruleset) -> None:
        with pytest.raises(IllegalAction, match="not-offered"):
            api.snapshot(api.new_match(ruleset, seed=1, seats=2), ["fly"])

    @pytest.mark.parametrize(
        "change",
        [
            lambda document: {"cardDataVersion": "1.9.0"},
            lambda document: {"contentHash": "0" * 64},
        ],
    )
    def test_is_not_taken_up_with_other_cards(self, ruleset: Ruleset, change: Callable[[Json], Json]) -> None:
        document = api.snapshot(api.new_match(ruleset, seed=1, seats=2), ())
        with pytest.raises(IllegalAction, match="other-content"):
            api.restore({**document, **change(document)}, ruleset=ruleset)

    def test_is_not_taken_up_with_the_same_cards_in_another_version(self, ruleset: Ruleset) -> None:
        snapshot = api.snapshot(api.new_match(ruleset, seed=1, seats=2), ())
        cards = CardSet(ruleset, shipped(ruleset.folder), version="1.9.0")
        with pytest.raises(IllegalAction, match="other-content"):
            api.restore(snapshot, cards, ruleset)

    def test_compares_versions_as_numbers(self, ruleset: Ruleset) -> None:
        held = api.snapshot(api.new_match(ruleset, seed=1, seats=2), ())

        assert api.restore({**held, "cardDataVersion": "1.10"}, ruleset=ruleset)

    @pytest.mark.parametrize("version", ["0.0.1", "99.0"])
    def test_of_another_engine_is_taken_up_where_the_digests_agree(self, ruleset: Ruleset, version: str) -> None:
        match = api.new_match(ruleset, seed=1, seats=2)
        state = {**api.snapshot(match, answers(match, 9)), "engine": version}
        other_copy = copy.deepcopy(state)
        other_copy["checks"][-1][1] = "0" * 16

        assert api.restore(state, ruleset=ruleset)
        with pytest.raises(
            IllegalAction, match=f"other-course: after 9 answers .* engine {version}, here {api.VERSION}"
        ):
            api.restore(other_copy, ruleset=ruleset)


class TestSchema:
    def test_of_a_deck_is_that_of_the_source(self, ruleset: Ruleset) -> None:
        new_schema = schema(ruleset, "deck")

        assert (new_schema["required"], list(new_schema["properties"])) == (
            ["deckId", "cards"],
            ["deckId", "owner", "name", "cards"],
        )
        assert new_schema["properties"]["cards"]["items"]["required"] == ["id", "count"]

    def test_of_a_game_without_decks_stays_what_it_was(self) -> None:
        assert api.schema("wizards", "deck")["properties"]["cards"]["items"]["required"] == ["cardId", "count"]
        assert schema(replace(RULESET, name="x"), "deck")["required"] == ["format", "deckId", "cards"]


class TestCommands:
    @pytest.fixture
    def shell(self, ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
        """Make the shell know the game as `wizards`, and return a folder with decks."""
        named = replace(ruleset, name="wizards")
        monkeypatch.setattr(rulesets, "_ruleset", lambda name: named)
        return write(tmp_path, {"one.json": SECOND, "two.json": FIRST, "bad.json": deck("bad", b=39)})

    def test_play_takes_a_deck_for_each_seat(self, shell: Path, capsys: pytest.CaptureFixture[str]) -> None:
        call = ("play", "wizards", "--seed", "1", "--bots", "random", "--log", "none", "--save", str(shell / "r.json"))
        code = main(
            (*call, "--deck", str(shell / "one.json"), "--deck", str(shell / "two.json")), time.process_time, {}
        )
        capsys.readouterr()

        assert (code, json.loads((shell / "r.json").read_bytes())["decks"]) == (0, [SECOND, FIRST])

    @pytest.mark.parametrize(
        ("decks", "expected"),
        [
            (["one.json"], "1 deck for 2 seats"),
            (["one.json", "gone.json"], "there is no file"),
            (["one.json", "bad.json"], "bad.json:4:11: error E-DECK-TOTAL /cards  The deck bad has 39 cards; 40 are expected."),
        ],
    )  # fmt: skip
    def test_play_says_what_is_wrong_with_them(
        self, shell: Path, decks: list[str], expected: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        named = [word for name in decks for word in ("--deck", str(shell / name))]
        code = main(("play", "wizards", "--seed", "1", *named), time.process_time, {})
        out, err = capsys.readouterr()

        assert (code, out, err.count("\n")) == (2, "", 1)
        assert expected in err

    def test_play_takes_none_in_a_game_without(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = str(write(tmp_path, {"d.json": FIRST}) / "d.json")
        code = main(
            ("play", "wizards", "--seed", "1", "--seats", "2", "--deck", file, "--deck", file), time.process_time, {}
        )

        assert (code, capsys.readouterr().err) == (2, "engine: wizards is played without decks\n")

    @pytest.mark.parametrize(
        ("files", "code", "expected"),
        [
            (["one.json"], 0, "0 cards and 1 deck loaded, 0 errors, 0 warnings"),
            (["one.json", "two.json"], 0, "0 cards and 2 decks loaded, 0 errors, 0 warnings"),
            (["bad.json"], 1, "0 cards loaded, 1 error, 0 warnings"),
        ],
    )
    def test_validate_holds_decks_by_themselves_to_the_shipped_cards(
        self, shell: Path, files: list[str], code: int, expected: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ended_main = main(
            ("validate", *(str(shell / name) for name in files), "--ruleset", "wizards"), time.process_time, {}
        )

        assert (ended_main, capsys.readouterr().out.splitlines()[-1]) == (code, expected)

    def test_validate_tells_deck_card_and_reason_to_programs(
        self, shell: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(("validate", str(shell / "bad.json"), "--ruleset", "wizards", "--format", "json"), time.process_time, {})
        answer = json.loads(capsys.readouterr().out)

        assert [(one["deck"], one["card"], one["code"]) for one in answer["problems"]] == [("bad", "", "E-DECK-TOTAL")]
        assert schema_problems(answer, api.schema("wizards", "validate")) == []


HALO = Path(__file__).parents[2] / "engine/rulesets/halo"


class TestShippedPack:
    def test_has_decks_that_are_known_by_themselves_for_those_of_the_game_with_decks(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code = main(
            ("validate", *(str(path) for path in sorted((HALO / "decks").glob("*.json")))), time.process_time, {}
        )

        printed = capsys.readouterr().out
        assert (code, printed.splitlines()[-1]) == (0, "0 cards and 4 decks loaded, 0 errors, 0 warnings")

    @pytest.mark.parametrize("place", ["", "cards", "cards/manifest.json"])
    def test_is_read_in_every_shape(self, place: str, capsys: pytest.CaptureFixture[str]) -> None:
        code = main(("validate", str(HALO / place), "--format", "json"), time.process_time, {})
        answer = json.loads(capsys.readouterr().out)

        assert (code, answer["problems"], answer["decks"]) == (0, [], 4)
        assert answer["cards"] == len(api.card_set("halo"))
