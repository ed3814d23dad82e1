"""Typing as an input method does, and finding every field of a page that takes text.

A composition is what Chromium reports of an input method: text that changes until it is committed. It never passes through the
keys of a page, so that only a test of this kind sees what becomes of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Locator, Page

KEY_OF_INPUT_METHOD = 229
INPUTS = ("DROP", "战", "地x", "é", "贴", "师", "们")
"""What the acts of `Typist.type_into` leave in a field, by their order; letters that were only typed for an input method are gone."""
PARTIAL_INPUT = "yi"

FIND = """(root) => {
  const within = document.querySelector(root);
  const kinds = "input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=tel], input[type=password], textarea, [contenteditable=true]";
  for (const each of within.querySelectorAll("details")) each.open = true;
  for (const each of within.querySelectorAll("[role=tabpanel][hidden], [data-start][hidden]")) each.hidden = false;
  const seen = new Map();
  const found = [];
  for (const field of within.querySelectorAll(kinds)) {
    if (field.disabled || field.readOnly || field.getAttribute("aria-readonly") === "true" || !field.checkVisibility({visibilityProperty: true})) continue;
    const step = field.closest("[data-step]")?.dataset.step;
    const kind = (field.dataset.cell ?? step ?? field.name ?? field.id ?? "").replace(/[0-9]+/g, "0") + (field.matches("[data-tokens]") ? "+" : "");
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > 1) continue;
    field.dataset.ime = String(found.length);
    found.push([field.id ? `#${CSS.escape(field.id)}` : `[data-ime="${found.length}"]`, kind || field.className]);
  }
  return found;
}"""

FOCUS = """(field) => {
  field.focus();
  if (field.setSelectionRange && field.type !== "email") field.setSelectionRange(field.value.length, field.value.length);
  return [field.type, document.activeElement === field];
}"""

PLACE = """(field) => {
  if (!field.isConnected) return null;
  field.scrollIntoView({ block: "center" });
  const box = field.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + Math.min(box.height / 2, 14)];
}"""

ELSEWHERE = """(field) => {
  const heading = field.closest("dialog")?.querySelector("h2")?.getBoundingClientRect();
  return heading ? [heading.left + 2, heading.top + heading.height / 2] : [2, 2];
}"""

READ_FIELD = """(field) => {
  const value = field.value ?? field.innerText;
  const draft = field.closest("#card-form, .card-editor__text") && document.getElementById("card-text")?.value;
  const said = field.getAttribute("aria-describedby")?.split(" ").map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
  return {value, draft, said: field.getAttribute("aria-invalid") === "true" ? said ?? "" : ""};
}"""

NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
ATTEMPTS = 5
DROP_DATA = {"items": [{"mimeType": "text/plain", "data": "DROP"}], "dragOperationsMask": 1}


@dataclass
class Typist:
    """Types into the fields of one page by an input method, dead keys, the clipboard and dragging."""

    page: Page
    devtools: CDPSession

    @classmethod
    def of(cls, page: Page) -> Typist:
        """Return one for a page; the clipboard may then be used by its scripts."""
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        return cls(page, page.context.new_cdp_session(page))

    def fields(self, root: str = "body") -> list[tuple[str, str]]:
        """Return a selector and a name for each field below an element that takes text, one of each kind; what is folded is opened."""
        return [(selector, name) for selector, name in self.page.evaluate(FIND, root)]

    def compose(self, *parts: str) -> None:
        """Show text that is being composed, step by step."""
        for part in parts:
            place = {"selectionStart": len(part), "selectionEnd": len(part)}
            self.devtools.send("Input.imeSetComposition", {"text": part, **place})

    def commit(self, text: str) -> None:
        """End a composition with a text."""
        self.devtools.send("Input.insertText", {"text": text})

    def commit_by_enter(self, text: str) -> None:
        """Choose a candidate with Enter: a key that belongs to the input method and to nothing else."""
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": KEY_OF_INPUT_METHOD}
        self.devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
        self.commit(text)
        self.devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})

    def type_into(self, selector: str) -> None:
        """Leave each of INPUTS in a field: dragging, by Enter, before another key, by a dead key, the clipboard, and by leaving twice.

        Between them a composition is broken off.
        """
        field = self.page.locator(selector).first
        self._focus(field)
        self._drop(selector)
        self._focus(field)
        self.compose("z", "zhan")
        self.commit_by_enter("战")
        self.compose("d", "di")
        self.commit("地")
        self.page.keyboard.type("x")
        self.compose("y", PARTIAL_INPUT, "")
        self.compose("´")
        self.commit("é")
        self.page.evaluate("navigator.clipboard.writeText('贴')")
        self.page.keyboard.press("Control+V")
        self.compose("shi", "师")
        field.evaluate("field => field.blur()")
        self._focus(field)
        self.compose("men", "们")
        self.page.mouse.click(*field.evaluate(ELSEWHERE))

    def _focus(self, field: Locator) -> None:
        """Put the cursor at the end of a field, again where an answer drew the field meanwhile; scripts may not do that in a field for addresses."""
        for _ in range(ATTEMPTS):
            kind, is_there = field.evaluate(FOCUS)
            if is_there:
                break
        if kind == "email":
            self.page.keyboard.press("End")

    def _drop(self, selector: str) -> None:
        """Drop a text on a field, and again where an answer drew the field meanwhile, or something above it, so that it moved under the pointer."""
        for _ in range(ATTEMPTS):
            field = self.page.locator(selector).first.element_handle()
            if not (place := field.evaluate(PLACE)):
                continue
            for act in ("dragEnter", "dragOver", "drop"):
                event = {"type": act, **dict(zip("xy", place, strict=True)), "data": DROP_DATA}
                self.devtools.send("Input.dispatchDragEvent", event)
                field.evaluate(NEXT_FRAME)  # the page has answered whether it takes what is dragged
            if field.evaluate(PLACE) == place:
                return

    def lost_input(self, selector: str) -> str:
        """Return what a field lost of what was typed into it; None where all is there, or is shown with its problem."""
        value = self.page.locator(selector).first.evaluate(READ_FIELD)
        everywhere = value["value"] + (value["draft"] or "")
        gone = [part for part in INPUTS if part not in everywhere]
        if gone:
            return f"lost {gone} of {value['value']!r}"
        if PARTIAL_INPUT in value["value"]:
            return f"kept what was broken off: {value['value']!r}"
        unsaved = value["draft"] is not None and not all(part in value["draft"] for part in INPUTS)
        return f"not in the card and without a word: {value['value']!r}" if unsaved and not value["said"] else ""
