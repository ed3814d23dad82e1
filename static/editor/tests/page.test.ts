import { describe, expect, it } from "vitest";
import { stringsFor } from "../src/i18n";
import { codeMirrorZh, jsonServiceZh } from "../src/texts";
import { CompositionGuard } from "../src/model/composition";
import { pairLines } from "../src/ui/two_texts";
import { commandOf } from "../src/ui/keys";
import { saveWords } from "../src/ui/status";
import { dice } from "./games";
import { ManualTimers } from "./support";

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("keys", () => {
  it("mean what the page says", () => {
    expect(commandOf({ ...plain, key: "F8" })).toBe("next-problem");
    expect(commandOf({ ...plain, key: "F8", shiftKey: true })).toBe("previous-problem");
    expect(commandOf({ ...plain, key: "s", ctrlKey: true })).toBe("save");
    expect(commandOf({ ...plain, key: "Enter", metaKey: true })).toBe("validate");
    expect(commandOf({ ...plain, key: "s" })).toBeNull();
    expect(commandOf({ ...plain, key: "s", ctrlKey: true, altKey: true })).toBeNull();
  });

  it("belong to the input method while it composes and 30 ms after", async () => {
    const timers = new ManualTimers();
    const guard = new CompositionGuard(timers);
    const key = { isComposing: false, keyCode: 13 };
    guard.start();
    guard.finish();
    expect(guard.owns(key)).toBe(true);

    await timers.advance(30);

    expect(guard.owns(key)).toBe(false);
    expect(guard.owns({ isComposing: false, keyCode: 229 })).toBe(true);
    expect(guard.owns({ isComposing: true, keyCode: 13 })).toBe(true);
  });
});

describe("the saved state", () => {
  it("is one word and a time", () => {
    const state = { kind: "saved", at: new Date(2026, 0, 1, 14, 2) } as const;

    expect(saveWords(state, stringsFor("en"))).toBe("Saved 14:02");
    expect(saveWords(state, stringsFor("zh"))).toBe("已保存 14:02");
  });
});

describe("Chinese sentences", () => {
  it("exist for everything that the editor says", () => {
    const zh = stringsFor("zh");
    const english = Object.entries(stringsFor("en")).filter(([name, text]) => zh[name as keyof typeof zh] === text);

    expect(english).toEqual([]);
  });

  it("keep the places of the English ones", () => {
    for (const [english, chinese] of Object.entries({ ...codeMirrorZh, ...jsonServiceZh })) {
      expect(chinese.match(/\{\d\}|\$/g)?.sort() ?? []).toEqual(english.match(/\{\d\}|\$/g)?.sort() ?? []);
    }
  });
});

describe("two texts side by side", () => {
  it("pair their common lines", () => {
    expect(pairLines("a\nb\nc", "a\nx\nc\nd")).toEqual([
      ["a", "a"],
      ["b", "x"],
      ["c", "c"],
      [null, "d"],
    ]);
  });

  it("keep every line of both, equal where they stand side by side", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const next = dice(seed);
      const below = (n: number): number => Math.floor(next() * n);
      const text = (): string => Array.from({ length: below(9) }, () => ["", "a", "b\r", "𝒞"][below(4)]).join("\n");
      const [mine, theirs] = [text(), text()];

      const rows = pairLines(mine, theirs);

      const side = (n: 0 | 1): string => rows.flatMap((row) => row[n] ?? []).join("\n");
      expect([side(0), side(1)]).toEqual([mine, theirs]);
    }
  });

  it("are one block against the other where a scan would be too long", () => {
    const lines = Array.from({ length: 70_000 }, (_, n) => `${n}`);

    const rows = pairLines(lines.join("\n"), [...lines].reverse().join("\n"));

    expect([rows.length, rows[0], rows.at(-1)]).toEqual([70_000, ["0", "69999"], ["69999", "0"]]);
  });
});
