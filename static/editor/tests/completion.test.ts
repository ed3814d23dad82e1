import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { Places } from "../src/model/places";
import { localised, type Schema, SchemaBook } from "../src/model/schema";
import { discriminatorKeys, discriminatorOffers } from "../src/text/discriminator";
import { rank } from "../src/text/completion";
import { explain } from "../src/text/hover";
import { JsonService } from "../src/text/service";
import { fromService } from "../src/text/snippets";
import { atBar, book, card, schema } from "./support";

const EFFECTS = ["damage", "health", "mana", "gold", "drawCard", "discardCard", "if", "loop", "addTriggers"];
const CONDITIONS = ["Equals", "LessThanOrEqual", "GreaterThan", "And", "Or"];

function offers(marked: string) {
  const { text, offset } = atBar(marked);
  return discriminatorOffers(book, text, parseTree(text, [], { allowTrailingComma: true }), offset);
}

function labels(marked: string): string[] {
  return offers(marked).map((offer) => offer.label);
}

/** Put an effect list at the depth of if > loop > addTriggers > trigger > do. */
function deep(inner: string): string {
  return `{"id": "x", "name": "n", "behaviors": [{"at": "onPlay", "do": [{"type": "if", "condition": {"type": "Equals", "value1": 1, "value2": 1}, "do": [
    {"type": "loop", "times": 2, "do": [{"type": "addTriggers", "triggers": [{"event": "onPlayCard", "lifetime": "once", "do": [${inner}]}]}]}]}]}]}`;
}

describe("completion of the discriminator", () => {
  it("offers every variant at the first level", () => {
    expect(labels('{"behaviors": [{"do": [{"type": "|"}]}]}')).toEqual(EFFECTS);
  });

  it("offers every variant nested in if, loop, addTriggers and a trigger", () => {
    expect(labels(deep('{"type": "|"}'))).toEqual(EFFECTS);
  });

  it("offers every variant though the other keys fit only some", () => {
    expect(labels(deep('{"amount": 3, "target": "x", "type": "dam|"}'))).toEqual(EFFECTS);
  });

  it("offers conditions where a condition stands", () => {
    expect(labels(deep('{"type": "if", "condition": {"type": "And", "conditions": [{"type": "|"}]}}'))).toEqual(
      CONDITIONS,
    );
  });

  it("offers the values of a union that is one of several alternatives", () => {
    expect(labels(deep('{"type": "damage", "amount": {"type": "|"}}'))).toEqual(["getCardProperty", "count"]);
  });

  it("offers choosers only where a target stands", () => {
    expect(labels(deep('{"type": "damage", "target": {"type": "|"}}'))).toEqual(["monsterChooser", "monsters"]);
  });

  it("works while the text is broken", () => {
    const whole = deep('{"type": "|');
    expect(labels(whole.slice(0, whole.indexOf("|") + 1))).toEqual(EFFECTS);
    expect(labels('{"behaviors": [{"do": [{"type": |')).toEqual(EFFECTS);
  });

  it("leaves what follows a string without its end", () => {
    const marked = '{"behaviors": [{"do": [{"type": "da|}]}]}';
    const { text } = atBar(marked);
    const [first] = offers(marked);

    expect(text.slice(first?.from, first?.to)).toBe('"da');
  });

  it("offers blocks after a comma in a list", () => {
    expect(labels(deep('{"type": "if"}, |'))).toEqual(EFFECTS);
  });

  it("replaces the whole word under the cursor, quotes included", () => {
    const { text } = atBar(deep('{"type": "dam|gae"}'));
    const [first] = offers(deep('{"type": "dam|gae"}'));

    expect(text.slice(first?.from, first?.to)).toBe('"damgae"');
    expect(first?.snippet).toBe('"damage", "amount": ${1:1}, "target": ${2}');
  });

  it("adds the required fields that are not written, and leaves those that are", () => {
    const written = offers(deep('{"amount": 7, "type": "dam|"}')).find((offer) => offer.label === "damage");
    const lines = offers(deep('{\n  "type": "|"\n}')).find((offer) => offer.label === "damage");
    const switched = offers(deep('{"type": "damage|", "amount": 1, "target": "x"}'));

    expect(written?.snippet).toBe('"damage", "target": ${1}');
    expect(lines?.snippet).toBe('"damage",\n"amount": ${1:1},\n"target": ${2}');
    expect(switched.find((offer) => offer.label === "damage")?.snippet).toBe('"damage"');
    expect(switched.find((offer) => offer.label === "loop")?.snippet).toBe('"loop", "times": ${1:1}, "do": [${2}]');
  });

  it("offers whole blocks with the required keys in an empty list", () => {
    const loop = offers(deep("|")).find((offer) => offer.label === "loop");

    expect(labels(deep("|"))).toEqual(EFFECTS);
    expect(loop?.snippet).toBe('{ "type": "loop", "times": ${1:1}, "do": [${2}] }');
  });

  it("offers whole blocks where a target is missing or half typed", () => {
    expect(labels(deep('{"type": "damage", "target": |}'))).toEqual(["monsterChooser", "monsters"]);
    expect(labels(deep('{"type": "damage", "target": "mon|"}'))).toEqual(["monsterChooser", "monsters"]);
  });

  it("starts an enumeration with its first word", () => {
    const mana = offers(deep("|")).find((offer) => offer.label === "mana");

    expect(mana?.snippet).toBe('{ "type": "mana", "mode": "${1:add}", "amount": ${2:1}, "target": ${3} }');
  });

  it("offers nothing at a key, in a comment or in a plain string", () => {
    expect(labels('{"behaviors": [{"do": [{"|": 1}]}]}')).toEqual([]);
    expect(labels('{"behaviors": [{"do": [ // see|\n]}]}')).toEqual([]);
    expect(labels('{"name": "|"}')).toEqual([]);
  });

  it("knows which key chooses", () => {
    const { text, offset } = atBar(deep('{"|"}'));

    expect(discriminatorKeys(book, text, parseTree(text), offset)).toEqual(["type"]);
  });
});

describe("what is typed", () => {
  const found = (marked: string): string[] => {
    const { text, offset } = atBar(marked);
    return rank(offers(marked), text, offset).map((offer) => offer.label);
  };

  it("keeps what begins so, then what holds it", () => {
    expect(found(deep('{"type": "d|"}'))).toEqual(["damage", "drawCard", "discardCard", "gold", "addTriggers"]);
  });

  it("finds by title too", () => {
    expect(found(deep("Repeat|"))).toEqual(["loop"]);
  });

  it("asks for the alternatives when it is whole already", () => {
    expect(found(deep('{"type": "loop|"}'))).toEqual(["loop", ...EFFECTS.filter((label) => label !== "loop")]);
  });
});

describe("the language service", () => {
  const service = new JsonService(schema);
  const keys = async (marked: string): Promise<string[]> => {
    const { text, offset } = atBar(marked);
    return (await service.complete(text, offset)).items.map((item) => item.label);
  };

  it("offers the keys of the chosen variant alone, at any depth", async () => {
    expect((await keys(deep('{"type": "damage", "|"}'))).sort()).toEqual(["amount", "id", "target"]);
    expect((await keys(deep('{"type": "loop", "|"}'))).sort()).toEqual(["do", "id", "times"]);
  });

  it("offers only the discriminator while no variant is chosen", async () => {
    expect(await keys(deep('{"|"}'))).toEqual(["type"]);
  });

  it("offers the values of an enumeration", async () => {
    expect(await keys(deep('{"type": "mana", "mode": |}'))).toEqual(['"add"', '"sub"', '"set"']);
  });

  it("finds nothing wrong with comments and trailing commas", async () => {
    expect(await service.check(card)).toEqual([]);
  });

  it("points at one wrong leaf at depth with one problem", async () => {
    const text = deep('{"type": "mana", "mode": "ad", "amount": 1, "target": "$onPlay.playerUUID"}');
    const found = await service.check(text);

    expect(found.map(({ code, path }) => [code, path])).toEqual([
      ["E-ENUM", "/behaviors/0/do/0/do/0/do/0/triggers/0/do/0/mode"],
    ]);
  });

  it("calls what is not JSON so, with its place", async () => {
    const [first] = await service.check('{\n  "id": "x"\n  "name": 1\n}');

    expect(first).toMatchObject({ code: "E-JSON", line: 3, column: 3 });
  });
});

describe("explanations", () => {
  const tree = parseTree(card, [], { allowTrailingComma: true });

  it("say what a chosen variant does, at depth", () => {
    expect(explain(book, tree, card.indexOf('"discardCard"') + 2)).toMatchObject({
      name: "discardCard",
      title: "Discard a card",
    });
  });

  it("say what a key means within its variant", () => {
    expect(explain(book, tree, card.indexOf('"lifetime"') + 2)).toMatchObject({ name: "lifetime", title: "Lifetime" });
    expect(explain(book, tree, card.indexOf('"times"') + 2)).toMatchObject({ title: "Times" });
  });

  it("are Chinese where the page is", () => {
    const zh = new SchemaBook(localised(schema, "zh") as Schema);

    expect(explain(zh, tree, card.indexOf('"loop"') + 2)).toMatchObject({ title: "重复" });
  });
});

describe("localised", () => {
  it("takes title and description of the language, English where there is none", () => {
    const both = { title: "A", description: "a", "x-i18n": { zh: { title: "甲", description: "说明" } } };

    expect(localised({ title: "A", description: "a", "x-i18n": { zh: { title: "甲" } } }, "zh")).toMatchObject({
      title: "甲",
      description: "a",
    });
    expect(localised(both, "zh")).toMatchObject({ title: "甲", description: "说明" });
    expect(localised(both, "en")).toMatchObject({ title: "A", description: "a" });
  });

  it("chooses the words of an enumeration", () => {
    const mode = { enum: ["add"], "x-ui": { widget: "select", options: { add: { en: "Add", zh: "增加" } } } };

    expect(localised(mode, "zh")).toMatchObject({ "x-ui": { widget: "select", options: { add: "增加" } } });
  });

  it("chooses the words that an open set has, and keeps those of the other language to be found by", () => {
    const tags = { type: "array", "x-ui": { known: { ELITE: { en: "elite", zh: "精英" } }, order: 3 } };
    const shown = localised(tags, "zh") as Schema;

    expect(shown["x-ui"]).toEqual({ known: { ELITE: "精英" }, knownOthers: { ELITE: "elite" }, order: 3 });
    expect(new Places(new SchemaBook(shown)).root.known).toEqual([{ value: "ELITE", word: "精英", other: "elite", section: "" }]);
  });
});

describe("fromService", () => {
  it("turns numbered places into CodeMirror's", () => {
    expect(fromService('"amount": ${1:0},')).toBe('"amount": ${1:0},');
    expect(fromService('"target": $1')).toBe('"target": ${1}');
    expect(fromService('"mode": ${1|add,sub|}')).toBe('"mode": ${1:add}');
  });
});
