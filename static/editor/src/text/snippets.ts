import { asList, asSchema, type Schema, type SchemaBook } from "../model/schema";

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
  if (types.has("integer") || types.has("number")) return place("0");
  if (types.size !== 1) return place();
  if (types.has("string")) return `"${place()}"`;
  if (types.has("array")) return `[${place()}]`;
  return types.has("boolean") ? place("false") : place();
}

/** A whole object of one variant with the keys that it requires, and no others. */
export function variantSnippet(book: SchemaBook, key: string, value: string, variant: Schema): string {
  const shapes = book.expand([variant], undefined);
  const required = new Set(shapes.flatMap((shape) => asList(shape.required)).map(String));
  required.delete(key);
  let places = 0;
  const place: Place = (first) => (first ? `\${${++places}:${first}}` : `\${${++places}}`);
  const fields = [...required].map((name) => {
    const schema = shapes.map((shape) => asSchema(asSchema(shape.properties)?.[name])).find((found) => found);
    return `${JSON.stringify(name)}: ${valueSnippet(book, schema ?? null, place)}`;
  });
  return `{ ${[`${JSON.stringify(key)}: ${escaped(JSON.stringify(value))}`, ...fields].join(", ")} }`;
}

/** Turn the language service's `$1` and choices into CodeMirror's `${1}`; `${1:x}` means the same to both. */
export function fromService(snippet: string): string {
  return snippet
    .replace(/\$\{(\d+)\|([^,|}]*)[^}]*\}/g, "${$1:$2}")
    .replace(/\$(\d+)/g, "${$1}")
    .replace(/\\\$/g, "$");
}

function escaped(text: string): string {
  return text.replace(/[{}]/g, "\\$&");
}
