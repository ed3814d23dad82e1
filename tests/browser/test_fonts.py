"""What pages are drawn with: the fonts that the portal serves, and for Chinese the one package that `.ci/run` installs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.launching import FONTS
from tests.stack import Stack

ROOT = Path(__file__).resolve().parent.parent.parent
CARD = "/packs/loom/cards/loom.exploration.III.button_beetle/"
PAGES = (
    "/",
    CARD,
    "/packs/loom/print/?cards=loom.exploration.III.button_beetle&lang=en",
    "/help/guide/editor/?lang=zh",
)
OWN = {"Inter", "Noto Serif"}
"""Families of tokens.css."""
FONT_NAME = re.compile(r"Noto (Sans|Serif|Sans Mono) CJK [A-Z]{2}")
"""Families of Debian's fonts-noto-cjk."""

MARK = """() => {
  for (const each of document.querySelectorAll("body *:not(script, style, template)"))
    if ([...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) each.dataset.text = "";
}"""


def drawn_fonts(page: Page) -> set[tuple[str, bool]]:
    """Return the families in which a page is drawn, and of each whether it is one that the page brought."""
    page.evaluate(MARK)
    page.evaluate("document.fonts.ready.then(() => null)")
    devtools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    root = devtools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes: list[int] = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-text]"})["nodeIds"]
    used_fonts: list[dict[str, Any]] = [
        font for node in nodes for font in devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ]
    assert used_fonts, page.url
    return {(font["familyName"].removesuffix(" Variable"), font["isCustomFont"]) for font in used_fonts}


def foreign(fonts: set[tuple[str, bool]]) -> set[tuple[str, bool]]:
    """Return the fonts that are neither the portal's own nor of the package that `.ci/run` names."""
    return {(name, own) for name, own in fonts if not (name in OWN if own else FONT_NAME.fullmatch(name))}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_drawn_in_fonts_of_the_portal_and_of_the_named_package(designer: Page, address: str) -> None:
    designer.goto(address)
    if designer.locator("#card-form").count():
        designer.wait_for_selector("html[data-form-ready]")
    fonts = drawn_fonts(designer)

    assert foreign(fonts) == set()
    assert ("Inter", True) in fonts
    assert ("Noto Serif", True) in fonts or address not in PAGES[1:3]


def test_a_font_of_the_machine_would_be_seen() -> None:
    assert foreign(
        {("DejaVu Serif", False), ("Inter", False), ("Another", True), ("Inter", True), ("Noto Sans CJK SC", False)}
    ) == {
        ("DejaVu Serif", False),
        ("Inter", False),
        ("Another", True),
    }


def test_the_named_package_is_the_one_that_the_pipeline_installs() -> None:
    installs = (ROOT / ".ci/run").read_text(encoding="utf-8")

    assert set(re.findall(r"\bfonts-[\w-]+", installs)) == set(
        re.findall(r"\bfonts-[\w-]+", FONTS.read_text(encoding="utf-8"))
    )


@pytest.mark.slow
def test_nothing_of_this_folder_depends_on_the_home_or_the_environment(stack: Stack, tmp_path: Path) -> None:
    """Another session with an empty home and PATH alone draws a page in both languages and a name in two lines, of the portal that runs."""
    part = [
        "tests/browser/test_fonts.py",
        "tests/browser/test_help_and_print.py",
        "-k",
        "is_drawn and zh or second_line",
    ]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *part,
        "--portal",
        f"{stack.data_dir}:{stack.port}",
    ]
    alone = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    ran = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, encoding="utf-8")

    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert "2 passed" in ran.stdout
