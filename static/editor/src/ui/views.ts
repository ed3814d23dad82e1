import type { Commands } from "../model/commands";
import type { Modes } from "./modes";

/** The bar at the foot of a small screen: one view of the card at a time; and the outline that slides over. */
export class ViewBar {
  readonly #panes = document.querySelector<HTMLElement>(".panes");
  readonly #buttons = [...document.querySelectorAll<HTMLElement>("[data-view-name]")];

  constructor(
    commands: Commands,
    private readonly modes: Modes,
    private readonly shown: () => void,
  ) {
    for (const button of this.#buttons) button.addEventListener("click", () => this.show(button.dataset.viewName ?? ""));
    modes.changed.subscribe((mode) => this.#follow(mode === "json" ? "json" : "form"));
    this.#follow(modes.mode === "json" ? "json" : "form");
    commands.add("show-outline", { run: () => void this.#panes?.classList.toggle("is-side") });
    commands.add("show-inspector", { run: () => void this.#panes?.classList.toggle("is-inspecting") });
    document.getElementById("card-form")?.addEventListener("pointerdown", () => this.#panes?.classList.remove("is-side"));
  }

  show(view: string): void {
    if (view === "json" || view === "form") this.modes.set(view);
    if (view === "face") document.getElementById("tab-face")?.click();
    if (view === "problems") document.getElementById("tab-problems")?.click();
    this.#follow(view);
    this.shown();
  }

  #follow(view: string): void {
    if (this.#panes) this.#panes.dataset.view = view;
    for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.dataset.viewName === view));
  }
}
