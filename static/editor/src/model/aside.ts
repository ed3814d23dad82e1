/** Keys that changes of type have set aside in this session, by the pointer of their object. */
export class Aside {
  readonly #stored = new Map<string, Map<string, string>>();

  keep(pointer: string, sources: ReadonlyMap<string, string>): void {
    const here = this.#stored.get(pointer) ?? new Map<string, string>();
    for (const [name, source] of sources) here.set(name, source);
    if (here.size > 0) this.#stored.set(pointer, here);
  }

  /** What was set aside at a pointer and fits one of these names now; it is handed back once. */
  take(pointer: string, names: readonly string[]): ReadonlyMap<string, string> {
    const here = this.#stored.get(pointer) ?? new Map<string, string>();
    const fitting = new Map([...here].filter(([name]) => names.includes(name)));
    for (const name of fitting.keys()) here.delete(name);
    return fitting;
  }

  /** Forget what lay at or below a pointer: another value stands there now. */
  forget(pointer: string): void {
    for (const known of [...this.#stored.keys()])
      if (known === pointer || known.startsWith(`${pointer}/`)) this.#stored.delete(known);
  }
}
