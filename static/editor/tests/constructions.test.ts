import { describe, expect, it } from "vitest";
import { constructionOf, rewritten } from "../src/model/reading/constructions";
import { Reader } from "../src/model/reading/reader";
import { Forms, tokensOf } from "../src/model/reading/tokens";
import { formsOf } from "../src/model/reading/vocabulary";
import { games } from "./games";
import { READ } from "./read_sentences";

const FORMS = new Forms(formsOf(["verb draw: draw | 抽", "verb gain: gain, earns | 得", "head card: card | 牌", "event kill: kill | 击杀", "time turn: (until/till) (the/) end of turn | (到/直到)回合结束"]));

function rewrite(line: string, text: string): string {
  return rewritten([constructionOf(line)], tokensOf(text, FORMS), (own) => tokensOf(own, FORMS)).map((token) => token.text).join(" ");
}

describe("constructions", () => {
  it("take words, senses, numbers, places that may be empty, and gaps", () => {
    expect(rewrite("throw .. away => discard $2", "throw a card away now")).toBe("discard a card now");
    expect(rewrite("each <event> <verb:gain> you? => when you $2 , $3", "each kill earns you 2")).toBe("when you kill , earns 2");
    expect(rewrite("<signed> / <signed> => $1 attack $3 health", "+1/+2")).toBe("+1 attack +2 health");
    expect(rewrite("每 抽 <number> 张? => 每第$3次 $2", "每抽三张牌")).toBe("每 第三 次 抽 牌");
  });

  it("begin a part or the sentence where they say so, and are barred by words near them", () => {
    expect(rewrite("^ kill => event", "draw , kill")).toBe("draw , event");
    expect(rewrite("^^ kill => event", "draw , kill")).toBe("draw , kill");
    expect(rewrite("^ ..2? card => event", "draw , card")).toBe("draw , event");
    expect(rewrite("kill !card => event", "kill a card")).toBe("kill a card");
    expect(rewrite("kill ..2 $ => event", "kill a card draw")).toBe("kill a card draw");
  });

  it("write every choice of a form", () => {
    expect(tokensOf("till end of turn", FORMS).map(({ senses }) => senses.length)).toEqual([1]);
    expect(tokensOf("直到回合结束", FORMS).map(({ senses }) => senses.length)).toEqual([1]);
  });
});

describe.each(games.filter(({ name }) => name in READ).map((game) => [game.name, game] as const))("sentences of %s with a word that nothing means", (name, game) => {
  const reader = new Reader(game.places);
  const plain = (READ[name] ?? []).filter(([sentence]) => !/\p{Script=Han}/u.test(sentence));
  const typesOf = (value: unknown): string => (JSON.stringify(value).match(/"type":"\w+"/g) ?? []).join();
  const withWords = (sentence: string): string => sentence.replace(/^(\S+ \S+)/, "$1 zorbly").replace(/(\S+)\.?$/, "quizzical $1");

  it("still become blocks of the same kinds, with that word named", () => {
    const rows = plain.map(([sentence]) => [sentence, reader.read(sentence, "a1").reads[0], reader.loose(withWords(sentence), "a1")[0]] as const).filter(([, read]) => read !== undefined);
    const same = rows.filter(([, read, loose]) => loose && typesOf(loose.values) === typesOf(read?.values));
    expect(rows.length).toBeGreaterThan(5);
    expect(same.length / rows.length).toBeGreaterThan(0.6);
    expect(rows.filter(([, , loose]) => loose && !loose.unknown.some((word) => /zorbly|quizzical/.test(word))).map(([sentence]) => sentence)).toEqual([]);
  });
});
