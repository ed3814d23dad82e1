import { describe, expect, it } from "vitest";
import { Composer } from "../src/model/reading/composer";
import { offersOf, type Slot } from "../src/model/reading/offers";
import { Reader } from "../src/model/reading/reader";
import { clausesOf } from "../src/model/reading/clauses";
import { tokensOf } from "../src/model/reading/tokens";
import { asSchema, type Schema } from "../src/model/schema";
import { games } from "./games";
import { READ } from "./read_sentences";

const GAMES = games.filter(({ name }) => name in READ);

/** A value as text, the keys of each object in one order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner !== null && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner));
}

/** The list of a name in a card, and the moment around its items. */
function slotOf(game: (typeof games)[number], list: string): Slot {
  const item = game.places.of([asSchema((game.places.book.root.$defs as Schema)[list]) as Schema]);
  return { item, event: game.name === "wizards" && list === "effect" ? "onPlay" : "" };
}

describe.each(GAMES.map((game) => [game.name, game] as const))("the grammar in %s", (name, game) => {
  const composer = new Composer(game.places);
  const rows = READ[name] ?? [];
  const blocksOf = (sentence: string, list: string): string[] => offersOf(composer, [slotOf(game, list)], sentence, "a1").patterns.map(({ proposal }) => textOf(proposal.values));

  it("writes what sentences say", () => {
    const wrong = rows.filter(([sentence, list, blocks]) => !blocksOf(sentence, list).includes(textOf(JSON.parse(blocks))));
    expect(wrong.map(([sentence]) => sentence)).toEqual([]);
  });

  it("changes nothing but a number where only that number is another one", () => {
    const single = rows.filter(([sentence, , blocks]) => (sentence.match(/\d+/g) ?? []).length === 1 && (blocks.match(/:-?\d+/g) ?? []).length === 1);
    const wrong = single.filter(([sentence, list, blocks]) => {
      const number = Number(/\d+/.exec(sentence)?.[0]);
      const changed = (text: string): string => text.replace(new RegExp(`(?<=[^a-z]|^)${number}(?![a-z])`, "g"), String(number + 6));
      return changed(blocks) !== blocks && !blocksOf(changed(sentence), list).includes(textOf(JSON.parse(changed(blocks))));
    });
    expect(single.length).toBeGreaterThan(3);
    expect(wrong.map(([sentence]) => sentence)).toEqual([]);
  });

  it("takes a word that the sentence does not need for none that it may leave out", () => {
    const reader = new Reader(game.places);
    const plain = rows.filter(([sentence]) => !/\p{Script=Han}/u.test(sentence));
    const failures = plain.filter(([sentence]) => reader.read(`${sentence.replace(/\.$/, "")} unless shuffle`, "a1").reads.length > 0);
    expect(plain.length).toBeGreaterThan(3);
    expect(failures.map(([sentence]) => sentence)).toEqual([]);
  });

  it("names what the game cannot say, in the sentence's own words or those of the grammar", () => {
    const reader = new Reader(game.places);
    const outcomes = ["mill 3 unless shuffle", "the player with the most gold reveals a card"].map((sentence) => reader.read(sentence, "a1"));
    expect(outcomes.filter(({ reads, missing }) => reads.length > 0 || missing.length === 0)).toEqual([]);
  });

  it("ends, whatever is typed", () => {
    const reader = new Reader(game.places);
    for (const text of ["", ":", "：：：", "如果".repeat(300), "for each ".repeat(90), "choose one: or or or", "+1/+1".repeat(60), "if if if if when when", "抽".repeat(4000)]) expect(Array.isArray(reader.read(text, "a1").reads)).toBe(true);
  });
});

describe("the parts of a sentence for the grammar", () => {
  const { forms } = new Reader((GAMES[0] as (typeof GAMES)[number]).places);
  const roles = (text: string): string => clausesOf(tokensOf(text, forms)).map(({ role }) => role).join(" ");

  it("are opened by punctuation and by words of either language", () => {
    expect(["whenever an ally dies, draw a card", "draw a card when an ally dies", "每当友军阵亡，抽一张牌", "打4，打死就抽一张", "draw a card, twice a turn at most", "抽二弃一", "deal 2 damage and draw a card", "choose one: draw a card, or gain 2 gold"].map(roles)).toEqual([
      "event effect", "effect event", "event effect", "effect condition effect", "effect limit", "effect effect", "effect effect", "option effect option",
    ]);
  });
});
