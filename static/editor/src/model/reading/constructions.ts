import type { Token } from "./tokens";
import { Trial } from "./trial";

/** One place of a construction: words or senses, of which it takes one, or a gap of a few words. */
interface Place {
  readonly texts: ReadonlySet<string>;
  readonly senses: readonly (readonly [kind: string, value: string])[];
  readonly isNumber: "plain" | "signed" | "";
  readonly isOptional: boolean;
  /** The most words of a gap; 0 for a place of one word. */
  readonly gap: number;
  /** Whether none of the next words may be one of it. */
  readonly bars: boolean;
}

/** A way to say something in other words: what is text is replaced by words that the grammar reads. */
export interface Construction {
  readonly places: readonly Place[];
  /** Whether it begins a part, or the sentence. */
  readonly start: "" | "^" | "^^";
  readonly isAtEnd: boolean;
  /** Places that are taken over, and words. */
  readonly result: readonly (number | string)[];
}

/** How many words a gap takes where it states none. */
const GAP = 6;
/** How far behind a construction a word that bars it may be. */
const NEAR = 4;
/** How long a sentence may become by constructions. */
const MAX_TOKENS = 160;

/** The construction of a line like `^ each|every <head> you <event:draw> => when you $4 $2`. */
export function constructionOf(line: string): Construction {
  const [pattern = "", result = ""] = line.split("=>");
  const words = pattern.split(" ").filter(Boolean);
  const [first = ""] = words;
  return {
    places: words.filter((word) => !/^(?:\^{1,2}|\$)$/.test(word)).map(placeOf),
    start: first === "^" || first === "^^" ? first : "",
    isAtEnd: words.at(-1) === "$",
    result: result.split(" ").filter(Boolean).map((word) => (/^\$\d{1,2}$/.test(word) ? Number(word.slice(1)) : word.replaceAll("_", " "))),
  };
}

function placeOf(text: string): Place {
  const isOptional = text.length > 1 && text.endsWith("?");
  const bars = text.length > 1 && text.startsWith("!");
  const word = text.slice(Number(bars), isOptional ? -1 : undefined);
  const place = { texts: new Set<string>(), senses: [], isNumber: "", isOptional, gap: 0, bars } as const;
  if (word.startsWith("..")) return { ...place, gap: Number(word.slice(2)) || GAP };
  if (word === "<number>" || word === "<signed>") return { ...place, isNumber: word === "<number>" ? "plain" : "signed" };
  const parts = word.split("|");
  return {
    ...place,
    texts: new Set(parts.filter((part) => !part.startsWith("<")).map((part) => part.replaceAll("_", " "))),
    senses: parts.filter((part) => part.startsWith("<")).map((part) => part.slice(1, -1).split(":")).map(([kind = "", value = ""]) => [kind, value] as const),
  };
}

function takes({ texts, senses, isNumber }: Place, token: Token | undefined): boolean {
  if (!token) return false;
  if (isNumber) return token.number !== null && !token.mark && !token.isWeak && (isNumber === "signed") === token.hasSign;
  return texts.has(token.text) || senses.some(([kind, value]) => token.senses.some((sense) => sense.kind === kind && (!value || sense.value === value)));
}

/** The words of each place from a word on, the fewest for each gap; null where they do not fit. */
function match({ places, isAtEnd }: Construction, tokens: readonly Token[], from: number, at = 0): Token[][] | null {
  const place = places[at];
  if (!place) return isAtEnd && tokens[from] && !tokens[from]?.mark ? null : [];
  const after = (length: number): Token[][] | null => {
    const rest = match({ places, isAtEnd } as Construction, tokens, from + length, at + 1);
    return rest && [tokens.slice(from, from + length), ...rest];
  };
  if (place.bars) return tokens.slice(from, from + NEAR).some((token) => takes(place, token)) ? null : after(0);
  if (place.gap === 0) return (takes(place, tokens[from]) ? after(1) : null) ?? (place.isOptional ? after(0) : null);
  for (let length = place.isOptional ? 0 : 1; length <= place.gap; length++) {
    if ((length > 0 && tokens[from + length - 1]?.mark) || from + length > tokens.length) return null;
    const rest = after(length);
    if (rest) return rest;
  }
  return null;
}

/** The words of a sentence with what constructions say in other words; `wordsOf` makes words of a text. */
export function rewritten(constructions: readonly Construction[], tokens: readonly Token[], wordsOf: (text: string) => readonly Token[], trial = new Trial()): readonly Token[] {
  let own = tokens;
  for (const construction of constructions) {
    const result: Token[] = [];
    let matchesSome = false;
    for (let n = 0; n < own.length; n++) {
      const isFree = construction.start === "" || n === 0 || (construction.start === "^" && own[n - 1]?.mark);
      const groups = isFree ? match(construction, own, n) : null;
      if (groups && trial.takes()) {
        result.push(...construction.result.flatMap((part) => (typeof part === "number" ? (groups[part - 1] ?? []) : wordsOf(part.replace(/\$(\d{1,2})/g, (_, at: string) => (groups[Number(at) - 1] ?? []).map(({ text }) => text).join(" "))))));
        n += groups.reduce((sum, group) => sum + group.length, 0) - 1;
        matchesSome = true;
      } else result.push(own[n] as Token);
    }
    if (matchesSome && result.length <= MAX_TOKENS) own = result;
  }
  return own;
}
