"""The main job from one end to the other: a card is written, previewed and published, and a consumer downloads it.

In one game today, in the other tomorrow; `make pages` does it in both.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.addresses import ALL
from tests.browser.editing import show
from tests.browser.launching import PREVIEW_PATIENCE, patient_context
from tests.sampling import sampled
from tests.stack import Stack

GAMES = [("/packs/loom/", "loom.treasure.com.second_thread"), ("/packs/bastion/", "NEU-901")]

INTERVAL = re.compile(r"[+−]?[\d.]+ pp\s*\[ [+−]?[\d.]+, [+−]?[\d.]+ \]")

OpenAs = Callable[[str], Page]


def write_the_card(page: Page, pack: str, card: str) -> None:
    """Make a card from a template, break its text, see what is wrong, take it back, and save a version."""
    page.goto(f"{pack}new-card/")
    page.fill("#id_card_id", card)
    page.click("form[method=post] button.btn--primary")
    page.wait_for_selector(".cm-content", state="attached")  # the editor listens to its buttons once its text is there
    show(page, "json")
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.type("!")
    expect(page.locator("[data-problem-count]").first).to_have_text("1")
    page.click("#tab-problems")
    expect(page.locator("#problems")).to_contain_text("E-JSON")
    page.click(".cm-content")
    page.keyboard.press("Control+z")
    expect(page.locator("#editor-status")).to_contain_text("No problems")
    page.click("[data-do=version]")
    page.keyboard.type("First cut")
    page.click("dialog[open] .btn--primary")
    expect(page.locator("#live-state")).to_contain_text("v1")


def preview_it(page: Page) -> None:
    """Start a preview, wait for its first number with its interval, and cancel."""
    page.click("button[form=preview-form]")
    page.wait_for_url("**/previews/*/")
    expect(page.locator(".lead__main")).to_contain_text(INTERVAL, timeout=PREVIEW_PATIENCE)
    cancel = page.locator("form[action$='cancel/'] button")
    if cancel.count():
        cancel.click()
    expect(page.locator("#report")).to_have_attribute("data-final", "true")


def look_until_checked(page: Page) -> None:
    """Refresh, as the page offers, until the worker has checked every card of the pack."""
    element, until = page.get_by_role("link", name="Refresh"), time.monotonic() + PREVIEW_PATIENCE / 1000
    while element.count():
        assert time.monotonic() < until, page.locator(".gates").inner_text()
        page.wait_for_timeout(1000)
        element.first.click()
        page.wait_for_load_state()


def publish(page: Page, pack: str) -> Path:
    """Publish the next minor version, and return the archive that its page offers."""
    page.goto(f"{pack}releases/new/")
    look_until_checked(page)
    expect(page.locator("input[name=version]:checked")).to_have_value("1.1.0")
    page.fill("#id_override", "A test publishes without a review.")
    page.click("button[value=ask]")
    page.click("button[value=publish]")
    page.wait_for_url("**/releases/1.1.0/")
    with page.expect_download() as download:
        page.click("a[download]")
    return Path(download.value.path())


def validated(archive: Path) -> str:
    """Return what the command line says of an archive that holds."""
    named = archive.with_suffix(".zip")
    shutil.copy(archive, named)
    argv = [sys.executable, "-m", "engine", "validate", str(named)]
    ran = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


class TestTheWholeThread:
    @pytest.mark.slow
    @pytest.mark.parametrize(("pack", "card"), sampled(GAMES, of=len(GAMES), whole=ALL))
    def test_ends_in_an_archive_whose_hashes_hold(self, open_as: OpenAs, stack: Stack, pack: str, card: str) -> None:
        designer = open_as("designer")
        write_the_card(designer, pack, card)
        preview_it(designer)
        publisher = open_as("admin")  # who alone may publish without a review, with a reason
        file = publish(publisher, pack)
        archive = file.read_bytes()

        html = publisher.content()
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        manifest = json.loads(files.pop("manifest.json"))
        assert files.pop("manifest.json.minisig").startswith(b"untrusted comment: ")
        given = {item["path"]: item["sha256"] for item in manifest["files"]}
        assert hashlib.sha256(archive).hexdigest() in html
        assert {path: hashlib.sha256(data).hexdigest() for path, data in files.items()} == given
        assert (manifest["cardDataVersion"], manifest["previous"]) == ("1.1.0", "1.0.0")
        assert card in {item["id"] for item in manifest["cards"]}
        assert "0 errors" in validated(file)

    @pytest.mark.slow
    @pytest.mark.parametrize("pack", [pack for pack, _ in GAMES])
    def test_is_open_to_a_consumer_without_an_account(self, browser: Browser, stack: Stack, pack: str) -> None:
        context = patient_context(browser, stack.url)
        page = context.new_page()
        page.goto(f"{pack}releases/1.0.0/")
        page.locator("#files > summary").click()
        row = page.locator("#files tbody tr", has_text="cards/").first
        link, text = row.locator("a").first, row.locator("td.hash").inner_text()

        answer = context.request.get(link.get_attribute("href") or "")

        assert (answer.status, hashlib.sha256(answer.body()).hexdigest()) == (200, text)
        context.close()
