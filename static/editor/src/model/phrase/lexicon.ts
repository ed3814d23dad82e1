import { aliasesOf, asList, asSchema, type Schema, textOf } from "../schema";
import { AT_LEAST, AT_MOST, HAN, LOWERS, PER_TURN, stemsOf, termsOf, type Word } from "./words";

/** Which words of a phrase something is meant by, as bits, and how sure that is. */
export interface Match {
  readonly mask: number;
  readonly score: number;
}

/** One thing that can be said, by every way to say it; worked out once for a schema. */
export interface Saying {
  /** Whether all words of a way must be there; else more than half of them do, for less. */
  readonly isWhole: boolean;
  readonly ways: readonly { readonly stems: readonly string[]; readonly weights: readonly number[]; readonly total: number }[];
}

const NONE: readonly Match[] = [];
const MAX_MATCHES = 6;
/** How much of a way to say something must be in a phrase, to be said surely and to be said perhaps. */
const SURE = 0.85;
const PERHAPS = 0.6;
/** Words that say little about what is meant. */
const SLIGHT: ReadonlySet<string> = new Set([AT_MOST, AT_LEAST, LOWERS, PER_TURN, "all", "more", "you", "this", "after", "or", "when", "whenever", "everytime"]);
const SLIGHT_WEIGHT = 0.35;
/** What a word counts that no block has, perhaps a name; in Chinese each sign of it is one. */
const UNKNOWN_WEIGHT = 0.9;
const UNKNOWN_SIGN_WEIGHT = 0.45;

/** Every way to say things of a schema, with the weight of each word: a rare one tells more than a common one. */
export class Lexicon {
  readonly terms: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  constructor(root: Schema) {
    const texts = textsOf(root);
    this.terms = termsOf(texts);
    for (const text of texts) for (const stem of new Set(stemsOf(text, this.terms))) this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1);
  }

  /** The ways to say something by its titles and search words. */
  saying(texts: readonly string[], isWhole: boolean): Saying {
    const ways = new Map<string, readonly string[]>();
    for (const text of texts) {
      const stems = [...new Set(stemsOf(text, this.terms))];
      if (stems.length > 0) ways.set([...stems].sort().join(" "), stems);
    }
    return {
      isWhole,
      ways: [...ways.values()].map((stems) => {
        const weights = stems.map((stem) => this.#weightOf(stem));
        return { stems, weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
      }),
    };
  }

  #weightOf(stem: string): number {
    if (SLIGHT.has(stem)) return SLIGHT_WEIGHT;
    const count = this.#counts.get(stem);
    if (count === undefined) return HAN.test(stem) ? UNKNOWN_SIGN_WEIGHT : UNKNOWN_WEIGHT;
    return Math.max(0.4, 1.5 - 0.2 * Math.log(count));
  }

  /** Whether any text of the schema has a word. */
  knows(stem: string): boolean {
    return this.#counts.has(stem);
  }

  /** How much a word says about what is meant: about 1 for a usual one. */
  weight(word: Word): number {
    return word.isFiller ? 0.1 : word.number !== null ? 0.9 : this.#weightOf(word.stem);
  }
}

/** The words of one phrase, looked up by those of a lexicon. */
export class PhraseWords {
  readonly #bits = new Map<string, readonly (readonly [bit: number, quality: number])[]>();
  readonly #matches = new Map<Saying, readonly Match[]>();
  readonly #weights: readonly number[];

  constructor(
    lexicon: Lexicon,
    readonly words: readonly Word[],
  ) {
    this.#weights = words.map((word, n) => lexicon.weight(word) * (isAgain(words, n) ? REPEATED_SHARE : 1));
  }

  /** The words of the phrase by which a thing is meant; the surest first, none when too little is said of it. */
  matches(saying: Saying): readonly Match[] {
    const cached = this.#matches.get(saying);
    if (cached) return cached;
    const matches = this.#read(saying);
    this.#matches.set(saying, matches);
    return matches;
  }

  #read(saying: Saying): readonly Match[] {
    const scores = new Map<number, number>();
    let part: Match = { mask: 0, score: 0 };
    for (const way of saying.ways)
      for (const anchor of this.#anchors(way)) {
        const { mask, matched } = this.#place(way, anchor);
        if (matched >= SURE * way.total) scores.set(mask, Math.max(scores.get(mask) ?? 0, this.#scoreOf(mask) - gapsOf(mask)));
        else if (matched >= PERHAPS * way.total && this.#scoreOf(mask) * 0.4 > part.score) part = { mask, score: this.#scoreOf(mask) * 0.4 };
      }
    for (const union of this.#unions([...scores.keys()])) if (!scores.has(union)) scores.set(union, this.#scoreOf(union) - gapsOf(union));
    if (!saying.isWhole && part.mask !== 0 && !scores.has(part.mask)) scores.set(part.mask, part.score);
    const results = [...scores].map(([mask, score]) => ({ mask, score })).filter(({ score }) => score > 0.24);
    return results.length === 0 ? NONE : results.sort((a, b) => b.score - a.score).slice(0, MAX_MATCHES);
  }

  /** Where the phrase has the word of a way that says most, each time. */
  #anchors({ stems, weights }: Saying["ways"][number]): readonly number[] {
    const order = stems.map((_, n) => n).sort((a, b) => (weights[b] as number) - (weights[a] as number));
    for (const n of order) {
      const bits = this.#bitsOf(stems[n] as string);
      if (bits.length > 0) return bits.map(([bit]) => bit);
    }
    return [];
  }

  /** The words of a way that are nearest to one of them. */
  #place({ stems, weights }: Saying["ways"][number], anchor: number): { mask: number; matched: number } {
    let [mask, matched] = [0, 0];
    stems.forEach((stem, n) => {
      const free = this.#bitsOf(stem).filter(([bit]) => !(mask & (1 << bit)));
      const [first] = free;
      if (!first) return;
      const [bit, quality] = free.reduce((near, row) => (Math.abs(row[0] - anchor) < Math.abs(near[0] - anchor) ? row : near), first);
      mask |= 1 << bit;
      matched += (weights[n] as number) * quality;
    });
    return { mask, matched };
  }

  #scoreOf(mask: number): number {
    return this.#weights.reduce((sum, weight, bit) => (mask & (1 << bit) ? sum + weight : sum), 0);
  }

  /** Several ways in one part of the sentence say it together; those of the whole sentence do where no word is said twice. */
  #unions(masks: readonly number[]): readonly number[] {
    const clauses = new Map<number, number>();
    let whole = 0;
    for (const mask of masks) {
      whole |= mask;
      const own = new Set(this.words.filter((_, bit) => mask & (1 << bit)).map(({ clause }) => clause));
      const [clause] = own;
      if (own.size === 1 && clause !== undefined) clauses.set(clause, (clauses.get(clause) ?? 0) | mask);
    }
    const stems = this.words.filter((_, bit) => whole & (1 << bit)).map(({ stem }) => stem);
    return [...[...clauses.values()].filter((mask) => this.#isDistinct(mask)), ...(new Set(stems).size === stems.length && whole !== 0 ? [whole] : [])];
  }

  #isDistinct(mask: number): boolean {
    const stems = this.words.filter((_, bit) => mask & (1 << bit)).map(({ stem }) => stem);
    return new Set(stems).size === stems.length;
  }

  #bitsOf(stem: string): readonly (readonly [number, number])[] {
    const cached = this.#bits.get(stem);
    if (cached) return cached;
    const rows = this.words.map((word, bit) => [bit, word.stem === "" ? 0 : likeness(stem, word.stem)] as const).filter(([, quality]) => quality > 0);
    rows.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    this.#bits.set(stem, rows);
    return rows;
  }
}

/** What it costs that words which belong together stand apart. */
function gapsOf(mask: number): number {
  const bits = [...Array(31).keys()].filter((bit) => mask & (1 << bit));
  return Math.min(0.4, 0.05 * ((bits.at(-1) ?? 0) - (bits[0] ?? 0) + 1 - bits.length));
}

/** How much a word counts that the phrase has before. */
const REPEATED_SHARE = 0.5;

/** Whether a word of a phrase was in it before. */
export function isAgain(words: readonly Word[], n: number): boolean {
  return words.slice(0, n).some(({ stem }) => stem !== "" && stem === words[n]?.stem);
}

/** A word that is two: "the die is lost", "when they die". */
const ALIKE = new Set(["di dice", "dice di", "di dead", "turn round", "round turn", "thisturn thisround", "thisround thisturn"]);

/** How far two words are one: 1 for the same; a Chinese word that holds the other counts by its length. */
function likeness(stem: string, word: string): number {
  if (stem === word) return 1;
  if (ALIKE.has(`${word} ${stem}`)) return 0.9;
  if (!HAN.test(stem) || !HAN.test(word)) return stem.length > 4 && word.length > 4 && (stem.startsWith(word) || word.startsWith(stem)) ? 0.8 : 0;
  const [long, short] = stem.length > word.length ? [stem, word] : [word, stem];
  return long.includes(short) && short.length * 2 >= long.length && short.length > 1 ? (0.9 * short.length) / long.length + 0.1 : 0;
}

/** Every title and search word of a schema, once for each place where it stands. */
function textsOf(root: Schema): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    const schema = asSchema(value);
    if (!schema) return;
    for (const key of ["title", "x-other"]) if (typeof schema[key] === "string") texts.push(schema[key]);
    const ui = asSchema(schema["x-ui"]);
    for (const key of ["options", "others", "known", "knownOthers"])
      texts.push(...Object.values(asSchema(ui?.[key]) ?? {}).filter((word) => typeof word === "string"));
    for (const about of [ui, ...Object.values(asSchema(ui?.about) ?? {}).map(asSchema)]) texts.push(...waysOf(about));
    for (const [key, inner] of Object.entries(schema)) if (key !== "x-ui" && key !== "x-i18n") visit(inner);
  };
  visit(root);
  for (const pattern of asList(asSchema(root["x-ui"])?.patterns)) texts.push(...waysOf(asSchema(pattern)));
  return texts;
}

/** The ways of both languages to say something beside its title: its search words, and the words of its printed sentence. */
export function waysOf(hints: Schema | null): readonly string[] {
  const says = asSchema(hints?.says);
  return [...aliasesOf(hints), textOf(says?.en), textOf(says?.zh)].filter(Boolean);
}
