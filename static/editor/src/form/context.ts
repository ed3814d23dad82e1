import type { Node } from "jsonc-parser";
import type { Language, Strings } from "../i18n";
import type { Marks } from "../model/marks";
import type { Place, Places } from "../model/places";
import type { FormActions } from "./actions";

/** What every part of the form needs and that never changes while it is shown. */
export interface FormContext {
  readonly places: Places;
  readonly strings: Strings;
  readonly language: Language;
  readonly readOnly: boolean;
  readonly actions: FormActions;
  readonly helpBase: string;
  /** Whether there is anything for the gutter: which blocks a preview reached, or which no scenario guards. */
  readonly covered: boolean;
  /** Whether the gutter has room for what blocks are worth. */
  readonly hasWorth: boolean;
  /** Grows when everything is folded or unfolded at once. */
  readonly folding: { readonly generation: number; readonly folded: boolean };
  /** How many blocks the first draw still takes; later ones are below the fold, and are drawn after the first paint. */
  readonly first: { left: number } | null;
}

/** A value of the document as one part of the form shows it. */
export interface Shown {
  readonly context: FormContext;
  /** The text in which the node's offsets count. */
  readonly text: string;
  readonly node: Node;
  readonly place: Place;
  readonly marks: Marks | undefined;
  /** Where the selection is below this value; null when it is elsewhere. */
  readonly selected: string | null;
}

export function shownSource({ text, node }: { text: string; node: Node }): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** Whether two states of a part look the same, so that it need not be drawn again. */
export function looksSame(a: Shown, b: Shown): boolean {
  return (
    a.context === b.context &&
    a.place === b.place &&
    a.selected === b.selected &&
    a.marks?.signature === b.marks?.signature &&
    (a.node === b.node || shownSource(a) === shownSource(b))
  );
}

/** The JSON Pointer of an element of the form: the steps of everything around it. */
export function pointerOf(element: Element): string {
  const steps: string[] = [];
  let here = element.closest<HTMLElement>("[data-step], [data-base]");
  while (here) {
    if (here.dataset.base !== undefined) return here.dataset.base + steps.reverse().join("");
    const step = here.dataset.step ?? "";
    steps.push(`/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    here = here.parentElement?.closest<HTMLElement>("[data-step], [data-base]") ?? null;
  }
  return steps.reverse().join("");
}

/** The element that shows a pointer, or the nearest around it that is shown. */
export function elementOf(root: ParentNode, pointer: string): HTMLElement | null {
  const base = root.querySelector<HTMLElement>("[data-base]");
  if (!base) return null;
  const start = base.dataset.base ?? "";
  if (pointer !== start && !pointer.startsWith(`${start}/`)) return null;
  let here: HTMLElement = base;
  for (const part of pointer.slice(start.length).split("/").slice(1)) {
    const step = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next = [...here.querySelectorAll<HTMLElement>(`[data-step="${CSS.escape(step)}"]`)].find(
      (child) => child.parentElement?.closest("[data-step], [data-base]") === here,
    );
    if (!next) return here;
    here = next;
  }
  return here;
}
