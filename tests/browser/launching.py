"""The browser that tests drive: the installed one, in an environment of its own, so that no run depends on what a machine has."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, expect

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same engine first in its build without windows: of a page that a test opens, the others paint the tabs and tools around it as well."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = "no Chromium here: set CHROMIUM_PATH, or install one (Debian: apt-get install chromium-headless-shell)"
PATIENCE = 120_000
"""Milliseconds until a page that does not come fails its test. A page that comes ends the wait at once, however busy the machine is."""
PREVIEW_PATIENCE = 360_000
"""Milliseconds until a worker has played what a page waits for."""
FONTS = Path(__file__).with_name("fonts.conf")
CHINESE = ("NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc")
FONTLESS = "no Chinese fonts here: install those that pages are tested with (Debian: apt-get install fonts-noto-cjk)"


def chromium() -> str | None:
    """Return the browser to drive: CHROMIUM_PATH, else the first that is installed."""
    asked = os.environ.get("CHROMIUM_PATH")
    return asked or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def has_fonts() -> bool:
    """Return whether the fonts that `fonts.conf` leaves to the browser are installed."""
    installed_names = {
        path.name for place in ("/usr/share/fonts", "/usr/local/share/fonts") for path in Path(place).rglob("*.ttc")
    }
    return installed_names.issuperset(CHINESE)


def launch_options(home: Path) -> dict[str, Any]:
    """Return how Playwright starts the browser, quietly: it opens no connection of its own.

    Its environment is this one alone: its home is an empty folder, its fonts are those of `fonts.conf`, its language, locale
    and time zone are always the same.
    """
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "FONTCONFIG_FILE": str(FONTS),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }
    return {"executable_path": chromium(), "args": list(ARGUMENTS), "env": variables}


def patient_context(browser: Browser, url: str, **options: Any) -> BrowserContext:
    """Return a new context for the portal at an address, whose pages and expectations wait as long as a busy machine may take.

    Playwright waits 30 s for a page and 5 s for an expectation, which a machine that plays previews beside it exceeds.
    """
    context = browser.new_context(base_url=url, **options)
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    return context
