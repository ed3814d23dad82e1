import { describe, expect, it } from "vitest";
import { Reader } from "../src/model/reading/reader";
import { formsOf } from "../src/model/reading/vocabulary";
import { asList, asSchema, type Schema, textOf } from "../src/model/schema";
import { games } from "./games";

type Language = "en" | "zh";
interface Words {
  readonly first: (kind: string, value: string) => string;
  readonly noun: (kind: string) => string;
}

/** Verbs that say nothing without what they are done with, and how a number is changed. */
const VERBS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  stat: { en: "gets", zh: "获得" },
  gain: { en: "gain", zh: "获得" },
  lose: { en: "lose", zh: "失去" },
  set: { en: "set", zh: "设为" },
  refund: { en: "refund", zh: "返还" },
};
/** Verbs whose sentence begins with whom it is of. */
const SUBJECTS: ReadonlySet<string> = new Set("stat gain lose cannotattack cannotmove".split(" "));
/** Verbs that are said with more than a plain sentence has: two things, an event, a name, what a number becomes. */
const OTHERWISE: ReadonlySet<string> = new Set("swap survive redirect create set double halve exile put move copy roll attune turnschool revive loststatus dispel return".split(" "));
const THINGS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  target: { en: "an enemy", zh: "一个敌人" },
  card: { en: "a card from your hand", zh: "一张手牌" },
};
const TO: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "to:hand": { en: "to your hand", zh: "回到手牌" },
};
/** Where a sentence may put what it does: by itself, at a moment, under a condition, with a limit. */
const FRAMES: readonly Readonly<Record<Language, (effect: string) => string>>[] = [
  { en: (effect) => `${effect}.`, zh: (effect) => `${effect}。` },
  { en: (effect) => `Whenever you play a card, ${effect}.`, zh: (effect) => `每当你打出牌，${effect}。` },
  { en: (effect) => `If you have 3 or more cards, ${effect}.`, zh: (effect) => `若你有至少3张手牌，${effect}。` },
  { en: (effect) => `${effect} whenever you play a card, once per turn.`, zh: (effect) => `每当你打出牌，${effect}，每回合一次。` },
];

function wordsOf(root: Schema, language: Language): Words {
  const hints = asSchema(root["x-ui"]);
  const lines = asList(hints?.words).map(textOf);
  const nouns = asList(hints?.nouns).map(asSchema);
  const first = (kind: string, value: string): string => {
    const own = nouns.find((noun) => textOf(noun?.kind) === kind && textOf(noun?.value) === value);
    const alias = asList(asSchema(own?.aliases)?.[language]).map(textOf)[0];
    const forms = formsOf(lines.filter((line) => line.startsWith(`${kind} ${value}:`)));
    return alias ?? forms.find(({ isHan }) => isHan === (language === "zh"))?.text ?? "";
  };
  return { first, noun: (kind) => textOf(asList(asSchema(nouns.find((noun) => textOf(noun?.kind) === kind && textOf(noun?.value) !== "")?.aliases)?.[language])[0]) };
}

/** What a row says in its own words; empty where they need more than a plain sentence has. */
function phraseOf(row: Schema, words: Words, language: Language): string {
  const [verb = "", ...rest] = textOf(row.is).split(" ");
  const text = JSON.stringify(row.as);
  const what = rest.find((atom) => words.first("stat", atom) || words.first("res", atom));
  const extra = rest.filter((atom) => atom !== what && !(atom in TO) && atom !== "random");
  if (extra.length > 0 || OTHERWISE.has(verb) || row.cards !== undefined || row.isOf !== undefined || row.ofIt !== undefined) return "";
  const own = VERBS[verb]?.[language] ?? words.first("verb", verb);
  if (!own) return "";
  const name = /"%(element|status|keyword|kind|dicekind|terrain|color|school|lane)[="?]/.exec(text)?.[1];
  const noun = name && !/"%dicekind=/.test(text) ? words.noun(name) : "";
  const number = /%-?(?:amount|count)/.test(text) ? "2" : "";
  const target = text.includes('"%target') ? (THINGS.target as Readonly<Record<Language, string>>)[language] : text.includes('"%card') ? (THINGS.card as Readonly<Record<Language, string>>)[language] : "";
  const to = rest.map((atom) => TO[atom]?.[language] ?? "").join("");
  const things = what ? words.first("stat", what) || words.first("res", what) : number && ["draw", "discard", "mill", "steal"].includes(verb) ? words.first("head", "card") : "";
  const parts = language === "en" ? (SUBJECTS.has(verb) && target ? [target, verb === "gain" ? "gains" : verb === "lose" ? "loses" : own, verb === "stat" ? `+${number}` : number, things] : [own, number, rest.includes("random") ? "random" : "", noun, things, target && number ? "to" : "", target, to]) : verb === "stat" ? [target, own, `+${number}`, things] : [target, rest.includes("random") ? "随机" : "", own, number, noun, things, to];
  return parts.filter(Boolean).join(language === "en" ? " " : "");
}

const GAMES = games.filter(({ places }) => asSchema(places.book.root["x-ui"])?.readings !== undefined);

describe.each(GAMES.flatMap((game) => (["en", "zh"] as const).map((language) => [game.name, language, game] as const)))("rows of %s in %s", (_, language, game) => {
  const { root } = game.places.book;
  const words = wordsOf(root, language);
  const reader = new Reader(game.places);
  const rows = asList(asSchema(root["x-ui"])?.readings).map(asSchema).filter((row): row is Schema => row !== null && row.part === "effect");
  const typeOf = (row: Schema): string => textOf(asSchema(asList(row.as)[0] ?? row.as)?.type);
  const verbOf = (row: Schema): string => textOf(row.is).split(" ")[0] ?? "";
  const typesOf = (row: Schema): readonly string[] => rows.filter((own) => verbOf(own) === verbOf(row)).map(typeOf);
  const phrases = rows.flatMap((row) => {
    const phrase = phraseOf(row, words, language);
    return phrase ? [[typesOf(row), phrase] as const] : [];
  });

  it("are read from sentences of their own words, in each frame", () => {
    const wrong = phrases.flatMap(([types, phrase]) => FRAMES.map((frame) => frame[language](phrase)).filter((sentence) => !reader.read(sentence, "a1").reads.some(({ values }) => types.some((type) => JSON.stringify(values).includes(`"${type}"`)))));
    expect(phrases.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});

/** The share of synonyms that may be read as something else. */
const MAX_WRONG = 0.05;
/** Verbs whose words also say something else in a plain sentence. */
const AMBIGUOUS: ReadonlySet<string> = new Set("set put convert".split(" "));

describe.each(GAMES.flatMap((game) => (["en", "zh"] as const).map((language) => [game.name, language, game] as const)))("synonyms of %s in %s", (_, language, game) => {
  const { root } = game.places.book;
  const words = wordsOf(root, language);
  const reader = new Reader(game.places);
  const forms = formsOf(asList(asSchema(root["x-ui"])?.words).map(textOf)).filter(({ kind, isHan }) => kind === "verb" && isHan === (language === "zh"));
  const rows = asList(asSchema(root["x-ui"])?.readings).map(asSchema).filter((row): row is Schema => row !== null && row.part === "effect");
  const phrases = rows.flatMap((row) => {
    const verb = textOf(row.is).split(" ")[0] ?? "";
    const phrase = phraseOf(row, words, language);
    const own = words.first("verb", verb);
    const types = rows.filter(({ is }) => textOf(is).split(" ")[0] === verb).map((row) => textOf(asSchema(asList(row.as)[0] ?? row.as)?.type));
    return phrase && !VERBS[verb] && !AMBIGUOUS.has(verb) && phrase.startsWith(own) ? [[verb, own, phrase, types] as const] : [];
  });

  it("are read as the verb that they are of, nearly all", () => {
    const all = phrases.flatMap(([verb, own, phrase, types]) => forms.filter(({ value }) => value === verb).map(({ text }) => [phrase.replace(own, text), types] as const));
    const wrong = all.filter(([sentence, types]) => !reader.read(sentence, "a1").reads.some(({ values }) => types.some((type) => JSON.stringify(values).includes(`"${type}"`))));
    expect(new Set(phrases.map(([verb]) => verb)).size).toBeGreaterThan(5);
    expect(all.length).toBeGreaterThan(phrases.length * 4);
    expect(wrong.length, wrong.map(([sentence]) => sentence).join()).toBeLessThan(all.length * MAX_WRONG);
  });
});
