// The card page around the editor: F6 moves between panes (past the last it is the browser's), Preview waits for the save.
import { isComposing } from "./keys.js";
import { say } from "./shell.js";

const panes = () => [...document.querySelectorAll("[data-pane]")].filter((pane) => pane.offsetParent !== null);
const ENTRIES = ['[role="treeitem"][tabindex="0"]', ".blk.is-selected [data-focus]", ".formhead :is(input, select, textarea)", ".cm-content", "textarea", '[role="tab"][aria-selected="true"]', "input, select, button, a"];
const isShown = (found) => found.offsetParent !== null && !found.disabled;
const entry = (pane) => ENTRIES.map((wanted) => [...pane.querySelectorAll(wanted)].find(isShown)).find((found) => found);

document.addEventListener("keydown", (event) => {
  if (event.key !== "F6" || isComposing(event)) return;
  const all = panes();
  const at = all.findIndex((pane) => pane.contains(document.activeElement));
  const to = at + (event.shiftKey ? -1 : 1);
  if (to < 0 || to >= all.length) return;
  const found = entry(all[to]);
  if (!found) return;
  event.preventDefault();
  found.focus();
});

// A preview plays the saved draft: wait until the text in the editor is the one that the server has.
const WAIT_MS = 300;
const TRIES = 12;

const editor = document.getElementById("card-editor");
const form = document.getElementById("preview-form");

const UNREACHABLE = { ok: false };
const ask = (url, type) => fetch(url, { headers: { Accept: type } }).catch(() => UNREACHABLE);

const isSaved = async () => {
  const response = await ask(editor.dataset.draftUrl, "application/json");
  if (response === UNREACHABLE) return false;
  return !response.ok || (await response.json()).text === editor.querySelector("textarea").value;
};

const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

const waitForSave = async (tries) => {
  if (await isSaved()) return true;
  if (tries === 0) return false;
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true }));
  await sleep(WAIT_MS);
  return waitForSave(tries - 1);
};

form?.addEventListener("submit", async (event) => {
  if (editor.hasAttribute("data-readonly")) return;
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  if (!await waitForSave(TRIES)) { say(form.dataset.unsaved); return; }
  if (name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  form.submit();
});

// State and history beside the editor are drawn by the server: fetch them again when they moved on.
const refresh = async () => {
  const response = await ask(location.href, "text/html");
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["live-state", "live-review", "live-history"]) document.getElementById(id)?.replaceWith(fresh.getElementById(id) ?? "");
};
editor.addEventListener("card-editor:version", refresh);
document.getElementById("tab-history").addEventListener("click", refresh);
