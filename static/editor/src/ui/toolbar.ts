import type { CommandName, Commands } from "../model/commands";

/** Hook every `data-do` button of the page to its command; a disabled one stays focusable. */
export class Toolbar {
  readonly #buttons: readonly HTMLElement[];

  constructor(private readonly commands: Commands) {
    this.#buttons = [...document.querySelectorAll<HTMLElement>("[data-do]")];
    for (const button of this.#buttons) {
      button.addEventListener("click", (event) => {
        const name = this.#name(button);
        if (!name) return;
        event.preventDefault();
        commands.run(name);
      });
    }
  }

  refresh(): void {
    for (const button of this.#buttons) {
      const name = this.#name(button);
      if (name) button.setAttribute("aria-disabled", String(!this.commands.isEnabled(name)));
    }
  }

  #name(button: HTMLElement): CommandName | null {
    const name = button.dataset.do ?? "";
    return this.commands.isName(name) ? name : null;
  }
}
