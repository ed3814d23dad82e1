"""Matches behind a preview's numbers are played again, step by step, and show no one what he may not see."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine import api
from engine.errors import IllegalAction
from tests.engine.third_ruleset import on_the_path
from tests.sampling import DAY

Json = dict[str, Any]
QUESTIONS = 15
"""Steps of a match whose question is looked at; the match is played again to each."""
VIEWS = 4
"""Steps of a match at which both seats look at the table, other steps each day."""
WIZARDS, HALO = "loom.treasure.common.kindling", "CHO-003"
TABLE = "loom.exploration.III.lint_imp"


def planned(ruleset: str, card: str, **changes: Any) -> Json:
    """Return the plan of a smoke preview of a shipped card: changed against itself as it was, else against reference cards."""
    document = next(document for document, _ in api.card_set(ruleset) if document["id"] == card)
    candidate = {**json.loads(json.dumps(document)), **changes}
    return api.preview_plan(
        ruleset, candidate=candidate, baseline=document if changes else None, preset="smoke", seed=5
    )


TRACES: dict[str, list[Json]] = {}
"""What the first chunk of a plan traces; a chunk of greedy bots takes seconds."""


def traces_of(spec: Json) -> list[Json]:
    key = f"{spec['ruleset']}/{spec['layout']['card']}/{spec['same']}"
    if key not in TRACES:
        TRACES[key] = _traces(spec)
    return TRACES[key]


ENDS: dict[str, Json] = {}
"""How the first traced match of a plan goes when its bots play it again; it takes seconds, too."""


def answers_of(spec: Json) -> list[str]:
    """Return the answers of the first traced match of a plan."""
    return end_of(spec)["answers"]


def end_of(spec: Json) -> Json:
    """Return how that match ends, with its answers."""
    trace = traces_of(spec)[0]
    key = f"{spec['ruleset']}/{spec['layout']['card']}/{json.dumps(trace, sort_keys=True)}"
    if key not in ENDS:
        ENDS[key] = api.preview_answers(spec, trace)
    return ENDS[key]


def _traces(spec: Json) -> list[Json]:
    state = api.preview_fold(spec, None, api.preview_chunk(spec, 0))
    found: list[Json] = api.preview_report(spec, state)["traces"]
    return found


PLANS = {
    "version": ("wizards", WIZARDS, {"manaCost": 1}),
    "reference": ("halo", HALO, {}),
    "table": ("wizards", TABLE, {}),
}


@pytest.fixture(params=PLANS, scope="module")
def spec(request: pytest.FixtureRequest) -> Json:
    ruleset, card, changes = PLANS[request.param]
    return planned(ruleset, card, **changes)


class TestTheMatch:
    def test_is_that_of_its_trace(self, spec: Json) -> None:
        """What the trace says of its match, the match played again does."""
        traces = {trace["kind"]: trace for trace in traces_of(spec)}
        ends = {kind: api.preview_answers(spec, trace) for kind, trace in traces.items()}
        assert traces

        for kind, wins in (("typicalWin", True), ("typicalLoss", False), ("flipWon", True)):
            if kind in traces:
                assert (ends[kind]["winner"] == traces[kind]["seat"]) is wins
        if "longest" in traces:
            assert ends["longest"]["rounds"] >= ends["shortest"]["rounds"]

    def test_ends_in_the_same_state_by_its_answers_as_by_its_bots(self, spec: Json) -> None:
        trace = traces_of(spec)[0]
        end = end_of(spec)
        preview_watch = api.preview_watch(spec, trace, end["answers"], step=len(end["answers"]))

        assert (preview_watch["last"], preview_watch["digest"], preview_watch["asked"]) == (
            len(end["answers"]),
            end["digest"],
            None,
        )
        assert "wins: " in preview_watch["end"]["en"] and str(end["digest"]) not in preview_watch["end"]["en"]
        assert preview_watch["end"]["zh"]

    def test_of_the_third_ruleset_has_its_scene_without_a_line_of_code(self) -> None:
        with on_the_path():
            spec = planned("raid", next(document["id"] for document, _ in api.card_set("raid")))
            trace = traces_of(spec)[0]
            preview_watch = api.preview_watch(spec, trace, api.preview_answers(spec, trace)["answers"], step=1)

        assert preview_watch["scene"]["seats"] and any(
            zone["cards"] for side in preview_watch["scene"]["seats"] for zone in side["zones"]
        )


class TestTheSteps:
    def test_are_those_of_one_round_with_words_in_both_languages(self, spec: Json) -> None:
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        preview_watch = api.preview_watch(spec, trace, answers, step=9)
        firsts = [no for _, no in preview_watch["rounds"]] + [preview_watch["last"] + 1]
        number = [turn for turn, _ in preview_watch["rounds"]].index(preview_watch["round"])

        assert [row["no"] for row in preview_watch["rows"]] == list(range(firsts[number], firsts[number + 1]))
        assert any(row["lines"]["en"] and row["lines"]["zh"] for row in preview_watch["rows"])
        assert all(
            node["pointer"].startswith("/") and node["name"]["en"]
            for row in preview_watch["rows"]
            for node in row["nodes"]
        )
        assert preview_watch["asked"]["chosen"] == answers[9].split(",")

    def test_that_there_are_not_are_refused(self, spec: Json) -> None:
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        for step in (-1, len(answers) + 1):
            with pytest.raises(IllegalAction, match="no-step"):
                api.preview_watch(spec, trace, answers, step=step)

    def test_of_a_match_of_another_plan_are_refused(self, spec: Json) -> None:
        trace = {**traces_of(spec)[0], "opponent": "nobody:nobody"}
        with pytest.raises(IllegalAction, match="no-such-match"):
            api.preview_answers(spec, trace)
        with pytest.raises(IllegalAction, match="other-engine"):
            api.preview_answers({**spec, "engine": "0" * 64}, trace)


class TestTheQuestion:
    def test_of_a_card_names_the_card_and_never_a_place_in_its_document(self, spec: Json) -> None:
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        steps = [
            api.preview_watch(spec, trace, answers, step=step)
            for step in range(0, len(answers), 1 + len(answers) // QUESTIONS)
        ]
        requests = [seen["asked"] for seen in steps if seen["asked"] is not None]
        of_cards = {each["title"]["en"] for each in requests if "#" in each["prompt"]}

        assert all(each["title"]["en"] and each["title"]["zh"] for each in requests)
        assert all(title.startswith(("Which target for ", "Which option of ")) for title in of_cards)
        assert of_cards or spec["ruleset"] == "halo"


@pytest.mark.parametrize(
    ("game", "card"),
    [("wizards", WIZARDS), ("halo", HALO), ("genius", "genius.support.bell"), ("encounter", "encounter.order.bolt")],
)
class TestTheCards:
    def test_say_their_rules_in_the_language_asked_for(self, game: str, card: str) -> None:
        spec = planned(game, card)
        documents = {document["id"]: document for document in (*spec["cards"], spec["candidate"])}
        trace = api.preview_hand(spec)
        for lang in ("en", "zh", ""):
            view = api.preview_watch(spec, trace, trace["answers"], step=len(trace["answers"]), viewer=0, lang=lang)
            tiles = [tile for side in view["scene"]["seats"] for zone in side["zones"] for tile in zone["cards"]]
            texts = {tile["card"]: tile["text"] for tile in tiles}

            assert card in texts
            assert texts == {name: api.face_text(game, documents[name], lang) if lang else "" for name in texts}

    def test_are_drawn_with_numbers_within_their_bounds(self, game: str, card: str) -> None:
        spec = planned(game, card)
        trace = api.preview_hand(spec)
        view = api.preview_watch(spec, trace, trace["answers"], step=len(trace["answers"]))
        sides = [view["scene"]["table"], *view["scene"]["seats"]]
        tiles = [tile for side in sides for zone in side["zones"] for tile in zone["cards"]]
        pips = [mark for tile in tiles for mark in tile["marks"] if mark["manner"] == "pips"]
        standing = [tile for tile in tiles if tile["cell"]]

        assert all(0 <= mark["value"] <= mark["most"] for mark in pips)
        assert all({"pips", "corner"} <= {mark["manner"] for mark in tile["marks"]} for tile in standing)
        assert bool(standing) is (game == "encounter")


class TestTheTable:
    def test_shows_a_seat_no_card_that_is_hidden_from_it(self, spec: Json) -> None:
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        stride = max(1, len(answers) // VIEWS)
        for step in range(DAY % stride, len(answers), stride):
            whole = api.preview_watch(spec, trace, answers, step=step)["scene"]["seats"]
            for viewer, second in ((0, 1), (1, 0)):
                preview_watch = api.preview_watch(spec, trace, answers, step=step, viewer=viewer)
                zones = {zone["name"]: zone for zone in preview_watch["scene"]["seats"][second]["zones"]}
                total = whole[second]["zones"]

                assert zones["hand"]["cards"] == [] or preview_watch["asked"] is not None
                assert zones["deck"]["cards"] == []
                assert [zone["count"] for zone in zones.values()] == [len(zone["cards"]) for zone in total]
                assert preview_watch["asked"] is None or preview_watch["asked"]["seat"] == viewer

    def test_of_halo_has_a_place_for_each_lane_and_row(self) -> None:
        spec = planned("halo", HALO)
        trace = traces_of(spec)[0]
        seen = api.preview_watch(spec, trace, answers_of(spec), step=0)
        cells = [tuple(zone["cell"]) for zone in seen["scene"]["seats"][0]["zones"] if zone["cell"]]

        assert sorted(cells) == [(lane, row) for lane in (1, 2, 3) for row in (1, 2, 3)]

    def test_of_halo_draws_units_by_marks(self) -> None:
        spec = planned("halo", HALO)
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        seen = api.preview_watch(spec, trace, answers, step=len(answers) // 2)
        tiles = [tile for side in seen["scene"]["seats"] for zone in side["zones"] for tile in zone["cards"]]
        manners = {(mark["manner"], mark["title"]["en"]) for tile in tiles for mark in tile["marks"]}
        numbers = {number["title"]["en"] for tile in tiles for number in tile["numbers"]}

        assert {("meter", "Health"), ("cost", "Supply")} <= manners
        assert {manner for manner, _ in manners} >= {"trait", "count"}
        assert not [title for title in numbers if title.startswith(("Keyword", "Most "))]

    def test_of_wizards_shows_who_stands_where_on_the_wheel(self) -> None:
        spec = planned("wizards", WIZARDS, manaCost=1)
        trace = traces_of(spec)[0]
        answers = answers_of(spec)
        scene = api.preview_watch(spec, trace, answers, step=len(answers) - 1)["scene"]
        track = scene["track"]
        removed = [12 * (one["lap"] - 1) + one["cell"] for one in track["seats"]]

        assert len(track["cells"]) == 12 and track["cells"][1]["title"]["en"] == "Tavern"
        assert max(removed) > 12
        assert removed == [
            number["value"]
            for side in scene["seats"]
            for number in side["numbers"]
            if number["title"]["en"] == "Cells gone in all"
        ]


def rows_of(game: str, card: str, viewer: int | None) -> list[Json]:
    """Return the rows of all rounds of a random match with a card."""
    spec = planned(game, card) | {"bots": ["random"]}
    trace = traces_of(spec)[0]
    answers = api.preview_answers(spec, trace)["answers"]
    rounds = api.preview_watch(spec, trace, answers, step=0)["rounds"]
    return [
        row for _, first in rounds for row in api.preview_watch(spec, trace, answers, step=first, viewer=viewer)["rows"]
    ]


class TestTheStory:
    def test_of_dice_and_skills_has_the_words_of_the_game(self) -> None:
        """A log says which skill was used and which dice paid, not their numbers and letters."""
        lines = [
            line
            for row in rows_of("genius", "genius.support.bell", None)
            for line in row["lines"]["en"] + row["lines"]["zh"]
        ]
        assert [line for line in lines if re.search(r"skill ?\d|技能 ?\d|[：:] ?\d?[A-Z]\d?\b", line)] == []
        assert [line for line in lines if re.search(r"^Player \d pays \d [A-Z][a-z]+", line)]

    def test_keeps_an_answer_that_only_its_seat_knows(self) -> None:
        """Which cards are redrawn is hidden with the hand, which dice are rolled again by the game's own word."""
        requests = ("Which cards do you redraw?", "Which dice do you roll again?")
        firsts = [
            (row["seat"], row["lines"]["en"][0])
            for row in rows_of("genius", "genius.support.clock", viewer=0)
            if row["lines"]["en"] and re.search("Which (cards|dice)|redraws:|rolls again:", row["lines"]["en"][0])
        ]
        theirs = {line for seat, line in firsts if seat == 1}

        assert theirs <= {f"Player 2 decides in secret: {question}" for question in requests}
        assert len(theirs) == len(requests)
        assert {line.partition(":")[0] for seat, line in firsts if seat == 0} == {
            "Player 1 redraws",
            "Player 1 rolls again",
        }

    def test_says_what_was_picked_where_nothing_followed_yet(self) -> None:
        rows = rows_of("encounter", "encounter.unit.hunter", viewer=None)
        moves = [row["lines"]["en"][0] for row in rows if len(row["lines"]["en"]) == 1]

        assert [row["no"] for row in rows if not row["lines"]["en"]] == []
        assert any(line.startswith("Player 1 moves ") for line in moves)

    def test_says_of_a_flag_that_it_is_set_and_no_number(self) -> None:
        lines = [line for row in rows_of("genius", "genius.support.clock", viewer=None) for line in row["lines"]["en"]]

        assert "    Player 1: Has ended the round" in lines
        assert not any("Has ended the round 0" in line or line.startswith("- ") for line in lines)


def test_copies_are_followed_whatever_a_game_numbers_its_players() -> None:
    """The players of `genius` are numbered below zero."""
    spec = planned("genius", "genius.support.clock") | {"bots": ["random"]}
    report = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))

    assert report["smoke"]["seen"]["rate"] > 0
    assert report["smoke"]["played"]["n"] > 0
