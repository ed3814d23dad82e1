import { describe, expect, it } from "vitest";
import { treeOf, replaceValue } from "../src/model/operations";
import { applyChanges } from "../src/model/document";
import { LineEnds, plainText } from "../src/model/line_ends";
import { insertChild } from "../src/model/surgery";

const LINES = ['{', '  "name": "Guard", // it stands', '  "cost": 2,', '  "tags": [', '    "a",', '    "b"', "  ]", "}", ""];

/** A card as it is stored, each line end taken in turn from a list. */
function stored(ends: readonly string[], mark = ""): string {
  return mark + LINES.map((line, n) => (n < LINES.length - 1 ? line + ends[n % ends.length] : line)).join("");
}

const KINDS: readonly [string, readonly string[]][] = [
  ["LF", ["\n"]],
  ["CR LF", ["\r\n"]],
  ["CR", ["\r"]],
  ["mixed", ["\r\n", "\n", "\r\n", "\r"]],
];

describe.each(KINDS)("a text whose lines end with %s", (_, ends) => {
  it.each(["", "\ufeff"])("comes back the same, with and without a byte order mark", (mark) => {
    const raw = stored(ends, mark);

    expect(plainText(raw)).toBe(LINES.join("\n"));
    expect(new LineEnds(raw).write(plainText(raw))).toBe(raw);
  });

  it.each(["", "\ufeff"])("keeps every other byte when one value is edited", (mark) => {
    const raw = stored(ends, mark);
    const plain = plainText(raw);
    const cost = treeOf(plain).children![1]!.children![1]!;
    const edited = applyChanges(plain, replaceValue(plain, cost, 3));

    expect(new LineEnds(raw).write(edited)).toBe(raw.replace('"cost": 2', '"cost": 3'));
  });

  it("gives a new line the end that most have, and the others keep theirs", () => {
    const raw = stored(ends);
    const plain = plainText(raw);
    const list = treeOf(plain).children![2]!.children![1]!;
    const written = new LineEnds(raw).write(applyChanges(plain, insertChild(plain, list, 1, () => '"new"')));

    expect(plainText(written)).toContain('"a",\n    "new",\n    "b"');
    expect(written.replace(/ {4}"new",(?:\r\n|\r|\n)/, "")).toBe(raw);
  });

  it("has them again when what was taken out comes back", () => {
    const raw = stored(ends);
    const known = new LineEnds(raw);
    known.write(plainText(raw).replace('  "cost": 2,\n', ""));

    expect(known.write(plainText(raw))).toBe(raw);
  });
});

it("a text without a line end gets LF", () => {
  expect(new LineEnds("{}").write("{\n}")).toBe("{\n}");
});
