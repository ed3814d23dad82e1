import type { Strings } from "../i18n";
import type { Conflict, Resolution } from "../model/autosave";
import { merge, type MergeConflict, type Merged, type Side } from "../model/merge";
import { element } from "../page";
import { button, openDialog } from "./dialogs";
import { comparison } from "./two_texts";

type Way = "merge" | "mine" | "theirs";
type Words = Strings & { readonly wayTo: (pointer: string) => string };

/** Ask how a conflict goes on: merged by node, which is preselected, or one of the texts; closing decides nothing. */
export function askConflict(
  strings: Words,
  mine: string,
  conflict: Conflict,
  resolve: (choice: Resolution) => void,
): void {
  const choice = new Choice(strings, mine, conflict);
  const go = button(strings.conflictGo, "btn--primary", () => {
    dialog.close();
    resolve(choice.resolution);
  });
  const later = button(strings.later, "btn--ghost", () => dialog.close());
  const dialog = openDialog({
    title: strings.conflictTitle,
    hint: strings.conflictHint,
    body: [...keptText(strings, conflict), choice.ways, choice.nodes, choice.texts],
    buttons: [later, go],
    wide: true,
  });
  choice.focus();
}

/** The way to the text that the server set aside, beside this page, which stays as it is. */
function keptText(strings: Words, { kept }: Conflict): HTMLElement[] {
  if (!kept) return [];
  const link = element("a", { href: kept.page, target: "_blank", rel: "noopener" }, strings.conflictKept({ n: kept.revision }));
  return [element("p", { class: "small" }, link)];
}

/** The state of the dialog: the way chosen, and the side chosen for each node that both changed. */
class Choice {
  readonly ways = element("fieldset", { class: "ways" });
  readonly nodes = element("div", { class: "clashes" });
  readonly texts = element("details", { class: "clashes__texts" });
  readonly #sides = new Map<string, Side>();
  readonly #who: string;
  #way: Way;
  #merged: Merged | null;

  constructor(
    private readonly strings: Words,
    private readonly mine: string,
    private readonly conflict: Conflict,
  ) {
    const { saved_by } = conflict.theirs;
    this.#who = saved_by ? strings.theirsBy({ who: saved_by }) : strings.theirs;
    this.#merged = this.#merge();
    this.#way = this.#merged ? "merge" : "mine";
    this.ways.append(element("legend", { class: "sr" }, strings.conflictTitle), ...this.#wayChoices());
    this.#show();
  }

  get resolution(): Resolution {
    return this.#way === "merge" && this.#merged ? { merged: this.#merged.text } : this.#way === "theirs" ? "theirs" : "mine";
  }

  focus(): void {
    this.ways.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  #merge(): Merged | null {
    const { base, theirs } = this.conflict;
    return base === null ? null : merge(base, this.mine, theirs.text, this.#sides);
  }

  #wayChoices(): HTMLElement[] {
    const { strings } = this;
    const clashes = this.#merged?.conflicts.length ?? 0;
    const about = clashes > 0 ? strings.mergeClashes({ n: clashes }) : strings.mergeClean;
    const none = this.conflict.base === null ? strings.mergeNoBase : strings.mergeBroken;
    return [
      this.#wayChoice("merge", strings.mergeBoth, this.#merged ? about : none),
      this.#wayChoice("theirs", strings.takeTheirs, this.#who),
      this.#wayChoice("mine", strings.keepMine, strings.mineHint),
    ];
  }

  #wayChoice(way: Way, title: string, hint: string): HTMLElement {
    const input = radio("conflict-way", way === this.#way, () => {
      this.#way = way;
      this.#show();
    });
    input.disabled = way === "merge" && !this.#merged;
    return element("label", { class: "ways__way" }, input, element("strong", {}, title), element("small", {}, hint));
  }

  #show(): void {
    const clashes = this.#way === "merge" ? (this.#merged?.conflicts ?? []) : [];
    if (this.nodes.childElementCount !== clashes.length) this.nodes.replaceChildren(...clashes.map((item) => this.#clash(item)));
    const { strings, mine, conflict } = this;
    const mineShown = this.#way === "merge" ? (this.#merged?.text ?? mine) : mine;
    const title = this.#way === "merge" ? strings.mergeResult : strings.mine;
    const summary = element("summary", {}, strings.conflictTexts);
    this.texts.replaceChildren(summary, comparison(title, this.#who, mineShown, conflict.theirs.text));
  }

  #clash({ key, pointer, mine, theirs }: MergeConflict): HTMLElement {
    const choose = (side: Side) => (): void => {
      this.#sides.set(key, side);
      this.#merged = this.#merge();
      this.#show();
    };
    const chosen = this.#sides.get(key) ?? "mine";
    return element(
      "fieldset",
      { class: "clash" },
      element("legend", { title: pointer || "/" }, this.strings.wayTo(pointer) || "/"),
      this.#side(key, this.strings.mine, mine, chosen === "mine", choose("mine")),
      this.#side(key, this.#who, theirs, chosen === "theirs", choose("theirs")),
    );
  }

  #side(key: string, title: string, source: string | null, checked: boolean, choose: () => void): HTMLElement {
    const value = source === null ? element("em", {}, this.strings.removedNode) : element("code", { lang: "" }, source);
    const input = radio(`clash-${key}`, checked, choose);
    return element("label", { class: "clash__side" }, input, element("span", {}, title), value);
  }
}

function radio(name: string, checked: boolean, choose: () => void): HTMLInputElement {
  const input = element("input", { type: "radio", name });
  input.checked = checked;
  input.addEventListener("change", choose);
  return input;
}
