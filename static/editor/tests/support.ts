import { CompositionGuard } from "../src/model/composition";
import schemaFile from "../demo/schema.json";
import cardFile from "../demo/card.jsonc?raw";
import type { Draft } from "../src/model/api";
import type { Problem } from "../src/model/problems";
import { type Schema, SchemaBook } from "../src/model/schema";
import type { Timers } from "../src/model/signal";

export const schema = schemaFile as Schema;
export const card = cardFile;
export const book = new SchemaBook(schema);

/** Time that moves only when a test says so. */
export class ManualTimers implements Timers {
  #now = 0;
  #next = 1;
  #pending = new Map<number, { at: number; run: () => void }>();

  set(run: () => void, milliseconds: number): number {
    this.#pending.set(this.#next, { at: this.#now + milliseconds, run });
    return this.#next++;
  }

  clear(id: number): void {
    this.#pending.delete(id);
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const [due] = [...this.#pending].filter(([, t]) => t.at <= end).sort((a, b) => a[1].at - b[1].at);
      if (!due) break;
      this.#now = due[1].at;
      this.#pending.delete(due[0]);
      due[1].run();
      await settled();
    }
    this.#now = end;
  }
}

/** Let every promise that can go on do so. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

export function quietGuard(timers: Timers): CompositionGuard {
  return new CompositionGuard(timers);
}

export function draft(text: string, revision: number, more: Partial<Draft> = {}): Draft {
  const etag = `"r${revision}"`;
  return { etag, revision, text, saved_at: null, saved_by: "Yu Qing", problems: [], face_html: null, ...more };
}

export function problem(more: Partial<Problem>): Problem {
  return {
    code: "E-ENUM",
    severity: "error",
    layer: "structure",
    path: "",
    line: 0,
    column: 0,
    message: { en: "e", zh: "z" },
    ...more,
  };
}

/** A place for the cursor: `|` in the text. */
export function atBar(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** What browsers call localStorage, in memory. */
export class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}
