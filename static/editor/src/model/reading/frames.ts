import type { Thing } from "./things";

/** A number as a sentence says it: plain, so many for each of something, as much as something, or as much as was just said. */
export interface Amount {
  readonly number: number;
  /** What is counted, each time. */
  readonly unit?: Thing;
  /** The number of it that is counted: for each point of freezing. */
  readonly unitStat?: string;
  /** What is added to it. */
  readonly plus?: Amount;
  readonly per?: number;
  /** What it is equal to: things that are counted, or a number of a thing. */
  readonly equal?: Measure;
  /** How many times as much: 2 for twice, below 1 for a part. */
  readonly factor?: number;
  readonly isMuch?: boolean;
  /** What it is at most. */
  readonly max?: number;
  /** What was dealt beyond what was needed. */
  readonly isExcess?: boolean;
  /** The number that counts instead under a condition. */
  readonly alternative?: { readonly number: number; readonly condition: Condition };
}

/** A number that is looked up: how many things, or a number that a thing has. */
export interface Measure {
  readonly of: Thing;
  /** The number of the thing: its attack; empty where things are counted. */
  readonly stat: string;
  /** Another number, of which the smaller or greater one counts. */
  readonly joint?: { readonly kind: string; readonly with: Measure };
}

/** One thing that is done. */
export interface Effect {
  /** The words that say it. */
  readonly said: string;
  readonly verb: string;
  readonly what: string;
  readonly flags: ReadonlySet<string>;
  readonly amount?: Amount;
  readonly target?: Thing;
  readonly second?: Thing;
  readonly player?: Thing;
  readonly card?: Thing;
  readonly to?: string;
  readonly turns?: number;
  readonly times?: number;
  /** What a cost is never below. */
  readonly minimum?: number;
  /** What a new thing is called, and what it does, where the sentence says. */
  readonly newName?: string;
  readonly rule?: Reading;
  /** Words of a set that it names, like the element of damage. */
  readonly names: Readonly<Record<string, string>>;
  readonly condition?: Condition;
  /** What is done besides under the same condition, and what where it does not hold. */
  readonly companions?: readonly Effect[];
  readonly otherwise?: readonly Effect[];
}

/** What must hold: two numbers compared, or a fact by its name. */
export interface Condition {
  readonly said: string;
  readonly fact: string;
  readonly isNot: boolean;
  readonly thing?: Thing;
  readonly measure?: Measure;
  readonly sign?: string;
  readonly number?: number;
  readonly rival?: Measure;
  readonly names: Readonly<Record<string, string>>;
}

/** What happens, of whom and to whom. */
export interface EventClause {
  readonly said: string;
  readonly event: string;
  readonly by?: Thing;
  readonly to?: Thing;
  readonly card?: Thing;
  readonly names: Readonly<Record<string, string>>;
  /** An event of the game by its own name, where the grammar has no word for it. */
  readonly trigger?: string;
  readonly what: string;
  readonly lasts?: string;
  readonly isNext: boolean;
  readonly nth?: number;
  readonly every?: number;
}

/** A sentence: when, under which conditions, what, how often. */
export interface Reading {
  readonly eventClause?: EventClause;
  readonly conditions: readonly Condition[];
  readonly effects: readonly (Effect | Choice)[];
  readonly perTurn?: number;
  readonly times?: number;
  /** How long what waits is there: a turn, a round, a battle. */
  readonly lasts?: string;
  readonly isAura: boolean;
  /** Words that nothing takes up, and those that no word of the game is. */
  readonly unread: readonly string[];
  readonly unknown: readonly string[];
}

/** Several ways to go on, of which one is chosen or drawn; or what waits for something, as one thing that is done. */
export interface Choice {
  readonly choice: "choose" | "flip" | "randomly" | "when";
  readonly options: readonly (readonly (Effect | Choice)[])[];
  /** What waits. */
  readonly reading?: Reading;
}

export const isChoice = (effect: Effect | Choice): effect is Choice => "choice" in effect;
