"""A pack of any number of files is read in nearly the memory of one; `measure.py` tells the numbers of 10,000 cards."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from engine import api
from engine.packs import loading
from tests.engine.packs.measure import write_pack

KIB_A_CARD = 4
"""What may be kept of a card until the end: its id and how it touches others, not its document."""


def peak(folder: Path, count: int) -> int:
    """Return the KiB that validating a number of cards takes at most."""
    folder.mkdir()
    path = write_pack(folder, "groups", count)
    tracemalloc.start()
    try:
        report = api.validate_path("wizards", path)
        return tracemalloc.get_traced_memory()[1] // 1024 if report.cards == count else 0
    finally:
        tracemalloc.stop()


class TestMemory:
    def test_hardly_grows_with_the_pack(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            loading, "ARCHIVE_SIZE", 2**20
        )  # the buffer of a read, which is given back, would hide the rest
        small, large = peak(tmp_path / "small", 100), peak(tmp_path / "large", 400)

        assert 0 < large - small < 300 * KIB_A_CARD
