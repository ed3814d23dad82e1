import { describe, expect, it } from "vitest";
import { Unreachable } from "../src/model/api";
import { References } from "../src/model/references";

const ADDRESSES = { scope: "/packs/p/cards/c/scope/", names: "/packs/p/names/" };
const player = {
  insert: "$onPlay.playerUUID",
  type: "player",
  title: { en: "who played this card", zh: "打出此牌的玩家" },
  group: "play",
  fits: true,
};

function client(answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const request = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new TypeError("offline");
    return answer;
  }) as typeof fetch;
  return { sent, references: new References(ADDRESSES, "token", "en", request, () => '{"id": "x"}') };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

describe("references in scope", () => {
  it("are asked for with the text and the pointer, once", async () => {
    const { sent, references } = client([json({ references: [player] })]);

    expect(await references.inScope("/a/0")).toEqual([player]);
    expect(await references.inScope("/a/0")).toEqual([player]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe(ADDRESSES.scope);
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ text: '{"id": "x"}', pointer: "/a/0" });
    expect(sent[0]?.init.headers).toMatchObject({ "X-CSRFToken": "token", "Accept-Language": "en" });
  });

  it("are asked for again when the text is another", async () => {
    const { sent, references } = client([json({ references: [] }), json({ references: [player] })]);

    await references.inScope("/a", "{}");
    expect(await references.inScope("/a", '{"b": 1}')).toEqual([player]);
    expect(sent).toHaveLength(2);
  });

  it("are none where the text has no such place", async () => {
    expect(await client([json({ type: "invalid" }, 422)]).references.inScope("/nowhere")).toEqual([]);
  });

  it("are not kept when nobody answered", async () => {
    const { references } = client([new TypeError("offline"), json({ references: [player] })]);

    await expect(references.inScope("/a")).rejects.toBeInstanceOf(Unreachable);
    expect(await references.inScope("/a")).toEqual([player]);
  });
});

describe("names of cards", () => {
  it("are asked for by query and kinds", async () => {
    const ember = { id: "a.ember", kind: "treasure", name: { en: "Ember Lash", zh: "余烬之鞭" } };
    const { sent, references } = client([json({ names: [ember] })]);

    expect(await references.names("余烬", ["treasure", "exploration"])).toEqual([ember]);
    expect(sent[0]?.url).toBe(`/packs/p/names/?q=${encodeURIComponent("余烬")}&kind=treasure&kind=exploration`);
  });
});

describe("names of cards", () => {
  const card = (id: string) => ({ id, kind: "spell", name: { en: id.toUpperCase(), zh: "牌" } });

  it("that are asked for in one moment are one request, and each is asked for once", async () => {
    const { sent, references } = client([json({ names: [card("a"), card("b")] })]);
    const names = await Promise.all(["a", "b", "none", "a"].map((id) => references.nameOf(id)));

    expect(names.map((name) => name?.en)).toEqual(["A", "B", undefined, "A"]);
    expect(sent.map(({ url }) => url)).toEqual([`${ADDRESSES.names}?id=a&id=b&id=none`]);
  });

  it("fit into an address however many there are", async () => {
    const ids = Array.from({ length: 90 }, (_, n) => `card-${n}`);
    const { sent, references } = client([json({ names: [] }), json({ names: [] }), json({ names: ids.map(card) })]);
    await Promise.all(ids.map((id) => references.nameOf(id)));

    expect(sent.map(({ url }) => url.split("id=").length - 1)).toEqual([40, 40, 10]);
  });

  it("are asked for again after a request that failed", async () => {
    const { references } = client([new TypeError("offline"), json({ names: [card("a")] })]);
    await expect(references.nameOf("a")).rejects.toThrow(Unreachable);

    expect((await references.nameOf("a"))?.zh).toBe("牌");
  });
});
