"""Whatever a pack holds, only a bounded number of problems is made and listed, and one more says how many are left out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import api, errors
from engine.commands.entry import main
from engine.errors import Problem
from engine.formats.packs import likeliest
from engine.language.diagnostics import suggestions
from engine.language.diagnostics.listing import FILE_LISTED, MAX_PROBLEMS, PACK_LISTED, Listing, first, listed
from engine.packs.limits import MANIFEST_LIMITS
from engine.packs.loading import Loaded, Source, open_source
from engine.packs.places import Lines, Places
from engine.packs.reader import read_json
from engine.rulesets import find, names


@pytest.fixture
def problem_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count the problems that are built; those that only get their place are the same problems."""
    count = [0]
    init = errors.Problem.__init__

    def counting(self: Problem, *args: Any, **more: Any) -> None:
        count[0] += 1
        init(self, *args, **more)

    monkeypatch.setattr(errors.Problem, "__init__", counting)
    yield count


def warned(code: str, file: str = "a.json", count: int = 1) -> list[Problem]:
    severity: Any = "warning" if code.startswith("W-") else "error"
    return [Problem(code, {"en": "x", "zh": "x"}, severity=severity, file=file) for _ in range(count)]


def left_out(problems: Any) -> list[tuple[str, int, str]]:
    """Return what is left out: file, number, the English sentence."""
    return [(one.file, one.found, one.message["en"]) for one in problems if one.code == "W-MORE"]


class TestListing:
    def test_lists_everything_up_to_the_bound(self) -> None:
        found = warned("E-TYPE", count=FILE_LISTED) + warned("W-ALIAS", count=FILE_LISTED)

        assert listed(found) == tuple(found)

    def test_says_how_many_are_left_out_of_a_file_in_both_languages(self) -> None:
        items = listed(warned("E-TYPE", count=20_040))

        assert len(items) == FILE_LISTED + 1
        assert items[-1].message["en"] == "And 19,940 more problems in this file."
        assert items[-1].message["zh"] == "此文件另有 19,940 个问题。"
        assert items[-1].severity == "warning"

    def test_keeps_the_errors_of_a_file_full_of_warnings(self) -> None:
        found = listed([*warned("W-ALIAS", count=5_000), *warned("E-TYPE")])

        assert [one.code for one in found if one.severity == "error"] == ["E-TYPE"]

    def test_bounds_a_pack_of_many_files(self) -> None:
        items = listed(one for number in range(50) for one in warned("E-TYPE", f"{number}.json", 150))

        assert sum(one.severity == "error" for one in items) == PACK_LISTED
        assert left_out(items)[-1] == ("4.json", 50 + 45 * 150, "And 6,800 more problems in this pack.")
        assert len(left_out(items)) == 5

    def test_counts_what_was_left_out_before(self) -> None:
        once = listed(warned("E-TYPE", count=500))

        assert listed(once) == once

    def test_says_at_least_where_nobody_counted(self) -> None:
        problem_count = 0

        def endless() -> Iterator[Problem]:
            nonlocal problem_count
            while True:
                problem_count += 1
                yield from warned("E-TYPE", "card.json")

        items = listed(first(endless()))

        assert problem_count == MAX_PROBLEMS + 1
        assert left_out(items) == [("card.json", 901, "And at least 901 more problems in this file.")]

    def test_is_full_after_as_many_errors_as_are_listed(self) -> None:
        listing = Listing()
        listing.add(warned("W-ALIAS", count=5_000))
        assert not listing.is_full

        listing.add(warned("E-TYPE", count=PACK_LISTED))

        assert listing.is_full


@pytest.mark.parametrize("ruleset", names())
class TestBounds:
    """Each of these made a problem for every `{}`: 140,000 of them from 58 KB."""

    def test_of_a_list_of_empty_cards(self, ruleset: str, tmp_path: Path, problem_count: list[int]) -> None:
        (tmp_path / "a.json").write_bytes(b"[" + b",".join([b"{}"] * 20_000) + b"]")

        report = api.validate_path(ruleset, tmp_path / "a.json")

        assert sum(one.severity == "error" for one in report.problems) == FILE_LISTED
        assert left_out(report.problems)[-1][2] == "After 500 errors the rest of this pack is not checked."
        assert problem_count[0] < 12 * MAX_PROBLEMS  # each is moved to its place in the file a few times

    def test_of_many_files(self, ruleset: str, tmp_path: Path, problem_count: list[int]) -> None:
        for number in range(300):
            (tmp_path / f"{number}.json").write_bytes(b"[" + b",".join([b"{}"] * 20) + b"]")

        report = api.validate_path(ruleset, tmp_path, "development")

        assert len(report.problems) <= 2 * PACK_LISTED
        assert problem_count[0] < 12 * MAX_PROBLEMS

    @pytest.mark.parametrize("key", ["cardFiles", "files", "cards"])
    def test_of_a_manifest_of_nonsense(self, ruleset: str, key: str, tmp_path: Path, problem_count: list[int]) -> None:
        (tmp_path / "manifest.json").write_text(json.dumps({"ruleset": ruleset, key: [{}] * 50_000}))

        report = api.validate_path(None, tmp_path)

        assert left_out(report.problems) == [("manifest.json", 49_900, "And 49,900 more problems in this file.")]
        assert problem_count[0] < 2 * MAX_PROBLEMS

    def test_of_a_manifest_of_missing_files(self, ruleset: str, tmp_path: Path, problem_count: list[int]) -> None:
        files = [f"c{number}.json" for number in range(20_040)]
        (tmp_path / "manifest.json").write_text(json.dumps({"ruleset": ruleset, "cardFiles": files}))

        report = api.validate_path(None, tmp_path)

        assert ("manifest.json", 19_940, "And 19,940 more problems in this file.") in left_out(report.problems)
        assert problem_count[0] < 2 * MAX_PROBLEMS

    @pytest.mark.parametrize("files", [["a.json"] * 20_000, [f"{a}{n}.json" for n in range(10_000) for a in "cC"]])
    def test_of_a_manifest_of_names_that_clash(
        self, ruleset: str, files: list[str], tmp_path: Path, problem_count: list[int]
    ) -> None:
        (tmp_path / "manifest.json").write_text(json.dumps({"ruleset": ruleset, "cardFiles": files}))

        report = api.validate_path(None, tmp_path)

        assert len(report.problems) <= 2 * FILE_LISTED + 5
        assert problem_count[0] < 2 * MAX_PROBLEMS

    def test_of_one_card_with_many_unknown_fields(self, ruleset: str, problem_count: list[int]) -> None:
        kind = {"genius": {"type": "eventCard"}, "encounter": {"type": "unit"}}.get(ruleset, {})
        report = api.validate(ruleset, json.dumps(kind | {f"k{number}": 1 for number in range(40_000)}))

        assert len(report.problems) == FILE_LISTED + 1
        assert "at least" in report.problems[-1].message["en"]
        assert problem_count[0] < 12 * MAX_PROBLEMS


class TestSuggestions:
    """Each compares the letters of two names; a deck of 16,000 unknown cards took 55 s."""

    @pytest.fixture
    def comparisons(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        count = [0]
        slow = suggestions.distance

        def counting(a: str, b: str, limit: int) -> int:
            count[0] += 1
            return slow(a, b, limit)

        monkeypatch.setattr(suggestions, "distance", counting)
        return count

    def test_are_bounded_in_a_deck(self, comparisons: list[int]) -> None:
        deck = {"deckId": "d", "cards": [{"id": f"UNSC-{number:05}", "count": 1} for number in range(2_000)]}

        report = api.validate_path("halo", json.dumps(deck).encode())

        assert sum(one.nearest is not None for one in report.problems) <= suggestions.SUGGESTIONS
        assert 0 < comparisons[0] <= suggestions.SUGGESTIONS * suggestions.MAX_COMPARED

    def test_are_bounded_in_a_pack(self, tmp_path: Path, comparisons: list[int]) -> None:
        card = {"name": "B", "manaCost": 3, "rarity": "com", "school": "none"}
        answer = [{"type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID"}]

        def asks(number: int) -> dict[str, Any]:
            wanted = {"type": "Equals", "value1": "$onBuy.cardID", "value2": f"base.treasure.common.lost{number:04}"}
            trigger = {"event": "onBuy", "mode": "round", "condition": wanted, "do": answer}
            do = [{"type": "addTriggers", "triggers": [trigger]}]
            return {"id": f"base.treasure.common.card{number:04}", **card, "behaviors": [{"at": "onPlay", "do": do}]}

        (tmp_path / "a.json").write_text(json.dumps([asks(number) for number in range(400)]))

        report = api.validate_path("wizards", tmp_path / "a.json")

        assert {one.code for one in report.problems if one.severity == "error"} == {"E-REF"}
        assert 0 < comparisons[0] <= suggestions.SUGGESTIONS * suggestions.MAX_COMPARED

    def test_find_the_right_name_among_many(self) -> None:
        names = [f"base.treasure.common.card{number:05}" for number in range(5_000)]

        assert suggestions.nearest("base.treasure.commun.card04242", names) == "base.treasure.common.card04242"
        assert suggestions.nearest("BASE.treasure.common.card04242", names) == "base.treasure.common.card04242"


class TestWarnings:
    def test_stop_no_check(self, tmp_path: Path) -> None:
        """Public cards in old spellings have many warnings and are loaded all the same."""
        card = {"name": "B", "manaCost": 3, "rarity": "com", "school": "none", "behaviors": [
            {"at": "onPlay", "do": [{"type": "gold", "mode": "add", "amount": "1", "target": "$onPlay.playerUUID"}]}]}  # fmt: skip
        cards = [{"id": f"base.treasure.common.b{number}", **card} for number in range(150)]
        (tmp_path / "a.json").write_text(json.dumps(cards))

        report = api.validate_path("wizards", tmp_path / "a.json")

        assert (report.ok, report.cards) == (True, 150)
        assert left_out(report.problems) == [("a.json", 50, "And 50 more problems in this file.")]


class TestCommand:
    def test_says_how_many_more(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        files = [f"c{number}.json" for number in range(20_040)]
        (tmp_path / "manifest.json").write_text(json.dumps({"ruleset": "wizards", "cardFiles": files}))

        main(["validate", str(tmp_path)], time.process_time, {"LANG": "zh"})
        chinese = capsys.readouterr().out
        main(["validate", str(tmp_path)], time.process_time, {"LANG": "en"})
        english = capsys.readouterr().out

        assert "，另有 19,940 个未列出" in chinese.splitlines()[-1]
        assert "and 19,940 more" in english.splitlines()[-1]
        assert len(english.splitlines()) < 2 * FILE_LISTED


class TestOtherCommands:
    def test_run_no_scenario_behind_many_that_cannot_be_read(self, tmp_path: Path) -> None:
        file = tmp_path / "a.json"
        file.write_text(json.dumps([{"format": "scenario/1", "ruleset": "wizards"}] * 20_000))

        *broken, last = api.scenario(file)

        assert len(broken) == FILE_LISTED
        assert (last.ok, last.failures[0].code) == (False, "W-MORE")
        assert "the 19,900 others of this file are not run" in last.failures[0].message.en

    def test_look_at_a_thousand_cards_to_tell_the_game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        requests: list[str] = []
        read = Source.load

        def counting(source: Source, file: str) -> Loaded:
            requests.append(file)
            return read(source, file)

        for number in range(50):
            (tmp_path / f"{number}.json").write_text(json.dumps([{}] * 100))
        monkeypatch.setattr(Source, "load", counting)

        with pytest.raises(LookupError):
            likeliest(open_source(tmp_path), [find(name) for name in names()])

        assert len(requests) <= 11


class TestReading:
    def test_refuses_too_many_values_before_they_take_memory(self) -> None:
        with pytest.raises(errors.BadCard) as error:
            read_json("[" + "{}," * 250_000 + "{}]", limits=MANIFEST_LIMITS)

        assert [(one.code, one.slug) for one in error.value.problems] == [("E-LIMIT", "too-large")]

    @pytest.mark.parametrize("filler", ['"{[,,,"', '"\\",,,[["'])
    def test_counts_no_commas_inside_texts(self, filler: str) -> None:
        value = read_json("[" + ",".join([filler] * 100_000) + "]", limits=MANIFEST_LIMITS).value

        assert len(value) == 100_000

    def test_counts_comments_as_values(self) -> None:
        with pytest.raises(errors.BadCard) as error:
            read_json("/**/" * 60_000 + "{}", jsonc=True)

        assert error.value.problems[-1].slug == "too-large"

    def test_counts_no_commas_inside_comments(self) -> None:
        text = "// " + "," * 300_000 + '\n{"a": 1}'

        assert read_json(text, limits=MANIFEST_LIMITS, jsonc=True).value == {"a": 1}

    def test_finds_places_between_comments(self) -> None:
        document = read_json('{ // {"a": [\n "a\\n/": /* ] */ [1, /*,*/ [2,],], "b": "}{" }', jsonc=True)

        assert document.locate("/a\n~1/1/0") == (2, 29)
        assert document.locate("/b") == (2, 41)
        assert document.locate("/b", key=True) == (2, 36)

    def test_counts_lines_far_into_a_text(self) -> None:
        text = "a\r\n" * 3000 + "b\r" * 3000 + "c\n" * 3000 + "d"

        assert Lines(text).at(len(text) - 1) == (9001, 1)
        assert Lines(text).at(4096) == (1366, 2)
        assert Lines("\n" * 5000 + "x" * 9000).at(13_000) == (5001, 8001)


def test_a_document_without_a_text_has_all_its_places_at_the_start() -> None:
    """A document that was built and not read: its problems are found, and lie nowhere else."""
    assert Places("").find("/cards/5/description") == 0
