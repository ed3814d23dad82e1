/** One word of a phrase, as its author typed it and as it is compared. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  /** The number that it writes, in digits or letters of either language; null for any other word. */
  readonly number: number | null;
  /** The part of the sentence that it is in: parts end at punctuation and before "then" or "if". */
  readonly clause: number;
  /** A word that carries no meaning of its own, like "the": it may go unused without a notice. */
  readonly isFiller: boolean;
  /** "third": it counts which one, not how many. */
  readonly isOrdinal: boolean;
  /** A number that may go unused, like "a" in "draw a card". */
  readonly isWeak: boolean;
}

/** The most words of a phrase that are read: each has a bit of a mask. */
export const MAX_WORDS = 30;
/** The word that follows an ordinal, so that "third" finds what says "every nth time". */
export const NTH = "nth";
/** The most letters that are read: a sentence on a card is far shorter. */
const MAX_LETTERS = 400;
/** Comparisons as one word each, so that "2 or less", "at most 2" and 不超过2 mean the same. */
export const AT_MOST = "atmost";
export const AT_LEAST = "atleast";
/** "3 less", "cheaper", 减少: the number before or after it lowers something. */
export const LOWERS = "less";

const HAN = /\p{Script=Han}/u;
const PIECES = /[+\-−]?\d+|\p{Script=Han}+|[\p{L}][\p{L}'’]*|[.,;:!?，。；：、！？…—]/gu;
const PUNCTUATION = /^[.,;:!?，。；：、！？…—]$/u;

const FILLER = new Set(
  "the a an of to it its is are was be been being and or then that this these those from in into on onto with for at by as your you yours my i me them they he she his her their who whom which there here also so just only do does has have had get gets will would can may s t re ve than out up back more too any much what".split(
    " ",
  ),
);
const FILLER_HAN = new Set([..."的了着地得就都也往自己儿人本合现然牌才再便则且和与及或在到给让把被将由从对为其它他她你您我每个张点次名位只枚条些这那此该之中里上下内时后前会能可有是就算份"]);
const OPENS_CLAUSE = new Set(["then", "if", "when", "whenever", "but", "unless", "instead"]);

const NUMBERS: Readonly<Record<string, number>> = {
  zero: 0, first: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  once: 1, twice: 2, thrice: 3, second: 2, third: 3, fourth: 4, fifth: 5,
};
const ORDINALS = new Set(["second", "third", "fourth", "fifth"]);
const TIMES_WORDS = new Set(["once", "twice", "thrice"]);
const HAN_NUMBERS: Readonly<Record<string, number>> = { 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 };

/** Phrases of comparison and the word that they become; longer ones first. */
const COMPARISONS: readonly (readonly [readonly string[], string])[] = [
  [["or", "less"], AT_MOST], [["or", "fewer"], AT_MOST], [["at", "most"], AT_MOST], [["up", "to"], AT_MOST], [["no", "more", "than"], AT_MOST],
  [["tops"], AT_MOST], [["max"], AT_MOST], [["or", "more"], AT_LEAST], [["at", "least"], AT_LEAST], [["never", "below"], AT_LEAST],
  [["不超过"], AT_MOST], [["至多"], AT_MOST], [["最多"], AT_MOST], [["以下"], AT_MOST], [["不多于"], AT_MOST], [["至少"], AT_LEAST], [["以上"], AT_LEAST], [["不少于"], AT_LEAST], [["最低"], AT_LEAST],
  [["cheaper"], LOWERS], [["fewer"], LOWERS], [["reduced"], LOWERS], [["便宜"], LOWERS], [["减少"], LOWERS], [["减"], LOWERS], [["少"], LOWERS],
];
const HAN_COMPARISONS = COMPARISONS.flatMap(([words]) => words).filter((word) => HAN.test(word));

/** Split a text into words; `terms` are the Chinese words that the schema knows, by which a run of characters is parted. */
export function readPhrase(text: string, terms: ReadonlySet<string>): Word[] {
  const pieces = text.slice(0, MAX_LETTERS).toLowerCase().normalize("NFKC").match(PIECES) ?? [];
  const words: { text: string; clause: number }[] = [];
  let clause = 0;
  for (const piece of pieces) {
    if (PUNCTUATION.test(piece)) clause++;
    else if (HAN.test(piece)) for (const part of segmentsOf(piece, terms)) words.push({ text: part, clause });
    else {
      if (OPENS_CLAUSE.has(piece)) clause++;
      words.push({ text: piece.replace(/['’]s$/, "").replaceAll(/['’]/g, ""), clause });
    }
  }
  return withComparisons(words).slice(0, MAX_WORDS);
}

/** The Chinese words of a text, without what only frames them: 一个 before a noun, 玩家 or 你 before and 时 behind an event. */
export function hanWordsOf(text: string): string[] {
  const runs = text.replace(/一[个名张只位]/gu, " ").match(/\p{Script=Han}+/gu) ?? [];
  return runs.map((run) => run.replace(/^(?:玩家|你)(?=..)/u, "").replace(/(?<=..)(?:之后|后|时)$/, ""));
}

/** The Chinese words of a schema's texts and the words of comparison, by which a run of characters is parted. */
export function termsOf(texts: Iterable<string>): Set<string> {
  const terms = new Set(HAN_COMPARISONS);
  for (const text of texts) for (const run of hanWordsOf(text)) terms.add(run);
  return terms;
}

function withComparisons(words: readonly { text: string; clause: number }[]): Word[] {
  const result: Word[] = [];
  for (let n = 0; n < words.length; ) {
    const match = COMPARISONS.find(([phrase]) => phrase.every((part, k) => words[n + k]?.text === part));
    const { text, clause } = words[n] as { text: string; clause: number };
    result.push(wordOf(match ? match[1] : text, clause, match ? words.slice(n, n + match[0].length).map((word) => word.text).join(" ") : text));
    if (!match && TIMES_WORDS.has(text)) result.push(wordOf("times", clause, ""));
    if (!match && ORDINALS.has(text)) result.push(wordOf(NTH, clause, ""));
    n += match ? match[0].length : 1;
  }
  return result;
}

function wordOf(text: string, clause: number, original: string): Word {
  const number = numberOf(text);
  const isWeak = text === "a" || text === "an" || text === "one" || text === "一";
  const isFiller = FILLER.has(text) || (HAN.test(text) && [...text].every((sign) => FILLER_HAN.has(sign))) || original === "";
  return { text: original, stem: stemOf(text), number: number ?? (text === "a" || text === "an" ? 1 : null), clause, isFiller: isFiller && number === null, isOrdinal: ORDINALS.has(text) || /^第/.test(text), isWeak };
}

function numberOf(text: string): number | null {
  if (/^[+\-−]?\d+$/.test(text)) return Number(text.replace("−", "-"));
  if (text in NUMBERS) return NUMBERS[text] ?? null;
  return hanNumber(text.replace(/^第/, ""));
}

function hanNumber(text: string): number | null {
  const [tens, units] = text.includes("十") ? text.split("十") : ["", text];
  const of = (sign: string | undefined, absent: number): number | null => (sign ? (HAN_NUMBERS[sign] ?? null) : absent);
  const [high, low] = [text.includes("十") ? of(tens, 1) : 0, of(units, 0)];
  return text === "" || text.length > 3 || high === null || low === null ? null : high * 10 + low;
}

/** Part a run of Chinese characters into known words and numbers: as much of it as can be, in as few words as can be. */
function segmentsOf(run: string, terms: ReadonlySet<string>): string[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= run.length; end++) {
    let choice = { cost: Infinity, from: end - 1 };
    for (let from = Math.max(0, end - 8); from < end; from++) {
      const part = run.slice(from, end);
      const isTerm = terms.has(part) || hanNumber(part.replace(/^第/, "")) !== null;
      if (!isTerm && part.length > 1) continue;
      const cost = (best[from]?.cost ?? 0) + (isTerm ? 1 : FILLER_HAN.has(part) ? 1.2 : 2.5);
      if (cost < choice.cost) choice = { cost, from };
    }
    best.push(choice);
  }
  const parts: string[] = [];
  for (let end = run.length; end > 0; end = best[end]?.from ?? 0) parts.unshift(run.slice(best[end]?.from ?? 0, end));
  return parts;
}

/** Forms of words that no ending tells, and words that mean one. */
const IRREGULAR_FORMS =
  "draw: drew drawn; deal: dealt; give: gave given; take: took taken; die: died dies dying death dead; lose: lost loses; buy: bought; pay: paid; freeze: frozen froze; steal: stole stolen; enemy: enemies; ally: allies; opponent: opponents opposing; heal: heals; each: every; monster: monsters; start: begins begin starts starting";
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.split("; ").flatMap((group) => {
    const [word = "", forms = ""] = group.split(": ");
    return forms.split(" ").map((form) => [form, word] as const);
  }),
);

/** The form under which forms of an English word are one: "draws", "drawing" and "drew" are `draw`. */
export function stemOf(word: string): string {
  if (HAN.test(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  const stem = word.replace(/(?:ing|ed|es|s)$/, "");
  const bare = stem.length >= 3 ? stem : word;
  return bare.replace(/(.)\1$/, "$1").replace(/e$/, "");
}
