"""Matches of previews played on by a person, begun with the card in hand, and kept as files that anyone can verify."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.commands import main
from engine.errors import IllegalAction
from engine.packs.canonical import canonical_bytes
from engine.simulation import hands
from tests.engine.simulation.test_watch import PLANS, planned
from tests.engine.third_ruleset import on_the_path

Json = dict[str, Any]


@pytest.fixture(params=PLANS, scope="module")
def spec(request: pytest.FixtureRequest) -> Json:
    ruleset, card, changes = PLANS[request.param]
    return planned(ruleset, card, **changes) | {"bots": ["random"]}


def mine(spec: Json, trace: Json, answers: list[str], turns: int, skill: str = "") -> list[str]:
    """Play some turns as seat 0 against bots of a skill, always the first of what is offered."""
    for _ in range(turns):
        on = api.preview_play(spec, trace, answers, seat=0, max_answers=200, skill=skill)
        answers = on["answers"]
        if not on["isMine"]:
            break
        asked = api.preview_watch(spec, trace, answers, step=len(answers), viewer=0)["asked"]
        answers = [*answers, ",".join(each["key"] for each in asked["options"][: asked["min"]]) or "-"]
    return answers


class TestTakingBack:
    def test_every_answer_taken_back_is_asked_again_and_leads_to_the_same_state(self, spec: Json) -> None:
        trace = api.preview_hand(spec)
        answers = mine(spec, trace, [], 8)
        while answers:
            earlier = api.preview_take_back(spec, trace, answers, seat=0)
            if len(earlier) == len(answers):
                break
            before = api.preview_watch(spec, trace, earlier, step=len(earlier), viewer=0)
            after = api.preview_watch(spec, trace, answers, step=len(earlier) + 1, viewer=0)
            answers_then = [*earlier, answers[len(earlier)]]

            assert earlier == answers[: len(earlier)]
            assert before["asked"] and before["asked"]["seat"] == 0
            assert (
                api.preview_watch(spec, trace, answers_then, step=len(answers_then), viewer=0)["digest"]
                == after["digest"]
            )
            answers = earlier

    def test_of_no_answer_is_none(self, spec: Json) -> None:
        assert api.preview_take_back(spec, api.preview_hand(spec), [], seat=0) == []


class TestPlayingOn:
    def test_begins_with_the_card_in_hand(self, spec: Json) -> None:
        trace = api.preview_hand(spec)

        on = api.preview_play(spec, trace, [], seat=trace["seat"], max_answers=200)
        seen = api.preview_watch(spec, trace, on["answers"], step=0, viewer=trace["seat"])

        hands = [card["card"] for zone in seen["scene"]["seats"][trace["seat"]]["zones"] for card in zone["cards"]]
        assert trace["isHeld"] is (spec["layout"]["unit"] != "table")
        assert (spec["layout"]["card"] in hands) is trace["isHeld"]

    def test_is_found_again_from_its_own_block(self, spec: Json) -> None:
        """The page keeps only the block: what it finds there has to be the match whose answers travel with it."""
        for first in range(12):
            trace = api.preview_hand(spec, first)

            assert api.preview_hand(spec, trace["block"]) == trace

    def test_begins_with_the_card_in_hand_where_a_game_deals_after_some_answers(self) -> None:
        """An order of `encounter` is drawn only after the first heroes are deployed."""
        spec = planned("encounter", "encounter.order.bolt") | {"bots": ["random"]}
        trace = api.preview_hand(spec)
        seat, answers = trace["seat"], trace["answers"]

        seen = api.preview_watch(spec, trace, answers, step=len(answers), viewer=seat)

        zones = seen["scene"]["seats"][seat]["zones"]
        hand = next(zone["cards"] for zone in zones if zone["name"] == "hand")
        assert trace["isHeld"]
        assert answers
        assert "encounter.order.bolt" in [card["card"] for card in hand]

    def test_begins_with_the_card_in_hand_whatever_a_game_numbers_its_players(self) -> None:
        spec = planned("genius", "genius.support.clock") | {"bots": ["random"]}
        trace = api.preview_hand(spec)
        seat, given = trace["seat"], trace["answers"]

        seen = api.preview_watch(spec, trace, given, step=len(given), viewer=seat)

        cards = [card["card"] for zone in seen["scene"]["seats"][seat]["zones"] for card in zone["cards"]]
        assert trace["isHeld"]
        assert "genius.support.clock" in cards

    def test_says_when_no_opening_has_the_card(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(hands, "DEALING", 0)
        spec = planned("encounter", "encounter.order.bolt") | {"bots": ["random"]}

        trace = api.preview_hand(spec)

        assert (trace["isHeld"], trace["answers"]) == (False, [])

    def test_calls_cards_and_skills_in_both_languages_the_former_ones_too(self) -> None:
        spec = planned("genius", "genius.character.dario") | {"bots": ["random"]}
        trace = api.preview_hand(spec)
        answers = mine(spec, trace, [], 6)

        preview_watches = [api.preview_watch(spec, trace, answers, step=step) for step in range(len(answers) + 1)]

        tables = [seat["zones"] for item in preview_watches for seat in item["scene"]["seats"]]
        names = {card["name"]["zh"] for zones in tables for zone in zones for card in zone["cards"]}
        zhs = {
            option["worded"]["zh"]
            for item in preview_watches
            if item["asked"]
            for option in item["asked"]["options"]
            if option["worded"]
        }
        assert "艾斯拉（旧）" in names and zhs
        assert [item for item in (*names, *zhs) if re.search("[A-Za-z]{2}", item)] == []

    def test_calls_the_options_of_a_choice_by_their_labels(self) -> None:
        choose = {
            "type": "choose",
            "ask": "$self.playerUUID",
            "options": [{"label": "Rest", "do": [{"type": "drawCards", "count": 1}]}, {"do": []}],
        }
        skills = [{"id": "tick", "triggerOn": "BEGIN_ACTION_PHASE", "action": [choose]}]
        spec = planned("genius", "genius.support.clock", cost={}, skills=skills) | {"bots": ["random"]}
        trace = api.preview_hand(spec)
        seat, answers, request = trace["seat"], trace["answers"], None
        for _ in range(60):
            on = api.preview_play(spec, trace, answers, seat=seat, max_answers=200)
            answers = on["answers"]
            request = api.preview_watch(spec, trace, answers, step=len(answers), viewer=seat)["asked"]
            if not on["isMine"] or "#" in request["prompt"]:
                break
            mine = [item for item in request["options"] if item["verb"] == "play" and "Clock" in item["en"]]
            mine += [item for item in request["options"] if item["verb"] in {"end", "pass"}]
            chosen = (mine or request["options"])[: max(1, request["min"])] if request["min"] else []
            answers = [*answers, ",".join(item["key"] for item in chosen) or "-"]

        assert request is not None
        assert [(option["worded"] or {}).get("en") for option in request["options"]] == ["Rest", None]

    def test_stops_where_the_seat_is_asked_and_is_the_same_each_time(self, spec: Json) -> None:
        trace = api.preview_hand(spec)

        answers = mine(spec, trace, [], 4)
        once = api.preview_play(spec, trace, answers, seat=0, max_answers=200)

        assert once == api.preview_play(spec, trace, answers, seat=0, max_answers=200)
        assert once["isMine"] or once["isOver"]
        assert once["answers"][: len(answers)] == answers

    def test_gives_no_more_answers_than_asked_for(self, spec: Json) -> None:
        trace = api.preview_hand(spec)
        answers = mine(spec, trace, [], 2)

        on = api.preview_play(spec, trace, answers, seat=0, max_answers=1)

        assert len(on["answers"]) <= len(answers) + 1

    def test_goes_on_from_a_step_of_a_match_of_bots(self, spec: Json) -> None:
        trace = api.preview_hand(spec)
        bots = api.preview_answers(spec, trace)["answers"]

        on = api.preview_play(spec, trace, bots[:6], seat=0, max_answers=200)

        assert on["answers"][:6] == bots[:6]

    @pytest.mark.parametrize(
        ("answers", "seat", "code"),
        [(["no such answer"], 0, "not-offered"), ([], 9, "no-seat"), (["-"] * 5_001, 0, "too-long")],
    )
    def test_refuses_what_cannot_be(self, spec: Json, answers: list[str], seat: int, code: str) -> None:
        with pytest.raises(IllegalAction) as error:
            api.preview_play(spec, api.preview_hand(spec), answers, seat=seat, max_answers=10)

        assert error.value.code == code

    def test_of_the_third_ruleset_works_without_a_line_of_code(self) -> None:
        with on_the_path():
            document = api.card_set("raid")[0][0]
            spec = api.preview_plan("raid", candidate=document, baseline=None, preset="smoke", bots=("random",), seed=5)
            trace = api.preview_hand(spec)
            on = api.preview_play(spec, trace, [], seat=trace["seat"], max_answers=50)

        assert on["isMine"] or on["isOver"] or on["answers"]


class TestAMatchAsAFile:
    def test_is_verified_byte_for_byte_by_the_command(self, spec: Json, tmp_path: Path) -> None:
        trace = api.preview_hand(spec)
        answers = mine(spec, trace, [], 3)
        match_file = api.preview_match_file(spec, trace, answers)
        file = tmp_path / "match.json"
        file.write_bytes(canonical_bytes(match_file))

        with redirect_stdout(io.StringIO()) as out:
            code = main(["replay", str(file), "--format", "json"], lambda: 0.0)

        assert (code, json.loads(out.getvalue())["digest"]) == (0, match_file["digest"])
        again = api.preview_match_file(match_file["plan"], match_file["trace"], match_file["answers"])
        assert canonical_bytes(again) == file.read_bytes()

    def test_that_went_another_way_is_found_out(self, spec: Json, tmp_path: Path) -> None:
        trace = api.preview_hand(spec)
        match_file = api.preview_match_file(spec, trace, mine(spec, trace, [], 3))

        shorter = api.preview_match_verify(match_file | {"answers": match_file["answers"][:-1]})
        forged_preview_match = api.preview_match_verify(
            match_file | {"answers": ["nonsense", *match_file["answers"][1:]]}
        )

        assert (shorter["ok"], shorter["mismatch"]["expected"]) == (False, match_file["digest"])
        assert (
            forged_preview_match["ok"],
            forged_preview_match["mismatch"]["decision"],
            forged_preview_match["mismatch"]["expected"],
        ) == (False, 0, "nonsense")

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({"plan": None}, "its plan is not the one that it names"),
            ({"spec": "0"}, "its plan is not the one that it names"),
            ({"trace": {"arm": "other"}}, "its trace names no match"),
            ({"answers": [1]}, "its answers are not a list"),
            ({"digest": None}, "it has no digest"),
            ({"ruleset": "chess"}, "its game is not known here"),
        ],
    )
    def test_says_what_is_wrong_with_a_file(self, spec: Json, changes: Json, expected: str) -> None:
        match_file = api.preview_match_file(spec, api.preview_hand(spec), [])

        with pytest.raises(IllegalAction) as error:
            api.preview_match_verify(match_file | changes)

        assert expected in str(error.value)

    def test_of_another_engine_says_so(self, spec: Json) -> None:
        old = spec | {"engine": "0" * 64}
        match_file = api.preview_match_file(spec, api.preview_hand(spec), [])
        from engine.simulation.plan import spec_hash

        with pytest.raises(IllegalAction) as error:
            api.preview_match_verify(match_file | {"plan": old, "spec": spec_hash(old)})

        assert error.value.code == "other-engine"
