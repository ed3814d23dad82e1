import { Signal } from "../model/signal";

export type Mode = "form" | "split" | "json";
type View = "form" | "text";

const MODES: readonly Mode[] = ["form", "split", "json"];

/**
 * Which views of the card are on the page: the form, the text or both; what a person chose is remembered on this device for each account.
 * On a narrow page they are tabs of one card, and the next card begins with its form.
 */
export class Modes {
  readonly changed = new Signal<Mode>();
  #mode: Mode;
  #before: Mode = "split";

  constructor(
    private readonly storage: Storage | null,
    private readonly account: string,
  ) {
    const stored = narrow() ? null : storage?.getItem(this.#key);
    this.#mode = MODES.find((mode) => mode === stored) ?? "form";
    this.#mark();
  }

  get mode(): Mode {
    return this.#mode;
  }

  set(mode: Mode): void {
    this.#go(mode);
    if (!narrow()) this.storage?.setItem(this.#key, mode);
  }

  #go(mode: Mode): void {
    if (mode === this.#mode) return;
    this.#before = this.#mode;
    this.#mode = mode;
    this.#mark();
    this.changed.emit(mode);
  }

  /** Between the form and the split view, or from the text alone back to what was there before. */
  toggle(): void {
    this.set(this.#mode === "form" ? "split" : this.#mode === "split" ? "form" : this.#before);
  }

  /** Make sure that a view is on the page, for now: the next card opens in the view that was chosen last. */
  show(view: View): void {
    if (view === "text" && this.#mode === "form") this.#go(narrow() ? "json" : "split");
    if (view === "form" && this.#mode === "json") this.#go("form");
  }

  get #key(): string {
    return `editor-mode:${this.account}`;
  }

  #mark(): void {
    document.documentElement.dataset.editorMode = this.#mode;
    for (const button of document.querySelectorAll<HTMLElement>("[data-mode-name]"))
      button.setAttribute("aria-pressed", String(button.dataset.modeName === this.#mode));
  }
}

/** Below this width there is no room for two views side by side. */
function narrow(): boolean {
  return window.matchMedia("(max-width: 640px)").matches;
}

