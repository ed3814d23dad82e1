import { describe, expect, it } from "vitest";
import { sentencesOf } from "../src/form/patterns";
import printed from "../../../tests/fixtures/editor/printed.json";

const TEXTS = Object.values(printed as Record<string, readonly { readonly en: string; readonly zh: string }[]>).flatMap((rows) => rows.flatMap(({ en, zh }) => [en, zh]));

describe("sentences of a rules text", () => {
  it("lose nothing, and none begins with a mark that closes", () => {
    expect(TEXTS.length).toBeGreaterThan(100);
    for (const text of TEXTS) {
      for (const rulesText of [text, `（异能：${text}）`, `异能。\n“${text}”`]) {
        const sentences = sentencesOf(rulesText);
        expect(sentences.join("").replaceAll(/\s/gu, "")).toBe(rulesText.replaceAll(/\s/gu, ""));
        expect(sentences.filter((sentence) => /^[）)”」』。.,，]/u.test(sentence))).toEqual([]);
      }
    }
  });

  it("stand apart", () => {
    expect(sentencesOf("（甲：抽牌。）弃牌。\nDraw. Discard.")).toEqual(["（甲：抽牌。）", "弃牌。", "Draw.", "Discard."]);
  });
});
