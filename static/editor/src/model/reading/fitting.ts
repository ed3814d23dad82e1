import { asSchema, textOf } from "../schema";
import type { Json } from "../skeleton";
import type { Effect } from "./frames";
import { OWNER } from "./marks";
import { type Row, Unsayable } from "./rows";
import type { Thing } from "./things";

/** Whether a row says in full what an effect leaves to the usual player or target. */
export function isByDefault({ as }: Row, { player, target }: Effect): boolean {
  const text = JSON.stringify(as);
  return (!player && text.includes('"%player"')) || (!target && text.includes('"%target"'));
}

/** A rule of a card, whose player is its owner. */
export function ownedBy(value: Json, { options }: Row): Json {
  return options.owner === undefined ? value : (JSON.parse(JSON.stringify(value).replaceAll(OWNER, textOf(options.owner))) as Json);
}

/** What a frame holds, with references to its event as those to the moment that the frame is of. */
export function withMoment(frame: Row, value: Json): Json {
  const moment = asSchema(frame.options.moment);
  if (!moment) return value;
  return JSON.parse(Object.entries(moment).reduce((text, [event, own]) => text.replaceAll(event, textOf(own)), JSON.stringify(value))) as Json;
}

/** The row of any event, as that of one event. */
export function withEvent(row: Row, event: string): Row {
  const fill = <T>(own: T): T => JSON.parse(JSON.stringify(own).replaceAll("%event", event)) as T;
  return { ...row, as: fill(row.as), options: fill(row.options) };
}

/** An effect without what its row is of anyhow: the card that is countered, the pile that is shuffled. */
export function withoutEcho({ options }: Row, effect: Effect): Effect {
  if (options.ofIt === true) {
    const { target, card, ...rest } = effect;
    if (isIt(target) || isIt(card) || (!target && !card)) return rest;
  }
  if (options.isOfActive === true) {
    const { target, player, ...rest } = effect;
    if ([...(target?.atoms ?? []), ...(player?.atoms ?? [])].every((atom) => ["ally", "active", "character", "you", "allplayers", "all"].includes(atom))) return rest;
  }
  const playerAtom = textOf(options.player);
  if (playerAtom) {
    const { player, ...rest } = effect;
    if (!player?.atoms.has(playerAtom)) throw new Unsayable(effect.said);
    return rest;
  }
  const zone = textOf(options.isOf);
  if (!zone) return effect;
  const { card, to: _, ...rest } = effect;
  const owner = [...(card?.atoms ?? [])].filter((atom) => ![zone, "card", "you", "deck", "top"].includes(atom));
  if (!card || (zone !== "card" && !card.atoms.has(zone)) || owner.length > 1) throw new Unsayable(effect.said);
  const top = card.values.top;
  const amount = typeof top === "number" ? { amount: { number: top } } : {};
  return { ...rest, ...amount, ...(owner.length > 0 && !effect.player ? { player: { atoms: new Set(owner), values: {}, places: [] } } : {}) };
}

export function isIt(thing: Thing | undefined): boolean {
  return thing?.atoms.has("it") || thing?.atoms.has("them") || false;
}

/** An effect without what its cards are. */
export function ownSlots(effect: Effect): Effect {
  const { card: _, ...rest } = effect;
  const { target: __, player: ___, ...bare } = rest;
  return effect.verb === "cost" || effect.verb === "damagemore" ? bare : rest;
}
