import type { Places } from "../places";
import { aliasesOf, asList, asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import { bind } from "./bind";
import { NAMING } from "./effects";
import { isChoice } from "./frames";
import { Readings } from "./rows";
import { readingOf } from "./sentence";
import { Forms } from "./tokens";
import type { Form } from "./vocabulary";

/** What a sentence means for one list of a card. */
export interface Read {
  readonly of: string;
  readonly values: readonly Json[];
  readonly blanks: readonly string[];
  /** Words of no meaning here, like a name. */
  readonly unknown: readonly string[];
}

/** What came of a sentence: blocks, or what the game cannot say of it. */
export interface Outcome {
  readonly reads: readonly Read[];
  readonly missing: readonly string[];
  /** Whether every word of it was understood. */
  readonly isWhole: boolean;
}

/** How much of a sentence may be of no meaning: a word, or two Chinese signs. */
const MAX_UNKNOWN = 2;
const EMPTY_OUTCOME: Outcome = { reads: [], missing: [], isWhole: false };
const HAN = /\p{Script=Han}/u;

/** Reads sentences by the grammar that all games share, and writes them as the readings of one game say. */
export class Reader {
  readonly #forms: Forms;
  readonly #nouns: ReadonlySet<string>;
  readonly #readings: Readings;
  #latest: { readonly text: string; readonly outcome: Outcome } | null = null;

  constructor(readonly places: Places) {
    const hints = asSchema(places.book.root["x-ui"]);
    const rows = asList(hints?.nouns).map(asSchema).filter((row) => row !== null);
    this.#nouns = new Set(rows.map((row) => textOf(row.kind)));
    this.#forms = new Forms(rows.flatMap((row) => this.#formsOf(row)));
    this.#readings = new Readings(hints?.readings);
  }

  /** What a sentence means; `label` is a name that the card does not use yet. */
  read(text: string, label: string): Outcome {
    if (this.#latest?.text === text) return this.#latest.outcome;
    const outcome = this.#read(text, label);
    this.#latest = { text, outcome };
    return outcome;
  }

  #read(text: string, label: string): Outcome {
    const reading = readingOf(text, this.#forms, this.#nouns);
    if (reading === null) return EMPTY_OUTCOME;
    const knownWords = reading.unread.filter((word) => !reading.unknown.includes(word));
    if (knownWords.length > 0) return { reads: [], missing: knownWords, isWhole: false };
    const isNaming = reading.effects.some((effect) => !isChoice(effect) && NAMING.has(effect.verb));
    if (!isNaming && reading.unknown.reduce((sum, word) => sum + (HAN.test(word) ? 1 : 2), 0) > MAX_UNKNOWN) return { reads: [], missing: reading.unknown, isWhole: false };
    const [first] = reading.effects;
    const isLabel = first !== undefined && !isChoice(first) && first.flags.has("label");
    const { bounds, missing } = bind(this.#readings, reading, label);
    const reads = bounds.map((bound) => ({ ...bound, blanks: [...bound.blanks, ...emptyPlaces(bound.values)], unknown: reading.unknown }));
    return { reads, missing: reads.length > 0 ? [] : [...new Set(missing)], isWhole: !isLabel };
  }

  /** The words of a set: those that the schema has, or further ones. */
  #formsOf(row: Schema): Form[] {
    const kind = textOf(row.kind);
    const form = (value: string, text: string): Form => ({ kind, value, text: text.toLowerCase(), isHan: HAN.test(text) });
    const value = textOf(row.value);
    if (value) return aliasesOf(row).map((text) => form(value, text));
    const [name = "", ...keys] = textOf(row.at).split(" ");
    let place = this.places.of([asSchema((this.places.book.root.$defs as Schema)[name]) as Schema]);
    for (const key of keys) place = this.places.shape(place, undefined).fields.find((field) => field.name === key)?.place ?? place;
    return [...(place.options ?? []), ...place.known].flatMap(({ value: own, word, other }) => [word, other, String(own).replaceAll("_", " ")].filter(Boolean).map((text) => form(String(own), text)));
  }
}

/** Pointers of names that the sentence leaves open. */
function emptyPlaces(value: Json, pointer = ""): string[] {
  if (value === "") return [pointer];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyPlaces(inner as Json, `${pointer}/${key}`));
}
