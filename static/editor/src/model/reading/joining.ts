import { type CanWrite } from "./effects";
import { type Choice, type Condition, type Effect, type EventClause, isChoice, type Reading } from "./frames";
import { isPlayer, type Thing } from "./things";
import type { Token } from "./tokens";

/** What players do that costs something, by its event. */
export const ACTIONS: Readonly<Record<string, string>> = { skill: "skill", play: "card", switch: "switch" };

/** Moments of a card, at which something further may begin to wait. */
export const MOMENTS: ReadonlySet<string> = new Set("equip unequip flip deathrattle battlecry playthis drawthis buy deploy turnstart roundstart matchstart".split(" "));

/** What is known of a rule while its sentence is read. */
interface Changeable {
  readonly canWrite: CanWrite;
  eventClause?: EventClause;
  conditions: readonly Condition[];
  effects: (Effect | Choice)[];
  lasts?: string;
}

/** Sentences that a text has, by their ends. */
function sentencesIn(tokens: readonly Token[]): Token[][] {
  const all: Token[][] = [[]];
  for (const token of tokens) {
    all.at(-1)?.push(token);
    if (/[.。;；!！]/.test(token.mark)) all.push([]);
  }
  return all.filter((own) => own.some(({ mark }) => !mark));
}

/** Something that waits, as one of the things that are done. */
export function waiting(reading: Reading): Choice {
  return { choice: "when", options: [], reading };
}

/** Sentences of which one waits for something, each by itself; null where they are one rule. */
export function separateRules(tokens: readonly Token[], read: (own: readonly Token[]) => Reading | null): Reading | null {
  const sentences = sentencesIn(tokens);
  if (sentences.length < 2) return null;
  const readings = sentences.map(read);
  const [first] = readings;
  const waits = readings.some((own, n) => own?.eventClause && (n > 0 || own.lasts || own.eventClause.lasts || own.eventClause.isNext || own.eventClause.event.startsWith("next")));
  if (!waits || readings.includes(null) || !first) return null;
  const all = readings as readonly Reading[];
  if (first.eventClause && MOMENTS.has(first.eventClause.event) && !first.lasts) {
    const rest = all.slice(1);
    return { ...first, effects: [...first.effects, ...rest.flatMap((own): readonly (Effect | Choice)[] => (own.eventClause ? [waiting(own)] : own.effects))], unread: all.flatMap((own) => own.unread), unknown: all.flatMap((own) => own.unknown) };
  }
  const unread = all.flatMap((own) => own.unread);
  return { conditions: [], isAura: false, effects: all.flatMap((own): readonly (Effect | Choice)[] => (own.eventClause ? [waiting(own)] : own.effects)), unread, unknown: all.flatMap((own) => own.unknown) };
}

/** "Whenever it takes damage, prevent 1 of it": a rule of that damage or cost, which no event is needed for. */
export function changeInstead(open: Changeable): void {
  const { eventClause } = open;
  const [effect] = open.effects;
  if (!eventClause || open.effects.length !== 1 || !effect || isChoice(effect) || eventClause.isNext || eventClause.nth || eventClause.every || open.conditions.length > 0 || open.lasts) return;
  const isIts = (thing: Thing | undefined): boolean => thing === undefined || thing.atoms.has("it") || thing.atoms.has("them");
  const action = ACTIONS[eventClause.event];
  const verb = eventClause.event === "damages" && effect.verb === "takemore" ? "damagemore" : effect.verb;
  const side = verb === "damagemore" ? eventClause.by : verb === "takeless" || verb === "takemore" ? eventClause.to : undefined;
  const isOfDamage = (eventClause.event === "damages" && verb === "damagemore") || (["damaged", "hit"].includes(eventClause.event) && (verb === "takeless" || verb === "takemore"));
  if (!isIts(effect.target)) return;
  let own: Effect | null = null;
  if (isOfDamage && side && !(verb === "damagemore" && eventClause.to && eventClause.to.atoms.size > 1)) own = { ...effect, verb, target: side };
  if (action && verb === "cost" && isIts(effect.card)) own = { ...effect, names: { ...eventClause.names, action, ...effect.names }, ...(eventClause.card ? { card: eventClause.card } : {}), ...(eventClause.by && !isPlayer(eventClause.by) ? { target: eventClause.by } : {}) };
  if (!own || !open.canWrite(own)) return;
  open.effects = [own];
  delete open.eventClause;
}
