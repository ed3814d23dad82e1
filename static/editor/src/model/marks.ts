import type { PlacedProblem } from "./problems";
import { parsePointer } from "./positions";

/** What is known of a value and of all that is below it: problems, how often a preview reached it, whether a scenario guards it. */
export interface Marks {
  readonly problems: readonly PlacedProblem[];
  readonly coverage: number | null;
  /** What the card loses without it, where that was measured. */
  readonly worth: Worth | null;
  /** Whether no scenario fails without it. */
  readonly unguarded: boolean;
  readonly below: ReadonlyMap<string, Marks>;
  /** The same for the same marks: what shows them need not be drawn again. */
  readonly signature: string;
  /** The worst problem here or below. */
  readonly worst: "error" | "warning" | null;
}

/** What a block is worth: a number in points of win rate, its class, and in words what it means. */
export interface Worth {
  readonly number: string;
  readonly tone: string;
  readonly words: string;
}

interface Draft {
  problems: PlacedProblem[];
  coverage: number | null;
  worth: Worth | null;
  unguarded: boolean;
  below: Map<string, Draft>;
}

/** Sort problems, coverage, unguarded blocks and worths by their pointers. */
export function marksOf(
  problems: readonly PlacedProblem[],
  coverage: ReadonlyMap<string, number>,
  unguarded: readonly string[] = [],
  worths: ReadonlyMap<string, Worth> = new Map(),
): Marks {
  const root = draft();
  for (const placed of problems) if (placed.range) reach(root, placed.problem.path).problems.push(placed);
  for (const [pointer, share] of coverage) reach(root, pointer).coverage = share;
  for (const pointer of unguarded) reach(root, pointer).unguarded = true;
  for (const [pointer, worth] of worths) reach(root, pointer).worth = worth;
  return finished(root);
}

function draft(): Draft {
  return { problems: [], coverage: null, worth: null, unguarded: false, below: new Map() };
}

function reach(root: Draft, pointer: string): Draft {
  return parsePointer(pointer).reduce((here, step) => {
    const next = here.below.get(step) ?? draft();
    here.below.set(step, next);
    return next;
  }, root);
}

function finished({ problems, coverage, worth, unguarded, below }: Draft): Marks {
  const inner = new Map([...below].map(([step, next]) => [step, finished(next)] as const));
  const own = problems.map(({ problem }) => `${problem.code} ${problem.message.en} ${problem.severity}`);
  const parts = [...inner].map(([step, marks]) => `${step}:${marks.signature}`);
  const all = [...problems.map(({ problem }) => problem.severity), ...[...inner.values()].map((marks) => marks.worst)];
  const worst = all.includes("error") ? "error" : all.includes("warning") ? "warning" : null;
  // Joined, not encoded: an encoding in an encoding doubles its escapes at every level.
  const signature = `${own.join("\n")};${coverage ?? ""}${worth?.words ?? ""}${unguarded ? "!" : ""}{${parts.join(",")}}`;
  return { problems, coverage, worth, unguarded, below: inner, signature, worst };
}
