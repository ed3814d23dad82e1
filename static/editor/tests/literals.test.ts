import { describe, expect, it } from "vitest";
import { isUnfinished, literalOf, numberOf } from "../src/model/literals";
import { Places } from "../src/model/places";
import { type Schema, SchemaBook } from "../src/model/schema";

const placeOf = (type: Schema["type"]) => new Places(new SchemaBook({ type } as Schema)).root;
const [integer, number, text] = [placeOf("integer"), placeOf("number"), placeOf("string")];

describe("a whole number", () => {
  it.each([
    ["2", 2], ["２", 2], ["１２０", 120], ["－３", -3], ["−3", -3], [" 7 ", 7], ["007", 7], ["-0", 0],
  ])("is read from %j", (typed, value) => expect(literalOf(integer, typed)).toBe(value));

  it.each(["1,000", "1，000", "1e3", "2.5", "２．５", "-", "", "two", "二", "0x10", "1 000", "+3", "9007199254740993", "9".repeat(30)])(
    "is not read from %j, which stays in the field",
    (typed) => expect(literalOf(integer, typed)).toBeUndefined(),
  );
});

describe("a number", () => {
  it.each([["2.5", 2.5], ["２．５", 2.5], ["2.50", 2.5], ["1.0", 1], ["10", 10]])("is read from %j", (typed, value) =>
    expect(literalOf(number, typed)).toBe(value));

  it.each(["2.", ".5", "1e3", "3.14159265358979323846"])("is not read from %j", (typed) => expect(literalOf(number, typed)).toBeUndefined());
});

it("digits stay a text where a text is asked for", () => {
  expect([literalOf(text, "007"), literalOf(text, "２"), numberOf(text, "7")]).toEqual(["007", "２", undefined]);
});

it("a text that may become a number is no problem yet", () => {
  expect(["", "-", "2.", "２．"].map(isUnfinished)).toEqual([true, true, true, true]);
  expect(["1,0", "x", "2.5"].map(isUnfinished)).toEqual([false, false, false]);
});
