import { asList, asSchema, type Schema, type SchemaBook } from "../model/schema";
import { startOf } from "../model/skeleton";

/** A place where the author types, in CodeMirror's form: numbered, perhaps with a first value. */
type Place = (first?: string) => string;

/** What a new value starts as. */
function valueSnippet(book: SchemaBook, schema: Schema | null, place: Place): string {
  const shapes = schema ? book.expand([schema], undefined) : [];
  const fixed = shapes.find((shape) => shape.const !== undefined);
  if (fixed) return escaped(JSON.stringify(fixed.const));
  const choice = shapes.flatMap((shape) => asList(shape.enum)).find((value) => typeof value === "string");
  if (choice) return `"${place(escaped(choice))}"`;
  const types = new Set(shapes.flatMap((shape) => (Array.isArray(shape.type) ? asList(shape.type) : [shape.type])));
  types.delete(undefined);
  if (types.has("integer") || types.has("number")) return place(String(startOf(shapes)));
  if (types.size !== 1) return place();
  if (types.has("string")) return `"${place()}"`;
  if (types.has("array")) return listSnippet(book, shapes, place);
  if (types.has("object") && book.unions(shapes).length === 0) return objectSnippet(book, shapes, [], place);
  return types.has("boolean") ? place("false") : place();
}

/** A list: of arguments, each at its place, those that it must have; of anything else, empty. */
function listSnippet(book: SchemaBook, shapes: readonly Schema[], place: Place): string {
  const items = shapes.flatMap((shape) => asList(shape.prefixItems));
  const least = Math.max(0, ...shapes.map((shape) => Number(shape.minItems ?? 0)));
  if (shapes.some((shape) => shape.maxItems === 0)) return "[]";
  const needed = items.slice(0, least).map((item) => valueSnippet(book, asSchema(item), place));
  return needed.length > 0 ? `[${needed.join(", ")}]` : `[${place()}]`;
}

/** An object with the keys that it requires, behind those that are given. */
function objectSnippet(book: SchemaBook, shapes: readonly Schema[], given: readonly string[], place: Place): string {
  const all = [...given, ...fieldSnippets(book, shapes, place)];
  return all.length > 0 ? `{ ${all.join(", ")} }` : place();
}

/** The keys that an object requires, each with what its value starts as. */
function fieldSnippets(book: SchemaBook, shapes: readonly Schema[], place: Place): string[] {
  const required = new Set(shapes.flatMap((shape) => asList(shape.required)).map(String));
  return [...required].map((name) => {
    const schema = shapes.map((shape) => asSchema(asSchema(shape.properties)?.[name])).find((found) => found);
    return `${JSON.stringify(name)}: ${valueSnippet(book, schema ?? null, place)}`;
  });
}

/** The fields that a variant requires beside those that are written, in CodeMirror's form. */
export function requiredSnippets(book: SchemaBook, variant: Schema, written: readonly string[]): string[] {
  const shapes = without(book.expand([variant], undefined), written);
  return fieldSnippets(book, shapes, numberedPlaces());
}

function without(shapes: readonly Schema[], names: readonly string[]): Schema[] {
  return shapes.map((shape) => ({
    ...shape,
    required: asList(shape.required).filter((name) => !names.includes(String(name))),
  }));
}

function numberedPlaces(): Place {
  let places = 0;
  return (first) => (first ? `\${${++places}:${first}}` : `\${${++places}}`);
}

/** A whole object of one variant with the keys that it requires, and no others. */
export function variantSnippet(book: SchemaBook, key: string, value: string, variant: Schema): string {
  const shapes = without(book.expand([variant], undefined), [key]);
  const first = `${JSON.stringify(key)}: ${escaped(JSON.stringify(value))}`;
  return objectSnippet(book, shapes, [first], numberedPlaces());
}

/** Turn the language service's `$1` and choices into CodeMirror's `${1}`; `${1:x}` means the same to both. */
export function fromService(snippet: string): string {
  const pieces = snippet.split("}");
  const last = pieces.pop() ?? "";
  return [...pieces.map((piece) => piece.replace(/\$\{(\d+)\|([^,|]*).*$/s, "${$1:$2")), last]
    .join("}")
    .replace(/\$(\d+)/g, "${$1}")
    .replace(/\\\$/g, "$");
}

function escaped(text: string): string {
  return text.replace(/[{}]/g, "\\$&");
}
