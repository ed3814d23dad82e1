import { type Construction, rewritten } from "./constructions";
import { Trial } from "./trial";
import { endless, HAN, hanNumber, numberOf } from "./words";
import { FILLERS, type Form, HAN_FILLERS, type Sense } from "./vocabulary";

/** A word or phrase of a sentence with all that it may say. */
export interface Token {
  readonly text: string;
  readonly senses: readonly Sense[];
  /** The number that it writes; null for any other word. */
  readonly number: number | null;
  /** Whether the number has a sign: "+2". */
  readonly hasSign: boolean;
  /** A number that may mean no number: "a". */
  readonly isWeak: boolean;
  readonly isFiller: boolean;
  /** The sign of punctuation that it is; empty for a word. */
  readonly mark: string;
}

const MAX_LETTERS = 400;
/** The most signs of a Chinese form. */
const MAX_HAN = 12;
const PIECES = /[+\-−]?\d+|\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}'’-])+|[.,;:!?，。；：、！？…—()（）/+]/gu;
const MARK = /^[.,;:!?，。；：、！？…—()（）/+]$/u;
const NUMBER_WORDS = "twice:2 thrice:3 once:1 double:2".split(" ").map((pair) => pair.split(":"));
const TIMES = new Map(NUMBER_WORDS.map(([word = "", number = "0"]) => [word, Number(number)]));
const ORDINALS = new Map("first second third fourth fifth".split(" ").map((word, n) => [word, n + 1]));
const WEAK = new Set(["a", "an", "one", "一"]);

/** What is written in one word, in two. */
const CONTRACTIONS: readonly (readonly [short: RegExp, full: string])[] = [
  [/\b(they|it|he|she|you)['’](?:re|s|ve|d|ll)\b/g, "$1"],
  [/\b(can)(?:no|['’])t\b/g, "cannot"],
  [/\b(do|does|did|is|are|has|have|was|were)n['’]t\b/g, "not"],
  [/(?<=\d)-point\b/g, ""],
];

/** The forms of a vocabulary by their first piece, the longest first. */
export class Forms {
  readonly #english = new Map<string, { readonly stems: readonly string[]; readonly senses: Sense[] }[]>();
  readonly #han = new Map<string, Sense[]>();

  constructor(
    forms: readonly Form[],
    readonly triggers: readonly Form[] = [],
    readonly constructions: readonly Construction[] = [],
  ) {
    for (const form of forms) this.#add(form);
    for (const rows of this.#english.values()) rows.sort((a, b) => b.stems.length - a.stems.length);
  }

  #add({ text, isHan, kind, value }: Form): void {
    const isSame = (sense: Sense): boolean => sense.kind === kind && sense.value === value;
    if (isHan) {
      const senses = this.#han.get(text) ?? [];
      if (!senses.some(isSame)) this.#han.set(text, [...senses, { kind, value }]);
      return;
    }
    const stems = text.toLowerCase().split(" ").map(stemOf);
    const rows = this.#english.get(stems[0] ?? "") ?? [];
    const same = rows.find((row) => row.stems.join(" ") === stems.join(" "));
    if (same && !same.senses.some(isSame)) same.senses.push({ kind, value });
    else if (!same) rows.push({ stems, senses: [{ kind, value }] });
    this.#english.set(stems[0] ?? "", rows);
  }

  /** The longest phrase that begins at a piece: how many pieces it has, and its senses. */
  english(stems: readonly string[], at: number): { readonly length: number; readonly senses: readonly Sense[] } | null {
    const row = this.#english.get(stems[at] ?? "")?.find(({ stems: own }) => own.every((stem, k) => stems[at + k] === stem));
    return row ? { length: row.stems.length, senses: row.senses } : null;
  }

  /** The phrases of several words of which all are among some stems, the longest first. */
  phrasesOf(stems: readonly string[]): readonly string[] {
    const all = new Set(stems);
    const rows = [...all].flatMap((stem) => this.#english.get(stem) ?? []).filter((row) => row.stems.length > 1 && row.stems.every((stem) => all.has(stem)));
    return rows.sort((a, b) => b.stems.length - a.stems.length).map((row) => row.stems.join(" "));
  }

  han(text: string): readonly Sense[] | undefined {
    return this.#han.get(text);
  }
}

/** Words whose ending makes another word of them: what is damaged is no damage. */
const AS_WRITTEN = new Set("fires one it this less its his is as was damaged wounded injured defeated played attacked died dead used others yours theirs off".split(" "));

export function stemOf(word: string): string {
  const plain = word.replace(/['’]s?$/, "").replaceAll(/['’]/g, "");
  return AS_WRITTEN.has(plain) ? plain : endless(plain);
}

/** The words of a sentence, the longest phrases that the vocabulary knows, with what constructions say in other words. */
export function tokensOf(text: string, forms: Forms, trial = new Trial()): readonly Token[] {
  return rewrittenBy(forms, plainTokens(text, forms), trial);
}

/** The words of a sentence without those that no word of the game is, and those. */
export function knownTokensOf(text: string, forms: Forms): { readonly tokens: readonly Token[]; readonly unknown: readonly string[] } {
  const isUnknown = ({ senses, number, mark, isFiller }: Token): boolean => senses.length === 0 && number === null && !mark && !isFiller;
  const tokens = plainTokens(text, forms);
  return { tokens: rewrittenBy(forms, tokens.filter((token) => !isUnknown(token)), new Trial()), unknown: tokens.filter(isUnknown).map((token) => token.text) };
}

function rewrittenBy(forms: Forms, tokens: readonly Token[], trial: Trial): readonly Token[] {
  return rewritten(forms.constructions, tokens, (own) => plainTokens(own, forms), trial);
}

/** The words of a text, the longest phrases that the vocabulary knows. */
export function plainTokens(text: string, forms: Forms): Token[] {
  const plain = CONTRACTIONS.reduce((own, [short, full]) => own.replace(short, full), text.slice(0, MAX_LETTERS).toLowerCase().normalize("NFKC"));
  const pieces = plain.match(PIECES) ?? [];
  const stems = pieces.map((piece) => (/\p{L}/u.test(piece) && !HAN.test(piece) ? stemOf(piece) : ""));
  const tokens: Token[] = [];
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n] as string;
    if (MARK.test(piece)) tokens.push(word(piece, [], { mark: piece }));
    else if (/\d/.test(piece)) tokens.push(word(piece, [], { number: Number(piece.replace("−", "-")), hasSign: /^[+\-−]/.test(piece) }));
    else if (HAN.test(piece)) tokens.push(...hanTokens(piece, forms));
    else {
      const phrase = forms.english(stems, n);
      if (phrase && (phrase.length > 1 || numberOf(piece) === null)) {
        tokens.push(word(pieces.slice(n, n + phrase.length).join(" "), phrase.senses, { isFiller: phrase.length === 1 && FILLERS.has(piece) }));
        n += phrase.length - 1;
      } else tokens.push(englishToken(piece));
    }
  }
  return tokens;
}

function englishToken(piece: string): Token {
  if (TIMES.has(piece)) return word(piece, [{ kind: "count", value: "times" }], { number: TIMES.get(piece) ?? 0 });
  if (ORDINALS.has(piece)) return word(piece, [{ kind: "nth", value: String(ORDINALS.get(piece)) }], {});
  const number = numberOf(piece);
  return word(piece, [], { number, isWeak: WEAK.has(piece), isFiller: number === null && (FILLERS.has(piece) || piece.length === 1) });
}

function word(text: string, senses: readonly Sense[], parts: Partial<Token>): Token {
  return { text, senses, number: null, hasSign: false, isWeak: false, isFiller: false, mark: "", ...parts };
}

/** Part a run of Chinese characters into known forms and numbers: as much of it as can be, in as few as can be. */
function hanTokens(run: string, forms: Forms): Token[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= run.length; end++) {
    let choice = { cost: Infinity, from: end - 1 };
    for (let from = Math.max(0, end - MAX_HAN); from < end; from++) {
      const part = run.slice(from, end);
      const isKnown = forms.han(part) !== undefined || hanNumber(part.replace(/^第/, "")) !== null;
      if (!isKnown && part.length > 1) continue;
      const cost = (best[from]?.cost ?? 0) + (isKnown ? 1 : HAN_FILLERS.has(part) ? 1.1 : 2.5);
      if (cost < choice.cost) choice = { cost, from };
    }
    best.push(choice);
  }
  const parts: string[] = [];
  for (let end = run.length; end > 0; end = best[end]?.from ?? 0) parts.unshift(run.slice(best[end]?.from ?? 0, end));
  return parts.map((part) => {
    const senses = forms.han(part) ?? [];
    if (/^第/.test(part) && part.length > 1 && senses.length === 0) return word(part, [{ kind: "nth", value: String(hanNumber(part.slice(1))) }], {});
    const number = senses.length === 0 ? hanNumber(part) : null;
    return word(part, senses, { number, isWeak: part === "一", isFiller: number === null && HAN_FILLERS.has(part) });
  });
}

export function says(token: Token | undefined, kind: string, value?: string): boolean {
  return token?.senses.some((sense) => sense.kind === kind && (value === undefined || sense.value === value)) ?? false;
}

/** What a token says of a kind; empty where it says nothing of it. */
export function valueOf(token: Token | undefined, kind: string): string {
  return token?.senses.find((sense) => sense.kind === kind)?.value ?? "";
}

/** Words as they were written. */
export function saidBy(tokens: readonly Token[]): string {
  return tokens.reduce((text, { text: word }) => (text === "" || (HAN.test(text.at(-1) ?? "") && HAN.test(word)) ? text + word : `${text} ${word}`), "");
}
