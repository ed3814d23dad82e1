import { type Condition, type Effect, type EventClause, isChoice, type Reading } from "./frames";
import type { Thing } from "./things";

/** A reading without something that it says, and the values that are left out. */
export interface Looser {
  readonly reading: Reading;
  readonly without: readonly string[];
  /** How much of the sentence is lost: a word of a thing costs less than a condition, and that less than an effect. */
  readonly cost: number;
}

const [WORD_COST, PART_COST, EFFECT_COST] = [1, 2, 4];
/** What a thing cannot be without: whose it is, and what it is. */
const KEPT_ATOMS: ReadonlySet<string> = new Set("ally enemy you opponent others otherplayer allplayers nextplayer anyplayer this it them they card unit monster character hand deck discards base".split(" "));
/** Flags that change what is done. */
const KEPT_FLAGS: ReadonlySet<string> = new Set(["less", "lose", "free", "label", "gain", "bare", "double", "once"]);
/** How many readings are tried. */
const MAX_TRIES = 60;

type Loosened<T> = readonly (readonly [value: T, without: readonly string[], cost: number])[];

function without<T extends object>(value: T, key: keyof T): T {
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== key)) as T;
}

function thingWays(thing: Thing): Loosened<Thing> {
  return [
    ...[...thing.atoms].filter((atom) => !KEPT_ATOMS.has(atom)).map((atom) => [{ ...thing, atoms: new Set([...thing.atoms].filter((own) => own !== atom)) }, [atom], WORD_COST] as const),
    ...Object.keys(thing.values).map((key) => [{ ...thing, values: without(thing.values, key) }, [String(thing.values[key])], WORD_COST] as const),
  ];
}

/** A value with one of its things, names or parts left out. */
function partWays<T extends Effect | EventClause>(value: T, things: readonly (keyof T)[], parts: readonly (keyof T)[]): Loosened<T> {
  const inner = things.flatMap((key) => {
    const thing = value[key] as Thing | undefined;
    return thing === undefined ? [] : thingWays(thing).map(([own, lost, cost]) => [{ ...value, [key]: own }, lost, cost] as const);
  });
  const names = Object.keys(value.names).map((key) => [{ ...value, names: without(value.names, key) }, [value.names[key] as string], WORD_COST] as const);
  const own = parts.filter((key) => value[key] !== undefined).map((key) => [without(value, key), saidOf(value[key], String(key)), PART_COST] as const);
  return [...inner, ...names, ...own];
}

function saidOf(value: unknown, key: string): string[] {
  if (typeof value === "object" && value !== null && "said" in value) return [String((value as Condition).said)];
  if (typeof value === "object" && value !== null && "atoms" in value) return [...(value as Thing).atoms];
  return [typeof value === "string" ? value : key];
}

function effectWays(effect: Effect): Loosened<Effect> {
  const flags = [...effect.flags].filter((flag) => !KEPT_FLAGS.has(flag)).map((flag) => [{ ...without(effect, "turns"), flags: new Set([...effect.flags].filter((own) => own !== flag)) }, [flag], WORD_COST] as const);
  const amount = effect.amount && (["max", "per", "plus", "alternative"] as const).filter((key) => effect.amount?.[key] !== undefined).map((key) => [{ ...effect, amount: without(effect.amount as NonNullable<Effect["amount"]>, key) }, [key], PART_COST] as const);
  return [...flags, ...partWays(effect, ["target", "card", "player", "second"], ["turns", "times", "to", "minimum", "second", "player", "condition", "otherwise", "companions"]), ...(amount ?? [])];
}

/** Every way to leave one thing out of a reading. */
function waysOf(reading: Reading): Loosened<Reading> {
  const ways: (readonly [Reading, readonly string[], number])[] = [];
  reading.effects.forEach((effect, n) => {
    const rest = reading.effects.filter((_, k) => k !== n);
    if (!isChoice(effect)) for (const [own, lost, cost] of effectWays(effect)) ways.push([{ ...reading, effects: reading.effects.map((other, k) => (k === n ? own : other)) }, lost, cost]);
    if (rest.length > 0) ways.push([{ ...reading, effects: rest }, isChoice(effect) ? [effect.choice] : [effect.said], EFFECT_COST]);
  });
  const { eventClause } = reading;
  if (eventClause) for (const [own, lost, cost] of partWays(eventClause, ["by", "to", "card"], ["nth", "every", "card", "to", "by"])) ways.push([{ ...reading, eventClause: own }, lost, cost]);
  reading.conditions.forEach((condition, n) => ways.push([{ ...reading, conditions: reading.conditions.filter((_, k) => k !== n) }, [condition.said], PART_COST]));
  for (const key of ["perTurn", "times", "lasts"] as const) if (reading[key] !== undefined) ways.push([without(reading, key), [String(reading[key])], PART_COST]);
  return ways;
}

/** A reading with one or two things left out, the least first. */
export function looser(reading: Reading): readonly Looser[] {
  const single = waysOf(reading).map(([own, lost, cost]) => ({ reading: own, without: lost, cost }));
  const cheap = single.filter(({ cost }) => cost <= PART_COST).slice(0, 12);
  const double = cheap.flatMap((first) => waysOf(first.reading).filter(([, , cost]) => cost <= PART_COST).map(([own, lost, cost]) => ({ reading: own, without: [...first.without, ...lost], cost: first.cost + cost + WORD_COST })));
  return [...single, ...double].sort((a, b) => a.cost - b.cost).slice(0, MAX_TRIES);
}
