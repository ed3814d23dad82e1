"""An operation is tried from its page, by the reader's session: reads at once, changes after a question, refusals as they are."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Request, expect

PACK = "loom"
CARD = "loom.treasure.common.smoulder"
"""A card that no other test edits."""


def open_operation(page: Page, name: str) -> None:
    """Open the page of an operation, with this card in its fields."""
    page.goto(f"/api/docs/{name}/")
    page.fill("#try-path-pack", PACK)
    page.fill("#try-path-card", CARD)


def answer_of(page: Page) -> str:
    """Return the body that the page shows."""
    expect(page.locator("#try-answer")).to_be_visible()
    return page.locator("#try-text").inner_text()


def test_a_read_is_sent_at_once_and_shown_with_its_headers(designer: Page) -> None:
    open_operation(designer, "draft")
    designer.click("#try-send")

    assert json.loads(json.loads(answer_of(designer))["text"])["id"] == CARD
    expect(designer.locator("#try-status")).to_contain_text("200")
    expect(designer.locator("#try-headers")).to_contain_text("etag:")


def test_a_change_is_asked_about_and_quotes_the_mark_that_was_read(designer: Page) -> None:
    open_operation(designer, "draft")
    designer.click("#try-send")
    text = json.loads(answer_of(designer))["text"]
    methods: list[str] = []

    def note(request: Request) -> None:
        methods.extend([request.method] if request.method == "PUT" else [])

    designer.on("request", note)
    open_operation(designer, "draft-save")
    designer.fill("#try-body", json.dumps({"text": text + "\n"}))
    designer.fill("#try-header-if-match", '"r999-00000000"')
    designer.click("#try-send")
    expect(designer.locator("#try-ask-what")).to_contain_text(f"PUT /api/v1/packs/{PACK}/cards/{CARD}/draft/")
    designer.keyboard.press("Enter")  # the focus is on Cancel
    expect(designer.locator("#try-ask")).to_be_hidden()
    assert methods == []

    designer.click("#try-send")
    designer.click("#try-ask button[value=send]")
    expect(designer.locator("#try-status")).to_contain_text("412")
    designer.click("#try-tag")
    expect(designer.locator("#try-header-if-match")).not_to_have_value('"r999-00000000"')
    designer.click("#try-send")
    designer.click("#try-ask button[value=send]")
    expect(designer.locator("#try-status")).to_contain_text("200")
    assert methods == ["PUT", "PUT"]


def test_a_file_is_named_by_its_kind_and_size(designer: Page) -> None:
    designer.goto("/api/docs/pack-zip/")
    designer.fill("#try-path-pack", PACK)
    designer.fill("#try-path-version", "1.0.0")
    designer.click("#try-send")

    assert answer_of(designer).startswith("application/zip, ")
