import type { Node } from "jsonc-parser";
import { render } from "preact";
import { FormActions, type FormHost } from "./actions";
import { CardForm } from "./card";
import { elementOf, type FormContext, pointerOf } from "./context";
import { FormKeys } from "./keys";
import { FormMenus } from "./menus";
import { childPointer, splitPointer } from "../model/operations";
import { type Marks, type Worth, marksOf } from "../model/marks";
import { placeOf } from "../model/positions";
import type { Place, Places } from "../model/places";
import { nodeAt } from "../model/positions";
import type { PlacedProblem } from "../model/problems";
import type { Selection } from "../model/selection";
import { getNodePath } from "jsonc-parser";
import { element } from "../page";
import { toast } from "../ui/toast";
import type { Parts } from "../parts";

/** As many as a screen of 900 pixels shows, and a few more; the rest is drawn after the first paint. */
const FIRST_BLOCKS = 14;

export interface FormParts extends Parts {
  readonly places: Places;
}

/** The block form of the card: drawn from the tree of the text, and changing nothing but the text. */
export class FormView {
  readonly actions: FormActions;
  readonly menus: FormMenus;
  readonly #body = element("fieldset", { class: "formbody" });
  readonly #banner = element("div", { class: "formbanner" });
  readonly #said = element("p", { class: "sr", role: "status", "aria-live": "polite" });
  #context: FormContext;
  #first: { left: number } | null = { left: FIRST_BLOCKS };
  #marks: Marks = marksOf([], new Map());
  #branch = "";
  #frame = 0;
  #stale = false;

  constructor(
    readonly host: HTMLElement,
    private readonly parts: FormParts,
    private readonly selection: Selection,
    private readonly coverage: ReadonlyMap<string, number>,
    private readonly unguarded: readonly string[] = [],
    private readonly worths: ReadonlyMap<string, Worth> = new Map(),
  ) {
    const { strings } = parts;
    this.actions = new FormActions(this.#formHost());
    this.menus = new FormMenus(this.actions);
    this.#context = this.#newContext({ generation: 0, folded: false });
    this.#body.append(element("legend", { class: "sr" }, strings.formLabel));
    const drawn = element("div", { class: "formdrawn" });
    this.#body.append(drawn);
    host.replaceChildren(this.#banner, this.#body, this.#said);
    this.#drawn = drawn;
    this.#listen();
    this.#subscribe();
    this.draw();
    afterPaint(() => this.#complete());
  }

  /** Draw what the first draw left out below the fold. */
  #complete(): void {
    const cut = this.#first !== null && this.#first.left < 0;
    this.#first = null;
    this.#context = this.#newContext(this.#context.folding);
    if (cut) this.draw();
  }

  readonly #drawn: HTMLElement;

  get context(): FormContext {
    return this.#context;
  }

  get marks(): Marks {
    return this.#marks;
  }

  /** Whether the form is on the page now; while it is not, it is not drawn. */
  get visible(): boolean {
    return this.parts.modes.mode !== "json";
  }

  fold(folded: boolean): void {
    this.#context = this.#newContext({ generation: this.#context.folding.generation + 1, folded });
    this.draw();
  }

  /** Draw what has changed. */
  draw(): void {
    const { document } = this.parts;
    this.#stale = !this.visible;
    if (this.#stale) return;
    const good = document.lastGood;
    this.#tellBroken();
    if (!good) return;
    this.#body.disabled = !document.parses;
    const shown = this.#branchOf(good.node);
    if (!shown) return this.branch("");
    const { pointer } = this.selection;
    const selected = isWithin(pointer, this.#branch) ? pointer.slice(this.#branch.length) : null;
    const props = {
      context: this.#context,
      text: good.text,
      tree: good.node,
      marks: marksBelow(this.#marks, this.#branch),
      selected,
    };
    const focused = this.#drawn.contains(window.document.activeElement);
    render(<CardForm {...props} {...shown} branch={this.#branch} />, this.#drawn);
    if (focused && document.parses && !this.#drawn.contains(window.document.activeElement)) this.#refocus(pointer);
  }

  /** The focused block has gone from the page, by an undo for one: go on at what stands in its place. */
  #refocus(pointer: string): void {
    const found = elementOf(this.#drawn, pointer);
    found?.querySelector<HTMLElement>("[data-focus], input, select, button")?.focus();
  }

  /** Draw once the page shows the form again. */
  shown(): void {
    if (this.#stale) this.draw();
  }

  branch(pointer: string): void {
    this.#branch = pointer;
    this.draw();
    if (pointer) this.focus(pointer);
  }

  focus(pointer: string): void {
    if (this.#first) this.#complete();
    if (!isWithin(pointer, this.#branch)) this.#branch = "";
    this.selection.select(pointer, "form");
    this.draw();
    const found = elementOf(this.#drawn, pointer);
    const own = found?.matches("[data-base='']") ? null : found;
    const entry = own?.querySelector<HTMLElement>("[data-focus], input, select, textarea, button:not([tabindex='-1'])");
    (entry ?? this.#drawn.querySelector<HTMLElement>("input, select, button"))?.focus();
    own?.scrollIntoView({ block: "nearest" });
  }

  /** Bring what another view selected into sight, without taking the focus. */
  reveal(pointer: string): void {
    if (!this.visible) return;
    if (this.#first) this.#complete();
    if (!isWithin(pointer, this.#branch)) this.#branch = "";
    this.draw();
    const found = elementOf(this.#drawn, pointer);
    if (found && !found.matches("[data-base='']")) found.scrollIntoView({ block: "nearest" });
  }

  announce(words: string): void {
    this.#said.textContent = "";
    window.setTimeout(() => (this.#said.textContent = words), 30);
  }

  #branchOf(tree: Node): { node: Node; place: Place } | null {
    const { places } = this.parts;
    if (this.#branch === "") return { node: tree, place: places.root };
    const { node, exact } = nodeAt(tree, this.#branch);
    const place = exact ? places.at(getNodePath(node), tree) : null;
    return place ? { node, place } : null;
  }

  #tellBroken(): void {
    const { document, strings, view } = this.parts;
    if (document.parses) {
      if (this.#banner.childElementCount > 0) this.#banner.replaceChildren();
      return;
    }
    const offset = document.firstError;
    const { line } = placeOf(document.text, offset);
    const words = document.lastGood ? strings.brokenText({ line }) : strings.neverParsed;
    if (this.#banner.dataset.line === String(line) && this.#banner.childElementCount > 0) return;
    this.#banner.dataset.line = String(line);
    const go = element("button", { type: "button", class: "btn btn--s" }, strings.goToLine({ line }));
    go.addEventListener("click", () => {
      this.parts.modes.show("text");
      view.reveal(offset);
    });
    const icon = element("i", { class: "i i-circle-x", "aria-hidden": "true" });
    this.#banner.replaceChildren(
      element(
        "div",
        { class: "banner banner--err banner--edge", role: "status" },
        icon,
        element("p", { class: "grow" }, words),
        go,
      ),
    );
  }

  #newContext(folding: FormContext["folding"]): FormContext {
    const { places, strings, page } = this.parts;
    const { language, readOnly } = page;
    return {
      places,
      strings,
      language,
      readOnly,
      actions: this.actions,
      helpBase: "/help/",
      covered: this.coverage.size > 0 || this.unguarded.length > 0 || this.worths.size > 0,
      hasWorth: this.worths.size > 0,
      folding,
      first: this.#first,
    };
  }

  #formHost(): FormHost {
    const { parts } = this;
    return {
      document: parts.document,
      strings: parts.strings,
      language: parts.page.language,
      references: parts.references,
      snippets: parts.page.snippetsUrl ? parts.api : null,
      check: parts.api,
      lifting: parts.page.liftOutUrl && !parts.page.readOnly ? parts.api : null,
      places: () => parts.places,
      context: () => this.#context,
      announce: (words) => this.announce(words),
      toastUndo: (words) => toast(words, { words: parts.strings.undoIt, run: () => parts.commands.run("undo") }),
      say: (words) => toast(words),
      sayMade: (words, page) => toast(words, { words: parts.strings.openIt, run: () => window.location.assign(page) }),
      focus: (pointer) => this.focus(pointer),
      select: (pointer) => this.selection.select(pointer, "form"),
      toText: (pointer) => this.#toText(pointer),
      branch: (pointer) => this.branch(pointer),
      fix: (placed) => parts.fix(placed),
    };
  }

  #toText(pointer: string): void {
    const { document, view, modes } = this.parts;
    if (!document.tree) return;
    modes.show("text");
    view.reveal(nodeAt(document.tree, pointer).node.offset);
  }

  #subscribe(): void {
    const { document, problems } = this.parts;
    document.changed.subscribe(() =>
      this.#drawn.contains(window.document.activeElement) ? this.draw() : this.#soon(),
    );
    problems.changed.subscribe((list) => this.#mark(list));
    this.selection.changed.subscribe(({ pointer, origin }) => {
      if (origin === "problems") this.focus(pointer);
      else if (origin === "form") this.#soon();
      else this.reveal(pointer);
    });
    this.#mark(problems.list);
  }

  #mark(list: readonly PlacedProblem[]): void {
    const marks = marksOf(list, this.coverage, this.unguarded, this.worths);
    if (marks.signature === this.#marks.signature) return;
    this.#marks = marks;
    this.#soon();
  }

  #soon(): void {
    if (this.#frame) return;
    this.#frame = window.requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  #listen(): void {
    const { commands, guard } = this.parts;
    const drawn = this.#drawn;
    new FormKeys(drawn, commands, guard, {
      act: (...asked) => this.act(...asked),
      focus: (pointer) => this.focus(pointer),
    });
    drawn.addEventListener("click", (event) => this.#click(event));
    drawn.addEventListener("form:act", (event) => this.#asked(event as CustomEvent<string>));
    drawn.addEventListener("focusin", (event) => this.#focused(event.target as Element));
    drawn.addEventListener("focusout", (event) => this.#leftToken(event));
    drawn.addEventListener("copy", (event) => this.#copy(event));
    drawn.addEventListener("paste", (event) => this.#paste(event));
  }

  #focused(target: Element): void {
    const node = target.closest("[data-node]");
    if (node) this.selection.select(pointerOf(node), "form");
  }

  #click(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const go = target.closest<HTMLElement>("[data-go]");
    if (go) return this.focus(go.dataset.go ?? "");
    const button = target.closest<HTMLElement>("[data-act]");
    if (button && !(button as HTMLButtonElement).disabled)
      return this.act(button.dataset.act ?? "", pointerOf(button), button);
    if (!target.closest("input, select, textarea, button, a, label")) this.#focused(target);
  }

  /** A field asks for what it cannot do alone. */
  #asked({ target, detail }: CustomEvent<string>): void {
    this.act(detail, pointerOf(target as Element), target as HTMLElement);
  }

  #copy(event: ClipboardEvent): void {
    const block = this.#focusedBlock(event);
    if (!block) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", this.actions.sourceAt(pointerOf(block)));
    this.announce(this.parts.strings.copied);
  }

  #paste(event: ClipboardEvent): void {
    const block = this.#focusedBlock(event);
    if (!block || this.parts.page.readOnly) return;
    event.preventDefault();
    const { parent, step } = splitPointer(pointerOf(block));
    const source = event.clipboardData?.getData("text/plain") ?? "";
    const why = this.actions.paste(source, { list: parent, index: Number(step) + 1 });
    if (why) toast(why);
  }

  /** The block that has the focus by its name; in a text field the clipboard is the field's. */
  #focusedBlock(event: Event): HTMLElement | null {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, select") || !window.getSelection()?.isCollapsed) return null;
    return target.closest<HTMLElement>("[data-node]");
  }

  /** Do what a button or a key asks for at a pointer. */
  act(name: string, pointer: string, from: HTMLElement): void {
    const { actions, menus } = this;
    if (this.parts.page.readOnly && !["branch", "whole", "to-text", "select", "help"].includes(name)) return;
    const { parent, step } = splitPointer(pointer);
    const index = Number(step);
    const acts: Record<string, () => void> = {
      kind: () => menus.kind(pointer),
      select: () => this.focus(pointer),
      pick: () => menus.pick(pointer),
      choose: () => menus.choose(pointer),
      clear: () => actions.clear(pointer),
      begin: () => actions.begin(pointer),
      "add-field": () => menus.addField(pointer),
      "add-optional": () => menus.addOptional(pointer),
      append: () => menus.insert({ list: pointer, index: this.#countAt(pointer) }, pointer),
      "insert-before": () => menus.insert({ list: parent, index }, pointer),
      "insert-after": () => this.#insertAfter(pointer),
      delete: () => actions.remove(pointer),
      duplicate: () => actions.duplicate(pointer),
      up: () => actions.move(pointer, -1),
      down: () => actions.move(pointer, 1),
      wrap: () => menus.wrap(pointer),
      unwrap: () => actions.unwrap(pointer),
      more: () => menus.more(pointer),
      help: () => menus.help(pointer),
      branch: () => this.branch(this.selection.pointer),
      whole: () => this.branch(""),
      "to-text": () => this.#toText(pointer),
      "remove-item": () => actions.clear(pointer),
      "remove-last": () => this.#removeLast(pointer),
      "pick-token": () => menus.pickItem(pointer, this.#countAt(pointer)),
      "add-token": () => this.#addToken(pointer, from as HTMLInputElement),
    };
    acts[name]?.();
  }

  #insertAfter(pointer: string): void {
    const target = this.actions.target(pointer);
    const { parent, step } = splitPointer(pointer);
    if (target?.node.parent?.type === "array")
      return this.menus.insert({ list: parent, index: Number(step) + 1 }, pointer);
    this.announce(this.parts.strings.notPossible);
  }

  #countAt(pointer: string): number {
    return this.actions.target(pointer)?.node.children?.length ?? 0;
  }

  #removeLast(pointer: string): void {
    const count = this.#countAt(pointer);
    if (count > 0) this.actions.clear(childPointer(pointer, count - 1));
  }

  /** A word that is typed belongs to its list also when the field is left without Enter. */
  #leftToken({ target, relatedTarget }: FocusEvent): void {
    const input = target as HTMLInputElement;
    if (input.dataset.tokens === undefined || !input.value.trim()) return;
    if (!input.closest(".tokens")?.contains(relatedTarget as Element | null)) this.act("add-token", pointerOf(input), input);
  }

  #addToken(pointer: string, input: HTMLInputElement): void {
    const typed = input.value.trim();
    const refusal = this.actions.refusalOf(pointer, typed);
    if (refusal) return this.actions.host.say(refusal);
    input.value = "";
    this.actions.addItem(pointer, typed);
  }
}

function isWithin(pointer: string, branch: string): boolean {
  return pointer === branch || pointer.startsWith(`${branch}/`);
}

function afterPaint(run: () => void): void {
  window.requestAnimationFrame(() => window.setTimeout(run, 0));
}

function marksBelow(marks: Marks, pointer: string): Marks | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<Marks | undefined>(
      (here, step) => here?.below.get(step.replaceAll("~1", "/").replaceAll("~0", "~")),
      marks,
    );
}
