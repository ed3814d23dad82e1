"""Text that is composed, dropped, pasted or typed with a dead key stays, in every field of every page that takes text.

The fields are found on the pages, and the pages by their routes: a new field is tested without a line here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, expect

from tests.browser.addresses import addresses
from tests.browser.composing import Typist
from tests.browser.editing import Editor, save, show
from tests.sampling import sampled

OpenAs = Callable[[str], Page]

ROLES = ("admin", "operator")
MIN_COUNT = {"routes": 30, "fields": 60}
SHARE = 3  # one route of so many is walked each day
QUIET = """() => {
  const answers = performance.getEntriesByType("resource").length;
  if (answers !== window.answers) [window.answers, window.since] = [answers, performance.now()];
  return performance.now() - window.since > 600;
}"""
"""Whether no answer has come for longer than a page waits before it saves what was typed."""
CARD = "/packs/bastion/cards/AEG-002/"


def pages_with_fields(open_as: OpenAs, *, is_whole: bool) -> Iterator[tuple[Page, str]]:
    """Yield one page of each route on which something can be typed, opened by an account that may see it."""
    routes = sampled(dict.fromkeys(filter(None, map(_route, addresses()))), of=SHARE, whole=is_whole)
    observations = set[str]()
    for role in ROLES:
        page = open_as(role)
        for address in addresses():
            route = _route(address)
            if route in observations or route not in routes:
                continue
            answer = page.request.get(address, max_redirects=0)
            if answer.status != 200 or not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            observations.add(route)
            if "<textarea" in answer.text() or "<input" in answer.text():
                page.goto(address)
                yield page, route


def _route(address: str) -> str:
    try:
        return resolve(address.split("?")[0]).view_name
    except Resolver404:
        return ""


def losses(page: Page, root: str = "body") -> tuple[int, list[str]]:
    """Type into every field below an element; returns how many there are, and what was lost."""
    typist = Typist.of(page)
    fields = typist.fields(root)
    for selector, _ in fields:
        typist.type_into(selector)
    page.wait_for_function(QUIET)
    found = [(name, typist.lost_input(selector)) for selector, name in fields]
    return len(fields), [f"{page.url} {name}: {lost}" for name, lost in found if lost]


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A card of halo in form and text; it is as before afterwards."""
    editor = Editor(designer)
    editor.open(CARD, mode="split")
    before = editor.text
    yield editor
    designer.goto("/help/")
    save(designer, CARD, before)


@pytest.mark.slow
def test_every_field_of_every_page_keeps_what_is_composed(open_as: OpenAs) -> None:
    """A third of the routes, another each day; INPUT_METHODS=1 walks all."""
    fields, missing, routes, is_whole = 0, [], 0, bool(os.environ.get("INPUT_METHODS"))
    for page, _ in pages_with_fields(open_as, is_whole=is_whole):
        if page.locator("#card-form").count():
            page.wait_for_selector("html[data-form-ready]")
            continue  # each of its fields saves by itself: the class below types there, and puts the card back
        count, removed = losses(page)
        routes += bool(count)
        fields += count
        missing += removed

    assert missing == []
    share = 1 if is_whole else SHARE + 1
    assert routes >= MIN_COUNT["routes"] // share and fields >= MIN_COUNT["fields"] // share, (routes, fields)


class TestTheCardEditor:
    def test_keeps_what_is_composed_in_its_form_its_text_and_its_texts(self, editor: Editor) -> None:
        fields, missing = losses(editor.page)
        show(editor.page, "form")
        editor.page.click("#tab-text")
        texts, lost_texts = losses(editor.page, "#texts-form")

        assert missing + lost_texts == []
        assert (fields >= 15, texts >= 3) == (True, True), (fields, texts)
        assert editor.complaints == []

    def test_keeps_what_is_composed_in_a_palette_and_takes_it_by_the_next_enter(self, editor: Editor) -> None:
        page, typist = editor.page, Typist.of(editor.page)
        page.locator("#card-form [data-act=pick]").first.press("Enter")
        page.locator("dialog.palette[open] input").wait_for()
        assert losses(page, "dialog.palette[open]") == (1, [])
        page.locator("dialog.palette[open] input").fill("")
        typist.compose("$", "$self")
        typist.commit_by_enter("$self.")
        expect(page.locator("dialog.palette[open] [role=option]").first).to_be_visible()

    def test_keeps_what_is_composed_in_its_dialogs(self, editor: Editor) -> None:
        editor.page.locator("[data-do=version]").first.click()

        assert losses(editor.page, "dialog[open]") == (1, [])


class TestANumberOfTheForm:
    def test_is_taken_or_stays_with_its_problem(self, editor: Editor) -> None:
        """What a person types, and what the card then has; None where that is no number here."""
        page = editor.page
        field = page.locator("#card-form [data-step=supply] input").first
        for text, document in {
            "２": 2,
            "１２": 12,
            "1,000": None,
            "1e3": None,
            "2.5": None,
            "二": None,
            "": None,
        }.items():
            field.fill("7")
            field.fill(text)
            page.keyboard.press("Tab")

            expect(field).to_have_value(text if document is None else str(document))
            assert f'"supply": {7 if document is None else document}' in editor.text
            if document is None:
                expect(field).to_have_attribute("aria-invalid", "true")
                expect(page.locator(f"#{field.get_attribute('id')}-err")).to_contain_text("the card still has 7.")
            else:
                expect(page.locator(f"#{field.get_attribute('id')}-err")).to_have_count(0)
        assert Axe().run(page).response["violations"] == []


LINE_ENDS = {"CR LF": ("", ["\r\n"]), "LF": ("", ["\n"]), "mixed": ("\ufeff", ["\r\n", "\n", "\n"])}


class TestLineEnds:
    @pytest.mark.parametrize(("mark", "ends"), LINE_ENDS.values(), ids=LINE_ENDS)
    def test_stay_over_an_edit_in_the_form(self, editor: Editor, mark: str, ends: list[str]) -> None:
        page = editor.page
        lines = editor.text.split("\n")
        raw = mark + "".join(line + ends[n % len(ends)] for n, line in enumerate(lines[:-1])) + lines[-1]
        save(page, CARD, raw)
        editor.open(CARD)
        field = page.get_by_label("Name", exact=True).first
        name = field.input_value()
        with page.expect_response(lambda answer: answer.request.method == "PUT") as saved_expect_response:
            field.fill("Edited")

        assert saved_expect_response.value.status == 200
        assert (
            page.request.get(f"{CARD}draft/").json()["text"]
            == raw.replace(f'"name": "{name}"', '"name": "Edited"')
            != raw
        )
