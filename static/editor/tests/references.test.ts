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
