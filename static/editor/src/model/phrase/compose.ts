import type { FieldSpec, Place, Places } from "../places";
import { asList, asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import { Reader } from "../reading/reader";
import { collectWords, isNew, optionWords, uiOf } from "./candidates";
import { isAgain, Lexicon, type Saying, waysOf } from "./lexicon";
import { EVENT, LABEL, OWNER, PLAYER, SAME } from "./marks";
import { EVENT_COST, isSilent, Search } from "./search";
import { HAN, readPhrase, type Word } from "./words";

/** Blocks that a phrase may mean, for one slot of a card. */
export interface Proposal {
  /** What would be inserted, one after the other. */
  readonly values: readonly Json[];
  readonly score: number;
  /** Whether a pattern of the game is in them, that the phrase names. */
  readonly hasPattern: boolean;
  /** The words that they leave out. */
  readonly unmatchedWords: readonly string[];
  /** The titles of the blocks with their numbers, in reading order. */
  readonly outline: string;
  /** Pointers of what the phrase did not say, below the inserted list: `/0/target`. */
  readonly blanks: readonly string[];
}

/** A word of a closed set with the ways to say it; that of an event costs more where nothing says "when". */
export interface NamedWord {
  readonly value: Json;
  readonly saying: Saying;
  readonly cost: number;
  /** Whether it stands for a list of things. */
  readonly isMany: boolean;
}

/** One kind of block with its fields and the ways to say it. */
export interface Variant {
  readonly kind: string;
  readonly key: string;
  readonly fields: readonly FieldSpec[];
  readonly saying: Saying;
  /** Whether it stands for all of some things, by no field of its own. */
  readonly isMany: boolean;
}

/** Blocks of which a ruleset gives some keys, under the words of the trade for them; the phrase says the rest. */
export interface Pattern {
  readonly blocks: readonly Json[];
  readonly saying: Saying;
}

const MAX_PROPOSALS = 8;
/** A reference to an event where there is none. */
const NO_EVENT = '"$.';

/** The parts of a block as its title and what is chosen in it: `Mana: add 1`, but `Gain mana 1`. */
function withTitle([title = "", ...rest]: readonly string[]): string {
  const first = title.charAt(0).toUpperCase() + title.slice(1);
  return rest.some((part) => /^[a-z]/.test(part)) ? `${first}: ${rest.join(" ")}` : [first, ...rest].join(" ");
}

/** Turns sentences into blocks by what a schema says of its blocks: their titles, their search words, the types of their fields, and the patterns of the ruleset. */
export class Composer {
  readonly lexicon: Lexicon;
  readonly reader: Reader;
  readonly #subtypes: Schema;
  /** The reference to the player whose card it is, where all moments have the same; else empty. */
  readonly owner: string;
  readonly #players = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  readonly #options = new WeakMap<Place, readonly NamedWord[]>();
  readonly #abouts = new WeakMap<Place, Schema>();
  readonly #variants = new WeakMap<Schema, Variant>();
  readonly #fields = new WeakMap<Place, Saying>();
  readonly #patterns = new Map<string, Pattern[]>();
  /** The events of patterns without words. */
  readonly #unsaidEvents = new Set<string>();
  #latest: { readonly text: string; readonly search: Search } | null = null;

  constructor(readonly places: Places) {
    const hints = asSchema(places.book.root["x-ui"]);
    this.lexicon = new Lexicon(places.book.root);
    this.reader = new Reader(places);
    this.#subtypes = asSchema(hints?.subtypes) ?? {};
    this.owner = textOf(hints?.owner);
    collectWords(places.book.root, this.#players, this.#titles);
    for (const pattern of asList(hints?.patterns).map(asSchema)) {
      const [rows, texts] = [this.#patterns.get(textOf(pattern?.of)) ?? [], waysOf(pattern)];
      rows.push({ blocks: asList(pattern?.blocks) as Json[], saying: this.lexicon.saying(texts, true) });
      this.#patterns.set(textOf(pattern?.of), rows);
      if (texts.length === 0) for (const word of Object.values(asSchema(asList(pattern?.blocks)[0]) ?? {})) if (typeof word === "string" && this.#players.has(word)) this.#unsaidEvents.add(word);
    }
  }

  words(text: string): readonly Word[] {
    return readPhrase(text, this.lexicon.terms);
  }

  /**
   * What a phrase may mean as items of a list, the best first.
   *
   * `event` is the event or moment around the list, whose player is meant where the phrase names none; `label` is a name that
   * the card does not use yet.
   */
  compose(item: Place, text: string, event = "", label = "a1"): readonly Proposal[] {
    const words = this.words(text);
    if (words.length === 0) return [];
    const search = this.#searchOf(text, words);
    const total = words.reduce((sum, word, n) => sum + (word.isWeak || word.isLabel || isSilent(word) || isAgain(words, n) ? 0.1 : this.lexicon.weight(word)), 0);
    const texts = new Set<string>();
    const rows = search.sequences(item, 0).map((row) => ({ ...row, values: (row.value as readonly Json[]).map((item) => this.#resolved(item, event, label)) }));
    const distinct = rows.map((row) => ({ ...row, text: JSON.stringify(row.values) })).filter(({ text, values }) => !text.includes(NO_EVENT) && search.isOfFewEvents(values) && isNew(texts, text));
    return distinct.slice(0, MAX_PROPOSALS).map(({ value, values, mask, score, blanks, hasPattern }) => ({
      values,
      hasPattern: hasPattern ?? false,
      outline: (value as readonly Json[]).map((item) => this.#outline(item)).join(" · "),
      score: score / total,
      unmatchedWords: words.filter((word, bit) => !(mask & (1 << bit)) && !word.isFiller && !word.isWeak && !(word.isLabel && !this.lexicon.knows(word.stem)) && !isSilent(word) && !isAgain(words, bit)).map(({ text }) => text),
      blanks,
    }));
  }

  /** Blocks that the grammar read, as a proposal; null where they refer to an event that is not around them. */
  proposal(blocks: readonly Json[], event: string, label: string, blanks: readonly string[], unmatchedWords: readonly string[]): Proposal | null {
    const values = blocks.map((block) => this.#resolved(block, event, label));
    const empty = (own: readonly Json[]): number => JSON.stringify(own).split('""').length;
    if (JSON.stringify(values).includes(NO_EVENT) || empty(values) > empty(blocks)) return null;
    return { values, score: 1, hasPattern: true, unmatchedWords, outline: values.map((block) => this.#outline(block)).join(" · "), blanks };
  }

  /** The search for a phrase, which is one for all lists. */
  #searchOf(text: string, words: readonly Word[]): Search {
    if (this.#latest?.text !== text) this.#latest = { text, search: new Search(this, words) };
    return this.#latest.search;
  }

  /** The words of a phrase that no block of the schema is called by; Chinese characters beside each other are one word. */
  unknownWords(text: string): readonly string[] {
    const words = this.words(text);
    const isUnknown = (word: Word | undefined): word is Word =>
      word !== undefined && word.number === null && !word.isFiller && !isSilent(word) && !this.lexicon.knows(word.stem);
    const texts: string[] = [];
    for (const [n, word] of words.entries()) {
      if (!isUnknown(word)) continue;
      if (HAN.test(word.text) && HAN.test(texts.at(-1) ?? "") && isUnknown(words[n - 1])) texts.push((texts.pop() ?? "") + word.text);
      else texts.push(word.text);
    }
    return texts;
  }

  /** Whether the items of a list wait for an event or a moment. */
  hasEvent(item: Place): boolean {
    return this.places.shape(item, undefined).fields.some(({ place }) => this.options(place).some(({ cost }) => cost > 0));
  }

  /** The titles of what a value is made of, with the numbers in it: `When, do A player draws a card 2 › Gain gold 1`. */
  #outline(value: Json): string {
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return this.#titles.get(value) ?? "";
    if (value === null || typeof value !== "object") return "";
    const parts = (Array.isArray(value) ? value : Object.values(value)).map((inner: Json) => this.#outline(inner)).filter(Boolean);
    const isBlocks = Array.isArray(value) && value.some((inner: Json) => typeof inner === "object");
    return isBlocks ? `› ${parts.join(" · ")}` : withTitle(parts);
  }

  /** The field of an event that names its player; empty when it has none. */
  playerOf(event: string): string {
    return this.#players.get(event) ?? "";
  }

  /** Whether a block waits for an event. */
  waits(block: Json): boolean {
    return block !== null && typeof block === "object" && Object.values(block).some((inner: Json) => typeof inner === "string" && this.#players.has(inner));
  }

  /** Whether a block waits for what happens where nothing is said: that its card is played. */
  isUnsaid(block: Json): boolean {
    return Object.values(block as Record<string, Json>).some((value) => typeof value === "string" && this.#unsaidEvents.has(value));
  }

  /** The patterns whose first block is one of a record or family. */
  patterns(name: string): readonly Pattern[] {
    return this.#patterns.get(name) ?? [];
  }

  /** The words that a place offers and that fit it, each with the ways to say it. */
  options(place: Place): readonly NamedWord[] {
    const cached = this.#options.get(place);
    if (cached) return cached;
    const about = this.aboutOf(place);
    const cost = Object.values(about).some((word) => asSchema(word)?.player !== undefined) ? EVENT_COST : 0;
    const fits = [...(place.options ?? []), ...place.known].filter(
      ({ value }) => typeof value === "string" && this.isA(String(asSchema(about[value])?.gives ?? "any"), place.wants),
    );
    const results = fits.map(({ value, word, other }) => {
      const texts = [word, other, String(value), ...waysOf(asSchema(about[String(value)]))].filter(Boolean);
      return { value: value as Json, saying: this.lexicon.saying(texts, true), cost, isMany: textOf(asSchema(about[String(value)])?.gives).endsWith("[]") };
    });
    this.#options.set(place, results);
    return results;
  }

  /** The blocks of a family that give what a place wants, each with its fields and the ways to say it. */
  variants(place: Place): readonly Variant[] {
    const { union } = place;
    if (!union) return [];
    const words = optionWords(place, union.key);
    return [...union.variants].flatMap(([kind, schema]) => {
      const ui = asSchema(schema["x-ui"]);
      if (!this.isA(String(ui?.gives ?? "any"), place.wants)) return [];
      const cached = this.#variants.get(schema);
      if (cached) return [cached];
      const texts = [textOf(schema.title), textOf(schema["x-other"]), textOf(words[kind]), kind, ...waysOf(ui)].filter(Boolean);
      const fields = this.places.variantFields(schema, union.key);
      const isPlural = place.name === "chooser" && /^(?:all|every|each) |s$/i.test(textOf(schema.title));
      const isMany = (isPlural || textOf(ui?.gives).endsWith("[]")) && !fields.some(({ required }) => required);
      const results = { kind, key: union.key, fields, saying: this.lexicon.saying(texts, place.name === "value"), isMany };
      this.#variants.set(schema, results);
      return [results];
    });
  }

  fieldSaying({ place, name }: FieldSpec): Saying {
    const cached = this.#fields.get(place);
    if (cached) return cached;
    const results = this.lexicon.saying([place.title, place.other, name, ...waysOf(uiOf(place))].filter(Boolean), true);
    this.#fields.set(place, results);
    return results;
  }

  /** What each word of a set means, by the word. */
  aboutOf(place: Place): Schema {
    const cached = this.#abouts.get(place);
    if (cached) return cached;
    const shapes = this.places.book.expand(place.schemas, undefined);
    const about = Object.assign({}, ...shapes.map((shape) => asSchema(asSchema(shape["x-ui"])?.about) ?? {})) as Schema;
    this.#abouts.set(place, about);
    return about;
  }

  isA(kind: string, expected: string): boolean {
    if (expected === "" || expected === "any" || kind === expected || kind === "any") return true;
    if (kind.endsWith("[]") && !expected.endsWith("[]")) return this.isA(kind.slice(0, -2), expected);
    const above = this.#subtypes[kind];
    return typeof above === "string" && this.isA(above, expected);
  }

  /** Put the player of the event around it, the owner of the card and a free name in the place of each mark. */
  #resolved(value: Json, event: string, label: string): Json {
    if (value === PLAYER || value === OWNER) return this.owner || (event && this.playerOf(event) ? `$${event}.${this.playerOf(event)}` : "");
    if (typeof value === "string") return value.replaceAll(LABEL, label).replaceAll(EVENT, event);
    if (Array.isArray(value)) return value.map((item: Json) => this.#resolved(item, event, label));
    if (value === null || typeof value !== "object") return value;
    const fields = Object.entries(value as Record<string, Json>);
    const own = fields.map(([, inner]) => inner).find((inner) => typeof inner === "string" && this.#players.has(inner));
    const isOwn = !fields.some(([, inner]) => inner === "others" || inner === "this");
    const within = typeof own === "string" && (isOwn || event === "") ? own : event;
    const siblings = value as Record<string, Json>;
    const copyOf = (inner: Json): Json => (typeof inner === "string" && inner.startsWith(SAME) ? (siblings[inner.slice(SAME.length)] ?? "") : inner);
    return Object.fromEntries(fields.map(([name, inner]) => [name, this.#resolved(copyOf(inner), within, label)]));
  }
}
