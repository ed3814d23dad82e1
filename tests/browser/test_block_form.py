"""The block form in Chromium: three games, every operation by keyboard, one history for all views, and no dead end."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.editing import Editor
from tests.browser.people import look

LOOM = "/packs/loom/cards/loom.treasure.common.distaff_blow/"
CARDS = {
    "wizards": ("/packs/loom/cards/loom.treasure.common.hagglers_rod/", "Add triggers"),
    "halo": ("/packs/bastion/cards/VES-AEG-003/", "Ability"),
    "raid": ("/packs/first-raid/cards/raid.weak-spot/", "Breach the wall"),
}
SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", "0"))
MIN_STEPS = 40
"""Steps of random editing in the suite; `make soak-editor` goes on for SOAK_SECONDS."""
KEYS = (
    "i",
    "w",
    "Shift+W",
    "d",
    "Delete",
    "Alt+ArrowUp",
    "Alt+ArrowDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
)


def card(*effects: dict[str, Any]) -> dict[str, object]:
    """Return a card of the first game that does these effects when it is played."""
    head = {"id": "loom.treasure.common.distaff_blow", "name": "Blow", "manaCost": 1, "rarity": "com", "school": "none"}
    return {**head, "behaviors": [{"at": "onPlay", "do": list(effects)}]}


DAMAGE = {"type": "damage", "amount": 3, "target": {"type": "allMonsters"}}
DRAW = {"type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID"}
LOOP = {"type": "loop", "times": 2, "do": [{"type": "stop"}]}


@pytest.fixture
def editor(open_as: Callable[[str], Page]) -> Iterator[Editor]:
    """A designer with the editor; every complaint of the browser fails the test."""
    page = open_as("designer")
    look(page, 1440, "light", "en")
    driven = Editor(page)
    yield driven
    assert driven.complaints == []


def kinds(editor: Editor) -> list[str]:
    """Return the types of the card's first effects."""
    behaviors: Any = editor.value()["behaviors"]
    return [effect["type"] for effect in behaviors[0]["do"]]


def effects(editor: Editor) -> Any:
    """Return the card's first list of effects."""
    behaviors: Any = editor.value()["behaviors"]
    return behaviors[0]["do"]


class TestEveryGame:
    @pytest.mark.parametrize("game", CARDS)
    def test_gets_a_form_that_changes_no_byte_by_itself(self, editor: Editor, game: str) -> None:
        address, name = CARDS[game]
        editor.open(address)
        before = editor.text
        expect(editor.page.locator(".blk__kind", has_text=name).first).to_be_visible()
        for kind in editor.page.locator(".blk__kind").all():
            kind.focus()

        assert editor.page.locator(".is-unknown").count() == 0
        assert editor.text == before
        expect(editor.page.locator("[data-do=undo]")).to_have_attribute("aria-disabled", "true")

    def test_finds_its_palette_in_both_languages(self, editor: Editor) -> None:
        editor.open(CARDS["raid"][0])
        before = editor.text
        editor.block("Breach the wall")
        editor.press("i")
        editor.choose("侦察")
        expect(editor.page.locator(".blk.is-selected .blk__kind")).to_contain_text("Draw cards")
        assert '"type": "scout"' in editor.text
        editor.press("Control+z")

        assert editor.text == before


class TestByKeyboard:
    def test_inserts_duplicates_moves_deletes_and_undoes(self, editor: Editor) -> None:
        before = editor.write(LOOM, card(DAMAGE, DRAW))
        editor.block("Deal damage")
        editor.press("i")
        editor.choose("gold")
        assert kinds(editor) == ["damage", "gold", "drawCard"]
        expect(editor.page.locator(".blk.is-selected").get_by_label("Target", exact=True)).to_be_focused()
        editor.block("Gold")
        editor.press("Alt+ArrowUp")
        assert kinds(editor) == ["gold", "damage", "drawCard"]
        assert editor.focused_label() == "Gold"
        expect(editor.page.locator("#card-form [role=status]")).to_have_text("Gold is now 1 of 3")
        editor.press("ArrowDown", "d")
        assert kinds(editor) == ["gold", "damage", "damage", "drawCard"]
        editor.press("Delete")
        assert kinds(editor) == ["gold", "damage", "drawCard"]
        expect(editor.page.locator(".toast")).to_contain_text("Deleted Deal damage")
        for _ in range(4):
            editor.press("Control+z")

        assert editor.text == before

    def test_names_the_step_that_undo_takes_back(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE, DRAW))
        undo, redo = (editor.page.locator(f"[data-do={name}]") for name in ("undo", "redo"))
        expect(undo).to_have_attribute("title", "Undo (Ctrl Z)")
        editor.block("Deal damage")
        editor.press("d", "Delete")
        expect(undo).to_have_attribute("title", "Undo: Deleted Deal damage (Ctrl Z)")
        undo.click()
        expect(undo).to_have_attribute("aria-label", "Undo: Duplicated Deal damage")
        expect(redo).to_have_attribute("aria-label", "Redo: Deleted Deal damage")
        undo.click()
        editor.page.locator(".blk").get_by_label("Amount", exact=True).first.fill("7")

        expect(undo).to_have_attribute("title", re.compile(r"^Undo: [A-Z][\w ]* \d+ → 7 \(Ctrl Z\)$"))
        expect(redo).to_have_attribute("title", "Redo (Ctrl Shift Z)")

    def test_wraps_and_unwraps(self, editor: Editor) -> None:
        before = editor.write(LOOM, card(DAMAGE, DRAW))
        editor.block("Deal damage")
        editor.press("w")
        editor.choose("repeat")
        assert kinds(editor) == ["loop", "drawCard"]
        assert editor.focused_label() == "Repeat"
        editor.press("Shift+W")

        assert kinds(editor) == ["damage", "drawCard"]
        editor.press("Control+z", "Control+z")
        assert editor.text == before

    def test_moves_a_block_into_another_list(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE, LOOP))
        editor.block("Deal damage")
        editor.page.locator(".blk.is-selected .blk__tools [data-act=more]").first.press("Enter")
        editor.choose("move to")
        editor.choose("do of Repeat")

        assert [effect["type"] for effect in effects(editor)] == ["loop"]
        assert sorted(effect["type"] for effect in effects(editor)[0]["do"]) == ["damage", "stop"]
        assert editor.focused_label() == "Deal damage"

    def test_switches_a_type_and_brings_back_what_it_set_aside(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.block("Deal damage")
        editor.press("Enter")
        editor.choose("stop")
        assert effects(editor) == [{"type": "stop"}]
        expect(editor.page.locator(".toast")).to_contain_text("Amount, Target")
        editor.press("Enter")
        editor.choose("deal damage")

        assert effects(editor) == [DAMAGE]

    def test_copies_and_pastes_as_json(self, editor: Editor) -> None:
        editor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        editor.write(LOOM, card(DAMAGE, DRAW))
        editor.block("Deal damage")
        editor.press("Control+c")
        editor.block("Draw cards")
        editor.press("Control+v")

        assert kinds(editor) == ["damage", "drawCard", "damage"]
        assert effects(editor)[2] == DAMAGE

    def test_keeps_a_block_as_a_snippet_and_inserts_a_copy(self, editor: Editor) -> None:
        editor.write(LOOM, card(LOOP, DRAW))
        editor.block("Repeat")
        editor.page.locator(".blk.is-selected .blk__tools [data-act=more]").first.press("Enter")
        editor.choose("save as snippet")
        editor.page.locator("#dialog-text").fill("两次停止 twice")
        editor.press("Enter")
        expect(editor.page.locator("dialog[open]")).to_have_count(0)
        editor.block("Draw cards")
        editor.press("i")
        expect(editor.page.locator("dialog.palette[open]")).to_contain_text("两次停止 twice")
        editor.choose("twice")

        assert effects(editor) == [LOOP, DRAW, LOOP]

    def test_goes_in_out_and_folds(self, editor: Editor) -> None:
        editor.write(LOOM, card(LOOP, DRAW))
        editor.block("Repeat")
        editor.press("ArrowLeft")
        expect(editor.page.locator(".blk__kind", has_text="Stop")).to_have_count(0)
        editor.press("ArrowRight")
        expect(editor.page.locator(".blk__kind", has_text="Stop")).to_have_count(1)
        editor.press("ArrowDown")
        assert editor.focused_label() == "Stop"
        editor.press("ArrowLeft", "ArrowLeft")

        assert editor.focused_label() == "Repeat"

    def test_folds_all_and_unfolds_all(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.page.click("[data-do=fold-all]")
        expect(editor.page.locator(".blk__kind", has_text="Deal damage")).to_have_count(0)

        editor.page.click("[data-do=unfold-all]")

        expect(editor.page.locator(".blk__kind", has_text="Deal damage")).to_have_count(1)

    def test_leaves_a_branch_by_the_line_of_ancestors(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.block("Deal damage")
        editor.page.click("[data-act=branch]")
        expect(editor.page.locator(".blk__kind", has_text="Behaviour")).to_have_count(0)

        editor.page.locator(".where [data-go='']").click()

        expect(editor.page.locator(".blk__kind", has_text="Behaviour")).to_have_count(1)

    def test_comes_back_from_the_reference_entry(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.block("Deal damage")
        editor.press("F1")
        expect(editor.page.locator("#help-pane-h")).to_be_focused()

        editor.press("Escape")

        assert editor.focused_label() == "Deal damage"

    def test_reaches_every_pane_by_f6(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        inside = "document.activeElement.closest('.pane')?.className.match(/pane--(outline|form|inspector)/)?.[1]"
        editor.press("F6")
        observations = [editor.page.evaluate(inside)]
        editor.press("F6")
        expect(editor.page.get_by_label("Id", exact=True)).to_be_focused()
        observations.append(editor.page.evaluate(inside))
        editor.press("F6")
        observations.append(editor.page.evaluate(inside))

        assert observations == ["outline", "form", "inspector"]

    def test_goes_by_f8_to_each_problem_with_the_focus(self, editor: Editor) -> None:
        editor.write(LOOM, card(DRAW, {**DAMAGE, "amount": "many"}, {**DRAW, "amount": "few"}))
        expect(editor.page.locator("#card-form .fielderr")).to_have_count(2)
        editor.block("Draw cards")
        place = "document.activeElement.closest('.blk')?.querySelector('.blk__kind').innerText.trim()"
        observations = []
        for _ in range(3):
            editor.press("F8")
            observations.append(editor.page.evaluate(place))

        assert observations == ["Deal damage", "Draw cards", "Deal damage"]

    def test_names_a_version_by_ctrl_enter(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.page.locator("[data-do=version]").first.click()
        editor.page.keyboard.type("By keyboard")
        editor.press("Control+Enter")

        expect(editor.page.locator("dialog[open]")).to_have_count(0)
        expect(editor.page.locator("#live-state")).not_to_contain_text("Draft")

    def test_leaves_single_keys_to_text_fields(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        field = editor.page.locator("#card-form").get_by_label("Name", exact=True)
        field.focus()
        editor.press("End", "w", "d")

        assert editor.value()["name"] == "Blowwd"
        assert editor.page.locator("dialog[open]").count() == 0


SHARES = """() => {
  const worths = {"/behaviors/0/do/1": {number: "+3.1", tone: "up", words: "Adds: +3.1 [ +1.7, +4.5 ]"}};
  const shares = {"/behaviors/0/do/0": 0.66, "/behaviors/0/do/1": 1, "/behaviors/0/do/1/do/0": 0};
  for (const [id, marks] of [["node-coverage", shares], ["node-worth", worths]]) {
    const script = Object.assign(document.createElement("script"), {id, type: "application/json"});
    document.documentElement.append(Object.assign(script, {textContent: JSON.stringify(marks)}));
  }
}"""
MARKS = """() => [...document.querySelectorAll(".cov")].map((mark) => {
  const [here, block] = [mark.getBoundingClientRect(), mark.closest(".blk").getBoundingClientRect()];
  const above = mark.closest(".blocks-root").querySelector(".blk").getBoundingClientRect();
  return [Math.round(here.right), here.right < above.left, Math.abs(here.top - block.top) < 12];
})"""


def test_marks_of_coverage_line_up_left_of_every_block(editor: Editor) -> None:
    editor.write(LOOM, card(DAMAGE, LOOP))
    editor.page.add_init_script(f"document.addEventListener('DOMContentLoaded', {SHARES})")
    editor.open(LOOM)

    marks, worths = editor.page.evaluate(MARKS), editor.page.evaluate(MARKS.replace(".cov", ".worth"))
    words = editor.page.locator(".worth").get_attribute("title")
    editor.page.close()  # the script would run in the pages of later tests

    assert len(marks) == 3
    assert marks == [[marks[0][0], True, True]] * 3
    assert (words[:10], worths[0][1:], worths[0][0] > marks[0][0]) == ("Adds: +3.1", [True, True], True)


class TestFields:
    def test_change_their_literal_alone_and_typing_is_one_step(self, editor: Editor) -> None:
        before = editor.write(LOOM, card(DAMAGE))
        amount = editor.page.locator(".blk").get_by_label("Amount", exact=True)
        amount.focus()
        amount.fill("")
        editor.page.keyboard.type("42", delay=30)
        assert editor.text == before.replace('"amount": 3', '"amount": 42')
        editor.press("Control+z")

        assert editor.text == before
        expect(amount).to_have_value("3")

    def test_say_what_is_wrong_with_the_sentence_of_the_list(self, editor: Editor) -> None:
        editor.write(LOOM, card({"type": "damage", "amount": 5}))
        line = editor.page.locator(".blk__err").first
        expect(line).to_contain_text("target")
        editor.write(
            LOOM,
            card(
                {
                    "type": "createCard",
                    "card": "loom.treasure.common.nowhere",
                    "to": "hand",
                    "target": "$onPlay.playerUUID",
                }
            ),
        )
        field = editor.page.locator(".blk [data-step=card]")
        expect(field.locator(".fielderr .code-link")).to_have_text("E-REF")
        attribute = field.locator("input").first.get_attribute("aria-describedby") or ""
        expect(editor.page.locator(f"#{attribute}")).to_contain_text("nowhere")
        editor.write(LOOM, card({"type": "damage", "amount": 5}))
        expect(line).to_contain_text("target")
        editor.page.click("#tab-problems")
        sentence = editor.page.locator("#problems .problems__go, #problems li span").first.inner_text()
        attribute = editor.page.locator(".blk [aria-invalid=true]").first.get_attribute("aria-describedby")

        assert re.sub(r"\s+", " ", line.inner_text()).find("target") > 0
        assert sentence.strip()[:20] in editor.page.locator("#problems").inner_text()
        assert attribute is None or editor.page.locator(f"#{attribute}").count() == 1

    def test_become_computed_values_and_literals_again(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.page.locator(".blk [data-step=amount] [data-act=pick]").press("Enter")
        editor.choose("countCards")
        assert effects(editor)[0]["amount"]["type"] == "countCards"
        editor.page.locator(".blk [data-step=amount] [data-act=pick]").last.press("Enter")
        editor.choose("7")

        assert effects(editor)[0]["amount"] == 7

    def test_that_the_schema_does_not_know_are_shown_and_kept(self, editor: Editor) -> None:
        editor.write(LOOM, card({**DAMAGE, "odd": [1, 2]}, {"type": "unheard", "x": 1}))
        expect(editor.page.locator(".unk")).to_have_text("odd")
        expect(editor.page.locator(".is-unknown .blk__kind")).to_contain_text("unheard")
        editor.page.locator(".blk").get_by_label("Amount", exact=True).fill("4")

        assert effects(editor)[0]["odd"] == [1, 2]
        assert effects(editor)[1] == {"type": "unheard", "x": 1}


class TestOneDocument:
    def test_has_one_history_for_form_and_text(self, editor: Editor) -> None:
        before = editor.write(LOOM, card(DAMAGE))
        editor.press("Control+.")
        editor.page.locator(".blk").get_by_label("Amount", exact=True).fill("4")
        editor.page.click(".cm-content")
        editor.press("Control+End")
        editor.page.keyboard.type("// mine")
        assert editor.text.endswith("// mine")
        editor.press("Control+z")
        assert '"amount": 4' in editor.text
        editor.block("Deal damage")
        editor.press("Control+z")

        assert editor.text == before

    def test_keeps_comments_and_order_over_edits_of_the_form(self, editor: Editor) -> None:
        text = editor.write(LOOM, card(DAMAGE, DRAW)).replace('"amount": 3,', '"amount": 3, // three of them')
        editor.write(LOOM, text)
        editor.page.locator(".blk").get_by_label("Amount", exact=True).first.fill("9")

        assert editor.text == text.replace('"amount": 3,', '"amount": 9,')

    def test_keeps_the_last_good_form_while_the_text_is_broken(self, editor: Editor) -> None:
        editor.write(LOOM, card(DAMAGE))
        editor.press("Control+.")
        editor.page.click(".cm-content")
        editor.press("Control+End")
        editor.page.keyboard.type("!")
        expect(editor.page.locator(".formbanner")).to_contain_text("does not parse")
        expect(editor.page.locator(".blk__kind", has_text="Deal damage")).to_be_disabled()
        editor.press("Backspace")

        expect(editor.page.locator(".formbanner")).to_be_empty()
        expect(editor.page.locator(".blk__kind", has_text="Deal damage")).to_be_enabled()

    def test_selects_one_value_in_every_view(self, editor: Editor) -> None:
        editor.write(LOOM, card(LOOP, DAMAGE))
        editor.block("Stop")
        selected = editor.page.locator("[role=treeitem][aria-selected=true]")
        expect(selected).to_contain_text("Stop")
        expect(editor.page.locator("#editor-status .status__pointer")).to_have_text("/behaviors/0/do/0/do/0")
        editor.page.locator("[role=treeitem]", has_text="Deal damage").last.click()

        expect(editor.page.locator(".blk.is-selected")).to_contain_text("Deal damage")

    def test_opens_the_node_of_a_deep_link(self, editor: Editor) -> None:
        editor.write(LOOM, card(LOOP, DAMAGE))
        editor.page.goto(f"{LOOM}?node=/behaviors/0/do/0/do/0")

        expect(editor.page.locator(".blk__kind", has_text="Stop")).to_be_focused()

    def test_selects_the_value_of_a_number_that_is_pressed_on_the_face(self, editor: Editor) -> None:
        editor.open(LOOM)
        editor.page.locator("#card-face .card__cost").first.click()

        expect(editor.page.locator("#editor-status")).to_contain_text("/manaCost")

    def test_remembers_the_mode_on_this_device(self, editor: Editor) -> None:
        editor.open(LOOM, mode="split")
        editor.page.reload()

        expect(editor.page.locator(".cm-content")).to_be_visible()
        expect(editor.page.locator("#card-form")).to_be_visible()


class TestAccessibility:
    @pytest.mark.slow
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_has_no_finding_with_the_palette_open_or_the_text_broken(self, editor: Editor, theme: str) -> None:
        look(editor.page, 1440, theme, "zh")
        editor.write(LOOM, card(LOOP, {"type": "damage", "amount": 5}, {"type": "unheard"}))
        editor.page.locator(".blk__kind").nth(2).focus()
        matching_findings = findings(editor.page)
        editor.press("i")
        matching_findings += findings(editor.page)
        editor.press("Escape", "Control+.")
        matching_findings += findings(editor.page)

        assert matching_findings == []


def findings(page: Page) -> list[str]:
    """Return what axe finds on the page as it is."""
    violations = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in violations]


class TestRandomEditing:
    @pytest.mark.slow
    def test_never_breaks_the_text_nor_the_form(self, editor: Editor) -> None:
        seed = int(os.environ.get("SOAK_SEED", "11"))
        roll = random.Random(seed)
        editor.write(LOOM, card(LOOP, DAMAGE, DRAW))
        end = time.monotonic() + SOAK_SECONDS
        steps = 0
        while steps < MIN_STEPS or time.monotonic() < end:
            one_step(editor, roll)
            steps += 1
            if steps % 10 == 0:
                unknown = editor.page.locator("#card-form .blk.is-unknown").count()
                assert (seed, steps, unknown, isinstance(editor.value(), dict)) == (seed, steps, 0, True)

        print(f"{steps} steps from seed {seed}, {len(editor.complaints)} complaints of the browser")


def one_step(editor: Editor, roll: random.Random) -> None:
    """Press one key on a random block, answer the palette that it may open, and now and then undo."""
    page = editor.page
    blocks = page.locator("#card-form .blk__kind")
    count = blocks.count()
    if count > 1:
        blocks.nth(roll.randrange(1, count)).focus()
    editor.press("Control+z" if count < 3 or count > 40 or roll.random() < 0.2 else roll.choice(KEYS))
    if page.locator("dialog.palette[open]").count():
        for _ in range(roll.randrange(6)):
            editor.press("ArrowDown")
        editor.press(roll.choice(("Enter", "Enter", "Escape")))
    if page.locator("dialog[open]").count():
        editor.press("Escape")
