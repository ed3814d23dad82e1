import type { Strings } from "../i18n";
import type { SaveState } from "../model/autosave";
import type { ProblemStore } from "../model/problems";
import { element, icon } from "../page";

/** How long a passing remark stays before the saved state is shown again. */
const REMARK_MS = 6000;

/** The status line: counts, the pointer at the cursor, the schema, and where the text stands against the server. */
export class StatusLine {
  readonly #errors = element("span", { class: "state" });
  readonly #warnings = element("span", { class: "state" });
  readonly #pointer = element("code", { class: "status__pointer" });
  readonly #schema = element("span", { class: "push hide-s" });
  readonly #remark = element("span", { class: "state", role: "status", "aria-live": "polite" });
  readonly #choose: HTMLButtonElement;
  #saved = "";
  #timer = 0;

  constructor(
    host: HTMLElement,
    private readonly strings: Strings,
    private readonly readOnly: boolean,
    chooseConflict: () => void,
  ) {
    this.#choose = element("button", { type: "button", class: "linkbtn", hidden: "" }, strings.conflictOpen);
    this.#choose.addEventListener("click", chooseConflict);
    host.replaceChildren(this.#errors, this.#warnings, this.#pointer, this.#schema, this.#remark, this.#choose);
  }

  showProblems(problems: ProblemStore): void {
    const [errors, warnings] = [problems.count("error"), problems.count("warning")];
    const { strings } = this;
    const none = element("span", { class: "t-ok" }, icon("circle-check"));
    if (errors + warnings === 0) this.#errors.replaceChildren(none, strings.noProblems);
    else this.#errors.replaceChildren(element("span", { class: "t-err" }, icon("circle-x")), strings.errors({ n: errors }));
    this.#errors.hidden = errors === 0 && warnings > 0;
    this.#warnings.hidden = warnings === 0;
    this.#warnings.replaceChildren(
      element("span", { class: "t-warn" }, icon("triangle-alert")),
      strings.warnings({ n: warnings }),
    );
    for (const badge of document.querySelectorAll<HTMLElement>("[data-problem-count]")) {
      badge.textContent = String(errors + warnings);
      badge.hidden = errors + warnings === 0;
      badge.classList.toggle("count--err", errors > 0);
    }
  }

  showPointer(pointer: string): void {
    this.#pointer.textContent = pointer || "/";
  }

  showSchema(id: string): void {
    this.#schema.textContent = id;
  }

  showSave(state: SaveState): void {
    this.#saved = this.readOnly ? this.strings.readOnly : saveWords(state, this.strings);
    this.#choose.hidden = state.kind !== "conflict";
    for (const place of document.querySelectorAll<HTMLElement>("[data-save-state]")) this.#showSaved(place, state);
    this.#say(this.#saved);
  }

  /** A conflict can be decided wherever it is named: the status line is not on every screen. */
  #showSaved(place: HTMLElement, state: SaveState): void {
    if (state.kind !== "conflict") return void (place.textContent = this.#saved);
    const decide = element("button", { type: "button", class: "linkbtn", title: this.strings.conflictOpen }, this.#saved);
    decide.addEventListener("click", () => this.#choose.click());
    place.replaceChildren(decide);
  }

  /** Say something in passing. */
  remark(text: string): void {
    window.clearTimeout(this.#timer);
    this.#say(text);
    this.#timer = window.setTimeout(() => this.#say(this.#saved), REMARK_MS);
  }

  #say(text: string): void {
    if (this.#remark.textContent !== text) this.#remark.textContent = text;
  }
}

export function saveWords(state: SaveState, strings: Strings): string {
  switch (state.kind) {
    case "saved":
      return state.at ? strings.savedAt({ time: clock(state.at) }) : strings.saved;
    case "edited":
      return strings.edited;
    case "saving":
      return strings.saving;
    case "offline":
      return state.kept ? strings.offlineKept : strings.offlineLost;
    case "failing":
      return state.kept ? strings.failingKept : strings.failingLost;
    case "refused":
      return [state.title, state.detail].filter(Boolean).join(": ") || strings.notUnderstood;
    case "conflict":
      return strings.conflict;
  }
}

function clock(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");
}
