import { Delayed, Signal, type Timers } from "./signal";

/** Some browsers fire the last keydown of a composition just after its end. */
const AFTER_END_MS = 30;
const KEY_OF_INPUT_METHOD = 229;

/** Knows whether text is being composed; nothing saves, searches or takes a shortcut meanwhile. */
export class CompositionGuard {
  readonly #ended = new Signal<void>();
  readonly #end: Delayed;
  #composing = false;

  constructor(timers: Timers) {
    this.#end = new Delayed(timers, () => {
      this.#composing = false;
      this.#ended.emit();
    });
  }

  get active(): boolean {
    return this.#composing;
  }

  start(): void {
    this.#end.stop();
    this.#composing = true;
  }

  finish(): void {
    if (this.#composing) this.#end.start(AFTER_END_MS);
  }

  /** Run now, or once when the composition has ended. */
  whenIdle(run: () => void): void {
    if (!this.#composing) return run();
    const stop = this.#ended.subscribe(() => {
      stop();
      run();
    });
  }

  /** Whether a key belongs to the input method and to nobody else. */
  owns(event: { isComposing: boolean; keyCode: number }): boolean {
    return this.#composing || event.isComposing || event.keyCode === KEY_OF_INPUT_METHOD;
  }

  watch(root: EventTarget): void {
    root.addEventListener("compositionstart", () => this.start(), true);
    root.addEventListener("compositionend", () => this.finish(), true);
  }
}
