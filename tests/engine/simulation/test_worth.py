"""What each part of a card is worth: parts and variants, planted truth, blocks of known sign, and a command that says it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.cardset import shipped
from engine.commands import main
from engine.errors import EngineBug, IllegalAction
from engine.language.analysis.behavior_parts import behavior_parts
from engine.rulesets import find, names
from engine.simulation import joint_intervals
from engine.simulation.statistics import Moments
from engine.simulation.worth import plan as worth_plan
from engine.simulation.worth.report import BUDGET, Worths
from tests.engine.simulation import truth
from tests.engine.simulation.opposites import FALSE, opposites, outer_plan
from tests.engine.third_ruleset import FOLDER, NAME, on_the_path

Json = dict[str, Any]
RUNS, BLOCKS = 1_000, 320
DEAD = {"type": "if", "condition": FALSE, "do": [{"type": "breach", "amount": 5}]}


@pytest.fixture(autouse=True)
def raid() -> Iterator[str]:
    with on_the_path() as name:
        yield name


def ram(*effects: Json) -> Json:
    """Return the shipped ram of the smallest game with other effects."""
    card = next(card for card, _ in api.card_set(NAME) if card["id"] == "raid.ram")
    return {**card, "behaviors": [{"at": "onPlay", "do": list(effects)}]}


def breach(amount: int) -> Json:
    return {"type": "breach", "amount": amount}


def shore(amount: int) -> Json:
    return {"type": "shore", "amount": amount}


def measured(ruleset: str, card: Json, blocks: int, **more: Any) -> Json:
    """Return the result of a plan that is cut short before it starts."""
    spec = api.worth_plan(ruleset, candidate=card, bots=("random",), **more) | {
        "ends": [blocks // 2, blocks],
        "blocks_max": blocks,
    }
    state = None
    for no in (0, 1):
        state = api.preview_fold(spec, state, api.preview_chunk(spec, no))
    return api.preview_report(spec, state or {})


def margin_of(spec: Json, pair: Sequence[Json]) -> float:
    """Return by how many wins the whole card is ahead in the two matches of a block, played again."""
    wins = []
    for match in pair:
        winner = api.preview_answers(spec, match)["winner"]
        wins.append(0.5 if winner < 0 else float(winner == match["seat"]))
    return wins[0] - wins[1] if pair[1]["arm"] == "baseline" else sum(wins) - 1


def by_place(result: Json) -> dict[str, Json]:
    return {row["place"]: row for row in result["rows"]}


class TestTheParts:
    @pytest.mark.parametrize("game", ["wizards", "halo", "genius", "encounter"])
    def test_of_every_shipped_card_can_be_left_out_each_alone_and_all_at_once(self, game: str) -> None:
        ruleset = find(game)
        for document, digest in shipped(ruleset.folder):
            pack = ruleset.of_pack([document])
            parts = behavior_parts(pack.vocabulary, document)
            for part in parts:
                pack.compile_card(document, digest, left_out=part.left_out)
            pack.compile_card(document, digest, left_out=[part.pointer for part in parts if part.is_outer])

    def test_cover_every_family_in_the_shipped_games(self) -> None:
        kinds = {
            part.kind
            for game in names()
            for document, _ in shipped(find(game).folder)
            for part in behavior_parts(find(game).vocabulary, document)
        }

        assert kinds >= {"effect", "condition", "trigger", "modifier"}

    def test_that_are_not_there_cannot_be_left_out(self) -> None:
        document, digest = shipped(find("halo").folder)[0]

        with pytest.raises(LookupError, match="/nowhere"):
            find("halo").compile_card(document, digest, left_out=["/nowhere"])

    def test_take_along_what_reads_what_they_yield(self) -> None:
        card = next(card for card, _ in shipped(find("wizards").folder) if card["id"].endswith("common.kindling"))

        hit, gain = behavior_parts(find("wizards").vocabulary, card)[:2]

        assert (hit.type, hit.users, gain.users) == ("strike", (gain.pointer,), ())

    def test_of_a_keyword_of_a_pack_are_one(self) -> None:
        files = [Path("tests/fixtures/wanted/pack/cards") / f"{name}.json" for name in ("keywords", "cards")]
        cards = [card for file in files for card in json.loads(file.read_bytes())]
        pack = find("halo").of_pack(cards)
        kinds = Counter(part.kind for card in cards for part in behavior_parts(pack.vocabulary, card))

        assert kinds["keyword"]


class TestTheEstimator:
    """Draws blocks of a known truth again and again, and reads them as results are read."""

    def rows(self) -> dict[str, list[int]]:
        hard = {
            name: [value for value, times in counts.items() for _ in range(times)]
            for name, counts in truth.POPULATIONS.items()
        }
        return {**truth.stored(), **hard}

    def covered(self, rows: list[list[int]], random: Random, family: int, *, together: bool) -> tuple[bool, bool]:
        """Draw a result; return whether all of its intervals hold the truth, and whether one of its readings takes a side."""
        count = len(rows)
        spec = {
            "rows": [{"isOuter": True, "variant": place} for place in range(count - 1)],
            "layout": {"unit": "seat"},
            "family": family,
            "blank": count - 1,
            "hasRest": together,
            "margin": 200,
        }
        luck = [random.random() for _ in range(BLOCKS)] if together else []
        samples = [
            [row[int(quantile * len(row))] for quantile in luck] if luck else random.choices(row, k=BLOCKS)
            for row in rows
        ]
        rest = [samples[-1][block] - sum(row[block] for row in samples[:-1]) for block in range(BLOCKS)]
        variants = {
            str(place): {"x": {str(value): times for value, times in Counter(row).items()}, "same": row.count(0)}
            for place, row in enumerate(samples)
        }
        counts = {"variants": variants, "rest": [BLOCKS, sum(rest), sum(value * value for value in rest)]}
        worths = Worths(spec, counts, is_read=True)
        means = [sum(row) / len(row) * 25 for row in rows]
        worths_of_rows = [worths.of_variant(place)["worth"] for place in range(count)]
        if together:
            worths_of_rows, means = [*worths_of_rows, worths.together()], [*means, means[-1] - sum(means[:-1])]
        holds = all(worth["low"] <= mean <= worth["high"] for worth, mean in zip(worths_of_rows, means, strict=True))
        return holds, any(worth["reading"] in ("adds", "costs") for worth in worths_of_rows)

    def share(self, rows: list[list[int]], family: int, *, together: bool = False) -> tuple[float, float]:
        """Return the share of runs that hold the truth in every row, and of those that take a side in any."""
        random = Random(40)
        found = [self.covered(rows, random, family, together=together) for _ in range(RUNS)]
        return sum(holds for holds, _ in found) / RUNS, sum(claims for _, claims in found) / RUNS

    def test_holds_the_truth_of_all_rows_at_once_in_95_of_100_runs(self) -> None:
        rows = list(self.rows().values())

        assert self.share(rows, len(rows))[0] >= truth.COVERAGE

    def test_holds_it_where_the_same_matches_decide_every_row_and_what_is_left(self) -> None:
        rows = [sorted(row) for row in self.rows().values()][:6]

        assert self.share(rows, len(rows) + 1, together=True)[0] >= truth.COVERAGE

    @pytest.mark.parametrize(
        "name",
        [
            "98 % zeros, one-sided, whole wins",
            "99 % zeros, one-sided",
            "skewed",
            "97 % zeros, rare whole losses against small wins",
        ],
    )
    def test_holds_it_for_a_card_all_of_whose_parts_are_hard(self, name: str) -> None:
        rows = [self.rows()[name]] * 8

        assert self.share(rows, 8)[0] >= truth.COVERAGE

    def test_takes_no_side_where_there_is_no_effect(self) -> None:
        rows = [[-2, -1, *[0] * 6, 1, 2], [-1, *[0] * 18, 1], [-2, 2], [-2, *[0] * 98, 2]] * 2
        holds, claims = self.share(rows, len(rows))

        assert holds >= truth.COVERAGE
        assert claims <= 0.05

    def test_would_not_pass_without_what_it_shares_and_guards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows, dense = [self.rows()["98 % zeros, one-sided, whole wins"]] * 8, [[-2, 0, 0, 0, 2]] * 8
        claimed_alone = self.share(dense, 1)[0]
        monkeypatch.setattr(joint_intervals, "pseudo_blocks", lambda family: 0)
        unguarded = self.share(rows, 8)[0]

        assert max(claimed_alone, unguarded) < truth.COVERAGE

    def test_leaves_room_where_nothing_was_seen(self) -> None:
        for family in (1, 5, 25):
            low, high = joint_intervals.joint_interval(Moments.of(*[0] * 500), 4, 0.5, family)[1:]

            assert -low == high >= 0.5 * joint_intervals.rate_bound(500, family)


class TestAPlan:
    def test_states_its_cost_and_length_before_it_starts(self) -> None:
        spec = api.worth_plan(NAME, candidate=ram(breach(3), shore(2), DEAD))
        standard = api.worth_plan(NAME, candidate=ram(breach(3), shore(2), DEAD), preset="standard")

        assert spec["cost"]["matches"] == spec["blocks_max"] * (len(spec["variants"]) + 1)
        assert spec["cost"]["cpuSeconds"] > 0
        assert spec["ends"][-1] == spec["blocks_max"]
        assert standard["blocks_max"] > 3 * spec["blocks_max"]

    def test_counts_every_interval_that_it_will_show(self) -> None:
        spec = api.worth_plan(NAME, candidate=ram(breach(3), shore(2), DEAD))

        assert (len(spec["variants"]), spec["hasRest"], spec["family"]) == (6, True, 7)

    def test_of_a_card_with_one_effect_measures_it_once(self) -> None:
        spec = api.worth_plan(NAME, candidate=ram(breach(3)))

        assert (spec["variants"], spec["blank"], spec["hasRest"], spec["family"]) == (
            [["/behaviors/0/do/0"]],
            0,
            False,
            1,
        )

    @pytest.mark.parametrize(
        ("game", "card", "code"),
        [("wizards", "loom.exploration.III.lint_imp", "no-win-rate"), ("halo", "ARM-001", "no-parts")],
    )
    def test_refuses_a_card_that_nobody_has_or_that_does_nothing(self, game: str, card: str, code: str) -> None:
        document = next(each for each, _ in shipped(find(game).folder) if each["id"] == card)

        with pytest.raises(IllegalAction) as refusal:
            api.worth_plan(game, candidate=document)

        assert refusal.value.code == code

    def test_refuses_a_precision_that_there_is_not(self) -> None:
        with pytest.raises(IllegalAction, match="endless"):
            api.worth_plan(NAME, candidate=ram(breach(1)), preset="endless")

    def test_measures_the_outer_parts_of_a_card_with_too_many(self) -> None:
        inner = {"type": "if", "condition": FALSE, "do": [breach(1), breach(1)]}
        spec = api.worth_plan(NAME, candidate=ram(*[inner] * 12))
        rows = Counter((row["isOuter"], row["problem"]) for row in spec["rows"])

        assert rows == {(True, None): 12, (False, None): 12, (False, "many"): 24}


class TestAResult:
    def test_shows_parts_of_opposite_sign_and_exactly_0_for_one_that_never_runs(self) -> None:
        result = measured(NAME, ram(breach(3), shore(2), DEAD), 160)
        rows = by_place(result)
        dead, inner = rows["/behaviors/0/do/2"], rows["/behaviors/0/do/2/do/0"]

        assert rows["/behaviors/0/do/1"]["worth"]["reading"] == "costs"
        assert rows["/behaviors/0/do/0"]["turned"]["won"] > 3 * rows["/behaviors/0/do/0"]["turned"]["lost"]
        assert [(row["worth"]["mean"], row["worth"]["reading"], row["turned"]["same"]) for row in (dead, inner)] == [
            (0, "never", 160)
        ] * 2
        assert result["together"]["reading"] == "adds"
        assert list(Draft202012Validator(api.schema(NAME, "worth")).iter_errors(result)) == []

    @pytest.mark.parametrize("game", ["wizards", "halo", "genius", "encounter"])
    def test_has_the_sign_of_opposite_parts_of_a_shipped_game_and_exactly_0_for_one_that_never_runs(
        self, game: str
    ) -> None:
        spec = outer_plan(game, opposites(game))
        result = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))
        idle = result["rows"][2]

        assert [row["worth"]["reading"] for row in result["rows"]] == ["adds", "costs", "never"]
        assert idle["worth"]["mean"] == 0
        assert idle["turned"] == {"won": 0, "lost": 0, "same": spec["blocks_max"], "of": spec["blocks_max"]}
        assert {match["place"] for match in result["matches"]} == {row["place"] for row in result["rows"][:2]}
        for pair in zip(result["matches"][::2], result["matches"][1::2], strict=True):
            assert (margin_of(spec, pair) > 0, pair[0]["kind"]) in {(True, "turnedWon"), (False, "turnedLost")}

    def test_has_means_and_no_reading_before_the_end(self) -> None:
        spec = api.worth_plan(NAME, candidate=ram(breach(3), shore(2)), bots=("random",)) | {"ends": [4, 8]}
        chunk = api.preview_chunk(spec, 0)
        state = api.preview_fold(spec, None, chunk)
        result = api.preview_report(spec, state)

        assert result["status"] == "running"
        assert {row["worth"]["reading"] for row in result["rows"]} == {None}
        assert {row["worth"]["low"] for row in result["rows"]} == {None}
        with pytest.raises(EngineBug):
            api.preview_fold(spec, state, chunk)
        assert list(Draft202012Validator(api.schema(NAME, "worth")).iter_errors(result)) == []

    def test_is_the_same_however_its_chunks_are_cut(self) -> None:
        card = ram(breach(3), shore(2))
        spec = api.worth_plan(NAME, candidate=card, bots=("random",)) | {"blocks_max": 24}
        results = []
        for ends in ([24], [5, 6, 24]):
            cut = spec | {"ends": ends}
            state = None
            for no in range(len(ends)):
                state = api.preview_fold(cut, state, json.loads(json.dumps(api.preview_chunk(cut, no))))
            results.append({**api.preview_report(cut, state or {}), "spec": "", "progress": {}})

        assert results[0] == results[1]

    def test_leaves_a_row_empty_that_broke_its_budget_and_the_others_stand(self) -> None:
        spec = {
            "rows": [{"isOuter": True, "variant": 0}, {"isOuter": True, "variant": 1}],
            "layout": {"unit": "seat"},
            "family": 4,
            "blank": 2,
            "hasRest": True,
            "margin": 200,
        }
        row = {"x": {"1": 50, "-1": 10}, "same": 0}
        counts = {"variants": {"0": {**row, "aborted": 40}, "1": row, "2": row}, "rest": [60, 3, 9]}
        worths = Worths(spec, counts, is_read=True)

        assert (worths.problem(0), worths.of_variant(0)["worth"], worths.together()) == (
            BUDGET,
            None,
            None,
        )
        assert worths.of_variant(1)["worth"]["reading"] == "adds"


class TestTheCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
        try:
            code = main(("worth", *arguments), time.process_time, {"LANG": "C", "CARDLOOM_RULESETS": str(FOLDER)})
        except SystemExit as left:
            code = int(left.code or 0)
        return code, *capsys.readouterr()

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        monkeypatch.setattr(worth_plan, "MIN_BLOCKS", 12)
        monkeypatch.setattr(worth_plan, "VARIANCE", {"seat": 0.001, "side": 0.001})
        (tmp_path / "ram.json").write_text(json.dumps(ram(breach(3), shore(2))))
        return str(tmp_path / "ram.json")

    def test_states_the_cost_first_and_then_each_part(self, capsys: pytest.CaptureFixture[str], file: str) -> None:
        code, out, err = self.run(capsys, file, "--ruleset", NAME, "--bots", "random")
        lines = out.splitlines()

        assert (code, len(lines)) == (0, 5)
        assert err.startswith("3 variants of the card, ")
        assert [
            "effect Breach the wall" in lines[0],
            "the whole card" in lines[2],
            "are simultaneous, 95 %" in lines[4],
        ] == [True] * 3

    def test_speaks_chinese_and_gives_the_bytes_of_its_schema(
        self, capsys: pytest.CaptureFixture[str], file: str
    ) -> None:
        out = self.run(capsys, file, "--ruleset", NAME, "--bots", "random", "--lang", "zh")[1]
        answer = json.loads(self.run(capsys, file, "--ruleset", NAME, "--bots", "random", "--format", "json")[1])

        assert "区间同时成立" in out
        assert list(Draft202012Validator(api.schema(NAME, "worth")).iter_errors(answer)) == []

    @pytest.mark.parametrize(
        ("more", "why"), [(("--workers", "0"), "--workers wants"), (("--preset", "deep"), "invalid choice")]
    )
    def test_refuses_what_it_cannot_play(
        self, capsys: pytest.CaptureFixture[str], file: str, more: tuple[str, ...], why: str
    ) -> None:
        code, out, err = self.run(capsys, file, "--ruleset", NAME, *more)

        assert (code, out) == (2, "")
        assert why in err
