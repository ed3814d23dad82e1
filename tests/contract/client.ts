// A client of the API on the types that openapi-typescript makes of the saved document. It is compiled and not run:
// each line holds that a member is there, of its kind; each `@ts-expect-error` that a slip would not compile.

import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

const RELEASE = "/api/v1/packs/{pack}/releases/{version}/";
type Manifest = Answer<`${typeof RELEASE}manifest.json`>;
type Bulk = Answer<`${typeof RELEASE}bulk/cards.json`>;
type Diff = Answer<`${typeof RELEASE}diff/{other}/`>;
type Preview = Answer<"/api/v1/packs/{pack}/previews/{number}/">;
type Draft = Answer<"/api/v1/packs/{pack}/cards/{card}/draft/">;
type Cards = Answer<"/api/v1/packs/{pack}/cards/">;

export function sizes(manifest: Manifest): Map<string, number> {
  // @ts-expect-error no such member
  void manifest.file;
  return new Map(manifest.files.map((file) => [file.sha256, file.size]));
}

export function pinned(manifest: Manifest): string[] {
  const game: "encounter" | "genius" | "halo" | "wizards" = manifest.ruleset;
  const words: string | undefined = manifest.changelog.en;
  return [game, words ?? "", ...manifest.cards.map((card) => `${card.id}@${card.version}`)];
}

export function ids(bulk: Bulk): string[] {
  const digest: string = bulk.manifest_sha256;
  // @ts-expect-error what is in a card is said by the schema of its game
  const cost: number = bulk.cards[0]?.manaCost;
  return [digest, String(cost), ...bulk.cards.map((card) => card.id)];
}

export function patches(diff: Diff): Schemas["PatchStep"][] {
  const added: number = diff.counts.added ?? 0;
  for (const change of diff.results) {
    const kind: "added" | "changed" | "removed" | "renamed" = change.change;
    // @ts-expect-error a slip
    void change.pach;
    void kind;
  }
  return added ? [] : diff.results.flatMap((change) => change.patch ?? []);
}

export function headline(preview: Preview): string {
  const state: "queued" | "running" | "finished" | "cancelled" | "failed" = preview.state;
  // @ts-expect-error not one of the words
  const wrong: "done" = preview.state;
  void wrong;
  const result = preview.result;
  if (result?.format === "preview-result/2") {
    const [low, high] = result.estimate?.interval_pp ?? [];
    return `${state}: ${result.verdict ?? "?"} ${low ?? "?"}…${high ?? "?"}, ${result.n ?? 0}`;
  }
  return `${state}: ${preview.estimate?.mean_pp ?? "?"} pp, ${preview.progress.blocks} of ${preview.progress.of}`;
}

export function faults(draft: Draft): string[] {
  const id: string | undefined = draft.document?.id;
  return draft.problems.map((problem) => `${id}: ${problem.code} ${problem.path} ${problem.message.en}`);
}

export async function unreleased(origin: string, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const query: NonNullable<paths["/api/v1/packs/{pack}/cards/"]["get"]["parameters"]["query"]> = { limit: 200, state: "draft" };
  // @ts-expect-error a page is a number of entries
  query.limit = "200";
  const listed = await fetch(`${origin}/api/v1/packs/core/cards/?${new URLSearchParams({ state: query.state ?? "" })}`, { headers });
  if (!listed.ok) {
    const refusal = (await listed.json()) as Schemas["Refusal"];
    throw new Error(`${refusal.title}: ${refusal.detail}`);
  }
  const page = (await listed.json()) as Cards;
  return page.results.filter((card) => card.released === null).map((card) => card.id);
}

export const save: Schemas["DraftSaveBody"] = { text: "{}", texts: { zh: { name: "石" } } };
export const start: Schemas["PreviewStartBody"] = { card: "base.stone", preset: "quick", baseline: "without" };
