import { type Node, parseTree, type ParseError } from "jsonc-parser";
import { Signal } from "./signal";

/** Offsets count UTF-16 units of the text as it was before the whole edit. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** One step of the history: what changes, and the words for "Undo: …". */
export interface Edit {
  readonly changes: readonly TextChange[];
  readonly label: string;
  /** A keystroke in a field: several in a row are one step of the history. */
  readonly typing?: boolean;
}

/** Whoever holds the undo history: the text view. It applies the edit and then calls `accept`. */
export interface EditHost {
  apply(edit: Edit): void;
}

/** What the server said about a saved text. */
export interface Acknowledged {
  readonly revision: number;
  readonly etag: string;
}

const PARSE = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false };

/**
 * The one document that all views show: text, its tree, and where it stands against the server.
 *
 * A view never keeps a copy. The text view reports typing with `accept`; every other view (the form, problem
 * fixes) asks with `apply`, which travels through the text view's history, so that one undo covers them all.
 */
export class CardDocument {
  readonly changed = new Signal<string>();
  readonly acknowledged = new Signal<Acknowledged>();
  #text: string;
  #saved: string;
  #tree: { text: string; node: Node | undefined; ok: boolean; error: number } | null = null;
  #lastGood: { text: string; node: Node } | null = null;
  #host: EditHost | null = null;

  constructor(
    text: string,
    public revision: number,
    public etag: string,
  ) {
    this.#text = text;
    this.#saved = text;
  }

  get text(): string {
    return this.#text;
  }

  /** The text that the server last acknowledged. */
  get savedText(): string {
    return this.#saved;
  }

  get dirty(): boolean {
    return this.#text !== this.#saved;
  }

  /** The tree of the text, as far as it can be read; parsed once per text. */
  get tree(): Node | undefined {
    return this.#parsed().node;
  }

  get parses(): boolean {
    return this.#parsed().ok;
  }

  /** The offset of the first thing that does not parse; 0 where all does. */
  get firstError(): number {
    return this.#parsed().error;
  }

  /** The last text without a syntax error, for views that cannot show a broken one. */
  get lastGood(): { text: string; node: Node } | null {
    this.#parsed();
    return this.#lastGood;
  }

  attach(host: EditHost): void {
    this.#host = host;
  }

  /** Ask for an edit; it goes through the history of the host, if there is one. */
  apply(edit: Edit): void {
    if (edit.changes.length === 0) return;
    if (this.#host) this.#host.apply(edit);
    else this.accept(applyChanges(this.#text, edit.changes));
  }

  /** Replace the whole text as one step, touching only what differs. */
  replace(text: string, label: string): void {
    this.apply({ changes: difference(this.#text, text), label });
  }

  /** Take over the text that a view now shows. */
  accept(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.changed.emit(text);
  }

  /** Note that the server holds `text` as this revision. */
  acknowledge(text: string, at: Acknowledged): void {
    this.#saved = text;
    this.revision = at.revision;
    this.etag = at.etag;
    this.acknowledged.emit(at);
  }

  #parsed(): { node: Node | undefined; ok: boolean; error: number } {
    if (this.#tree?.text !== this.#text) {
      const errors: ParseError[] = [];
      const node = parseTree(this.#text, errors, PARSE);
      const ok = node !== undefined && errors.length === 0;
      this.#tree = { text: this.#text, node, ok, error: errors[0]?.offset ?? 0 };
      if (node && errors.length === 0) this.#lastGood = { text: this.#text, node };
    }
    return this.#tree;
  }
}

/** Apply changes that do not overlap, in any order. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let out = text;
  for (const change of [...changes].sort((a, b) => b.from - a.from)) {
    out = out.slice(0, change.from) + change.insert + out.slice(change.to);
  }
  return out;
}

/** The smallest single change that leads from one text to the other; none when they are equal. */
export function difference(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [{ from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }];
}
