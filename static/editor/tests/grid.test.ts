import { describe, expect, it } from "vitest";
import { layoutOf } from "../src/form/layout";
import { nameOf, painted, picturesAt, resized, rowsOf, signAt, widthOf } from "../src/model/grid";
import { treeOf } from "../src/model/operations";
import { findNodeAtLocation } from "jsonc-parser";
import type { Place } from "../src/model/places";
import { games } from "./games";

const ROWS = ["....", ".b..", "..#"];

describe("a grid", () => {
  it("is painted in one cell, or in the rectangle between two, from any corner", () => {
    expect(painted(ROWS, { x: 0, y: 0 }, { x: 0, y: 0 }, "m", ".")).toEqual(["m...", ".b..", "..#"]);
    expect(painted(ROWS, { x: 2, y: 1 }, { x: 1, y: 0 }, "s", ".")).toEqual([".ss.", ".ss.", "..#"]);
  });

  it("fills a short row up to what is painted, and leaves the others", () => {
    expect(painted(["..", ".", ".."], { x: 1, y: 1 }, { x: 1, y: 1 }, "b", ".")).toEqual(["..", ".b", ".."]);
    expect(signAt(["..", "."], { x: 1, y: 1 }, ".")).toBe(".");
  });

  it("keeps what it has when it grows, and loses only what is cut", () => {
    expect(resized(ROWS, 5, 4, ".")).toEqual([".....", ".b...", "..#..", "....."]);
    expect(resized(ROWS, 2, 2, ".")).toEqual(["..", ".b"]);
    expect(widthOf(ROWS)).toBe(4);
  });

  it("names cells by letter and number", () => {
    expect([nameOf({ x: 0, y: 0 }), nameOf({ x: 25, y: 8 }), nameOf({ x: 27, y: 0 })]).toEqual(["A1", "Z9", "AB1"]);
  });

  it("is how the form shows rows of signs, whatever the game", () => {
    const { places, cards } = games.find((game) => game.name === "encounter")!;
    const map = cards.find((card) => (card as { type: string }).type === "map");
    const tree = treeOf(JSON.stringify(map));
    const rows = findNodeAtLocation(tree, ["rows"]);
    const place = places.at(["rows"], tree)!;

    expect(layoutOf(places, place, rows)).toBe("grid");
    expect(place.signs.map((sign) => sign.value).join("")).toBe(".sbcm#");
    expect(rowsOf(rows)).toEqual((map as { rows: string[] }).rows);
  });
});

describe("a drawn number", () => {
  const place = { pictures: { burst: [["@"], ["#@#"]], ray: [["@#"]] }, drawnBy: "shape" } as unknown as Place;
  const level = (text: string) => {
    const tree = treeOf(text);
    return tree && findNodeAtLocation(tree, ["level"]);
  };

  it("is drawn by what stands beside it, and by the first list where that is nothing known", () => {
    expect(picturesAt(place, level('{"shape": "ray", "level": 1}'))).toEqual([["@#"]]);
    expect(picturesAt(place, level('{"level": 1, "shape": "cone"}'))).toHaveLength(2);
    expect(picturesAt(place, undefined)).toHaveLength(2);
  });
});
