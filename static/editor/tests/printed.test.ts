import { describe, expect, it } from "vitest";
import { Reader } from "../src/model/reading/reader";
import printed from "../../../tests/fixtures/editor/printed.json";
import { games } from "./games";

type Rows = Record<string, readonly { readonly en: string; readonly zh: string; readonly rule: Readonly<Record<string, unknown>> }[]>;

/** The least share of printed rules of each game that become blocks of the same kinds again, in English and Chinese. */
const FLOORS: Readonly<Record<string, readonly [number, number]>> = { wizards: [0.25, 0.32], halo: [0.57, 0.37], genius: [0.35, 0.42], encounter: [0.47, 0.45] };

/** The kinds of the blocks of a value, whatever frame a moment of the card puts around them. */
function kindsOf(value: unknown): string {
  return (JSON.stringify(value ?? "").match(/"(?:type|op|trigger|triggerOn|event)":"\w+"/g) ?? []).sort().join();
}

describe.each(games.filter(({ name }) => name in FLOORS).map((game) => [game.name, game] as const))("rules that cards of %s print", (name, game) => {
  const reader = new Reader(game.places);
  const rows = (printed as Rows)[name] ?? [];

  it.each(["en", "zh"] as const)("are read back as the same kinds of blocks in %s", (language) => {
    const same = rows.filter(({ rule, [language]: text }) => [...reader.read(text, "a1").reads, ...reader.loose(text, "a1")].some(({ values }) => [rule, rule.do, rule.effects, rule.action].some((own) => own !== undefined && kindsOf(values) === kindsOf(own))));
    expect(rows.length).toBeGreaterThan(20);
    expect(same.length / rows.length).toBeGreaterThanOrEqual(FLOORS[name]?.[language === "en" ? 0 : 1] ?? 1);
  });
});
