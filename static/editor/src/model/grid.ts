import type { Node } from "jsonc-parser";
import type { Picture, Place } from "./places";

/** A grid as a document has it: a text for each row, a sign for each cell. */
export type Rows = readonly string[];

export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** How far each arrow key goes, in columns and rows. */
export const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The rows in a node; what is no text is an empty row. */
export function rowsOf(node: Node | undefined): Rows {
  return (node?.children ?? []).map((item) => (typeof item.value === "string" ? item.value : ""));
}

export function widthOf(rows: Rows): number {
  return Math.max(0, ...rows.map((row) => [...row].length));
}

export function signAt(rows: Rows, { x, y }: Cell, empty: string): string {
  return [...(rows[y] ?? "")][x] ?? empty;
}

/** The rows with one sign in every cell of the rectangle between two cells; short rows are filled up to it. */
export function painted(rows: Rows, from: Cell, to: Cell, sign: string, empty: string): Rows {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return rows.map((row, y) => {
    if (y < top || y > bottom) return row;
    const cells = [...row];
    while (cells.length <= right) cells.push(empty);
    return cells.map((cell, x) => (x >= left && x <= right ? sign : cell)).join("");
  });
}

/** The rows as a grid of another size, filled up with empty cells or cut. */
export function resized(rows: Rows, width: number, height: number, empty: string): Rows {
  return Array.from({ length: height }, (_, y) => {
    const cells = [...(rows[y] ?? "")].slice(0, width);
    return cells.join("") + empty.repeat(width - cells.length);
  });
}

/** The name of a cell: its column by letter, its row by number from 1. */
export function nameOf({ x, y }: Cell): string {
  return `${x < 26 ? "" : String.fromCharCode(64 + Math.floor(x / 26))}${String.fromCharCode(65 + (x % 26))}${y + 1}`;
}

/** The pictures of a number's values, by what the field that they depend on holds beside it; the first where that holds nothing known. */
export function picturesAt(place: Place, node: Node | undefined): readonly Picture[] {
  const lists = place.pictures ?? {};
  const beside = node?.parent?.parent?.children?.find((property) => property.children?.[0]?.value === place.drawnBy);
  const word = String(beside?.children?.[1]?.value ?? "");
  return (Object.hasOwn(lists, word) ? lists[word] : Object.values(lists)[0]) ?? [];
}
