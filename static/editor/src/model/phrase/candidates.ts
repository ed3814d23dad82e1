import { type FieldSpec, holdsObjects, type Place, type Places } from "../places";
import { asSchema, type Schema } from "../schema";
import type { Json } from "../skeleton";
import type { Saying } from "./lexicon";
import { NTH, PER_TURN, TIMES, type Word } from "./words";

/** How many values of a thing are carried on. */
export const WIDTH = 10;

/** A value that some words of a phrase mean: which words, how well, and what it leaves open. */
export interface Candidate {
  readonly value: Json;
  readonly mask: number;
  readonly score: number;
  readonly blanks: readonly string[];
  /** Whether a pattern of the game is in it, that the phrase names. */
  readonly hasPattern?: boolean;
  /** The words of the block that is being filled, where only some of all belong to it. */
  readonly local?: number;
}

/** Whether what a list holds is being worked out already. */
export function isOpen(open: ReadonlySet<Place | string> | undefined, item: Place): boolean {
  return open?.has(`${item.name} ${item.wants}`) || open?.has(item.name || item) || false;
}

export function put(row: Candidate, name: string, candidate: Candidate, mask: number, score: number, blanks: readonly string[] = []): Candidate {
  const value = { ...(row.value as Record<string, Json>), [name]: candidate.value };
  const local = row.local === undefined ? {} : { local: row.local };
  return { value, mask, score, ...local, ...namingOf(row, candidate), blanks: [...row.blanks, ...candidate.blanks.map((blank) => `/${name}${blank}`), ...blanks] };
}

/** That one of some candidates is namingOf by a pattern. */
export function namingOf(...candidates: readonly Candidate[]): { readonly hasPattern?: true } {
  return candidates.some(({ hasPattern }) => hasPattern) ? { hasPattern: true } : {};
}

/** The best of some rows; of those that take up the same words the best two. */
export function best<T extends { readonly mask: number; readonly score: number }>(rows: readonly T[], count: number): T[] {
  const sorted = [...rows].sort((a, b) => b.score - a.score);
  const busy = new Map<number, number>();
  const choices: T[] = [];
  for (const row of sorted) {
    const times = busy.get(row.mask) ?? 0;
    if (times >= 4) continue;
    busy.set(row.mask, times + 1);
    choices.push(row);
    if (choices.length === count) break;
  }
  return choices;
}

/** What a block is of, by its first key; empty where that holds no word. */
export function headOf({ value }: Candidate): string {
  const [head] = Object.values((Array.isArray(value) ? value[0] : value) as Record<string, Json>);
  return typeof head === "string" ? head : "";
}

/** Add a text to a set; false where it was there. */
export function isNew(texts: Set<string>, text: string): boolean {
  const size = texts.size;
  return texts.add(text).size > size;
}

/** The average place in their phrase of the words of a mask. */
export function middle(mask: number): number {
  let [sum, count] = [0, 0];
  for (let bit = 0; bit < 31; bit++) if (mask & (1 << bit)) [sum, count] = [sum + bit, count + 1];
  return count === 0 ? -1 : sum / count;
}

/** Whether a number must be written that no word of the phrase says otherwise. */
export function isNumberAskedFor({ required, place }: FieldSpec): boolean {
  return required && (place.types.has("integer") || place.types.has("number"));
}

/** Whether a comparison or a sum means nothing: it has nothing but plain numbers in it, or one number alone, or the same twice. */
export function isIdle(value: Json, fields: readonly FieldSpec[]): boolean {
  const operands = fields.filter(({ place }) => place.types.has("object") || place.types.has("array")).flatMap(({ name }) => (value as Record<string, Json>)[name] ?? []);
  if (operands.length > 1 && operands.every((operand) => operand === undefined || typeof operand === "number")) return true;
  const inner = Object.values(value as Record<string, Json>);
  const { min, max } = value as Record<string, Json>;
  if (typeof min === "number" && typeof max === "number" && min >= max) return true;
  const lists = inner.filter((item) => Array.isArray(item)) as (readonly Json[])[];
  const numbers = inner.filter((item) => typeof item === "number");
  return lists.some((list) => list.length === 1 && fields.length === 1) || (fields.some(({ name }) => name === "condition") && new Set(numbers).size < numbers.length);
}

/** How many blocks of a value wait for an event. */
export function countWaits(value: Json, waits: (block: Json) => boolean): number {
  if (value === null || typeof value !== "object") return 0;
  const own = Array.isArray(value) || !Object.values(value).some((inner) => Array.isArray(inner) && inner.some((block) => block !== null && typeof block === "object")) || !waits(value) ? 0 : 1;
  return Object.values(value).reduce<number>((sum, inner: Json) => sum + countWaits(inner, waits), own);
}

/** Whether a field tells by its value alone what its object is: blocks, a thing, or a word of its own. */
export function isTelling(place: Place): boolean {
  return place.union !== null || place.types.has("array") || place.options !== null || place.known.length > 0 || holdsObjects(place);
}

export function isWidget(place: Place, widget: string): boolean {
  return place.schemas.some((schema) => asSchema(schema["x-ui"])?.widget === widget);
}

export function uiOf(place: Place): Schema | null {
  return place.schemas.map((schema) => asSchema(schema["x-ui"])).find((ui) => ui !== null) ?? null;
}

/** The words by which the discriminator of a union calls its variants. */
export function optionWords(place: Place, key: string): Schema {
  for (const schema of place.schemas) {
    const options = asSchema(asSchema(asSchema(asSchema(schema.properties)?.[key])?.["x-ui"])?.options);
    if (options) return options;
  }
  return {};
}

/** The field that names the player of each event and moment of a schema, by its name, and the title of each word. */
export function collectWords(value: unknown, players: Map<string, string>, titles: Map<string, string>): void {
  if (Array.isArray(value)) return value.forEach((item) => collectWords(item, players, titles));
  const schema = asSchema(value);
  if (!schema) return;
  const ui = asSchema(schema["x-ui"]);
  for (const [word, title] of Object.entries(asSchema(ui?.options) ?? {})) if (typeof title === "string") titles.set(word, title);
  for (const [word, about] of Object.entries(asSchema(ui?.about) ?? {})) {
    const player = asSchema(about)?.player;
    if (typeof player === "string") players.set(word, player);
  }
  for (const [key, inner] of Object.entries(schema)) if (key !== "x-ui" && key !== "x-i18n") collectWords(inner, players, titles);
}

/** What a number in a field counts, by what the field is called. */
export function countsOf({ ways }: Saying): Word["counts"] {
  const says = (stem: string): boolean => ways.some(({ stems }) => stems.includes(stem));
  return says(NTH) ? "nth" : says(PER_TURN) || says(TIMES) ? "times" : says("turn") || says("thisturn") ? "turns" : "any";
}

/** Blocks one after the other. */
export function join(before: Candidate, inner: Candidate, n: number): Candidate {
  const blanks = [...before.blanks, ...inner.blanks.map((blank) => `/${n}${blank}`)];
  return { value: [...(before.value as readonly Json[]), inner.value], mask: inner.mask, score: inner.score, ...namingOf(before, inner), blanks };
}

/** A list of one block as that block. */
export function single({ value, blanks, ...rest }: Candidate): Candidate {
  return { ...rest, value: (value as readonly Json[])[0] as Json, blanks: blanks.map((blank) => blank.replace(/^\/0/, "")) };
}

/** Where the phrase left something open in items of which some are several blocks. */
export function blanksOf(items: readonly Candidate[]): string[] {
  let count = 0;
  return items.flatMap(({ value, blanks }) => {
    const first = count;
    count += Array.isArray(value) ? value.length : 1;
    return blanks.map((blank) => (Array.isArray(value) ? blank.replace(/^\/(\d+)/, (_, n: string) => `/${first + Number(n)}`) : `/${first}${blank}`));
  });
}

/** Whether a block holds other blocks. */
export function isBranching(fields: readonly FieldSpec[]): boolean {
  return fields.some(({ place }) => place.types.has("array"));
}

/** Whether a number below 0 stands anywhere in a value. */
export function isNegative(value: Json): boolean {
  if (typeof value === "number") return value < 0;
  return value !== null && typeof value === "object" && Object.values(value).some((inner: Json) => isNegative(inner));
}

/** Whether a list is of blocks, or of records that hold blocks. */
export function isBlocks(places: Places, place: Place): boolean {
  if (place.types.has("array")) return holdsObjects(places.item(place, 0) ?? place);
  const isRecord = place.types.has("object") && place.union === null && !place.entries;
  return isRecord && places.shape(place, undefined).fields.some((field) => field.required && field.place.types.has("array") && isBlocks(places, field.place));
}
