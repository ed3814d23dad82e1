import { asList, asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import type { Effect } from "./frames";
import type { Thing } from "./things";

/** How a game writes something that sentences say: atoms that name it, and its template; `with` is how it writes what else may be said of it. */
export interface Row {
  readonly part: string;
  readonly is: ReadonlySet<string>;
  readonly as: Json;
  readonly with: Schema;
  readonly options: Schema;
}

/** What cannot be said in this game. */
export class Unsayable extends Error {}

/** Nouns that say no more than that it is one of what units are there. */
export const BARE: ReadonlySet<string> = new Set(["unit", "monster", "character"]);

/** The rows of one game, by their part. */
export class Readings {
  readonly #rows = new Map<string, Row[]>();

  constructor(rows: unknown) {
    for (const schema of asList(rows).map(asSchema)) {
      if (!schema) continue;
      const part = textOf(schema.part);
      const row: Row = { part, is: new Set(textOf(schema.is).split(" ").filter(Boolean)), as: schema.as as Json, with: asSchema(schema.with) ?? {}, options: schema };
      this.#rows.set(part, [...(this.#rows.get(part) ?? []), row]);
    }
  }

  rows(part: string): readonly Row[] {
    return this.#rows.get(part) ?? [];
  }
}

export function withoutBare(atoms: ReadonlySet<string>): Set<string> {
  return new Set([...atoms].filter((atom) => !BARE.has(atom)));
}

/** The words for whom an event is of. */
export function whoOf(thing: Thing | undefined): string[] {
  if (!thing) return [];
  const atoms = [...thing.atoms].map((atom) => (atom === "it" ? "this" : atom === "they" ? "opponent" : atom === "otherplayer" ? "others" : atom)).filter((atom) => !["all", "card"].includes(atom));
  const own = atoms.filter((atom) => !BARE.has(atom));
  return own.length > 0 ? own : atoms.length > 0 ? ["unit"] : [];
}

export function wordsOf(thing: Thing): string {
  return [...thing.atoms, ...Object.values(thing.values)].join(" ");
}

export function isSameSet(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  return first.size === second.size && [...first].every((atom) => second.has(atom));
}

/** Whether a row is of what an effect does; each flag that changes it must be in the row. */
export function matches({ is, part }: Row, effect: Effect): boolean {
  if (!is.has(effect.verb) || (part === "effect" && effect.flags.has("label"))) return false;
  const own = [...is].filter((atom) => atom !== effect.verb && !atom.startsWith("to:") && !atom.includes("="));
  const isTo = [...is].filter((atom) => atom.startsWith("to:"));
  const equal = [...is].filter((atom) => atom.includes("="));
  if (isTo.length > 0 && !isTo.includes(`to:${(effect.to ?? "").replaceAll(" ", "-")}`)) return false;
  if (equal.some((atom) => effect.names[atom.split("=")[0] ?? ""] !== atom.split("=")[1])) return false;
  const expected = new Set([effect.what, ...[...effect.flags].filter((flag) => ["less", "free", "lose", "double", "random", "all", "any", "upto", ...(effect.verb.startsWith("cannot") ? ["nextturn"] : []), ...(effect.verb === "exile" ? ["thisturn", "battle"] : [])].includes(flag))].filter(Boolean));
  return own.every((atom) => expected.has(atom)) && [...expected].every((atom) => own.includes(atom));
}
