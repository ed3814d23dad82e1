import type { Effect } from "./frames";
import { isCards, isPlayer, isUnit, type Thing, type Words } from "./things";

/** What is done, what with, and what else is said of it. */
export interface Verb {
  readonly verb: string;
  readonly what: string;
  readonly flags: readonly string[];
}

/** What units have besides, which players have not. */
export const OF_UNITS: ReadonlySet<string> = new Set(["energy", "use"]);

/** The things that an effect is of, each in its place. */
export type Slots = ReturnType<typeof slotsOf>;

/** "Your opponent discards at random": what is discarded is random, not the player. */
function withoutRandom(slots: Slots, verb: string, flags: Set<string>): Slots {
  const { player } = slots;
  if (!player?.atoms.has("random") || !["discard", "lose", "steal", "draw"].includes(verb) || ["anyplayer", "otherplayer"].some((atom) => player.atoms.has(atom))) return slots;
  flags.add("random");
  return { ...slots, player: { ...player, atoms: new Set([...player.atoms].filter((atom) => atom !== "random")) } };
}

/** Cards that are only counted, at random or all of them, as flags; whose hand it is, as the player. */
export function simplify(all: Slots, { verb, what }: Verb, flags: Set<string>, isCounted = false): Slots {
  const slots = withoutRandom(all, verb, flags);
  const { card, ...rest } = slots;
  if (what === "dice" && rest.target && [...rest.target.atoms].every((atom) => ["random", "all", "ally", "you"].includes(atom)) && Object.keys(rest.target.values).length === 0) {
    for (const atom of rest.target.atoms) if (atom === "random" || atom === "all") flags.add(atom);
    const { target: _, ...others } = rest;
    return { ...others, ...(card ? { card } : {}) };
  }
  if (["draw", "discard", "lose", "steal"].includes(verb) && !OF_UNITS.has(what) && rest.target && [...rest.target.atoms].every((atom) => ["random", "all", "ally", "enemy"].includes(atom)) && Object.keys(rest.target.values).length === 0) {
    const { atoms } = rest.target;
    for (const atom of ["random", "all"]) if (atoms.has(atom)) flags.add(atom);
    const { target: _, ...others } = rest;
    const player = atoms.has("enemy") ? { player: { atoms: new Set(["opponent"]), values: {}, places: [] } } : {};
    return simplify({ ...player, ...others, ...(card ? { card } : {}) }, { verb, what, flags: [] }, flags, isCounted);
  }
  if (!["draw", "discard", "lose", "set"].includes(verb) || !card) {
    if (verb === "lose" && rest.target?.atoms.has("all") && rest.target.atoms.size === 1) {
      flags.add("all");
      const { target: _, ...others } = rest;
      return others;
    }
    return slots;
  }
  if (Object.keys(card.values).length > 0 || card.atoms.has("discards") || card.atoms.has("other")) return slots;
  if (card.atoms.has("random")) flags.add("random");
  if (card.atoms.has("all") || (verb === "discard" && card.atoms.has("hand") && !card.atoms.has("card") && !card.isOne && !card.atoms.has("random") && !isCounted)) flags.add("all");
  const owner = ["opponent", "allplayers", "nextplayer", "others", "otherplayer", "thatplayer", "they"].find((atom) => card.atoms.has(atom));
  return { ...rest, ...(owner && !rest.player ? { player: { atoms: new Set([owner]), values: {}, places: [] } } : {}) };
}

/** What is done to a player's own numbers: "your gold" is whose gold it is. */
const OF_PLAYERS: ReadonlySet<string> = new Set("gain lose double halve set limit steal refund convert draw discard".split(" "));

export function slotsOf(all: readonly Thing[], verb: string): Pick<Effect, "target" | "second" | "player" | "card" | "to"> {
  const isBare = ({ atoms, values }: Thing): boolean => ["search", "draw"].includes(verb) && Object.keys(values).length > 0 && ![...atoms].some((atom) => ["ally", "enemy", "unit", "monster", "this", "it"].includes(atom));
  const things = all.map((thing) => (isBare(thing) ? { ...thing, atoms: new Set([...thing.atoms, "card"]) } : thing)).map((thing) => (OF_PLAYERS.has(verb) && isSide(thing) ? { ...thing, atoms: new Set([thing.atoms.has("ally") ? "you" : "opponent"]) } : thing));
  const units = things.filter((thing) => isUnit(thing) && !((OF_PLAYERS.has(verb) || verb === "switch") && thing.atoms.has("them")));
  const players = things.map((thing) => (OF_PLAYERS.has(verb) && thing.atoms.has("them") ? { ...thing, atoms: new Set(["they"]) } : thing)).filter(isPlayer);
  const cards = things.filter((thing) => isCards(thing) && !(["search", "draw"].includes(verb) && thing.atoms.has("deck") && !thing.atoms.has("card") && !thing.atoms.has("opponent")));
  const zones = cards.filter(({ atoms }) => !atoms.has("card") || atoms.has("top") || atoms.has("bottom"));
  const card = cards.find(({ atoms }) => atoms.has("card")) ?? cards[0];
  const to = cards.length > 1 || (units.length > 0 && ["return", "put", "shuffle", "copy", "create", "move"].includes(verb)) ? zones.findLast((thing) => thing !== card || units.length > 0) : undefined;
  const isOnlyEnd = cards.length === 1 && card !== undefined && ["top", "bottom"].some((end) => card.atoms.has(end)) && !card.atoms.has("card") && ["return", "put", "move", "shuffle"].includes(verb);
  const own = card === to || isOnlyEnd ? undefined : card;
  return {
    ...(units[0] ? { target: units[0] } : {}),
    ...(units[1] ? { second: units[1] } : {}),
    ...(players.at(-1) ? { player: players.length > 1 && verb !== "swap" ? (players.find(({ atoms }) => !atoms.has("you")) ?? players[0]) as Thing : players.at(-1) as Thing } : {}),
    ...(own ? { card: own } : {}),
    ...(to ? { to: zoneOf(to) } : isOnlyEnd ? { to: zoneOf(card as Thing) } : {}),
  };
}

/** Words before the place that a card comes from. */
const FROM: ReadonlySet<string> = new Set("from 从 自 在".split(" "));

/** Things of which a zone that cards come from is part of those cards: "from your discard pile", 从弃牌堆. */
export function withSources(things: readonly Thing[], words: Words): readonly Thing[] {
  const isZone = ({ atoms }: Thing): boolean => ["hand", "deck", "discards"].some((zone) => atoms.has(zone)) && !atoms.has("card");
  const source = things.find((thing) => isZone(thing) && FROM.has(words.tokens[Math.min(...thing.places) - 1]?.text ?? ""));
  const card = things.find((thing) => thing.atoms.has("card") && !["hand", "deck", "discards"].some((zone) => thing.atoms.has(zone)));
  const loose = words.tokens.findIndex((token, n) => token.number !== null && words.tokens[n + 1]?.text === "张" && !things.some(({ atoms }) => atoms.has("card")));
  if (source && loose >= 0) {
    const number = words.tokens[loose]?.number ?? 1;
    words.use([loose]);
    return things.map((thing) => (thing === source ? { ...source, atoms: new Set([...source.atoms, "card"]), values: number > 1 ? { ...source.values, count: number } : source.values, isOne: true } : thing));
  }
  if (!source || !card) return things;
  return things.filter((thing) => thing !== source).map((thing) => (thing === card ? { ...card, atoms: new Set([...card.atoms, ...source.atoms]), places: [...card.places, ...source.places] } : thing));
}

/** Cards that an effect has no place for: it is of others, and they go nowhere. */
export function strayCards(things: readonly Thing[], { card, target, to }: Slots): readonly Thing[] {
  const homes = new Set([...(card?.places ?? []), ...(target?.places ?? [])]);
  const cards = things.filter((thing) => isCards(thing) && !thing.places.some((place) => homes.has(place)));
  return cards.filter((thing) => card !== undefined && zoneOf(thing) !== to && ["hand", "deck", "discards"].some((zone) => thing.atoms.has(zone)));
}

function isSide({ atoms, values }: Thing): boolean {
  return atoms.size === 1 && (atoms.has("ally") || atoms.has("enemy")) && Object.keys(values).length === 0;
}

/** What a zone may be besides whose it is; anything else is said of cards in it. */
const ZONE_ATOMS: ReadonlySet<string> = new Set("hand deck discards opponent top bottom you card all it this they itsowner thatplayer".split(" "));

function zoneOf({ atoms }: Thing): string {
  const zone = ["hand", "deck", "discards"].find((name) => atoms.has(name)) ?? "";
  const furtherAtoms = [...atoms].filter((atom) => !ZONE_ATOMS.has(atom));
  return [zone, atoms.has("opponent") ? "opponent" : "", atoms.has("top") ? "top" : atoms.has("bottom") ? "bottom" : "", ...furtherAtoms].filter(Boolean).join(" ");
}
