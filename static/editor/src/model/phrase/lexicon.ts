import { asList, asSchema, type Schema } from "../schema";
import { AT_LEAST, AT_MOST, LOWERS, hanWordsOf, stemOf, termsOf, type Word } from "./words";

/** Which words of a phrase something is meant by, as bits, and how sure that is. */
export interface Match {
  readonly mask: number;
  readonly score: number;
}

const HAN = /\p{Script=Han}/u;
const NONE: readonly Match[] = [];
const MAX_MATCHES = 4;

/** One thing that can be said, by every way to say it; worked out once for a schema. */
export interface Saying {
  /** Whether all words of a way must be there; else more than half of them do, for less. */
  readonly isWhole: boolean;
  readonly ways: readonly { readonly stems: readonly string[]; readonly weights: readonly number[]; readonly total: number }[];
}

/** Every way to say things of a schema, with the weight of each word: a rare one tells more than a common one. */
export class Lexicon {
  readonly terms: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  constructor(root: Schema) {
    const texts = textsOf(root);
    this.terms = termsOf(texts);
    for (const text of texts) for (const stem of new Set(stemsOf(text))) this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1);
  }

  /** The ways to say something by its titles and search words. */
  saying(texts: readonly string[], isWhole: boolean): Saying {
    const ways = texts.map(stemsOf).filter((stems) => stems.length > 0);
    return {
      isWhole,
      ways: ways.map((stems) => {
        const weights = stems.map((stem) => this.#weightOf(stem));
        return { stems, weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
      }),
    };
  }

  #weightOf(stem: string): number {
    if (stem === AT_MOST || stem === AT_LEAST || stem === LOWERS || stem === "all" || stem === "each") return 0.3;
    return Math.max(0.35, 1.5 - 0.22 * Math.log(this.#counts.get(stem) ?? 1));
  }

  /** How much a word says about what is meant: about 1 for a usual one. */
  weight(word: Word): number {
    return word.isFiller ? 0.1 : this.#weightOf(word.stem);
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
    this.#weights = words.map((word) => lexicon.weight(word));
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
    let [whole, score] = [0, 0];
    let part: Match = { mask: 0, score: 0 };
    const singles: Match[] = [];
    for (const { stems, weights, total } of saying.ways) {
      let [mask, own, matched] = [0, 0, 0];
      for (let n = 0; n < stems.length; n++) {
        const [bit, quality] = this.#bitOf(stems[n] as string, mask);
        if (bit < 0) continue;
        mask |= 1 << bit;
        matched += (weights[n] as number) * quality;
        own += (this.#weights[bit] as number) * quality;
      }
      if (mask === 0) continue;
      if (matched >= 0.85 * total) {
        singles.push({ mask, score: own });
        for (let bit = 0; bit < this.words.length; bit++) if (mask & ~whole & (1 << bit)) score += this.#weights[bit] as number;
        whole |= mask;
      } else if (matched >= 0.6 * total && own * 0.4 > part.score) part = { mask, score: own * 0.4 };
    }
    const results = [{ mask: whole, score }, ...singles.sort((a, b) => b.score - a.score), ...(saying.isWhole ? [] : [part])].filter((match) => match.mask !== 0 && match.score > 0.24);
    if (results.length === 0) return NONE;
    return results.filter((match, n) => results.findIndex((word) => word.mask === match.mask) === n).slice(0, MAX_MATCHES);
  }

  #bitOf(stem: string, busy: number): readonly [number, number] {
    for (const row of this.#bitsOf(stem)) if (!(busy & (1 << row[0]))) return row;
    return NOWHERE;
  }

  #bitsOf(stem: string): readonly (readonly [number, number])[] {
    const cached = this.#bits.get(stem);
    if (cached) return cached;
    const rows = this.words.map((word, bit) => [bit, likeness(stem, word.stem)] as const).filter(([, quality]) => quality > 0);
    rows.sort((a, b) => b[1] - a[1]);
    this.#bits.set(stem, rows);
    return rows;
  }
}

const NOWHERE = [-1, 0] as const;

/** How far two words are one: 1 for the same; a Chinese word that holds the other counts by its length. */
function likeness(stem: string, word: string): number {
  if (stem === word) return 1;
  if (!HAN.test(stem) || !HAN.test(word)) return stem.length > 4 && word.length > 4 && (stem.startsWith(word) || word.startsWith(stem)) ? 0.8 : 0;
  const [long, short] = stem.length > word.length ? [stem, word] : [word, stem];
  return long.includes(short) && short.length * 2 >= long.length && short.length > 1 ? (0.9 * short.length) / long.length + 0.1 : 0;
}

const COMPARISON_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bat most\b|\bup to\b|\bor less\b/g, AT_MOST],
  [/\bat least\b|\bor more\b/g, AT_LEAST],
  [/\bcheaper\b|\bfewer\b/g, LOWERS],
];
const LEFT_OUT = new Set("the a an of to it is in on for and or with by".split(" "));

function stemsOf(text: string): string[] {
  let plain = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  for (const [pattern, word] of COMPARISON_WORDS) plain = plain.replace(pattern, word);
  const words = HAN.test(plain) ? hanWordsOf(plain) : (plain.match(/[\p{L}\d]+/gu) ?? []);
  return words.map(stemOf).filter((word) => !LEFT_OUT.has(word));
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
    for (const about of [ui, ...Object.values(asSchema(ui?.about) ?? {}).map(asSchema)]) texts.push(...aliasesOf(about));
    for (const [key, inner] of Object.entries(schema)) if (key !== "x-ui" && key !== "x-i18n") visit(inner);
  };
  visit(root);
  return texts;
}

/** The words of both languages by which something is found. */
export function aliasesOf(about: Schema | null): string[] {
  const aliases = asSchema(about?.aliases);
  const says = asSchema(about?.says);
  return [...asList(aliases?.en), ...asList(aliases?.zh), says?.en ?? "", says?.zh ?? ""].map(String).filter(Boolean);
}
