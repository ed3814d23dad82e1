import { asList, asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import { type Amount, type Choice, type Effect, type EventClause, isChoice, type Reading } from "./frames";
import { isByDefault, isIt, ownSlots, ownedBy, withEvent, withMoment, withoutEcho } from "./fitting";
import { isSameSet, matches, type Readings, type Row, Unsayable, whoOf, withoutBare, wordsOf } from "./rows";
import { Terms } from "./terms";
import { isPlayer, type Thing } from "./things";
import { Trial } from "./trial";

/** Blocks for one list of a card. */
export interface Bound {
  readonly of: string;
  readonly values: readonly Json[];
  readonly blanks: readonly string[];
}

/** Every way in which a sentence may be written, the likeliest first; parts that the game cannot say are left out where the rest stands by itself. */
export function bind(readings: Readings, reading: Reading, freeLabel: string, trial = new Trial()): { readonly bounds: readonly Bound[]; readonly missing: readonly string[]; readonly unread: readonly string[] } {
  const whole = boundsOf(readings, reading, freeLabel, trial);
  if (whole.bounds.length > 0) return { ...whole, unread: [] };
  const unbound = reading.effects.filter((effect) => whole.missing.includes(saidOf(effect)));
  const rest = reading.effects.filter((effect) => !unbound.includes(effect));
  const isApart = unbound.length > 0 && rest.length >= unbound.length && rest.every((effect) => !isChoice(effect) && standsAlone(effect));
  if (!isApart) return { ...whole, unread: [] };
  const { bounds } = boundsOf(readings, { ...reading, effects: rest }, freeLabel, trial);
  return { bounds, missing: whole.missing, unread: bounds.length > 0 ? whole.missing : [] };
}

function saidOf(effect: Effect | Choice): string {
  return isChoice(effect) ? "" : effect.said;
}

/** Whether an effect means nothing else without the others. */
function standsAlone({ target, player, amount, condition }: Effect): boolean {
  return !isIt(target) && !player?.atoms.has("they") && !amount?.isMuch && !amount?.isExcess && !condition;
}

function boundsOf(readings: Readings, reading: Reading, freeLabel: string, trial: Trial): { readonly bounds: readonly Bound[]; readonly missing: readonly string[] } {
  const bounds: Bound[] = [];
  const missing = new Set<string>();
  const isGiven = !reading.isAura && reading.effects.some((effect) => !isChoice(effect) && (effect.flags.has("gain") || effect.flags.has("permanent")));
  for (const part of isGiven ? (["whole", "change", "block", "rule"] as const) : (["whole", "change", "rule", "block"] as const)) {
    if (part === "block" && reading.isAura && bounds.some(({ of }) => of === "modifier")) continue;
    try {
      bounds.push(...new Binder(readings, reading, freeLabel, trial).bind(part));
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      if (error.message) missing.add(error.message);
    }
  }
  return { bounds, missing: [...missing] };
}

/** Whether a game can write an effect by itself. */
export function canWrite(readings: Readings, effect: Effect): boolean {
  return new Binder(readings, { conditions: [], effects: [effect], isAura: false, unread: [], unknown: [] }, "a1").canWrite(effect);
}

/** Whether a game has an event. */
export function canHear(readings: Readings, event: EventClause): boolean {
  return new Binder(readings, { eventClause: event, conditions: [], effects: [], isAura: false, unread: [], unknown: [] }, "a1").canHear(event);
}

/** What happens to what something is done to. */
const PASSIVES: Readonly<Record<string, string>> = { damages: "damaged", kill: "die", attack: "attacked" };
const THEIRS = ["opponent", "they", "others", "otherplayer"];
/** Lists of a card for what holds by itself. */
export const RULES: readonly string[] = ["costRule", "modifier", "trigger", "ability", "skill"];
/** What is of this turn by itself or by its row. */
const OF_A_TURN: ReadonlySet<string> = new Set(["gain", "cost", "damagemore", "exile", "attackagain", "moveagain", "freeze", "takeless", "takemore", "copy", "cast"]);

/** One way through a sentence. */
class Binder {
  readonly terms: Terms;
  /** Whether it is only asked what the game can write, whatever is around it. */
  isAsked = false;
  readonly #blanks: string[] = [];

  constructor(
    readonly readings: Readings,
    readonly reading: Reading,
    freeLabel: string,
    readonly trial = new Trial(),
  ) {
    this.terms = new Terms(readings, reading, freeLabel, trial);
  }

  bind(part: "whole" | "change" | "rule" | "block"): Bound[] {
    const { eventClause, effects } = this.reading;
    if (part === "rule") return eventClause && eventClause.event !== "equip" ? [] : this.#rules();
    if (part === "change") return eventClause ? [] : this.#changes();
    if (part === "whole") return eventClause ? this.#triggers(eventClause) : [];
    if (eventClause) return [];
    const values = this.#effects(effects);
    const blocks = this.terms.pruned(values);
    const inFrames = this.readings.rows("frame").filter(({ options }) => options.isPlain === true).map((frame) => ({ of: textOf(frame.options.of), values: [this.terms.put(frame.as, { do: blocks })], blanks: this.#blanks }));
    return [{ of: "effect", values: blocks, blanks: this.#blanks }, ...inFrames];
  }

  /** Numbers that hold by themselves, and rules of what a card costs. */
  #rules(): Bound[] {
    const bounds: Bound[] = [];
    for (const of of RULES) {
      const values = this.reading.effects.flatMap((effect) => (isChoice(effect) || effect.turns ? [null] : this.#rulesOf(of, effect)));
      if (values.length > 0 && values.every((value) => value !== null)) bounds.push({ of, values: values as Json[], blanks: [] });
    }
    return bounds;
  }

  /** What changes damage or costs while they are worked out, as what waits for that. */
  #changes(): Bound[] {
    const [effect] = this.reading.effects;
    if (!effect || isChoice(effect) || this.reading.effects.length > 1) return [];
    const bounds: Bound[] = [];
    for (const row of this.readings.rows("change")) {
      if (!matches(row, effect) || bounds.length > 0) continue;
      const change = this.terms.try(() => {
        const actor = effect.target ?? (effect.card ? { atoms: new Set([effect.card.atoms.has("opponent") ? "opponent" : "you"]), values: {}, places: [] } : effect.player);
        const word = this.readings.rows("who").find(({ is }) => isSameSet(is, new Set([...withoutBare(actor?.atoms ?? new Set(["wearer"]))].filter((atom) => atom !== "all" && atom !== "next"))) || (is.has("character") && actor?.atoms.size === 1 && actor.atoms.has("character")))?.as;
        const names = { ...effect.names, ...Object.fromEntries(Object.entries(effect.card?.values ?? {}).map(([kind, value]) => [kind, String(value)])), ...(effect.card && effect.verb === "cost" ? { action: "card" } : {}), ...(effect.names.skilltype && effect.verb === "cost" ? { action: "skill" } : {}) };
        if (word === undefined && !(["cost", "makefast"].includes(effect.verb) && names.action)) throw new Unsayable(actor ? wordsOf(actor) : "");
        const isCost = effect.verb === "cost" || effect.verb === "makefast";
        if (isCost && !names.action) throw new Unsayable("");
        const isOfYours = isCost && effect.verb === "cost" && names.action === "card" && word !== undefined && !actor?.atoms.has("opponent");
        const conditions: Json[] = isOfYours ? [this.terms.put(row.options.who as Json, { who: word })] : isCost && (word === undefined || (effect.verb === "cost" && !["wearer", "active"].some((atom) => actor?.atoms.has(atom)))) ? [] : [this.terms.put(row.options.who as Json, { who: word })];
        const inner: Record<string, string> = {};
        for (const [kind, value] of Object.entries(names)) {
          if (JSON.stringify(row.as).includes(`%${kind}`)) inner[kind] = value;
          else if (row.with[kind] === undefined) throw new Unsayable(value);
          else conditions.push(this.terms.put(row.with[kind] as Json, { [kind]: value }));
        }
        if (isCost && actor?.atoms.has("opponent")) conditions.push(this.terms.put(row.options.who as Json, { who: word ?? "opponents" }));
        if (effect.condition) conditions.push(this.terms.condition(effect.condition));
        const holes: Record<string, Json | undefined> = { ...inner, label: this.terms.label() };
        if (effect.amount) this.terms.amounts(effect.amount, holes, JSON.stringify(row.as));
        return { conditions, action: this.terms.put(row.as, holes) };
      });
      if (!change) continue;
      const { flags, turns } = effect;
      const isNext = [effect.card, effect.target, effect.player].some((thing) => thing?.atoms.has("next"));
      const times = flags.has("once") || isNext ? 1 : (effect.times ?? this.reading.times);
      const holes = { event: { triggerOn: row.options.trigger as Json }, conditions: change.conditions, do: [change.action], perTurn: this.reading.perTurn, times, mode: turns ? "round" : undefined };
      for (const frame of this.readings.rows("frame")) {
        if (textOf(frame.options.kind)) continue;
        if (frame.options.once === true && times === undefined && !turns) continue;
        if (frame.options.once !== true && (turns || flags.has("once") || isNext)) continue;
        const value = this.terms.try(() => this.terms.put(frame.as, holes));
        if (value !== undefined) bounds.push({ of: textOf(frame.options.of), values: this.terms.pruned([value]), blanks: [] });
      }
    }
    return bounds;
  }

  /** The rules that an effect is; what a cost is never below may be a rule of its own. */
  #rulesOf(of: string, effect: Effect): (Json | null)[] {
    const { minimum, ...plain } = effect;
    const [bound] = minimum === undefined ? [] : this.readings.rows(of).filter(({ is }) => is.has("minimum"));
    return bound ? [this.#ruleOf(of, plain), this.terms.put(bound.as, { amount: minimum })] : [this.#ruleOf(of, effect)];
  }

  #ruleOf(of: string, whole: Effect): Json | null {
    const { target, ...bare } = whole;
    const effect = of === "costRule" && (isIt(target) || target?.atoms.has("this")) ? bare : whole;
    for (const row of this.readings.rows(of)) {
      if (!matches(row, effect)) continue;
      const value = this.terms.try(() => this.#filled(row, effect, of));
      if (value === undefined || !this.trial.takes()) continue;
      if (!effect.condition) return ownedBy(value, row);
      const question = effect.condition;
      const isBefore = of === "costRule" && question.fact === "past play" && question.number === 2 && !("exact" in question.names) && !/\d|two|2|两|二/.test(question.said);
      const condition = this.terms.try(() => this.terms.condition(isBefore ? { ...question, fact: "past before", number: 1 } : question));
      const key = textOf(row.options.guard);
      return condition !== undefined && key ? ownedBy({ ...(value as Record<string, Json>), [key]: condition }, row) : null;
    }
    return null;
  }

  #triggers(eventClause: EventClause): Bound[] {
    const bounds: Bound[] = [];
    const row = this.#eventRow(eventClause);
    if (!row) throw new Unsayable(eventClause.said);
    this.terms.event = row;
    this.terms.much = row.options.much as Json | undefined;
    const isOwn = [eventClause.by, eventClause.to].some((thing) => isIt(thing) || thing?.atoms.has("this")) || (!eventClause.by && !eventClause.to && row.options.isDefault === true);
    this.terms.itRef = isOwn ? undefined : (row.options.it as Json | undefined);
    const isDoneToThis = (isIt(eventClause.to) || eventClause.to?.atoms.has("this")) && eventClause.by !== undefined && !isPlayer(eventClause.by) && !isIt(eventClause.by) && !eventClause.by.atoms.has("this");
    this.terms.doerRef = isDoneToThis ? (row.options.source as Json | undefined) : undefined;
    this.terms.excess = row.options.much as Json | undefined;
    const conditions = [...(asList(row.options.conditions) as Json[]), ...this.#eventConditions(row, eventClause), ...this.reading.conditions.map((own) => this.terms.condition(own))];
    const effects = this.#effects(this.reading.effects);
    const holes: Record<string, Json | undefined> = {
      event: row.as, conditions, do: effects, perTurn: this.reading.perTurn ?? (eventClause.nth === 1 ? 1 : undefined), times: this.reading.times ?? (eventClause.isNext ? 1 : undefined),
      interval: eventClause.every ?? (eventClause.nth && eventClause.nth > 1 ? eventClause.nth : undefined), condition: conditions.length === 0 ? undefined : conditions.length === 1 ? conditions[0] : this.terms.all(conditions),
    };
    const lasts = this.reading.lasts ?? eventClause.lasts ?? "";
    for (const frame of this.readings.rows("frame")) {
      const kind = textOf(frame.options.kind);
      if (kind !== textOf(row.options.frame)) continue;
      const mode = asSchema(frame.options.modes)?.[lasts];
      if (lasts && mode === undefined && (lasts !== "match" || frame.options.modes !== undefined)) continue;
      holes.mode = mode as Json | undefined;
      if (frame.options.next === true && (!eventClause.isNext || lasts)) continue;
      if (frame.options.once === true && holes.times === undefined && !lasts && !row.is.has("nextturnstart")) continue;
      if (frame.options.bars !== undefined && JSON.stringify(withMoment(frame, effects)).includes(textOf(frame.options.bars))) continue;
      if (holes.times !== undefined && !JSON.stringify(frame.as).includes("%times")) continue;
      const value = this.terms.try(() => withMoment(frame, this.terms.put(frame.as, holes)));
      if (value !== undefined) bounds.push({ of: textOf(frame.options.of), values: this.terms.pruned([value]), blanks: this.#blanks });
    }
    return bounds;
  }

  /** Whether some row can write an effect by itself. */
  canWrite(effect: Effect): boolean {
    this.isAsked = true;
    Object.assign(this.terms, { much: "$", itRef: "$", excess: "$", deed: "a" });
    if (RULES.some((of) => this.#ruleOf(of, effect) !== null)) return true;
    if (this.readings.rows("change").some((row) => matches(row, effect))) return true;
    return this.terms.try(() => this.#block(effect)) !== undefined;
  }

  canHear(event: EventClause): boolean {
    return this.#eventRow(event) !== null;
  }

  /** The row of an event by who does it and to whom: the one of all that is said, or that to which the rest can be added. */
  #eventRow(eventClause: EventClause): Row | null {
    const own = this.#eventRowOf(eventClause) ?? this.#eventRowWith(eventClause);
    const { by, ...plain } = eventClause;
    const passive = PASSIVES[eventClause.event];
    const isOfThis = passive !== undefined && eventClause.to?.atoms.has("this") && by !== undefined && !by.atoms.has("you") && !by.atoms.has("this");
    return own ?? (isOfThis ? this.#eventRowOf({ ...plain, event: passive }) : null) ?? (by?.atoms.has("you") && plain.to ? this.#eventRowOf(plain) : null);
  }

  #eventRowWith(eventClause: EventClause): Row | null {
    const atomsOf = (thing: Thing | undefined, role: string): string[] => whoOf(thing).filter((atom) => atom !== "unit").map((atom) => `${role}:${atom}`);
    const expected = [...atomsOf(eventClause.by, "by"), ...atomsOf(eventClause.to, "to"), ...(eventClause.what ? [eventClause.what] : [])];
    for (const row of this.readings.rows("event")) {
      const adds = asSchema(row.options.adds);
      if (!adds || !row.is.has(eventClause.trigger ? "*" : eventClause.event)) continue;
      const own = [...row.is].filter((atom) => atom !== eventClause.event && atom !== "*");
      if (own.some((atom) => !expected.includes(atom))) continue;
      const rest = expected.filter((atom) => !own.includes(atom));
      const parts = (rest.length > 0 ? rest : own.length > 0 ? [] : ["none"]).map((atom) => asSchema(adds[atom] ?? adds[atom.replace(/^\w+:/, "")]) ?? (atom === "none" ? {} : null));
      if (parts.includes(null)) continue;
      const keys = Object.assign({}, ...parts.map((part) => asSchema(part?.keys) ?? {})) as Record<string, Json>;
      const conditions = [...asList(row.options.conditions), ...parts.flatMap((part) => asList(part?.conditions))];
      const all = { ...row, as: { ...(row.as as Record<string, Json>), ...keys }, options: { ...row.options, conditions } as Schema };
      if (this.trial.takes()) return eventClause.trigger ? withEvent(all, eventClause.trigger) : all;
    }
    return null;
  }

  #eventRowOf(eventClause: EventClause): Row | null {
    const [by, to] = [whoOf(eventClause.by), whoOf(eventClause.to)];
    const rows = this.readings.rows("event").filter(({ is, options }) => is.has(eventClause.event) && options.adds === undefined);
    const keys = (actor: readonly string[], role: string): string[][] => (actor.length === 0 ? [[]] : [actor.map((atom) => `${role}:${atom}`)]);
    const expected = new Set([eventClause.event, ...keys(by, "by").flat(), ...keys(to, "to").flat(), ...(eventClause.what ? [eventClause.what] : [])]);
    const isSame = (row: Row, atoms: ReadonlySet<string>): boolean => row.is.size === atoms.size && [...row.is].every((atom) => atoms.has(atom));
    const exact = rows.filter((row) => isSame(row, expected));
    const isPlain = eventClause.event === "kill" && by.length === 0 && to.join() === "unit";
    const byThis = isPlain ? rows.filter((row) => isSame(row, new Set(["kill", "by:this"]))) : [];
    const isDeath = eventClause.event === "kill" && to.length > 0 && (by.length === 0 || by.includes("you"));
    const deaths = isDeath ? this.readings.rows("event").filter((row) => isSame(row, new Set(["die", ...to.map((atom) => `to:${atom}`)]))) : [];
    const mine = by.length === 0 && to.length > 0 ? rows.filter((row) => isSame(row, new Set([...expected, "by:you"]))) : [];
    const plain = new Set([...expected].filter((atom) => atom !== "to:unit" && atom !== "by:unit"));
    const bare = plain.size < expected.size && plain.size > 1 ? rows.filter((row) => isSame(row, plain)) : [];
    const roleless = new Set([...expected].map((atom) => atom.replace(/^(?:by|to):/, "who:")));
    const loose = rows.filter((row) => isSame({ ...row, is: new Set([...row.is].map((atom) => atom.replace(/^(?:by|to):/, "who:"))) }, roleless));
    const usual = by.length === 0 && to.length === 0 ? rows.filter((row) => row.options.isDefault === true && (!eventClause.what || row.is.has(eventClause.what))) : [];
    return [...new Set([...exact, ...byThis, ...deaths, ...mine, ...bare, ...loose, ...usual])].find(() => this.trial.takes()) ?? null;
  }

  /** What an event asks of the card or unit that it names. */
  #eventConditions(row: Row, eventClause: EventClause): Json[] {
    const values = { ...eventClause.names, ...eventClause.card?.values, ...eventClause.by?.values, ...eventClause.to?.values };
    return Object.entries(values).map(([name, value]) => {
      const template = row.with[name];
      if (template === undefined) throw new Unsayable(String(value));
      return this.terms.put(template as Json, { [name]: value, value });
    });
  }

  #effects(effects: readonly (Effect | Choice)[]): Json[] {
    const blocks: Json[] = [];
    for (let n = 0; n < effects.length; n++) {
      const effect = effects[n] as Effect | Choice;
      if (isChoice(effect)) {
        blocks.push(this.#choice(effect));
        continue;
      }
      const group = [effect];
      while (n + 1 < effects.length && this.#isOfIt(effects[n + 1] as Effect | Choice) && effect.target && !effect.target.atoms.has("it")) group.push(effects[++n] as Effect);
      blocks.push(...this.#group(group));
    }
    return blocks;
  }

  #isOfIt(effect: Effect | Choice): boolean {
    if (isChoice(effect)) return false;
    const condition = effect.condition;
    return isIt(effect.target) || (isIt(condition?.thing) && condition?.fact !== "lethal") || isIt(condition?.measure?.of) || (condition?.fact === "is" && condition.thing === undefined);
  }

  /** What is done to one thing, one after the other. */
  #group(effects: readonly Effect[]): Json[] {
    const [said] = effects as [Effect];
    const question = said.amount?.alternative?.condition;
    const isOfTarget = isIt(question?.thing) || isIt(question?.measure?.of);
    if (effects.length === 1 && (!isOfTarget || isIt(said.target))) return this.#effect(said);
    const target = said.target ?? this.terms.default(said, "effect");
    if (target.atoms.has("all") && !isOfTarget && effects.every(({ condition, amount }) => !condition && !amount?.equal && !amount?.unit)) return effects.flatMap((effect) => this.#effect({ ...effect, target }));
    const first = { ...said, target };
    if (effects.length === 1 && this.#isSteady(target)) return this.#effect(first);
    this.terms.it = target;
    const bound = this.terms.thing(target, first.verb, true);
    const hasReference = bound.before.length === 0 && typeof bound.value === "object" && !this.#isSteady(target);
    const reference = hasReference ? `$${this.terms.label()}.target` : bound.value;
    const label = this.terms.latest;
    this.terms.itRef = reference;
    const inner = effects.flatMap((effect) => this.#effect(effect === said || isIt(effect.target) || !effect.target ? { ...effect, target: { atoms: new Set(["it"]), values: {}, places: [] } } : effect, bound.attributes));
    const [named] = this.readings.rows("named");
    if (!hasReference || !named) return [...bound.before, ...inner];
    return [this.terms.put(named.as, { label, target: bound.value, do: inner })];
  }

  #isSteady(thing: Thing): boolean {
    return ["this", "active", "wearer", "target", "base", "leader"].some((atom) => thing.atoms.has(atom));
  }

  #effect(effect: Effect, attributes?: Json): Json[] {
    const { condition, times, companions = [], otherwise } = effect;
    const expected = condition ? this.terms.condition(condition) : undefined;
    const block = this.#block(effect, attributes);
    const blocks = times && !(this.reading.eventClause && this.reading.perTurn) ? this.#loop(block, times) : block;
    if (!condition) return blocks;
    const [frame] = this.readings.rows("if");
    if (!frame) throw new Unsayable("if");
    return [this.terms.put(frame.as, { condition: expected, do: [...blocks, ...this.#effects(companions)], else: otherwise && this.#effects(otherwise) })];
  }

  #loop(block: readonly Json[], times: number): Json[] {
    const [frame] = this.readings.rows("loop");
    if (!frame) throw new Unsayable("times");
    return times === 1 ? [...block] : [this.terms.put(frame.as, { times, do: block as Json[] })];
  }

  #block(effect: Effect, attributes?: Json): Json[] {
    const isOfHit = this.reading.eventClause?.event === "hit" && this.readings.rows("hit").some(({ is }) => is.has(effect.verb));
    if (effect.verb === "damagemore" && this.reading.eventClause && !isOfHit) return this.#block({ ...effect, verb: "damage" }, attributes);
    let skipsUsual = false;
    for (const row of this.readings.rows(isOfHit ? "hit" : "effect")) {
      if (!matches(row, effect) || (skipsUsual && isByDefault(row, effect))) continue;
      try {
        const value = this.#filled(row, effect, "effect", attributes);
        if (!this.trial.takes()) {
          skipsUsual = true;
          continue;
        }
        const reference = row.options.much;
        if (JSON.stringify(row.as).includes('"id":"%label"')) this.terms.deed = this.terms.latest;
        if (reference !== undefined) this.terms.much = JSON.parse(JSON.stringify(reference).replaceAll("%label", this.terms.deed)) as Json;
        if (row.options.excess !== undefined) this.terms.excess = JSON.parse(JSON.stringify(row.options.excess).replaceAll("%label", this.terms.deed)) as Json;
        return Array.isArray(value) ? (value as Json[]) : [value];
      } catch (error) {
        if (!(error instanceof Unsayable)) throw error;
      }
    }
    throw new Unsayable(effect.said);
  }

  /** What waits, as a block among others. */
  #waiting(reading: Reading): Json {
    const binder = new Binder(this.readings, reading, `${this.terms.freeLabel}w`, this.trial);
    const own = binder.bind("whole").find(({ of }) => of === "effect");
    const [block] = own?.values ?? [];
    if (block === undefined) throw new Unsayable(reading.eventClause?.said ?? "");
    return block;
  }

  /** What a new thing does, and how often it does it. */
  #inner({ times, ...rule }: Reading, { options }: Row): Record<string, Json | undefined> {
    const own = new Binder(this.readings, rule, `${this.terms.freeLabel}r`, this.trial).bind("whole").find(({ of }) => of === "skill");
    if (!own) throw new Unsayable(rule.eventClause?.said ?? "");
    return { rule: { ...(own.values[0] as Record<string, Json>), ...(times ? asSchema(options.used) : {}) } as Json, uses: times };
  }

  #choice({ choice, options, reading }: Choice): Json {
    if (reading) return this.#waiting(reading);
    const [frame] = this.readings.rows(choice);
    if (!frame || (options.length < 2 && choice !== "flip")) throw new Unsayable(choice);
    const own = options.map((option) => this.#effects(option));
    const item = frame.options.item as Json | undefined;
    return this.terms.put(frame.as, { first: own[0] as Json[], second: own[1] as Json[], options: own.map((option) => (item ? this.terms.put(item, { do: option }) : option)) });
  }

  /** A template with what an effect says; every slot of the effect must have its place in it. */
  #filled(row: Row, whole: Effect, of: string, attributes?: Json): Json {
    const within = textOf(row.options.within);
    if (within && !this.isAsked && JSON.stringify(this.terms.event?.as ?? "").includes(within) === false) throw new Unsayable(whole.said);
    if (row.options.ofIt === true && !this.reading.eventClause && !this.isAsked) throw new Unsayable(whole.said);
    const effect = withoutEcho(row, whole);
    const isBare = effect.target !== undefined && withoutBare(effect.target.atoms).size === 0 && Object.keys(effect.target.values).length === 0;
    if (row.options.isPair === true && effect.target?.values.count === undefined) throw new Unsayable(effect.said);
    if (row.options.isPlain === true && isBare) {
      const { target: _, ...rest } = effect;
      return this.#filled(row, rest, of, attributes);
    }
    const text = JSON.stringify(row.as);
    if (effect.rule !== undefined && !text.includes('"%rule"')) throw new Unsayable(effect.said);
    const holes: Record<string, Json | undefined> = {};
    const before: Json[] = [];
    const fill = (name: string, thing: Thing | undefined): void => {
      if (!thing) return;
      if (!text.includes(`"%${name}`) && !text.includes(`"%...":"${name}"`)) throw new Unsayable(wordsOf(thing));
      const bound = RULES.includes(of) ? this.terms.scope(thing, textOf(row.options.scope)) : this.terms.thing(name === "card" && effect.verb === "cost" && !thing.isOne ? { ...thing, atoms: new Set([...thing.atoms, "all"]) } : thing, effect.verb);
      holes[name] = bound.value;
      if (bound.attributes !== undefined && !text.includes('"%attributes')) throw new Unsayable(wordsOf(thing));
      if (bound.attributes !== undefined) holes.attributes = bound.attributes;
      before.push(...bound.before);
    };
    if ((isIt(effect.target) || effect.target?.atoms.has("this")) && !effect.card && !text.includes('"%target"') && text.includes('"%card"')) {
      const { target, ...rest } = effect;
      return this.#filled(row, { ...rest, card: target as Thing }, of, attributes);
    }
    const cards = row.options.cards !== undefined ? this.terms.cardsOf(row, effect) : undefined;
    if (cards !== undefined) holes.cards = cards;
    const own = cards === undefined ? effect : ownSlots(effect);
    const isDefault = own.target === undefined && (text.includes('"%target"') || text.includes('"%...":"target"'));
    const isPlain = own.player && !text.includes('"%player') && (own.player.atoms.has("you") || (effect.verb === "steal" && THEIRS.some((atom) => own.player?.atoms.has(atom))));
    const player = isPlain ? undefined : own.player;
    if (isDefault && row.options.given === true) throw new Unsayable(effect.said);
    fill("target", isDefault ? this.terms.default(effect, of) : own.target);
    if (own.second || !text.includes('"%second"')) fill("second", own.second);
    if (player) fill("player", player);
    else if (text.includes('"%player"')) holes.player = this.terms.thing({ atoms: new Set(["you"]), values: {}, places: [] }, effect.verb).value;
    if (own.card && !(own.card.atoms.size === 1 && own.card.atoms.has("card") && Object.keys(own.card.values).length === 0 && !text.includes('"%card'))) fill("card", own.card);
    if (effect.to && !row.is.has(`to:${effect.to.replaceAll(" ", "-")}`)) throw new Unsayable(effect.to);
    if (attributes !== undefined && holes.attributes === undefined) holes.attributes = attributes;
    if (effect.amount) {
      const needsAmount = text.includes("%amount") || text.includes("%-amount") || text.includes("%count");
      if (!needsAmount && (effect.amount.unit || effect.amount.equal || (effect.amount.number !== 1 && !row.options.numberless))) throw new Unsayable("amount");
      if (needsAmount) this.terms.about(own.target, () => this.terms.amounts(effect.amount as Amount, holes, text));
    }
    if (effect.rule) Object.assign(holes, this.#inner(effect.rule, row), { newName: effect.newName });
    if (effect.turns) {
      if (!text.includes("%turns") && !row.is.has("nextturn") && !(effect.flags.has("thisturn") && OF_A_TURN.has(effect.verb))) throw new Unsayable("turns");
      holes.turns = effect.turns;
    }
    if (effect.flags.has("battle") && !row.is.has("battle") && row.options.lasts !== "battle") throw new Unsayable("battle");
    for (const [kind, value] of Object.entries(effect.names)) {
      if (!text.includes(`%${kind}`) && !row.is.has(`${kind}=${value}`) && !(kind === "label" && effect.verb === "keyword")) throw new Unsayable(value);
      holes[kind] = value;
    }
    if (effect.minimum !== undefined) {
      if (!text.includes("%minimum")) throw new Unsayable("minimum");
      holes.minimum = effect.minimum;
    }
    holes.label = this.terms.label();
    const block = this.terms.put(row.as, holes);
    return before.length > 0 ? [...before, ...(Array.isArray(block) ? (block as Json[]) : [block])] : block;
  }
}
