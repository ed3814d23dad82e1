import { LineEnds, plainText } from "./line_ends";
import type { Problem } from "./problems";

/** Where a written text says otherwise than the effects. */
export interface Mismatch {
  readonly language: string;
  readonly pointer: string;
  readonly written: string;
  readonly generated: string;
  readonly message: { readonly en: string; readonly zh: string };
}

/** The rules text that the effects give, and where what is written differs. */
export interface Said {
  readonly describe: { readonly en: string; readonly zh: string };
  readonly mismatches: readonly Mismatch[];
}

/** The texts of a card beside its document: language → name, rules text, notes. */
export type Texts = Record<string, Record<string, string>>;

/** The draft as the server holds it; `etag` comes from the header of that name. */
export interface Draft {
  readonly etag: string;
  readonly revision: number;
  readonly text: string;
  readonly saved_at: string | null;
  readonly saved_by: string | null;
  readonly problems: readonly Problem[];
  readonly face_html: string | null;
  readonly said?: Said | null;
  /** Where each text stands: written, generated, missing or stale. */
  readonly text_states?: readonly StateOfText[];
}

/** One text's state with its word in the language of the interface. */
export interface StateOfText {
  readonly language: string;
  readonly field: string;
  readonly state: string;
  readonly label: string;
}

export interface Validation {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly face_html: string | null;
  readonly said?: Said | null;
}

export interface Addresses {
  readonly draft: string;
  readonly versions: string;
  readonly validate: string;
  readonly states: string;
  readonly snippets: string;
  readonly liftOut: string;
}

/** A card that was made of what was written inside another: its id and page, and the text that names it instead. */
export interface Lifted {
  readonly id: string;
  readonly page: string;
  readonly text: string;
}

/** A block that the pack keeps: what slot it fits and its JSON text. */
export interface Snippet {
  readonly id: number;
  readonly name: string;
  readonly slot: string;
  readonly body: string;
}

/** A state of the card that the text can be compared with: `v3`, `r12`. */
export interface State {
  readonly key: string;
  readonly label: string;
}

/** Where the server keeps a text that lost: the number of the revision, and the page that shows it. */
export interface Kept {
  readonly revision: number;
  readonly page: string;
}

/** The server answered and said no (problem+json). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly slug: string,
    readonly title: string,
    readonly detail: string,
    readonly problems: readonly Problem[],
    readonly current: Draft | null,
    readonly retryAfter: number | null,
    readonly kept: Kept | null = null,
  ) {
    super(`${status} ${slug}: ${title}`);
  }

  /** Whether the same request may succeed a little later. */
  get passing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** No answer came: offline, or the server is away. */
export class Unreachable extends Error {}

/** Browsers refuse longer bodies on requests that outlive their page. */
const MAX_KEEPALIVE = 60_000;

type Body = Record<string, unknown>;

/**
 * The requests that the editor makes; it knows addresses and headers, nothing of the page.
 *
 * Texts come and go as plain text; `ends` knows the line ends that the draft has on the server.
 */
export class DraftApi {
  constructor(
    private readonly addresses: Addresses,
    private readonly csrf: string,
    private readonly language: string,
    private readonly request: typeof fetch,
    private readonly ends = new LineEnds(""),
  ) {}

  async load(): Promise<Draft> {
    return this.#draft(...(await this.#send("GET", this.addresses.draft, null, {})));
  }

  /** Save the text as the next revision after `etag`; other languages' texts stay as they are. */
  async save(text: string, etag: string, leaving = false): Promise<Draft> {
    const keepalive = leaving && text.length < MAX_KEEPALIVE;
    const body = { text: this.ends.write(text) };
    return this.#draft(...(await this.#send("PUT", this.addresses.draft, body, { "If-Match": etag }, { keepalive })));
  }

  /** Save the text together with the texts of the other languages. */
  async saveTexts(text: string, texts: Texts, etag: string): Promise<Draft> {
    const body = { text: this.ends.write(text), texts };
    return this.#draft(...(await this.#send("PUT", this.addresses.draft, body, { "If-Match": etag })));
  }

  /** Check a text, with texts of other languages that are typed and not saved yet. */
  async validate(text: string, signal: AbortSignal, texts: Texts | null = null): Promise<Validation> {
    const asked = texts ? { text, texts } : { text };
    const [body] = await this.#send("POST", this.addresses.validate, asked, {}, { signal });
    const said = saidBy(body);
    return { ok: body.ok === true, problems: problemsOf(body), face_html: stringOf(body.face_html), said };
  }

  async nameVersion(message: string, etag: string): Promise<number> {
    const [body] = await this.#send("POST", this.addresses.versions, { message }, { "If-Match": etag });
    return Number(body.number);
  }

  /** The newest versions and revisions. */
  async states(): Promise<readonly State[]> {
    const [body] = await this.#send("GET", this.addresses.states, null, {});
    return Array.isArray(body.states) ? (body.states as State[]) : [];
  }

  /** The blocks that the pack keeps for use again, by name. */
  async snippets(): Promise<readonly Snippet[]> {
    const [body] = await this.#send("GET", this.addresses.snippets, null, {});
    return Array.isArray(body.snippets) ? (body.snippets as Snippet[]) : [];
  }

  /** Keep a block; the answer's name is the one under which it is found. */
  async saveSnippet(name: string, slot: string, source: string): Promise<string> {
    const [body] = await this.#send("POST", this.addresses.snippets, { name, slot, body: source }, {});
    return stringOf(body.name) ?? name;
  }

  /** Make a card of its own of what is written at a pointer of a text. */
  async liftOut(text: string, pointer: string): Promise<Lifted> {
    const [body] = await this.#send("POST", this.addresses.liftOut, { text, pointer }, {});
    return { id: stringOf(body.id) ?? "", page: stringOf(body.page) ?? "", text: plainText(stringOf(body.text) ?? text) };
  }

  async stateText(key: string): Promise<string> {
    const [body] = await this.#send("GET", `${this.addresses.states}?${new URLSearchParams({ key })}`, null, {});
    return plainText(stringOf(body.text) ?? "");
  }

  /** The draft of an answer, its line ends noted: they are those of the text that the next save changes. */
  #draft(body: Body, headers: Headers | null): Draft {
    const draft = draftFrom(body, headers);
    return { ...draft, text: this.ends.read(draft.text) };
  }

  async #send(
    method: string,
    url: string,
    body: Body | null,
    headers: Record<string, string>,
    more: RequestInit = {},
  ): Promise<[Body, Headers]> {
    const init: RequestInit = { method, credentials: "same-origin", ...more };
    init.headers = { Accept: "application/json", "Accept-Language": this.language, ...headers };
    if (body) {
      init.headers = { ...init.headers, "Content-Type": "application/json", "X-CSRFToken": this.csrf };
      init.body = JSON.stringify(body);
    }
    const response = await this.#answer(url, init);
    const answer = (await response.json().catch(() => null)) as Body | null;
    if (!response.ok) throw refusalFrom(response, answer ?? {}, (draft) => this.#draft(draft, null));
    if (!answer) throw notUnderstood(response.status);
    return [answer, response.headers];
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.request(url, init);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Unreachable(String(error));
    }
  }
}

function draftFrom(body: Body, headers: Headers | null): Draft {
  if (typeof body.text !== "string" || !Number.isInteger(body.revision)) throw notUnderstood(200);
  return {
    etag: strong(headers?.get("ETag") ?? stringOf(body.etag) ?? ""),
    revision: Number(body.revision),
    text: String(body.text),
    saved_at: stringOf(body.saved_at),
    saved_by: stringOf(body.saved_by),
    problems: problemsOf(body),
    face_html: stringOf(body.face_html),
    said: saidBy(body),
    text_states: Array.isArray(body.text_states) ? (body.text_states as StateOfText[]) : [],
  };
}

function saidBy(body: Body): Said | null {
  const describe = body.describe as Said["describe"] | undefined;
  if (!describe || typeof describe.en !== "string") return null;
  return { describe, mismatches: Array.isArray(body.mismatches) ? (body.mismatches as Mismatch[]) : [] };
}

/** A page where JSON should be: most often the sign-in page, after the session has ended. */
function notUnderstood(status: number): Refusal {
  return new Refusal(status, "not-understood", "", "", [], null, null);
}

/** A server that compresses may weaken the tag; `If-Match` compares strong ones only. */
function strong(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** A stale save may bring the newer draft along as `current` (with its `etag`); without it the caller asks. */
function refusalFrom(response: Response, body: Body, draftOf: (current: Body) => Draft): Refusal {
  const slug = (stringOf(body.type) ?? "").split("/").filter(Boolean).at(-1) ?? "";
  const current = body.current as Body | undefined;
  const whole = current && typeof current.text === "string" && typeof current.etag === "string";
  const wait = Number(response.headers.get("Retry-After"));
  return new Refusal(
    response.status,
    slug,
    stringOf(body.title) ?? response.statusText,
    stringOf(body.detail) ?? "",
    problemsOf(body),
    whole ? draftOf(current) : null,
    wait > 0 ? wait : null,
    keptBy(body),
  );
}

function keptBy(body: Body): Kept | null {
  const { revision, page } = (body.aside ?? {}) as Body;
  return typeof revision === "number" && typeof page === "string" ? { revision, page } : null;
}

function problemsOf(body: Body): readonly Problem[] {
  return Array.isArray(body.problems) ? (body.problems as Problem[]) : [];
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
