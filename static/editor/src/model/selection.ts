import { Signal } from "./signal";

export type Origin = "form" | "text" | "outline" | "problems" | "face" | "page";

/** The one value that all views show as selected, by its JSON Pointer. */
export class Selection {
  readonly changed = new Signal<{ pointer: string; origin: Origin }>();
  #pointer = "";

  get pointer(): string {
    return this.#pointer;
  }

  /** A problem is gone to even where its node is selected already: the focus may be elsewhere. */
  select(pointer: string, origin: Origin): void {
    if (pointer === this.#pointer && origin !== "problems") return;
    this.#pointer = pointer;
    this.changed.emit({ pointer, origin });
  }
}

/** The rest of a pointer below a step; null when it leads elsewhere. */
export function below(pointer: string | null, step: string): string | null {
  if (pointer === null) return null;
  const own = `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (pointer === own) return "";
  return pointer.startsWith(`${own}/`) ? pointer.slice(own.length) : null;
}
