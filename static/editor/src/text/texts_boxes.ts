import type { StateOfText } from "../model/api";

/**
 * Keeps a box for every text inside the card, as the names of its skills, while items come and go.
 *
 * The server draws the boxes, so those of a new item are taken from the page as it is now. What is typed stays.
 */
export class InnerBoxes {
  #turn = 0;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly drawn: () => Promise<HTMLFormElement | null>,
  ) {}

  /** Take the boxes from the page where other texts have a state now than those that are marked with one. */
  async follow(states: readonly StateOfText[]): Promise<void> {
    if (listed(states.map(({ field }) => field)) === listed(fields(this.form, ":has([data-state])").map(nameOf))) return;
    const mine = ++this.#turn;
    const fresh = await this.drawn();
    if (fresh && mine === this.#turn) takeBoxes(this.form, fresh);
  }
}

/** The form of texts as the server draws it now; nothing while it cannot be reached. */
export async function drawnForm(id: string): Promise<HTMLFormElement | null> {
  const response = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector<HTMLFormElement>(`#${id}`);
}

function takeBoxes(form: HTMLFormElement, fresh: HTMLFormElement): void {
  for (const host of form.querySelectorAll<HTMLElement>("[data-language]")) {
    const next = fields(fresh.querySelector(`[data-language="${host.dataset.language ?? ""}"]`) ?? fresh, "");
    const previous = new Map(fields(host, "").map((field) => [nameOf(field), field]));
    let before: Element | null = null;
    for (const field of next) {
      const own: HTMLElement = previous.get(nameOf(field)) ?? document.adoptNode(field);
      if (!previous.delete(nameOf(own))) (before ?? host.firstElementChild)?.after(own);
      before = own;
    }
    for (const gone of previous.values()) if (!isTyped(gone)) gone.remove();
  }
}

function isTyped(field: HTMLElement): boolean {
  const box = field.querySelector<HTMLInputElement>("input.in, textarea.in");
  return box !== null && isUnsaved(box);
}

/** Whether somebody typed something into a box that is not saved yet. */
export function isUnsaved(box: HTMLInputElement | HTMLTextAreaElement): boolean {
  return !box.readOnly && box.value !== box.defaultValue;
}

function fields(root: ParentNode, which: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-field]${which}`)];
}

function nameOf(field: HTMLElement): string {
  return field.dataset.field ?? "";
}

function listed(names: readonly string[]): string {
  return [...new Set(names.filter((name) => name.includes(".")))].sort().join("\n");
}
