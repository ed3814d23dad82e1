import { HAN } from "./words";
import type { Clause } from "./clauses";
import { effectOf } from "./effects";
import { conditionOf, eventClauseOf } from "./event_clauses";
import type { EventClause } from "./frames";
import { says, type Token, valueOf } from "./tokens";
import type { Trial } from "./trial";

/** What events a game has, and the way through the sentence. */
interface Hearing {
  readonly canHear: (event: EventClause) => boolean;
  readonly trial: Trial;
}

/** A part that says 每 before what happens: each time that it does, or a number of each time where the next part is about a cost. */
export function ofEachTime(clause: Clause, before: readonly Clause[], next: Clause | undefined): Clause {
  const { tokens, role } = clause;
  const at = tokens.findIndex((token, n) => HAN.test(token.text) && says(token, "each", "foreach") && says(tokens[n + 1], "event") && !says(tokens[n + 1], "event", "gain") && !says(tokens[n + 1], "event", "capture"));
  const verb = valueOf(tokens[at + 1], "event");
  if (at < 0 || tokens.some((token, n) => n > at && says(token, "verb", "damage")) || !["effect", "each"].includes(role) || before.some(({ tokens: own }) => own.some((token) => says(token, "verb", verb)))) return clause;
  const after = next?.tokens ?? tokens.slice(at + 2);
  if (!next && !after.some((token) => says(token, "verb"))) return clause;
  const isOfCost = after.some((token) => says(token, "verb", "price") || says(token, "stat", "cost") || says(token, "sign", "less")) && !after.some((token) => token.hasSign);
  if (!next && isOfCost) return clause;
  return { ...clause, role: isOfCost ? "each" : "event", opener: isOfCost ? clause.opener : "when" };
}

/** A part that says when and what in one breath, as two: 每当友军阵亡抽一张牌. */
export function partsOf(clause: Clause, nouns: ReadonlySet<string>, game: Hearing, isFirst: boolean, isLast: boolean): Clause[] {
  if (clause.opener === "given") return [{ ...clause, role: givenRole(clause.tokens, nouns, game, isFirst) }];
  if (clause.role !== "event" && clause.role !== "condition") {
    const moment = clause.role === "effect" ? clause.tokens.findIndex((token) => says(token, "moment") || says(token, "later") || (says(token, "event") && /.时$/.test(token.text))) : -1;
    if (moment < 0) return [clause];
    const rest = clause.tokens.filter((_, n) => n !== moment);
    return [{ role: "event", opener: "when", tokens: [clause.tokens[moment] as Token] }, { ...clause, tokens: rest }];
  }
  if (clause.opener === "while") {
    const at = clause.tokens.findIndex((_, n) => n > 0 && clause.tokens.slice(0, n).some((token) => says(token, "pron") || says(token, "event", "equip") || says(token, "wand")) && (effectOf(clause.tokens.slice(n), nouns, null)?.rest.length ?? 1) === 0);
    return at < 0 ? [clause] : [{ ...clause, tokens: clause.tokens.slice(0, at) }, { role: "effect", opener: "then", tokens: clause.tokens.slice(at) }];
  }
  const isOfEach = HAN.test(clause.tokens[0]?.text ?? "") && clause.tokens.some((token) => says(token, "each", "foreach"));
  if ((!isLast && !isOfEach) || clause.opener === "label") return [clause];
  let twoParts: Clause[] | null = null;
  for (let at = clause.tokens.length - 1; at > 0; at--) {
    const [before, after] = [clause.tokens.slice(0, at), clause.tokens.slice(at)];
    const own = clause.role === "event" ? eventClauseOf(before, nouns, false) : conditionOf(before, nouns, clause.opener);
    const effect = own && own.rest.length === 0 ? effectOf(after, nouns, null) : null;
    if (!own || !effect || effect.rest.length > 0 || after.length < 2 || !begins(after) || !game.trial.takes()) continue;
    const subject = clause.tokens[at - 1];
    const isSubject = at > 2 && (says(subject, "pron") || says(subject, "player")) && !HAN.test(subject?.text ?? "");
    const start = isSubject && (clause.role === "event" ? eventClauseOf(before.slice(0, -1), nouns, false) : conditionOf(before.slice(0, -1), nouns, clause.opener))?.rest.length === 0 ? at - 1 : at;
    twoParts = [{ ...clause, tokens: clause.tokens.slice(0, start) }, { role: "effect", opener: "then", tokens: clause.tokens.slice(start) }];
    if (!/^[给为对让使]$/.test(clause.tokens.slice(0, start).findLast((token) => !says(token, "player") && !says(token, "pron") && !says(token, "side"))?.text ?? "")) return twoParts;
  }
  return twoParts ?? [clause];
}

/** What words before 就 are: what is counted, what happens, or what must hold. */
function givenRole(tokens: readonly Token[], nouns: ReadonlySet<string>, game: Hearing, isFirst: boolean): Clause["role"] {
  const isDone = tokens.some((token) => says(token, "verb") || says(token, "event", "play"));
  if (tokens.some((token) => says(token, "each", "foreach")) && !isDone) return "each";
  const isState = tokens.some((token) => /.着$/.test(token.text) || says(token, "adverb") || says(token, "neg") || says(token, "past"));
  const heard = isFirst && !isState ? eventClauseOf(tokens, nouns, false) : null;
  return heard && heard.rest.length === 0 && game.canHear(heard.eventClause) ? "event" : "condition";
}

/** Whether words begin what is done. */
function begins(tokens: readonly Token[]): boolean {
  const first = tokens.find((token) => !(token.isFiller && token.senses.length === 0));
  return says(first, "verb") || says(first, "stat") || says(first, "free") || first?.hasSign === true;
}
