import { describe, expect, it } from "vitest";
import { DraftApi, Refusal, Unreachable } from "../src/model/api";

const addresses = { draft: "/d", versions: "/v", validate: "/c", states: "/s", snippets: "/n", liftOut: "/l" };

interface Sent {
  url: string;
  init: RequestInit;
}

/** An api whose next answer is given, and what it sent. */
function answering(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): { api: DraftApi; sent: Sent[] } {
  const sent: Sent[] = [];
  const request = async (url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), init: init ?? {} });
    return new Response(body, { status, headers });
  };
  return { api: new DraftApi(addresses, "token", "zh-Hans", request as typeof fetch), sent };
}

const saved = JSON.stringify({ revision: 4, text: "{}", problems: [] });

describe("DraftApi", () => {
  it("saves with the revision it is based on, the CSRF token and the language", async () => {
    const { api, sent } = answering(200, saved, { ETag: '"r4-x"' });
    const draft = await api.save("{}", '"r3-x"');

    expect(draft).toMatchObject({ etag: '"r4-x"', revision: 4 });
    expect(sent[0]?.init.method).toBe("PUT");
    expect(sent[0]?.init.headers).toMatchObject({
      "If-Match": '"r3-x"',
      "X-CSRFToken": "token",
      "Accept-Language": "zh-Hans",
    });
    expect(sent[0]?.init.body).toBe('{"text":"{}"}');
  });

  it("takes a weakened tag for the strong one", async () => {
    expect((await answering(200, saved, { ETag: 'W/"r4-x"' }).api.load()).etag).toBe('"r4-x"');
  });

  it("brings the newer draft along when a save is stale", async () => {
    const current = { revision: 9, text: "theirs", etag: '"r9"', problems: [] };
    const { api } = answering(412, JSON.stringify({ type: "/problems/stale", title: "Stale", current }));

    await expect(api.save("{}", "x")).rejects.toMatchObject({
      status: 412,
      slug: "stale",
      current: { text: "theirs", etag: '"r9"' },
    });
  });

  it("never takes a sign-in page for a saved draft", async () => {
    await expect(answering(200, "<html>").api.save("{}", "x")).rejects.toBeInstanceOf(Refusal);
    await expect(answering(200, "{}").api.save("{}", "x")).rejects.toBeInstanceOf(Refusal);
    await expect(answering(200, '{"text": "{}"}').api.save("{}", "x")).rejects.toBeInstanceOf(Refusal);
  });

  it("tells what may pass from what will not", async () => {
    const busy = await answering(429, "{}", { "Retry-After": "7" })
      .api.load()
      .catch((e: unknown) => e as Refusal);
    const big = await answering(413, "{}")
      .api.load()
      .catch((e: unknown) => e as Refusal);

    expect([busy, big].map((e) => e instanceof Refusal && e.passing)).toEqual([true, false]);
    expect(busy instanceof Refusal && busy.retryAfter).toBe(7);
  });

  it("says unreachable when no answer comes", async () => {
    const api = new DraftApi(addresses, "", "en", () => Promise.reject(new TypeError("network")));

    await expect(api.load()).rejects.toBeInstanceOf(Unreachable);
  });
});
