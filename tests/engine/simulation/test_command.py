"""`python -m engine preview`: the bytes that the portal stores, whatever plays them, and what it refuses."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cards.services.previews.parts import canonical_sha
from engine import api
from engine.commands import main
from engine.simulation.verdict import VERDICTS
from tests.engine.third_ruleset import FOLDER, NAME, on_the_path

Json = dict[str, Any]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a card of the smallest ruleset, its former version, and two cards in one file."""
    with on_the_path():
        cards = [card for card, _ in api.card_set(NAME)]
    ram = next(card for card in cards if card["id"] == "raid.ram")
    (tmp_path / "old.json").write_text(json.dumps(ram))
    (tmp_path / "new.json").write_text(json.dumps({**ram, "toll": {"rope": 3, "food": 2}}))
    (tmp_path / "two.json").write_text(json.dumps(cards[2:4]))
    return tmp_path


class Ran:
    """What the command did in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with on_the_path():
            environment = {"LANG": "C", "CARDLOOM_RULESETS": str(FOLDER)}
            try:
                self.code = main(("preview", *arguments), time.process_time, environment)
            except SystemExit as left:
                self.code = int(left.code or 0)
        self.out, self.err = capsys.readouterr()


class TestTheCommand:
    def test_gives_the_bytes_that_the_portal_hashes_with_one_and_with_four_workers(
        self, capsys: pytest.CaptureFixture[str], files: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CARDLOOM_RULESETS", str(FOLDER))
        asked = (str(files / "new.json"), "--against", str(files / "old.json"), "--ruleset", NAME, "--bots", "random")
        first, four = (Ran(capsys, *asked, "--format", "json", "--workers", workers) for workers in ("1", "4"))
        result = json.loads(first.out)
        with on_the_path():
            schema, stored = api.schema(NAME, "result"), in_one_go(files)

        assert (first.code, first.out) == (0, four.out)
        assert hashlib.sha256(first.out.rstrip("\n").encode()).hexdigest() == canonical_sha(stored)
        assert [error.message for error in Draft202012Validator(schema).iter_errors(result)] == []
        assert result["verdict"] in VERDICTS
        assert "matches in" in first.err
        assert "matches in" not in first.out

    def test_says_in_words_what_came_out(self, capsys: pytest.CaptureFixture[str], files: Path) -> None:
        run = Ran(capsys, str(files / "new.json"), "--ruleset", NAME, "--preset", "smoke", "--bots", "random")

        assert run.code == 0
        assert [line.split()[0] for line in run.out.splitlines()[:4]] == ["seen", "playable", "played", "fired"]
        assert "[" in run.out

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            (("two.json",), "a preview wants one"),
            (("none.json",), "there is no file"),
            (("new.json", "--workers", "0"), "--workers wants"),
            (("new.json", "--seed", "-1"), "--seed wants"),
            (("new.json", "--bots", "oracle"), "oracle is not one of"),
            (("new.json", "--preset", "endless"), "invalid choice"),
        ],
    )
    def test_refuses_in_one_line_what_it_cannot_play(
        self, capsys: pytest.CaptureFixture[str], files: Path, arguments: tuple[str, ...], why: str
    ) -> None:
        name, *rest = arguments
        refused_run = Ran(capsys, str(files / name), "--ruleset", NAME, *rest)

        assert (refused_run.code, refused_run.out) == (2, "")
        assert why in refused_run.err.splitlines()[0]


def in_one_go(files: Path) -> Json:
    """Return the result that the portal's calls give for the same question."""
    new, old = (json.loads((files / name).read_text()) for name in ("new.json", "old.json"))
    spec = api.preview_plan(NAME, candidate=new, baseline=old, bots=("random",))
    chunks: list[Json] = []
    result = api.preview_merge(spec, chunks)
    while result["status"] == "running":
        chunks.append(api.preview_chunk(spec, len(chunks)))
        result = api.preview_merge(spec, chunks)
    return result
