import type { Strings } from "../i18n";
import { isTitleOf, matchedAlias, rankByMeaning, type Findable } from "../model/ranking";
import { element, icon } from "../page";

/** One thing that a palette offers. */
export interface Choice extends Findable {
  readonly icon?: string;
  /** Small words at the end of the row. */
  readonly note?: string;
  /** A heading under which it stands while nothing is searched. */
  readonly section?: string;
  /** Why it cannot be taken; it is shown all the same. */
  readonly why?: string;
  readonly code?: boolean;
  readonly help?: string;
  /** Lines for the side: what would be kept, asked and set aside. */
  readonly details?: readonly string[];
  /** More lines for the side that the server knows, asked for once the choice is marked. */
  readonly loadDetails?: (signal: AbortSignal) => Promise<readonly string[]>;
  run(): void;
}

export interface PaletteOptions {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** What may be typed, shown while nothing is. */
  readonly placeholder?: string;
  /** More that comes later, like references that the server knows. */
  readonly later?: (query: string) => Promise<readonly Choice[]>;
  /** Whether what comes later goes below the rest; else it comes first. */
  readonly laterBelow?: boolean;
  /** Blocks that a whole sentence means; they come first. */
  readonly patterns?: (query: string) => readonly Choice[];
  /** What may be written by hand instead of taken from the list. */
  readonly free?: (typed: string) => Choice | null;
  /** Where the focus goes when nothing was chosen. */
  readonly back: () => void;
}

const MAX_SHOWN = 80;
/** How long a choice is marked before the server is asked about it. */
const MARKED_MS = 150;

/** What an author writes by hand: a number or a reference, unless it is the beginning of a known one. Anything else is first looked for. */
const LITERAL = /^(?:-?\d|[${])/;
let made = 0;

/** The choices of one section together, so that no heading stands twice; sections in the order of their first choices. */
function inSections(choices: readonly Choice[]): Choice[] {
  const sections = [...new Set(choices.map(({ section }) => section))];
  return sections.flatMap((section) => choices.filter((choice) => choice.section === section));
}

/** A text whose words between backticks are code. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, n) => (n % 2 ? element("code", {}, part) : part));
}

/** A dialog with a search field over a list of what is legal at one place. */
export class Palette {
  readonly #dialog: HTMLDialogElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #about = element("div", { class: "palette__about" });
  readonly #id = `palette-${++made}`;
  #choices: readonly Choice[];
  #shown: readonly Choice[] = [];
  #at = 0;
  #chosen = false;
  #asked = "";
  #asking: AbortController | null = null;

  constructor(
    private readonly strings: Strings,
    private readonly options: PaletteOptions,
  ) {
    this.#choices = options.choices;
    this.#input = this.#field();
    this.#list = element("div", { class: "palette__list", role: "listbox", id: `${this.#id}-list`, "aria-label": options.title });
    const search = element("div", { class: "search" }, icon("search"), this.#input);
    const two = element("div", { class: "palette__two" }, this.#list, this.#about);
    const head = element("h2", { class: "palette__title", id: `${this.#id}-title` }, options.title);
    const frame = { class: "dialog palette", "aria-labelledby": `${this.#id}-title` };
    this.#dialog = document.body.appendChild(element("dialog", frame, head, search, two));
    this.#listen();
    this.#search();
    void this.#more();
    this.#dialog.showModal();
    this.#input.focus();
  }

  #field(): HTMLInputElement {
    return element("input", {
      class: "in",
      type: "text",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": `${this.#id}-list`,
      "aria-autocomplete": "list",
      "aria-labelledby": `${this.#id}-title`,
      autocomplete: "off",
      spellcheck: "false",
      placeholder: this.options.placeholder ?? "",
    });
  }

  #listen(): void {
    const typed = (): void => {
      this.#search();
      void this.#more();
    };
    this.#input.addEventListener("input", (event) => (event as InputEvent).isComposing || typed());
    this.#input.addEventListener("compositionend", typed);
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("mousemove", (event) => this.#hover(event));
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
    this.#about.addEventListener("click", (event) => {
      if ((event.target as Element).closest("a")) this.#dialog.close(); // the pane would stand behind the dialog
    });
    this.#dialog.addEventListener("close", () => {
      this.#dialog.remove();
      this.#asking?.abort();
      if (!this.#chosen) this.options.back();
    });
  }

  async #more(): Promise<void> {
    const query = this.#input.value;
    const { later } = this.options;
    if (!later || (this.#asked === query && query !== "")) return;
    this.#asked = query;
    const results = await later(query);
    if (!this.#dialog.open || this.#input.value !== query) return;
    const known = new Set(this.options.choices.map((choice) => choice.label));
    const more = results.filter((choice) => !known.has(choice.label));
    this.#choices = this.options.laterBelow ? [...this.options.choices, ...more] : [...more, ...this.options.choices];
    this.#search();
  }

  #search(): void {
    const query = this.#input.value.trim();
    const free = query ? this.options.free?.(query) : null;
    const patterns = query ? (this.options.patterns?.(query) ?? []) : [];
    const results = query === "" ? inSections(this.#choices) : rankByMeaning(this.#choices, query);
    const usable = [...results.filter((choice) => !choice.why), ...results.filter((choice) => choice.why)];
    const isBegun = !usable[0]?.why && usable[0]?.label.startsWith(query);
    const first = LITERAL.test(query) && !isBegun;
    const isName = usable[0] !== undefined && isTitleOf(usable[0], query);
    const [ahead, behind] = isName ? [usable.slice(0, 1), usable.slice(1)] : [[], usable];
    this.#shown = [...(free && first ? [free] : []), ...ahead, ...patterns, ...behind.slice(0, MAX_SHOWN), ...(free && !first ? [free] : [])];
    this.#at = Math.max(0, this.#shown.findIndex((choice) => !choice.why));
    this.#draw(query);
  }

  #draw(query: string): void {
    let section = "";
    const rows = this.#shown.flatMap((choice, n) => {
      const heads = (query === "" || choice.section === this.strings.patterns) && choice.section && choice.section !== section;
      section = choice.section ?? "";
      const row = this.#row(choice, n, query);
      return heads ? [element("div", { class: "menu__head", role: "presentation" }, section), row] : [row];
    });
    const none = element("p", { class: "menu__hint" }, this.strings.nothingFits);
    this.#list.replaceChildren(...(rows.length > 0 ? rows : [none]));
    this.#mark();
  }

  #row(choice: Choice, n: number, query: string): HTMLElement {
    const alias = query ? matchedAlias(choice, query) : null;
    const main = element("span", { class: "opt__m" });
    main.append(element(choice.code ? "code" : "span", { class: "opt__t" }, choice.title || choice.label));
    const others = [choice.code || choice.label === choice.title ? "" : choice.label, ...(choice.titles ?? [])];
    for (const other of others.filter(Boolean)) main.append(" ", element("span", { class: "muted small" }, other));
    if (alias) main.append(" ", element("span", { class: "alias" }, alias));
    const attributes = { class: "opt", role: "option", id: `${this.#id}-${n}`, "data-n": String(n), "aria-selected": "false" };
    const row = element("div", choice.why ? { ...attributes, "aria-disabled": "true" } : attributes);
    if (choice.icon) row.append(icon(choice.icon));
    row.append(main);
    const note = choice.why ?? choice.note;
    if (note) row.append(element("small", { class: "muted" }, note));
    return row;
  }

  #mark(): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>("[data-n]"))
      row.setAttribute("aria-selected", String(Number(row.dataset.n) === this.#at));
    const row = this.#list.querySelector<HTMLElement>(`[data-n="${this.#at}"]`);
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.#input.setAttribute("aria-activedescendant", row.id);
    else this.#input.removeAttribute("aria-activedescendant");
    this.#tell(this.#shown[this.#at]);
  }

  /** Say at the side what the marked choice is. */
  #tell(choice: Choice | undefined): void {
    const parts: HTMLElement[] = [];
    if (choice) parts.push(element("strong", {}, choice.title || choice.label));
    if (choice && choice.label !== choice.title) parts.push(element("code", { class: "small" }, choice.label));
    if (choice?.info) parts.push(element("p", {}, ...withCode(choice.info)));
    for (const line of choice?.details ?? []) parts.push(element("p", { class: "small soft" }, line));
    if (choice?.why) parts.push(element("p", { class: "small t-warn" }, choice.why));
    if (choice?.help) parts.push(element("a", { class: "small", href: choice.help, "data-help-pane": "" }, this.strings.openReference));
    this.#about.replaceChildren(...parts);
    this.#asking?.abort();
    if (choice?.loadDetails) this.#ask(choice.loadDetails);
  }

  /** Show at the side what the server knows of the marked choice, if it is still marked after a moment. */
  #ask(load: NonNullable<Choice["loadDetails"]>): void {
    const asking = new AbortController();
    this.#asking = asking;
    setTimeout(async () => {
      if (asking.signal.aborted || !this.#dialog.open) return;
      const lines = await load(asking.signal);
      if (asking.signal.aborted) return;
      this.#about.append(...lines.map((line) => element("p", { class: "palette__says" }, line)));
    }, MARKED_MS);
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    const last = this.#shown.length - 1;
    const to = { ArrowDown: this.#at + 1, ArrowUp: this.#at - 1, PageDown: this.#at + 8, PageUp: this.#at - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.#at = to > last ? (this.#at === last ? 0 : last) : to < 0 ? (this.#at === 0 ? last : 0) : to;
      return this.#mark();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.#take(this.#shown[this.#at]);
  }

  #click(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-n]");
    if (row) this.#take(this.#shown[Number(row.dataset.n)]);
  }

  #hover(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-n]");
    if (!row || Number(row.dataset.n) === this.#at) return;
    this.#at = Number(row.dataset.n);
    this.#mark();
  }

  #take(choice: Choice | undefined): void {
    if (!choice || choice.why) return;
    this.#chosen = true;
    this.#dialog.close();
    choice.run();
  }
}
