import type { Places } from "../places";
import { aliasesOf, asList, asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import { bind, type Bound, canHear, canWrite, RULES } from "./bind";
import { NAMING } from "./effects";
import { clausesOf } from "./clauses";
import { constructionOf } from "./constructions";
import { isChoice, type Reading } from "./frames";
import { looser } from "./relax";
import { ordersOf } from "./orders";
import { Readings } from "./rows";
import { readingOf } from "./sentence";
import { Forms, knownTokensOf, type Token, tokensOf } from "./tokens";
import { Trial } from "./trial";
import { type Form, formsOf } from "./vocabulary";

/** What a sentence means for one list of a card. */
export interface Read {
  readonly of: string;
  readonly values: readonly Json[];
  readonly blanks: readonly string[];
  /** Words of no meaning here, like a name. */
  readonly unknown: readonly string[];
}

/** What came of a sentence: blocks, or what the game cannot say of it. */
export interface Outcome {
  readonly reads: readonly Read[];
  readonly missing: readonly string[];
  /** Whether every word of it was understood. */
  readonly isWhole: boolean;
  /** Whether it has several parts, of which words in any order lose which is of which. */
  readonly isLong: boolean;
}

/** A way through a sentence, with what the game writes for it and how much of the sentence is lost. */
interface Way {
  readonly trial: Trial;
  readonly tokens: readonly Token[];
  readonly reading: Reading | null;
  readonly bound: ReturnType<typeof bind> | null;
  readonly cost: number;
}

/** How many places a way may differ at from the usual one, and how many places are tried. */
const MAX_CHANGES = 2;
const MAX_CHOICES = 12;
/** At how many places another row is tried where the usual ones do not fit together. */
const MAX_ROWS = 6;
/** What a lost word costs, and what it costs that the game cannot write what was read. */
const LOST_COST = 1;
const UNWRITTEN_COST = 3;
/** How many further ways to write a sentence are offered. */
const MAX_OTHERS = 3;
/** How much of a sentence may be of no meaning: a word, or two Chinese signs; twice as much where it names a card. */
const MAX_UNKNOWN = 2;
/** How much of the words that say something may be unread in an offer. */
const MAX_LOST = 0.5;
/** Kinds of words of the grammar itself: a game has further ones of them, which name nothing. */
const GRAMMAR_KINDS: ReadonlySet<string> = new Set("verb event head res stat label which side player pron quiet time moment past label trigger chance".split(" "));

const HAN = /\p{Script=Han}/u;

/** Reads sentences by the grammar that all games share, and writes them as the readings of one game say. */
export class Reader {
  readonly forms: Forms;
  readonly nouns: ReadonlySet<string>;
  /** The lists of a card that sentences may be of. */
  readonly lists: ReadonlySet<string>;
  readonly #readings: Readings;
  #latest: { readonly text: string; readonly way: Way; readonly outcome: Outcome } | null = null;

  constructor(readonly places: Places) {
    const hints = asSchema(places.book.root["x-ui"]);
    const rows = asList(hints?.nouns).map(asSchema).filter((row) => row !== null);
    this.nouns = new Set(rows.map((row) => textOf(row.kind)).filter((kind) => !GRAMMAR_KINDS.has(kind)));
    const forms = [...formsOf(asList(hints?.words).map(textOf)), ...rows.flatMap((row) => this.#formsOf(row))];
    this.forms = new Forms(forms.filter(({ kind }) => kind !== "trigger"), forms.filter(({ kind }) => kind === "trigger"), asList(hints?.constructions).map((line) => constructionOf(textOf(line))));
    this.#readings = new Readings(hints?.readings);
    this.lists = new Set([...["effect", ...RULES].filter((list) => this.#readings.rows(list).length > 0), ...this.#readings.rows("frame").map(({ options }) => textOf(options.of))]);
  }

  /** How a card refers to itself where no moment of it is around. */
  get ownCard(): string {
    return textOf(this.#readings.rows("moment")[0]?.as);
  }

  /** Whether a text is a single word, by which blocks are rather looked for; words of the trade are sentences by themselves. */
  isWord(text: string): boolean {
    const words = tokensOf(text, this.forms).filter(({ mark }) => !mark);
    return words.length < 2 && !words.some(({ senses }) => senses.some(({ kind }) => kind === "label"));
  }

  /** The words of a text that are none of the game; all that say something where each is one. */
  namesOf(text: string): readonly string[] {
    const words = tokensOf(text, this.forms).filter(({ mark, isFiller, number }) => !mark && !isFiller && number === null);
    const names = words.filter(({ senses }) => senses.length === 0);
    return (names.length > 0 ? names : words).map((word) => word.text);
  }

  /** What a sentence means without what the game cannot say and the grammar does not read, which is named. */
  loose(text: string, label: string): readonly Read[] {
    this.read(text, label);
    const { tokens: plain, reading } = (this.#latest as { readonly way: Way }).way;
    const whole = this.#looseReads(plain, reading, [], label);
    if (whole.length > 0) return whole;
    const { tokens, unknown } = knownTokensOf(text, this.forms);
    return unknown.length === 0 ? [] : this.#looseReads(tokens, this.#readingOf(tokens), unknown, label);
  }

  #looseReads(tokens: readonly Token[], reading: Reading | null, unknown: readonly string[], label: string): readonly Read[] {
    if (reading === null) return [];
    const heavy = unknown.length + tokens.filter(({ isFiller, mark, isWeak }) => !isFiller && !mark && !isWeak).length;
    const wordOf = (value: string): string => tokens.find(({ senses }) => senses.some((sense) => sense.value === value))?.text ?? value;
    for (const { reading: own, without } of [{ reading, without: [] as readonly string[] }, ...looser(reading)]) {
      if (unknown.length + reading.unread.length + without.length > heavy * MAX_LOST) continue;
      const { bounds } = bind(this.#readings, own, label);
      if (bounds.length > 0) return bounds.map((bound) => readOf(bound, [...new Set([...unknown, ...reading.unread, ...without.map(wordOf)])]));
    }
    return [];
  }

  #readingOf(tokens: readonly Token[], trial?: Trial): Reading | null {
    return readingOf(tokens, this.forms, this.nouns, (effect) => canWrite(this.#readings, effect), (event) => canHear(this.#readings, event), trial);
  }

  /** What a sentence means; `label` is a name that the card does not use yet. */
  read(text: string, label: string): Outcome {
    if (this.#latest?.text === text) return this.#latest.outcome;
    const way = this.#bestWay(text, label);
    const outcome = this.#outcomeOf(way, label);
    this.#latest = { text, way, outcome };
    return outcome;
  }

  /** The way through a sentence in which the least of it is lost: the usual one, or one that takes what fits next at a few places. */
  #bestWay(text: string, label: string): Way {
    let best = this.#wayOf(text, label, new Trial());
    for (let depth = 0; depth < MAX_CHANGES && best.cost > 0; depth++) {
      let better = best;
      for (let choice = 0; choice < Math.min(best.trial.choices, MAX_CHOICES) && better.cost > 0; choice++) {
        if (best.trial.passed.has(choice)) continue;
        const own = this.#wayOf(text, label, best.trial.without(choice));
        if (own.cost < better.cost) better = own;
      }
      if (better === best) break;
      best = better;
    }
    return best.cost > 0 ? (this.#shuffledWay(text, label) ?? best) : best;
  }

  /** A way through the words of a short sentence in another order, by which nothing of it is lost. */
  #shuffledWay(text: string, label: string): Way | null {
    for (const order of ordersOf(text, this.forms)) {
      const way = this.#wayOf(order, label, new Trial());
      if (way.cost === 0) return way;
    }
    return null;
  }

  #wayOf(text: string, label: string, trial: Trial): Way {
    const tokens = tokensOf(text, this.forms, trial);
    const reading = this.#readingOf(tokens, trial);
    if (reading === null) return { trial, tokens, reading, bound: null, cost: Infinity };
    const lostCount = reading.unread.length + reading.unread.filter((word) => !reading.unknown.includes(word)).length;
    const bound = lostCount > MAX_UNKNOWN * 2 ? null : this.#boundOf(reading, label);
    return { trial, tokens, reading, bound, cost: lostCount * LOST_COST + (bound === null || bound.bounds.length === 0 ? UNWRITTEN_COST : bound.unread.length * LOST_COST) };
  }

  /** What the game writes for a sentence; where the usual rows do not fit together, with the next one at one place. */
  #boundOf(reading: Reading, label: string): ReturnType<typeof bind> {
    const trial = new Trial();
    const usual = bind(this.#readings, reading, label, trial);
    if (usual.bounds.length > 0 && usual.unread.length === 0) return usual;
    for (let choice = 0; choice < Math.min(trial.choices, MAX_ROWS); choice++) {
      const own = bind(this.#readings, reading, label, new Trial().without(choice));
      if (own.bounds.length > 0 && own.unread.length === 0) return own;
    }
    return usual;
  }

  #outcomeOf({ tokens, reading, bound }: Way, label: string): Outcome {
    const isLong = clausesOf(tokens).filter(({ opener }) => opener !== "label").length > 1;
    if (reading === null) return { reads: [], missing: [], isWhole: false, isLong };
    const knownWords = reading.unread.filter((word) => !reading.unknown.includes(word));
    if (knownWords.length > 0) return { reads: [], missing: knownWords, isWhole: false, isLong };
    const isNaming = reading.effects.some((effect) => !isChoice(effect) && NAMING.has(effect.verb));
    if (reading.unknown.reduce((sum, word) => sum + (HAN.test(word) ? 1 : 2), 0) > MAX_UNKNOWN * (isNaming ? 2 : 1)) return { reads: [], missing: reading.unknown, isWhole: false, isLong };
    const [first] = reading.effects;
    const isLabel = first !== undefined && !isChoice(first) && first.flags.has("label");
    const { bounds, missing, unread } = bound ?? bind(this.#readings, reading, label);
    const reads = bounds.map((own) => readOf(own, [...reading.unknown, ...unread]));
    return { reads: [...reads, ...this.#otherReads(reading, reads, label)], missing: reads.length > 0 ? [] : [...new Set(missing)], isWhole: !isLabel, isLong };
  }

  /** What the game can write besides for the same sentence: another block, chooser or event of the same words. */
  #otherReads(reading: Reading, reads: readonly Read[], label: string): readonly Read[] {
    if (reads.length === 0) return [];
    const trial = new Trial();
    bind(this.#readings, reading, label, trial);
    const texts = new Set(reads.map(({ of, values }) => of + JSON.stringify(values)));
    const further: Read[] = [];
    for (let choice = 0; choice < Math.min(trial.choices, MAX_CHOICES) && further.length < MAX_OTHERS; choice++)
      for (const own of this.#wholeBounds(reading, label, new Trial().without(choice))) {
        const text = own.of + JSON.stringify(own.values);
        if (texts.has(text)) continue;
        texts.add(text);
        further.push(readOf(own, reads[0]?.unknown ?? []));
      }
    return further;
  }

  /** What the game writes for a sentence without leaving anything out. */
  #wholeBounds(reading: Reading, label: string, trial: Trial): readonly Bound[] {
    const { bounds, unread } = bind(this.#readings, reading, label, trial);
    return unread.length > 0 ? [] : bounds;
  }

  /** The words of a set: those that the schema has, or further ones. */
  #formsOf(row: Schema): Form[] {
    const kind = textOf(row.kind);
    const form = (value: string, text: string): Form => ({ kind, value, text: text.toLowerCase(), isHan: HAN.test(text) });
    const value = textOf(row.value);
    if (value) return aliasesOf(row).map((text) => form(value, text));
    const [name = "", ...keys] = textOf(row.at).split(" ");
    let place = this.places.of([asSchema((this.places.book.root.$defs as Schema)[name]) as Schema]);
    for (const key of keys) place = this.places.shape(place, undefined).fields.find((field) => field.name === key)?.place ?? place;
    const about = Object.assign({}, ...this.places.book.expand(place.schemas, undefined).map((shape) => asSchema(asSchema(shape["x-ui"])?.about) ?? {})) as Schema;
    const says = (own: string): string[] => (kind === "trigger" ? Object.values(asSchema(asSchema(about[own])?.says) ?? {}).map(textOf) : []);
    const plain = (text: string): string => (kind === "trigger" ? text.replace(/^(?:an?|the) /i, "").replace(/(?:之后|时|后)$/, "").trim() : text);
    return [...(place.options ?? []), ...place.known].flatMap(({ value: own, word, other }) => [word, other, ...says(String(own)), ...(kind === "status" ? aliasesOf(asSchema(about[String(own)])) : []), String(own).replaceAll("_", " ")].filter(Boolean).map((text) => form(String(own), plain(text))));
  }
}

function readOf(bound: Bound, unknown: readonly string[]): Read {
  return { ...bound, blanks: [...bound.blanks, ...emptyPlaces(bound.values)], unknown };
}

/** Pointers of names that the sentence leaves open. */
function emptyPlaces(value: Json, pointer = ""): string[] {
  if (value === "") return [pointer];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyPlaces(inner as Json, `${pointer}/${key}`));
}
