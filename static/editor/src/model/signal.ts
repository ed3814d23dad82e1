/** A value that changes and those who want to hear of it. */
export class Signal<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Call the listener on every later emit and return the way to stop that. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/** Timers as an argument, so that tests can move the time themselves. */
export interface Timers {
  set(run: () => void, milliseconds: number): number;
  clear(id: number): void;
}

export const browserTimers: Timers = {
  set: (run, milliseconds) => window.setTimeout(run, milliseconds),
  clear: (id) => window.clearTimeout(id),
};

/** One pending call that every new request pushes back. */
export class Delayed {
  #id: number | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly run: () => void,
  ) {}

  get pending(): boolean {
    return this.#id !== null;
  }

  start(milliseconds: number): void {
    this.stop();
    this.#id = this.timers.set(() => {
      this.#id = null;
      this.run();
    }, milliseconds);
  }

  stop(): void {
    if (this.#id !== null) this.timers.clear(this.#id);
    this.#id = null;
  }
}
