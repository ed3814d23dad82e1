import type { Amount, Effect, Measure } from "./frames";
import { isCards, isPlayer, isUnit, type Thing, type Words } from "./things";
import { says, type Token, valueOf } from "./tokens";

/** How much: a number, so places for each, as much as something. */
export function amountOf(words: Words, things: readonly Thing[], before: Effect | null, isCountless = false): { amount?: Amount; things: readonly Thing[] } {
  let own = things;
  const numbers = (): number[] => words.tokens.flatMap((token, n) => (words.at(n) && token.number !== null && !(token.isWeak && !token.hasSign) ? [n] : []));
  const places = numbers();
  if (places.length > 1 || isCountless) {
    const countedThing = own.find((thing) => isUnit(thing) && !thing.atoms.has("base") && places.some((n) => isCountOf(words, n, thing)));
    const at = countedThing && places.find((n) => isCountOf(words, n, countedThing));
    if (countedThing && at !== undefined) {
      words.use([at]);
      own = own.map((thing) => (thing === countedThing ? { ...thing, values: { ...thing.values, count: words.tokens[at]?.number ?? 1 } } : thing));
    }
  }
  const eachAt = words.find("each", "foreach");
  const equalAt = words.find("equal", "equalto");
  const at = numbers()[0];
  const number = at === undefined ? 1 : (words.tokens[at]?.number ?? 1);
  if (at !== undefined) words.use([at]);
  else {
    const weak = words.tokens.findIndex((token, n) => words.at(n) && token.isWeak);
    if (weak >= 0) words.use([weak]);
  }
  if (eachAt >= 0 && words.tokens.some((token, n) => n > eachAt && says(token, "count")) && (words.has("event", "play") || words.has("past", "played"))) {
    words.use([eachAt]);
    takeTimes(words);
    return { amount: { number, unit: THIS_PLAYED }, things: own.filter((thing) => !isPlayer(thing) && !thing.atoms.has("it") && !thing.atoms.has("this")) };
  }
  if (eachAt >= 0 && words.tokens.some((token, n) => n > eachAt && says(token, "event", "skill")) && !own.some((thing) => isUnit(thing) && Math.min(...thing.places) > eachAt)) {
    words.use([eachAt]);
    for (const kind of ["event", "past", "time", "adverb", "count"]) while (words.take(kind));
    return { amount: { number, unit: { atoms: new Set(["skills", "times"]), values: {}, places: [] } }, things: own.filter((thing) => !isPlayer(thing)) };
  }
  const isAgain = before !== null && words.tokens.some((token, n) => n > eachAt && words.at(n) && (says(token, "verb", before.verb) || says(token, "event", before.verb))) && !own.some((thing) => Math.min(...thing.places) > eachAt);
  if (eachAt >= 0 && !isAgain) {
    const after = own.find((thing) => Math.min(...thing.places) > eachAt);
    const stat = words.tokens.findIndex((token, n) => n > eachAt && words.at(n) && (says(token, "stat") || says(token, "res")));
    const zone = after && after.atoms.size <= 1 && after.atoms.has("card") ? own.find((thing) => thing !== after && isCards(thing) && !thing.atoms.has("card")) : undefined;
    if (zone && after) {
      words.use([eachAt]);
      return { amount: { number, unit: { ...after, atoms: new Set([...after.atoms, ...zone.atoms]) } }, things: own.filter((thing) => thing !== after && thing !== zone) };
    }
    const unit = after ?? (stat >= 0 ? { atoms: new Set<string>(["you"]), values: {}, places: [stat] } : undefined);
    if (unit) {
      words.use([eachAt]);
      if (!after && stat >= 0) {
        words.use([stat]);
        return { amount: { number, unit, unitStat: valueOf(words.tokens[stat], "stat") || valueOf(words.tokens[stat], "res") }, things: own };
      }
      return { amount: { number, unit }, things: own.filter((thing) => thing !== after && !(isPlayer(thing) && Math.min(...thing.places) > eachAt)) };
    }
  }
  if (equalAt >= 0) {
    const sum = at !== undefined && at > equalAt && words.tokens[at]?.hasSign === false ? words.find("joint", "plus") : -1;
    if (sum > 0) words.use([sum]);
    const measure = measureAfter(words, own, Math.max(equalAt, sum));
    if (measure && sum > 0) {
      words.use([equalAt]);
      return { amount: { number, plus: { number: 0, equal: measure.measure } }, things: own.filter((thing) => thing !== measure.thing && !measure.partners?.includes(thing)) };
    }
    if (measure) {
      words.use([equalAt]);
      const factor = words.take("verb", "double") ? 2 : words.take("verb", "halve") || words.take("verb", "half") ? 0.5 : 0;
      return { amount: { number: 0, equal: measure.measure, ...(factor ? { factor } : {}) }, things: own.filter((thing) => thing !== measure.thing && !measure.partners?.includes(thing)) };
    }
  }
  if (words.take("value", "excess")) {
    for (const kind of ["verb", "conj"]) words.take(kind);
    return { amount: { number: 0, isExcess: true }, things: own };
  }
  const start = eachAt >= 0 ? eachAt : words.find("every");
  if (start >= 0 && before && (words.tokens.some((token, n) => n > start && words.at(n) && (says(token, "verb", before.verb) || says(token, "event", before.verb) || says(token, "value", "dealt"))))) {
    const counts = numbersOf(words.tokens).filter((n) => n > start);
    const isOnlyPer = at !== undefined && at > start && numbersOf(words.tokens).length === 1 && words.tokens.some((token, n) => n > at && says(token, "value", "dealt"));
    const per = counts.length > 0 && eachAt >= 0 && (isOnlyPer || numbersOf(words.tokens).length > 1) ? (words.tokens[counts[0] as number]?.number ?? 1) : 1;
    words.use([start]);
    for (const [kind, value] of [["verb", before.verb], ["event", before.verb], ["value", "dealt"], ["head", "card"]] as const) words.take(kind, value);
    return { amount: { number: isOnlyPer ? 1 : lastNumber(words, number), isMuch: true, per }, things: own.filter((thing) => !isCards(thing)) };
  }
  if (words.take("equal", "much")) return { amount: { number: 0, isMuch: true }, things: own };
  if (at === undefined && words.has("value", "dealt")) return { amount: words.take("value", "dealt") ? { number: 0, isMuch: true } : { number: 0 }, things: own };
  return { amount: { number }, things: own };
}

/** Whether a number stands before a thing, or within it: "your two units". */
function isCountOf(words: Words, n: number, { places }: Thing): boolean {
  return words.next(n) === Math.min(...places) || (words.tokens[n + 1]?.text === "of" && n + 2 === Math.min(...places)) || (n > Math.min(...places) && n < Math.max(...places));
}

/** How often this card was played. */
export const THIS_PLAYED: Thing = { atoms: new Set(["times", "this"]), values: {}, places: [] };

/** Take the words for how often this was played in the match. */
export function takeTimes(words: Words): void {
  for (const [kind, value] of [["count", ""], ["event", "play"], ["past", "played"], ["verb", "cast"], ["time", "match"], ["adverb", ""]] as const) while (words.take(kind, value || undefined));
}

function numbersOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, n) => (token.number !== null && !token.isWeak ? [n] : []));
}

/** The number of what is resource, where another one says for how places. */
function lastNumber(words: Words, first: number): number {
  const n = words.tokens.findIndex((token, at) => words.at(at) && token.number !== null && !token.isWeak);
  if (n < 0) return first;
  words.use([n]);
  return words.tokens[n]?.number ?? first;
}

/** A number that the words between two places name. */
function measureIn(words: Words, things: readonly Thing[], from: number, to: number): { of: Thing | undefined; stat: string } | null {
  const of = things.find(({ places }) => Math.min(...places) > from && Math.max(...places) < to);
  const at = words.tokens.findIndex((token, n) => n > from && n < to && words.at(n) && (says(token, "stat") || (says(token, "res") && !says(token, "res", "card"))));
  if (at < 0 && !of) return null;
  if (at >= 0) words.use([at]);
  const side = of?.atoms.size === 1 && at >= 0 && says(words.tokens[at], "res") ? (of.atoms.has("ally") ? "you" : of.atoms.has("enemy") ? "opponent" : "") : "";
  return { of: of && side ? { ...of, atoms: new Set([side]) } : of, stat: at < 0 ? "" : valueOf(words.tokens[at], "stat") || valueOf(words.tokens[at], "res") };
}

/** What a number is equal to, by the words behind "equal to". */
function measureAfter(words: Words, things: readonly Thing[], at: number): { measure: Measure; thing: Thing | null; partners?: readonly Thing[] } | null {
  const joint = words.find("joint");
  if (joint > at) {
    const kind = words.take("joint");
    const [first, second] = [measureIn(words, things, at, joint), measureIn(words, things, joint, words.tokens.length)];
    if (!first || !second) return null;
    const you: Thing = { atoms: new Set(["you"]), values: {}, places: [] };
    const secondOwner = second.of ?? (first.of && isCards(first.of) ? you : first.of);
    return { measure: { of: first.of ?? you, stat: first.stat, joint: { kind, with: { of: secondOwner ?? you, stat: second.stat } } }, thing: null, partners: things.filter(({ places }) => Math.min(...places) > at) };
  }
  const after = things.find((thing) => Math.min(...thing.places) > at);
  const stat = words.tokens.findIndex((token, n) => n > at && words.at(n) && (says(token, "stat") || says(token, "res")) && !says(token, "res", "card"));
  words.take("value", "number");
  if (stat >= 0) {
    words.use([stat]);
    const hasOwner = says(words.tokens[stat], "res") && after?.atoms.size === 1 && Object.keys(after.values).length === 0;
    if (hasOwner && (after?.atoms.has("ally") || after?.atoms.has("enemy"))) return { measure: { of: { ...after, atoms: new Set([after.atoms.has("ally") ? "you" : "opponent"]) }, stat: valueOf(words.tokens[stat], "res") }, thing: after };
    const name = valueOf(words.tokens[stat], "stat") || valueOf(words.tokens[stat], "res");
    return { measure: { of: after ?? { atoms: new Set(["you"]), values: {}, places: [] }, stat: name }, thing: after ?? null };
  }
  return after ? { measure: { of: after, stat: "" }, thing: after } : null;
}

