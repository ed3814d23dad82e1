import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { formatPointer, nodeAt, offsetOf, parsePointer, placeOf, pointerAt } from "../src/model/positions";
import { ProblemStore } from "../src/model/problems";
import { card, problem } from "./support";

const tree = parseTree(card, [], { allowTrailingComma: true });
const deep = "/behaviors/0/do/0/do/1/do/0/triggers/0/do/0/type";

describe("pointers", () => {
  it("survive a round trip with their escapes", () => {
    expect(formatPointer(parsePointer("/a~1b/0/c~0d"))).toBe("/a~1b/0/c~0d");
  });

  it("are found at the cursor at any depth", () => {
    expect(pointerAt(tree, card.indexOf('"discardCard"') + 3)).toBe(deep);
  });

  it("name the value when the cursor is on its key", () => {
    expect(pointerAt(tree, card.indexOf('"rarity"') + 2)).toBe("/rarity");
  });

  it("name what a remark on the same line follows", () => {
    expect(pointerAt(tree, card.indexOf("the source language"), card)).toBe("/name");
    expect(pointerAt(tree, card.indexOf("cheap cards go"), card)).toBe("/behaviors/0/do/0/do/1");
  });

  it("lead to the nearest ancestor when the node is absent", () => {
    const found = tree && nodeAt(tree, "/behaviors/0/do/9/amount");

    expect(found?.exact).toBe(false);
    expect(found?.node.type).toBe("array");
  });
});

describe("line and column", () => {
  it("count code points, as the server does", () => {
    const text = '{\n  "🜂": "x"\n}';

    expect(text.slice(offsetOf(text, 2, 8), offsetOf(text, 2, 11))).toBe('"x"');
    expect(placeOf(text, text.indexOf('"x"'))).toEqual({ line: 2, column: 8 });
  });

  it("beyond the end are the end", () => {
    expect(offsetOf("ab\nc", 9, 1)).toBe(4);
    expect(offsetOf("ab\nc", 1, 9)).toBe(2);
  });
});

describe("a problem in the text", () => {
  const at = card.indexOf('"discardCard"');

  it("covers the whole leaf that it names", () => {
    const store = new ProblemStore();
    store.setServer([problem({ path: deep, ...placeOf(card, at) })], card, tree);

    expect(store.list[0]?.range).toEqual({ from: at, to: at + '"discardCard"'.length });
  });

  it("moves with its node while the author types", () => {
    const store = new ProblemStore();
    const meaning = problem({ code: "W-X", severity: "warning", layer: "semantics", path: deep, ...placeOf(card, at) });
    store.setServer([meaning], card, tree);
    const longer = card.replace("{\n", "{\n  // a new line\n");

    store.setBrowser([], longer, parseTree(longer, [], { allowTrailingComma: true }));

    expect(store.list[0]?.range?.from).toBe(longer.indexOf('"discardCard"'));
  });

  it("of the server's structure gives way to the browser's", () => {
    const store = new ProblemStore();
    store.setServer([problem({ path: "/name", code: "E-SCHEMA" })], card, tree);

    store.setBrowser([problem({ path: "/rarity", code: "E-ENUM" })], card, tree);

    expect(store.list.map((p) => p.problem.code)).toEqual(["E-ENUM"]);
  });

  it("in another file has no place here", () => {
    const store = new ProblemStore();
    store.setServer([problem({ file: "text/zh.json", path: "/name", line: 1, column: 1 })], card, tree);

    expect(store.list[0]?.range).toBeNull();
    expect(store.beside(0, 1)).toBeNull();
  });

  it("is followed by the next one and, at the end, by the first", () => {
    const store = new ProblemStore();
    store.setServer([problem({ path: "/rarity" }), problem({ path: "/name" })], card, tree);
    const [first, second] = store.list;

    expect(first?.problem.path).toBe("/name");
    expect(store.beside(first?.range?.from ?? 0, 1)).toBe(second);
    expect(store.beside(second?.range?.from ?? 0, 1)).toBe(first);
    expect(store.beside(0, -1)).toBe(second);
  });
});
