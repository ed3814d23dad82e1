"""Releases: the manifest as published, the same bytes at any time, and every change found."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from engine.errors import BadCard, EngineBug
from engine.packs.archive import read_zip, write_zip
from engine.packs.canonical import canonical_bytes, sha256_hex
from engine.packs.limits import MANIFEST_LIMITS
from engine.packs.manifest import verify_release
from engine.packs.reader import read_json
from engine.packs.release import ReleaseCard, ReleaseInput, build_release
from engine.packs.type_files import type_files


def card(identity: str, version: int = 1, **more: Any) -> ReleaseCard:
    """Return a card of a release."""
    return ReleaseCard(identity, version, canonical_bytes({"id": identity, "name": identity.upper()}), **more)


SOURCE = ReleaseInput(
    pack="first-light",
    name={"en": "First Light", "zh": "初光"},
    ruleset="wizards",
    version="1.0.0",
    schema_version="1.0",
    engine=">=1.0,<2",
    languages=("en", "zh"),
    released_at="2026-11-21T02:00:00Z",
    previous=None,
    cards=(card("own.treasure.b", 2), card("own.treasure.a", deprecated={"use": "own.treasure.b"})),
    changelog={"en": "The first one.", "zh": "首发。"},
    texts={"zh": {"own.treasure.a": {"name": "甲", "description": ""}}, "fr": {}},
    schemas={"card": {"$id": "/schemas/wizards/card/1.0.json"}},
)
RELEASE = build_release(SOURCE)
ARCHIVE = RELEASE.packed()
TYPES = type_files(SOURCE.schemas["card"])


def changed(**files: bytes | None) -> dict[str, bytes]:
    """Return the release with some files replaced, or removed where None stands."""
    return {path: data for path, data in {**ARCHIVE, **files}.items() if data is not None}


def with_manifest(**fields: Any) -> dict[str, bytes]:
    """Return the release with another manifest."""
    return changed(**{"manifest.json": canonical_bytes({**json.loads(RELEASE.manifest), **fields})})


class TestBuildRelease:
    def test_writes_the_manifest_that_consumers_know(self) -> None:
        first, second = SOURCE.cards[1].canonical, SOURCE.cards[0].canonical
        text = '{"cards":{"own.treasure.a":{"description":"","name":"甲"}},"format":"text/1","lang":"zh"}'.encode()
        schema = b'{"$id":"/schemas/wizards/card/1.0.json"}'

        assert json.loads(RELEASE.manifest) == {
            "format": "cardloom-release/1",
            "pack": "first-light",
            "name": {"en": "First Light", "zh": "初光"},
            "ruleset": "wizards",
            "cardDataVersion": "1.0.0",
            "schemaVersion": "1.0",
            "engine": ">=1.0,<2",
            "languages": ["en", "zh"],
            "releasedAt": "2026-11-21T02:00:00Z",
            "previous": None,
            "cardFiles": ["cards/own.treasure.a.json", "cards/own.treasure.b.json"],
            "files": [
                {"path": "cards/own.treasure.a.json", "size": len(first), "sha256": sha256_hex(first)},
                {"path": "cards/own.treasure.b.json", "size": len(second), "sha256": sha256_hex(second)},
                {"path": "schema/card.json", "size": len(schema), "sha256": sha256_hex(schema)},
                {"path": "text/zh.json", "size": len(text), "sha256": sha256_hex(text)},
                *({"path": path, "size": len(data), "sha256": sha256_hex(data)} for path, data in TYPES.items()),
            ],
            "cards": [
                {
                    "id": "own.treasure.a",
                    "version": 1,
                    "sha256": sha256_hex(first),
                    "path": "cards/own.treasure.a.json",
                    "deprecated": {"use": "own.treasure.b"},
                },
                {
                    "id": "own.treasure.b",
                    "version": 2,
                    "sha256": sha256_hex(second),
                    "path": "cards/own.treasure.b.json",
                },
            ],
            "migrations": [],
            "changelog": {"en": "The first one.", "zh": "首发。"},
        }

    def test_writes_every_file_canonically(self) -> None:
        texts = {path: data for path, data in ARCHIVE.items() if path not in TYPES}
        values = {path: read_json(data, limits=MANIFEST_LIMITS).value for path, data in texts.items()}

        assert {path: canonical_bytes(value) for path, value in values.items()} == texts

    def test_does_not_depend_on_the_order_of_anything(self) -> None:
        other_text = dataclasses.replace(
            SOURCE,
            cards=SOURCE.cards[::-1],
            texts=dict(reversed(list(SOURCE.texts.items()))),
            name={"zh": "初光", "en": "First Light"},
        )

        assert write_zip(build_release(other_text).packed()) == write_zip(ARCHIVE)

    def test_lists_every_file_but_the_manifest(self) -> None:
        assert [row["path"] for row in json.loads(RELEASE.manifest)["files"]] == list(RELEASE.files)

    def test_comes_back_out_of_its_archive(self) -> None:
        assert read_zip(write_zip(ARCHIVE)) == ARCHIVE

    @pytest.mark.parametrize("other", ["own.treasure.A", "own.treasure.a"])
    def test_refuses_ids_that_could_not_stand_side_by_side(self, other: str) -> None:
        with pytest.raises(BadCard) as error:
            build_release(dataclasses.replace(SOURCE, cards=(*SOURCE.cards, card(other))))

        assert [problem.code for problem in error.value.problems] == ["E-DUP"]

    @pytest.mark.parametrize(
        "bad",
        [
            card("../up"),
            ReleaseCard("own.x", 1, b'{"id": "own.x"}'),
            ReleaseCard("own.x", 1, canonical_bytes({"id": "own.y"})),
            ReleaseCard("own.x", 1, b"[]"),
        ],
        ids=["path", "spaced", "other id", "no object"],
    )
    def test_refuses_what_only_we_can_have_done_wrong(self, bad: ReleaseCard) -> None:
        with pytest.raises(EngineBug):
            build_release(dataclasses.replace(SOURCE, cards=(bad,)))


class TestVerifyRelease:
    def test_finds_nothing_in_a_whole_release(self) -> None:
        assert verify_release(ARCHIVE) == ()

    def test_allows_the_signature(self) -> None:
        assert verify_release(changed(**{"manifest.json.minisig": b"untrusted comment: x"})) == ()

    @pytest.mark.parametrize(
        ("files", "file"),
        [
            (changed(**{"cards/own.treasure.a.json": None}), "cards/own.treasure.a.json"),
            (changed(**{"text/zh.json": ARCHIVE["text/zh.json"] + b" "}), "text/zh.json"),
            (changed(**{"text/zh.json": ARCHIVE["text/zh.json"].swapcase()}), "text/zh.json"),
            (changed(**{"extra.json": b"{}"}), "extra.json"),
            (changed(**{"manifest.json": None}), "manifest.json"),
            (changed(**{"manifest.json": b"{"}), "manifest.json"),
            (changed(**{"manifest.json": b"[]"}), "manifest.json"),
            (with_manifest(files="all"), "manifest.json"),
            (with_manifest(files=[{"path": "../a.json", "size": 1, "sha256": "0" * 64}]), "manifest.json"),
            (with_manifest(cards=[{"id": [], "sha256": "0" * 64, "path": "a.json"}]), "manifest.json"),
            (with_manifest(files=[{"path": "a.json", "size": 1, "sha256": "0" * 63}]), "manifest.json"),
            (with_manifest(files=[{"path": "a.json", "size": 1, "sha256": 7}]), "manifest.json"),
            (with_manifest(files=[{"path": "a.json", "size": True, "sha256": "0" * 64}]), "manifest.json"),
            (with_manifest(files=[{"path": 1, "size": 1, "sha256": "0" * 64}]), "manifest.json"),
            (with_manifest(cards=[{"id": "-a", "sha256": "0" * 64, "path": "a.json"}]), "manifest.json"),
            (with_manifest(cards=[{"id": "a", "sha256": "0" * 64, "path": "a.txt"}]), "manifest.json"),
            (with_manifest(cards=["a"]), "manifest.json"),
            (with_manifest(cardFiles=["/etc/passwd"]), "manifest.json"),
            (with_manifest(cards=[{"id": "a", "sha256": "0" * 64, "path": "a.json"}]), "a.json"),
            (
                with_manifest(
                    cards=[{"id": "own.treasure.a", "sha256": "0" * 64, "path": "cards/own.treasure.a.json"}]
                ),
                "cards/own.treasure.a.json",
            ),
            (
                with_manifest(
                    cards=[{**json.loads(RELEASE.manifest)["cards"][0], "path": "cards/own.treasure.b.json"}]
                ),
                "cards/own.treasure.b.json",
            ),
        ],
    )
    def test_names_the_file_that_differs(self, files: dict[str, bytes], file: str) -> None:
        problems = verify_release(files)

        assert problems[0].file == file
        assert problems[0].message["zh"].strip()

    def test_tells_where_a_manifest_is_misshapen(self) -> None:
        first = verify_release(changed(**{"manifest.json": b"[]"}))[0]
        second = verify_release(changed(**{"manifest.json": b'{\n"cardFiles": [\n "a.json", 7]}'}))[0]

        assert (first.code, first.path, first.message["en"]) == ("E-SCHEMA", "", "The manifest should be an object.")
        assert (second.path, second.line, second.column) == ("/cardFiles/1", 3, 12)

    def test_finds_every_difference(self) -> None:
        problems = verify_release(changed(**{"text/zh.json": b"{}", "schema/card.json": b"{}", "more.json": b"{}"}))

        assert [problem.file for problem in problems] == ["schema/card.json", "text/zh.json", "more.json"]

    def test_finds_every_changed_byte(self) -> None:
        for path, data in RELEASE.files.items():
            for at in range(len(data)):
                broken = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

                assert [problem.file for problem in verify_release(changed(**{path: broken}))] == [path]
