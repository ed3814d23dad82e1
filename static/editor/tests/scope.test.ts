import { describe, expect, it } from "vitest";
import { CardDocument } from "../src/model/document";
import { References } from "../src/model/references";
import { type Schema, SchemaBook } from "../src/model/schema";
import { rank } from "../src/text/completion";
import { nameOffers, referenceOffers, spoken, triggerOffers, wordOffers } from "../src/text/references";
import { atBar, book } from "./support";

const said = (en: string, zh: string) => ({ en, zh });
const SCOPE = [
  { insert: "$onPlay.playerUUID", type: "player", title: said("who played this", "打出此牌的玩家"), group: "play", fits: true },
  { insert: "$d.count", type: "int", title: said("cards drawn", "抽到的牌数"), group: "earlier", fits: false, why: said("A player is wanted.", "此处需要玩家。") },
  { insert: "{dc{loop1.index}.UUID}", type: "card", title: said("the drawn card", "抽到的牌"), group: "earlier", fits: true },
  { insert: "{loop1.index}", type: "int", title: said("which pass", "第几次"), group: "loop", fits: true },
];
const NAMES = [{ id: "ashen.ember_lash", kind: "treasure", name: said("Ember Lash", "余烬之鞭") }];

function asked(marked: string, of: SchemaBook = book) {
  const { text, offset } = atBar(marked);
  const sent: { url: string; text?: string; pointer?: string }[] = [];
  const request = (async (url: string, init: RequestInit) => {
    sent.push({ url, ...(init.body ? (JSON.parse(String(init.body)) as object) : {}) });
    return new Response(JSON.stringify(url.startsWith("/names") ? { names: NAMES } : { references: SCOPE }));
  }) as typeof fetch;
  const references = new References({ scope: "/scope", names: "/names" }, "", "en", request, () => text);
  return { sent, text, offset, references, document: new CardDocument(text, 1, ""), of };
}

async function offers(marked: string) {
  const { text, offset, references, document, of, sent } = asked(marked);
  const found = await referenceOffers(of, references, document, text, offset);
  return { sent, labels: rank(found, text, offset).map((offer) => offer.label), found: rank(found, text, offset) };
}

const target = (value: string) => `{"behaviors": [{"do": [{"type": "mana", "mode": "add", "amount": 1, "target": ${value}}]}]}`;

describe("references at the cursor", () => {
  it("are opened by $, what fits first", async () => {
    const { labels, sent } = await offers(target('"$|"'));

    expect(labels).toEqual(["$onPlay.playerUUID", "{dc{loop1.index}.UUID}", "{loop1.index}", "$d.count"]);
    expect(sent[0]).toMatchObject({ pointer: "/behaviors/0/do/0/target", text: target('""') });
  });

  it("are offered where nothing is written yet", async () => {
    expect((await offers(target("|"))).labels).toContain("$onPlay.playerUUID");
    expect((await offers(target('"|"'))).labels).toContain("$onPlay.playerUUID");
  });

  it("are found by what they mean in either language", async () => {
    expect((await offers(target('"$who played|"'))).labels[0]).toBe("$onPlay.playerUUID");
    expect((await offers(target('"$打出|"'))).labels[0]).toBe("$onPlay.playerUUID");
  });

  it("replace the whole text, and escape what a snippet would read", async () => {
    const { found } = await offers(target('"$o|"'));
    const { text } = atBar(target('"$o|"'));
    const [first] = found;

    expect(text.slice(first?.from, first?.to)).toBe('"$o"');
    expect(first?.snippet).toBe('"\\$onPlay.playerUUID"');
  });

  it("within a text are opened by {, and leave the rest of it", async () => {
    const marked = '{"behaviors": [{"do": [{"id": "hit{lo|}", "type": "mana"}]}]}';
    const { found } = await offers(marked);
    const { text } = atBar(marked);
    const index = found.find((offer) => offer.label === "{loop1.index}");

    expect(text.slice(index?.from, index?.to)).toBe("{lo}");
    expect(index?.snippet).toBe("\\{loop1.index\\}");
  });

  it("are not asked for at a key or in a plain field", async () => {
    expect((await offers('{"behaviors": [{"|": 1}]}')).sent).toEqual([]);
    expect((await offers('{"name": "|"}')).sent).toEqual([]);
  });

  it("are said in the language of the page", async () => {
    const { found } = await offers(target('"$|"'));
    const [first] = found;

    expect(first && spoken({ ...first, title: first.title }, "zh").title).toBe("打出此牌的玩家");
  });
});

describe("names of cards", () => {
  const naming = new SchemaBook({
    type: "object",
    properties: { tokenId: { type: "string", "x-ui": { widget: "text", names: "card" } }, name: { type: "string" } },
  } as Schema);

  it("are offered where a card is named", async () => {
    const { text, offset, references, document, sent } = asked('{"tokenId": "emb|"}', naming);
    const [first] = await nameOffers(naming, references, document, text, offset);

    expect(sent[0]?.url).toBe("/names?q=emb");
    expect(first).toMatchObject({ label: "ashen.ember_lash", title: "Ember Lash", titles: ["余烬之鞭"] });
    expect(first?.snippet).toBe('"ashen.ember_lash"');
  });

  it("are not asked for elsewhere", async () => {
    const { text, offset, references, document, sent } = asked('{"name": "emb|"}', naming);

    expect(await nameOffers(naming, references, document, text, offset)).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe("names in a list", () => {
  it("are asked for by the kind that the list names", async () => {
    const heroes = { type: "array", items: { type: "string" }, "x-ui": { names: "card", kinds: ["hero"] } };
    const naming = new SchemaBook({ type: "object", properties: { heroes } } as Schema);
    const { text, offset, references, document, sent } = asked('{"heroes": ["emb|"]}', naming);

    expect(await nameOffers(naming, references, document, text, offset)).toHaveLength(1);
    expect(sent[0]?.url).toBe("/names?q=emb&kind=hero");
  });
});

describe("words", () => {
  const keyword = { type: "string", enum: ["ARMOR"], "x-ui": { options: { ARMOR: "Armor" }, others: { ARMOR: "装甲" } } };
  const known = { known: { INFANTRY: "infantry" }, knownOthers: { INFANTRY: "步兵" } };
  const properties = {
    args: { type: "array", prefixItems: [keyword, { type: "string", "x-ui": known }] },
    tags: { type: "array", items: { type: "string" }, "x-ui": known },
    tag: { type: "string", "x-ui": known },
  };
  const spelling = new SchemaBook({ type: "object", properties } as Schema);
  const offered = (marked: string) => {
    const { text, offset, document } = asked(marked, spelling);
    return wordOffers(spelling, document, text, offset).map((offer) => `${offer.label} ${offer.title} ${offer.titles}`);
  };

  it("are those of an argument, by its place", () => {
    expect(offered('{"args": ["|"]}')).toEqual(["ARMOR Armor 装甲"]);
    expect(offered('{"args": [|]}')).toEqual(["ARMOR Armor 装甲"]);
    expect(offered('{"args": ["ARMOR", "|"]}')).toEqual(["INFANTRY infantry 步兵"]);
  });

  it("are those that an open set already has", () => {
    expect(offered('{"tags": ["x", "|"]}')).toEqual(["INFANTRY infantry 步兵"]);
    expect(offered('{"tag": "|"}')).toEqual(["INFANTRY infantry 步兵"]);
    expect(offered('{"|": 1}')).toEqual([]);
  });
});

describe("ids of triggers", () => {
  it("are offered where a trigger is named", () => {
    const names = { type: "array", items: { type: "string" }, "x-ui": { names: "trigger" } };
    const naming = new SchemaBook({ type: "object", properties: { targets: names } } as Schema);
    const { text, offset, document } = asked('{"targets": ["|"], "do": [{"event": "onBuy", "id": "ward"}, {"id": "hit"}]}', naming);

    expect(triggerOffers(naming, document, text, offset).map((offer) => offer.label)).toEqual(["ward"]);
  });
});
