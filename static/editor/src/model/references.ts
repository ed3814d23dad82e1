import { parse } from "jsonc-parser";
import { Unreachable } from "./api";

/** A text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

export type ReferenceGroup = "event" | "play" | "earlier" | "loop" | "later" | "card";

/** Something that the document may refer to at one place. */
export interface Reference {
  /** What is written in the document: `$onPlay.playerUUID`, `{loop1.index}`. */
  readonly insert: string;
  readonly type: string;
  readonly title: Bilingual;
  readonly group: ReferenceGroup;
  /** Whether the field at the place takes it; `why` says why not. */
  readonly fits: boolean;
  readonly why?: Bilingual;
}

/** A card or token that a document may name. */
export interface NamedCard {
  readonly id: string;
  readonly kind: string;
  readonly name: Bilingual;
}

export interface ReferenceAddresses {
  readonly scope: string;
  readonly names: string;
}

/** Answers that are kept: going back and forth over one text asks once. */
const KEPT = 60;

/** Ids of one request for names, as long as they fit into an address. */
const IDS_AT_ONCE = 40;

interface Batch {
  readonly ids: string[];
  readonly answer: Promise<ReadonlyMap<string, Bilingual>>;
}

/** Asks the server what may be referred to at a place of the document, and which cards have a name. */
export class References {
  readonly #scopes = new Map<string, Promise<readonly Reference[]>>();
  readonly #names = new Map<string, Promise<readonly NamedCard[]>>();
  readonly #called = new Map<string, Promise<Bilingual | null>>();
  #batch: Batch | null = null;

  /** `text` gives the last text that parses; a place where a new one is tried brings its own. */
  constructor(
    private readonly addresses: ReferenceAddresses,
    private readonly csrf: string,
    private readonly language: string,
    private readonly request: typeof fetch,
    private readonly text: () => string,
  ) {}

  /**
   * What is in scope at a JSON Pointer of the text, what fits first.
   *
   * Errors: Unreachable when no answer came. A text that does not parse and a place that it does not have have nothing.
   */
  inScope(pointer: string, text: string = this.text()): Promise<readonly Reference[]> {
    return kept(this.#scopes, `${pointer}\n${text}`, async () => {
      const headers = { "Content-Type": "application/json", "X-CSRFToken": this.csrf };
      const init = { method: "POST", headers, body: JSON.stringify({ text, pointer }) };
      return listOf(await this.#ask(this.addresses.scope, init), "references") as Reference[];
    });
  }

  /** The cards and tokens of the pack, of one of some kinds or of any, that a query finds by id or by either name. */
  names(query: string, kinds: readonly string[] = []): Promise<readonly NamedCard[]> {
    const asked = new URLSearchParams([["q", query], ...kinds.map((kind) => ["kind", kind])]).toString();
    return kept(this.#names, asked, async () => {
      return listOf(await this.#ask(`${this.addresses.names}?${asked}`, { method: "GET" }), "names") as NamedCard[];
    });
  }

  /** What a card of the pack is called, by its id; null where the pack has no such card. What is asked in one moment is one request. */
  nameOf(id: string): Promise<Bilingual | null> {
    const stored = this.#called.get(id);
    if (stored) return stored;
    const batch = this.#batch ?? this.#newBatch();
    batch.ids.push(id);
    if (batch.ids.length >= IDS_AT_ONCE) this.#batch = null;
    const answer = batch.answer.then((names) => names.get(id) ?? null);
    this.#called.set(id, answer);
    answer.catch(() => this.#called.delete(id));
    return answer;
  }

  #newBatch(): Batch {
    const ids: string[] = [];
    const answer = Promise.resolve().then(async () => {
      if (this.#batch === batch) this.#batch = null;
      const query = new URLSearchParams(ids.map((id) => ["id", id])).toString();
      const cards = listOf(await this.#ask(`${this.addresses.names}?${query}`, { method: "GET" }), "names") as NamedCard[];
      return new Map(cards.map((card) => [card.id, card.name]));
    });
    const batch = { ids, answer };
    this.#batch = batch;
    return batch;
  }

  /** The rows of text in a field of another card of the pack; null where there is no such card or field. */
  async rowsOf(card: string, field: string): Promise<readonly string[] | null> {
    if (!card) return null;
    const url = new URL(`../cards/${encodeURIComponent(card)}/draft/`, new URL(this.addresses.names, location.href)).href;
    const { text } = await this.#ask(url, { method: "GET" }).catch((): Record<string, unknown> => ({}));
    const held: unknown = typeof text === "string" ? (parse(text) as Record<string, unknown> | undefined)?.[field] : null;
    return Array.isArray(held) && held.every((row) => typeof row === "string") ? held : null;
  }

  async #ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
    const headers = { Accept: "application/json", "Accept-Language": this.language, ...init.headers };
    const response = await this.#answer(url, { ...init, headers, credentials: "same-origin" });
    if (response.status === 422 || response.status === 400) return {};
    if (!response.ok) throw new Unreachable(`${response.status} ${url}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.request(url, init);
    } catch (error) {
      throw new Unreachable(String(error));
    }
  }
}

/** The answer that is kept for a key, or a new one; what failed is forgotten, so that the next one asks again. */
function kept<T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const stored = answers.get(key);
  if (stored) return stored;
  const asked = ask().catch((error: unknown) => {
    answers.delete(key);
    throw error;
  });
  answers.set(key, asked);
  const [oldest] = answers.keys();
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
  return asked;
}

function listOf(body: Record<string, unknown>, key: string): unknown[] {
  return Array.isArray(body[key]) ? body[key] : [];
}
