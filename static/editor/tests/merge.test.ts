import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { merge } from "../src/model/merge";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const BASE = `{
  "id": "a.b", // the id
  "name": "Stone",
  "cost": 2,
  "do": [
    // first
    { "type": "damage", "amount": 3 },
    { "type": "heal", "amount": 1 } // last
  ]
}
`;

function changed(from: string, to: string, text = BASE): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

function merged(mine: string, theirs: string, base = BASE): string {
  const found = merge(base, mine, theirs);
  expect(found?.conflicts).toEqual([]);
  return found?.text ?? "";
}

describe("merge", () => {
  it("takes both of two edits at different nodes and keeps comments", () => {
    const mine = changed('"cost": 2', '"cost": 4 /* more */');
    const theirs = changed('"amount": 3', '"amount": 5');
    expect(merged(mine, theirs)).toBe(changed('"amount": 3', '"amount": 5', mine));
  });

  it("keeps what each inserted, each in its place", () => {
    const mine = changed("    // first\n", '    { "type": "draw" },\n    // first\n');
    const theirs = changed('"amount": 1 } // last', '"amount": 1 }, // last\n    { "type": "gold", "amount": 2 }');
    expect(parse(merged(mine, theirs)).do.map((each: { type: string }) => each.type)).toEqual([
      "draw",
      "damage",
      "heal",
      "gold",
    ]);
    expect(merged(mine, theirs)).toContain("// last");
  });

  it("lets one remove a block while the other changes another", () => {
    const mine = changed('    // first\n    { "type": "damage", "amount": 3 },\n', "");
    const theirs = changed('"amount": 1', '"amount": 9');
    expect(parse(merged(mine, theirs)).do).toEqual([{ type: "heal", amount: 9 }]);
  });

  it("follows a block that somebody moved", () => {
    const mine = BASE.replace(/(\{ "type": "damage".*?\}),\n\s*(\{ "type": "heal".*?\})/s, "$2,\n    $1");
    const theirs = changed('"name": "Stone"', '"name": "Rock"');
    expect(parse(merged(mine, theirs)).do.map((each: { type: string }) => each.type)).toEqual(["heal", "damage"]);
  });

  it("moves a block once where both moved it", () => {
    const mine = BASE.replace(/(\{ "type": "damage".*?\}),\n\s*(\{ "type": "heal".*?\})/s, "$2,\n    $1");
    const theirs = changed('"name": "Stone"', '"name": "Rock"', mine);
    expect(parse(merged(mine, theirs)).do).toHaveLength(2);
  });

  it("adds and removes keys of both sides", () => {
    const mine = changed('  "cost": 2,\n', "");
    const theirs = changed('  "cost": 2,\n', '  "cost": 2,\n  "rarity": "com",\n');
    expect(Object.keys(parse(merged(mine, theirs)))).toEqual(["id", "name", "rarity", "do"]);
  });

  it("takes a remark that only they wrote", () => {
    const theirs = changed('"name": "Stone",', '"name": "Stone", // a good one');
    const mine = changed('"cost": 2', '"cost": 3');
    expect(merged(mine, theirs)).toContain("// a good one");
  });

  it("names each node that both changed, keeps mine and takes theirs on request", () => {
    const [mine, theirs] = [changed('"cost": 2', '"cost": 3'), changed('"cost": 2', '"cost": 4')];
    const found = merge(BASE, mine, theirs);
    expect(found?.conflicts).toEqual([{ key: "/cost", pointer: "/cost", mine: "3", theirs: "4" }]);
    expect(found?.text).toBe(mine);
    expect(merge(BASE, mine, theirs, new Map([["/cost", "theirs"]]))?.text).toBe(theirs);
  });

  it("asks about a node that one removed and the other changed, either way round", () => {
    const gone = changed('  "cost": 2,\n', "");
    const other = changed('"cost": 2', '"cost": 4');
    const found = merge(BASE, gone, other);
    expect(found?.conflicts).toEqual([{ key: "-/cost", pointer: "/cost", mine: null, theirs: '"cost": 4' }]);
    expect(parse(found?.text ?? "").cost).toBeUndefined();
    expect(parse(merge(BASE, gone, other, new Map([["-/cost", "theirs"]]))?.text ?? "").cost).toBe(4);
    expect(merge(BASE, other, gone)?.conflicts).toEqual([
      { key: "/cost", pointer: "/cost", mine: '"cost": 4', theirs: null },
    ]);
    expect(parse(merge(BASE, other, gone, new Map([["/cost", "theirs"]]))?.text ?? "").cost).toBeUndefined();
  });

  it("has no answer for a text that does not parse", () => {
    expect(merge(BASE, "{", BASE)).toBeNull();
  });

  it("fills an empty list and empties a full one", () => {
    const empty = '{ "do": [] }';
    const full = '{\n  "do": [\n    { "type": "heal" } // why\n  ]\n}';
    expect(parse(merge(empty, '{ "a": 1, "do": [] }', full)?.text ?? "")).toEqual({ a: 1, do: [{ type: "heal" }] });
    expect(parse(merge(full, full.replace("{\n", '{\n  "a": 1,\n'), empty)?.text ?? "")).toEqual({ a: 1, do: [] });
  });
});

/** A small generator of the same numbers on every machine. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % n;
  };
}

function value(roll: (n: number) => number, depth: number): Json {
  const kind = roll(depth > 0 ? 6 : 4);
  if (kind === 0) return roll(50);
  if (kind === 1) return `w${roll(9)}`;
  if (kind === 2) return roll(2) === 0;
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: roll(4) }, () => block(roll, depth - 1));
  return block(roll, depth - 1);
}

function block(roll: (n: number) => number, depth: number): Json {
  const made: Record<string, Json> = { type: `t${roll(5)}` };
  for (let n = roll(4); n > 0; n--) made[`k${roll(6)}`] = value(roll, depth);
  return made;
}

/** The same document with a few nodes changed, added, removed or moved. */
function edited(roll: (n: number) => number, json: Json): Json {
  if (Array.isArray(json)) return editedList(roll, json);
  if (json === null || typeof json !== "object") return roll(4) === 0 ? roll(99) : json;
  const out: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(json)) if (roll(9) > 0 || key === "type") out[key] = roll(3) ? inner : edited(roll, inner);
  if (roll(5) === 0) out[`n${roll(4)}`] = value(roll, 1);
  return out;
}

function editedList(roll: (n: number) => number, list: readonly Json[]): Json[] {
  const out = list.filter(() => roll(7) > 0).map((each) => (roll(3) ? each : edited(roll, each)));
  if (roll(4) === 0) out.splice(roll(out.length + 1), 0, block(roll, 1));
  if (roll(6) === 0 && out.length > 1) out.unshift(...out.splice(roll(out.length), 1));
  return out;
}

/** Print with remarks and one of several layouts. */
function printed(roll: (n: number) => number, json: Json): string {
  const text = JSON.stringify(json, null, [0, 2, 4][roll(3)]);
  return text.replace(/\n( *)(?=")/g, (line, indent: string) => (roll(5) ? line : `\n${indent}// remark ${roll(9)}${line}`)).replace(/,\n/g, (line) => (roll(6) ? line : ", /* x */ // y\n"));
}

const ROUNDS = 1500;

describe("merge, for any documents", () => {
  it("is the identity where one side did nothing, and keeps every byte", () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const roll = dice(seed);
      const json = block(roll, 3);
      const [base, mine] = [printed(roll, json), printed(roll, edited(roll, json))];
      expect(merge(base, mine, base)).toEqual({ text: mine, conflicts: [] });
      expect(merge(base, base, mine)).toEqual({ text: mine, conflicts: [] });
      expect(merge(base, mine, mine)).toEqual({ text: mine, conflicts: [] });
    }
  });

  it("always parses, whatever was chosen", () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const roll = dice(seed);
      const json = block(roll, 3);
      const [base, mine, theirs] = [printed(roll, json), printed(roll, edited(roll, json)), printed(roll, edited(roll, json))];
      const found = merge(base, mine, theirs);
      expect(found, `seed ${seed}`).not.toBeNull();
      const choices = new Map((found?.conflicts ?? []).map(({ key }) => [key, roll(2) ? "theirs" : "mine"] as const));
      expect(merge(base, mine, theirs, choices), `seed ${seed}`).not.toBeNull();
    }
  });

  it("has both of two edits that touch different keys", () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const roll = dice(seed);
      const [left, right] = [block(roll, 2), block(roll, 2)];
      const [a, b] = [edited(roll, left), edited(roll, right)];
      const base = printed(roll, { id: "x", left, right });
      const mine = printed(roll, { id: "x", left: a, right });
      const theirs = printed(roll, { id: "x", left, right: b });
      const found = merge(base, mine, theirs);
      expect(found?.conflicts, `seed ${seed}`).toEqual([]);
      expect(parse(found?.text ?? ""), `seed ${seed}`).toEqual({ id: "x", left: a, right: b });
    }
  });

  it("has both of two blocks that were added at different places of a list", () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const roll = dice(seed);
      const list = Array.from({ length: 3 + roll(3) }, (_, n) => ({ type: `b${n}`, n: roll(9) }));
      const [i, j] = [roll(list.length), list.length];
      const [x, y] = [{ type: "x" }, { type: "y" }];
      const added = (at: number, each: Json): Json[] => [...list.slice(0, at), each, ...list.slice(at)];
      const found = merge(printed(roll, { list }), printed(roll, { list: added(i, x) }), printed(roll, { list: added(j, y) }));
      expect(parse(found?.text ?? "").list, `seed ${seed}`).toEqual([...list.slice(0, i), x, ...list.slice(i), y]);
    }
  });
});
