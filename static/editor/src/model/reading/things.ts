import { HAN } from "./words";
import { says, type Token, valueOf } from "./tokens";

/** What a part of a sentence names: a unit, a player, cards, a zone; atoms are what it is, values what is counted or named of it. */
export interface Thing {
  readonly atoms: ReadonlySet<string>;
  readonly values: Readonly<Record<string, string | number>>;
  /** The places of its words. */
  readonly places: readonly number[];
  /** Whether it is one of several: "an ally". */
  readonly isOne?: boolean;
}

interface Part {
  readonly atoms: readonly string[];
  readonly values: Readonly<Record<string, string | number>>;
  readonly places: readonly number[];
  /** What it is for its thing: its noun, owner it is, or more of it. */
  readonly role: "head" | "zone" | "side" | "player" | "pron" | "more" | "noun";
}

const UNITS: ReadonlySet<string> = new Set(["unit", "monster", "character", "hero", "leader", "summon", "support", "status"]);
const ZONES: ReadonlySet<string> = new Set(["hand", "deck", "discards", "wandslot", "playarea"]);
/** Ends of a deck. */
const TOPS: ReadonlySet<string> = new Set(["top", "bottom"]);
/** Words of sets that only cards are of. */
const CARD_NOUNS: ReadonlySet<string> = new Set(["kind", "school", "rarity"]);
/** Words of sets that are no attribute of a thing: what is given or done. */
const NAMES: ReadonlySet<string> = new Set(["keyword", "status", "reaction", "dicekind", "skilltype", "element", "lane", "row", "damagetype"]);
const SIGN: Readonly<Record<string, string>> = { atmost: "<=", atleast: ">=", below: "<", above: ">", exactly: "=" };

/** The words of one part of a sentence, of which some are taken already. */
export class Words {
  readonly used = new Set<number>();
  /** Words that part the things before and behind them. */
  readonly walls = new Set<number>();

  constructor(
    readonly tokens: readonly Token[],
    readonly nouns: ReadonlySet<string>,
  ) {}

  at(n: number): Token | undefined {
    return this.used.has(n) ? undefined : this.tokens[n];
  }

  use(places: readonly number[]): void {
    for (const n of places) this.used.add(n);
  }

  /** The next word that says something, and its place; words that say nothing are stepped over. */
  next(n: number, step = 1): number {
    let at = n + step;
    while (this.tokens[at] && !this.used.has(at) && this.#isNothing(this.tokens[at] as Token)) at += step;
    return at;
  }

  #isNothing(token: Token): boolean {
    return (token.isFiller && !token.mark && token.number === null && token.senses.length === 0) || says(token, "points");
  }

  /** The first word of a kind that is not taken. */
  find(kind: string, value?: string): number {
    return this.tokens.findIndex((token, n) => !this.used.has(n) && says(token, kind, value));
  }

  has(kind: string, value?: string): boolean {
    return this.find(kind, value) >= 0;
  }

  /** Take the first word of a kind; what it says, or nothing. */
  take(kind: string, value?: string): string {
    const n = this.find(kind, value);
    if (n < 0) return "";
    this.used.add(n);
    return valueOf(this.tokens[n], kind);
  }

  /** The same words without those that bound a number of a thing: "with 3 or less attack". */
  withoutBounds(): Words {
    const own = new Words(this.tokens, this.nouns);
    own.use([...this.used]);
    modifiersOf(own);
    return own;
  }

  /** The words that are not taken and say something. */
  rest(): readonly Token[] {
    return this.tokens.filter((token, n) => !this.used.has(n) && !token.mark && !token.isFiller && !token.isWeak && !QUIET.some((kind) => says(token, kind)));
  }
}

/** Kinds of words that may be left over. */
const QUIET = ["into", "mark", "points", "conj", "quiet", "adverb"];

/** Comparisons, distances and superlatives, each as more of a thing. */
function modifiersOf(words: Words): Part[] {
  const parts: Part[] = [];
  const add = (values: Part["values"], places: readonly number[], atoms: readonly string[] = []): void => {
    parts.push({ atoms, values, places, role: "more" });
    words.use(places);
  };
  for (let n = 0; n < words.tokens.length; n++) {
    const token = words.at(n);
    if (!token) continue;
    const a = words.next(n);
    const b = words.next(a);
    const c = words.next(b);
    const [second, third, fourth] = [words.at(a), words.at(b), words.at(c)];
    const number = (own: Token | undefined): number | null => (own && !own.isWeak && !own.hasSign ? own.number : null);
    const stat = (own: Token | undefined): string => valueOf(own, "stat") || valueOf(own, "res");
    if (number(token) !== null && says(second, "cells") && says(third, "within")) add({ within: token.number as number }, [n, a, b]);
    else if (says(token, "within") && number(second) !== null) add({ within: second?.number as number }, says(third, "cells") ? [n, a, b] : [n, a]);
    else if (number(token) !== null && says(second, "cmp") && stat(third)) add({ [stat(third) + SIGN[valueOf(second, "cmp")]]: token.number as number }, [n, a, b]);
    else if (number(token) !== null && stat(second) && says(third, "cmp")) add({ [stat(second) + SIGN[valueOf(third, "cmp")]]: token.number as number }, [n, a, b]);
    else if (says(token, "cmp") && number(second) !== null && stat(third)) add({ [stat(third) + SIGN[valueOf(token, "cmp")]]: second?.number as number }, [n, a, b]);
    else if (stat(token) && says(second, "cmp") && number(third) !== null) add({ [stat(token) + SIGN[valueOf(second, "cmp")]]: third?.number as number }, stat(fourth) === stat(token) ? [n, a, b, c] : [n, a, b]);
    else if (stat(token) && number(second) !== null && says(third, "cmp")) add({ [stat(token) + SIGN[valueOf(third, "cmp")]]: second?.number as number }, [n, a, b]);
    else if (number(token) !== null && says(second, "stat") && words.tokens[n - 1]?.text === "with") add({ [`${stat(second)}=`]: token.number as number }, [n, a]);
    else if (says(token, "stat") && /^[为是]$/.test(words.tokens[n + 1]?.text ?? "") && number(words.at(n + 2)) !== null && words.tokens[n + 3]?.text === "的") add({ [`${stat(token)}=`]: words.at(n + 2)?.number as number }, [n, n + 1, n + 2]);
    else if (says(token, "sup") && says(second, "stat")) add({}, [n, a], [valueOf(token, "sup") + valueOf(second, "stat")]);
    else if (says(token, "stat") && says(second, "sup")) add({}, [n, a], [valueOf(second, "sup") + valueOf(token, "stat")]);
    else if (says(token, "sup") && (says(second, "res") || says(second, "head", "card"))) add({}, [n, a], [valueOf(token, "sup") + (valueOf(second, "res") || "card")]);
    else if (says(token, "res") && says(second, "sup")) add({}, [n, a], [valueOf(second, "sup") + valueOf(token, "res")]);
    else if (says(token, "sup") && number(second) === null) add({}, [n], [valueOf(token, "sup") === "low" ? "lowhealth" : "highattack"]);
    else if (says(token, "top") && number(second) !== null && valueOf(token, "top") === "top") add({ top: second?.number as number }, [n, a]);
  }
  return parts;
}

/** What was done with cards before: "the last spell you cast", 你打出的上一张牌. */
function deedsOf(words: Words): Part[] {
  const last = words.find("which", "last");
  if (last < 0) return [];
  const at = words.tokens.findIndex((token, n) => words.at(n) && (says(token, "past", "played") || says(token, "event", "play")));
  if (at < 0) return [];
  const before = words.next(at, -1);
  const places = says(words.at(before), "player") ? [before, at] : [at];
  const player = places.length > 1 ? [valueOf(words.tokens[before], "player")] : [];
  words.use(places);
  return [{ atoms: player, values: {}, places, role: "more" }];
}

/** What one word is for a thing; null where it is of none. */
function partOf(words: Words, n: number): Part | null {
  const token = words.at(n);
  if (!token) return null;
  const part = (role: Part["role"], atoms: readonly string[], values: Part["values"] = {}): Part => ({ atoms, values, places: [n], role });
  const [player, side, head, which, pron, top] = ["player", "side", "head", "which", "pron", "top"].map((kind) => valueOf(token, kind));
  if (player && pron !== "them") return part("player", [player]);
  if (side) return part("side", [side]);
  const after = words.at(words.next(n));
  const isNoun = (near: Token | undefined): boolean => near?.senses.some(({ kind }) => CARD_NOUNS.has(kind)) ?? false;
  const isAttributive = (after !== undefined && (says(after, "head") || after.senses.some(({ kind }) => words.nouns.has(kind)))) || isNoun(words.tokens[n - 1]);
  const noun = ["stat", "res"].some((kind) => says(token, kind)) || (says(token, "verb") && !isAttributive) || says(token, "status") ? undefined : token.senses.find(({ kind }) => words.nouns.has(kind) && !NAMES.has(kind));
  if (head && ZONES.has(head)) return part("zone", [head]);
  if (head) return part("head", [head]);
  if (which) return part("more", [which]);
  if (pron) return part("pron", [pron]);
  if (top) return part("zone", [top]);
  if (noun) return part("noun", [], { [noun.kind]: noun.value });
  return null;
}

/** The things that a part of a sentence names, in their order; their words are taken. */
export function thingsOf(words: Words): Thing[] {
  const modifiers = [...modifiersOf(words), ...deedsOf(words)];
  words.tokens.forEach((token, n) => {
    if (words.at(n) && says(token, "cells") && says(words.tokens[n - 1], "which", "adjacent")) words.use([n]);
    if (words.at(n) && says(token, "cells") && words.tokens[words.next(n, -1)]?.number != null) words.use([n]);
  });
  const things: Thing[] = [];
  let group: Part[] = [];
  const close = (): void => {
    things.push(...thingsIn(group, words));
    group = [];
  };
  let last = -1;
  for (let n = 0; n < words.tokens.length; n++) {
    const modifier = modifiers.find(({ places }) => places[0] === n);
    const part = modifier ?? partOf(words, n);
    if (part) {
      const isNear = group.length === 0 || words.tokens.slice(last + 1, n).every((token, k) => !token.mark && (token.isFiller || token.isWeak || (token.number !== null && !token.hasSign && group.at(-1)?.role === "side" && part.role === "head") || says(token, "into") || says(token, "points") || says(token, "quiet") || says(token, "adverb") || (words.used.has(last + 1 + k) && !words.walls.has(last + 1 + k))));
      if (!isNear || breaks(group, part)) close();
      group.push(part);
      last = Math.max(...part.places);
      n = modifier ? Math.max(n, last) : n;
    }
  }
  close();
  return mergeLoose(things);
}

/** Things of which one only says how many or which: 随机消灭一个敌人. */
function mergeLoose(things: readonly Thing[]): Thing[] {
  const isLoose = ({ atoms, values }: Thing): boolean => atoms.size > 0 && Object.keys(values).length === 0 && [...atoms].every((atom) => ["random", "all", "here", "other"].includes(atom));
  const own = [...things];
  for (const loose of things.filter(isLoose)) {
    const at = own.indexOf(loose);
    const near = [at + 1, at - 1].find((n) => own[n] && !isPlayer(own[n] as Thing) && !isLoose(own[n] as Thing) && !(own[n] as Thing).atoms.has("base"));
    const player = own.findIndex(({ atoms }) => atoms.has("anyplayer"));
    if (near === undefined && player >= 0 && loose.atoms.has("other")) {
      own[player] = { ...(own[player] as Thing), atoms: new Set(["otherplayer"]) };
      own.splice(at, 1);
    }
    if (near === undefined) continue;
    const thing = own[near] as Thing;
    own[near] = { ...thing, atoms: new Set([...thing.atoms, ...loose.atoms]) };
    own.splice(at, 1);
  }
  const status = own.findIndex(({ atoms, values }) => atoms.has("status") && Object.keys(values).length === 0 && [...atoms].every((atom) => atom === "status" || atom === "all"));
  const bearer = own.findIndex(({ atoms }) => !atoms.has("status") && ["ally", "enemy"].some((side) => atoms.has(side)) && ["character", "active"].some((atom) => atoms.has(atom)));
  if (status >= 0 && bearer >= 0) {
    const thing = own[bearer] as Thing;
    own[bearer] = { ...thing, atoms: new Set(["status", "all", ...[...thing.atoms].filter((atom) => atom !== "character")]) };
    own.splice(status, 1);
  }
  const rest = own.filter(({ atoms, values }) => Object.keys(values).length === 0 && [...atoms].every((atom) => ["character", "active", "standby"].includes(atom)));
  const owner = own.find((thing) => !rest.includes(thing) && ["ally", "enemy"].some((atom) => thing.atoms.has(atom)) && !thing.atoms.has("base"));
  if (rest.length === 0 || !owner) return own;
  return own.flatMap((thing) => (rest.includes(thing) ? [] : [thing === owner ? { ...thing, atoms: new Set([...thing.atoms, ...rest.flatMap(({ atoms }) => [...atoms])]) } : thing]));
}

/** Whether a part begins a thing of its own beside those before. */
function breaks(group: readonly Part[], part: Part): boolean {
  const hasRole = (role: Part["role"]): boolean => group.some((own) => own.role === role);
  if (part.role === "head" || part.role === "zone") {
    if (TOPS.has(part.atoms[0] ?? "") && group.some(({ atoms }) => ZONES.has(atoms[0] ?? "") && atoms[0] !== "deck")) return true;
    if (TOPS.has(part.atoms[0] ?? "") && hasRole("pron")) return true;
    if (part.role === "zone" && (group.some(({ atoms }) => TOPS.has(atoms[0] ?? "")) || TOPS.has(part.atoms[0] ?? ""))) return false;
    if (part.role === "zone" && hasRole("zone")) return true;
    if (part.role === "zone" && hasRole("head")) return !group.some(({ atoms }) => atoms.includes("card"));
    if (part.role === "head" && hasRole("zone")) return !part.atoms.includes("card");
    return hasRole("head") && !(part.atoms.includes("card"));
  }
  if (part.role === "player") return group.length > 0 && !hasRole("more");
  if (part.role === "side") return hasRole("side") || (hasRole("pron") && !hasRole("more"));
  if (part.role === "pron") return hasRole("pron") || hasRole("head") || hasRole("side");
  return false;
}

function thingsIn(group: readonly Part[], words: Words): Thing[] {
  if (group.length === 0) return [];
  words.use(group.flatMap(({ places }) => places));
  const thing = thingFrom(group);
  const isOne = isOneOf(group, words);
  if (isOne && [...thing.atoms].some((atom) => ZONES.has(atom)) && !isUnit(thing)) return [{ ...thing, atoms: new Set([...thing.atoms, "card"]), isOne: true }];
  if (isOne && thing.atoms.has("standby")) return [{ ...thing, atoms: new Set([...thing.atoms].filter((atom) => atom !== "all")), isOne: true }];
  const isAll = !isOne && isUnit(thing) && isMany(group, words) && !["random", "this", "it", "all", "top"].some((atom) => thing.atoms.has(atom));
  return [{ ...thing, ...(isAll ? { atoms: new Set([...thing.atoms, "all"]) } : {}), ...(isOne ? { isOne: true } : {}) }];
}

const PLURAL = /\b(?:enemies|foes|allies|friends|units|monsters|beasts|characters|heroes|heroes|minions|guys|troops|summons|supports|neighbou?rs|leaders|bases)$/;

/** Whether a thing is several by its form: "adjacent enemies"; in Chinese by what is around. */
function isMany(group: readonly Part[], words: Words): boolean {
  const places = group.flatMap(({ places: own }) => own);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (words.tokens.some(({ number }, n) => number !== null && ((n >= first - 1 && n <= last) || n === words.next(first, -1) || (words.tokens[first - 1]?.text === "of" && n === first - 2)))) return false;
  if (places.some((n) => PLURAL.test(words.tokens[n]?.text ?? ""))) return true;
  return group.some(({ atoms }) => atoms.includes("adjacent")) && HAN.test(words.tokens[first]?.text ?? "") && !/^[个名位只]$/.test(words.tokens[first - 1]?.text ?? "") && !words.tokens.slice(first, last).some(({ text }) => /^[个名位只]$/.test(text));
}

/** Whether "a" or 一 stands before or in a thing. */
function isOneOf(group: readonly Part[], words: Words): boolean {
  const places = group.flatMap(({ places: own }) => own);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (places.some((n) => /^one of /.test(words.tokens[n]?.text ?? ""))) return true;
  return words.tokens.some((token, n) => token.isWeak && n >= first - 2 && n <= last && (n > first || words.tokens.slice(n + 1, first).every(({ isFiller }) => isFiller)));
}

function thingFrom(parts: readonly Part[]): Thing {
  const atoms = new Set(parts.flatMap(({ atoms: own }) => own));
  const values = Object.assign({}, ...parts.map(({ values: own }) => own)) as Record<string, string | number>;
  const places = parts.flatMap(({ places: own }) => own);
  if (Object.keys(values).some((name) => CARD_NOUNS.has(name)) && ![...atoms].some((atom) => UNITS.has(atom))) atoms.add("card");
  if (atoms.delete("everything")) for (const atom of ["unit", "all"]) atoms.add(atom);
  if (atoms.delete("ring")) for (const atom of ["unit", "all", "adjacent"]) atoms.add(atom);
  if (atoms.has("anyplayer") && atoms.has("all")) swap(atoms, "anyplayer", "allplayers");
  if (["allplayers", "others", "opponent", "you", "they"].some((atom) => atoms.has(atom)) && atoms.size === 2) atoms.delete("all");
  if (atoms.has("allplayers") && (atoms.has("enemy") || atoms.has("ally"))) swap(atoms, "allplayers", "all");
  if (atoms.has("allplayers") && ["standby", "active", "here", "adjacent", "wounded", "unhurt"].some((atom) => atoms.has(atom))) swap(atoms, "allplayers", "all");
  if (atoms.delete("aoe")) for (const atom of atoms.has("ally") || atoms.has("enemy") ? ["all"] : ["all", "enemy"]) atoms.add(atom);
  if (atoms.has("top") && atoms.has("card") && values.top === undefined) values.top = 1;
  if (values.top !== undefined) for (const atom of ["card", "deck"]) atoms.add(atom);
  if (atoms.has("standby") && !atoms.has("character")) atoms.add("all");
  const isZone = [...atoms].some((atom) => ZONES.has(atom) || TOPS.has(atom));
  const isPlace = isZone || atoms.has("card");
  if (atoms.has("opponent") && !isPlace && parts.some(({ role, atoms: own }) => role === "head" && (UNITS.has(own[0] ?? "") || own[0] === "base"))) swap(atoms, "opponent", "enemy");
  if (atoms.has("you") && parts.some(({ role }) => role === "head") && !isPlace) swap(atoms, "you", "ally");
  if (isPlace && atoms.has("ally")) swap(atoms, "ally", "you");
  if (isPlace && atoms.has("enemy")) swap(atoms, "enemy", "opponent");
  return { atoms, values, places };
}

function swap(atoms: Set<string>, from: string, to: string): void {
  atoms.delete(from);
  atoms.add(to);
}

export function isUnit({ atoms, values }: Thing): boolean {
  return !isPlayer({ atoms, values, places: [] }) && !isCards({ atoms, values, places: [] }) && (atoms.size > 0 || Object.keys(values).length > 0);
}

const PLAYERS: ReadonlySet<string> = new Set(["you", "opponent", "others", "otherplayer", "allplayers", "nextplayer", "anyplayer", "thatplayer", "they", "itsowner"]);

export function isPlayer({ atoms }: Thing): boolean {
  return [...atoms].some((atom) => PLAYERS.has(atom)) && ![...atoms].some((atom) => UNITS.has(atom) || ZONES.has(atom) || TOPS.has(atom) || atom === "card" || atom === "base" || atom === "enemy" || atom === "ally");
}

export function isCards({ atoms }: Thing): boolean {
  return atoms.has("card") || [...atoms].some((atom) => ZONES.has(atom) || TOPS.has(atom));
}
