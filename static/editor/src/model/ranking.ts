/** One thing that may be searched for, by what it is called and by what it means. */
export interface Findable {
  /** The word that is written in the document. */
  readonly label: string;
  readonly title: string;
  /** Its titles in other languages. */
  readonly titles?: readonly string[];
  /** Words by which an author may look for it, in any language. */
  readonly aliases?: readonly string[];
  readonly info?: string;
}

/** What is compared: the whole phrase and its words, without case and punctuation. */
interface Phrase {
  readonly whole: string;
  readonly words: readonly string[];
}

const CJK = /[\p{Script=Han}]/u;
const LEAST_STEM = 3;
const LEAST_FUZZY = 4;

/** Those that a query may mean, best first: by meaning before spelling; an empty query keeps the order. */
export function rankByMeaning<T extends Findable>(items: readonly T[], query: string): T[] {
  const asked = phrase(query);
  if (asked.whole === "") return [...items];
  return items
    .map((item) => ({ item, score: scoreOf(item, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Whether a query is the name of an item or its beginning: its label, a title or a search word. */
export function isTitleOf(item: Findable, query: string): boolean {
  const words = phrase(query);
  return [item.label, ...titlesOf(item), ...(item.aliases ?? [])].some((name) => alike(phrase(name), words) >= 90);
}

/** The alias by which a query finds an item, where neither its label nor its titles say so. */
export function matchedAlias(item: Findable, query: string): string | null {
  const asked = phrase(query);
  const own = Math.max(...[item.label, ...titlesOf(item)].map((said) => alike(phrase(said), asked)));
  const matches = (item.aliases ?? [])
    .map((alias) => ({ alias, score: alike(phrase(alias), asked) }))
    .sort((a, b) => b.score - a.score)[0];
  return matches && matches.score > own ? matches.alias : null;
}

function scoreOf(item: Findable, asked: Phrase): number {
  const meanings = [...titlesOf(item), ...(item.aliases ?? [])].map(phrase);
  const label = phrase(item.label);
  const best = Math.max(alike(label, asked) + 0.5, ...meanings.map((meaning) => alike(meaning, asked)));
  if (best > 1) return best;
  const partly = shared([label, ...meanings], asked);
  if (partly > 0) return partly;
  if (item.info && asked.whole.length > 2 && phrase(item.info).whole.includes(asked.whole)) return 10;
  return slipped(label.whole, asked.whole) ? 5 : 0;
}

function titlesOf(item: Findable): string[] {
  return [item.title, ...(item.titles ?? [])].filter((title) => title !== "");
}

/** How well one phrase answers the query as a whole: 100 for the same, 0 for nothing. */
function alike(phrase: Phrase, asked: Phrase): number {
  if (phrase.whole === "") return 0;
  if (phrase.whole === asked.whole || phrase.words.join("") === asked.words.join("")) return 100;
  if (phrase.whole.startsWith(asked.whole)) return 90;
  if (asked.words.every((word) => phrase.words.some((other) => other.startsWith(word)))) return 80;
  if (asked.words.every((word) => phrase.words.some((other) => sameStem(word, other))))
    return sameStem(asked.words[0] ?? "", phrase.words[0] ?? "") ? 75 : 70;
  if (phrase.whole.includes(asked.whole)) return 60;
  return phrase.whole.length > 1 && CJK.test(phrase.whole) && asked.whole.includes(phrase.whole) ? 50 : 0;
}

/** How much of a query of several words the phrases of one item answer together; less than half is nothing. */
function shared(phrases: readonly Phrase[], asked: Phrase): number {
  if (asked.words.length < 2) return 0;
  const words = phrases.flatMap((each) => each.words);
  const matches = asked.words.filter((word) => words.some((other) => other === word || sameStem(word, other)));
  return 2 * matches.length < asked.words.length ? 0 : 20 + (20 * matches.length) / asked.words.length;
}

/** Whether two English words are forms of one: `died` and `dies`, `drawing` and `draw`. */
function sameStem(one: string, other: string): boolean {
  const [a, b] = [stem(one), stem(other)];
  return a === b && a.length >= Math.min(LEAST_STEM, one.length);
}

function stem(word: string): string {
  if (CJK.test(word)) return word;
  if (/^d(?:ie|ying)[sd]?$/.test(word)) return "die";
  const short = word.replace(/(?:ing|ed|es|s|n)$/, "");
  const bare = short.length >= LEAST_STEM ? short : word;
  return bare.replace(/(.)\1$/, "$1").replace(/e$/, "");
}

/** Whether a word is another one with a slip or two: one letter in three, counted with swaps. */
function slipped(word: string, asked: string): boolean {
  if (asked.length < LEAST_FUZZY || CJK.test(asked)) return false;
  return distance(word, asked) <= Math.floor(asked.length / 3);
}

/** How many letters to change, add, leave out or swap with their neighbour turn one word into the other. */
function distance(a: string, b: string): number {
  let [earlier, before]: [number[], number[]] = [[], []];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    [earlier, before, row] = [before, row, [i]];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const least = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change);
      row.push(swap ? Math.min(least, (earlier[j - 2] ?? 0) + 1) : least);
    }
  }
  return row[b.length] ?? 0;
}

const PHRASES_KEPT = 5000;
const phrases = new Map<string, Phrase>();

/** The words of a text; each text is split once. */
function phrase(text: string): Phrase {
  const known = phrases.get(text);
  if (known) return known;
  if (phrases.size > PHRASES_KEPT) phrases.clear();
  const split = splitWords(text);
  phrases.set(text, split);
  return split;
}

/** Split into words at spaces, punctuation and capitals: `drawCard`, `UNIT_DIED`, `on death`. */
function splitWords(text: string): Phrase {
  const parted = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  const words = parted.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return { whole: words.join(" "), words };
}
