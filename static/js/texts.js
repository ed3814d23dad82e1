// The page of texts: a card is saved in place, so that what was typed for the others stays. Without this script each card is a form.
import { isComposing, isTypingOn, settled } from "./keys.js";
import { say } from "./shell.js";

const dirty = new Set();

const boxes = (form) => [...form.querySelectorAll("input:not([type=hidden], [type=checkbox]), textarea")];
const isDirty = (form) => boxes(form).some((box) => box.value !== box.defaultValue);

/** Put back what was typed while a save was under way: the answer knows nothing of it. */
const restore = (fresh, typed) => {
  for (const [id, value] of typed) {
    const box = fresh.querySelector(`#${CSS.escape(id)}`);
    if (box) box.value = value;
  }
  if (isDirty(fresh.querySelector("form"))) dirty.add(fresh.querySelector("form"));
};

const replace = (item, html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(".tr");
  const [was, now] = [item, fresh].map((each) => each.querySelector('input[name="cards"]'));
  if (was?.checked && now) now.checked = true;
  item.replaceWith(fresh);
  now?.dispatchEvent(new Event("change", { bubbles: true }));
  return fresh;
};

const save = async (form, button) => {
  const body = new FormData(form, button);
  const sent = new Map(boxes(form).map((box) => [box.id, box.value]));
  const from = document.activeElement;
  form.setAttribute("aria-busy", "true");
  const response = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "card" } });
  const html = await response.text();
  if (!html.includes("data-text-card")) throw new Error(String(response.status));
  await settled();
  dirty.delete(form);
  const typed = boxes(form).filter((box) => box.value !== sent.get(box.id)).map((box) => [box.id, box.value]);
  const { activeElement } = document;
  const mayFocus = form.contains(activeElement) || activeElement === document.body;
  const summaryFirst = !isTypingOn((box) => (box === from ? sent.get(box.id) : null));
  const fresh = replace(form.closest(".tr"), html);
  restore(fresh, typed);
  if (!response.ok) dirty.add(fresh.querySelector("form"));
  const summary = summaryFirst ? fresh.querySelector("[data-error-summary]") : null;
  if (mayFocus) (summary ?? document.getElementById(activeElement.id) ?? fresh.querySelector("button[value=save]")).focus();
  if (fresh.dataset.note) say(fresh.dataset.note);
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-text-card]") || form.hasAttribute("aria-busy")) return;
  event.preventDefault();
  save(form, event.submitter).catch(() => {
    form.removeAttribute("aria-busy");
    say(form.dataset.failed);
  });
});

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("[data-text-card]");
  if (!form) return;
  if (isDirty(form)) dirty.add(form);
  else dirty.delete(form);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("[data-text-card]");
  if (!form || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button[value=save]"));
});

window.addEventListener("beforeunload", (event) => {
  if (dirty.size > 0) event.preventDefault();
});
