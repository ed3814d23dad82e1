import { type Change, diff } from "@codemirror/merge";
import { element } from "../page";

/** Lines of both texts side by side, paired where they agree. */
export type Row = readonly [mine: string | null, theirs: string | null];

/** Show two texts side by side, line by line. */
export function comparison(left: string, right: string, mine: string, theirs: string): HTMLElement {
  const rows = pairLines(mine, theirs);
  const head = element("tr", {}, element("th", { scope: "col" }, left), element("th", { scope: "col" }, right));
  const body = element("tbody");
  for (const [own, other] of rows) {
    const same = own === other;
    body.append(
      element("tr", {}, lineCell(own, same ? "" : "twotexts__add"), lineCell(other, same ? "" : "twotexts__del")),
    );
  }
  const table = element("table", { class: "twotexts", lang: "" }, element("thead", {}, head), body);
  return element(
    "div",
    { class: "twotexts__scroll", tabindex: "0", role: "region", "aria-label": `${left} / ${right}` },
    table,
  );
}

function lineCell(line: string | null, kind: string): HTMLElement {
  return element("td", line === null ? { class: "twotexts__none" } : { class: kind }, line ?? "");
}

/** Lines that a scan compares exactly; beyond this a changed run is one block against the other, as the work would grow as a square. */
const SCAN_LIMIT = 2000;
/** Where UTF-16 keeps the halves of pairs, which `diff` does not split. */
const [SURROGATES, SURROGATE_COUNT, CODE_UNITS] = [0xd800, 0x800, 0x10000];

/** Pair the lines of two texts: equal lines stand side by side, and between them the lines that differ. */
export function pairLines(mine: string, theirs: string): Row[] {
  const [a, b] = [mine.split("\n"), theirs.split("\n")];
  const rows: Row[] = [];
  const pushEqual = (lines: readonly string[]): void => lines.forEach((line) => rows.push([line, line]));
  let start = 0;
  for (const { fromA, toA, fromB, toB } of changedLines(a, b)) {
    pushEqual(a.slice(start, fromA));
    rows.push(...beside(a.slice(fromA, toA), b.slice(fromB, toB)));
    start = toA;
  }
  pushEqual(a.slice(start));
  return rows;
}

/** The runs of lines that differ. `diff` compares characters, so each distinct line is a character of its own while there are enough. */
function changedLines(a: readonly string[], b: readonly string[]): readonly Pick<Change, "fromA" | "toA" | "fromB" | "toB">[] {
  const characters = new Map<string, string>();
  const coded = (lines: readonly string[]): string => {
    for (const line of lines) if (!characters.has(line)) characters.set(line, characterOf(characters.size));
    return lines.map((line) => characters.get(line)).join("");
  };
  const [left, right] = [coded(a), coded(b)];
  if (characters.size > CODE_UNITS - SURROGATE_COUNT) return [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  return diff(left, right, { scanLimit: SCAN_LIMIT });
}

function characterOf(index: number): string {
  return String.fromCharCode(index < SURROGATES ? index : index + SURROGATE_COUNT);
}

/** Lines that differ stand side by side, the longer run against blanks. */
function beside(a: readonly string[], b: readonly string[]): Row[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, n) => [a[n] ?? null, b[n] ?? null]);
}
