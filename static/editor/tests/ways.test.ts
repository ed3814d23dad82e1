import { describe, expect, it } from "vitest";
import { Reader } from "../src/model/reading/reader";
import { Trial } from "../src/model/reading/trial";
import { games } from "./games";

function readsOf(name: string, sentence: string): readonly { readonly of: string; readonly text: string }[] {
  const game = games.find((own) => own.name === name) as (typeof games)[number];
  return new Reader(game.places).read(sentence, "a1").reads.map(({ of, values }) => ({ of, text: JSON.stringify(values) }));
}

describe("ways through a sentence", () => {
  it("pass by what they say, and count it", () => {
    const trial = new Trial().without(1);
    expect([trial.takes(), trial.takes(), trial.takes()]).toEqual([true, false, true]);
    expect([trial.choices, trial.passedCount]).toEqual([3, 1]);
  });

  it("write the same sentence in other ways behind the first", () => {
    const texts = readsOf("halo", "destroy an enemy with 3 or less attack").map(({ text }) => text);
    expect(texts[0]).toContain('"PICK"');
    expect(texts.slice(1).some((text) => text.includes('"attackAtMost":3') && !text.includes('"PICK"'))).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("leave no effect of several out", () => {
    const texts = readsOf("wizards", "draw three cards and lose 1 gold").map(({ text }) => text);
    expect(texts.filter((text) => !text.includes('"amount":3') || !text.includes('"amount":-1'))).toEqual([]);
  });

  it("put a short sentence into order", () => {
    expect(readsOf("encounter", "3 enemy an silence within")[0]?.text).toBe('[{"type":"silence","target":{"type":"chooseUnit","side":"enemy","range":3}}]');
  });

  it("write a summon with what it does, and what a cost is never below", () => {
    const [summon] = readsOf("genius", "Summon a stone wolf: deal 2 geo damage each end phase, two times.");
    expect(summon?.text).toMatch(/"name":"Stone Wolf","uses":2,"skills":\[\{.*"triggerOn":"END_PHASE".*"spends":1/);
    expect(readsOf("wizards", "your fire spells cost 1 less, but never free")[0]?.text).toContain('"least":1');
  });
});
