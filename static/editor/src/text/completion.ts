import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { getLocation, type JSONPath } from "jsonc-parser";
import { CompletionItemKind } from "vscode-json-languageservice";
import type { CardDocument } from "../model/document";
import type { SchemaBook } from "../model/schema";
import { atKey, discriminatorKeys, discriminatorOffers, ended, enumAbout, enumWords, type Offer, words } from "./discriminator";
import { rankByMeaning } from "../model/ranking";
import type { References } from "../model/references";
import type { Language } from "../i18n";
import { nameOffers, referenceOffers, spoken, triggerOffers, wordOffers } from "./references";
import type { JsonService } from "./service";
import { fromService } from "./snippets";

/** What completion needs of the editor; the schema arrives after the page. */
export interface Knowledge {
  readonly book: SchemaBook;
  readonly service: JsonService;
  /** Absent where no server can be asked. */
  readonly references?: References;
  readonly language?: Language;
}

/**
 * Offer what may be inserted at the cursor: keys and values of the schema, every variant for a discriminator, whole blocks.
 *
 * The list is filtered here and `from` is the cursor: with a quote before it CodeMirror would match the quote too and
 * show nothing.
 */
export function completionSource(document: CardDocument, knowledge: () => Knowledge | null) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const known = knowledge();
    const text = context.state.doc.toString();
    if (!known || !(context.explicit || wanted(text, context.pos))) return null;
    const offers = await allOffers(known, document, text, context.pos);
    const matches = rank(offers, text, context.pos);
    if (context.aborted || matches.length === 0) return null;
    return { from: context.pos, filter: false, options: matches.map(asCompletion) };
  };
}

/** Typing a letter, a quote, or the start of a value asks; a space or a bracket closed does not. */
function wanted(text: string, offset: number): boolean {
  return /["\p{L}\p{N}_.$-]$|[[:,{]\s?$/u.test(text.slice(Math.max(0, offset - 2), offset));
}

async function allOffers(known: Knowledge, document: CardDocument, text: string, offset: number): Promise<Offer[]> {
  const [asked, shape] = await Promise.all([
    serverOffers(known, document, text, offset),
    shapeOffers(known, document, text, offset),
  ]);
  const words = wordOffers(known.book, document, text, offset);
  const others = shape.filter((offer) => !words.some((word) => word.label === offer.label));
  return [...asked, ...triggerOffers(known.book, document, text, offset), ...words, ...others];
}

/** What only the server knows: references in scope, and cards of the pack. */
async function serverOffers(known: Knowledge, document: CardDocument, text: string, offset: number): Promise<Offer[]> {
  const { book, references, language = "en" } = known;
  if (!references) return [];
  const matches = await Promise.all([
    referenceOffers(book, references, document, text, offset),
    nameOffers(book, references, document, text, offset),
  ]);
  return matches.flat().map((offer) => spoken(offer, language));
}

async function shapeOffers(known: Knowledge, document: CardDocument, text: string, offset: number): Promise<Offer[]> {
  const tree = text === document.text ? document.tree : undefined;
  const own = discriminatorOffers(known.book, text, tree, offset);
  if (own.some((offer) => offer.kind === "variant")) return own;
  const theirs = await serviceOffers(known, document, text, offset);
  return own.length > 0 ? [...own, ...theirs.filter((offer) => !/^[[{]/.test(offer.snippet))] : theirs;
}

async function serviceOffers(known: Knowledge, document: CardDocument, text: string, offset: number): Promise<Offer[]> {
  const { items, offsetAt } = await known.service.complete(text, offset);
  const location = getLocation(text, offset);
  const chooses = atKey(location) ? discriminatorKeys(known.book, text, document.tree, offset) : [];
  return items.map((item) => {
    const edit = item.textEdit && "range" in item.textEdit ? item.textEdit : null;
    const from = edit ? offsetAt(edit.range.start) : offset;
    const end = edit ? offsetAt(edit.range.end) : offset;
    const range = { from, to: ended(text, from, end) ? end : offset };
    const snippet = fromService(edit?.newText ?? item.insertText ?? item.label);
    if (item.kind !== CompletionItemKind.Property) {
      const schemas = known.book.at(location.path, document.tree);
      const title = enumWords(schemas, unquoted(item.label));
      const { info, aliases } = enumAbout(schemas, unquoted(item.label), known.language);
      const description = info || textOf(item.documentation);
      return { label: unquoted(item.label), title, info: description, aliases, ...range, snippet, kind: "value" };
    }
    const path = [...location.path.slice(0, -1), item.label];
    return { ...keyOffer(known.book, document, path, chooses.includes(item.label), snippet), ...range, kind: "key" };
  });
}

/** A key with the words of the schema; its value starts empty where the next list offers what fits. */
function keyOffer(book: SchemaBook, document: CardDocument, path: JSONPath, chooses: boolean, snippet: string) {
  const described = book.at(path, document.tree).find((schema) => schema.title ?? schema.description);
  const description = words(String(path.at(-1)), described ?? {});
  if (chooses) return { ...description, snippet: snippet.replace(/:\s*(?:"[^"]*"|\$\{[^}]*\})/, ': "${1}"') };
  const blocks = book.unions(book.at(path, document.tree, true)).length > 0;
  return { ...description, snippet: blocks ? snippet.replace("{${1}}", "${1}") : snippet };
}

/** Those that the typed text may mean, best first; a word that is whole already asks for its alternatives. */
export function rank(offers: readonly Offer[], text: string, offset: number): Offer[] {
  const whole = offers.find(
    (offer) => offer.to <= offset + 1 && unquoted(text.slice(offer.from, offer.to)) === unquoted(offer.label),
  );
  if (whole) return [whole, ...offers.filter((offer) => offer !== whole)];
  const fitting = offers.filter((offer) => offer.kind !== "unfit");
  const others = offers.filter((offer) => offer.kind === "unfit");
  return [...rankedByTyped(fitting, text, offset), ...rankedByTyped(others, text, offset)];
}

/** Offers may replace different ranges, and so are asked for by different words. */
function rankedByTyped(offers: readonly Offer[], text: string, offset: number): Offer[] {
  const words = new Map<string, Offer[]>();
  for (const offer of offers) {
    const typed = unquoted(text.slice(offer.from, Math.max(offer.from, offset))).replace(/^[${]+/, "");
    words.set(typed, [...(words.get(typed) ?? []), offer]);
  }
  return [...words].flatMap(([typed, matches]) => rankByMeaning(matches, typed));
}

function asCompletion(offer: Offer, place: number): Completion {
  return {
    label: unquoted(offer.label),
    ...(offer.title ? { detail: offer.title } : {}),
    ...(offer.info ? { info: offer.info } : {}),
    type: offer.kind,
    boost: 99 - place,
    apply: (view, completion) => accept(view, completion, offer),
  };
}

function accept(view: EditorView, completion: Completion, offer: Offer): void {
  const to = Math.max(offer.to, view.state.selection.main.head);
  snippet(offer.snippet)(view, completion, offer.from, to);
  if (offer.snippet.includes("${1}")) startCompletion(view);
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, "");
}

function textOf(documentation: string | { value: string } | undefined): string {
  return typeof documentation === "string" ? documentation : (documentation?.value ?? "");
}
