// The search box of a pack completes terms: names of fields, then their values. Esc closes the list, Enter takes the marked row,
// and without a mark searches. Without this script the box takes the same terms.
import { isComposing } from "./keys.js";

const ROW_LIMIT = 40;
const SIGNS = /[<>=!:：＝≤≥]/;
const field = document.querySelector("[data-search-terms]");
const source = document.getElementById("search-terms");

/** The piece of a query around the caret, where it begins and ends, and how many quotes are open before it. */
const pieceAt = (text, caret) => {
  let start = caret;
  const isInQuotes = text.slice(0, caret).split('"').length % 2 === 0;
  while (start > 0 && text[start - 1] !== " " && text[start - 1] !== "\u3000") start -= 1;
  let end = caret;
  while (end < text.length && text[end] !== " " && text[end] !== "\u3000") end += 1;
  return { start, end, text: text.slice(start, caret), isInQuotes };
};

const fold = (text) => text.normalize("NFKC").toLowerCase();
const quote = (word) => (/[\s"]/.test(word) ? `"${word}"` : word);

/** What fits: rows that begin with the piece, then those that have it anywhere, by word or by title. */
const ranked = (rows, piece) => {
  const wanted = fold(piece);
  const rank = ({ word, title }) => {
    if (fold(word).startsWith(wanted) || fold(word).split(".").pop().startsWith(wanted)) return 0;
    if (fold(title).startsWith(wanted)) return 1;
    return fold(word).includes(wanted) || fold(title).includes(wanted) ? 2 : 3;
  };
  const pairs = rows.map((row) => [rank(row), row]).filter(([place]) => place < 3);
  return pairs.sort(([a], [b]) => a - b).slice(0, ROW_LIMIT).map(([, row]) => row);
};

const nameOf = (terms, name) => {
  const wanted = fold(name);
  return terms.find((term) => fold(term.name) === wanted)
    ?? terms.find((term) => fold(term.name).split(".").pop() === wanted)
    ?? terms.find((term) => fold(term.title).replaceAll(" ", "") === wanted);
};

/** Rows for the piece: values behind an operator, names before it. */
const rowsFor = (terms, piece) => {
  const at = piece.text.search(SIGNS);
  if (at < 0) {
    const names = terms.map((term) => ({ word: term.name, title: term.title, insert: `${term.name}${term.operators.includes("<=") ? "" : ":"}`, isOpen: true }));
    return piece.text ? ranked(names, piece.text) : [];
  }
  const term = nameOf(terms, piece.text.slice(0, at));
  if (!term) return [];
  const sign = /^(<=|>=|!=|[<>=:：＝≤≥])/.exec(piece.text.slice(at))?.[0] ?? "";
  const head = piece.text.slice(0, at) + sign;
  const values = term.values.map(([word, title]) => ({ word, title, insert: `${head}${quote(word)} `, isOpen: false }));
  return ranked(values, piece.text.slice(head.length));
};

const start = () => {
  const terms = JSON.parse(source.textContent);
  const list = document.getElementById(field.getAttribute("aria-controls"));
  let rows = [];
  let marked = -1;

  const mark = (target) => {
    marked = target; // -1 is the box itself, between the last row and the first
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === marked)));
    const item = list.children[marked];
    if (item) { field.setAttribute("aria-activedescendant", item.id); item.scrollIntoView({ block: "nearest" }); }
    else field.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    rows = [];
    list.replaceChildren();
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const offer = ({ word, title }, index) => {
    const item = document.createElement("li");
    item.id = `search-term-${index}`;
    item.className = "terms__row";
    item.setAttribute("role", "option");
    const code = document.createElement("code");
    code.textContent = word;
    const label = document.createElement("span");
    label.textContent = title === word ? "" : title;
    item.append(code, label);
    return item;
  };
  const draw = () => {
    const piece = pieceAt(field.value, field.selectionStart ?? field.value.length);
    rows = piece.isInQuotes ? [] : rowsFor(terms, piece);
    if (!rows.length) { close(); return; }
    list.replaceChildren(...rows.map(offer));
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    mark(-1);
  };
  const take = (row) => {
    const piece = pieceAt(field.value, field.selectionStart ?? field.value.length);
    field.setRangeText(row.insert, piece.start, piece.end, "end");
    if (row.isOpen) draw();
    else close();
  };

  field.addEventListener("input", (event) => { if (!event.isComposing) draw(); });
  field.addEventListener("compositionend", draw);
  field.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown" && list.hidden) { draw(); if (rows.length) { event.preventDefault(); mark(0); } return; }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); mark(((marked + 1 + step + rows.length + 1) % (rows.length + 1)) - 1); }
    if (event.key === "Escape") { event.preventDefault(); close(); }
    if ((event.key === "Enter" || event.key === "Tab") && rows[marked]) { event.preventDefault(); take(rows[marked]); }
  });
  list.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("li");
    if (!item) return;
    event.preventDefault();
    take(rows[[...list.children].indexOf(item)]);
    field.focus();
  });
  field.addEventListener("blur", close);
};

if (field && source) start();
