import { findNodeAtLocation } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { letterOf, mapOf, pieceAt, piecesOf, signsOf, sizeOf } from "../src/model/board";
import { treeOf } from "../src/model/operations";
import { games } from "./games";

const { places, cards } = games.find((game) => game.name === "encounter")!;
const card = cards.find((each) => (each as { type: string }).type === "encounter");
const tree = treeOf(JSON.stringify(card));
const list = findNodeAtLocation(tree, ["units"])!;
const board = places.at(["units"], tree)!.board!;

describe("a board", () => {
  it("follows from the schema, and only where items lie on cells", () => {
    expect(board).toEqual({ x: "x", y: "y", name: "unit", side: "side", map: "map", rows: "rows" });
    expect(places.at(["holdings"], tree)!.board).toBeNull();
    expect(places.at(["units", 0], tree)!.board).toBeNull();
  });

  it("has each item on its cell, counted from the upper left", () => {
    const pieces = piecesOf(list, board);

    expect(pieces).toHaveLength(8);
    expect(pieces[0]).toEqual({ index: 0, x: 1, y: 1, name: "encounter.unit.spearman", side: "player" });
    expect(pieceAt(pieces, { x: 7, y: 2 })?.name).toBe("encounter.unit.captain");
    expect(pieceAt(pieces, { x: 0, y: 0 })).toBeUndefined();
  });

  it("leaves out what lies nowhere, and grows for what lies outside its map", () => {
    const odd = treeOf('[{"unit": "a", "x": 2}, {"unit": "b", "x": 9, "y": 1, "side": 3}]');

    expect(piecesOf(odd, board)).toEqual([{ index: 1, x: 8, y: 0, name: "b", side: "" }]);
    expect(sizeOf(["....", "...."], piecesOf(odd, board))).toEqual({ width: 9, height: 2 });
    expect(sizeOf([], [])).toEqual({ width: 1, height: 1 });
  });

  it("knows its map and what the letters of the map mean", () => {
    expect(mapOf(list, board)).toBe("encounter.map.ford");
    expect(signsOf(places, list, board).map((sign) => sign.value).join("")).toBe(".sbcm#");
    expect(letterOf("encounter.unit.spearman")).toBe("S");
    expect(letterOf("")).toBe("?");
  });
});
