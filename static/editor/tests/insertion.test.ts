/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { blanksOf } from "../src/model/blanks";
import type { Place, Places } from "../src/model/places";
import { type Json, variantSkeleton } from "../src/model/skeleton";
import { games } from "./games";

/** What each kind of block starts as, by game and family: `tests/engine/laws/test_insertions.py` lets the engine judge it. */
const FILE = "../../../tests/fixtures/editor/insertions.json";

interface Insertion {
  readonly value: Json;
  readonly blanks: readonly string[];
}

function insertions(places: Places): Record<string, Record<string, Insertion>> {
  const families: Record<string, Record<string, Insertion>> = {};
  for (const name of Object.keys(places.book.root.$defs as object)) {
    const place: Place = places.of([{ $ref: `#/$defs/${name}` }]);
    const { union } = place;
    if (!union || name !== place.name) continue;
    families[name] = Object.fromEntries(
      [...union.variants].map(([kind, variant]) => {
        const value = variantSkeleton(places.book, union.key, kind, variant);
        return [kind, { value, blanks: blanksOf(places, place, value) }];
      }),
    );
  }
  return families;
}

describe("what a palette inserts", () => {
  it("is what the engine judges", async () => {
    const rulesets = games.filter(({ name }) => name !== "raid");
    const all = Object.fromEntries(rulesets.map(({ name, places }) => [name, insertions(places)]));

    await expect(`${JSON.stringify(all, null, 1)}\n`).toMatchFileSnapshot(FILE);
  });
});
