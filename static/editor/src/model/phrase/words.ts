import { IDIOMS, SYNONYMS } from "./thesaurus";

/** One word of a phrase, as its author typed it and as it is compared. */
export interface Word {
  readonly text: string;
  /** The word that stands for all that mean the same, in either language. */
  readonly stem: string;
  /** The number that it writes, in digits or letters of either language; null for any other word. */
  readonly number: number | null;
  /** What the number counts: how often ("twice"), for how long ("2 turns"), which one ("third"), or anything. */
  readonly counts: "times" | "turns" | "nth" | "any";
  /** The part of the sentence that it is in: parts end at punctuation and before words like "then" or "if". */
  readonly clause: number;
  /** A word that carries no meaning of its own, like "the": it may go unused without a notice. */
  readonly isFiller: boolean;
  /** A number that may go unused, like "a" in "draw a card". */
  readonly isWeak: boolean;
  /** A word before a colon, which may be the name of what follows: "Bounty: …". */
  readonly isLabel: boolean;
}

/** The most words of a phrase that are read: each has a bit of a mask. */
export const MAX_WORDS = 30;
/** The word that follows an ordinal, so that "third" finds what says "every nth time". */
export const NTH = "nth";
/** The word that counts how often: "times" and 次. */
export const TIMES = "times";
/** What ends a limit of a trigger, in every way to say it: "per round", "a turn", 每回合. */
export const PER_TURN = "perturn";
/** The most letters that are read: a sentence on a card is far shorter. */
const MAX_LETTERS = 400;
export const AT_MOST = "atmost";
export const AT_LEAST = "atleast";
/** "3 less", "cheaper", 减少: the number before or after it lowers something. */
export const LOWERS = "less";

export const HAN = /\p{Script=Han}/u;
const PIECES = /\d+\/\d+|\d+\+|[+\-−]?\d+|\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}'’])+|[.,;:!?，。；：、！？…—]/gu;
const PUNCTUATION = /^[.,;:!?，。；：、！？…—]$/u;

const FILLER = new Set(
  "the a an of to is are was were be been being and then that those these from into on onto with for at by as do does did has have had gets will would can could may s t re ve d ll than out up back too any much what there here also so just but in off us who whom whose which them me my i he she him her his not no get got yes please now already ever extra".split(
    " ",
  ),
);
const FILLER_HAN = new Set([..."的了着地就都也往人合现然才便且和与及或在到把被将由从对为她您我张个点名位只枚条些那之中里上时前会能可有是算份件层颗发不谁份儿么而则"]);
const OPENS_CLAUSE = new Set(["then", "and", "if", "when", "whenever", "but", "unless", "instead", "or", "while", "until"]);
/** Phrases that open one as well: "draw a card each time you heal". */
const OPENS_CLAUSE_TOO = new Set(["everytime", "nexttime"]);
const HAN_OPENS_CLAUSE = new Set(["或", "或者", "然后", "如果", "否则", "就"]);

const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries("zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, number) => [word, number])),
  ...{ a: 1, an: 1, once: 1, twice: 2, thrice: 3, first: 1, second: 2, third: 3, fourth: 4, fifth: 5 },
};
const ORDINALS = new Set(["second", "third", "fourth", "fifth", "first"]);
const TIMES_WORDS = new Set(["once", "twice", "thrice"]);
const HAN_TIMES = new Set(["次", "下", "遍", "times"]);
const TURNS = new Set(["turn", "turns", "round", "rounds", "回合", "轮"]);
const HAN_NUMBERS: Readonly<Record<string, number>> = { 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 双: 2 };

/** Forms of words that no ending tells. */
const IRREGULAR_FORMS =
  "draw: drew drawn; deal: dealt; give: gave given; take: took taken; lose: lost loses losing; buy: bought; pay: paid; freeze: frozen froze; steal: stole stolen; enemy: enemies; ally: allies; die: dying; equip: equipped";
const IRREGULAR = new Map(
  IRREGULAR_FORMS.split("; ").flatMap((group) => {
    const [word = "", forms = ""] = group.split(": ");
    return forms.split(" ").map((form) => [form, word] as const);
  }),
);

/** The form under which forms of an English word are one: "draws", "drawing" and "drew" are `draw`. */
export function endless(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return endless(irregular);
  const stem = word.replace(/(?:ing|ed|es|s)$/, "");
  const bare = stem.length >= 3 ? stem : word;
  return bare.replace(/(.)\1$/, "$1").replace(/e$/, "");
}

const CANONICAL = new Map(SYNONYMS.flatMap(({ word, english, chinese }) => [...english.map((form) => [endless(form), word] as const), ...chinese.map((form) => [form, word] as const)]));
const HAN_IDIOMS = new Map(IDIOMS.flatMap(({ word, chinese }) => chinese.map((form) => [form, word] as const)));
const HAN_WORDS: ReadonlySet<string> = new Set([...HAN_IDIOMS.keys(), ...SYNONYMS.flatMap(({ chinese }) => chinese)]);
/** English phrases of several words by their first word, the longest first. */
const IDIOMS_BY_WORD = new Map<string, { readonly parts: readonly string[]; readonly word: string }[]>();
for (const { word, english } of IDIOMS)
  for (const phrase of english) {
    const parts = phrase.split(" ");
    const rows = IDIOMS_BY_WORD.get(parts[0] ?? "") ?? [];
    rows.push({ parts, word });
    IDIOMS_BY_WORD.set(parts[0] ?? "", rows.sort((a, b) => b.parts.length - a.parts.length));
  }

/** The word that stands for all that mean the same: "foe", "opposing" and 敌人 are `enemy`. */
export function stemOf(word: string): string {
  if (HAN.test(word)) return HAN_IDIOMS.get(word) ?? CANONICAL.get(word) ?? word;
  return CANONICAL.get(word) ?? CANONICAL.get(endless(word)) ?? endless(word);
}

/** Some words as they are compared: each by itself, and as the word that stands for it. */
export function stemSet(words: Iterable<string>): ReadonlySet<string> {
  return new Set([...words].flatMap((word) => [word, stemOf(word)]));
}

/** The Chinese words of texts that the thesaurus does not know, by which a run of characters is parted too. */
export function termsOf(texts: Iterable<string>): Set<string> {
  const terms = new Set<string>();
  for (const text of texts)
    for (const run of hanRunsOf(text)) {
      let rest = "";
      for (const part of [...segmentsOf(run, NO_TERMS), ""]) {
        if (part.length === 1 && !HAN_WORDS.has(part) && hanNumber(part) === null) rest += part;
        else {
          if (rest.length > 1) terms.add(rest);
          rest = "";
        }
      }
    }
  return terms;
}

const NO_TERMS: ReadonlySet<string> = new Set();

/** The runs of Chinese characters in a text, without the one that only counts: 一个 before a noun. */
function hanRunsOf(text: string): readonly string[] {
  return text.replace(/一[个名张只位]/gu, " ").match(/\p{Script=Han}+/gu) ?? [];
}

interface Part {
  readonly text: string;
  readonly stem: string;
  readonly clause: number;
  readonly isLabel?: boolean;
}

/** Split a text into words; `terms` are the Chinese words that the schema knows, by which a run of characters is parted. */
export function readPhrase(text: string, terms: ReadonlySet<string>): Word[] {
  const parts = partsOf(text, terms);
  const words: Word[] = [];
  for (let n = 0; n < parts.length; n++) {
    const word = wordOf(parts, n);
    words.push(word);
    if (word.counts === "nth") words.push({ ...word, text: "", stem: NTH, number: null, counts: "any", isFiller: true });
    if (word.counts === "times" && HAN_TIMES.has(parts[n + 1]?.text ?? "")) n++;
  }
  return words.slice(0, MAX_WORDS);
}

/** The words of a title or a search word, as those of a phrase are compared. */
export function stemsOf(text: string, terms: ReadonlySet<string>): string[] {
  const plain = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").replaceAll("_", " ");
  const parts = partsOf(plain, terms);
  const words = parts.filter(({ text: word }, n) => ORDINALS.has(word) || /^第./.test(word) || (numberOf(word) === null && !(HAN_TIMES.has(word) && numberOf(parts[n - 1]?.text ?? "") !== null)));
  return words.map(({ text: word, stem }) => (ORDINALS.has(word) || /^第.$/.test(word) ? NTH : HAN_TIMES.has(word) ? TIMES : stem)).filter((stem) => !LEFT_OUT.has(stem));
}

const LEFT_OUT = new Set([..."the a an of to is in on for and with by as that are be was has have it".split(" "), ...FILLER_HAN]);

/** What is said in short, as it is said in full: "+1/+2" is attack and health, "takes 2" is damage. */
const SHORT_FORMS: readonly (readonly [short: RegExp, full: string])[] = [
  [/([+\-−]\d{1,3})\/([+\-−]\d{1,3})/g, "$1 attack and $2 health"],
  [/\b(?:takes?|eats?|suffers?) (\d{1,3})(?! ?(?:damage|gold|mana|more|less|extra|dice|cards?|of))/g, "damage $1"],
  [/\b(\d{1,3}) (?:more )?(pyro|cryo|hydro|electro|anemo|geo|dendro|physical|piercing)(?! damage)/g, "$1 $2 damage"],
  [/(?<![+\-−\d])\b(\d{1,3}) to (?=an? |the |each|every|all|their|any|everything|everyone|everybody|it\b|whoever|whichever|both)/g, "$1 damage to "],
  [/(?<![+\-−\d])([一二两三四五六七八九十\d]{1,3})点(?=[，。；、！,.;]|$)/g, "$1点伤害"],
  [/\b(a|an|one|random|omni|per|each|\d) die\b/g, "$1 dice"],
  [/回([一二两三四五六七八九十\d]{1,3})点?血/g, "治疗$1点"],
  [/充([一二两三四五六七八九十\d]{1,3})点?能/g, "获得$1点充能"],
  [/\bthrow (.{1,20}) away\b/g, "throw away $1"],
  [/过([一二两三四五六七八九十\d]{1,3})张/g, "抽$1张"],
  [/(?:吃|掉|扣|受到?)([一二两三四五六七八九十\d]{1,3})(?:点伤害|点血|点|血)/g, "受到$1点伤害"],
];

function plainOf(text: string): string {
  return SHORT_FORMS.reduce((plain, [short, full]) => plain.replace(short, full), text);
}

function partsOf(text: string, terms: ReadonlySet<string>): Part[] {
  const pieces = plainOf(text.slice(0, MAX_LETTERS).toLowerCase().normalize("NFKC")).match(PIECES) ?? [];
  const parts: Part[] = [];
  const labels = new Set<number>();
  let clause = 0;
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n] as string;
    if (PUNCTUATION.test(piece)) {
      if (/[:：]/.test(piece)) labels.add(clause);
      clause++;
    } else if (/^\d+\+$/.test(piece)) parts.push({ text: piece.slice(0, -1), stem: "", clause }, { text: "+", stem: AT_LEAST, clause });
    else if (HAN.test(piece)) {
      for (const part of segmentsOf(piece, terms)) {
        if (HAN_OPENS_CLAUSE.has(part)) clause++;
        parts.push({ text: part, stem: stemOf(part), clause });
      }
    } else {
      const idiom = IDIOMS_BY_WORD.get(piece)?.find(({ parts: own }) => own.every((part, k) => pieces[n + k] === part));
      const length = idiom?.parts.length ?? 1;
      if (idiom ? OPENS_CLAUSE_TOO.has(idiom.word) : OPENS_CLAUSE.has(piece)) clause++;
      const word = piece.replace(/['’](?:s|ve|re|ll|d|m)$/, "").replaceAll(/['’]/g, "");
      parts.push({ text: idiom ? idiom.parts.join(" ") : word, stem: idiom?.word ?? stemOf(word), clause });
      n += length - 1;
    }
  }
  return withLimits(withTransforms(parts.map((part) => (labels.has(part.clause) ? { ...part, isLabel: true } : part))));
}

/** "Turn it into a frog": the turn is no turn. */
function withTransforms(parts: readonly Part[]): Part[] {
  const into = parts.findIndex(({ text }) => text === "into");
  return parts.map((part, n) => (n < into && part.text === "turn" && part.clause === parts[into]?.clause ? { ...part, stem: "transform" } : part));
}

/** "Twice a round" is a limit, "for a round" none. */
function withLimits(parts: readonly Part[]): Part[] {
  const isLimit = (n: number): boolean => parts[n]?.text === "a" && TURNS.has(parts[n + 1]?.text ?? "") && (TIMES_WORDS.has(parts[n - 1]?.text ?? "") || HAN_TIMES.has(parts[n - 1]?.text ?? ""));
  return parts.flatMap((part, n) => (isLimit(n) ? [{ ...part, text: `a ${parts[n + 1]?.text ?? ""}`, stem: PER_TURN }] : isLimit(n - 1) ? [] : [part]));
}

function wordOf(parts: readonly Part[], n: number): Word {
  const { text, stem, clause, isLabel = false } = parts[n] as Part;
  const number = numberOf(text);
  const next = parts[n + 1]?.text ?? "";
  const isNth = ORDINALS.has(text) || /^第./.test(text);
  const counts = number === null ? "any" : isNth ? "nth" : TIMES_WORDS.has(text) || HAN_TIMES.has(next) ? "times" : TURNS.has(next) ? "turns" : "any";
  const isWeak = counts !== "nth" && ["a", "an", "one", "一"].includes(text);
  const isFiller = number === null && (/\d/.test(text) || FILLER.has(text) || (HAN.test(text) && [...text].every((sign) => FILLER_HAN.has(sign))));
  return { text, stem: number === null ? stem : "", number, counts, clause, isFiller, isWeak, isLabel };
}

export function numberOf(text: string): number | null {
  if (/^[+\-−]?\d+$/.test(text)) return Number(text.replace("−", "-"));
  if (text in NUMBERS) return NUMBERS[text] ?? null;
  return hanNumber(text.replace(/^第/, ""));
}

export function hanNumber(text: string): number | null {
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
      const isTerm = HAN_WORDS.has(part) || terms.has(part) || hanNumber(part.replace(/^第/, "")) !== null;
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
