import { plainTokens, type Forms, says, stemOf, type Token } from "./tokens";
import { HAN } from "./words";

/** How many words may be in any order. */
const MAX_WORDS = 10;
/** Kinds of words in the order in which a plain sentence has them; numbers stand before what they count. */
const ORDER = "label conj verb signed stat res element nouns which side head pron player top zone within span time count rest".split(" ");

/** The words of a short sentence in the orders in which they may be meant; none where it is long. */
export function ordersOf(text: string, forms: Forms): readonly string[] {
  if (HAN.test(text)) return [];
  const words = text.toLowerCase().match(/[+\-−]?\d+|[\p{L}'’-]+/gu) ?? [];
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const rest = [...words];
  const units: string[] = [];
  for (const phrase of forms.phrasesOf(words.map(stemOf))) {
    const places = placesOf(phrase, rest);
    if (places === null) continue;
    units.push(phrase);
    for (const at of [...places].sort((a, b) => b - a)) rest.splice(at, 1);
  }
  const tokens = [...units, ...rest].map((unit) => plainTokens(unit, forms)[0]).filter((token) => token !== undefined);
  const numbers = tokens.filter((token) => token.number !== null && !token.hasSign && !token.isWeak);
  const wordsLeft = tokens.filter((token) => !numbers.includes(token)).sort((a, b) => rankOf(a) - rankOf(b));
  const takers = wordsLeft.filter((token) => ["within", "span", "count", "cells", "stat", "res", "cmp"].some((kind) => says(token, kind)));
  if (numbers.length === 0) return [textOf(wordsLeft)];
  if (numbers.length === 1) return [...takers, ...wordsLeft.slice(0, 1)].map((taker) => textOf(withNumbers(wordsLeft, [[taker, numbers[0] as Token]])));
  return takers.flatMap((first) => takers.filter((taker) => taker !== first).map((second) => textOf(withNumbers(wordsLeft, [[first, numbers[0] as Token], [second, numbers[1] as Token]]))));
}

/** Where the words of a phrase are among wordsLeft; null where one of them is missing. */
function placesOf(phrase: string, words: readonly string[]): readonly number[] | null {
  const places: number[] = [];
  for (const stem of phrase.split(" ").map(stemOf)) {
    const at = words.findIndex((word, n) => !places.includes(n) && stemOf(word) === stem);
    if (at < 0) return null;
    places.push(at);
  }
  return places;
}

function rankOf(token: Token): number {
  if (token.hasSign) return ORDER.indexOf("signed");
  const ranks = token.senses.map(({ kind }) => ORDER.indexOf(kind)).map((rank) => (rank < 0 ? ORDER.indexOf("nouns") : rank));
  return ranks.length > 0 ? Math.min(...ranks) : ORDER.length;
}

function withNumbers(tokens: readonly Token[], numbers: readonly (readonly [taker: Token, number: Token])[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const own = numbers.filter(([taker]) => taker === token).map(([, number]) => number);
    return says(token, "within") || says(token, "verb") ? [token, ...own] : [...own, token];
  });
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
