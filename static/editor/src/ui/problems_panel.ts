import type { Language, Strings } from "../i18n";
import type { PlacedProblem } from "../model/problems";
import { element, icon } from "../page";

export interface PanelActions {
  jump(placed: PlacedProblem): void;
  fix(placed: PlacedProblem): void;
}

/** The list of problems: same sentences and order as gutter and status line, each a way to its place. */
export class ProblemsPanel {
  readonly #list: HTMLElement;

  constructor(
    host: HTMLElement,
    private readonly strings: Strings,
    private readonly language: Language,
    private readonly readOnly: boolean,
    private readonly actions: PanelActions,
  ) {
    this.#list = host.matches("ul") ? host : element("ul", { class: "problems" });
    if (this.#list !== host) host.replaceChildren(this.#list);
  }

  show(problems: readonly PlacedProblem[]): void {
    const items = problems.map((placed) => this.#item(placed));
    const none = element(
      "li",
      { class: "problems__none" },
      icon("circle-check"),
      element("span", {}, this.strings.noProblems),
    );
    this.#list.replaceChildren(...(items.length > 0 ? items : [none]));
  }

  #item(placed: PlacedProblem): HTMLElement {
    const { problem } = placed;
    const error = problem.severity === "error";
    const mark = element("span", { class: error ? "t-err" : "t-warn" }, icon(error ? "circle-x" : "triangle-alert"));
    mark.append(element("span", { class: "sr" }, error ? this.strings.error : this.strings.warning));
    const item = element(
      "li",
      {},
      mark,
      this.#sentence(placed),
      element("span", { class: "problems__path" }, ...this.#place(placed)),
    );
    if (problem.fix && !this.readOnly) item.append(this.#fixRow(placed));
    return item;
  }

  #sentence(placed: PlacedProblem): HTMLElement {
    const text = placed.problem.message[this.language];
    if (!placed.range) return element("span", {}, text);
    const button = element("button", { type: "button", class: "problems__go" }, text);
    button.addEventListener("click", () => this.actions.jump(placed));
    return button;
  }

  #place({ problem, range, line }: PlacedProblem): (Node | string)[] {
    const where = range ? this.strings.line({ n: line }) : problem.file;
    const href = `/help/problems/${problem.code}/`;
    const code = element("a", { href, "data-help-pane": "" }, problem.code);
    return [`${problem.path || "/"} · `, code, where ? ` · ${where}` : ""];
  }

  #fixRow(placed: PlacedProblem): HTMLElement {
    const button = element("button", { type: "button", class: "btn btn--s" }, fixWords(placed, this.strings));
    button.addEventListener("click", () => this.actions.fix(placed));
    return element("span", { class: "row" }, button);
  }
}

/** What the fix's button says. */
export function fixWords({ problem }: PlacedProblem, strings: Strings): string {
  return problem.nearest ? strings.fixNearest({ name: problem.nearest }) : strings.fix;
}
