import type { Place } from "../places";
import type { Read } from "../reading/reader";
import type { Json } from "../skeleton";
import type { Composer, Proposal } from "./compose";

/** A list into which blocks may go, and the event or moment around it; empty where there is none. */
export interface Slot {
  readonly item: Place;
  readonly event: string;
}

/** What a phrase may mean in one of several lists. */
export interface SlotOffer<S extends Slot> {
  readonly slot: S;
  readonly proposal: Proposal;
}

/** What a phrase may mean, the best first; the words that nothing takes up where it means nothing. */
export interface Offers<S extends Slot> {
  readonly patterns: readonly SlotOffer<S>[];
  readonly unknownWords: readonly string[];
}

/** The most patterns that are offered, and the least of a sentence that one must take up. */
const MAX_PATTERNS = 3;
const MIN_SCORE = 0.3;
/** How much weaker than the best a pattern may be. */
const MIN_SHARE = 0.6;
/** How many patterns of the same blocks may be offered, which differ in numbers and words. */
const MAX_ALIKE = 2;
const UNREAD_COST = 0.08;
/** How sure an offer must be that leaves out a word which something is called by. */
const SURE_SCORE = 0.7;
/** How sure an offer must be that a pattern names; that one where the sentence was understood but cannot be written; and one without a pattern. */
const NAMED_SCORE = 0.5;
const NAMED_AFTER_ALL = 0.6;
const LOOSE_SCORE = 0.75;
/** How many words may be in any order: what they mean takes the longer to find, and the less is it what was meant. */
const MAX_ANY_ORDER = 8;
/** How many words an offer may leave out. */
const MAX_UNREAD = 2;
/** How sure it must be what a name means that the rest of the sentence explains. */
const SURE_NAME = 0.6;
/** How much rather a card waits by itself than that an effect of it sets up what waits. */
const SETUP_COST = 0.3;
/** The keys whose words tell blocks apart. */
const KINDS = new Set(["type", "op", "trigger", "triggerOn", "event", "stat"]);

/** The best patterns of all lists, of blocks that differ. */
export function offersOf<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string): Offers<S> {
  const read = readOf(composer, slots, query, label);
  if (read.patterns.length > 0) return read;
  const offers = inAnyOrder(composer, slots, query, label, read);
  if (offers.patterns.length > 0) return offers;
  return { ...offers, patterns: offersIn(composer, slots, composer.reader.loose(query, label), label) };
}

/** What the words of a sentence mean in whatever order, where its grammar means nothing. */
function inAnyOrder<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string, read: ReturnType<typeof readOf<S>>): Offers<S> {
  if (read.isLong || composer.words(query).filter(({ isFiller }) => !isFiller).length > MAX_ANY_ORDER) {
    const patterns = namedBy(composer, slots, query, label);
    return { patterns, unknownWords: patterns.length > 0 ? [] : read.unknownWords.length > 0 ? read.unknownWords : composer.unknownWords(query) };
  }
  const search = foundOf(composer, slots, query, label);
  const sure = search.patterns.filter(({ proposal }) => isSure(composer, proposal, read.isWhole));
  const patterns = sure.length > 0 ? sure : namedBy(composer, slots, query, label);
  if (patterns.length > 0) return { patterns, unknownWords: [] };
  const missing = read.unknownWords.length > 0 ? read.unknownWords : search.patterns.flatMap(({ proposal }) => proposal.unmatchedWords);
  return { patterns, unknownWords: search.unknownWords.length > 0 ? search.unknownWords : [...new Set(missing)] };
}

/** Whether words in any order are enough to offer blocks for a sentence that the grammar does not read; more so where it was understood. */
function isSure(composer: Composer, { hasPattern, unmatchedWords, score, blanks }: Proposal, isUnderstood: boolean): boolean {
  const knownWords = unmatchedWords.filter((word) => composer.unknownWords(word).length === 0);
  if (unmatchedWords.length > MAX_UNREAD || knownWords.length > (score >= SURE_SCORE && !isUnderstood ? 1 : 0)) return false;
  if (hasPattern) return score >= (isUnderstood ? NAMED_AFTER_ALL : NAMED_SCORE);
  return !isUnderstood && score >= LOOSE_SCORE && unmatchedWords.length === 0 && blanks.length === 0;
}

/** Patterns that the words before a colon name by themselves. */
function namedBy<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string): readonly SlotOffer<S>[] {
  const [name] = /^[^:：]{2,40}(?=[:：])/.exec(query) ?? [];
  if (name === undefined) return [];
  return foundOf(composer, slots, name, label).patterns.filter(({ proposal: { hasPattern, unmatchedWords, blanks, score } }) => hasPattern && unmatchedWords.length === 0 && blanks.length === 0 && score >= SURE_NAME);
}

/** What a sentence says by its grammar. */
function readOf<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string): Offers<S> & { readonly isWhole: boolean; readonly isLong: boolean } {
  const { reads, missing, isWhole, isLong } = composer.reader.read(query, label);
  return { patterns: offersIn(composer, slots, reads, label), unknownWords: missing, isWhole, isLong };
}

/** Blocks of the grammar in the lists that they are of. */
function offersIn<S extends Slot>(composer: Composer, slots: readonly S[], reads: readonly Read[], label: string): readonly SlotOffer<S>[] {
  const patterns = reads.flatMap(({ of, values, blanks, unknown }) =>
    slots.filter(({ item }) => item.name === of).slice(0, 1).flatMap((slot) => {
      const proposal = composer.proposal(values, slot.event, label, blanks, unknown);
      return proposal ? [{ slot, proposal }] : [];
    }),
  );
  return patterns.slice(0, MAX_PATTERNS);
}

/** What the words of a sentence may mean, in whatever order they are. */
function foundOf<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string): Offers<S> {
  const all = slots.flatMap((slot) => [...composer.compose(slot.item, query, slot.event, label), ...ofName(composer, slot, query, label)].map((proposal) => ({ slot, proposal })));
  const worth = new Map(all.map((offer) => [offer, worthOf(offer.proposal) - (setsUp(composer, offer) ? SETUP_COST : 0)]));
  all.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
  const threshold = Math.max(MIN_SCORE, (all[0]?.proposal.score ?? 0) * MIN_SHARE);
  const able = all.filter(({ proposal: { score } }) => score >= threshold);
  const [patterns, alike] = [[] as SlotOffer<S>[], new Map<string, number>()];
  for (const offer of able) {
    if (patterns.length === MAX_PATTERNS) break;
    const kind = kindOf(offer.proposal.values);
    const count = alike.get(kind) ?? 0;
    if (count === MAX_ALIKE || patterns.some((pattern) => isWithin(pattern, offer))) continue;
    alike.set(kind, count + 1);
    patterns.push(offer);
  }
  const rest = able.filter((offer) => !patterns.includes(offer) && !patterns.some((pattern) => pattern.proposal.outline === offer.proposal.outline));
  return { patterns: [...patterns, ...rest.slice(0, MAX_PATTERNS - patterns.length)], unknownWords: patterns.length > 0 ? [] : composer.unknownWords(query) };
}

/** What the words before a colon mean by themselves, which the others may explain: "Taunt: enemies must hit it first". */
function ofName<S extends Slot>(composer: Composer, slot: S, query: string, label: string): Proposal[] {
  const name = /^([^:：]{2,40})[:：]/.exec(query)?.[1];
  if (name === undefined) return [];
  return composer.compose(slot.item, name, slot.event, label).filter(({ blanks, unmatchedWords, score, values }) => blanks.length === 0 && unmatchedWords.length === 0 && score >= SURE_NAME && !JSON.stringify(values).includes("[]"));
}

/** Whether an effect sets up a trigger, in a game whose cards have triggers of their own at every moment. */
function setsUp<S extends Slot>(composer: Composer, { slot, proposal }: SlotOffer<S>): boolean {
  const own = composer.hasEvent(slot.item) ? proposal.values.length : 0;
  return composer.owner !== "" && triggersIn(composer, proposal.values) > own;
}

/** How many triggers a value holds: objects that name an event and hold blocks. */
function triggersIn(composer: Composer, value: Json): number {
  if (value === null || typeof value !== "object") return 0;
  const inner: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value);
  const holdsBlocks = inner.some((item) => Array.isArray(item) && item.some((block: Json) => typeof block === "object"));
  return Number(!Array.isArray(value) && holdsBlocks && composer.waits(value)) + inner.reduce<number>((sum, item) => sum + triggersIn(composer, item), 0);
}

/** What a proposal is worth: less for each word that it leaves out. */
function worthOf({ score, unmatchedWords }: Proposal): number {
  return score - UNREAD_COST * unmatchedWords.length;
}

/** Whether an offer is another one in a frame of no more words, or shows no otherwise than it. */
function isWithin<S extends Slot>(pattern: SlotOffer<S>, { proposal }: SlotOffer<S>): boolean {
  if (pattern.proposal.outline === proposal.outline) return true;
  const inner = JSON.stringify(pattern.proposal.values);
  return pattern.proposal.unmatchedWords.length <= proposal.unmatchedWords.length && JSON.stringify(proposal.values).includes(inner);
}

/** The kinds of the blocks of a value, whatever their numbers, choosers and conditions. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(kindOf).join()}]`;
  if (value === null || typeof value !== "object") return "";
  return Object.entries(value as Record<string, Json>)
    .map(([key, inner]) => (typeof inner === "object" ? (isPart(inner) ? "" : kindOf(inner)) : KINDS.has(key) ? String(inner) : ""))
    .join("");
}

/** Whether a value is a chooser, a number or a condition of its block. */
function isPart(value: Json): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value) && ("type" in value || "op" in value);
}
