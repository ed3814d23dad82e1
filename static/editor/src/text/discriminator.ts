import { findNodeAtLocation, getLocation, type Location, type Node } from "jsonc-parser";
import { aliasesOf, asSchema, type Schema, type SchemaBook, type Union } from "../model/schema";
import { requiredSnippets, variantSnippet } from "./snippets";

/** One thing that may be inserted at the cursor. */
export interface Offer {
  /** What the author reads and types to find it. */
  readonly label: string;
  readonly title: string;
  readonly info: string;
  /** CodeMirror snippet that replaces the range. */
  readonly snippet: string;
  readonly from: number;
  readonly to: number;
  readonly kind: "variant" | "block" | "key" | "value" | "reference" | "unfit";
  /** Titles in other languages, and words by which an author may look for it. */
  readonly titles?: readonly string[];
  readonly aliases?: readonly string[];
}

/**
 * What the unions of the schema offer at an offset: every variant for the discriminator's value, whole blocks where a
 * value of the union is missing.
 *
 * The language service alone offers only those variants that fit the keys already there (monaco-editor#2303).
 */
export function discriminatorOffers(book: SchemaBook, text: string, tree: Node | undefined, offset: number): Offer[] {
  const location = getLocation(text, offset);
  if (atKey(location) || inComment(text, offset)) return [];
  const range = valueRange(location, text, offset);
  const owner = location.path.slice(0, -1);
  const key = location.path.at(-1);
  const ofOwner = book.unions(book.at(owner, tree)).filter((union) => union.key === key);
  if (ofOwner.length > 0) {
    const object = tree && findNodeAtLocation(tree, owner);
    const written = (object?.children ?? []).map((property) => String(property.children?.[0]?.value));
    const gap = object && text.slice(object.offset, range.from).includes("\n") ? ",\n" : ", ";
    return ofOwner.flatMap((union) => variantOffers(book, union, range, { written, gap }));
  }
  if (location.previousNode?.type === "object" || location.previousNode?.type === "array") return [];
  const unions = book.unions(book.at(location.path, tree, true));
  return unions.flatMap((union) => blockOffers(book, union, range));
}

/** The keys that choose a variant in the object around an offset; the language service is not asked for them. */
export function discriminatorKeys(book: SchemaBook, text: string, tree: Node | undefined, offset: number): string[] {
  const location = getLocation(text, offset);
  return book.unions(book.at(location.path.slice(0, -1), tree)).map((union) => union.key);
}

/** The names of the variants, each with the fields that it requires and that are not written yet. */
function variantOffers(
  book: SchemaBook,
  union: Union,
  range: { from: number; to: number },
  around: { written: readonly string[]; gap: string },
): Offer[] {
  return [...union.variants].map(([value, schema]) => {
    const fields = requiredSnippets(book, schema, [union.key, ...around.written]);
    const snippet = [JSON.stringify(value), ...fields].join(around.gap);
    return { ...words(value, schema), ...range, snippet, kind: "variant" };
  });
}

function blockOffers(book: SchemaBook, union: Union, range: { from: number; to: number }): Offer[] {
  return [...union.variants].map(([value, schema]) => {
    return {
      ...words(value, schema),
      ...range,
      snippet: variantSnippet(book, union.key, value, schema),
      kind: "block",
    };
  });
}

/** What a schema calls something, and by which words it is found in either language. */
export function words(label: string, schema: Schema): Pick<Offer, "label" | "title" | "info" | "titles" | "aliases"> {
  const title = typeof schema.title === "string" ? schema.title : "";
  const info = typeof schema.description === "string" ? schema.description : "";
  const chinese = asSchema(asSchema(schema["x-i18n"])?.zh)?.title;
  const titles = typeof chinese === "string" && chinese !== title ? [chinese] : [];
  const aliases = aliasesOf(asSchema(schema["x-ui"]));
  return { label, title: title === label ? "" : title, info, titles, aliases };
}

/** Whether the cursor is where a key stands; jsonc-parser says so after a comma in a list too. */
export function atKey(location: Location): boolean {
  return location.isAtPropertyKey && typeof location.path.at(-1) !== "number";
}

/** Whether a token is whole: a string without its closing quote runs to the end of its line. */
export function ended(text: string, from: number, to: number): boolean {
  return text[from] !== '"' || (to - from > 1 && text[to - 1] === '"');
}

/** The token under the cursor, which an offer replaces. */
export function valueRange(location: Location, text: string, offset: number): { from: number; to: number } {
  const node = location.previousNode;
  const leaf = node && node.type !== "object" && node.type !== "array" && node.type !== "property";
  if (leaf && offset >= node.offset && offset <= node.offset + node.length) {
    return {
      from: node.offset,
      to: ended(text, node.offset, node.offset + node.length) ? node.offset + node.length : offset,
    };
  }
  const typed = /(?<!["\p{L}\p{N}_.$-])["\p{L}\p{N}_.$-]*$/u.exec(text.slice(Math.max(0, offset - 80), offset))?.[0] ?? "";
  return { from: offset - typed.length, to: offset };
}

function inComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^(?:[^"]|"(?:[^"\\]|\\.)*")*?\/\//.test(line);
}

/** What the schema says about a value of an enumeration: what it means, and the words by which it is found. */
export function enumAbout(
  schemas: readonly Schema[],
  value: unknown,
  language: "en" | "zh" = "en",
): { info: string; aliases: readonly string[] } {
  for (const schema of schemas) {
    const about = asSchema(asSchema(asSchema(schema["x-ui"])?.about)?.[String(value)]);
    if (!about) continue;
    const description = asSchema(about.description) ?? {};
    const info = description[language];
    return { info: typeof info === "string" ? info : "", aliases: aliasesOf(about) };
  }
  return { info: "", aliases: [] };
}

/** Words for the values of an enumeration, where the schema has them. */
export function enumWords(schemas: readonly Schema[], value: unknown): string {
  for (const schema of schemas) {
    const option = asSchema(asSchema(schema["x-ui"])?.options)?.[String(value)];
    if (typeof option === "string") return option;
  }
  return "";
}
