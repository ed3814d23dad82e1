"""Loading: a card, a folder, a manifest with its files, an archive; every problem named with its file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadCard, Problem
from engine.packs.archive import write_zip
from engine.packs.card import CardReport
from engine.packs.loading import Loaded, kind_of, open_source
from engine.packs.manifest import cards_in
from engine.packs.reader import Document
from engine.packs.validating import card_ids, load
from tests.engine.packs.test_release import ARCHIVE, RELEASE


def fill(root: Path, files: dict[str, bytes]) -> Path:
    """Write files below a folder."""
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def loaded(path: Path) -> list[Loaded]:
    """Return every file that a path names."""
    return list(open_source(path))


def codes(found: Iterable[Problem]) -> list[tuple[str, str]]:
    """Return code and file of problems."""
    return [(problem.code, problem.file) for problem in found]


class TestOpenSource:
    def test_reads_a_card_with_comments(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.jsonc": b'{"id": "a"} // mine'})
        (single,) = loaded(tmp_path / "a.jsonc")

        assert (single.file, single.kind, single.problems) == ("a.jsonc", "card", ())
        assert single.document is not None
        assert [used.kind for used in single.document.lenient] == ["comment"]

    def test_reads_a_folder_in_order_of_names(self, tmp_path: Path) -> None:
        fill(
            tmp_path,
            {"b.json": b"{}", "a/c.jsonc": b"{}", ".git/x.json": b"{}", "README.md": b"#", "text/zh.json": b"{}"},
        )

        assert [(one.file, one.kind) for one in loaded(tmp_path)] == [
            ("a/c.jsonc", "card"),
            ("b.json", "card"),
            ("text/zh.json", "text"),
        ]

    @pytest.mark.parametrize("name", ["", "manifest.json"])
    def test_reads_a_release_from_a_folder(self, tmp_path: Path, name: str) -> None:
        fill(tmp_path, ARCHIVE)

        assert [card.file for card in loaded(tmp_path / name)] == [
            file for file in RELEASE.files if file.endswith(".json")
        ]
        assert [card.problems for card in loaded(tmp_path / name)] == [()] * 4

    def test_reads_a_release_from_its_archive(self, tmp_path: Path) -> None:
        fill(tmp_path, {"pack.zip": write_zip(ARCHIVE)})

        assert [(one.file, one.kind) for one in loaded(tmp_path / "pack.zip")] == [
            ("cards/own.treasure.a.json", "card"),
            ("cards/own.treasure.b.json", "card"),
            ("schema/card.json", "schema"),
            ("text/zh.json", "text"),
        ]

    def test_reads_an_archive_without_manifest(self, tmp_path: Path) -> None:
        fill(tmp_path, {"pack.zip": write_zip({"a.json": b'{"id":"a"} // mine', "manifest.json.minisig": b""})})

        assert [one.file for one in loaded(tmp_path / "pack.zip")] == ["a.json"]

    def test_reads_grouped_files_beside_their_manifest(self, tmp_path: Path) -> None:
        manifest = {
            "cardDataVersion": "1.0.0",
            "schemaVersion": "1.0.0",
            "cardFiles": ["units.v1.json", "field.v1.json"],
        }
        fill(tmp_path, {"manifest.json": json.dumps(manifest).encode(), "units.v1.json": b'[{"id":"UNSC-001"}]'})

        units, field = loaded(tmp_path / "manifest.json")

        assert units.document is not None
        assert units.document.value == [{"id": "UNSC-001"}]
        assert codes(field.problems) == [("E-FILE", "field.v1.json")]

    def test_names_a_listed_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        fill(tmp_path, {"manifest.json": b'{"cardFiles": ["a.json", "b.json"]}', "a.json": b"[1}", "b.json/x": b""})

        first, second = loaded(tmp_path)

        assert codes(first.problems) == [("E-FILE", "a.json"), ("E-JSON", "a.json")]
        assert codes(second.problems) == [("E-FILE", "b.json")]

    def test_finds_a_file_that_was_changed(self, tmp_path: Path) -> None:
        fill(tmp_path, {**ARCHIVE, "text/zh.json": b"{}"})

        assert codes(problem for one in loaded(tmp_path) for problem in one.problems) == [("E-FILE", "text/zh.json")]

    def test_reads_pinned_files_strictly(self, tmp_path: Path) -> None:
        fill(tmp_path, {**ARCHIVE, "text/zh.json": b"{} // changed"})

        assert [p.code for one in loaded(tmp_path) for p in one.problems] == ["E-FILE", "E-JSON"]

    def test_finds_a_file_that_the_manifest_of_an_archive_does_not_list(self, tmp_path: Path) -> None:
        fill(tmp_path, {"pack.zip": write_zip({**ARCHIVE, "more.json": b"{}"})})

        assert codes(open_source(tmp_path / "pack.zip").problems) == [("E-FILE", "more.json")]

    def test_names_a_pinned_file_that_an_archive_lacks(self, tmp_path: Path) -> None:
        fill(tmp_path, {"pack.zip": write_zip({path: data for path, data in ARCHIVE.items() if "zh" not in path})})

        assert codes(p for one in loaded(tmp_path / "pack.zip") for p in one.problems) == [("E-FILE", "text/zh.json")]

    def test_follows_no_link(self, tmp_path: Path) -> None:
        fill(tmp_path, {"secret.json": b"{}", "pack/b.json": b"{}"})
        (tmp_path / "pack/a.json").symlink_to(tmp_path / "secret.json")

        assert [one.file for one in loaded(tmp_path / "pack")] == ["b.json"]
        assert codes(open_source(tmp_path / "pack").problems) == [("E-FILE", "a.json")]

    def test_follows_no_link_that_a_manifest_lists(self, tmp_path: Path) -> None:
        fill(tmp_path, {"secret.json": b"{}", "pack/manifest.json": b'{"cardFiles": ["a.json"]}'})
        (tmp_path / "pack/a.json").symlink_to(tmp_path / "secret.json")

        assert [one.document for one in loaded(tmp_path / "pack")] == [None]

    @pytest.mark.parametrize("manifest", [b"[]", b"{", b'{"cardFiles": ["../a.json"]}', b'{"cardFiles": {}}'])
    def test_refuses_an_unreadable_manifest(self, tmp_path: Path, manifest: bytes) -> None:
        fill(tmp_path, {"manifest.json": manifest})
        with pytest.raises(BadCard) as error:
            open_source(tmp_path)

        assert error.value.problems[0].file == "manifest.json"

    def test_refuses_a_broken_archive(self, tmp_path: Path) -> None:
        fill(tmp_path, {"pack.zip": b"PK"})
        with pytest.raises(BadCard) as error:
            open_source(tmp_path / "pack.zip")

        assert [(p.slug, p.file) for p in error.value.problems] == [("invalid-archive", "pack.zip")]

    def test_refuses_a_path_that_leads_nowhere(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            open_source(tmp_path / "gone.json")

    def test_allows_a_list_of_cards_more_than_a_card(self, tmp_path: Path) -> None:
        cards = b'{"id":"' + b"a" * 9000 + b'"}'
        fill(tmp_path, {"list.json": b"[" + b",".join([cards] * 200) + b"]", "one.json": b'{"a":' + b"[],[" * 2**19})

        listed, single = loaded(tmp_path)

        assert listed.problems == ()
        assert [problem.slug for problem in single.problems] == ["too-large"]

    @pytest.mark.parametrize(
        ("file", "kind"),
        [
            ("a.json", "card"),
            ("cards/a.json", "card"),
            ("cards/manifest.json", "manifest"),
            ("pack/decks/a.json", "deck"),
            ("scenarios/a.json", "scenario"),
            ("text.json", "card"),
        ],
    )
    def test_tells_kinds_by_their_folders(self, file: str, kind: str) -> None:
        assert kind_of(file) == kind


@dataclass
class EveryCheck:
    """A check that finds only what the reader tolerated, and cards that name others who are not there."""

    visits: list[tuple[str, str]] = field(default_factory=list)

    def kind(self, loaded: Loaded) -> str:
        return loaded.kind

    def cards(self, document: Document, known: frozenset[str]) -> Sequence[CardReport]:
        self.visits.append(("card", document.file))
        return [self.card(card, document, known) for card in cards_in(document.value)]

    def card(self, card: dict[str, Any], document: Document, known_ids: frozenset[str]) -> CardReport:
        dangling = [
            Problem("E-REF", {"en": one, "zh": one}, file=document.file)
            for one in card.get("names", ())
            if one not in known_ids
        ]
        bad = [Problem("E-TYPE", {"en": "bad", "zh": "bad"}, file=document.file)] if card.get("bad") else []
        identity = card.get("id") if isinstance(card.get("id"), str) else None
        return CardReport((*document.warnings(), *bad, *dangling), card, b"", "", identity)

    def other_problems(self, kind: str, document: Document) -> Iterable[Problem]:
        self.visits.append((kind, document.file))
        return document.warnings()

    def deck(self, document: Document, known: frozenset[str]) -> Iterable[Problem]:
        self.visits.append(("deck", document.file))
        return document.warnings()


class TestLoad:
    def test_loads_nothing_in_strict_mode_where_there_is_an_error(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"a"}', "b.json": b'[{"id":"b"},{"id":"c"}]', "d.json": b"{"})
        picks: list[CardReport] = []
        report = load(open_source(tmp_path), EveryCheck(), take=picks.append)

        assert (report.cards, report.ok, codes(report.problems), picks) == (0, False, [("E-JSON", "d.json")], [])

    def test_loads_what_holds_up_in_development_mode(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"a"}', "b.json": b'[{"id":"b","bad":1},{"id":"c"}]', "d.json": b"{"})
        picks: list[CardReport] = []
        report = load(open_source(tmp_path), EveryCheck(), "development", take=picks.append)

        assert (report.cards, [card.card_id for card in picks]) == (2, ["a", "c"])
        assert codes(report.problems) == [("E-TYPE", "b.json"), ("E-JSON", "d.json")]

    def test_leaves_out_what_names_a_card_that_does_not_hold_up(self, tmp_path: Path) -> None:
        cards = [
            {"id": "a", "names": ["b"]},
            {"id": "b", "names": ["c"]},
            {"id": "c", "bad": 1},
            {"id": "d", "names": ["d"]},
        ]
        fill(tmp_path, {"a.json": json.dumps(cards).encode()})
        picks: list[CardReport] = []
        report = load(open_source(tmp_path), EveryCheck(), "development", take=picks.append)

        assert [card.card_id for card in picks] == ["d"]
        assert [problem.code for problem in report.problems] == ["E-REF", "E-REF", "E-TYPE"]

    def test_loads_nothing_where_nothing_holds_up(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'[{"id":"a","names":["b"]},{"id":"b","bad":1}]'})

        assert load(open_source(tmp_path), EveryCheck(), "development").cards == 0

    def test_hands_every_readable_file_to_the_check(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"a"} // x', "b.json": b"{", "text/zh.json": b"{}"})
        check = EveryCheck()
        report = load(open_source(tmp_path), check)

        assert check.visits == [("card", "a.json"), ("text", "text/zh.json")]
        assert codes(report.problems) == [("W-ALIAS", "a.json"), ("E-JSON", "b.json")]

    def test_hands_the_manifest_to_the_check(self, tmp_path: Path) -> None:
        fill(tmp_path, {"manifest.json": b'{"cardFiles":["a.json"]}', "a.json": b'{"id":"a"}'})
        check = EveryCheck()
        load(open_source(tmp_path), check)

        assert check.visits == [("manifest", "manifest.json"), ("card", "a.json")]

    def test_is_content_with_warnings(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"a"} // x'})
        report = load(open_source(tmp_path), EveryCheck())

        assert (report.ok, report.cards, len(report.problems)) == (True, 1, 1)

    def test_names_both_files_of_an_id_that_stands_twice(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"X-1"}', "b.json": b'[{"id":"y"},\n {"id":"x-1"},{"id":"y"}]'})
        picks: list[CardReport] = []
        report = load(open_source(tmp_path), EveryCheck(), "development", take=picks.append)
        first, second = report.problems

        assert (first.code, first.file, first.path, first.line, first.column) == ("E-DUP", "b.json", "/1/id", 2, 8)
        assert "a.json" in first.message["en"]
        assert (second.path, second.found) == ("/2/id", "y")
        assert [card.card_id for card in picks] == ["X-1", "y"]

    def test_says_how_far_it_is(self, tmp_path: Path) -> None:
        fill(tmp_path, {"a.json": b'{"id":"a"}', "b.json": b'{"id":"b"}'})
        reported: list[tuple[int, int]] = []
        load(open_source(tmp_path), EveryCheck(), watch=lambda done, files: reported.append((done, files)))

        assert reported == [(1, 2), (2, 2)]

    def test_tells_the_ids_of_a_pack(self, tmp_path: Path) -> None:
        fill(
            tmp_path,
            {
                "a.json": b'{"id":"a"}',
                "b.json": b'[{"id":"b"},{"id":1},7]',
                "c.json": b"{",
                "decks/d.json": b'{"id":"d"}',
            },
        )

        assert card_ids(open_source(tmp_path)) == {"a", "b"}
