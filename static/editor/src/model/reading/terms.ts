import { asSchema, textOf } from "../schema";
import type { Json } from "../skeleton";
import type { Amount, Condition, Effect, Measure, Reading } from "./frames";
import { BARE, type Readings, type Row, Unsayable, whoOf, withoutBare, wordsOf } from "./rows";
import { isCards, isPlayer, isUnit, type Thing } from "./things";
import type { Trial } from "./trial";

/** A thing as the game writes it; blocks that come before what is done to it. */
export interface BoundThing {
  readonly value: Json;
  readonly before: readonly Json[];
  readonly attributes: Json | undefined;
}

/** Verbs that are done to enemies where nothing is said, and those that are done to oneself. */
const HARMFUL: ReadonlySet<string> = new Set("apply damage kill freeze silence control transform push pull cannotattack cannotmove status dispel".split(" "));
const SELF: ReadonlySet<string> = new Set("stat keyword attackagain moveagain takeless takemore immune survive set double halve".split(" "));

/** Verbs that are done to cards. */
const OF_CARDS: ReadonlySet<string> = new Set(["cost", "counter", "copy", "cast", "return", "put", "discard"]);
const RULE_LISTS: ReadonlySet<string> = new Set(["modifier", "ability", "trigger", "skill"]);
const ABSENT = "\u0000gone";

/** Several objects as one, objects under the same key as well. */
function mergeObjects(parts: readonly Json[]): Record<string, Json> {
  const result: Record<string, Json> = {};
  const isObject = (value: Json | undefined): value is Record<string, Json> => value !== null && typeof value === "object" && !Array.isArray(value);
  for (const part of parts)
    for (const [key, value] of Object.entries(part as Record<string, Json>)) {
      const own = result[key];
      result[key] = isObject(own) && isObject(value) ? mergeObjects([own, value]) : value;
    }
  return result;
}

/** Things, numbers and conditions of one sentence, as a game writes them. */
export class Terms {
  labels = 0;
  latest = "";
  /** The label of the latest effect that has one. */
  deed = "";
  much: Json | undefined;
  excess: Json | undefined;
  /** The thing that was spoken of, and how it is referred to. */
  it: Thing | null = null;
  itRef: Json | undefined;
  /** The unit that does something to the card's own, which "it" may be too. */
  doerRef: Json | undefined;
  event: Row | null = null;
  /** The player that the sentence named last. */
  player: Thing | null = null;

  constructor(
    readonly readings: Readings,
    readonly reading: Reading,
    readonly freeLabel: string,
    readonly trial: Trial,
  ) {}

  all(conditions: readonly Json[]): Json {
    const [and] = this.readings.rows("and");
    return and ? this.put(and.as, { conditions: conditions as Json[] }) : (conditions[0] as Json);
  }

  /** What is said of the cards that a rule or a search is of. */
  cardsOf(row: Row, effect: Effect): Json {
    const kinds = asSchema(row.options.cards) ?? {};
    const thing = effect.card ?? (effect.verb === "cost" || effect.verb === "damagemore" ? effect.target : undefined);
    const atoms = new Set([...(thing?.atoms ?? []), ...(thing ? [] : (effect.player?.atoms ?? []))]);
    const isTheirs = ["opponent", "enemy", "others", "they"].some((atom) => atoms.has(atom));
    if (row.options.side !== undefined && !thing && !effect.player) throw new Unsayable("cards");
    const isMine = atoms.has("ally") || atoms.has("you");
    const side = isTheirs ? "opponent" : !isMine && (atoms.has("all") || atoms.has("allplayers")) ? "all" : "you";
    if (row.options.side !== undefined && row.options.side !== side) throw new Unsayable(wordsOf(thing ?? { atoms, values: {}, places: [] }));
    const lasts = effect.flags.has("once") || atoms.has("next") ? "once" : effect.flags.has("battle") ? "battle" : effect.flags.has("thisturn") ? "thisturn" : effect.flags.has("nextturn") ? "nextturn" : "";
    if (row.options.lasts !== undefined && row.options.lasts !== lasts) throw new Unsayable(lasts || "turns");
    atoms.delete("next");
    const isOdd = [...atoms].find((atom) => ["this", "it", "other", "random", "wearer", "target", "discards"].includes(atom));
    if (isOdd) throw new Unsayable(isOdd);
    const values = Object.entries(thing?.values ?? {});
    if (row.options.needs === true && values.length === 0) throw new Unsayable("");
    const parts = values.map(([name, value]) => {
      const template = kinds[`${name}:${value}`] ?? kinds[name];
      if (template === undefined) throw new Unsayable(String(value));
      return this.put(template as Json, { [name]: value, value }) as Record<string, Json>;
    });
    return mergeObjects(parts);
  }

  /** Do something while "it" is a thing that what is said is of. */
  about(thing: Thing | undefined, run: () => void): void {
    const { it } = this;
    if (thing && this.itRef === undefined && !thing.atoms.has("it")) this.it = thing;
    run();
    this.it = it;
  }

  amounts(amount: Amount, holes: Record<string, Json | undefined>, text: string): void {
    const value = this.amount(amount);
    holes.amount = typeof value === "number" && amount.number < 0 && text.includes("%-amount") ? Math.abs(value) : value;
    holes.count = holes.amount;
    const minus = holes.amount;
    holes["-amount"] = typeof minus === "number" ? -Math.abs(minus) : amount.unit ? this.amount({ ...amount, number: -amount.number }) : text.includes("%-amount") ? this.minus(minus as Json) : undefined;
  }

  minus(value: Json): Json {
    const [row] = this.readings.rows("minus");
    if (!row) throw new Unsayable("amount");
    return this.put(row.as, { value });
  }

  amount(whole: Amount): Json {
    const { plus, ...amount } = whole;
    if (!plus) return this.plain(amount);
    const [row] = this.readings.rows("plus");
    if (!row) throw new Unsayable("amount");
    return this.put(row.as, { first: this.plain(amount), second: this.plain(plus) });
  }

  plain(amount: Amount): Json {
    if (amount.isMuch) {
      if (this.much === undefined) throw new Unsayable("amount");
      const [row] = this.readings.rows("each");
      return amount.number > 0 && row ? this.put(row.as, { number: amount.number, max: amount.max, of: this.much, per: amount.per && amount.per > 1 ? amount.per : undefined }) : this.atMost(this.much, amount.max);
    }
    if (amount.isExcess) {
      if (this.excess === undefined) throw new Unsayable("excess");
      return this.excess;
    }
    const plain = amount.unit ? this.each(amount) : amount.equal ? this.atMost(this.scaled(this.measure(amount.equal), amount.factor), amount.max) : amount.number;
    if (!amount.alternative) return plain;
    const [row] = this.readings.rows("instead");
    if (!row || !amount.alternative.condition) throw new Unsayable("instead");
    return this.put(row.as, { value: plain, then: amount.alternative.number, condition: this.condition(amount.alternative.condition) });
  }

  atMost(value: Json, max: number | undefined): Json {
    if (max === undefined) return value;
    const [row] = this.readings.rows("min");
    if (!row) throw new Unsayable("amount");
    return this.put(row.as, { first: value, second: max });
  }

  scaled(value: Json, factor: number | undefined): Json {
    if (factor === undefined) return value;
    const [row] = this.readings.rows(factor < 1 ? "part" : "times");
    if (!row) throw new Unsayable("amount");
    return this.put(row.as, { value, number: factor < 1 ? 1 / factor : factor });
  }

  each({ unit, unitStat, number, max, per }: Amount): Json {
    const of = unit as Thing;
    const [row] = this.readings.rows("each");
    if (!row) throw new Unsayable("each");
    if (unitStat) return this.put(row.as, { number, max, per, of: this.measure({ of, stat: unitStat }) });
    const [listed] = this.readings.rows("eachOf");
    const own = listed && isUnit(of) && !of.atoms.has("dead") ? this.try(() => this.thing({ ...of, atoms: new Set([...of.atoms, "all"]) }, "count")) : undefined;
    if (listed && own && own.before.length === 0) return this.put(listed.as, { number, max, per, target: own.value, attributes: own.attributes });
    const countedThing = isCards(of) || isPlayer(of) || of.atoms.has("dead") || of.atoms.has("times") ? of : { ...of, atoms: new Set([...of.atoms, "all"]) };
    return this.put(row.as, { number, max, per, of: this.measure({ of: countedThing, stat: "" }) });
  }

  /** A number that is looked up: by its own row, or as a count of things. */
  measure(measure: Measure): Json {
    const { of, stat, joint } = measure;
    if (joint) {
      const [row] = this.readings.rows(joint.kind);
      if (!row) throw new Unsayable("amount");
      return this.put(row.as, { first: this.measure({ of, stat }), second: this.measure(joint.with) });
    }
    const atoms = new Set([...of.atoms].filter((atom) => !BARE.has(atom)));
    for (const row of this.readings.rows("measure")) {
      const own = new Set([...row.is].filter((atom) => !BARE.has(atom)));
      const needs = stat ? new Set([...atoms, `stat:${stat}`]) : atoms;
      const remainder = [...needs].filter((atom) => !own.has(atom));
      if ([...own].some((atom) => !needs.has(atom)) || remainder.some((atom) => row.with[atom] === undefined)) continue;
      const value = this.try(() => this.withAll(row, remainder, of.values));
      if (value !== undefined && this.trial.takes()) return value;
    }
    const [statRow] = stat ? this.readings.rows("statOf").filter(({ with: own }) => own[stat] !== undefined) : this.readings.rows("countOf");
    if (!statRow || (stat && isPlayer(of))) throw new Unsayable([wordsOf(of), stat].filter(Boolean).join(" "));
    const bound = this.thing(of, "count");
    if (bound.before.length > 0) throw new Unsayable(wordsOf(of));
    return this.put(statRow.as, { target: bound.value, stat: stat ? (statRow.with[stat] as Json) : undefined, attributes: bound.attributes });
  }

  condition(condition: Condition): Json {
    const plain = this.try(() => this.fact(condition));
    if (plain === undefined) throw new Unsayable(condition.said);
    if (!condition.isNot) return plain;
    const [not] = this.readings.rows("not");
    if (!not) throw new Unsayable("not");
    return this.put(not.as, { condition: plain });
  }

  fact(condition: Condition): Json {
    const { fact, names } = condition;
    if (fact === "compare") {
      const [row] = this.readings.rows("compare");
      if (!row || !condition.measure) throw new Unsayable("compare");
      if (condition.rival && isPlayer(condition.rival.of)) this.player = condition.rival.of;
      const right = condition.rival ? this.measure(condition.rival) : (condition.number as number);
      const own = this.readings.rows("fact").find(({ is, options }) => is.has("compare") && condition.measure && options.of === [...[...condition.measure.of.atoms].filter((atom) => atom !== "you"), ...Object.entries(condition.measure.of.values).map(([name, value]) => `${name}:${value}`)].sort().join(" ") && options.sign === condition.sign && (options.number === undefined || options.number === condition.number));
      if (own) return this.put(own.as, { number: condition.number });
      return this.put(row.as, { op: row.with[condition.sign as string] as Json, first: this.measure(condition.measure), second: right });
    }
    if (fact === "wounded" || fact === "unhurt") {
      const own = (stat: string): Measure => ({ of: condition.thing ?? { atoms: new Set(["it"]), values: {}, places: [] }, stat });
      return this.fact({ ...condition, fact: "compare", measure: own("health"), sign: fact === "wounded" ? "<" : ">=", rival: own("maxhealth") });
    }
    const actor = whoOf(condition.thing).filter((atom) => atom !== "other");
    const keys = Object.keys(names);
    for (const row of this.readings.rows("fact")) {
      if (!fact.split(" ").every((word) => row.is.has(word))) continue;
      const rest = [...row.is].filter((atom) => !fact.split(" ").includes(atom));
      if (rest.some((atom) => !keys.includes(atom) && !actor.includes(atom) && !(atom === "you" && actor.length === 0)) || keys.some((key) => !rest.includes(key) && row.with[key] === undefined)) continue;
      if (actor.length > 0 && !rest.some((atom) => actor.includes(atom)) && !JSON.stringify(row.as).includes("%target") && !actor.includes("it") && !actor.includes("this") && !actor.includes("you")) continue;
      if (fact === "lethal" && !this.deed) continue;
      const value = this.try(() => {
        const target = JSON.stringify(row.as).includes("%target") ? this.thing(condition.thing ?? { atoms: new Set(["it"]), values: {}, places: [] }, "count").value : undefined;
        return this.put(row.as, { ...names, target, number: condition.number, within: condition.sign, label: this.deed });
      });
      if (value !== undefined && this.trial.takes()) return value;
    }
    throw new Unsayable([fact, ...Object.values(names)].join(" "));
  }

  /** Whom an effect is done to where the sentence does not say. */
  default(effect: Effect, of: string): Thing {
    const thing = (...atoms: string[]): Thing => ({ atoms: new Set(atoms), values: {}, places: [] });
    const { eventClause } = this.reading;
    if (effect.verb === "cost") throw new Unsayable("cost");
    const wearer = [eventClause?.by, eventClause?.to].find((actor) => actor?.atoms.has("wearer"));
    if (wearer && (effect.verb === "heal" || effect.what === "energy")) return wearer;
    const own = this.readings.rows("default").find(({ is }) => is.has(effect.verb));
    if (own && !RULE_LISTS.has(of)) return thing(...String(own.as).split(" "));
    if (RULE_LISTS.has(of) || (SELF.has(effect.verb) && this.reading.eventClause)) return thing("this");
    if (SELF.has(effect.verb) || effect.verb === "heal") {
      if (effect.flags.has("lose") && effect.verb === "stat") return thing("unit", "enemy");
      return SELF.has(effect.verb) && effect.verb !== "keyword" && !this.trial.takes() ? thing("this") : thing("unit", "ally");
    }
    return HARMFUL.has(effect.verb) ? thing("unit", "enemy") : thing("unit", "ally");
  }

  /** A thing as targets are written. */
  thing(thing: Thing, verb: string, hasReference = false): BoundThing {
    if (thing.atoms.has("it") || thing.atoms.has("them")) {
      const doer = this.doerRef !== undefined && HARMFUL.has(verb) && this.it === null && this.trial.takes() ? this.doerRef : undefined;
      if (doer !== undefined) return { value: doer, before: [], attributes: undefined };
      if (this.itRef !== undefined && (this.event === null || OF_CARDS.has(verb) || this.trial.takes())) return { value: this.itRef, before: [], attributes: undefined };
      if (this.it) return this.thing(this.it, verb);
      if (thing.atoms.has("them") && thing.atoms.has("all") && HARMFUL.has(verb)) return this.thing({ ...thing, atoms: new Set(["enemy", "all"]) }, verb);
      return this.thing({ ...thing, atoms: new Set(["this"]) }, verb);
    }
    if (thing.atoms.has("they") && this.player) return this.thing(this.player, verb);
    if (thing.atoms.has("they")) return this.event?.options.thatplayer === undefined ? this.thing({ ...thing, atoms: new Set(["opponent"]) }, verb) : { value: this.event.options.thatplayer as Json, before: [], attributes: undefined };
    for (const ref of ["thatplayer", "source", "target"]) if (thing.atoms.has(ref) && this.event?.options[ref] !== undefined) return { value: this.event.options[ref] as Json, before: [], attributes: undefined };
    const atoms = withoutBare(thing.atoms);
    const ownSide = [...atoms].some((atom) => ["ally", "enemy", "this"].includes(atom)) || !isUnit(thing) ? atoms : null;
    const withSide = new Set([...atoms, HARMFUL.has(verb) ? "enemy" : "ally"]);
    const ways = ownSide ? [ownSide] : HARMFUL.has(verb) && (atoms.has("standby") || atoms.has("active")) ? [withSide, atoms] : [atoms, withSide];
    for (const part of hasReference ? ["pick", "thing"] : ["thing", "pick", "chosen", "aim"])
      for (const own of ways) {
        const { passedCount } = this.trial;
        const bound = this.thingOf(part, own, thing.values);
        if (bound) return bound;
        if (hasReference && part === "pick" && this.trial.passedCount > passedCount) throw new Unsayable(wordsOf(thing));
      }
    throw new Unsayable(wordsOf(thing));
  }

  thingOf(part: string, atoms: ReadonlySet<string>, values: Thing["values"]): BoundThing | null {
    for (const row of this.readings.rows(part)) {
      const own = withoutBare(row.is);
      if ([...own].some((atom) => !atoms.has(atom))) continue;
      const remainder = [...atoms].filter((atom) => !own.has(atom));
      const value = this.try(() => this.withAll(row, remainder, values));
      if (value === undefined || !this.trial.takes()) continue;
      if (part !== "pick") {
        const { "%attributes": attributes, "%is": is, ...rest } = (typeof value === "object" && value !== null && !Array.isArray(value) ? value : { "%is": value }) as Record<string, Json>;
        return { value: is ?? (rest as Json), before: [], attributes };
      }
      const label = this.label();
      return { value: `$${label}.target`, before: [this.put(value, { label })], attributes: undefined };
    }
    return null;
  }

  /** A row with what else is said of its thing; fails where the game cannot say it. */
  withAll(row: Row, atoms: readonly string[], values: Thing["values"]): Json {
    const parts: Json[] = [];
    for (const atom of atoms) {
      if (row.with[atom] === undefined) throw new Unsayable(atom);
      parts.push(row.with[atom] as Json);
    }
    for (const [name, value] of Object.entries(values)) {
      const [key, number] = name.endsWith("<") ? [`${name}=`, Number(value) - 1] : name.endsWith(">") ? [`${name}=`, Number(value) + 1] : [name, value];
      const template = row.with[`${key}:${value}`] ?? row.with[key];
      if (template === undefined) throw new Unsayable(String(value));
      parts.push(this.put(template as Json, { [key]: number, value: number }));
    }
    const at = textOf(row.options.at);
    if (JSON.stringify(parts).includes('"%value')) throw new Unsayable(atoms.join(" "));
    const result = mergeObjects(parts);
    if (parts.length === 0) return row.as;
    if (at === "only") return { "%is": row.as, "%attributes": result };
    const base = row.as as Record<string, Json>;
    if (!at) return { ...base, ...result };
    return { ...base, [at]: { ...(base[at] as Record<string, Json>), ...result } };
  }

  /** A thing as the reach of a rule is written. */
  scope(thing: Thing, role = ""): BoundThing {
    const atoms = withoutBare(new Set([...thing.atoms].map((atom) => (atom === "it" || atom === "wearer" ? "this" : atom))));
    if (thing.isOne) throw new Unsayable(wordsOf(thing));
    if (atoms.has("adjacent") && !atoms.has("enemy")) atoms.add("ally");
    atoms.delete("all");
    const bound = this.thingOf(role ? `scope ${role}` : "scope", atoms, thing.values);
    if (!bound) throw new Unsayable(wordsOf(thing));
    return bound;
  }

  label(): string {
    this.labels++;
    this.latest = this.labels === 1 ? this.freeLabel : `${this.freeLabel}x${this.labels}`;
    return this.latest;
  }

  /** A template with its holes filled; a key with an optional hole that nothing fills is remainder out. */
  put(template: Json, holes: Readonly<Record<string, Json | undefined>>): Json {
    if (typeof template === "string") {
      const hole = /^%([a-zA-Z-]+)(\?)?(?:=(.*))?$/.exec(template);
      if (hole?.[1] && (hole[1] in holes || hole[2] || hole[3] !== undefined)) {
        const value = holes[hole[1]];
        if (value !== undefined) return value;
        if (hole[3] !== undefined) return hole[3];
        if (hole[2]) return ABSENT;
        throw new Unsayable(hole[1]);
      }
      if (hole && hole[1] !== "label" && hole[1] !== "owner" && hole[1] !== "event") throw new Unsayable(hole[1] ?? "");
      return template.replaceAll("%label", typeof holes.label === "string" ? holes.label : this.latest);
    }
    if (Array.isArray(template)) return template.flatMap((item: Json) => (typeof item === "string" && item.startsWith("%...") ? (holes[item.slice(4)] as Json[]) : [this.put(item, holes)])).filter((item) => item !== ABSENT);
    if (template === null || typeof template !== "object") return template;
    const fields: [string, Json][] = [];
    for (const [key, inner] of Object.entries(template as Record<string, Json>)) {
      if (key === "%...") fields.push(...Object.entries((this.put(holes[String(inner)] ?? {}, holes) ?? {}) as Record<string, Json>));
      else {
        const value = this.put(inner, holes);
        const isEmpty = value === ABSENT || (inner === "%params?" && Object.keys(value as object).length === 0);
        if (!isEmpty) fields.push([key, value]);
      }
    }
    return Object.fromEntries(fields);
  }

  try<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof Unsayable) return undefined;
      throw error;
    }
  }

  /** Blocks without the ids that nothing refers to. */
  pruned(values: readonly Json[]): Json[] {
    const text = JSON.stringify(values);
    const prune = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(prune);
      if (value === null || typeof value !== "object") return value;
      const fields = Object.entries(value as Record<string, Json>).filter(([key, inner]) => !(key === "id" && typeof inner === "string" && "type" in (value as object) && inner.startsWith(this.freeLabel) && !text.includes(`$${inner}.`)));
      return Object.fromEntries(fields.map(([key, inner]) => [key, prune(inner)]));
    };
    return values.map(prune);
  }
}
