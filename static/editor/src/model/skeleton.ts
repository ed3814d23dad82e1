import { asList, asSchema, type Schema, type SchemaBook } from "./schema";

/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The least value that a schema asks for: the keys that it requires, as far as they have an evident value.
 *
 * What only the author can decide (a target, a condition, the id of a card) is left out, so that it is asked for.
 */
export function skeletonOf(book: SchemaBook, schema: Schema): Json | undefined {
  const shapes = book.expand([schema], undefined);
  const fixed = shapes.find((shape) => shape.const !== undefined);
  if (fixed) return fixed.const as Json;
  const choice = shapes.map((shape) => asList(shape.enum)[0]).find((value) => value !== undefined);
  if (choice !== undefined) return choice as Json;
  const types = [shapes.find((shape) => shape.type !== undefined)?.type ?? []].flat().map(String);
  if (types.includes("integer") || types.includes("number")) return leastOf(shapes);
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

/** A whole object of one variant of a union with the keys that it requires, and no others. */
export function variantSkeleton(book: SchemaBook, key: string, kind: string, variant: Schema): Record<string, Json> {
  const shapes = book.expand([variant], undefined);
  return { [key]: kind, ...objectSkeleton(book, shapes, [key]) };
}

function objectSkeleton(book: SchemaBook, shapes: readonly Schema[], without: readonly string[] = []) {
  const required = new Set(shapes.flatMap((shape) => asList(shape.required)).map(String));
  const result: Record<string, Json> = {};
  for (const shape of shapes)
    for (const [name, inner] of Object.entries(asSchema(shape.properties) ?? {})) {
      const schema = asSchema(inner);
      if (!schema || !required.has(name) || without.includes(name) || name in result) continue;
      if (book.expand([schema], undefined).some(isTarget)) continue;
      const value = skeletonOf(book, schema);
      if (value !== undefined) result[name] = value;
    }
  return result;
}

/** The number nearest to 0 that may stand there. */
function leastOf(shapes: readonly Schema[]): number {
  return Math.max(0, ...shapes.map((shape) => Number(shape.minimum ?? 0)));
}

/** A list: of arguments those that it must have, of anything else none. */
function listSkeleton(book: SchemaBook, shapes: readonly Schema[]): Json {
  const items = shapes.flatMap((shape) => asList(shape.prefixItems));
  const least = Math.max(0, ...shapes.map((shape) => Number(shape.minItems ?? 0)));
  return items.slice(0, least).map((item) => skeletonOf(book, asSchema(item) ?? {}) ?? "");
}
