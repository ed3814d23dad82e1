import { describe, expect, it } from "vitest";
import { merge } from "../src/model/merge";

/**
 * The work of a merge grows at most as n log n, n being the bytes of the three texts and of the result: the law of
 * `tests/growth`, for a function that only this language has. Processor time, the least of five runs.
 */
declare const process: { cpuUsage(since?: object): { readonly user: number } };
const ENOUGH_MS = 5;
const SLACK = 4; // what collecting garbage in a larger heap adds beside other tests; the square of 8 times as much is 6 times over

type Three = readonly [base: string, mine: string, theirs: string];
const write = (value: unknown): string => JSON.stringify(value, null, 1);
const items = (count: number, change: (n: number) => object): object[] =>
  Array.from({ length: count }, (_, n) => ({ id: `item-${n}`, cost: n, ...change(n) }));
const members = (count: number, change: (n: number) => unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, change(n)]));
const nest = (levels: number, leaf: unknown): unknown => (levels === 0 ? leaf : { kind: "all", of: [nest(levels - 1, leaf)] });
const every = (step: number, n: number, mark: string): object => (n % step === 0 ? { name: mark } : {});

const LAWS: Record<string, readonly [low: number, high: number, texts: (size: number) => Three]> = {
  "both change every item of a list": [250, 2000, (n) => three((mark) => items(n, () => ({ name: mark })))],
  "each changes other items of a list": [
    250,
    2000,
    (n) => [write(items(n, () => ({}))), write(items(n, (no) => every(2, no, "mine"))), write(items(n, (no) => every(3, no, "theirs")))],
  ],
  "one turns a list round": [
    250,
    2000,
    (n) => [write(items(n, () => ({}))), write(items(n, () => ({})).reverse()), write(items(n, (no) => every(5, no, "theirs")))],
  ],
  "each adds to a list": [
    250,
    2000,
    (n) => [
      write(items(n, () => ({}))),
      write([...items(n, () => ({})), ...items(n, () => ({ mine: true }))]),
      write([...items(n, () => ({ theirs: true })), ...items(n, () => ({}))]),
    ],
  ],
  "equal items": [250, 2000, (n) => [write(Array(n).fill(1)), write(Array(n + 1).fill(1)), write(Array(2 * n).fill(1))]],
  "both change every member of an object": [500, 4000, (n) => three((mark) => members(n, () => mark))],
  "each adds members": [
    500,
    4000,
    (n) => [write({}), write(members(n, () => 1)), write(Object.fromEntries(Object.entries(members(n, () => 2)).map(([k, v]) => [`t${k}`, v])))],
  ],
  "both change the innermost of many levels": [8, 64, (n) => three((mark) => Array(20).fill(nest(n, mark)))],
};

function three(of: (mark: string) => unknown): Three {
  return [write(of("base")), write(of("mine")), write(of("theirs"))];
}

/** Milliseconds of processor, the least of five runs; of fewer once one took no more than `enough`. */
function measured(work: () => void, enough = 0): number {
  let least = Infinity;
  for (let run = 0; run < 5 && least > enough; run++) {
    const before = process.cpuUsage();
    work();
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}

/** How many times more one step costs than n log n says; 1 where it costs too little to say. */
function excess(texts: (size: number) => Three, low: number, high: number, act: (three: Three) => string = merged): number {
  const [small, large] = [texts(low), texts(high)];
  const size = (three: Three): number => three.join("").length + act(three).length;
  const [few, many] = [size(small), size(large)];
  const cost = measured(() => act(small));
  if (cost < ENOUGH_MS && measured(() => act(large), 19 * ENOUGH_MS) < 20 * ENOUGH_MS) return 1;
  const allowed = ((many * Math.log(many)) / (few * Math.log(few))) * Math.max(cost, ENOUGH_MS / 5);
  return measured(() => act(large), SLACK * allowed * 0.99) / allowed;
}

function merged([base, mine, theirs]: Three): string {
  return merge(base, mine, theirs)?.text ?? "";
}

describe("the work of a merge", () => {
  it.each(Object.entries(LAWS))("grows as n log n: %s", (_, [low, high, texts]) => {
    let least = Infinity;
    for (let run = 0; run < 3 && least >= SLACK; run++) least = Math.min(least, excess(texts, low, high));
    expect(least).toBeLessThan(SLACK);
  });

  it("is seen to grow as the square where it does", () => {
    const square = ([base]: Three): string => {
      const lines = base.split("\n");
      return lines.filter((line) => lines.indexOf(`${line} `) < 0).join("\n");
    };
    expect(excess((n) => three((mark) => items(n, () => ({ mark }))), 250, 2000, square)).toBeGreaterThan(SLACK);
  });
}, 120_000);
