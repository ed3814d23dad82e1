import type { Offer } from "./combobox";
import type { FormHost } from "./actions";
import type { Place } from "../model/places";
import type { NamedCard } from "../model/references";

/** Whether there is anything to offer for a place. */
export function hasOffers(place: Place): boolean {
  return place.names === "card" || place.known.length > 0;
}

/** What a box offers for a text: the cards of the pack that may be named there, and the words that the field already has. */
export async function offersFor(host: FormHost, place: Place, typed: string): Promise<readonly Offer[]> {
  const query = typed.trim();
  if (/[${]/.test(query)) return [];
  const cards = place.names === "card" && host.references ? await named(host, place, query) : [];
  return [...knownWords(place, query), ...cards];
}

function knownWords(place: Place, query: string): readonly Offer[] {
  const folded = query.toLowerCase();
  const words = place.known.map(({ value, word, other }) => ({ value: String(value), title: word, note: "", other }));
  const fits = words.filter(({ value, title, other }) => `${value}\n${title}\n${other}`.toLowerCase().includes(folded));
  return fits.map(({ value, title, note }) => ({ value, title, note }));
}

async function named(host: FormHost, place: Place, query: string): Promise<readonly Offer[]> {
  const found = await host.references?.names(query, place.namesKind).catch((): readonly NamedCard[] => []);
  return (found ?? []).map(({ id, kind, name }) => ({ value: id, title: name[host.language] || id, note: kind }));
}
