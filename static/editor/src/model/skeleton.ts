import { asList, asSchema, type Schema, type SchemaBook } from "./schema";

/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The least value that a schema asks for: the keys that it requires, as far as they have an evident value.
 *
 * What only the author can decide (a target, an event, a condition, the two sides of a comparison, the id of a card) is left out, so
 * that it is asked for.
 */
export function skeletonOf(book: SchemaBook, schema: Schema): Json | undefined {
  const shapes = book.expand([schema], undefined);
  const fixed = shapes.find((shape) => shape.const !== undefined);
  if (fixed) return fixed.const as Json;
  const fallback = shapes.find((shape) => ["string", "boolean"].includes(typeof shape.default))?.default;
  if (fallback !== undefined) return fallback as Json;
  const choice = shapes.map((shape) => asList(shape.enum)[0]).find((value) => value !== undefined);
  if (choice !== undefined) return choice as Json;
  const types = [shapes.find((shape) => shape.type !== undefined)?.type ?? []].flat().map(String);
  if (types.includes("integer") || types.includes("number")) return startOf(shapes);
  if (types.length !== 1) return undefined;
  if (types[0] === "boolean") return false;
  if (types[0] === "array") return listSkeleton(book, shapes);
  return types[0] === "object" && book.unions(shapes).length === 0 ? objectSkeleton(book, shapes) : undefined;
}

/** Whether a place names who or what an effect is about: one of many, of a type that it asks for. */
function isTarget(shape: Schema): boolean {
  const ui = asSchema(shape["x-ui"]);
  return ui?.widget === "select" && ui.type !== undefined;
}

/** A set of moments of a card itself is smaller, and begins with its usual one. */
const EVENTS_LEAST = 10;

/** Whether a place names the event that is waited for, which decides what all the rest may speak of: a large set whose words name a player. */
export function isEvent(shape: Schema): boolean {
  const about = Object.values(asSchema(asSchema(shape["x-ui"])?.about) ?? {});
  return about.length >= EVENTS_LEAST && about.some((words) => asSchema(words)?.player !== undefined);
}

/** Whether a place holds a number that may be computed. */
function isComputable(shape: Schema): boolean {
  const types = [shape.type].flat();
  return types.includes("integer") && types.includes("object");
}

/** A whole object of one variant of a union with the keys that it requires, and no others. */
export function variantSkeleton(book: SchemaBook, key: string, kind: string, variant: Schema): Record<string, Json> {
  const shapes = book.expand([variant], undefined);
  return { [key]: kind, ...objectSkeleton(book, shapes, [key]) };
}

function objectSkeleton(book: SchemaBook, shapes: readonly Schema[], without: readonly string[] = []) {
  const required = new Set(shapes.flatMap((shape) => asList(shape.required)).map(String));
  const result: Record<string, Json> = {};
  const properties = shapes.flatMap((shape) => Object.entries(asSchema(shape.properties) ?? {}));
  const mandatory = properties.filter(([name]) => required.has(name) && !without.includes(name));
  const isComparison = mandatory.length > 1 && mandatory.every(([, inner]) => book.expand([asSchema(inner) ?? {}], undefined).some(isComputable));
  for (const [name, inner] of isComparison ? [] : mandatory) {
    const schema = asSchema(inner);
    if (!schema || name in result) continue;
    if (book.expand([schema], undefined).some((shape) => isTarget(shape) || isEvent(shape))) continue;
    const value = skeletonOf(book, schema);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** The number that a place starts with: its own default, else 1, which does something where 0 does nothing, as far as it may stand there. */
export function startOf(shapes: readonly Schema[]): number {
  const fallback = shapes.map((shape) => shape.default).find((value) => typeof value === "number");
  const [low, high] = [shapes.map((shape) => Number(shape.minimum ?? -Infinity)), shapes.map((shape) => Number(shape.maximum ?? Infinity))];
  return Number(fallback ?? Math.min(Math.max(1, ...low), ...high));
}

/** A list: of arguments those that it must have, of anything else none. */
function listSkeleton(book: SchemaBook, shapes: readonly Schema[]): Json {
  const items = shapes.flatMap((shape) => asList(shape.prefixItems));
  const least = Math.max(0, ...shapes.map((shape) => Number(shape.minItems ?? 0)));
  return items.slice(0, least).map((item) => skeletonOf(book, asSchema(item) ?? {}) ?? "");
}
