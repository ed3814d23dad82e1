import type { Condition, EventClause, Measure } from "./frames";
import { isCards, isPlayer, isUnit, type Thing, thingsOf, Words } from "./things";
import { saidBy, says, stemOf, type Token, valueOf } from "./tokens";
import type { Form } from "./vocabulary";
import { HAN } from "./words";

/** Events whose first thing is the one that it happens to. */
const PASSIVE: ReadonlySet<string> = new Set(["wouldie", "die", "damaged", "heal", "attacked", "flip", "equip", "shieldbreak", "deploy", "status"]);
const SIGNS: Readonly<Record<string, string>> = { atmost: "<=", atleast: ">=", below: "<", above: ">", exactly: "=" };
const UNIT_STATS: ReadonlySet<string> = new Set(["health", "attack", "shield", "maxhealth"]);
/** What is done with cards: what else is named is "anything". */
const OF_CARDS: ReadonlySet<string> = new Set(["played", "play", "draw", "discard"]);
const ORDER = "hit reverse shieldbreak flip attacked die damaged reaction skill switch play discard draw buy deploy capture kill attack damages heal move equip pass tune gain lose".split(" ");

/** What a part that says when names: an event of the game, or a moment of a turn. */
export function eventClauseOf(tokens: readonly Token[], nouns: ReadonlySet<string>, isNext: boolean): { readonly eventClause: EventClause; readonly rest: readonly Token[] } | null {
  const words = new Words(tokens, nouns);
  const isEvery = words.take("every") !== "" || (says(tokens[0], "which", "all") && says(tokens[1], "nth"));
  const nth = words.take("nth");
  if (isEvery && nth) words.use([0]);
  if (isEvery) words.take("count");
  const isFirst = words.take("conj", "first") !== "";
  words.take("conj", "next");
  for (const kind of ["later", "moment"]) {
    const value = words.take(kind);
    if (!value) continue;
    words.take("mark");
    words.take("every");
    words.take("per");
    const [event = "", who = ""] = value.split("/");
    return { eventClause: { said: saidBy(tokens), event: kind === "later" ? `next${event}` : event, what: "", names: {}, isNext, ...(who ? { by: { atoms: new Set([who]), values: {}, places: [] } } : {}) }, rest: words.rest() };
  }
  const isLabel = tokens.every((token) => token.isFiller || token.isWeak || says(token, "label") || says(token, "pron", "this") || says(token, "mark") || says(token, "head", "card") || token.senses.some(({ kind }) => kind === "kind"));
  if (isLabel && tokens.some((token) => says(token, "label"))) while (words.take("kind"));
  const label = isLabel ? words.take("label") : "";
  if (label) return { eventClause: { said: saidBy(tokens), event: label, what: "", names: {}, isNext }, rest: words.rest() };
  const events = tokens.flatMap((token) => token.senses.filter(({ kind }) => kind === "event").map(({ value }) => value));
  const isSkill = tokens.some((token) => says(token, "skilltype") && !says(token, "head"));
  let event = ORDER.find((name) => events.includes(name)) ?? events[0] ?? (isSkill ? "skill" : undefined);
  if (!event) return null;
  const isPassive = words.take("mark", "passive") !== "" || tokens.some((token) => /^(?:is|are|被)/.test(token.text));
  const at = tokens.findIndex((token) => says(token, "event", event));
  const what = ["res", "stat"].map((kind) => tokens.find((token, n) => n !== at && says(token, kind) && !says(token, "res", "card"))).find(Boolean);
  if (at >= 0) {
    words.use([at]);
    words.walls.add(at);
  } else words.take("verb");
  words.take("per");
  const lasts = lastsOf(tokens);
  words.take("time");
  if (what && ["gain", "lose"].includes(event)) words.use([tokens.indexOf(what)]);
  if (event === "skill") words.take("event", "play");
  tokens.forEach(({ text }, n) => /^(?:its|their)$/.test(text) && tokens[n + 1]?.senses.some(({ kind }) => nouns.has(kind)) && words.use([n]));
  const repeats = isEvery && !nth ? words.tokens.findIndex((token, n) => words.at(n) && (token.number ?? 0) > 1 && !token.hasSign && /^[次张个下只名点]/.test(words.tokens[n + 1]?.text ?? "")) : -1;
  if (repeats >= 0) words.use([repeats]);
  words.take("count");
  const things = thingsOf(words);
  const names: Record<string, string> = {};
  tokens.forEach((token, n) => {
    const noun = words.at(n) && token.senses.find(({ kind }) => nouns.has(kind));
    if (!noun) return;
    if (names[noun.kind] === undefined || names[noun.kind] === "any") names[noun.kind] = noun.value;
    words.use([n]);
  });
  const [units, players, cards] = [things.filter((thing) => isUnit(thing)), things.filter(isPlayer), things.filter(isCards)];
  if (event === "kill" && isPassive) event = "die";
  if (event === "die" && units[0]?.atoms.has("this") && units[1]) event = "kill";
  if (isSkill && names.skilltype !== undefined && ["play", "attack", "equip"].includes(event)) event = "skill";
  const [first, second] = units;
  if (event === "leave" && first?.atoms.has("summon")) event = "summonleaves";
  const before = first && Math.min(...first.places) < at;
  const isTo = PASSIVE.has(event) || (event === "hit" && /take|受/.test(tokens[at]?.text ?? "")) || (!before && !isPlayerFirst(players, at));
  const isOwners = event === "die" && first?.atoms.size === 1 && first.atoms.has("unit") && players[0]?.atoms.size === 1 && ["you", "opponent"].some((side) => players[0]?.atoms.has(side));
  const ownersUnit = isOwners && first ? { ...first, atoms: new Set(["unit", players[0]?.atoms.has("you") ? "ally" : "enemy"]) } : first;
  const isYours = event === "deploy" && players.length === 0 && first !== undefined && Math.min(...first.places) > at && HAN.test(tokens[at]?.text ?? "") && !isPassive && first.atoms.size === 1;
  const by = isYours ? { atoms: new Set(["you"]), values: {}, places: [] } : isOwners ? undefined : isTo ? players[0] : (before ? first : players[0]) ?? players[0];
  const to = isTo ? ownersUnit : before ? second : first;
  for (const kind of ["verb", "head", "res", "stat", "sign", "every"]) while (words.has(kind) && isEcho(words, kind)) words.take(kind);
  const eventClause: EventClause = {
    said: saidBy(tokens), event, names, isNext, ...(lasts ? { lasts } : {}),
    what: what && ["gain", "lose"].includes(event) ? valueOf(what, "res") || valueOf(what, "stat") : "",
    ...(by ? { by } : {}), ...(to ? { to } : {}), ...(cards[0] ? { card: cards[0] } : {}),
    ...(repeats >= 0 ? { every: tokens[repeats]?.number ?? 1 } : nth && isEvery ? { every: Number(nth) } : nth ? { nth: Number(nth) } : isFirst ? { nth: 1 } : {}),
  };
  return { eventClause, rest: words.rest() };
}

/** An event by the name that its game gives it, and who does it. */
export function namedEventOf(tokens: readonly Token[], triggers: readonly Form[], nouns: ReadonlySet<string>, isNext: boolean): { readonly eventClause: EventClause; readonly rest: readonly Token[] } | null {
  const plain = tokens.filter(({ text }) => text !== "时");
  const byStems = formsByStems(triggers);
  for (let length = Math.min(plain.length, MAX_NAME); length > 0; length--)
    for (let from = 0; from + length <= plain.length; from++) {
      const form = byStems.get(stemsOf(saidBy(plain.slice(from, from + length))));
      if (!form) continue;
      const words = new Words([...plain.slice(0, from), ...plain.slice(from + length)], nouns);
      const things = thingsOf(words);
      const by = things.find((thing) => isPlayer(thing) || isUnit(thing));
      words.take("per");
      const isOfNext = words.take("which", "next") !== "";
      return { eventClause: { said: saidBy(tokens), event: "*", trigger: form.value, names: {}, what: "", isNext: isNext || isOfNext, ...(by ? { by } : {}) }, rest: words.rest() };
    }
  return null;
}

/** The most words of an event's name. */
const MAX_NAME = 14;
const FORMS_BY_STEMS = new WeakMap<readonly Form[], ReadonlyMap<string, Form>>();

/** Names of events by their stems, the first of each. */
function formsByStems(triggers: readonly Form[]): ReadonlyMap<string, Form> {
  const forms = FORMS_BY_STEMS.get(triggers) ?? new Map([...triggers].reverse().map((form) => [stemsOf(form.text), form]));
  FORMS_BY_STEMS.set(triggers, forms);
  return forms;
}

function stemsOf(text: string): string {
  return text.toLowerCase().replace(/\b(?:an?|the|is|are|was) /g, "").split(" ").map(stemOf).join(" ");
}

/** How long words say that something is there. */
export function lastsOf(tokens: readonly Token[]): string {
  const time = tokens.find((token) => ["thisturn", "battle", "permanent", "match"].some((own) => says(token, "time", own)));
  if (!time) return "";
  if (says(time, "time", "permanent") || says(time, "time", "match")) return "match";
  return says(time, "time", "battle") ? "battle" : /round|轮/.test(time.text) ? "round" : "turn";
}

function isPlayerFirst(players: readonly Thing[], at: number): boolean {
  return players.some(({ places }) => Math.min(...places) < at);
}

function isEcho(words: Words, kind: string): boolean {
  const n = words.find(kind);
  const value = valueOf(words.tokens[n], kind);
  return kind === "verb" ? ["damage", "suffer", "deal"].includes(value) : kind === "res" ? value === "card" : false;
}

/** What a part that says "if" asks; null where it asks nothing that is known. */
export function conditionOf(tokens: readonly Token[], nouns: ReadonlySet<string>, opener: string): { condition: Condition; readonly rest: readonly Token[] } | null {
  const words = new Words(tokens, nouns);
  let isNot = opener === "unless";
  const conclude = (condition: Omit<Condition, "isNot" | "names" | "said"> & { names?: Record<string, string> }): { condition: Condition; rest: readonly Token[] } => ({ condition: { said: saidBy(tokens), names: {}, ...condition, isNot }, rest: words.rest() });
  const isLethal = words.tokens.some((token) => says(token, "event", "die") || says(token, "event", "kill") || says(token, "verb", "kill"));
  if (words.take("only") && words.tokens.every((token, n) => !words.at(n) || token.isFiller || token.number !== null || token.isWeak)) return conclude({ fact: "onlyone" });
  const label = words.take("label", "combo");
  if (label) return conclude({ fact: "combo" });
  const nth = words.take("nth");
  const isTurn = words.take("time", "thisturn") !== "";
  const isUndone = words.has("neg") && ["attack", "move"].some((event) => words.has("event", event)) && !words.has("stat", "health");
  const isPast = isTurn || isUndone || words.has("time", "match") || words.has("past") || words.has("adverb");
  const isNegative = words.take("neg") !== "";
  if (isNegative) isNot = !isNot;
  if (!isPast || !words.tokens.some((token) => says(token, "event") || says(token, "past"))) words.take("adverb");
  if (words.has("event", "pass")) {
    while (words.take("event", "pass"));
    for (const kind of ["adverb", "past", "span"]) words.take(kind);
    const player = thingsOf(words)[0];
    return conclude({ fact: "ended", ...(player ? { thing: player } : {}) });
  }
  if (isPast || nth) {
    const past = ["played", "died", "attacked"].find((own) => words.has("past", own));
    const event = past ?? ["play", "die", "draw", "discard", "attack", "skill", "switch", "heal", "move", "damaged"].find((own) => words.has("event", own)) ?? (nth ? "play" : "");
    if (event) {
      for (const [kind, value] of [["past", ""], ["event", event]] as const) {
        const at = words.find(kind, value || undefined);
        if (at < 0) continue;
        words.use([at]);
        words.walls.add(at);
      }
      words.take("adverb");
      const within = words.take("time", "match") ? "match" : "turn";
      const things = thingsOf(words);
      words.take("verb");
      const isOther = things.some(({ atoms }) => atoms.has("other"));
      const subject = things.find((thing) => isPlayer(thing) || (isUnit(thing) && !(OF_CARDS.has(event) && thing.atoms.has("unit"))));
      const card = things.find(isCards);
      const number = numberIn(words);
      if (number !== null) words.take("cmp", "atleast");
      const names = Object.assign({}, ...(card ? [card.values] : [])) as Record<string, string>;
      return conclude({ fact: `past ${{ played: "play", died: "die", attacked: "attack" }[event] ?? event}`, sign: within, number: nth ? Number(nth) : (number ?? (isOther || event === "play" || event === "played" ? 2 : 1)), names: { ...(nth ? { exact: "yes" } : {}), ...namesOnly(names) }, ...(subject ? { thing: subject } : {}) });
    }
  }
  const things = thingsOf(words);
  const comparison = things.find(({ values }) => Object.keys(values).some((key) => /[<>=]/.test(key)));
  if (comparison) {
    const key = Object.keys(comparison.values).find((own) => /[<>=]/.test(own)) as string;
    const [, stat = "", sign = ""] = /^([a-z]+)([<>=]+)$/.exec(key) ?? [];
    const values = Object.fromEntries(Object.entries(comparison.values).filter(([own]) => own !== key));
    const otherThings = things.filter((thing) => thing !== comparison);
    const of = comparison.atoms.size > 0 ? { ...comparison, values } : (otherThings[0] ?? { atoms: new Set(["you"]), values: {}, places: [] });
    takeHave(words);
    const isOfIt = of.atoms.has("you") && comparison.atoms.size === 0 && !otherThings[0] && UNIT_STATS.has(stat);
    if (isOfIt || of.atoms.has("they") || of.atoms.has("them")) return conclude({ fact: "compare", measure: { of: { atoms: new Set(["it"]), values: {}, places: [] }, stat }, sign, number: Number(comparison.values[key]) });
    return conclude({ fact: "compare", measure: { of, stat }, sign, number: Number(comparison.values[key]) });
  }
  const cmp = words.tokens.findIndex((token, n) => words.at(n) && (says(token, "cmp") || says(token, "sign")));
  const number = numberIn(words);
  if (cmp >= 0 && number !== null && (things.length === 0 || things.every(({ atoms }) => ["it", "they", "them", "target", "base", "leader"].some((atom) => atoms.has(atom))))) {
    const sign = SIGNS[valueOf(words.tokens[cmp], "cmp")] ?? ">=";
    words.use([cmp]);
    return conclude({ fact: "compare", measure: { of: things[0] && ["target", "base", "leader"].some((atom) => things[0]?.atoms.has(atom)) ? things[0] : { atoms: new Set(["it"]), values: {}, places: [] }, stat: "health" }, sign, number });
  }
  if (cmp >= 0 && things.length > 0 && number !== null) {
    const sign = SIGNS[valueOf(words.tokens[cmp], "cmp")] ?? (says(words.tokens[cmp], "sign", "less") ? "<" : ">");
    words.use([cmp]);
    takeHave(words);
    return conclude({ fact: "compare", measure: countOf(things), sign, number });
  }
  const than = words.tokens.findIndex((token) => says(token, "than") || says(token, "cmp", "above") || says(token, "cmp", "below"));
  if (than >= 0 && (things.length > 1 || words.has("res") || words.has("stat"))) {
    const isLess = words.has("sign", "less") || words.has("cmp", "below");
    for (const kind of ["sign", "cmp", "than"]) words.take(kind);
    const stat = words.take("res") || words.take("stat");
    takeHave(words);
    const [first, second] = sides(things);
    if (first && second) return conclude({ fact: "compare", measure: { of: first, stat }, sign: isLess ? "<" : ">", rival: { of: second, stat } });
  }
  if (isLethal && !things.some((thing) => isPlayer(thing))) {
    for (const kind of ["event", "verb"]) words.take(kind);
    return conclude({ fact: "lethal", ...(things[0] ? { thing: things[0] } : {}) });
  }
  const noun = words.tokens.find((token, n) => words.at(n) && token.senses.some(({ kind }) => nouns.has(kind)));
  const nounThing = things.find(({ values }) => Object.keys(values).length > 0);
  takeHave(words);
  const control = words.take("event", "capture") || words.take("verb", "control");
  if (control && number !== null && things[0]) return conclude({ fact: "compare", measure: countOf(things), sign: ">=", number });
  if (control && things.some(({ atoms }) => atoms.has("region"))) return conclude({ fact: "region", ...(things.find((thing) => isPlayer(thing)) ? { thing: things.find((thing) => isPlayer(thing)) as Thing } : {}) });
  if (things.some(({ atoms }) => atoms.has("region")) && (things.some(({ atoms }) => atoms.has("you") || atoms.has("ally")))) return conclude({ fact: "region" });
  const empty = things.find((thing) => isCards(thing));
  if (empty && (isNot || words.take("sign", "less"))) {
    isNot = false;
    return conclude({ fact: "compare", measure: { of: empty, stat: "" }, sign: "<=", number: 0 });
  }
  if (isNot && things[0] && isUnit(things[0]) && !things[0].atoms.has("this") && !things[0].atoms.has("it")) {
    isNot = false;
    return conclude({ fact: "compare", measure: { of: all(things[0]), stat: "" }, sign: "<=", number: 0 });
  }
  if (number !== null && things[0]) return conclude({ fact: "compare", measure: countOf(things), sign: ">=", number });
  if (nounThing && (nounThing.atoms.has("it") || nounThing.atoms.size === 0 || nounThing.atoms.has("target"))) return conclude({ fact: "is", thing: things.find((thing) => thing.atoms.size > 0) ?? nounThing, names: namesOnly(nounThing.values) });
  if (noun) {
    const sense = noun.senses.find(({ kind }) => nouns.has(kind));
    words.use([words.tokens.indexOf(noun)]);
    return conclude({ fact: "is", names: sense ? { [sense.kind]: sense.value } : {}, ...(things[0] ? { thing: things[0] } : {}) });
  }
  const state = things.find(({ atoms }) => ["unhurt", "wounded"].some((own) => atoms.has(own)));
  if (state) return conclude({ fact: state.atoms.has("unhurt") ? "unhurt" : "wounded", thing: { ...state, atoms: new Set([...state.atoms].filter((own) => own !== "unhurt" && own !== "wounded")) } });
  const possession = things.find((thing) => isUnit(thing) || isCards(thing));
  if (possession) return conclude({ fact: "compare", measure: { of: all(withSide(possession, things)), stat: "" }, sign: ">=", number: 1 });
  return null;
}

function namesOnly(values: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string")) as Record<string, string>;
}

function takeHave(words: Words): void {
  for (const own of ["gain", "have", "give", "apply"]) words.take("verb", own);
  words.take("event", "gain");
  if (!words.tokens.some((token) => says(token, "head", "region"))) words.take("event", "capture");
  words.take("value", "number");
}

function numberIn(words: Words): number | null {
  const n = words.tokens.findIndex((token, at) => words.at(at) && token.number !== null && !token.isWeak);
  if (n < 0) return null;
  words.use([n]);
  return words.tokens[n]?.number ?? null;
}

/** How many there are of what is nounThing, of the side that is nounThing beside it. */
function countOf(things: readonly Thing[]): Measure {
  const isWhose = ({ atoms }: Thing): boolean => atoms.size === 1 && (atoms.has("ally") || atoms.has("enemy"));
  const main = things.find((thing) => !isPlayer(thing) && !isWhose(thing)) ?? (things[0] as Thing);
  return { of: all(withSide(main, things)), stat: "" };
}

export function withSide(main: Thing, things: readonly Thing[]): Thing {
  const side = things.find((thing) => thing !== main && thing.atoms.size === 1 && (thing.atoms.has("ally") || thing.atoms.has("enemy")));
  const player = things.find((thing) => thing !== main && isPlayer(thing)) ?? (side && { ...side, atoms: new Set([side.atoms.has("ally") ? "you" : "opponent"]) });
  if (!player || [...main.atoms].some((atom) => ["ally", "enemy", "you", "opponent"].includes(atom))) return main;
  const own = player.atoms.has("you") ? (isCards(main) ? "you" : "ally") : isCards(main) ? "opponent" : "enemy";
  return { ...main, atoms: new Set([...main.atoms, own]) };
}

function all(thing: Thing): Thing {
  return isCards(thing) ? thing : { ...thing, atoms: new Set([...thing.atoms, "all"]) };
}

/** The two sides that are comparison: "you have fewer units than your opponent". */
function sides(things: readonly Thing[]): readonly (Thing | undefined)[] {
  const isWhose = ({ atoms }: Thing): boolean => atoms.size === 1 && (atoms.has("ally") || atoms.has("enemy"));
  const countedThing = things.find((thing) => !isPlayer(thing) && !isWhose(thing));
  const players = things.filter((thing) => isPlayer(thing) || isWhose(thing)).map((thing) => (isWhose(thing) ? { ...thing, atoms: new Set([thing.atoms.has("ally") ? "you" : "opponent"]) } : thing));
  if (!countedThing && players.length === 1) players.unshift({ atoms: new Set(["you"]), values: {}, places: [] });
  if (!countedThing) return [players[0], players[1]];
  if (players.length === 0) return things.length > 1 ? [all(things[0] as Thing), all(things[1] as Thing)] : [];
  const of = (isYou: boolean): Thing => all({ ...countedThing, atoms: new Set([...[...countedThing.atoms].filter((atom) => !["ally", "enemy", "you", "opponent"].includes(atom)), isCards(countedThing) ? (isYou ? "you" : "opponent") : isYou ? "ally" : "enemy"]) });
  return [of(true), of(false)];
}
