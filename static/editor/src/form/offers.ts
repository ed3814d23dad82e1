import { findNodeAtLocation } from "jsonc-parser";
import type { Offer } from "./combobox";
import type { FormHost } from "./actions";
import type { Place, Places } from "../model/places";
import type { NamedCard } from "../model/references";
import { triggerIds } from "../text/references";

/** The place of one item of a list of words, with the words that it may be. */
export function tokenPlace(places: Places, list: Place): Place {
  const item = places.item(list, 0) ?? list;
  const words = { known: item.options ?? [] };
  return item.known.length > 0 || !item.options ? item : { ...item, ...words };
}

/** Whether there is anything to offer for a place. */
export function hasOffers(place: Place): boolean {
  return ["card", "skill", "trigger"].includes(place.names) || place.known.length > 0;
}

/** What a box offers for a text: the cards of the pack, or the skills or triggers of this card, that may be named there, and the words that the field already has. */
export async function offersFor(host: FormHost, place: Place, typed: string): Promise<readonly Offer[]> {
  const query = typed.trim();
  if (/[${]/.test(query)) return [];
  const cards = place.names === "card" && host.references ? await named(host, place, query) : [];
  const skills = place.names === "skill" ? ownSkills(host, query) : [];
  const triggers = place.names === "trigger" ? ownTriggers(host, query) : [];
  return [...knownWords(place, query), ...skills, ...triggers, ...cards];
}

/** The triggers of this card, by their ids. */
function ownTriggers(host: FormHost, query: string): readonly Offer[] {
  const folded = query.toLowerCase();
  const ids = host.document.tree ? [...new Set(triggerIds(host.document.tree))] : [];
  return ids.filter((id) => id.toLowerCase().includes(folded)).map((id) => ({ value: id, title: id, note: "" }));
}

/** The skills of this card, by their ids. */
function ownSkills(host: FormHost, query: string): readonly Offer[] {
  const listed = (host.document.tree && findNodeAtLocation(host.document.tree, ["skills"])?.children) ?? [];
  const matches = listed.map((skill) => {
    const [id, name] = ["id", "name"].map((key) => findNodeAtLocation(skill, [key])?.value);
    return { value: String(id ?? ""), title: String(name ?? id ?? ""), note: "" };
  });
  const folded = query.toLowerCase();
  return matches.filter(({ value, title }) => value && `${value}\n${title}`.toLowerCase().includes(folded));
}

function knownWords(place: Place, query: string): readonly Offer[] {
  const folded = query.toLowerCase();
  const words = place.known.map(({ value, word, other }) => ({ value: String(value), title: word, note: "", other }));
  const fits = words.filter(({ value, title, other }) => `${value}\n${title}\n${other}`.toLowerCase().includes(folded));
  return fits.map(({ value, title, note }) => ({ value, title, note }));
}

async function named(host: FormHost, place: Place, query: string): Promise<readonly Offer[]> {
  const matches = await host.references?.names(query, place.namesKinds).catch((): readonly NamedCard[] => []);
  const isOneKind = place.namesKinds.length === 1;
  return (matches ?? []).map(({ id, kind, name }) => ({ value: id, title: name[host.language] || id, note: isOneKind ? "" : kind }));
}
