import { findNodeAtLocation, type Node } from "jsonc-parser";
import { type Cell, type Rows, widthOf } from "./grid";
import type { Option, Places } from "./places";
import { asSchema, type Schema, textOf } from "./schema";

/** Which fields say where the items of a list lie, what they are and whose, and on which card's rows. */
export interface BoardFields {
  readonly x: string;
  readonly y: string;
  readonly name: string;
  readonly side: string;
  readonly map: string;
  readonly rows: string;
}

/** An item of the list that lies on a cell. Units: `x` and `y` from 0, while documents count from 1. */
export interface Piece extends Cell {
  readonly index: number;
  readonly name: string;
  readonly side: string;
}

/** What a hint of the schema says of a board; null for any other. */
export function boardOf(ui: Schema): BoardFields | null {
  const label = (key: string): string => (typeof ui[key] === "string" ? ui[key] : "");
  if (ui.widget !== "board") return null;
  return { x: label("x"), y: label("y"), name: label("name"), side: label("side"), map: label("map"), rows: label("rows") };
}

/** The items of a list that lie somewhere, in their order. */
export function piecesOf(node: Node | undefined, board: BoardFields): readonly Piece[] {
  return (node?.children ?? []).flatMap((item, index): Piece[] => {
    const value = (field: string): unknown => findNodeAtLocation(item, [field])?.value;
    const [x, y] = [value(board.x), value(board.y)];
    if (!Number.isInteger(x) || !Number.isInteger(y)) return [];
    return [{ index, x: Number(x) - 1, y: Number(y) - 1, name: textOf(value(board.name)), side: textOf(value(board.side)) }];
  });
}

export function pieceAt(pieces: readonly Piece[], { x, y }: Cell): Piece | undefined {
  return pieces.find((piece) => piece.x === x && piece.y === y);
}

/** How many columns and rows are drawn: those of the map, and those of items that lie outside it. */
export function sizeOf(rows: Rows, pieces: readonly Piece[]): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(1, widthOf(rows), ...pieces.map((piece) => piece.x + 1)),
    height: Math.max(1, rows.length, ...pieces.map((piece) => piece.y + 1)),
  };
}

/** The id of the card that the record around a list names as its map. */
export function mapOf(list: Node | undefined, board: BoardFields): string {
  const record = list?.parent?.parent;
  return textOf(record && findNodeAtLocation(record, [board.map])?.value);
}

/** The signs of the rows of the kind of card that may be a map: what each letter of the terrain means. */
export function signsOf(places: Places, list: Node | undefined, board: BoardFields): readonly Option[] {
  const record = list?.parent?.parent;
  const mapField = record && places.shape(places.root, record).fields.find((field) => field.name === board.map);
  const kind = asSchema(asSchema(places.book.root.$defs)?.[mapField?.place.namesKinds[0] ?? ""]);
  const fields = kind ? places.shape(places.of([kind]), undefined).fields : [];
  return fields.find((field) => field.name === board.rows)?.place.signs ?? [];
}

/** One letter for a piece: the first of the last part of what it is called. */
export function letterOf(name: string): string {
  const last = name.split(".").at(-1) ?? "";
  return (last[0] ?? "?").toUpperCase();
}
