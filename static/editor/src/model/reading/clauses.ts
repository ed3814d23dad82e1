import { HAN } from "./words";
import { says, type Token, valueOf } from "./tokens";
import { Trial } from "./trial";

export type Role = "event" | "condition" | "effect" | "limit" | "option" | "each" | "otherwise";

/** A part of a sentence and what it is for. */
export interface Clause {
  readonly role: Role;
  /** The word that opened it: "then", "if", "instead"; or the label before a colon. */
  readonly opener: string;
  readonly tokens: readonly Token[];
}

const OPENERS: Readonly<Record<string, Role>> = { if: "condition", "given": "condition", unless: "condition", when: "event", next: "event", first: "event", while: "condition", otherwise: "otherwise", or: "option" };

/** Part a sentence at its punctuation and before words that open a part. */
export function clausesOf(tokens: readonly Token[], trial = new Trial()): Clause[] {
  const clauses: { tokens: Token[]; opener: string; isLabel: boolean; closes: boolean }[] = [{ tokens: [], opener: "", isLabel: false, closes: false }];
  const last = (): (typeof clauses)[number] => clauses.at(-1) as (typeof clauses)[number];
  const open = (opener: string): void => {
    if (last().tokens.length === 0) {
      if (!last().opener || last().opener === "and" || last().opener === "then") last().opener = opener;
      else if (opener !== last().opener && opener !== "and" && opener !== "then") last().opener = opener;
    } else clauses.push({ tokens: [], opener, isLabel: false, closes: false });
  };
  tokens.forEach((token, n) => {
    if (token.mark) {
      const isCost = ["lose", "discard", "sacrifice"].some((verb) => last().tokens.some((own) => says(own, "verb", verb))) && last().tokens.some((own) => own.number !== null);
      if (/[:：]/.test(token.mark) && !isCost) last().isLabel = true;
      if (/[,，]/.test(token.mark) && last().tokens.length > 0 && !trial.takes()) return;
      if (token.mark !== "/" && token.mark !== "+" && last().tokens.length > 0) clauses.push({ tokens: [], opener: "", isLabel: false, closes: false });
      return;
    }
    const conj = valueOf(token, "conj");
    if (token.text === "to" && says(tokens[n + 1], "verb") && last().tokens.some((own) => says(own, "verb")) && last().tokens.some((own) => own.number !== null)) return open("then");
    if (conj === "while" && HAN.test(token.text) && last().tokens.length > 0 && last().tokens.every((own) => own.isFiller || says(own, "pron") || says(own, "quiet"))) {
      last().opener = "while";
      return;
    }
    if (conj === "then" && last().tokens.length > 0 && last().tokens.every((own) => says(own, "player"))) return;
    if ((conj === "next" || conj === "first") && last().tokens.length > 0 && HAN.test(token.text)) {
      last().opener = conj;
      last().tokens.push(token);
      return;
    }
    if (conj && conj !== "may" && !(conj === "instead" && last().tokens.length > 0 && tokens[n + 1]?.mark)) {
      if (conj === "so" && last().tokens.length > 0 && ["", "and", "then", "but"].includes(last().opener) && !last().closes) last().opener = "given";
      if (conj === "instead" && last().tokens.length > 0 && (n === tokens.length - 1 || !says(tokens[n + 1], "verb"))) last().tokens.push(token);
      else if ((conj === "and" && (isBetweenNouns(tokens, n) || isWithin(tokens, n, "swap"))) || ((conj === "and" || conj === "then") && !trial.takes())) last().tokens.push(token);
      else {
        open(conj);
        if (conj === "next" || conj === "first") last().tokens.push(token);
      }
      return;
    }
    if (says(token, "mark", "when") || says(token, "mark", "if")) {
      last().closes = true;
      if (says(token, "mark", "if")) last().opener = "if";
      if (tokens[n + 1] && !tokens[n + 1]?.mark) clauses.push({ tokens: [], opener: "", isLabel: false, closes: false });
      return;
    }
    if (says(token, "chance")) {
      if (last().tokens.length > 0) open("");
      last().tokens.push(token);
      if (tokens[n + 1] && !tokens[n + 1]?.mark) clauses.push({ tokens: [], opener: "", isLabel: false, closes: false });
      return;
    }
    if (/完$/.test(token.text) && says(token, "event")) last().closes = true;
    if (token.hasSign && last().tokens.some((own) => own.hasSign) && last().tokens.some((own) => says(own, "stat"))) open("and");
    if (HAN.test(token.text) && opensAgain(token, last().tokens)) open("then");
    last().tokens.push(token);
  });
  return clauses.filter(({ tokens: own }) => own.length > 0).map(({ tokens: own, opener, isLabel, closes }) => ({ role: roleOf(own, opener, isLabel, closes), opener: isLabel && !isLimit(own.filter(({ isFiller }) => !isFiller)) ? "label" : opener, tokens: own }));
}

/** Verbs that begin something more where a part has done something already: 抽二弃一. */
const FURTHER_VERBS: ReadonlySet<string> = new Set("draw discard steal silence kill summon push pull heal".split(" "));

function opensAgain(token: Token, before: readonly Token[]): boolean {
  const verb = valueOf(token, "verb");
  if (!FURTHER_VERBS.has(verb) || says(token, "stat")) return false;
  const first = before.findIndex((own) => says(own, "verb") && !says(own, "verb", verb));
  return first >= 0 && !says(before.at(-1), "each") && !says(before.at(-1), "every") && before.some((own, n) => n > first && own.number !== null);
}

/** Whether the part around a word is of a verb that takes two things. */
function isWithin(tokens: readonly Token[], n: number, verb: string): boolean {
  const start = tokens.slice(0, n).findLastIndex(({ mark }) => mark) + 1;
  const end = tokens.findIndex(({ mark }, at) => at > n && mark);
  return tokens.slice(start, end < 0 ? tokens.length : end).some((token) => says(token, "verb", verb)) && !says(tokens[n + 1], "verb");
}

/** "Attack and health": a word that joins nouns joins no parts. */
function isBetweenNouns(tokens: readonly Token[], n: number): boolean {
  const [before, after] = [tokens[n - 1], tokens[n + 1]];
  return says(before, "stat") && says(after, "stat") && !says(after, "keyword");
}

function roleOf(tokens: readonly Token[], opener: string, isLabel: boolean, closes: boolean): Role {
  const words = tokens.filter(({ isFiller }) => !isFiller);
  if (words.length === 0) return "limit";
  if (words.some((token) => says(token, "chance"))) return "option";
  if (words.some((token, n) => says(token, "every") && says(words[n + 1], "nth")) || (says(words[0], "which", "all") && says(words[1], "nth"))) if (words.some((token) => says(token, "nth")) && words.some((token) => says(token, "event"))) return "event";
  if (words.some((token) => says(token, "time")) && words.every((token) => says(token, "time") || says(token, "into") || says(token, "quiet"))) return "limit";
  if (words.some((token) => says(token, "span")) && words.every((token) => says(token, "span") || token.number !== null || says(token, "quiet"))) return "limit";
  if (isLabel && tokens.some((token) => says(token, "label") || says(token, "chance") || says(token, "moment") || says(token, "event"))) return tokens.some((token) => says(token, "chance")) ? "option" : "event";
  if (isLabel) return "limit";
  const own = OPENERS[opener];
  if (own && !(closes && own === "condition")) return own;
  if (closes && opener !== "if") return "event";
  if (opener === "if") return "condition";
  const isMoment = words.every((token) => says(token, "moment") || says(token, "later") || says(token, "into") || says(token, "every") || says(token, "mark") || says(token, "limitword"));
  if (words.length === 1 && says(words[0], "event") && /时$|^(?:on|when) /.test(words[0]?.text ?? "")) return "event";
  if (isMoment || words.every((token) => says(token, "label", "battlecry") || says(token, "label", "deathrattle") || says(token, "label", "playthis") || says(token, "label", "combo"))) return "event";
  if (isLimit(words)) return "limit";
  if (tokens.some((token) => says(token, "each", "foreach")) && (says(words[0], "each") || HAN.test(words[0]?.text ?? "")) && !tokens.some((token, n) => (says(token, "verb") && !says(token, "verb", "gain")) || (token.number !== null && !token.isWeak && !says(token, "nth") && !says(tokens[n - 1], "each")))) return "each";
  return "effect";
}

/** "Twice a turn at most", 每回合一次. */
function isLimit(words: readonly Token[]): boolean {
  return words.some((token) => says(token, "per") || says(token, "count") || says(token, "limitword") || says(token, "cmp", "atmost") || (says(token, "res", "use") && words.length <= 3)) && words.every((token) => says(token, "per") || says(token, "res") || says(token, "points") || says(token, "count") || says(token, "limitword") || says(token, "cmp") || token.number !== null || says(token, "time", "match") || says(token, "conj") || says(token, "into") || says(token, "use"));
}
