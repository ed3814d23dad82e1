import type { Place } from "../places";
import type { Composer, Proposal } from "./composer";
import type { Read } from "./reader";

/** A list into which blocks may go, and the event or moment around it; empty where there is none. */
export interface Slot {
  readonly item: Place;
  readonly event: string;
}

/** What a sentence may mean in one of several lists. */
export interface SlotOffer<S extends Slot> {
  readonly slot: S;
  readonly proposal: Proposal;
}

/** What a sentence may mean, the best first; where it means nothing, the words for which the game has nothing. */
export interface Offers<S extends Slot> {
  readonly patterns: readonly SlotOffer<S>[];
  readonly unknownWords: readonly string[];
}

/** The most patterns that are offered. */
const MAX_PATTERNS = 3;

/** The blocks that a sentence means in any of some lists; where not all of it can be said, the nearest that can. */
export function offersOf<S extends Slot>(composer: Composer, slots: readonly S[], query: string, label: string): Offers<S> {
  const { reads, missing } = composer.reader.read(query, label);
  const whole = offersIn(composer, slots, reads, label);
  const patterns = whole.length > 0 ? whole : offersIn(composer, slots, composer.reader.loose(query, label), label);
  return { patterns, unknownWords: patterns.length > 0 ? [] : missing.length > 0 ? missing : composer.reader.namesOf(query) };
}

/** Blocks in the lists that they are of. */
function offersIn<S extends Slot>(composer: Composer, slots: readonly S[], reads: readonly Read[], label: string): readonly SlotOffer<S>[] {
  const patterns = reads.flatMap((read) =>
    slots.filter(({ item }) => item.name === read.of).slice(0, 1).flatMap((slot) => {
      const proposal = composer.proposal(read, slot.event, label);
      return proposal ? [{ slot, proposal }] : [];
    }),
  );
  return patterns.slice(0, MAX_PATTERNS);
}
