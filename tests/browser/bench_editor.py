"""The speed of the card editor in Chromium, printed as JSON: `make bench-editor`.

The card has 200 nodes, nested 9 deep. Units: milliseconds; `shift` is the cumulative layout shift of opening the page.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.editing import Editor
from tests.browser.launching import MISSING, chromium, launch_options
from tests.browser.people import sign_in
from tests.stack import Stack

ADDRESS = "/packs/loom/cards/loom.treasure.common.distaff_blow/"
NODES = 200
DEPTH = 9
KEYS = 24
BUDGET = {
    "first_render": 150,
    "key_to_paint_form": 50,
    "key_to_paint_text": 50,
    "server_verdict": 300,
    "open_warm": 500,
    "shift": 0,
}

WATCH = """() => {
  window.paints = [];
  addEventListener("keydown", (event) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.paints.push(performance.now() - event.timeStamp);
    channel.port2.postMessage(0);
  }), true);
}"""

VERDICT = """() => {
  window.verdict = new Promise((done) => {
    const list = document.getElementById("problems");
    let at = 0;
    addEventListener("keydown", (event) => { at = event.timeStamp; }, true);
    const seen = () => { if (list.innerText.includes("E-")) done(performance.now() - at); };
    new MutationObserver(seen).observe(list, {childList: true, subtree: true});
  });
}"""

SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 100);
})"""

OPENING = """() => new Promise((done) => {
  const look = () => document.documentElement.dataset.formReady === undefined
    ? requestAnimationFrame(look) : requestAnimationFrame(() => done(performance.now()));
  look();
})"""


def deep(nodes: int, depth: int) -> dict[str, object]:
    """Return a card with a number of effects, conditions and choosers, nested so deep."""
    results = [0]

    def effect(level: int) -> dict[str, Any]:
        results[0] += 1
        if level >= depth:
            results[0] += 1
            return {"type": "damage", "amount": level, "target": {"type": "allMonsters"}}
        results[0] += 1
        condition = {"type": "GreaterThan", "value1": level + 1, "value2": 1}
        inner = [effect(level + 1)]
        while level > depth - 4 and len(inner) < 4 and results[0] < nodes:
            inner.append(effect(level + 1))
        return {"type": "if", "condition": condition, "do": inner}

    effects = []
    while results[0] < nodes:
        effects.append(effect(1))
    head = {"id": ADDRESS.split("/")[-2], "name": "Deep", "manaCost": 1, "rarity": "com", "school": "none"}
    return {**head, "behaviors": [{"at": "onPlay", "do": effects}]}


def painted(page: Page) -> dict[str, float]:
    """Return the median and the worst of the keystrokes since the last call."""
    page.wait_for_timeout(300)
    times = page.evaluate("window.paints.splice(0)")
    return {"median": round(statistics.median(times), 1), "worst": round(max(times), 1)}


def typed_in_form(page: Page) -> dict[str, float]:
    """Type into a number at the bottom of the deepest branch."""
    field = page.locator(".blk [data-step=amount] input").last
    field.focus()
    page.evaluate("window.paints.splice(0)")
    for n in range(KEYS):
        page.keyboard.press("Backspace" if n % 2 else "7")
        page.wait_for_timeout(60)
    return painted(page)


def typed_in_text(page: Page) -> dict[str, float]:
    """Type into the text, the form beside it."""
    page.keyboard.press("Control+.")
    page.click(".cm-content")
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.evaluate("window.paints.splice(0)")
    for n in range(KEYS):
        page.keyboard.press("Backspace" if n % 2 else " ")
        page.wait_for_timeout(60)
    return painted(page)


def verdict(page: Page) -> float:
    """Write a number that no damage may have, and wait for the server's sentence."""
    page.keyboard.press("Control+.")
    page.wait_for_timeout(1500)
    page.click("#tab-problems")
    field = page.locator(".blk [data-step=amount] input").last
    field.focus()
    page.evaluate(VERDICT)
    page.keyboard.type("9999")
    return round(float(page.evaluate("window.verdict")), 1)


def measured(page: Page) -> dict[str, object]:
    """Return every number of the budget."""
    editor = Editor(page)
    editor.write(ADDRESS, deep(NODES, DEPTH))
    renders, views, shifts = [], [], []
    for _ in range(5):
        page.goto(ADDRESS)
        views.append(page.evaluate(OPENING))
        page.wait_for_timeout(400)
        renders.append(page.evaluate("performance.getEntriesByName('card-form')[0].duration"))
        shifts.append(page.evaluate(SHIFT))
    page.evaluate(WATCH)
    return {
        "nodes": page.locator("#card-form [data-node]").count() - 1,
        "first_render": round(statistics.median(renders), 1),
        "open_warm": round(statistics.median(views), 1),
        "shift": round(max(shifts), 4),
        "key_to_paint_form": typed_in_form(page),
        "key_to_paint_text": typed_in_text(page),
        "server_verdict": verdict(page),
        "complaints": editor.complaints,
    }


def main() -> int:
    """Start a portal of its own, measure, and print the numbers beside their budget."""
    if not chromium():
        print(MISSING, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        stack = Stack(Path(folder) / "bench", variables={"WEB_WORKERS": "1", "WORKER_CONCURRENCY": "1"})
        stack.start()
        browser = play.chromium.launch(**launch_options(Path(folder)))
        page = browser.new_context(base_url=stack.url, viewport={"width": 1440, "height": 900}).new_page()
        try:
            sign_in(page, stack, "designer")
            print(json.dumps({"measured": measured(page), "budget": BUDGET}, indent=2))
        finally:
            browser.close()
            stack.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
