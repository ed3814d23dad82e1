import { describe, expect, it } from "vitest";
import { Composer, type Proposal } from "../src/model/reading/composer";
import { offersOf, type Slot } from "../src/model/reading/offers";
import type { Place } from "../src/model/places";
import { asSchema, type Schema } from "../src/model/schema";
import type { Json } from "../src/model/skeleton";
import { dice, games } from "./games";
import { type Row, SENTENCES, UNSAYABLE } from "./sentences";

/** The lists of a card into which a sentence may go, and the event around it. */
const SLOTS: Readonly<Record<string, readonly (readonly [name: string, event: string])[]>> = {
  wizards: [["effect", "onPlay"], ["trigger", ""], ["behavior.treasure", ""], ["costRule", ""]],
  halo: [["effect", ""], ["ability", ""], ["modifier", ""], ["costRule", ""]],
  genius: [["effect", ""], ["skill", ""], ["costRule", ""]],
  encounter: [["effect", ""], ["skill", ""], ["modifier", ""], ["costRule", ""]],
};

/** Whether a value has at least what another has: keys of objects, items of lists in their order. */
function holds(value: Json | undefined, expected: Json): boolean {
  if (Array.isArray(expected)) return Array.isArray(value) && value.length === expected.length && expected.every((inner: Json, n) => holds(value[n], inner));
  if (expected === null || typeof expected !== "object") return value === expected;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.entries(expected as Record<string, Json>).every(([key, inner]) => holds((value as Record<string, Json>)[key], inner));
}

function itemOf(game: (typeof games)[number], name: string): Place {
  return game.places.of([asSchema((game.places.book.root.$defs as Schema)[name]) as Schema]);
}

function slotsOf(game: (typeof games)[number]): Slot[] {
  return (SLOTS[game.name] ?? []).map(([name, event]) => ({ item: itemOf(game, name), event }));
}

function shuffle(sentence: string, roll: () => number): string {
  const words = sentence.replace(/[.,:]/g, "").split(" ");
  for (let n = words.length - 1; n > 0; n--) {
    const swap = Math.floor(roll() * (n + 1));
    [words[n], words[swap]] = [words[swap] as string, words[n] as string];
  }
  return words.join(" ");
}

const GAMES = games.filter(({ name }) => name in SENTENCES);

describe.each(GAMES.map((game) => [game.name, game] as const))("sentences of %s", (name, game) => {
  const composer = new Composer(game.places);
  const slots = slotsOf(game);
  const rows = SENTENCES[name] ?? [];
  const first = (sentence: string): readonly Proposal[] => offersOf(composer, slots, sentence, "a1").patterns.map(({ proposal }) => proposal);
  const means = (sentence: string, expected: readonly string[]): boolean => first(sentence).some(({ values }) => expected.some((way) => holds(values, JSON.parse(way) as Json)));

  it("become the blocks that they mean", () => {
    const wrong = rows.filter(([sentence, ...expected]) => !means(sentence, expected));
    expect(wrong.map(([sentence]) => sentence)).toEqual([]);
  });

  it("keep their shape when their numbers change", () => {
    const digits = rows.filter(([sentence]) => (sentence.match(/\d+/g) ?? []).length === 1);
    const wrong = digits.filter(([sentence, ...expected]) => {
      const [number] = /\d+/.exec(sentence) as RegExpExecArray;
      const changed = (text: string): string => text.replaceAll(new RegExp(`(?<![a-z])${number}(?![a-z])`, "g"), String(Number(number) + 5));
      return !means(changed(sentence), expected.map(changed));
    });
    expect(digits.length).toBeGreaterThan(5);
    expect(wrong.map(([sentence]) => sentence)).toEqual([]);
  });

  it("of one effect mean the same with their words in any order", () => {
    const roll = dice(7);
    const single = rows.filter(([sentence, expected = ""]) => !/\p{Script=Han}|[,:;]| and |until/u.test(sentence) && (JSON.parse(expected) as { type?: string }[]).every(({ type }, n) => n === 0 && type !== undefined && type !== "if"));
    const orders = single.map(([sentence, ...expected]) => [shuffle(sentence, roll), expected] as const);
    const wrong = orders.filter(([order, expected]) => !means(order, expected));
    expect(single.length).toBeGreaterThan(4);
    expect(wrong.map(([order]) => order)).toEqual([]);
  });

  it("share no run of five words with a declaration", () => {
    const texts = searchWordsOf(game.places.book.root).map((text) => ` ${text.toLowerCase()} `);
    const runs = rows.flatMap(([sentence]) => {
      const words = sentence.toLowerCase().replace(/[.,:;]/g, "").split(" ");
      return words.slice(0, -4).map((_, n) => ` ${words.slice(n, n + 5).join(" ")} `);
    });
    expect(runs.filter((run) => texts.some((text) => text.includes(run)))).toEqual([]);
  });

  it("name the words that no block takes up", () => {
    const [sentence] = rows[0] as Row;
    expect(first(`${sentence} xylophone`)[0]?.unmatchedWords).toEqual(["xylophone"]);
    expect(offersOf(composer, slots, "瑶琴", "a1").unknownWords).toEqual(["瑶", "琴"]);
  });

  it("are titled by the name of their first block, as names are written", () => {
    const outlines = rows.flatMap(([sentence]) => first(sentence).map(({ outline }) => outline));
    expect(outlines.filter((outline) => /^[a-z]/.test(outline))).toEqual([]);
  });

  it("that cannot be said are told what is missing", () => {
    const offers = (UNSAYABLE[name] ?? []).map((sentence) => offersOf(composer, slots, sentence, "a1"));
    expect(offers.map(({ patterns }) => patterns.map(({ proposal }) => proposal.outline))).toEqual(offers.map(() => []));
    expect(offers.every(({ unknownWords }) => unknownWords.length > 0)).toBe(true);
  });

  it("with nothing to know in them become nothing", () => {
    expect(["xylophone zephyr qqq", "", "瑶琴"].flatMap(first)).toEqual([]);
  });
});

/** Every search word of a schema, in English. */
function searchWordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(searchWordsOf);
  const schema = asSchema(value);
  if (!schema) return [];
  const own = asSchema(schema.aliases)?.en;
  return [...(Array.isArray(own) ? own.map(String) : []), ...Object.values(schema).flatMap(searchWordsOf)];
}

describe("sentences of one event or none", () => {
  it("give no block that waits for more events than they name", () => {
    const sentences = ["give an ally taunt until your next turn", "destroy all units", "deal 3 damage to an enemy, draw a card", "kill everything with 3 or more attack"];
    const game = games.find(({ name }) => name === "halo") as (typeof games)[number];
    const composer = new Composer(game.places);
    const waits = sentences.flatMap((sentence) => offersOf(composer, slotsOf(game), sentence, "a1").patterns.map(({ proposal }) => (JSON.stringify(proposal.values).match(/"trigger":/g) ?? []).length));
    expect(waits.length).toBeGreaterThan(sentences.length - 1);
    expect(Math.max(...waits)).toBeLessThan(2);
  });
});
