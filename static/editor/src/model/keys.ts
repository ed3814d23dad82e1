/** An item of a list and the name by which its drawing is known while it moves. */
interface Keyed {
  readonly key: number;
  readonly source: string;
}

/**
 * Names for the items of a list that stay with them over edits.
 *
 * An item keeps its name where its text is the same; among those that changed, one that stands between the same
 * neighbours is the same item.
 */
export class ItemKeys {
  #items: readonly Keyed[] = [];
  #next = 0;

  keysFor(sources: readonly string[]): readonly number[] {
    const old = this.#items;
    if (old.length === sources.length && old.every((item, n) => item.source === sources[n]))
      return old.map((item) => item.key);
    const used = new Set<number>();
    const matches = sources.map((source, n) => this.#same(old, source, n, used));
    const left = old.filter((item) => !used.has(item.key));
    const open = matches.filter((key) => key === null).length;
    const keys = matches.map((key) => key ?? (left.length === open ? left.shift()?.key : undefined) ?? this.#next++);
    this.#items = sources.map((source, n) => ({ key: keys[n] ?? 0, source }));
    return keys;
  }

  #same(old: readonly Keyed[], source: string, index: number, used: Set<number>): number | null {
    const there = old[index];
    const fits = there && there.source === source && !used.has(there.key);
    const item = fits ? there : old.find((entry) => entry.source === source && !used.has(entry.key));
    if (!item) return null;
    used.add(item.key);
    return item.key;
  }
}
