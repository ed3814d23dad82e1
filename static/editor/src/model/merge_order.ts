import { canonical, type Part } from "./merge_source";

/** My parts in my order, with theirs put in behind the ones that they follow; each step costs the same, however many there are. */
export class Order {
  readonly #own = new Map<object, Part>();
  readonly #behind = new Map<object | null, Part[]>();

  constructor(private readonly mine: readonly Part[]) {
    for (const part of mine) this.#own.set(part.id, part);
  }

  /** My part of this identity as it goes on. */
  find(id: object | undefined): Part | null {
    return (id && this.#own.get(id)) ?? null;
  }

  /** Put a part right behind another one, or at the front. */
  insert(after: Part | null, added: Part): void {
    const key = after?.id ?? null;
    const there = this.#behind.get(key);
    if (there) there.push(added);
    else this.#behind.set(key, [added]);
  }

  /** All parts in order; of those behind the same one the last that came is next to it. */
  get parts(): readonly Part[] {
    const all: Part[] = [];
    const rest = [...this.mine].reverse().concat(this.#behind.get(null) ?? []);
    for (let part = rest.pop(); part; part = rest.pop()) {
      all.push(part);
      rest.push(...(this.#behind.get(part.id) ?? []));
    }
    return all;
  }
}

/** Parts of which each is taken once by what it holds. */
export class Pool {
  readonly #parts = new Map<string, Part[]>();

  constructor(parts: readonly Part[]) {
    for (const part of [...parts].reverse()) {
      const key = canonical(part.value);
      const there = this.#parts.get(key);
      if (there) there.push(part);
      else this.#parts.set(key, [part]);
    }
  }

  /** Take the first that holds the same as a part. */
  take(like: Part): Part | undefined {
    return this.#parts.get(canonical(like.value))?.pop();
  }
}

/** A text that grows, and its last line. */
export class Lines {
  readonly #pieces: string[] = [];
  #last = "";

  add(piece: string): void {
    const line = piece.lastIndexOf("\n");
    this.#last = line < 0 ? this.#last + piece : piece.slice(line + 1);
    this.#pieces.push(piece);
  }

  get last(): string {
    return this.#last;
  }

  get text(): string {
    return this.#pieces.join("");
  }
}
