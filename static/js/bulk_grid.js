// The grid of many cards: changed cells show their old value and are kept on this device over pages until they are written.
import { isComposing } from "./keys.js";

const form = document.querySelector("[data-grid]");
const store = form && `bulk-grid:${form.dataset.grid}`;
const cells = () => [...form.querySelectorAll("[data-cell]")];
const isChanged = (cell) => cell.value.trim() !== cell.dataset.old.trim();

// What other pages of the grid hold: name of the cell or of the row's state -> value.
const read = () => { try { return JSON.parse(sessionStorage.getItem(store)) ?? {}; } catch { return {}; } };
const stateOf = (cell) => cell.closest("tr").querySelector('input[name^="etag:"]');

const keep = () => {
  const kept = read();
  for (const cell of cells()) {
    delete kept[cell.name];
    if (isChanged(cell)) { kept[cell.name] = cell.value; kept[stateOf(cell).name] = stateOf(cell).value; }
  }
  sessionStorage.setItem(store, JSON.stringify(kept));
};

const complaint = (cell) => {
  const { least, most } = cell.dataset;
  if (cell.inputMode !== "numeric" || !/^[-+]?\d+$/.test(cell.value.trim())) return false;
  const number = Number(cell.value);
  return (least !== undefined && number < Number(least)) || (most !== undefined && number > Number(most));
};

const said = (cell, text) => [...cell.options ?? []].find((option) => option.value === text)?.text ?? text;

const show = (cell) => {
  const box = cell.parentElement;
  const changed = isChanged(cell);
  box.classList.toggle("is-chg", changed);
  const bad = changed && complaint(cell);
  box.classList.toggle("is-bad", bad);
  cell.toggleAttribute("aria-invalid", bad);
  if (bad) cell.setAttribute("aria-invalid", "true");
  let old = box.querySelector(".gw");
  if (!old) { old = document.createElement("span"); old.className = "gw"; old.id = `was-${cell.name}`; box.append(old); }
  old.textContent = changed ? said(cell, cell.dataset.old) || form.dataset.empty : "";
  old.hidden = !changed;
  if (changed) { cell.setAttribute("aria-describedby", old.id); old.setAttribute("aria-label", `${form.dataset.was} ${old.textContent}`); old.setAttribute("role", "note"); }
  else cell.removeAttribute("aria-describedby");
};

const count = () => {
  const here = cells().filter(isChanged).length;
  const names = new Set(cells().map((cell) => cell.name));
  const away = Object.keys(read()).filter((name) => name.startsWith("cell:") && !names.has(name)).length;
  const words = [`${here + away} ${form.dataset.changed}`];
  if (away) words.push(`${away} ${form.dataset.elsewhere}`);
  form.querySelector("[data-count]").textContent = words.join(", ");
  form.querySelector("[data-reset]").hidden = here + away === 0;
};

const changed = (cell) => { show(cell); keep(); count(); };

// The cell of the same column in the next or previous row that has one.
const beside = (cell, step) => {
  const column = cells().filter((other) => other.dataset.cell === cell.dataset.cell);
  return column[column.indexOf(cell) + step];
};

const inRow = (cell, step) => {
  const row = [...cell.closest("tr").querySelectorAll("[data-cell]")];
  return row[row.indexOf(cell) + step];
};

const go = (event, cell) => {
  if (!cell) return;
  event.preventDefault();
  cell.focus();
  cell.select?.();
};

const atEdge = (cell, end) => cell.selectionStart === undefined || cell.selectionStart === null
  || (cell.selectionStart === 0 && cell.selectionEnd === cell.value.length)
  || (cell.selectionStart === cell.selectionEnd && cell.selectionStart === (end ? cell.value.length : 0));

const fillDown = (event, cell) => {
  const above = beside(cell, -1);
  if (!above) return;
  event.preventDefault();
  cell.value = above.value;
  changed(cell);
};

const keys = {
  ArrowUp: (event, cell) => { if (!event.altKey) go(event, beside(cell, -1)); },
  ArrowDown: (event, cell) => { if (!event.altKey) go(event, beside(cell, 1)); },
  ArrowLeft: (event, cell) => { if (atEdge(cell, false)) go(event, inRow(cell, -1)); },
  ArrowRight: (event, cell) => { if (atEdge(cell, true)) go(event, inRow(cell, 1)); },
  Enter: (event, cell) => { event.preventDefault(); go(event, beside(cell, event.shiftKey ? -1 : 1)); },
  Escape: (event, cell) => { event.preventDefault(); cell.value = cell.dataset.old; changed(cell); cell.select?.(); },
};

const press = (event) => {
  const cell = event.target.closest("[data-cell]");
  if (!cell || isComposing(event)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d") fillDown(event, cell);
  else if (!event.ctrlKey && !event.metaKey && event.key in keys) keys[event.key](event, cell);
};

// Only changed cells are sent, those of other pages among them, and the states of their rows.
const send = () => {
  keep();
  const kept = read();
  const states = new Set();
  for (const cell of cells()) {
    if (isChanged(cell)) states.add(stateOf(cell).name);
    cell.disabled = !isChanged(cell);
  }
  for (const state of form.querySelectorAll('tr input[name^="etag:"]')) state.disabled = !states.has(state.name);
  const here = new Set([...cells().map((cell) => cell.name), ...[...form.querySelectorAll('tr input[name^="etag:"]')].map((state) => state.name)]);
  for (const [name, value] of Object.entries(kept)) if (!here.has(name)) add(name, value);
};

const add = (name, value) => {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  field.dataset.sent = "";
  form.append(field);
};

const discard = () => {
  sessionStorage.removeItem(store);
  for (const cell of cells()) { cell.value = cell.dataset.old; show(cell); }
  count();
};

const restore = () => {
  const kept = read();
  for (const field of form.querySelectorAll("[data-sent]")) field.remove();
  for (const cell of cells()) {
    cell.disabled = form.querySelector('button[type="submit"]') === null;
    stateOf(cell).disabled = false;
    if (cell.name in kept) { cell.value = kept[cell.name]; stateOf(cell).value = kept[stateOf(cell).name] ?? stateOf(cell).value; }
    show(cell);
  }
  count();
};

if (form) {
  addEventListener("pageshow", restore);
  form.addEventListener("input", (event) => { if (event.target.matches("[data-cell]")) changed(event.target); });
  form.addEventListener("keydown", press);
  form.addEventListener("focusin", (event) => { if (event.target.matches("input[data-cell]")) event.target.select(); });
  form.addEventListener("submit", send);
  form.querySelector("[data-reset]").addEventListener("click", discard);
}
