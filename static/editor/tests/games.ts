/// <reference types="vite/client" />
import { Places } from "../src/model/places";
import { localised, type Schema, SchemaBook } from "../src/model/schema";

type Files = Record<string, unknown>;

const schemas: Files = {
  ...import.meta.glob("../../../engine/rulesets/*/schema/card-def.schema.json", { eager: true, import: "default" }),
  ...import.meta.glob("../../../tests/fixtures/rulesets/*/schema/card-def.schema.json", { eager: true, import: "default" }),
};
const cards: Files = {
  ...import.meta.glob("../../../engine/rulesets/*/cards/*.json", { eager: true, import: "default" }),
  ...import.meta.glob("../../../tests/fixtures/rulesets/*/cards/*.json", { eager: true, import: "default" }),
};

/** A ruleset as the form sees it: its schema, and every card that ships with it. */
export interface Game {
  readonly name: string;
  readonly places: Places;
  readonly cards: readonly unknown[];
}

/** The shipped games, and one that only the tests have. */
export const games: readonly Game[] = ["wizards", "halo", "genius", "encounter", "raid"].map((name) => {
  const schema = of(schemas, name)[0] as Schema;
  const lists = of(cards, name).filter((list) => Array.isArray(list)) as unknown[][];
  return { name, places: new Places(new SchemaBook(localised(schema, "en") as Schema)), cards: lists.flat() };
});

function of(files: Files, game: string): unknown[] {
  return Object.keys(files)
    .filter((path) => path.includes(`/rulesets/${game}/`))
    .sort()
    .map((path) => files[path]);
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(items: readonly T[], roll: () => number): T | undefined {
  return items[Math.floor(roll() * items.length)];
}

/** A card's text with a comment beside every second line and above every fifth. */
export function remarked(card: unknown): string {
  const lines = JSON.stringify(card, null, 2).split("\n");
  return lines
    .map((line, n) => {
      const behind = n % 2 === 1 ? ` // remark ${n}` : "";
      const above = n % 5 === 4 ? `${/^\s*/.exec(line)?.[0] ?? ""}/* above ${n} */\n` : "";
      return above + line + behind;
    })
    .join("\n");
}
