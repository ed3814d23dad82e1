import { describe, expect, it } from "vitest";
import { type Findable, matchedAlias, rankByMeaning } from "../src/model/ranking";

const draw: Findable = {
  label: "drawCard",
  title: "Draw cards",
  titles: ["抽牌"],
  aliases: ["draw", "card advantage", "摸牌"],
  info: "The player draws cards from the deck.",
};
const discard: Findable = { label: "discardCard", title: "Discard a card", titles: ["弃牌"], aliases: ["throw away"] };
const drawn: Findable = { label: "onDrawCard", title: "A card is drawn", titles: ["抽到牌"], aliases: ["when drawn"] };
const defeat: Findable = {
  label: "onDefeat",
  title: "A monster is defeated",
  titles: ["怪物被击败"],
  aliases: ["on death", "dies", "killed", "亡语", "死亡"],
};
const damage: Findable = { label: "damage", title: "Deal damage", titles: ["造成伤害"], aliases: ["hit", "打"] };
const chance: Findable = { label: "pickOne", title: "Pick one", titles: ["任选"], aliases: ["random", "随机"] };
const all = [drawn, discard, draw, defeat, damage, chance];

const found = (query: string) => rankByMeaning(all, query).map((item) => item.label);

describe("ranking", () => {
  it("keeps the order of an empty query", () => {
    expect(found("")).toEqual(all.map((item) => item.label));
    expect(found(" _ ")).toEqual(all.map((item) => item.label));
  });

  it("puts what is meant before what is spelled alike", () => {
    expect(found("draw")).toEqual(["drawCard", "onDrawCard"]);
    expect(found("UNIT_DIED")).toEqual(["onDefeat"]);
    expect(found("on death")[0]).toBe("onDefeat");
    expect(found("random")).toEqual(["pickOne"]);
  });

  it("finds by Chinese titles and aliases, also inside a longer query", () => {
    expect(found("抽牌")).toEqual(["drawCard"]);
    expect(found("亡语")).toEqual(["onDefeat"]);
    expect(found("怪物死亡时")).toEqual(["onDefeat"]);
    expect(found("随")).toEqual(["pickOne"]);
  });

  it("knows forms of a word", () => {
    expect(found("kills")).toEqual(["onDefeat"]);
    expect(found("died")).toEqual(["onDefeat"]);
    expect(found("drawing")).toEqual(["drawCard", "onDrawCard"]);
    expect(found("throwing away")).toEqual(["discardCard"]);
  });

  it("forgives a slip in the spelling, last of all", () => {
    expect(found("damgae")).toEqual(["damage"]);
    expect(found("dmage")).toEqual(["damage"]);
    expect(found("xyzzy")).toEqual([]);
  });

  it("reads the explanation when nothing nearer is found", () => {
    expect(found("from the deck")).toEqual(["drawCard"]);
  });

  it("leaves nothing of one letter that does not hold it", () => {
    expect(found("z")).toEqual([]);
  });

  it("ranks 300 items in a blink", () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ ...draw, label: `drawCard${n}` }));
    rankByMeaning(many, "draw");
    const began = performance.now();
    rankByMeaning(many, "drawcrads");
    expect(performance.now() - began).toBeLessThan(400);
  });
});

describe("the alias that matched", () => {
  it("is named where the titles do not say it", () => {
    expect(matchedAlias(defeat, "亡语")).toBe("亡语");
    expect(matchedAlias(defeat, "dea")).toBe("on death");
  });

  it("is left out where they do", () => {
    expect(matchedAlias(draw, "drawCard")).toBeNull();
    expect(matchedAlias(damage, "造成伤害")).toBeNull();
  });
});
