"""A match of halo as `play` prints it: everything that has a name appears under it, in both languages."""

from __future__ import annotations

import re
import time

import pytest

from engine.commands import main

CODE = re.compile(r"#\d|None|[A-Z]{4,}|\b\w+\.(front|back|orbit)")
"""A number for a thing, a word of a document, a zone of the machine."""


class TestAStory:
    @pytest.mark.parametrize(
        ("lang", "row", "controller"),
        [
            ("en", "Player 1 chooses Alpha, front row.", "is held by neither side."),
            ("zh", "1 号玩家选择：Alpha 前排。", "战线的控制者：无。"),
        ],
    )
    def test_names_tokens_that_fell_and_lanes_rows_keywords_and_statuses(
        self, lang: str, row: str, controller: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        codes, lines = set[int](), list[str]()
        for seed in range(4, 8):
            code = main(("play", "halo", "--seed", str(seed), "--lang", lang), time.process_time, {})
            lines += capsys.readouterr().out.splitlines()
            codes.add(code)

        assert codes == {0}
        assert row in lines
        assert any(line.endswith(controller) for line in lines)
        assert [line for line in lines if CODE.search(line)] == []
