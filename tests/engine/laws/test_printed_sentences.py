"""The sentences that the editor's reader is tried on are those that the shipped cards print today."""

from __future__ import annotations

from tests.engine.printed_sentences import FILE, file_text


def test_are_those_of_the_shipped_cards() -> None:
    assert FILE.read_text("utf-8") == file_text()  # python -m tests.engine.printed_sentences
