import type { CommandName, Commands } from "../model/commands";

/** Return a button's name and what it would do now, joined by the colon of the page's language. */
export function named(name: string, detail: string, language: string): string {
  if (!detail) return name;
  return `${name}${language.startsWith("zh") ? "：" : ": "}${detail}`;
}

/** Run the command of each `data-do` button, those included that come later; a disabled one stays focusable. */
export class Toolbar {
  constructor(private readonly commands: Commands) {
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-do]") : null;
      const name = button && this.#name(button);
      if (!name) return;
      event.preventDefault();
      commands.run(name);
    });
  }

  refresh(): void {
    for (const button of document.querySelectorAll<HTMLElement>("[data-do]")) {
      const name = this.#name(button);
      if (!name) continue;
      button.setAttribute("aria-disabled", String(!this.commands.isEnabled(name)));
      this.#label(button, this.commands.detail(name));
    }
  }

  /** Add what the command would do now to the button's name and tooltip: "Undo: Move up (Ctrl Z)". */
  #label(button: HTMLElement, detail: string): void {
    const name = (button.dataset.label ??= button.getAttribute("aria-label") ?? "");
    const title = (button.dataset.title ??= button.title);
    if (name === "") return;
    const full = named(name, detail, document.documentElement.lang);
    button.setAttribute("aria-label", full);
    button.title = title.replace(name, () => full);
  }

  #name(button: HTMLElement): CommandName | null {
    const name = button.dataset.do ?? "";
    return this.commands.isName(name) ? name : null;
  }
}
