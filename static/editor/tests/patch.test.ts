import { describe, expect, it } from "vitest";
import { applyPatch, PatchMisfit } from "../src/model/patch";

const text = `{
  // the author's words
  "name": "Ember", /* kept */
  "do": [
    { "type": "damgae", "amount": 3 }, // first
    { "type": "if", "do": [] }
  ],
}`;

describe("applyPatch", () => {
  it("replaces a value and leaves every other byte", () => {
    const fixed = applyPatch(text, [{ op: "replace", path: "/do/0/type", value: "damage" }]);

    expect(fixed).toBe(text.replace("damgae", "damage"));
  });

  it("renames a key in place when it moves within one object", () => {
    const fixed = applyPatch(text, [{ op: "move", from: "/do/0/amount", path: "/do/0/value" }]);

    expect(fixed).toBe(text.replace('"amount"', '"value"'));
  });

  it("carries comments along when it moves a value elsewhere", () => {
    const source = '{"a": {"x": [1, /* one */ 2]}, "b": {}}';

    const fixed = applyPatch(source, [{ op: "move", from: "/a/x", path: "/b/x" }]);

    expect(fixed).toContain("[1, /* one */ 2]");
    expect(JSON.parse(fixed.replace("/* one */", ""))).toEqual({ a: {}, b: { x: [1, 2] } });
  });

  it("inserts into a list at an index and at its end", () => {
    const fixed = applyPatch("[1, 3]", [
      { op: "add", path: "/1", value: 2 },
      { op: "add", path: "/-", value: 4 },
    ]);

    expect(JSON.parse(fixed)).toEqual([1, 2, 3, 4]);
  });

  it("removes a key and keeps the comments around it", () => {
    const fixed = applyPatch(text, [{ op: "remove", path: "/do/1" }]);

    expect(fixed).toBe(text.replace('\n    { "type": "if", "do": [] }', "").replace("3 },", "3 }"));
  });

  it("removes the first item with its comma and its line", () => {
    expect(applyPatch("[\n  1,\n  2\n]", [{ op: "remove", path: "/0" }])).toBe("[\n  2\n]");
    expect(applyPatch("[1, 2]", [{ op: "remove", path: "/0" }])).toBe("[2]");
  });

  it("adds behind the last item's comment, in the layout of the list", () => {
    const source = '{\n  "do": [\n    1 // one\n  ]\n}';

    expect(applyPatch(source, [{ op: "add", path: "/do/-", value: { type: "heal" } }])).toBe(
      '{\n  "do": [\n    1, // one\n    { "type": "heal" }\n  ]\n}',
    );
  });

  it("adds after a trailing comma without doubling it", () => {
    expect(applyPatch("[\n  1,\n]", [{ op: "add", path: "/-", value: 2 }])).toBe("[\n  1,\n  2,\n]");
  });

  it("adds a key to an empty object and to a full one", () => {
    expect(applyPatch("{}", [{ op: "add", path: "/a", value: 1 }])).toBe('{ "a": 1 }');
    expect(applyPatch('{ "a": 1 }', [{ op: "add", path: "/b", value: "x" }])).toBe('{ "a": 1, "b": "x" }');
  });

  it("writes a long value over several indented lines", () => {
    const value = Array.from({ length: 40 }, (_, n) => n);
    const fixed = applyPatch('{\n  "a": 1\n}', [{ op: "add", path: "/b", value }]);

    expect(fixed).toContain('"b": [\n    0,\n');
    expect(JSON.parse(fixed)).toEqual({ a: 1, b: value });
  });

  it("refuses to index a list beyond its end", () => {
    expect(() => applyPatch("[1]", [{ op: "add", path: "/5", value: 2 }])).toThrow(PatchMisfit);
  });

  it("reads escaped pointers", () => {
    expect(applyPatch('{"a/b": {"c~d": 1}}', [{ op: "replace", path: "/a~1b/c~0d", value: 2 }])).toBe(
      '{"a/b": {"c~d": 2}}',
    );
  });

  it("refuses a patch whose place is gone", () => {
    expect(() => applyPatch(text, [{ op: "replace", path: "/do/7/type", value: "x" }])).toThrow(PatchMisfit);
  });

  it("refuses a patch whose test does not hold", () => {
    expect(() => applyPatch(text, [{ op: "test", path: "/name", value: "Other" }])).toThrow(PatchMisfit);
  });

  it("compares objects in a test whatever their order", () => {
    const steps = [{ op: "test", path: "/a", value: { y: 2, x: 1 } } as const];

    expect(applyPatch('{"a": {"x": 1, "y": 2}}', steps)).toBe('{"a": {"x": 1, "y": 2}}');
  });
});
