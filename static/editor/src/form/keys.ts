import type { Commands } from "../model/commands";
import type { CompositionGuard } from "../model/composition";
import { pointerOf } from "./context";

/** What a key press in the form can ask for. */
export interface KeyTarget {
  act(name: string, pointer: string, element: HTMLElement): void;
  focus(pointer: string): void;
}

const SINGLE: Record<string, string> = {
  i: "insert-after",
  w: "wrap",
  d: "duplicate",
  f1: "help",
  delete: "delete",
  backspace: "delete",
};

/** What a single key asks for; null when it is no shortcut or they are switched off. */
export function actOfKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return { ArrowUp: "up", ArrowDown: "down" }[event.key] ?? null;
  if (document.body.dataset.keys === "off") return null;
  const key = event.key.toLowerCase();
  return key === "w" && event.shiftKey ? "unwrap" : (SINGLE[key] ?? null);
}

/** The keyboard of the form: single keys act on the focused block and never in a text field. */
export class FormKeys {
  constructor(
    private readonly root: HTMLElement,
    private readonly commands: Commands,
    private readonly guard: CompositionGuard,
    private readonly target: KeyTarget,
  ) {
    root.addEventListener("keydown", (event) => this.#key(event));
    document.body.addEventListener("keydown", (event) => {
      if (event.target === document.body && !this.guard.owns(event)) this.#history(event);
    });
  }

  #key(event: KeyboardEvent): void {
    if (this.guard.owns(event) || event.defaultPrevented) return;
    if (this.#history(event)) return;
    const element = event.target as HTMLElement;
    if (element.matches("input, textarea, select")) return this.#inField(event, element);
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey || !this.#navigate(event, element)) this.#single(event, element);
  }

  /** Undo and redo are the document's, also within a field. */
  #history(event: KeyboardEvent): boolean {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const key = event.key.toLowerCase();
    const name = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : null;
    if (!name) return false;
    event.preventDefault();
    event.stopPropagation();
    this.commands.run(name);
    return true;
  }

  #inField(event: KeyboardEvent, element: HTMLElement): void {
    if (element.dataset.tokens !== undefined) return this.#token(event, element as HTMLInputElement);
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.#blockOf(element)?.focus();
  }

  #token(event: KeyboardEvent, input: HTMLInputElement): void {
    if (event.key === "Backspace" && input.value === "") return this.target.act("remove-last", pointerOf(input), input);
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    if (input.value.trim()) this.target.act("add-token", pointerOf(input), input);
  }

  #single(event: KeyboardEvent, element: HTMLElement): void {
    const act = actOfKey(event);
    const block = element.closest<HTMLElement>("[data-node]");
    if (!act || !block || block.matches(".formhead")) return;
    event.preventDefault();
    this.target.act(act, pointerOf(block), element);
  }

  /** The arrows go from block to block, into and out of them, and fold. */
  #navigate(event: KeyboardEvent, element: HTMLElement): boolean {
    if (!element.closest("[data-node]")) return false;
    const go = {
      ArrowDown: () => this.#beside(element, 1),
      ArrowUp: () => this.#beside(element, -1),
      ArrowLeft: () => this.#out(element),
      ArrowRight: () => this.#into(element),
      Home: () => this.#blocks()[0],
      End: () => this.#blocks().at(-1),
    }[event.key];
    if (!go) return false;
    event.preventDefault();
    go()?.focus();
    return true;
  }

  #blocks(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(".blk__kind")].filter((item) => !item.closest("[hidden]"));
  }

  #blockOf(element: HTMLElement): HTMLElement | null {
    return element.closest("[data-node]")?.querySelector<HTMLElement>("[data-focus]") ?? null;
  }

  #beside(element: HTMLElement, step: 1 | -1): HTMLElement | undefined {
    const all = this.#blocks();
    const own = element.closest(".blk")?.querySelector<HTMLElement>(".blk__kind");
    return all[(own ? all.indexOf(own) : -1) + step];
  }

  #fold(element: HTMLElement, folded: boolean): boolean {
    const button = element.closest(".blk")?.querySelector<HTMLElement>(":scope > .blk__in > .blk__head > [data-fold]");
    if (!button || (button.getAttribute("aria-expanded") === "false") === folded) return false;
    button.click();
    return true;
  }

  #out(element: HTMLElement): HTMLElement | null {
    const here = this.#blockOf(element);
    if (here && here !== element) return here;
    if (this.#fold(element, true)) return null;
    const holder = element.closest("[data-node]")?.parentElement?.closest("[data-node]");
    return holder?.querySelector<HTMLElement>("[data-focus]") ?? null;
  }

  #into(element: HTMLElement): HTMLElement | null {
    if (this.#fold(element, false)) return null;
    const head = element.closest("[data-node]")?.querySelector(".blk__head") ?? element.closest("[data-node]");
    return head?.querySelector<HTMLElement>("input, select, textarea, .val__kind, .val--empty") ?? null;
  }
}
