import { findNodeAtLocation, getLocation, type JSONPath, type Location, type Node } from "jsonc-parser";
import { Unreachable } from "../model/api";
import type { Findable } from "../model/ranking";
import type { NamedCard, Reference, References } from "../model/references";
import { asList, asSchema, type Schema, type SchemaBook } from "../model/schema";
import type { CardDocument } from "../model/document";
import { atKey, type Offer, valueRange } from "./discriminator";

/** An offer and what it is found by. */
export type FindableOffer = Offer & Findable;

/** Where in a text a reference may be written. */
interface Spot {
  readonly path: JSONPath;
  readonly from: number;
  readonly to: number;
  /** `$` for a whole reference, `{` for one within a text. */
  readonly opener: "$" | "{" | "";
}

/**
 * What may be referred to at the cursor, from the server; nothing at a key, or while it cannot be reached.
 *
 * The token under the cursor is sent as an empty text, so that a reference which is half written breaks nothing.
 */
export async function referenceOffers(
  book: SchemaBook,
  references: References,
  document: CardDocument,
  text: string,
  offset: number,
): Promise<FindableOffer[]> {
  const spot = spotOf(text, offset);
  if (!spot || (!spot.opener && !takesReference(book, document, spot.path))) return [];
  const { from, to } = wholeValue(text, offset);
  const asked = `${text.slice(0, from)}""${text.slice(to)}`;
  const matches = await reachable(references.inScope(pointerOf(spot.path), asked));
  return matches.filter((one) => shown(one, spot)).map((one) => referenceOffer(one, spot));
}

/** The cards of the pack where a card is named. */
export async function nameOffers(
  book: SchemaBook,
  references: References,
  document: CardDocument,
  text: string,
  offset: number,
): Promise<FindableOffer[]> {
  const location = getLocation(text, offset);
  const named = atKey(location) ? undefined : hintsAt(book, document, location.path).find(namesCard);
  if (!named) return [];
  const range = valueRange(location, text, offset);
  const typed = text.slice(range.from, offset).replace(/^"/, "");
  if (typed.startsWith("$") || typed.startsWith("{")) return [];
  const matches = await reachable(references.names(typed, asList(named.kinds).map(String)));
  return matches.map((card) => nameOffer(card, range));
}

/** The triggers of the document, where one is named by its id. */
export function triggerOffers(book: SchemaBook, document: CardDocument, text: string, offset: number): FindableOffer[] {
  const location = getLocation(text, offset);
  const { tree } = document;
  if (atKey(location) || !tree || !namesTrigger(book, document, location.path)) return [];
  const range = valueRange(location, text, offset);
  const ids = [...new Set(triggerIds(tree))];
  return ids.map((id) => ({ label: id, title: "", info: "", ...range, snippet: JSON.stringify(id).replace(/[{}$]/g, "\\$&"), kind: "value" }));
}

/** The words that may be written at the cursor: of an enumeration among arguments, and those that an open set already has. */
export function wordOffers(book: SchemaBook, document: CardDocument, text: string, offset: number): FindableOffer[] {
  const location = getLocation(text, offset);
  if (atKey(location) || location.path.length === 0) return [];
  const range = valueRange(location, text, offset);
  const inList = typeof location.path.at(-1) === "number";
  const listed = inList ? book.at(location.path, document.tree, true).filter((schema) => Array.isArray(schema.enum)) : [];
  const words = [
    ...listed.map((schema) => asSchema(schema["x-ui"])).flatMap((hints) => worded(hints?.options, hints?.others)),
    ...hintsAt(book, document, location.path).flatMap((hints) => worded(hints.known, hints.knownOthers)),
  ];
  return words.map(([value, title, other]) => {
    return { label: value, title, titles: [other].filter(Boolean), info: "", ...range, snippet: JSON.stringify(value), kind: "value" };
  });
}

function worded(titles: unknown, inOther: unknown): [value: string, title: string, other: string][] {
  const others = asSchema(inOther) ?? {};
  return Object.entries(asSchema(titles) ?? {}).map(([value, title]) => [value, String(title), String(others[value] ?? "")]);
}

/** The hints of the schema for the value at a path; an item of a list has those of the list too. */
function hintsAt(book: SchemaBook, document: CardDocument, path: JSONPath): Schema[] {
  const list = typeof path.at(-1) === "number" ? book.at(path.slice(0, -1), document.tree) : [];
  const schemas = [...book.at(path, document.tree, true), ...list.filter((schema) => schema.prefixItems === undefined)];
  return schemas.map((schema) => asSchema(schema["x-ui"])).filter((hints) => hints !== null);
}

function namesTrigger(book: SchemaBook, document: CardDocument, path: JSONPath): boolean {
  return hintsAt(book, document, path).some((hints) => hints.names === "trigger");
}

/** The ids of what answers an event. */
export function triggerIds(node: Node): string[] {
  const inner = (node.children ?? []).flatMap((child) => triggerIds(child));
  const id: unknown = node.type === "object" ? findNodeAtLocation(node, ["id"])?.value : undefined;
  const answers = ["event", "trigger"].some((key) => node.type === "object" && findNodeAtLocation(node, [key]));
  return typeof id === "string" && answers ? [id, ...inner] : inner;
}

function spotOf(text: string, offset: number): Spot | null {
  const location = getLocation(text, offset);
  if (atKey(location) || location.path.length === 0) return null;
  const range = valueRange(location, text, offset);
  const typed = text.slice(range.from, offset);
  const tail = /(?<![\w.{}-])[\w.{}-]*$/.exec(typed)?.[0] ?? "";
  const brace = tail.indexOf("{");
  if (brace >= 0 && typed.startsWith('"')) return { ...within(text, offset - tail.length + brace, offset), path: location.path, opener: "{" };
  return { ...range, path: location.path, opener: /^"?\$/.test(typed) ? "$" : "" };
}

/** From an opening brace to its own closing one, if that is there already. */
function within(text: string, from: number, offset: number): { from: number; to: number } {
  return { from, to: text[offset] === "}" ? offset + 1 : offset };
}

function wholeValue(text: string, offset: number): { from: number; to: number } {
  const location: Location = getLocation(text, offset);
  return valueRange(location, text, offset);
}

function shown(one: Reference, spot: Spot): boolean {
  return spot.opener !== "{" || !one.type.endsWith("[]");
}

function referenceOffer(one: Reference, spot: Spot): FindableOffer {
  const braced = `{${one.insert.replace(/^\$/, "").replace(/^\{(.*)\}$/s, "$1")}}`;
  const written = spot.opener === "{" ? braced : JSON.stringify(one.insert);
  return {
    label: spot.opener === "{" ? braced : one.insert,
    title: one.title.en,
    titles: [one.title.zh],
    aliases: [one.type, one.group],
    info: one.why ? `${one.why.en} ${one.why.zh}` : "",
    from: spot.from,
    to: spot.to,
    snippet: written.replace(/[{}$]/g, "\\$&"),
    kind: one.fits ? "reference" : "unfit",
  };
}

function nameOffer(card: NamedCard, range: { from: number; to: number }): FindableOffer {
  const { en, zh } = card.name;
  const snippet = JSON.stringify(card.id);
  return { label: card.id, title: en || zh, titles: [zh], info: card.kind, ...range, snippet, kind: "value" };
}

/** A reference in the language of the page: the other language's words are found by, and not shown. */
export function spoken(offer: FindableOffer, language: "en" | "zh"): FindableOffer {
  const [zh] = offer.titles ?? [];
  return language === "zh" && zh ? { ...offer, title: zh, titles: [offer.title] } : offer;
}

function takesReference(book: SchemaBook, document: CardDocument, path: JSONPath): boolean {
  return book.at(path, document.tree, true).some((schema) => {
    const widget = asSchema(schema["x-ui"])?.widget;
    const isReference = typeof schema.$ref === "string" && /\/(?:reference|template)$/.test(schema.$ref);
    return isReference || widget === "reference" || widget === "value" || widget === "targets" || typeOf(schema) !== "";
  });
}

function namesCard(hints: Schema): boolean {
  return hints.names === "card" || hints.type === "cardID";
}

function typeOf(schema: Record<string, unknown>): string {
  const type = asSchema(schema["x-ui"])?.type;
  return typeof type === "string" ? type : "";
}

function pointerOf(path: JSONPath): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Without the server the rest of the list is still of use. */
async function reachable<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unreachable) return [];
    throw error;
  }
}
