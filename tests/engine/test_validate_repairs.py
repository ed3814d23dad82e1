"""`validate` names what would make JSON of a file that is almost JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.test_commands import GOOD, Ran


def test_names_what_would_make_json_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    almost, hopeless = tmp_path / "almost.json", tmp_path / "hopeless.json"
    almost.write_text(json.dumps(GOOD).replace('"', "“", 1).replace('"', "”", 1), encoding="utf-8")
    hopeless.write_text("no card here", encoding="utf-8")

    ran = Ran(capsys, "validate", str(almost), str(hopeless), "--ruleset", "wizards", "--format", "json")
    repairs = ran.json["repairs"]
    assert (ran.code, list(repairs)) == (1, [almost.as_posix()])
    assert [change["code"] for change in repairs[almost.as_posix()]] == ["W-ALIAS"]

    text = Ran(capsys, "validate", str(almost), "--ruleset", "wizards").out
    assert f"{almost.as_posix()}: this is almost JSON. An import with repairs would read it: " in text
