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

/** Beyond this the middle is shown as one block against the other: the table of a longest match grows as a square. */
const COMPARED_MOST = 2000;

/** Pair the lines of two texts by their longest common sequence. */
export function pairLines(mine: string, theirs: string): Row[] {
  const [a, b] = [mine.split("\n"), theirs.split("\n")];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const same = (lines: string[]): Row[] => lines.map((line) => [line, line]);
  const middle = pairMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))];
}

function pairMiddle(a: readonly string[], b: readonly string[]): Row[] {
  const rows: Row[] = [];
  const common = a.length > COMPARED_MOST || b.length > COMPARED_MOST ? null : commonTable(a, b);
  let [i, j, fromA, fromB] = [0, 0, 0, 0];
  const closeRun = (): void => {
    rows.push(...beside(a.slice(fromA, i), b.slice(fromB, j)));
  };
  while (common && i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      closeRun();
      rows.push([a[i++] ?? "", b[j++] ?? ""]);
      [fromA, fromB] = [i, j];
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [a.length, b.length];
  closeRun();
  return rows;
}

/** Lines that differ stand side by side, the longer run against blanks. */
function beside(a: readonly string[], b: readonly string[]): Row[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, n) => [a[n] ?? null, b[n] ?? null]);
}

/** `table[i][j]` is the length of the longest common sequence of `a` from i on and `b` from j on. */
function commonTable(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]];
    if (!row || !below) continue;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}
