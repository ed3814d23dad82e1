import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { DraftApi } from "../src/model/api";
import { innerNode } from "../src/text/texts_panel";

const ADDRESSES = { draft: "/draft", versions: "/versions", validate: "/validate", states: "/states", snippets: "/n", liftOut: "/l" };
const SAID = { describe: { en: "Deal 5 damage.", zh: "造成5点伤害。" }, mismatches: [] };

function client(body: unknown) {
  const sent: { url: string; init: RequestInit }[] = [];
  const request = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(JSON.stringify(body), { headers: { ETag: '"r2"' } });
  }) as typeof fetch;
  return { sent, api: new DraftApi(ADDRESSES, "token", "en", request) };
}

describe("texts beside the document", () => {
  it("are saved with the text that they belong to", async () => {
    const { api, sent } = client({ text: "{}", revision: 2, ...SAID });
    const draft = await api.saveTexts("{}", { zh: { name: "石头" } }, '"r1"');

    expect(sent[0]?.init.method).toBe("PUT");
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ text: "{}", texts: { zh: { name: "石头" } } });
    expect(sent[0]?.init.headers).toMatchObject({ "If-Match": '"r1"' });
    expect(draft.said).toEqual(SAID);
  });

  it("come with what the effects say", async () => {
    const { api } = client({ ok: true, problems: [], ...SAID });

    expect((await api.validate("{}", new AbortController().signal)).said).toEqual(SAID);
  });

  it("of a server that says nothing are none", async () => {
    const { api } = client({ ok: true, problems: [] });

    expect((await api.validate("{}", new AbortController().signal)).said).toBeNull();
  });
});

describe("a text inside a document", () => {
  const skills = '"skills": [{"id": "a.b", "name": "Two"}, {"id": "a", "name": "One"}]';
  const tree = parseTree(`{"name": "Hero", ${skills}}`) as NonNullable<ReturnType<typeof parseTree>>;

  it.each([
    ["name", "Hero"],
    ["skills.a.name", "One"],
    ["skills.a.b.name", "Two"],
    ["skills.c.name", undefined],
    ["description", undefined],
  ])("is found by %s", (name, value) => {
    expect(innerNode(tree, name)?.value).toBe(value);
  });
});
