"""The second opinion: JSON Schema validators at the edges of the portal, beside the engine's own checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cards.errors import BadText, GateClosed
from cards.gateway import packs, rulesets, validation
from cards.gateway.schemas import LARGE, document_problems, release_schema_problems, schema_check
from cards.models import Account, Blob, Card, Pack, Release, ReleaseFile
from cards.queries.history import draft_get
from cards.queries.releases import release_bytes
from cards.services.pack_import import Incoming, pack_import
from cards.services.release import CHANGELOG_LIMIT, ReleaseOrder, release_publish
from cards.services.version import version_create
from cards.texts import LIMITS
from engine import api
from tests.cards.conftest import ANYWAY, RULESET, MakeCard, card_text

SCHEMA = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "maximum": 9},
        "mark": {"enum": ["sun", "moon"]},
        "a/b": {"type": "string"},
    },
    "required": ["count"],
    "additionalProperties": False,
}
REAL_SCHEMA = api.schema


def stricter(ruleset: str, kind: str = "card") -> dict[str, Any]:
    """Return the schema with one more field that every card must have: checker and schema disagree."""
    schema = REAL_SCHEMA(ruleset, kind)
    return {**schema, "required": [*schema.get("required", ()), "planted"]} if kind == "card" else schema


def schema_problems(document: Any) -> list[tuple[str, str]]:
    return sorted((problem.code, problem.path) for problem in schema_check(SCHEMA).problems(document))


class TestProblems:
    @pytest.mark.parametrize(
        ("document", "problems"),
        [
            ({"count": 3, "mark": "sun", "a/b": ""}, []),
            ({"count": 1.0}, [("E-SCHEMA", "/count")]),
            ({"count": True}, [("E-SCHEMA", "/count")]),
            ({"count": 10}, [("E-SCHEMA", "/count")]),
            ({"count": 3, "mark": "star"}, [("E-ENUM", "/mark")]),
            ({"count": 3, "a/b": 4}, [("E-SCHEMA", "/a~1b")]),
            ({"count": 3, "more~": 4}, [("E-SCHEMA", "/more~0")]),
            ({}, [("E-SCHEMA", "")]),
            ([], [("E-SCHEMA", "")]),
        ],
    )
    def test_have_our_codes_and_pointers(self, document: Any, problems: list[tuple[str, str]]) -> None:
        assert schema_problems(document) == problems

    def test_are_worded_in_both_languages(self) -> None:
        [problem] = schema_check(SCHEMA).problems({"count": "three"}, file="deck.json")

        assert problem.file == "deck.json"
        assert problem.message == {
            "en": 'Found "three"; expected a value of the type "integer".',
            "zh": '此处是 "three"，应为 "integer" 类型。',
        }

    def test_of_a_large_document_come_from_the_fast_validator_first(self) -> None:
        check = schema_check({"type": "array", "items": {"type": "integer"}})

        assert check.problems([7] * LARGE) == ()
        assert [problem.path for problem in check.problems([*[7] * LARGE, "7"])] == [f"/{LARGE}"]

    def test_are_found_with_one_compiled_schema_per_content(self) -> None:
        assert schema_check(SCHEMA) is schema_check(json.loads(json.dumps(SCHEMA)))
        assert schema_check(SCHEMA) is not schema_check({**SCHEMA, "required": []})

    @pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
    def test_are_none_in_the_shipped_cards(self, ruleset: str) -> None:
        check = schema_check(REAL_SCHEMA(ruleset))
        reports = [validation.validate(ruleset, card.text) for card in rulesets.sample_pack(ruleset).cards[::8]]

        assert [problem for report in reports for problem in check.problems(report.document)] == []


class TestImport:
    def test_refuses_a_card_that_only_the_schema_refuses(
        self, pack: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("engine.api.schema", stricter)
        with pytest.raises(BadText) as error:
            pack_import(actor=admin, pack=pack, cards=[Incoming(card_text("base.new"))])

        [problem] = [each for each in error.value.problems if each.severity == "error"]
        assert (problem.code, problem.card, problem.wanted) == ("E-SCHEMA", "base.new", "planted")
        assert not Card.objects.exists()

    @pytest.mark.parametrize(
        ("name", "data"),
        [
            ("text/zh.json", '{"format": "text/1", "lang": "zh", "cards": ["base.new"]}'),
            ("text/zh.json", "[]"),
            ("manifest.json", '{"pack": "core", "cardFiles": ["card.json"], "unheard": 1}'),
        ],
    )
    def test_refuses_other_files_that_do_not_match_their_schema(self, tmp_path: Path, name: str, data: str) -> None:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / "card.json").write_text(card_text("base.new"))
        (tmp_path / name).write_text(data)
        files = packs.pack_files(tmp_path)
        with pytest.raises(BadText) as error:
            files.cards(RULESET)

        assert {problem.file for problem in error.value.problems} == {name}

    def test_accepts_a_manifest_and_texts_as_they_should_be(self, tmp_path: Path) -> None:
        (tmp_path / "text").mkdir()
        (tmp_path / "card.json").write_text(card_text("base.new"))
        (tmp_path / "text" / "zh.json").write_text(
            '{"format": "text/1", "lang": "zh", "cards": {"base.new": {"name": "新"}}}'
        )
        (tmp_path / "manifest.json").write_text('{"pack": "core", "cardFiles": ["card.json"]}')
        files = packs.pack_files(tmp_path)

        assert files.pack == "core"
        assert [texts for _, texts in files.cards(RULESET)] == [{"zh": {"name": "新"}}]


class TestRelease:
    @pytest.fixture
    def stone(self, make_card: MakeCard, admin: Account) -> Card:
        card = make_card("base.stone", texts={"zh": {"name": "小石子", "description": "造成3点伤害。"}})
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        return card

    def test_is_refused_when_a_card_does_not_match_the_schema_that_ships(
        self, stone: Card, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rulesets, "schema", stricter)
        blobs = Blob.objects.count()
        with pytest.raises(GateClosed) as error:
            release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        gate = error.value.gates[-1]
        assert (gate["id"], gate["closes"], gate["ok"]) == ("schema", True, False)
        assert [(row["card"], row["url"]) for row in gate["missing"]] == [
            ("base.stone", "/packs/core/cards/base.stone/")
        ]
        assert "cards/base.stone.json does not match the schema" in error.value.detail["en"]
        assert "与此版本的数据规范不符" in error.value.detail["zh"]
        assert (Release.objects.count(), ReleaseFile.objects.count(), Blob.objects.count()) == (0, 0, blobs)

    def test_is_checked_file_by_file(self, stone: Card, admin: Account, pack: Pack) -> None:
        release = release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        files = release_bytes(release=release)
        files = {path: data for path, data in files.items() if path.endswith(".json")}  # without the signature

        assert release_schema_problems(RULESET, files) == ()
        for path, content in (
            ("cards/base.stone.json", b'{"id":"base.stone"}'),
            ("text/zh.json", b'{"format":"text/1"}'),
            ("manifest.json", b'{"pack":7}'),
            ("schema/card.json", b'{"type":7}'),
            ("cards/base.stone.json", b"{"),
        ):
            problems = release_schema_problems(RULESET, {**files, path: content})
            assert {problem.file for problem in problems} == {path}

    def test_is_judged_by_the_schema_that_it_ships(self) -> None:
        card = card_text("base.stone").encode()
        open_schema = {"schema/card.json": b"{}", "cards/base.stone.json": b'{"id":"base.stone"}'}

        assert release_schema_problems(RULESET, open_schema) == ()
        assert release_schema_problems(RULESET, {"cards/base.stone.json": card}) == ()
        assert release_schema_problems(RULESET, {"cards/base.stone.json": b'{"id":"base.stone"}'}) != ()

    def test_keeps_a_changelog_that_every_reader_accepts(self, stone: Card, admin: Account, pack: Pack) -> None:
        """The reader of manifests takes texts of at most 10,000 characters."""
        longest = {"en": "x" * CHANGELOG_LIMIT, "zh": "新" * CHANGELOG_LIMIT}
        release = release_publish(
            actor=admin, pack=pack, order=ReleaseOrder("1.0.0", changelog=longest, override=ANYWAY)
        )

        assert packs.release_problems(release_bytes(release=release)) == ()


class TestDocuments:
    def test_of_texts_have_the_limits_of_their_form(self) -> None:
        card = api.schema(RULESET, "text")["properties"]["cards"]["additionalProperties"]["properties"]

        assert {key: card[key]["maxLength"] for key in card} == {
            key: LIMITS[key] for key in ("name", "description", "notes")
        }

    @pytest.mark.parametrize("version", ["1.0", "1.0.0", "20261122.0.0", "1.1.0-rc.1", "1.1.0-beta-2.x"])
    def test_may_carry_every_version_that_a_release_may_have(self, version: str) -> None:
        assert document_problems(RULESET, "manifest", {"cardDataVersion": version}, file="manifest.json") == ()

    @pytest.mark.parametrize("version", ["1", "1.0.0-", "01.0", "1.0.0+build", "1.0.0-rc..1"])
    def test_carry_no_other_version(self, version: str) -> None:
        assert document_problems(RULESET, "manifest", {"cardDataVersion": version}, file="manifest.json") != ()

    @pytest.mark.parametrize("kind", ["deck", "replay", "result", "manifest", "text"])
    def test_of_every_kind_have_a_schema_that_refuses_a_list(self, kind: str) -> None:
        problems = document_problems("halo", kind, [], file="document.json")

        assert [(problem.code, problem.path) for problem in problems] == [("E-SCHEMA", "")]
