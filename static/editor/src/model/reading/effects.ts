import { amountOf } from "./amounts";
import { HAN } from "./words";
import { lastsOf } from "./event_clauses";
import type { Amount, Effect } from "./frames";
import { OF_UNITS, simplify, type Slots, slotsOf, strayCards, type Verb, withSources } from "./slots";
import { isCards, isPlayer, type Thing, thingsOf, Words } from "./things";
import { saidBy, says, type Token, valueOf } from "./tokens";
import { Trial } from "./trial";

/** Verbs by which alone a part says what is done; the first that it has counts. */
const VERBS =
  "extraturn attackagain moveagain immune cannotattack cannotmove skip silence transform control exile revive reroll roll scry search infuse convert copy swap push pull switch return shuffle mill sacrifice kill deploy summon create reveal look freeze counter equip win apply dispel move put cast discard draw cycle".split(" ");
/** Verbs that say what is done only together with what it is done with. */
const LIGHT: ReadonlySet<string> = new Set("damage deal suffer heal gain give lose price half double halve setto set steal refund drawto absorb survive".split(" "));
/** Numbers of units. */
const UNIT_STATS: ReadonlySet<string> = new Set("attack health maxhealth shield movement range speed armor reward cover penetration priority".split(" "));
/** Verbs without an amount: a number beside what they are done to says how many. */
const COUNTLESS: ReadonlySet<string> = new Set("swap kill sacrifice silence transform control return exile status freeze attackagain cannotattack cannotmove keyword".split(" "));
/** Bounds that may be raised. */
const CAPS = ["apcap", "handcap", "manacap", "goldcap", "freezingcap", "wandslots", "draws"];
/** Verbs that differ by what they are done with. */
const WITH_WHAT: ReadonlySet<string> = new Set(["convert", "swap", "fix"]);
/** Words of the trade that a unit can be given. */
const GRANTED_WORDS: ReadonlySet<string> = new Set(["lifesteal", "taunt", "charge"]);
/** What may be raised, lowered, resource or lost. */
const COUNTED_KINDS = ["stat", "res"];

/** What one part of a sentence says is done, and the words that it leaves out. */
export interface EffectRead {
  readonly effect: Effect;
  readonly rest: readonly Token[];
}

/** Whether a game can write something of a kind; it is asked where words may say several things. */
export type CanWrite = (effect: Effect) => boolean;

/** What one part of a sentence says is done, by the first of its verbs that fits all its words; null where it names nothing that can be done. */
export function effectOf(all: readonly Token[], nouns: ReadonlySet<string>, before: Effect | null, canWrite: CanWrite = () => true, trial = new Trial()): EffectRead | null {
  const tokens = withNames(all);
  const results: EffectRead[] = [];
  const first = effectBy(tokens, nouns, before, (words) => verbOf(words, before));
  const isWhole = first !== null && first.rest.length === 0 && canWrite(first.effect);
  if (isWhole && trial.takes()) return first;
  if (first && !isWhole) results.push(first);
  for (const verb of otherVerbs(new Words(tokens, nouns))) {
    const own = effectBy(tokens, nouns, before, () => verb);
    const isFit = own !== null && own.rest.length === 0 && canWrite(own.effect);
    if (isFit && trial.takes()) return own;
    if (own && first && !isFit) results.push(own);
  }
  return results.find(({ rest }) => rest.length === 0) ?? results[0] ?? null;
}

/** Chinese signs of a name are no words: those beside signs that are none, where a card may be named. */
function withNames(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ senses }) => senses.some(({ kind, value }) => kind === "verb" && NAMING.has(value)))) return tokens;
  const isUnknown = (token: Token | undefined): boolean => token !== undefined && HAN.test(token.text) && token.text.length === 1 && token.senses.length === 0 && token.number === null && !token.isFiller;
  return tokens.map((token, n) => (HAN.test(token.text) && token.text.length === 1 && !token.isFiller && !says(token, "verb") && (isUnknown(tokens[n - 1]) || (isUnknown(tokens[n + 1]) && !says(token, "which") && token.number === null)) ? { ...token, senses: [], number: null } : token));
}

/** Every verb that a part names, and every number that it may change. */
function otherVerbs(words: Words): Verb[] {
  const verbs: Verb[] = [];
  const isLoss = words.has("verb", "lose") || words.has("sign", "less");
  for (const { senses } of words.tokens)
    for (const { kind, value } of senses) {
      if (kind === "verb" && !LIGHT.has(value)) verbs.push({ verb: value, what: WITH_WHAT.has(value) ? countedAny(words) : "", flags: [] });
      if (kind === "status") verbs.push({ verb: "status", what: "", flags: [] });
      if (kind === "keyword") verbs.push({ verb: isLoss || words.has("verb", "dispel") ? "losekeyword" : "keyword", what: "", flags: [] });
      if (kind === "stat" && value !== "cost") verbs.push({ verb: words.has("verb", "setto") ? "set" : "stat", what: value, flags: isLoss ? ["lose"] : [words.has("verb", "gain") || words.has("verb", "give") ? "gain" : "bare"] });
      if (kind === "res") verbs.push({ verb: isLoss ? "lose" : "gain", what: value, flags: [] });
    }
  return [...new Map(verbs.map((verb) => [JSON.stringify(verb), verb])).values()];
}

function effectBy(tokens: readonly Token[], nouns: ReadonlySet<string>, before: Effect | null, choose: (words: Words) => Verb | null): EffectRead | null {
  const words = new Words(tokens.some(({ text }) => text === "into") ? tokens.map(withoutSpan) : tokens, nouns);
  let span = spanOf(words);
  const times = timesOf(words);
  const flags = new Set<string>();
  if (words.take("conj", "may")) flags.add("may");
  if (words.take("equal", "any")) flags.add("any");
  const reading = choose(words.withoutBounds());
  if (reading === null) return null;
  let verb = reading;
  if (verb.flags.includes("excess")) words.take("value", "excess");
  const verbPlace = words.tokens.findIndex((token, n) => words.at(n) && says(token, "verb", verb.verb));
  if (verbPlace >= 0 && (says(words.tokens[verbPlace], "head") || words.tokens[verbPlace]?.senses.some(({ kind }) => words.nouns.has(kind)))) words.use([verbPlace]);
  const into = verb.verb === "transform" ? words.tokens.findIndex(({ text }) => text === "into" || /^(?:变成|变为|变形为)$/.test(text)) : -1;
  if (into >= 0) words.use(words.tokens.flatMap((token, n) => (n > into && says(token, "which") ? [n] : [])));
  const all = thingsOf(words);
  const things = into < 0 ? [...all] : all.filter(({ places }) => Math.min(...places) < into);
  if (into >= 0) words.tokens.forEach((token, n) => n > into && ["which", "quiet", "head"].some((kind) => says(token, kind)) && words.use([n]));
  const doer = verb.verb === "damage" ? things.findIndex((thing) => isDoer(words, thing)) : -1;
  if (doer >= 0) things.splice(doer, 1);
  for (const flag of verb.flags) flags.add(flag);
  const bound = all.find(({ atoms, values }) => atoms.size === 0 && Object.keys(values).join() === "dice<=");
  const reach = verb.verb === "move" ? things.find((thing) => thing.atoms.has("cell")) : undefined;
  const { amount: plain, things: own } = amountOf(words, things.filter((thing) => thing !== reach && thing !== bound && !(NAMING.has(verb.verb) && ["cell", "adjacent", "here", "elsewhere"].some((atom) => thing.atoms.has(atom)))), before, COUNTLESS.has(verb.verb));
  let amount: Amount | undefined = bound ? { number: bound.values["dice<="] as number } : verb.flags.includes("excess") ? { number: 0, isExcess: true } : reach && typeof reach.values.within === "number" ? { number: reach.values.within } : plain;
  for (const [deed, ways] of amount?.unit ? DEEDS : []) {
    if (!amount?.unit || (deed !== "dead") !== isCards(amount.unit) || !ways.some(([kind, value]) => !says(words.tokens[words.find(kind, value)], "res") && words.take(kind, value))) continue;
    const own = span.isTurn ? (lastsOf(tokens) === "turn" ? ["turn"] : []) : words.take("time", "match") === "" ? [] : ["match"];
    const owner = deed === "dead" && !["ally", "enemy"].some((side) => amount?.unit?.atoms.has(side)) ? things.find(({ atoms }) => atoms.size === 1 && (atoms.has("you") || atoms.has("opponent"))) : undefined;
    amount = { ...amount, unit: { ...amount.unit, atoms: new Set([...amount.unit.atoms, deed, ...own, ...(owner ? [owner.atoms.has("you") ? "ally" : "enemy"] : [])]) } };
    span = { ...span, turns: 0, isTurn: false };
    if (deed === "played") while (words.take("verb", "deal") || words.take("verb", "cast"));
  }
  const names = ["stat", "set", "heal"].includes(verb.verb) && verb.what ? namesBut(words, verb.what) : namesOf(words, verb.verb);
  if (verb.verb === "summon" || verb.verb === "transform") for (const kind of Object.keys(names)) if (!PLACE_NAMES.has(kind)) delete names[kind];
  const slots: { -readonly [K in keyof Slots]: Slots[K] } = simplify(slotsOf(withSources(own, words), UNIT_STATS.has(verb.what) || OF_UNITS.has(verb.what) ? "" : verb.verb), verb, flags, tokens.some((token) => token.number !== null));
  for (const { places } of strayCards(own, slots)) for (const place of places) words.used.delete(place);
  if (amount?.unit) words.take("event", "capture");
  takeSpare(words, verb);
  if (verb.verb === "takeless" && amount && amount.number < 0) amount = { ...amount, number: -amount.number };
  if (verb.verb === "gain" && tokens.some((token) => says(token, "verb", "give")) && slots.player && things.filter(isPlayer).length > 1) verb = { ...verb, verb: "steal" };
  if (["cost", "makefast"].includes(verb.verb)) for (const [event, action] of [["switch", "switch"], ["skill", "skill"], ["play", "card"]] as const) if (words.take("event", event)) names.action ??= action;
  if (verb.verb === "swap" && slots.card && !verb.what) {
    const zone = ["hand", "deck", "discards"].find((name) => slots.card?.atoms.has(name));
    if (zone) {
      verb = { ...verb, what: zone };
      delete slots.card;
    }
  }
  if (verb.verb === "gain" && verb.what === "card" && slots.card?.atoms.has("discards")) verb = { ...verb, verb: "return", what: "" };
  if (verb.verb === "refund" && slots.target?.atoms.has("this")) delete slots.target;
  if (verb.verb === "copy" && slots.card?.atoms.has("top") && !slots.card.atoms.has("card")) slots.card = { ...slots.card, atoms: new Set([...slots.card.atoms, "card"]), values: { ...slots.card.values, top: 1 } };
  if (verb.verb === "transform") words.take("verb", "convert");
  if (verb.verb === "cost") while (words.take("verb", "price"));
  if (verb.verb === "switch") words.take("event", "switch");
  const hasForce = words.tokens.some(({ text }) => FORCES.has(text)) && !["ally", "you", "this", "wearer"].some((atom) => slots.target?.atoms.has(atom) || slots.player?.atoms.has(atom));
  if (verb.verb === "switch" && (hasForce || (slots.player && ["opponent", "they"].some((atom) => slots.player?.atoms.has(atom))))) {
    slots.target = { atoms: new Set([...(slots.target && slots.target.atoms.size > 1 ? slots.target.atoms : ["next"]), "enemy"].filter((atom) => !["ally", "them", "they", "it"].includes(atom))), values: {}, places: [] };
    delete slots.player;
  }
  const maximum = slots.target?.values["card<="];
  if (slots.target && typeof maximum === "number" && slots.target.atoms.size === 0) {
    delete slots.target;
    amount = { number: maximum };
    flags.add("upto");
  }
  if (verb.verb === "discard" && slots.to) verb = { ...verb, verb: "put" };
  if (verb.verb === "put" && !slots.to && slots.card?.atoms.has("hand") && slots.player && ["others", "otherplayer"].some((atom) => slots.player?.atoms.has(atom))) {
    slots.to = "hand otherplayer";
    delete slots.player;
  }
  const isPlainCard = slots.card === undefined || ([...slots.card.atoms].every((atom) => atom === "card" || atom === "random") && Object.keys(slots.card.values).length === 0);
  if (verb.verb === "gain" && verb.what === "card" && isPlainCard) {
    verb = { ...verb, verb: "draw", what: "" };
    delete slots.card;
  }
  if (slots.player && !slots.target && verb.verb === "heal" && words.tokens.some(({ text }) => /^(?:自己|自身|itself)$/.test(text))) {
    slots.target = { atoms: new Set(["this"]), values: {}, places: [] };
    delete slots.player;
  }
  const life = slots.target?.values["health="];
  if (verb.verb === "revive" && slots.target && typeof life === "number") {
    const { "health=": _, ...values } = slots.target.values;
    slots.target = { ...slots.target, values };
    amount = { number: life };
  }
  if (verb.verb === "move" && slots.target?.atoms.has("elsewhere")) (slots.target.atoms as Set<string>).delete("elsewhere");
  const effect: Effect = { said: saidBy(tokens), verb: verb.verb, what: verb.what, flags, names, ...slots, ...(amount ? { amount } : {}), ...(span.turns ? { turns: span.turns } : {}), ...(times ? { times } : {}) };
  if (span.isPermanent) flags.add("permanent");
  if (span.next) flags.add("nextturn");
  if (span.isTurn) flags.add("thisturn");
  if (span.isBattle) flags.add("battle");
  if (verb.verb === "cost") words.take("event", "play");
  if (verb.verb === "makefast") words.take("verb", "switch");
  if (verb.verb === "kill") words.take("event", "die");
  const rest = words.rest();
  return { effect, rest: NAMING.has(verb.verb) ? rest.map((token) => ({ ...token, senses: [], number: null })) : rest };
}

/** Whether a thing is what does damage, where the card itself is spoken of: "this deals 3 to an enemy". */
function isDoer(words: Words, { atoms, values, places }: Thing): boolean {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const isOwn = atoms.size === 1 && (atoms.has("this") || atoms.has("it")) && Object.keys(values).length === 0;
  return isOwn && !GIVERS.has(words.tokens[first - 1]?.text ?? "") && says(words.tokens[words.next(last)], "verb", "deal") && !says(words.tokens[words.next(last)], "verb", "suffer");
}

/** Words behind which what something is done to stands. */
const GIVERS: ReadonlySet<string> = new Set("对 给 向 让 使 被 将 把 为 to on at".split(" "));

/** Words of sets that say where something is put; others are part of its name. */
const PLACE_NAMES: ReadonlySet<string> = new Set(["row", "lane", "kind"]);

/** What may have happened to what is counted, and the words for it. */
const DEEDS: readonly (readonly [deed: string, ways: readonly (readonly [kind: string, value: string])[]])[] = [
  ["dead", [["past", "died"], ["event", "die"]]],
  ["played", [["past", "played"], ["event", "play"]]],
  ["discarded", [["event", "discard"]]],
  ["drawn", [["event", "draw"]]],
];

/** Verbs behind which the name of a card may be, which no word of the game is. */
export const NAMING: ReadonlySet<string> = new Set(["summon", "create", "deploy", "transform", "attach", "combatstatus"]);

/** Words by which another player is made to do something. */
const FORCES: ReadonlySet<string> = new Set("force forces forcing make makes 强制 迫使 强迫 逼 逼迫".split(" "));

const SPARE_KINDS: ReadonlySet<string> = new Set(["free", "sign", "verb", "stat", "res", "equal", "value", "cmp"]);

/** Take the words that say only what the verb says too. */
function takeSpare(words: Words, verb: Verb): void {
  words.tokens.forEach((token, n) => {
    if (words.at(n) && token.senses.some(({ kind, value }) => SPARE_KINDS.has(kind) && isSpare(kind, value, verb))) words.use([n]);
  });
}

/** Whether a word of a kind says only what the verb says too. */
function isSpare(kind: string, value: string, { verb, what, flags }: Verb): boolean {
  if (kind === "cmp") return (verb === "reroll" || verb === "takemost") && value === "atmost";
  if (kind === "stat" && what === "attackAndHealth") return value === "attack" || value === "health";
  if (kind === "verb" && value === "double") return flags.includes("double") || verb === value;
  if (kind === "verb" && verb === "takeless" && value === "absorb") return true;
  if (kind === "verb" && (value === "dispel" || value === "lose") && verb === "losekeyword") return true;
  if (kind === "verb" && value === "dispel") return verb === "lose";
  if (kind === "verb" && value === "setto") return verb === "set";
  if (kind === "verb" && verb === "copy" && ["summon", "deploy", "create", "put", "return"].includes(value)) return true;
  if (kind === "free") return verb === "cast" || flags.includes("free");
  if ((kind === "stat" || kind === "res") && (value === what || (verb === "cost" && ["cost", "ap", "supply", "mana", "dice"].includes(value)) || (["reroll", "roll"].includes(verb) && value === "dice"))) return true;
  if (kind === "value") return verb === "damagemore" && value === "dealt";
  if (kind === "verb" && verb === "gain" && value === "heal") return true;
  if (kind === "verb") return ["deal", "gain", "give", "damage", "put", "suffer", verb].includes(value) || (verb === "stat" && ["lose", "setto"].includes(value)) || (verb === "discard" && value === "lose") || (verb === "cost" && value === "lose") || (verb === "limit" && value === "lose") || (verb === "return" && value === "put");
  if (kind === "res" && verb === "refund" && what === "cost") return true;
  if (kind === "stat") return (verb === "heal" && value === "health") || (verb === "revive" && value === "health") || (verb === "lose" && value === "health");
  if (kind === "res") return value === "card" && ["draw", "discard", "drawto", "scry", "look", "mill"].includes(verb);
  if (kind === "equal") return value === "much";
  if (kind === "sign") return value === "more" && ["draw", "stat", "gain", "cost", "damagemore", "limit", "takemore"].includes(verb) || value === "less" && ["cost", "takeless", "stat", "lose", "limit"].includes(verb);
  return false;
}

interface Span {
  readonly turns: number;
  readonly isPermanent: boolean;
  readonly isTurn: boolean;
  readonly isBattle: boolean;
  readonly next: boolean;
}

/** "Turn three dice into …": the turn is no time. */
function withoutSpan(token: Token): Token {
  return says(token, "verb", "convert") ? { ...token, senses: token.senses.filter(({ kind }) => kind !== "span") } : token;
}

/** How long something lasts: "this turn", "for 2 turns", "for good". */
function spanOf(words: Words): Span {
  let [turns, isPermanent, isTurn, isBattle, next] = [0, false, false, false, false];
  for (;;) {
    const n = words.find("time");
    if (n < 0) break;
    const time = valueOf(words.tokens[n], "time");
    if (time === "match") break;
    words.use([n]);
    if (time === "permanent") isPermanent = true;
    else if (time === "thisturn") isTurn = true;
    else if (time === "battle") isBattle = true;
    else next = true;
  }
  const span = words.tokens.findIndex((token, n) => token.number !== null && !token.hasSign && says(words.at(words.next(n)), "span"));
  if (span >= 0 && words.at(span)) {
    turns = words.tokens[span]?.number ?? 0;
    words.use([span, words.next(span)]);
  }
  const spanFirst = words.tokens.findIndex((token, n) => says(token, "span") && words.at(n) && words.at(words.next(n))?.number != null && !words.at(words.next(n))?.hasSign);
  if (turns === 0 && spanFirst >= 0) {
    turns = words.tokens[words.next(spanFirst)]?.number ?? 0;
    words.use([words.next(spanFirst), spanFirst]);
  }
  const lastSpan = words.find("span");
  const numbers = words.tokens.flatMap((token, n) => (words.at(n) && token.number !== null && !token.isWeak ? [n] : []));
  if (turns === 0 && lastSpan >= 0 && numbers.length === 1 && !words.has("verb", "damage") && !words.tokens[numbers[0] as number]?.hasSign) {
    turns = words.tokens[numbers[0] as number]?.number ?? 0;
    words.use([numbers[0] as number, lastSpan]);
  }
  return { turns: turns || (isTurn || next ? 1 : 0), isPermanent, isTurn, isBattle, next };
}

/** How places times something is done: "twice", "three times", 三次. */
function timesOf(words: Words): number {
  const n = words.tokens.findIndex((token, at) => token.number !== null && words.at(at) && (says(token, "count") || says(words.at(words.next(at)), "count")));
  if (n < 0) return 0;
  const token = words.tokens[n] as Token;
  if (token.isWeak && !says(words.at(words.next(n)), "count")) return 0;
  words.use(says(token, "count") ? [n] : [n, words.next(n)]);
  return token.number ?? 0;
}

/** What is done, by the words of a part; what it is done with, where that tells it apart. */
function verbOf(words: Words, before: Effect | null): Verb | null {
  const hasWord = (kind: string, value?: string): boolean => words.has(kind, value);
  const hasNumber = words.tokens.some((token, n) => token.number !== null && words.at(n) && !token.isWeak);
  const isMuch = hasWord("equal") || hasWord("each") || hasWord("verb", "double") || hasWord("verb", "halve");
  const countedName = (kinds: readonly string[] = COUNTED_KINDS): string => {
    for (const kind of kinds) {
      const n = words.tokens.findIndex((token, at) => words.at(at) && says(token, kind) && hasNumberBeside(words, at));
      if (n >= 0) return valueOf(words.tokens[n], kind);
    }
    return "";
  };
  const isLess = hasWord("sign", "less");
  if (hasWord("value", "excess") && !hasWord("res") && (hasWord("verb", "deal") || hasWord("verb", "damage"))) return { verb: "damage", what: "", flags: ["excess"] };
  if (hasWord("value", "excess") && hasWord("res")) return { verb: "gain", what: countedAny(words), flags: [] };
  if (hasWord("verb", "deal") && !hasWord("verb", "damage") && words.tokens.some((token) => says(token, "top", "top") || says(token, "head", "deck"))) return { verb: "mill", what: "", flags: [] };
  if (hasWord("verb", "drawto")) return { verb: "drawto", what: "", flags: [] };
  if (hasWord("stat", "cost") && (isLess || hasWord("sign", "more") || hasWord("free") || isSignedNear(words, "cost"))) return { verb: "cost", what: "", flags: isLess ? ["less"] : hasWord("free") ? ["free"] : [] };
  if (hasWord("verb", "price") && (hasNumber || words.tokens.some((token, n) => words.at(n) && token.isWeak))) return { verb: "cost", what: "", flags: isLess || words.tokens.some(({ text }) => /^(?:cheaper|便宜|少花费?)$/.test(text)) ? ["less"] : [] };
  if (hasWord("free") && !hasWord("verb", "cast")) return { verb: "cost", what: "", flags: ["free"] };
  if (hasWord("value", "dealt") && (isSignedNear(words, "dealt") || hasWord("sign", "more"))) return { verb: "damagemore", what: "", flags: [] };
  if (hasWord("verb", "suffer") && hasWord("verb", "damage") && hasWord("cmp", "atmost") && hasNumber) return { verb: "takemost", what: "", flags: [] };
  if (hasWord("verb", "absorb") && hasWord("verb", "damage") && hasNumber) return { verb: "takeless", what: "", flags: [] };
  if (hasWord("verb", "damage") || hasWord("value", "dealt")) {
    if ((hasWord("verb", "suffer") || !hasWord("verb", "deal")) && (isLess || hasWord("sign", "more")) && !hasWord("verb", "deal")) return { verb: isLess ? "takeless" : "takemore", what: "", flags: [] };
    const signed = words.tokens.find((token, n) => words.at(n) && token.hasSign);
    if (hasWord("verb", "suffer") && !hasWord("verb", "deal") && signed) return { verb: (signed.number ?? 0) < 0 ? "takeless" : "takemore", what: "", flags: [] };
    if (hasWord("sign", "more") || isSignedNear(words, "damage")) return { verb: "damagemore", what: "", flags: [] };
    if (hasWord("verb", "double")) return { verb: "damagemore", what: "", flags: ["double"] };
    if (hasWord("verb", "heal")) return { verb: "heal", what: "", flags: [] };
    if (hasNumber || isMuch || words.tokens.some((token) => token.isWeak)) return { verb: "damage", what: "", flags: [] };
  }
  if (hasWord("verb", "deal") && hasNumber && hasWord("sign", "more") && !hasWord("res") && !hasWord("stat")) return { verb: "damagemore", what: "", flags: [] };
  if (hasWord("verb", "suffer") && hasNumber && (isLess || hasWord("sign", "more"))) return { verb: isLess ? "takeless" : "takemore", what: "", flags: [] };
  if (hasWord("which", "aoe") && hasNumber && !hasWord("verb") && !hasWord("res") && !hasWord("stat")) return { verb: "damage", what: "", flags: [] };
  if (hasWord("verb", "suffer") && hasNumber && (!hasWord("res") || hasWord("each")) && !hasWord("stat")) return { verb: "damage", what: "", flags: [] };
  for (const cap of CAPS) if (hasWord("res", cap)) return { verb: "limit", what: cap, flags: isLess || hasWord("verb", "lose") ? ["lose"] : [] };
  const what = countedName();
  if (hasWord("verb", "dispel") && hasWord("res") && !hasNumber) return { verb: "lose", what: countedAny(words), flags: ["all"] };
  const isEach = (hasWord("every") || hasWord("each")) && before !== null && hasWord("verb", before.verb);
  const equalAt = words.find("equal", "equalto");
  const plain = VERBS.find((verb) => hasWord("verb", verb) && (equalAt < 0 || words.find("verb", verb) < equalAt) && !(isEach && verb === before?.verb));
  const steal = hasWord("verb", "steal");
  const isOfUnit = ["unit", "monster", "hero"].some((head) => hasWord("head", head)) || hasWord("side", "enemy");
  if ((steal || tokens(words).some(({ text }) => /^takes?$/.test(text))) && isOfUnit && !hasNumber && !hasWord("res") && !hasWord("head", "card") && !hasWord("head", "hand")) return { verb: "control", what: "", flags: [] };
  const stolen = countedAny(words);
  if (steal) return { verb: "steal", what: countedName(["res"]) || (hasWord("res", stolen) ? stolen : "") || "card", flags: [] };
  if (hasWord("verb", "refund")) return { verb: "refund", what: countedName(["res"]) || "cost", flags: [] };
  if (hasWord("verb", "double") && (what || countedAny(words))) return { verb: "double", what: what || countedAny(words), flags: [] };
  if (hasWord("verb", "halve") && (what || countedAny(words))) return { verb: "halve", what: what || countedAny(words), flags: [] };
  const resource = hasWord("verb", "heal") ? countedName(["res"]) : "";
  if (resource && resource !== "card") return { verb: "gain", what: resource, flags: [] };
  if (hasWord("verb", "heal") && !(plain === "draw")) return { verb: "heal", what: hasWord("stat", "shield") ? "shield" : "", flags: [] };
  if (plain === "swap") return { verb: "swap", what: hasWord("stat", "attack") && hasWord("stat", "health") ? "attackAndHealth" : countedAny(words), flags: [] };
  if (plain === "convert" && hasWord("res")) return { verb: "convert", what: countedAny(words), flags: [] };
  if (plain === "convert" && tokens(words).some(({ text }) => text === "into" || /^(?:变成|变为)$/.test(text))) return { verb: "transform", what: "", flags: [] };
  if (plain && plain !== "convert" && !(what && hasWord("verb", "lose") && plain === "move") && !(what && what !== "card" && ["move", "freeze", "put"].includes(plain))) return { verb: plain, what: "", flags: [] };
  if (hasWord("verb", "deal") && isMuch && !hasWord("res")) return { verb: "damage", what: "", flags: [] };
  if (what || (isMuch && countedAny(words)) || (hasWord("verb", "lose") && countedAny(words))) {
    const own = what || countedAny(words);
    const isLoss = hasWord("verb", "lose") || isLess;
    if (UNIT_STATS.has(own)) return { verb: hasWord("verb", "setto") ? "set" : "stat", what: own, flags: isLoss ? ["lose"] : (hasWord("verb", "gain") && !tokens(words).some(({ text }) => /^ha(?:ve|s)$/.test(text))) || hasWord("verb", "give") ? ["gain"] : ["bare"] };
    return isLoss && own === "card" ? { verb: "discard", what: "", flags: [] } : { verb: isLoss ? "lose" : "gain", what: own, flags: [] };
  }
  if (hasWord("verb", "set") || hasWord("verb", "setto")) return countedAny(words) ? { verb: "set", what: countedAny(words), flags: [] } : null;
  if (hasWord("verb", "deal") && (hasNumber || isMuch)) return { verb: "damage", what: "", flags: [] };
  if (!plain && hasNumber && words.tokens.some((token, n) => words.at(n) && says(token, "element"))) return { verb: "damage", what: "", flags: [] };
  const keyword = words.tokens.find((token, n) => words.at(n) && (says(token, "keyword") || says(token, "status") || GRANTED_WORDS.has(valueOf(token, "label"))));
  if (keyword && words.tokens.every((token, n) => !words.at(n) || token === keyword || token.isFiller) && !says(keyword, "status")) return { verb: "keyword", what: valueOf(keyword, "label"), flags: ["label"] };
  if (keyword) return { verb: says(keyword, "status") ? "status" : "keyword", what: says(keyword, "status") ? "" : valueOf(keyword, "label"), flags: [] };
  if (plain) return { verb: plain, what: "", flags: [] };
  const own = words.tokens.flatMap((token, n) => (words.at(n) ? token.senses : [])).find(({ kind, value }) => kind === "verb" && !LIGHT.has(value));
  if (own) return { verb: own.value, what: "", flags: [] };
  if (hasNumber && words.tokens.some((token, n) => words.at(n) && says(token, "row")) && words.tokens.some((token) => token.senses.length === 0 && token.number === null && !token.isFiller && !token.mark)) return { verb: "summon", what: "", flags: [] };
  if (hasWord("event", "die") && !hasNumber) return { verb: "kill", what: "", flags: [] };
  if (before && (hasNumber || isMuch)) return { verb: before.verb, what: before.what, flags: [...before.flags].filter((flag) => flag === "lose" || flag === "less") };
  return null;
}

function tokens(words: Words): readonly Token[] {
  return words.tokens.filter((_, n) => words.at(n));
}

/** A number or resource that a part names, whether or not a number is next to it. */
function countedAny(words: Words): string {
  for (const kind of ["res", "stat"]) {
    const n = words.tokens.findIndex((token, at) => words.at(at) && says(token, kind));
    if (n >= 0 && valueOf(words.tokens[n], kind) !== "card") return valueOf(words.tokens[n], kind);
  }
  return "";
}

/** Whether a number is next to a word: "+2 attack", 攻击+2, "2 gold". */
function hasNumberBeside(words: Words, n: number): boolean {
  const isResource = says(words.tokens[n], "res") && !says(words.tokens[n], "stat");
  const isNumber = (token: Token | undefined): boolean => token !== undefined && token.number !== null && (!token.isWeak || isResource);
  const [before, after] = [words.next(n, -1), words.next(n)];
  const skip = words.next(before, -1);
  const isMore = says(words.at(before), "sign") || says(words.at(before), "which") || words.nouns.has(words.at(before)?.senses[0]?.kind ?? "");
  return isNumber(words.at(before)) || isNumber(words.at(after)) || (isMore && isNumber(words.at(skip))) || ((says(words.at(after), "sign") || says(words.at(after), "verb", "lose") || says(words.at(after), "verb", "gain")) && isNumber(words.at(words.next(after))));
}

function isSignedNear(words: Words, value: string): boolean {
  return words.tokens.some((token, n) => words.at(n) && token.hasSign && [words.next(n), words.next(n, -1)].some((near) => words.tokens[near]?.senses.some((sense) => sense.value === value)));
}

/** Words of sets beside the number that is changed. */
function namesBut(words: Words, what: string): Record<string, string> {
  const at = words.tokens.findIndex((token, n) => words.at(n) && says(token, "stat", what));
  if (at >= 0) words.use([at]);
  return namesOf(words);
}

/** Words of sets that are of no thing: the element of damage, a keyword that is given. */
function namesOf(words: Words, verb = ""): Record<string, string> {
  const names: Record<string, string> = {};
  words.tokens.forEach((token, n) => {
    if (!words.at(n)) return;
    const hasNumber = ["stat", "res"].some((kind) => says(token, kind)) && hasNumberBeside(words, n);
    const noun = hasNumber ? undefined : (verb === "damage" ? token.senses.find(({ kind }) => kind === "damagetype") : undefined) ?? token.senses.find(({ kind }) => kind !== "damagetype" && (words.nouns.has(kind) || kind === "label"));
    if (!noun || names[noun.kind] !== undefined) return;
    names[noun.kind] = noun.value;
    words.use([n]);
  });
  return names;
}
