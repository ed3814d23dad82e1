import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import tavernFile from "./tavern.schema.json";
import { type Schema, SchemaBook } from "../src/model/schema";
import { discriminatorKeys, discriminatorOffers } from "../src/text/discriminator";
import { explain } from "../src/text/hover";
import { JsonService } from "../src/text/service";
import { atBar } from "./support";

/** The schema of a game whose nodes are `{type, target, params}`, `{op, args}`, `{name, value?}` and words. */
const schema = tavernFile as Schema;
const book = new SchemaBook(schema);
const service = new JsonService(schema);

const inAbility = (effects: string, conditions = "") =>
  `{"id": "P-1", "name": "n", "cardType": "PATRON", "cost": {"supply": 1}, "keywords": [],
    "abilities": [{"id": "a", "trigger": "STRUCK", "conditions": [${conditions}], "effects": [${effects}]}]}`;

function offers(marked: string) {
  const { text, offset } = atBar(marked);
  return discriminatorOffers(book, text, parseTree(text, [], { allowTrailingComma: true }), offset);
}

const labels = (marked: string) => offers(marked).map((offer) => offer.label);
const snippet = (marked: string, label: string) => offers(marked).find((offer) => offer.label === label)?.snippet;

async function served(marked: string): Promise<string[]> {
  const { text, offset } = atBar(marked);
  return (await service.complete(text, offset)).items.map((item) => item.label.replaceAll('"', ""));
}

describe("nodes of another spelling", () => {
  it("are chosen by the key of their family", () => {
    expect(labels(inAbility('{"type": "|"}'))).toEqual(["DEAL", "GAIN", "WEIGH", "INVITE", "CALL_OFF"]);
    expect(labels(inAbility("", '{"op": "|"}'))).toEqual(["HAS_TAG", "SAME_ROOM", "NONE_OF"]);
    expect(labels('{"keywords": [{"name": "|"}]}')).toEqual(["SWIFT", "WARD", "BREWED"]);
    const { text, offset } = atBar(inAbility("", '{"|"}'));
    expect(discriminatorKeys(book, text, parseTree(text), offset)).toEqual(["op"]);
  });

  it("start with what their bag must hold", () => {
    expect(snippet(inAbility("|"), "DEAL")).toBe(
      '{ "type": "DEAL", "target": "${1:SOURCE}", "params": { "amount": ${2:1} } }',
    );
    expect(snippet(inAbility("|"), "CALL_OFF")).toBe('{ "type": "CALL_OFF", "target": "${1:SOURCE}" }');
    expect(snippet(inAbility("", "|"), "HAS_TAG")).toBe('{ "op": "HAS_TAG", "args": ["${1}"] }');
    expect(snippet(inAbility("", "|"), "NONE_OF")).toBe('{ "op": "NONE_OF", "args": [[${1}]] }');
    expect(snippet('{"keywords": [|]}', "WARD")).toBe('{ "name": "WARD", "value": ${1:1} }');
  });

  it("are offered inside an argument", () => {
    expect(labels(inAbility("", '{"op": "NONE_OF", "args": [[{"op": "|"}]]}'))).toEqual([
      "HAS_TAG",
      "SAME_ROOM",
      "NONE_OF",
    ]);
  });

  it("have their words and the keys of their bag from the schema", async () => {
    expect(await served(inAbility('{"type": "DEAL", "target": "|"}'))).toEqual(
      expect.arrayContaining(["SOURCE", "TARGET", "OWNER", "EVENT", "CHOSEN"]),
    );
    expect(await served(inAbility('{"type": "DEAL", "params": {"|"}}'))).toEqual(["amount", "kind"]);
    expect(await served(inAbility('{"type": "DEAL", "params": {"kind": "|"}}'))).toEqual(["FIRE", "ICE"]);
  });

  it("are explained, and checked at their place", async () => {
    const { text, offset } = atBar(inAbility("", '{"op": "HAS_|TAG", "args": ["INN"]}'));
    expect(explain(book, parseTree(text), offset)?.title).toBe("HAS_TAG");
    const wrong = inAbility('{"type": "DEAL", "target": "SORCE", "params": {"amount": 1}}', '{"op": "HAS_TAG", "args": ["INN", 99]}');
    expect((await service.check(wrong)).map((problem) => problem.path)).toEqual([
      "/abilities/0/conditions/0/args/1",
      "/abilities/0/effects/0/target",
    ]);
  });
});
