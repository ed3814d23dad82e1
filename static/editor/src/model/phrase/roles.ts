import { AT_LEAST, AT_MOST, PER_TURN, stemSet, type Word } from "./words";

/** What a part of a sentence says: when something is done, under which condition, or what is done. */
export type Role = "event" | "condition" | "effect";

/** Words that begin the part that says when: "whenever an ally dies". */
const OPENS_EVENT: ReadonlySet<string> = stemSet("when whenever everytime nexttime after deathrattle battlecry".split(" "));
/** Words that begin it where a moment follows: "end of your turn". */
const OPENS_MOMENT: ReadonlySet<string> = stemSet(["start", "end"]);
const MOMENTS: ReadonlySet<string> = stemSet(["turn", "round", "phase", "battle", "match"]);
/** Chinese words at the end of the part that says when: 抽牌时. */
const CLOSES_EVENT: ReadonlySet<string> = stemSet(["时", "后", "after", "候", "start", "end"]);
/** Chinese words anywhere in it: 每当. */
const SAYS_EVENT: ReadonlySet<string> = stemSet(["whenever", "everytime", "nexttime", "deathrattle", "battlecry"]);
const OPENS_CONDITION: ReadonlySet<string> = stemSet(["if", "unless", "while"]);
/** Words of a part that limits another one and does nothing by itself: "twice a turn at most". */
const LIMITS: ReadonlySet<string> = stemSet([PER_TURN, AT_MOST, AT_LEAST, "only", "max", "maximum", "cap", "times", "limit", "match", "thismatch", "thisturn", "thisround", ""]);

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/**
 * The role of each part of a sentence.
 *
 * All parts are effects where no part is left that could say what is done.
 */
export function rolesOf(words: readonly Word[]): ReadonlyMap<number, Role> {
  const parts = new Map<number, Word[]>();
  for (const word of words) parts.set(word.clause, [...(parts.get(word.clause) ?? []), word]);
  const roles = new Map<number, Role>();
  for (const [clause, own] of parts) roles.set(clause, roleOf(own));
  const isDone = [...parts].some(([clause, own]) => roles.get(clause) === "effect" && own.some((word) => !word.isFiller && !LIMITS.has(word.stem) && word.number === null));
  if (!isDone) for (const clause of parts.keys()) roles.set(clause, "effect");
  return roles;
}

function roleOf(words: readonly Word[]): Role {
  const [first, second] = words.filter(({ isFiller, number, stem }) => (!isFiller || OPENS_EVENT.has(stem)) && number === null);
  if (!first) return "effect";
  if (OPENS_CONDITION.has(first.stem) || words.some(({ text }) => text === "的话")) return "condition";
  if (isHan(first.text)) return words.some(({ stem, text }) => SAYS_EVENT.has(stem) || text === "每") || CLOSES_EVENT.has(words.at(-1)?.stem ?? "") ? "event" : "effect";
  if (OPENS_EVENT.has(first.stem)) return "event";
  const isMoment = OPENS_MOMENT.has(first.stem) && words.some(({ stem }) => MOMENTS.has(stem));
  return isMoment || (MOMENTS.has(second?.stem ?? "") && OPENS_MOMENT.has(first.stem)) ? "event" : "effect";
}
