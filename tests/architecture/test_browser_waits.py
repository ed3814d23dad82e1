"""Browser tests wait for a state of the page, as long as a busy machine may take to reach it."""

from __future__ import annotations

import re

import pytest

from tests.architecture.sources import ROOT

FOLDER = ROOT / "tests" / "browser"
SETS_THE_PATIENCE = {"launching.py", "bench_editor.py"}
IMPATIENT = {
    "a timeout of its own: PATIENCE of launching.py is the default": r"timeout=[\d(]",
    "networkidle: a page that polls, or that was idle before, is no state to wait for": r"networkidle",
    "a context without patience: use patient_context": r"\.new_context\(",
}


def impatient_lines(text: str) -> list[str]:
    """Return the impatient waits of a test module, by line."""
    lines = enumerate(text.splitlines(), start=1)
    return [
        f"{number}: {fault}" for number, line in lines for fault, sign in IMPATIENT.items() if re.search(sign, line)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "expect(row).to_be_visible(timeout=500)",
        'page.wait_for_load_state("networkidle")',
        "page = browser.new_context()",
    ],
)
def test_an_impatient_wait_is_a_finding(line: str) -> None:
    assert len(impatient_lines(line)) == 1


def test_every_browser_test_is_patient() -> None:
    modules = [path for path in sorted(FOLDER.glob("*.py")) if path.name not in SETS_THE_PATIENCE]

    assert len(modules) > 20
    assert {path.name: lines for path in modules if (lines := impatient_lines(path.read_text()))} == {}
