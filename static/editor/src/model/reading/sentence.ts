import { type Clause, clausesOf } from "./clauses";
import { ofEachTime, partsOf } from "./parts";
import { ACTIONS, MOMENTS, separateRules, changeInstead, waiting } from "./joining";
import { THIS_PLAYED } from "./amounts";
import { type CanWrite, effectOf } from "./effects";
import { type Amount, type Choice, type Condition, type Effect, type EventClause, isChoice, type Reading } from "./frames";
import { conditionOf, eventClauseOf, lastsOf, namedEventOf, withSide } from "./event_clauses";
import { BARE } from "./rows";
import { isCards, isPlayer, type Thing, thingsOf, Words } from "./things";
import { type Forms, saidBy, says, type Token, valueOf } from "./tokens";
import { Trial } from "./trial";
import { HAN } from "./words";

/** Labels that say what follows at once: words of the trade with an effect of their own. */
const KEYWORDS: ReadonlySet<string> = new Set(["lifesteal", "taunt", "charge", "retaliate"]);

/** Labels of moments; any other one of a game is a condition. */
const EVENT_LABELS: ReadonlySet<string> = new Set(["deathrattle", "battlecry", "overkill", "retaliate", "playthis"]);
/** What is done to the same thing, where it is joined by "and" and names none. */
const OF_SAME: ReadonlySet<string> = new Set(["heal", "damage", "status", "stat", "silence"]);
/** What moves a card, of which the last says where to. */
const MOVES: ReadonlySet<string> = new Set(["return", "put", "move"]);
/** What lasts: said again, it is the same. */
const ONGOING: ReadonlySet<string> = new Set(["control", "silence", "status", "freeze", "cannotattack", "cannotmove", "exile", "immune", "attackagain"]);
/** What may be said of several things besides what they are. */
const LOOSE: ReadonlySet<string> = new Set(["all", "random", "here", "adjacent", "other"]);
/** What is done on the next turn, where it is said to be of that turn. */
const DELAYED_VERBS: ReadonlySet<string> = new Set(["gain", "draw", "lose", "damage", "heal", "discard"]);
/** What is done at the start of each turn, where it is said to be done each turn. */
const EACH_TURN: ReadonlySet<string> = new Set(["draw", "gain", "lose", "heal", "damage", "discard"]);
/** What is done at once: a time said of it is how long what does it is there. */
const INSTANT: ReadonlySet<string> = new Set(["draw", "heal", "damage", "discard", "steal", "kill", "mill"]);
/** What a rule changes of what happens next, instead of doing something then. */
const CHANGES: ReadonlySet<string> = new Set(["cost", "damagemore", "takeless", "takemore"]);

/** What an effect is done for each of. */
type PerThing = Pick<Amount, "unit" | "unitStat" | "per">;

interface Open {
  readonly canWrite: CanWrite;
  readonly canHear: (event: EventClause) => boolean;
  readonly triggers: Forms["triggers"];
  readonly trial: Trial;
  eventClause?: EventClause;
  conditions: Condition[];
  effects: (Effect | Choice)[];
  perTurn?: number;
  times?: number;
  isAura: boolean;
  /** Whether what was said last is of the case that the condition does not hold. */
  isElse: boolean;
  /** Whether what is said last waits, with what follows. */
  isLater: boolean;
  lasts?: string;
  unread: Token[];
  /** A condition that waits for what it is of. */
  pending: Condition | null;
  perThing: PerThing | null;
  choice: { kind: Choice["choice"]; options: Effect[][] } | null;
  /** What is waited for before what the event is of is waited for: "when equipped: whenever …". */
  outer?: { eventClause: EventClause; conditions: Condition[] };
  /** What a part before chose, for what is done to it. */
  pick: Thing | null;
}

/** What a sentence says; null where it says nothing that can be done. */
export function readingOf(tokens: readonly Token[], { triggers }: Forms, nouns: ReadonlySet<string>, canWrite: CanWrite = () => true, canHear: Open["canHear"] = () => true, trial = new Trial()): Reading | null {
  const readTokens = (own: readonly Token[]): Reading | null => readClauses(own, nouns, { canWrite, canHear, triggers, trial });
  const whole = readTokens(tokens);
  const parts = separateRules(tokens, readTokens);
  const read = parts && (!whole || parts.unread.length <= whole.unread.length) ? parts : whole;
  const colon = tokens.findIndex(({ mark }) => /[:：]/.test(mark));
  const isSummon = colon > 0 && tokens.slice(0, colon).some((token) => says(token, "verb", "summon"));
  if (colon > 0 && (read === null || isSummon || read.unread.some((word) => !read.unknown.includes(word)))) {
    const label = readTokens(tokens.slice(0, colon).map((token) => (says(token, "label") && KEYWORDS.has(valueOf(token, "label")) ? { ...token, senses: [{ kind: "keyworded", value: valueOf(token, "label") }] } : token)));
    const [effect] = label?.effects ?? [];
    const isWhole = effect !== undefined && !isChoice(effect) && (effect.flags.has("label") || effect.target !== undefined || tokens.slice(0, colon).some(({ number }) => number !== null));
    const after = readTokens(tokens.slice(colon + 1));
    const [again] = after?.effects ?? [];
    if (label && after?.eventClause && after.unread.length === 0 && label.effects.length === 1 && !label.eventClause && effect && !isChoice(effect) && effect.verb === "summon") {
      const names = tokens.slice(0, colon).filter((token) => !token.isFiller && !token.isWeak && token.number === null && !says(token, "verb"));
      return { ...label, effects: [{ ...effect, newName: withCapitals(saidBy(names)), rule: after }], unread: [], unknown: [] };
    }
    if (label && after && isWhole && label.unread.length === 0 && after.unread.length === 0 && !after.eventClause && after.effects.length === 1 && again && !isChoice(again) && again.verb === effect.verb) return { ...label, effects: [again.target && !again.target.atoms.has("it") ? { ...effect, ...again } : { ...again, ...effect, flags: new Set([...effect.flags, ...again.flags]) }] };
    if (label && isWhole && label.unread.length === 0 && !tokens.slice(colon + 1).some((token) => token.number !== null && !token.isWeak && !tokens.slice(0, colon).some(({ number }) => number === token.number))) return label;
    const verbOf = (own: Reading | null): string => (own?.effects[0] && !isChoice(own.effects[0]) ? own.effects[0].verb : "");
    const same = label && tokens.slice(0, colon).every(({ number }) => number === null) ? readTokens(tokens.slice(colon + 1)) : null;
    if (same && same.unread.length === 0 && verbOf(same) === verbOf(label)) return same;
    if (label && label.unread.length === 0 && effect !== undefined && !isChoice(effect) && label.effects.length === 1 && (after === null || after.unread.length > 0) && !label.eventClause) {
      const own = tokens.slice(colon + 1).filter((token) => token.number !== null && !token.isWeak);
      const span = tokens.slice(colon + 1).findIndex((token, n, all) => token.number !== null && says(all[n + 1], "span"));
      const number = span < 0 ? null : tokens.slice(colon + 1)[span]?.number;
      if (number != null && own.length === 1 && !effect.turns) return { ...label, effects: [{ ...effect, turns: number }] };
      return { ...label, unread: own.map(({ text }) => text), unknown: own.map(({ text }) => text) };
    }
    const rest = label === null && !tokens.slice(0, colon).some((token) => token.number !== null || ["label", "chance", "verb", "event", "nth", "per", "time"].some((kind) => says(token, kind))) ? readTokens(tokens.slice(colon + 1)) : null;
    if (rest && rest.unread.length === 0) return rest;
  }
  return read;
}

/** A name with capitals, as names of cards are written. */
function withCapitals(name: string): string {
  return name.replace(/(?:^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function readClauses(tokens: readonly Token[], nouns: ReadonlySet<string>, game: Pick<Open, "canWrite" | "canHear" | "triggers" | "trial">): Reading | null {
  const open: Open = { ...game, conditions: [], effects: [], isAura: false, isElse: false, isLater: false, unread: [], pending: null, perThing: null, choice: null, pick: null };
  const clauses = clausesOf(tokens, game.trial).map((clause, n, all) => ofEachTime(clause, all.slice(0, n), all[n + 1])).flatMap((clause, n, all) => partsOf(clause, nouns, game, !all.some(({ role }, k) => k < n && role !== "limit"), !all.some(({ role }, k) => k > n && role === "effect"))).filter(({ tokens: own }) => own.length > 0);
  clauses.forEach((clause, n) => readClause(clause, open, nouns, clauses[n + 1]));
  if (open.pending) {
    const last = open.effects.pop();
    if (last && !isChoice(last)) open.effects.push({ ...last, condition: open.pending });
    else if (open.eventClause) open.conditions.push(open.pending);
  }
  if (open.choice) open.effects.push({ choice: open.choice.kind, options: open.choice.options.filter((option) => option.length > 0) });
  if (open.effects.length === 0) return null;
  const latest = open.effects.at(-1);
  if (!open.eventClause && open.times && latest && !isChoice(latest)) {
    open.effects[open.effects.length - 1] = { ...latest, times: open.times };
    delete open.times;
  }
  const timedAt = open.effects.findIndex((effect) => !isChoice(effect) && INSTANT.has(effect.verb) && (effect.flags.has("battle") || effect.flags.has("thisturn")));
  if (open.eventClause && !open.lasts && !open.eventClause.lasts && timedAt >= 0) {
    const effect = open.effects[timedAt] as Effect;
    const { turns: _, ...bare } = effect;
    open.lasts = effect.flags.has("battle") ? "battle" : /round|轮/.test(effect.said) ? "round" : "turn";
    open.effects[timedAt] = { ...bare, flags: new Set([...effect.flags].filter((flag) => flag !== "battle" && flag !== "thisturn")) };
  }
  const [only] = open.effects;
  if (!open.eventClause && only && !isChoice(only) && only.amount?.isExcess && only.verb === "damage") open.eventClause = { said: only.said, event: "overkill", names: {}, what: "", isNext: false };
  changeInstead(open);
  const { eventClause } = open;
  if (eventClause && (eventClause.isNext || eventClause.nth === 1) && open.effects.length === 1 && only && !isChoice(only) && CHANGES.has(only.verb) && (only.verb !== "cost" || ACTIONS[eventClause.event] !== undefined)) {
    const action = ACTIONS[eventClause.event];
    open.effects = [{ ...only, flags: new Set([...only.flags, ...(eventClause.isNext ? ["once"] : []), ...(eventClause.lasts || open.lasts ? ["thisturn"] : [])]), ...(eventClause.lasts || open.lasts ? { turns: 1 } : {}), names: { ...eventClause.names, ...(action ? { action } : {}), ...only.names }, ...(eventClause.card ? { card: eventClause.card } : {}), ...(eventClause.to && !only.target ? { target: eventClause.to } : {}), ...(eventClause.by && !eventClause.to && !only.target && !isPlayer(eventClause.by) ? { target: eventClause.by } : {}) }];
    if (eventClause.nth === 1 && open.perTurn === undefined) open.perTurn = 1;
    delete open.eventClause;
  }
  if (open.outer && open.eventClause) {
    const { eventClause: inner, conditions, effects, perTurn, times, lasts } = open;
    const own = { eventClause: inner, conditions, effects, isAura: false, unread: [], unknown: [], ...(perTurn ? { perTurn } : {}), ...(times ? { times } : {}), ...(lasts ? { lasts } : {}) };
    Object.assign(open, open.outer, { effects: [waiting(own)], perTurn: undefined, times: undefined, lasts: undefined });
  }
  const unknown = open.unread.filter(({ senses, number }) => senses.length === 0 && number === null).map(({ text: own }) => own);
  return { ...open, unread: open.unread.map(({ text: own }) => own), unknown };
}

function readClause(clause: Clause, open: Open, nouns: ReadonlySet<string>, next: Clause | undefined): void {
  const { role, opener, tokens } = clause;
  if (role === "limit") return readLimit(clause, open);
  if (role === "option" && open.choice === null && readInstead(clause, open, next)) return;
  if (role === "option" && readChance(clause, open)) return;
  if (role === "option" && open.choice === null && open.effects.length > 0) {
    const before = open.effects.filter((effect): effect is Effect => !isChoice(effect));
    open.effects = [];
    open.choice = { kind: "choose", options: [before, []] };
  } else if (role === "option") open.choice?.options.push([]);
  const keyword = tokens.map((token) => valueOf(token, "keyworded")).find(Boolean);
  if (keyword) return void open.effects.push({ said: saidBy(tokens), verb: "keyword", what: keyword, flags: new Set(["label"]), names: { label: keyword } });
  if (role === "event") {
    const label = tokens.map((token) => valueOf(token, "label")).find(Boolean) ?? "";
    if (opener === "label" && label === "aura") return void (open.isAura = true);
    if (opener === "label" && label === "ramp") return;
    if (opener === "label" && label === "combo") return void (open.pending = { said: saidBy(tokens), fact: "combo", isNot: false, names: {} });
    if (opener === "label" && KEYWORDS.has(label)) return void open.effects.push({ said: saidBy(tokens), verb: "keyword", what: label, flags: new Set(["label"]), names: { label } });
    if (opener === "label" && !label && tokens.every((token) => says(token, "event", "equip")) && !open.canHear({ said: "", event: "equip", names: {}, what: "", isNext: false })) return;
    if (opener === "label" && label && !EVENT_LABELS.has(label)) {
      const number = tokens.find((token) => token.number !== null)?.number;
      return void (open.pending = { said: saidBy(tokens), fact: label, isNot: false, names: {}, ...(number === null || number === undefined ? {} : { number }) });
    }
    const plain = eventClauseOf(tokens, nouns, opener === "next");
    const own = plain && plain.rest.length === 0 && open.canHear(plain.eventClause) && open.trial.takes() ? plain : (namedEventOf(tokens, open.triggers, nouns, opener === "next") ?? plain);
    if (!own && opener === "next") return readClause({ role: "effect", opener: "then", tokens: tokens.filter((token) => !says(token, "conj")) }, open, nouns, next);
    if (!own || own.rest.length > 0) {
      const condition = conditionOf(tokens, nouns, "if");
      if (condition && condition.rest.length === 0 && opener !== "when") return readClause({ role: "condition", opener: "if", tokens }, open, nouns, next);
    }
    if (!own) return void open.unread.push(...tokens);
    open.unread.push(...own.rest);
    const { nth, ...bare } = own.eventClause;
    const isOfMatch = own.eventClause.lasts === "match";
    const isNthOfTurn = (tokens.some((token) => says(token, "per")) || isOfMatch) && nth !== undefined && nth > 1;
    if (isNthOfTurn) {
      const { lasts: _, names, ...plainClause } = bare;
      open.conditions.push({ said: saidBy(tokens), fact: isOfMatch ? `past ${bare.event} match` : `past ${bare.event}`, isNot: false, sign: isOfMatch ? "match" : "turn", number: nth, names: { exact: "yes", ...(isOfMatch ? names : {}) } });
      open.eventClause = isOfMatch ? { ...plainClause, names: {} } : bare;
      return;
    }
    if (tokens.some((token) => says(token, "per")) && open.perTurn === undefined) open.perTurn = own.eventClause.nth ?? 1;
    if (!open.eventClause && open.effects.length > 0 && own.eventClause.event.startsWith("next") && (open.effects.length > 1 || next?.role === "effect")) {
      const last = next?.role === "effect" ? undefined : open.effects.pop();
      open.effects.push(waiting({ eventClause: own.eventClause, conditions: [], effects: last ? [last] : [], isAura: false, unread: [], unknown: [] }));
      open.isLater = true;
      return;
    }
    const isSameMoment = (open.eventClause?.event === "deathrattle" && own.eventClause.event === "die") || (open.eventClause?.event === "battlecry" && ["deploy", "play", "equip"].includes(own.eventClause.event));
    if (open.eventClause && open.effects.length === 0 && !open.outer && !isSameMoment && MOMENTS.has(open.eventClause.event)) {
      open.outer = { eventClause: open.eventClause, conditions: open.conditions };
      Object.assign(open, { eventClause: own.eventClause, conditions: [] });
      return;
    }
    if (open.eventClause && ["deathrattle", "battlecry"].includes(open.eventClause.event)) open.eventClause = own.eventClause;
    else if (!open.eventClause) open.eventClause = own.eventClause;
    else open.unread.push(...tokens);
    return;
  }
  if (role === "condition") {
    if (opener === "while" && tokens.every((token) => token.isFiller || says(token, "event", "equip") || says(token, "event", "capture") || says(token, "player", "you") || says(token, "pron") || says(token, "kind", "wand") || says(token, "quiet") || says(token, "into") || ["in", "play", "out", "up", "alive", "lives", "lasts", "on", "table", "the"].includes(token.text))) return void (open.isAura = true);
    const read = conditionOf(tokens, nouns, opener);
    if (!read) return void open.unread.push(...tokens);
    open.unread.push(...read.rest);
    const about = read.condition.thing;
    if (about && !about.isOne && open.effects.length > 0 && ["wounded", "unhurt", "is", "lethal"].includes(read.condition.fact) && about.atoms.size > 0 && [...about.atoms].every((atom) => BARE.has(atom))) read.condition = { ...read.condition, thing: { atoms: new Set(["it"]), values: about.values, places: [] } };
    const countedThing = open.effects.findLast((effect): effect is Effect => !isChoice(effect))?.target;
    const own = read.condition.fact === "onlyone" && countedThing ? { condition: { ...read.condition, fact: "compare", measure: { of: countedThing, stat: "" }, sign: "=", number: 1 } } : read;
    if (open.effects.length === 0 && open.eventClause) open.conditions.push(own.condition);
    else if (next && next.role === "effect" && (open.effects.length === 0 || next.opener !== "and")) open.pending = own.condition;
    else attach(open, own.condition);
    return;
  }
  if (role === "each") return void (open.perThing = eachOf(tokens, nouns, open));
  if (!(role === "otherwise" && tokens.some((token) => says(token, "res") || says(token, "player"))) && readInstead(clause, open, next)) return;
  if (readLeast(clause, open)) return;
  if (readPlus(clause, open, nouns)) return;
  const exchange = insteadOf(tokens);
  if (exchange) {
    const [base, then, rest] = exchange;
    const own = effectOf([...rest.filter(({ number }) => number === null), { text: String(base), senses: [], number: base, hasSign: false, isWeak: false, isFiller: false, mark: "" }], nouns, null);
    const effect: Effect = own?.effect ?? { said: saidBy(tokens), verb: "damage", what: "", flags: new Set(), names: {}, amount: { number: base } };
    open.effects.push({ ...effect, amount: { number: base, alternative: { number: then, condition: open.pending as Condition } } });
    open.pending = null;
    return;
  }
  if (readPick(tokens, nouns, open)) return;
  const before = open.effects.findLast((effect): effect is Effect => !isChoice(effect)) ?? null;
  const plain = tokens.filter((token) => !says(token, "conj", "instead") || says(token, "verb"));
  const own = effectOf(plain, nouns, before, open.canWrite, open.trial) ?? effectOf([...plain, ...gainedBy(open, plain)], nouns, before, open.canWrite);
  if (before && addsTimes(tokens, open, before)) return;
  if ((!own || own.effect.target === undefined) && before && !tokens.some((token) => says(token, "verb") || token.number !== null) && addsToTarget(tokens, nouns, open, before)) return;
  if (!own && tokens.some((token) => says(token, "quiet", "choose"))) {
    const words = new Words(tokens, nouns);
    const [thing] = thingsOf(words);
    open.unread.push(...words.rest());
    open.pick = thing ?? null;
    return;
  }
  const event = own ? null : namedEventOf(tokens, open.triggers, nouns, false);
  if (event && event.rest.length === 0 && !open.eventClause && open.effects.length === 0) return void (open.eventClause = event.eventClause);
  if (!own) return void open.unread.push(...tokens.filter((token) => !token.isFiller));
  const isEachTurn = own.rest.length > 0 && own.rest.every((token) => says(token, "per", "turn")) && !open.eventClause && open.effects.length === 0 && EACH_TURN.has(own.effect.verb);
  if (isEachTurn) open.eventClause = { said: saidBy(tokens), event: "turnstart", names: {}, what: "", isNext: false, by: { atoms: new Set(["you"]), values: {}, places: [] } };
  else open.unread.push(...own.rest);
  let effect = own.effect;
  if (effect.flags.has("free") && before && ["cast", "copy", "deploy", "summon"].includes(before.verb)) return;
  if (effect.flags.has("label") && before && OF_SAME.has(before.verb) && (opener === "and" || opener === "then")) effect = { ...effect, flags: new Set(), target: effect.target ?? { atoms: new Set(["it"]), values: {}, places: [] } };
  if (open.pick && isPlayer(open.pick)) effect = effect.player === undefined || effect.player.atoms.has("they") ? { ...effect, player: open.pick } : effect;
  else if (open.pick && isCards(open.pick)) effect = effect.card === undefined ? { ...effect, card: open.pick } : effect;
  else if (open.pick && (!effect.target || effect.target.atoms.has("it"))) effect = { ...effect, target: open.pick };
  open.pick = null;
  if (before && effect.verb === before.verb && ONGOING.has(effect.verb) && (!effect.target || effect.target.atoms.has("it")) && open.effects.at(-1) === before) {
    open.effects[open.effects.length - 1] = { ...before, ...(effect.turns ? { turns: effect.turns } : {}), flags: new Set([...before.flags, ...effect.flags]) };
    return;
  }
  if (before && MOVES.has(before.verb) && MOVES.has(effect.verb) && effect.to && (!before.to || before.to === "hand") && !effect.card && (!effect.target || effect.target.atoms.has("it")) && open.effects.at(-1) === before) {
    open.effects[open.effects.length - 1] = { ...before, verb: "put", to: effect.to };
    return;
  }
  if (effect.verb === "dispel" && before?.target && effect.target && [...effect.target.atoms].every((atom) => atom === "status" || atom === "all")) effect = { ...effect, target: before.target };
  if (effect.target?.atoms.size === 1 && effect.target.atoms.has("all") && Object.keys(effect.target.values).length === 0 && before?.target && tokens.some(({ text }) => text === "各")) effect = { ...effect, target: before.target };
  if (effect.verb === "cost" && before?.verb === "return" && !effect.target && !effect.card) effect = { ...effect, target: { atoms: new Set(["it"]), values: {}, places: [] } };
  const number = tokens.find((token) => token.number !== null)?.number;
  if (before?.verb === "revive" && tokens.some((token) => says(token, "stat", "health")) && number !== undefined && number !== null) {
    open.effects[open.effects.length - 1] = { ...before, amount: { number } };
    return;
  }
  if ((opener === "and" || opener === "then") && before?.target && !effect.target && OF_SAME.has(effect.verb) && !effect.flags.has("gain")) effect = { ...effect, target: { atoms: new Set(["it"]), values: {}, places: [] } };
  if (opener === "and" && before?.player && !effect.player && !before.player.atoms.has("you") && effect.verb !== before.verb && ["draw", "discard", "gain", "lose"].includes(effect.verb) && !tokens.some((token) => says(token, "player"))) effect = { ...effect, player: before.player };
  if (open.perThing) {
    effect = { ...effect, amount: { number: effect.amount?.number ?? 1, ...open.perThing } };
    open.perThing = null;
  }
  if (effect.verb === "stat" && before?.verb === "stat" && !effect.target && (opener === "and" || opener === "then" || !before.target)) {
    const at = open.effects.indexOf(before);
    const target: Thing = before.target ?? { atoms: new Set(open.eventClause ? ["this"] : ["unit", "ally"]), values: {}, places: [] };
    const shared = effect.turns && !before.turns ? { turns: effect.turns, flags: new Set([...before.flags, "thisturn"]) } : {};
    if (at >= 0) open.effects[at] = { ...before, ...shared, target };
    effect = { ...effect, target: { atoms: new Set(target.atoms.has("this") ? ["this"] : ["it"]), values: {}, places: [] }, ...(before.turns && !effect.turns ? { turns: before.turns } : {}) };
  }
  if (open.pending) effect = { ...effect, condition: open.pending };
  const latest = open.effects.at(-1);
  const isElse = role === "otherwise" || (open.isElse && opener === "and");
  open.isElse = isElse && latest === before && before?.condition !== undefined;
  if (open.isElse && before) {
    open.effects[open.effects.length - 1] = { ...before, otherwise: [...(before.otherwise ?? []), effect] };
    return;
  }
  if (effect.condition && isInsteadOf(effect, before, tokens) && latest === before && before) {
    open.pending = null;
    open.effects[open.effects.length - 1] = { ...before, amount: { ...(before.amount as Amount), alternative: { number: effect.amount?.number ?? 0, condition: effect.condition } } };
    return;
  }
  if (effect.condition && effect.condition === before?.condition && latest === before && !open.choice && !effect.target?.atoms.has("it")) {
    const { condition: _, ...plainEffect } = effect;
    open.effects[open.effects.length - 1] = { ...before, companions: [...(before.companions ?? []), plainEffect] };
    if (next?.role !== "effect" || (next.opener !== "and" && next.opener !== "then")) open.pending = null;
    return;
  }
  if (effect.flags.has("nextturn") && DELAYED_VERBS.has(effect.verb) && !open.eventClause && !open.isLater && (!effect.player || effect.player.atoms.has("you"))) {
    const { turns: _, ...rest } = effect;
    open.effects.push(waiting({ eventClause: { said: effect.said, event: "nextturnstart", names: {}, what: "", isNext: false }, conditions: [], effects: [{ ...rest, flags: new Set([...effect.flags].filter((flag) => flag !== "nextturn")) }], isAura: false, unread: [], unknown: [] }));
    open.isLater = true;
    return;
  }
  const later = open.isLater ? open.effects.at(-1) : undefined;
  if (later && isChoice(later) && later.reading) open.effects[open.effects.length - 1] = waiting({ ...later.reading, effects: [...later.reading.effects, effect] });
  else if (open.choice) open.choice.options.at(-1)?.push({ ...effect });
  else open.effects.push(effect);
  if (open.pending && next?.role !== "effect") open.pending = null;
  if (open.pending && next?.opener !== "and" && next?.opener !== "then") open.pending = null;
}

/** "Choose a monster with 6 or less health": what something is done to next. */
function readPick(tokens: readonly Token[], nouns: ReadonlySet<string>, open: Open): boolean {
  const [first, ...rest] = tokens.filter((token) => !token.isFiller || token.isWeak);
  if (!first || !/^(?:choose|pick|select|target|选|选择|挑|指定|挑选)$/.test(first.text) || rest.some((token) => says(token, "verb") && !says(token, "head"))) return false;
  const words = new Words(tokens, nouns);
  const [thing, other] = thingsOf(words);
  if (!thing || other || words.rest().some((token) => token.number === null)) return false;
  open.pick = thing;
  return true;
}

/** 回2血，血量4以下就回3: whether the same is done with a greater number under a condition, and nothing says that it is done again. */
function isInsteadOf(effect: Effect, before: Effect | null, tokens: readonly Token[]): boolean {
  const isSame = before?.verb === effect.verb && before.what === effect.what && !before.condition && !effect.target && !effect.player && !effect.card;
  const isAgain = tokens.some((token) => /^[再又另]/.test(token.text) || says(token, "sign", "more"));
  return isSame && !isAgain && HAN.test(tokens[0]?.text ?? "") && (effect.amount?.number ?? 0) > (before?.amount?.number ?? 0) && (before?.amount?.number ?? 0) > 0;
}

/** "Whenever you gain gold, gain 1 more": what is gained, where a part names it no more. */
function gainedBy(open: Open, tokens: readonly Token[]): Token[] {
  const what = open.eventClause?.what;
  if (!what || !tokens.some((token) => says(token, "verb", "gain") || says(token, "verb", "lose"))) return [];
  return [{ text: what, senses: [{ kind: "res", value: what }], number: null, hasSign: false, isWeak: false, isFiller: false, mark: "" }];
}

/** "Plus 1 for each card", 就多1点: what is added to an amount. */
function readPlus({ opener, tokens }: Clause, open: Open, nouns: ReadonlySet<string>): boolean {
  const last = open.effects.at(-1);
  if (!last || isChoice(last) || !last.amount || (last.verb !== "damage" && last.verb !== "heal" && last.verb !== "gain" && last.verb !== "draw")) return false;
  const isMore = opener === "and" ? tokens[0]?.number !== null : tokens.some((token) => says(token, "sign", "more"));
  const isBare = !tokens.some((token) => says(token, "stat") || says(token, "player") || (says(token, "verb") && !says(token, "verb", "damage") && !says(token, "verb", "deal") && !says(token, "verb", "cast")));
  if (!isMore || !(open.perThing || tokens.some((token) => says(token, "each", "foreach"))) || (!isBare && !tokens.some((token) => says(token, "count")))) return false;
  const own = effectOf(tokens, nouns, last);
  const amount = open.perThing ? { number: tokens.find((token) => token.number !== null)?.number ?? 1, ...open.perThing } : own?.effect.amount;
  if (!amount?.unit || (!open.perThing && own?.rest.length !== 0)) return false;
  open.effects[open.effects.length - 1] = { ...last, amount: { ...last.amount, plus: amount } };
  open.perThing = null;
  return true;
}

/** "Zap a monster for 4, zap it twice": how often what was said is done. */
function addsTimes(tokens: readonly Token[], open: Open, before: Effect): boolean {
  const at = tokens.findIndex((token) => says(token, "count"));
  const number = tokens.find((token, n) => token.number !== null && n <= at)?.number;
  const isBare = tokens.every((token) => token.number !== null || token.isFiller || says(token, "count") || says(token, "verb", "deal") || says(token, "verb", before.verb) || says(token, "pron"));
  if (at < 0 || !number || !isBare || open.effects.at(-1) !== before) return false;
  open.effects[open.effects.length - 1] = { ...before, times: number };
  return true;
}

/** "1 damage to every enemy, all lanes": what more is said of whom something is done to. */
function addsToTarget(tokens: readonly Token[], nouns: ReadonlySet<string>, open: Open, before: Effect): boolean {
  const words = new Words(tokens, nouns);
  const [thing, other] = thingsOf(words);
  if (!thing || other || words.rest().length > 0 || !before.target || open.effects.at(-1) !== before) return false;
  if (Object.keys(thing.values).length > 0 || ![...thing.atoms].every((atom) => LOOSE.has(atom))) return false;
  open.effects[open.effects.length - 1] = { ...before, target: { ...before.target, atoms: new Set([...before.target.atoms, ...thing.atoms]) } };
  return true;
}

/** "3 damage instead of 2", 2点变3点: the usual number, the one that counts instead, and the other words. */
function insteadOf(tokens: readonly Token[]): readonly [number, number, readonly Token[]] | null {
  const at = tokens.findIndex((token) => says(token, "conj", "instead") || /^(?:变|变成|变为|instead of)$/.test(token.text));
  const numbers = tokens.flatMap((token, n) => (token.number !== null && !token.isWeak ? [n] : []));
  const [first, second] = numbers;
  if (at < 0 || numbers.length !== 2 || first === undefined || second === undefined || first > at || second < at) return null;
  const [a, b] = [tokens[first]?.number ?? 0, tokens[second]?.number ?? 0];
  const rest = tokens.filter((_, n) => n !== at && n !== first && n !== second);
  return tokens[at]?.text.startsWith("instead") ? [b, a, rest] : [a, b, rest];
}

/** A condition behind what it is of: "draw a card if …". */
function attach(open: Open, condition: Condition): void {
  const last = open.effects.pop();
  if (last && !isChoice(last)) {
    if (condition.fact === "past play" && (last.condition?.fact === "combo" || last.amount?.alternative?.condition?.fact === "combo")) return void open.effects.push(last);
    const amount = last.amount as (Amount & { alternative?: { number: number; condition?: Condition } }) | undefined;
    if (amount?.alternative && !amount.alternative.condition) open.effects.push({ ...last, amount: { ...amount, alternative: { number: amount.alternative.number, condition } } });
    else open.effects.push({ ...last, condition });
  } else if (last) {
    open.effects.push(last);
  } else open.pending = condition;
}

/** "4 instead", 改为4点: the number that counts under a condition. */
function readInstead({ opener, tokens }: Clause, open: Open, next: Clause | undefined): boolean {
  const isInstead = opener === "instead" || tokens.some((token) => says(token, "conj", "instead"));
  const isBare = tokens.every((token) => token.number !== null || token.isFiller || says(token, "points") || says(token, "verb", "damage") || says(token, "verb", "deal"));
  const isShort = (opener === "or" && isBare) || isInstead || (isBare && (open.pending !== null || next?.role === "condition"));
  const number = tokens.find((token) => token.number !== null && !token.isWeak)?.number;
  const last = open.effects.at(-1);
  if (!isShort || number === null || number === undefined || !last || isChoice(last) || !last.amount) return false;
  const condition = open.pending ?? last.condition;
  const { condition: _, ...plain } = last;
  open.pending = null;
  open.effects[open.effects.length - 1] = { ...plain, amount: { ...last.amount, alternative: { number, condition: condition as Condition } } };
  return true;
}

/** "Never below 1", 最低1费: what a cost does not fall under. */
function readLeast({ tokens }: Clause, open: Open): boolean {
  const last = open.effects.at(-1);
  if (!last || isChoice(last) || last.verb !== "cost" || !tokens.some((token) => says(token, "never") || says(token, "sup", "low") || says(token, "cmp", "atleast"))) return false;
  open.effects[open.effects.length - 1] = { ...last, minimum: tokens.find((token) => token.number !== null)?.number ?? 1 };
  return true;
}

function readLimit({ opener, tokens }: Clause, open: Open): void {
  const last = open.effects.at(-1);
  const lasts = lastsOf(tokens);
  if (lasts && !last && tokens.every((token) => token.isFiller || says(token, "time") || says(token, "limitword") || says(token, "only") || says(token, "into") || says(token, "quiet"))) return void (open.lasts = lasts);
  if (tokens.some((token) => says(token, "time")) && last && !isChoice(last)) {
    const isPermanent = tokens.some((token) => says(token, "time", "permanent"));
    open.effects[open.effects.length - 1] = isPermanent ? last : { ...last, turns: 1, flags: new Set([...last.flags, "thisturn"]) };
    return;
  }
  const span = tokens.findIndex((token, n) => token.number !== null && says(tokens.slice(n + 1).find(({ isFiller }) => !isFiller), "span"));
  if (span >= 0 && !tokens.some((token) => says(token, "count") || says(token, "per")) && last && !isChoice(last)) {
    open.effects[open.effects.length - 1] = { ...last, turns: tokens[span]?.number ?? 1 };
    return;
  }
  if (opener === "label") {
    const isName = tokens.filter(({ isFiller }) => !isFiller).length <= 4 && tokens.every((token) => token.number === null && (token.senses.length === 0 || ["deal", "damage", "move", "kill"].some((verb) => says(token, "verb", verb))));
    if (isName) return;
    if (tokens.some((token) => token.number !== null || ["verb", "event", "nth", "per", "time"].some((kind) => says(token, kind)))) open.unread.push(...tokens.filter((token) => !token.isFiller));
    return;
  }
  const number = tokens.find((token) => token.number !== null)?.number ?? 1;
  const isBound = tokens.some((token) => says(token, "limitword") || says(token, "cmp", "atmost")) && !tokens.some((token) => says(token, "count") || says(token, "per"));
  if (isBound && last && !isChoice(last) && last.amount && (last.amount.unit || last.amount.equal || last.amount.isMuch)) {
    open.effects[open.effects.length - 1] = { ...last, amount: { ...last.amount, max: number } };
    return;
  }
  if (tokens.some((token) => says(token, "per"))) open.perTurn = number;
  else open.times = number;
}

/** "Choose one", "flip a coin", "heads": what begins a choice or an option of it. */
function readChance({ tokens }: Clause, open: Open): boolean {
  const chance = tokens.map((token) => valueOf(token, "chance")).find(Boolean);
  if (!chance) return false;
  if (chance === "choose") open.choice = { kind: "choose", options: [[]] };
  else if (chance === "flip" || chance === "randomly") open.choice = { kind: chance, options: [[]] };
  else {
    open.choice ??= { kind: "flip", options: [[]] };
    if (open.choice.options.at(-1)?.length !== 0) open.choice.options.push([]);
  }
  return true;
}

/** For each of what something is done; words that it has no place for are not read. */
function eachOf(tokens: readonly Token[], nouns: ReadonlySet<string>, open: Open): PerThing | null {
  if (tokens.some((token) => says(token, "count")) && tokens.some((token) => says(token, "event", "play") || says(token, "past", "played"))) return { unit: THIS_PLAYED };
  const words = new Words(tokens, nouns);
  const per = tokens.find((token) => token.number !== null && !token.isWeak)?.number;
  const perUnit = per !== undefined && per !== null && per > 1 ? { per } : {};
  const things = thingsOf(words);
  const stat = words.take("stat") || words.take("res");
  for (const [kind, value] of [["each", ""], ["every", ""], ["verb", "gain"], ["verb", "have"], ["past", ""], ["event", "die"], ["event", "capture"], ["time", ""], ["value", "number"], ["adverb", ""], ["verb", "control"]] as const) while (words.take(kind, value || undefined));
  open.unread.push(...words.rest().filter((token) => token.number === null));
  if (stat && stat !== "card") return { unit: things.find(isPlayer) ?? { atoms: new Set(["you"]), values: {}, places: [] }, unitStat: stat, ...perUnit };
  const unit = eachThing(tokens, things);
  return unit && { unit, ...perUnit };
}

function eachThing(tokens: readonly Token[], things: readonly Thing[]): Thing | null {
  const isSide = ({ atoms, values }: Thing): boolean => atoms.size === 1 && (atoms.has("ally") || atoms.has("enemy")) && Object.keys(values).length === 0;
  const [zone, card] = [things.find((thing) => isCards(thing) && !thing.atoms.has("card")), things.find((thing) => thing.atoms.has("card"))];
  if (zone && card) return { ...card, atoms: new Set([...card.atoms, ...zone.atoms]) };
  const isDead = tokens.some((token) => says(token, "past", "died") || says(token, "event", "die"));
  const main = things.filter((thing) => !isPlayer(thing));
  const own = main.find((thing) => !isSide(thing)) ?? main[0] ?? things[0];
  if (own && isDead) return { ...withSide(own, things), atoms: new Set([...withSide(own, things).atoms, "dead", ...(lastsOf(tokens) === "turn" ? ["turn"] : [])]) };
  return own ? withSide(own, things) : null;
}
