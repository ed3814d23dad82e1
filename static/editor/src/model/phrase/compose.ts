import { type FieldSpec, holdsObjects, type Place, type Places } from "../places";
import { asSchema, type Schema } from "../schema";
import type { Json } from "../skeleton";
import { type Candidate, isNumberAskedFor, best, collectWords, headOf, holdsBlocks, isAllLiteral, isNew, isOpen, isTelling, isWidget, middle, optionWords, put, text, uiOf } from "./candidates";
import { aliasesOf, Lexicon, type Match, PhraseWords, type Saying } from "./lexicon";
import { AT_LEAST, AT_MOST, LOWERS, NTH, readPhrase, type Word } from "./words";

/** Blocks that a phrase may mean, for one slot of a card. */
export interface Proposal {
  /** What would be inserted, one after the other. */
  readonly values: readonly Json[];
  readonly score: number;
  /** The words that these blocks take up. */
  readonly matchedWords: readonly string[];
  /** The words that they leave out. */
  readonly unmatchedWords: readonly string[];
  /** The titles of the blocks with their numbers, in reading order. */
  readonly outline: string;
  /** Pointers of what the phrase did not say, below the inserted list: `/0/target`. */
  readonly blanks: readonly string[];
}

/** A word of a closed set with the ways to say it; that of an event costs more where nothing says "when". */
interface NamedWord {
  readonly value: Json;
  readonly saying: Saying;
  readonly cost: number;
}

interface Variant {
  readonly kind: string;
  readonly key: string;
  readonly fields: readonly FieldSpec[];
  readonly saying: Saying;
}

const WIDTH = 10;
const POOL = 40;
const MAX_PROPOSALS = 8;
const MAX_LEVEL = 2;
const MAX_ITEMS = 3;
const BLOCK_COST = 0.15;
/** What a block more costs, by its family: a number is rather a number than a sum. */
const FAMILY_COST: Readonly<Record<string, number>> = { value: 0.45, condition: 0.25, chooser: 0.05 };
const BLANK_COST = 0.35;
const WORD_COST = 0.3;
const BLOCK_BLANK_COST = 0.6;
/** An "if" without its condition means nothing. */
const CONDITION_BLANK_COST = 2;
const DEFAULT_COST = 0.08;
/** How much better a number with a sign fits what can fall as well as rise. */
const SIGNED = 0.2;
/** What it is worth that a word says a block and the word of its field at once: "stun" is to give that status. */
const SHARED_WORD = 0.35;
/** What an event or a condition costs in a phrase that has no word like "when" or "if". */
const EVENT_COST = 0.5;
const EVENT_WORDS: ReadonlySet<string> = new Set(
  "when whenev after befor onc start end each time next deathrattl battlecr overkill combo 每当 当 时 后 之后 每次 开始 结束 下次 亡语 战吼 连击 每".split(" "),
);
/** Words that a block takes up or leaves without a loss: "gain 1 gold, at most twice a round". */
const COMPARISONS: ReadonlySet<string> = new Set([AT_LEAST, AT_MOST, LOWERS]);
const CONDITION_WORDS: ReadonlySet<string> = new Set("if while unles only with that who les more than combo 如果 若 只有 仅 只要 且 期间 要是 就".split(" "));
/** Words beside a number that make it a loss. */
const LOWERING: ReadonlySet<string> = new Set([LOWERS, "los", "lose", "失去", "丢", "减", "降低"]);
/** The mark of the player of the event around a block, until that event is known. */
const PLAYER = "$\u0000player";
/** The mark of a name that a block must have and the card does not use yet. */
const LABEL = "$\u0000label";

/** Turns sentences into blocks by what a schema says of its blocks: their titles, their search words and the types of their fields. */
export class Composer {
  readonly lexicon: Lexicon;
  readonly #subtypes: Schema;
  readonly #players = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  readonly #options = new WeakMap<Place, readonly NamedWord[]>();
  readonly #abouts = new WeakMap<Place, Schema>();
  readonly #variants = new WeakMap<Schema, Variant>();
  readonly #fields = new WeakMap<Place, Saying>();

  constructor(readonly places: Places) {
    this.lexicon = new Lexicon(places.book.root);
    this.#subtypes = asSchema(asSchema(places.book.root["x-ui"])?.subtypes) ?? {};
    collectWords(places.book.root, this.#players, this.#titles);
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
    const run = new Run(this, words);
    const total = words.reduce((sum, word) => sum + (word.isWeak || EVENT_WORDS.has(word.stem) ? 0.1 : this.lexicon.weight(word)), 0);
    const texts = new Set<string>();
    const distinct = run.sequences(item, 0).filter(({ value }) => isNew(texts, JSON.stringify(value)));
    return distinct.slice(0, MAX_PROPOSALS).map(({ value, mask, score, blanks }) => ({
      values: (value as readonly Json[]).map((item) => this.#resolved(item, event, label)),
      outline: (value as readonly Json[]).map((item) => this.#outline(item)).join(" · "),
      score: score / total,
      matchedWords: words.filter((_, bit) => mask & (1 << bit)).map(({ text }) => text),
      unmatchedWords: words.filter((word, bit) => !(mask & (1 << bit)) && !word.isFiller && !word.isWeak && !EVENT_WORDS.has(word.stem) && !COMPARISONS.has(word.stem)).map(({ text }) => text),
      blanks,
    }));
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
    return isBlocks ? `› ${parts.join(" · ")}` : parts.join(" ");
  }

  /** The field of an event that names its player; empty when it has none. */
  playerOf(event: string): string {
    return this.#players.get(event) ?? "";
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
      const texts = [word, other, String(value), ...aliasesOf(asSchema(about[String(value)]))].filter(Boolean);
      return { value: value as Json, saying: this.lexicon.saying(texts, true), cost };
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
      const texts = [text(schema.title), text(schema["x-other"]), text(words[kind]), kind, ...aliasesOf(ui)].filter(Boolean);
      const results = { kind, key: union.key, fields: this.places.variantFields(schema, union.key), saying: this.lexicon.saying(texts, false) };
      this.#variants.set(schema, results);
      return [results];
    });
  }

  fieldSaying({ place, name }: FieldSpec): Saying {
    const cached = this.#fields.get(place);
    if (cached) return cached;
    const results = this.lexicon.saying([place.title, place.other, name, ...aliasesOf(uiOf(place))].filter(Boolean), true);
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
    const above = this.#subtypes[kind];
    return typeof above === "string" && this.isA(above, expected);
  }

  /** Put the player of the event around it in the place of each mark. */
  #resolved(value: Json, event: string, label: string): Json {
    if (value === LABEL) return label;
    if (value === PLAYER) return event && this.playerOf(event) ? `$${event}.${this.playerOf(event)}` : "";
    if (Array.isArray(value)) return value.map((item: Json) => this.#resolved(item, event, label));
    if (value === null || typeof value !== "object") return value;
    const fields = Object.entries(value as Record<string, Json>);
    const own = fields.map(([, inner]) => inner).find((inner) => typeof inner === "string" && this.#players.has(inner));
    const within = typeof own === "string" ? own : event;
    return Object.fromEntries(fields.map(([name, inner]) => [name, this.#resolved(inner, within, label)]));
  }
}

/** One search: what each place of the schema may hold for these words, worked out once. */
class Run {
  readonly #phrase: PhraseWords;
  readonly #eventClauses: ReadonlySet<number>;
  readonly #hasCondition: boolean;
  readonly #cached = Array.from({ length: MAX_LEVEL + 1 }, () => new Map<Place | string, Candidate[]>());
  readonly #lists = new Map<string, Candidate[]>();
  readonly #open = Array.from({ length: MAX_LEVEL + 1 }, () => new Set<Place | string>());

  constructor(
    readonly composer: Composer,
    readonly words: readonly Word[],
  ) {
    this.#phrase = new PhraseWords(composer.lexicon, words);
    this.#eventClauses = new Set(words.filter(({ stem }) => EVENT_WORDS.has(stem)).map(({ clause }) => clause));
    this.#hasCondition = words.some(({ stem }) => CONDITION_WORDS.has(stem));
  }

  /** Items of a list, up to a few, each by other words, in the order of the phrase. */
  sequences(item: Place, level: number, busy = 0): Candidate[] {
    const pool = this.candidates(item, level).filter(({ mask }) => mask !== 0 && !(mask & busy));
    const key = `${item.name} ${level} ${busy}`;
    const cached = this.#lists.get(key);
    if (cached) return cached;
    const results = this.#sequences(pool);
    if (!isOpen(this.#open[level], item)) this.#lists.set(key, results);
    return results;
  }

  #sequences(pool: readonly Candidate[]): Candidate[] {
    const items = pool.slice(0, 2 * WIDTH);
    let rows: { items: Candidate[]; mask: number; score: number }[] = items.map((item) => ({ items: [item], mask: item.mask, score: item.score }));
    const all = [...rows];
    for (let size = 2; size <= MAX_ITEMS; size++) {
      const longer = rows.flatMap((row) =>
        items
          .filter((item) => !(item.mask & row.mask) && item.score > 0.3 && !row.items.some((before) => headOf(before) === headOf(item)) && middle(item.mask) > middle(row.items.at(-1)?.mask ?? 0))
          .map((item) => ({ items: [...row.items, item], mask: row.mask | item.mask, score: row.score + item.score - 0.1 })),
      );
      rows = best(longer, WIDTH);
      all.push(...rows);
    }
    return best(
      all.map(({ items, mask, score }) => ({
        value: items.map(({ value }) => value),
        mask,
        score,
        blanks: items.flatMap(({ blanks }, n) => blanks.map((blank) => `/${n}${blank}`)),
      })),
      WIDTH,
    );
  }

  /** The values of a place by words that are not taken yet, the best first. */
  candidates(place: Place, level: number, busy = 0): Candidate[] {
    if (place.types.has("array")) return this.#list(place, level, busy);
    const literals = [...this.#options(place), ...this.#numbers(place)];
    if (place.union) return best([...literals, ...this.#family(place, level)], POOL);
    return place.types.has("object") && !place.entries ? this.#record(place, level) : best(literals, WIDTH);
  }

  /** The blocks of one family that give what a place wants; none is directly within one of its own family. */
  #family(place: Place, level: number): Candidate[] {
    return this.#once(`${place.name} ${place.wants}`, level, () => this.#nodes(place, level));
  }

  #record(place: Place, level: number): Candidate[] {
    const start = { value: {}, mask: 0, score: -BLOCK_COST, blanks: [] };
    return this.#once(place.name || place, level, () => this.#filled(this.composer.places.shape(place, undefined).fields, start, level, place.name));
  }

  #once(key: string | Place, level: number, make: () => Candidate[]): Candidate[] {
    const [cached, open] = [this.#cached[level], this.#open[level]];
    if (!cached || !open || open.has(key)) return [];
    const ready = cached.get(key);
    if (ready) return ready;
    open.add(key);
    const results = best(make(), POOL);
    open.delete(key);
    cached.set(key, results);
    return results;
  }

  #list(place: Place, level: number, busy: number): Candidate[] {
    const { places } = this.composer;
    const count = places.fixedItems(place);
    if (count > 0) {
      const fields = Array.from({ length: count }, (_, n): FieldSpec | null => {
        const item = places.item(place, n);
        return item ? { required: true, name: String(n), place: item } : null;
      }).filter((field) => field !== null);
      return this.#filled(fields, { value: {}, mask: 0, score: 0, blanks: [] }, level, "").map((results): Candidate => ({ ...results, value: Object.values(results.value as object) as Json[] }));
    }
    const item = places.item(place, 0);
    if (!item || !holdsObjects(item)) return [];
    const deep = isOpen(this.#open[level], item) ? level + 1 : level;
    return deep > MAX_LEVEL ? [] : this.sequences(item, deep, busy);
  }

  /** The words of a closed set, and those that an open set already has. */
  #options(place: Place): Candidate[] {
    return this.composer.options(place).flatMap(({ value, saying, cost }) =>
      this.#phrase.matches(saying).map(({ mask, score }) => ({ value, mask, score: score - (cost > 0 ? this.#eventCost(mask) : 0), blanks: [] })),
    );
  }

  /** What an event costs: little beside a word like "when", more in another part of the sentence, most without any. */
  #eventCost(mask: number): number {
    if (this.#eventClauses.size === 0) return EVENT_COST;
    return this.words.some(({ clause }, bit) => mask & (1 << bit) && this.#eventClauses.has(clause)) ? 0 : 2 * EVENT_COST;
  }

  #numbers(place: Place): Candidate[] {
    if (!place.types.has("integer") && !place.types.has("number")) return [];
    const [low, high] = [place.minimum ?? -Infinity, place.maximum ?? Infinity];
    return this.words.flatMap(({ number, isWeak, text }, bit) => {
      if (number === null) return [];
      const amount = low < 0 && this.#isLowered(bit) ? -Math.abs(number) : number;
      if (amount < low || amount > high) return [];
      const score = (isWeak ? 0.3 : 0.9) + (/^[+\-−]/.test(text) ? (low < 0 ? SIGNED : -SIGNED) : 0);
      return [{ value: amount, mask: 1 << bit, score, blanks: [] }];
    });
  }

  #isOrdinal(mask: number): boolean {
    return this.words.some(({ isOrdinal }, bit) => isOrdinal && mask === 1 << bit);
  }

  /** Whether a word beside a number says that it lowers something. */
  #isLowered(bit: number): boolean {
    return [bit - 2, bit - 1, bit + 1].some((near) => LOWERING.has(this.words[near]?.stem ?? ""));
  }

  #nodes(place: Place, level: number): Candidate[] {
    return this.composer.variants(place).flatMap(({ kind, key, fields, saying }) => {
      const heads: Match[] = [...this.#phrase.matches(saying)];
      if (place.name === "chooser" && fields.some((field) => isTelling(field.place)) && !fields.some(isNumberAskedFor)) heads.push({ mask: 0, score: -0.25 });
      const cost = (FAMILY_COST[place.name] ?? BLOCK_COST) + (place.name === "condition" && !this.#hasCondition ? EVENT_COST / (this.#eventClauses.size > 0 ? 2 : 1) : 0);
      const results = heads.flatMap(({ mask, score }) => this.#filled(fields, { value: { [key]: kind }, mask, score: score - cost, blanks: [] }, level, place.name));
      return place.name === "condition" || place.name === "value" ? results.filter(({ value, blanks }) => blanks.length === 0 && !isAllLiteral(value, fields)) : results;
    });
  }

  /** Give an object the values of its fields that the phrase says, and to those that it must have and the phrase leaves out a beginning. */
  #filled(fields: readonly FieldSpec[], start: Candidate, level: number, family: string): Candidate[] {
    let rows: Candidate[] = [start];
    const isThing = family === "value" || family === "chooser";
    for (const field of fields) {
      if (isThing && !field.required && field.place.name === "condition") continue;
      const isList = field.place.types.has("array");
      const candidates = isList ? [] : this.candidates(field.place, level);
      const own = this.#phrase.matches(this.composer.fieldSaying(field))[0];
      if (!isList && candidates.length === 0 && !field.required && !own) continue;
      rows = best(rows.flatMap((row) => this.#with(row, field, isList ? this.candidates(field.place, level, row.mask | (own?.mask ?? 0)) : candidates, own)), WIDTH);
    }
    return rows.filter(({ mask }) => mask !== 0);
  }

  #with(row: Candidate, field: FieldSpec, candidates: readonly Candidate[], own: Match | undefined): Candidate[] {
    const { place, name, required } = field;
    const isNumber = place.types.has("integer") || place.types.has("number");
    const saysNth = isNumber && this.composer.fieldSaying(field).ways.some(({ stems }) => stems.includes(NTH));
    const rows: Candidate[] = [this.#without(row, field)];
    for (const candidate of candidates) {
      if (candidate.mask & row.mask) {
        if (required && place.options && !(candidate.mask & ~row.mask)) rows.push(put(row, name, candidate, row.mask, row.score + SHARED_WORD));
        continue;
      }
      if (typeof candidate.value === "number" && this.#isOrdinal(candidate.mask) !== saysNth) continue;
      const titleMatch = own && !(own.mask & (row.mask | candidate.mask)) ? own : null;
      if (isNumber && !field.required && (typeof candidate.value !== "number" || !titleMatch)) continue;
      if (place.types.has("object") && candidate.blanks.length > (isNumber ? 0 : 1) && !field.required) continue;
      if (isNumber && candidate.blanks.length > 0) continue;
      const mask = row.mask | candidate.mask | (titleMatch?.mask ?? 0);
      const near = this.#distance(candidate.mask, row.mask | (titleMatch?.mask ?? 0));
      const score = row.score + candidate.score + (titleMatch?.score ?? 0) * (isNumber ? 1 : 0.5) - near;
      rows.push(put(row, name, candidate, mask, score));
    }
    if (place.types.has("boolean") && own && !(own.mask & row.mask))
      rows.push(put(row, name, { value: true, mask: own.mask, score: own.score, blanks: [] }, row.mask | own.mask, row.score + own.score));
    return rows;
  }

  /** How far apart words stand that belong together: a little for each word between, more in another part of the sentence. */
  #distance(mask: number, near: number): number {
    if (mask === 0 || near === 0) return 0;
    let distance = Infinity;
    for (let a = 0; a < this.words.length; a++)
      for (let b = 0; b < this.words.length; b++)
        if (mask & (1 << a) && near & (1 << b)) {
          const gap = Math.abs(a - b) * 0.04 + (this.words[a]?.clause === this.words[b]?.clause ? 0 : 0.12);
          if (gap < distance) distance = gap;
        }
    return Math.min(0.4, distance);
  }

  /** The same object with a beginning for a field that the phrase does not say, when it must have it. */
  #without(row: Candidate, { name, place, required }: FieldSpec): Candidate {
    if (!required) return row;
    const start = this.#beginning(place);
    const blanks = start.isBlank ? [`/${name}`] : [];
    const cost = !start.isBlank ? DEFAULT_COST : place.name === "condition" ? CONDITION_BLANK_COST : place.options ? (this.composer.options(place)[0]?.cost ?? 0) + WORD_COST : holdsObjects(place) || place.types.has("array") ? BLOCK_BLANK_COST : BLANK_COST;
    return put(row, name, { value: start.value, mask: 0, score: 0, blanks: [] }, row.mask, row.score - cost, blanks);
  }

  #beginning(place: Place, depth = 0): { value: Json; isBlank: boolean } {
    const { places } = this.composer;
    if (place.fallback !== undefined && place.fallback !== null) return { value: place.fallback as Json, isBlank: false };
    if (place.options) return this.#firstWord(place);
    if (place.types.has("integer") || place.types.has("number")) return { value: Math.max(1, place.minimum ?? 1), isBlank: true };
    if (place.wants === "player" && place.types.has("string")) return { value: PLAYER, isBlank: false };
    if (place.types.has("boolean")) return { value: false, isBlank: true };
    const count = place.types.has("array") ? places.fixedItems(place) : 0;
    if (count > 0 && depth < 3) {
      const items = Array.from({ length: count }, (_, n) => places.item(place, n)).filter((item) => item !== null);
      return { value: items.map((item) => this.#beginning(item, depth + 1).value), isBlank: true };
    }
    if (place.types.has("array")) return { value: [], isBlank: !isWidget(place, "args") && place.title !== "" && holdsBlocks(places, place) };
    if (place.union && depth < 2) {
      const givenType = (schema: Schema): string => String(asSchema(schema["x-ui"])?.gives ?? "any");
      const variants = [...place.union.variants];
      const variant = variants.find(([, schema]) => givenType(schema) === place.wants) ?? variants.find(([, schema]) => this.composer.isA(givenType(schema), place.wants));
      if (!variant) return { value: "", isBlank: true };
      const fields = places.variantFields(variant[1], place.union.key).filter((field) => field.required);
      return { value: { [place.union.key]: variant[0], ...this.#beginnings(fields, depth) }, isBlank: place.name !== "chooser" || fields.length > 0 };
    }
    if (place.types.has("string") || place.types.size === 0) return { value: isWidget(place, "label") ? LABEL : "", isBlank: !isWidget(place, "label") };
    return { value: depth < 2 ? this.#beginnings(places.shape(place, undefined).fields.filter((field) => field.required), depth) : {}, isBlank: false };
  }

  #beginnings(fields: readonly FieldSpec[], depth: number): Record<string, Json> {
    return Object.fromEntries(fields.map((field) => [field.name, this.#beginning(field.place, depth + 1).value]));
  }

  /** The word that means "you" where a player is asked for, else the first that fits. */
  #firstWord(place: Place): { value: Json; isBlank: boolean } {
    const about = this.composer.aboutOf(place);
    const fits = (place.options ?? []).filter(({ value }) => this.composer.isA(String(asSchema(about[String(value)])?.gives ?? "any"), place.wants));
    const you = fits.find(({ value }) => place.wants === "player" && aliasesOf(asSchema(about[String(value)])).includes("you"));
    return { value: ((you ?? fits[0])?.value ?? "") as Json, isBlank: you === undefined };
  }
}
