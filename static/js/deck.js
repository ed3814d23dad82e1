// The deck builder: each change is sent alone and in order, and the server draws what it said. Without this script the forms do the same.
import { isComposing, isTypingOn, settled } from "./keys.js";
import { say } from "./shell.js";

const PART = "X-Deck-Part";
const SEARCH_MS = 200;

const work = document.getElementById("deck-work");
const status = document.getElementById("deck-status");
const by = (id) => document.getElementById(id);
document.documentElement.classList.add("js");

// Undo and redo: the revisions of this visit; before the first of them Undo goes on through the history.
const first = () => Number(by("deck-undo")?.dataset.revision ?? 0);
let past = [first()];
let at = 0;

const target = (step) => (at + step >= 0 ? past[at + step] : past[0] - 1);

const drawHistory = () => {
  const undo = by("deck-undo");
  const redo = by("deck-redo");
  if (!undo) return;
  undo.value = `restore:${target(-1)}`;
  undo.setAttribute("aria-disabled", String(target(-1) < 1));
  redo.hidden = at === past.length - 1;
  redo.value = `restore:${target(1)}`;
};

const remember = (step, before) => {
  const now = first();
  if (step === 0 && now !== before) { past = [...past.slice(0, at + 1), now]; at += 1; }
  if (step === -1 && at === 0) past = [past[0] - 1, ...past];
  else at += step;
};

// What the server drew replaces the page's own, and focus, caret, open tables and unsaved text stay.
const isDirty = () => { const text = by("deck-text"); return text !== null && text.value !== text.defaultValue; };

// Numbers that are not saved: typed since the request went out, or refused by an earlier answer; `answered` is what it was asked.
const isAnswered = (field, { do: act = "", ...answered }) => answered[field.name] === field.value
  || (field.value === field.defaultValue && (act.startsWith("restore:") || act.endsWith(field.name.slice("count".length))));
const unsavedCounts = (answered) =>
  [...work.querySelectorAll("input[name^='count:']")].filter((field) => field.value !== field.dataset.saved && !isAnswered(field, answered));

const keep = (answered = {}) => {
  const active = document.activeElement;
  return {
    id: active?.id ?? "",
    caret: active?.matches?.("input[type=search], input[inputmode]") ? active.selectionStart : null,
    query: by("pool-q")?.value ?? "",
    text: isDirty() ? by("deck-text").value : null,
    counts: unsavedCounts(answered).map((field) => [field.id, field.value, field.value === field.defaultValue]),
    open: [...work.querySelectorAll("details[open]")].map((each) => each.id),
    scroll: work.querySelector(".pool")?.scrollTop ?? 0,
  };
};

const NEAR = /^(less|more|remove|use|count|out)-/;
const restore = (kept) => {
  for (const id of kept.open) by(id)?.setAttribute("open", "");
  for (const [id, value, isRefused] of kept.counts) {
    const field = by(id);
    if (!field) continue;
    if (isRefused) { field.defaultValue = value; field.setAttribute("aria-invalid", "true"); }
    field.value = value;
  }
  if (by("pool-q")) by("pool-q").value = kept.query;
  if (kept.text !== null) { by("deck-text").value = kept.text; }
  const pool = work.querySelector(".pool");
  if (pool) pool.scrollTop = kept.scroll;
  const found = kept.id && by(kept.id);
  if (found) {
    found.focus({ preventScroll: true });
    if (kept.caret !== null) found.setSelectionRange?.(kept.caret, kept.caret);
  } else if (NEAR.test(kept.id)) {
    (by(`add-${kept.id.replace(NEAR, "").replace(/^line-/, "")}`) ?? by("deck-h"))?.focus({ preventScroll: true });
  }
};

const draw = (html, { fields, from }) => {
  const kept = keep(fields);
  work.innerHTML = html;
  restore(kept);
  drawHistory();
  if (!isTypingOn((field) => (field.id === from ? fields[field.name] : null))) work.querySelector("[data-error-summary]")?.focus();
  status.textContent = work.querySelector("[role=alert]") ? "" : work.querySelector("[data-said]").textContent.trim();
};

// One change after the other: each says which state it is based on.
const waiting = [];
let busy = false;

const bodyOf = (asked) => {
  const form = by("deck-form");
  const body = new FormData();
  for (const name of ["csrfmiddlewaretoken", "etag"]) body.set(name, form.elements[name].value);
  for (const [name, value] of Object.entries(asked.fields)) body.set(name, value);
  return body;
};

const send = async (asked) => {
  const before = first();
  const response = await fetch(location.href, { method: "POST", body: bodyOf(asked), headers: { [PART]: "work" } });
  if (!response.headers.get("Content-Type")?.startsWith("text/html") || response.redirected) throw new Error(response.status);
  const html = await response.text();
  await settled();
  draw(html, asked);
  if (response.ok) remember(asked.step, before);
  else waiting.length = 0;
  drawHistory();
};

const next = async () => {
  if (busy || waiting.length === 0) return;
  busy = true;
  work.setAttribute("aria-busy", "true");
  try {
    await send(waiting[0]);
    waiting.shift();
  } catch {
    waiting.length = 0;
    say(work.dataset.lost);
  } finally {
    busy = false;
    work.removeAttribute("aria-busy");
  }
  await next();
};

const ask = (fields, step = 0) => { waiting.push({ fields, step, from: document.activeElement.id }); return next(); };

const STEPS = { "deck-undo": -1, "deck-redo": 1 };
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target.id !== "deck-form" || !button || "plain" in button.dataset) return;
  event.preventDefault();
  const step = STEPS[button.id] ?? 0;
  if (button.value !== "counts") ask({ do: button.value }, step);
});

work.addEventListener("change", (event) => {
  if (event.target.name?.startsWith("count:")) ask({ do: "counts", [event.target.name]: event.target.value });
});

// The search: as one types, never while an input method composes.
let timer = 0;
let asked = 0;

const search = async () => {
  const form = by("pool-form");
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  asked += 1;
  const mine = asked;
  const url = `${location.pathname}?${query}`;
  const response = await fetch(url, { headers: { [PART]: "pool" } });
  const html = await response.text();
  await settled();
  if (!response.ok || mine !== asked) return;
  history.replaceState(null, "", url);
  const kept = keep();
  by("deck-pool").innerHTML = html;
  restore({ ...kept, text: null, scroll: 0 });
};

const soon = () => { clearTimeout(timer); timer = setTimeout(() => search().catch(() => say(work.dataset.lost)), SEARCH_MS); };
work.addEventListener("input", (event) => { if (event.target.id === "pool-q" && !event.isComposing) soon(); });
work.addEventListener("compositionend", (event) => { if (event.target.id === "pool-q") soon(); });
work.addEventListener("submit", (event) => {
  if (event.target.id !== "pool-form") return;
  event.preventDefault();
  clearTimeout(timer);
  search().catch(() => say(work.dataset.lost));
});

// In the search field Enter adds the first card, Shift Enter takes one of it out.
work.addEventListener("keydown", async (event) => {
  if (event.key !== "Enter" || event.target.id !== "pool-q" || isComposing(event) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  clearTimeout(timer);
  const wanted = event.shiftKey ? "out" : "add";
  if (event.target.value.trim() !== (new URLSearchParams(location.search).get("q") ?? "")) await search();
  const button = work.querySelector(`.pool [id^="${wanted}-"]`);
  if (button && button.getAttribute("aria-disabled") !== "true") await ask({ do: button.value });
  else if (button) say(button.title);
});

window.addEventListener("beforeunload", (event) => { if (isDirty() || busy || waiting.length) event.preventDefault(); });
document.addEventListener("submit", (event) => { if (event.target.id === "deck-text-form") by("deck-text").defaultValue = by("deck-text").value; });
drawHistory();
