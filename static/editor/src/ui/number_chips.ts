import { nodeAt } from "../model/positions";
import { printedNumbers } from "../model/printed_numbers";
import { replaceValue } from "../model/operations";
import { element } from "../page";
import type { Parts } from "../parts";

const MOST_DIGITS = 6;

/** The number that is being edited: in which face, which value, and what it was before. */
interface Editing {
  readonly view: string;
  readonly pointer: string;
  readonly before: number;
}

/**
 * The numbers of the face are edited in place: Enter or a press opens one, arrows step it, Enter closes it, Esc puts the old number back.
 *
 * Each step is a change of the text, in its history as any other; the face is drawn again by the server, and the field stays open.
 */
export class NumberChips {
  #editing: Editing | null = null;
  /** The number that has the focus once its field is closed, until the focus goes elsewhere. */
  #focus: Editing | null = null;

  constructor(
    private readonly face: HTMLElement,
    private readonly parts: Parts,
  ) {
    face.addEventListener("card-editor:face", () => this.#draw());
    face.addEventListener("click", (event) => this.#open(event.target));
    face.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || event.target instanceof HTMLInputElement) return;
      if (this.#open(event.target)) event.preventDefault();
    });
    this.#draw();
  }

  /** Mark the numbers that can be edited, and open the one again that was being edited before the face was drawn editing. */
  #draw(): void {
    if (this.parts.page.readOnly || !this.parts.document.tree) return;
    for (const text of this.face.querySelectorAll<HTMLElement>(".card__text:has(.card__gen) > div")) this.#mark(text);
    for (const chip of this.face.querySelectorAll<HTMLElement>("[data-pointer]")) {
      const number = this.#numberAt(chip.dataset.pointer ?? "");
      if (number === null) continue;
      chip.tabIndex = 0;
      chip.setAttribute("role", "button");
      chip.setAttribute("aria-label", `${this.parts.wayTo(chip.dataset.pointer ?? "")}: ${number}`);
      chip.title ||= this.parts.strings.numberKeys;
    }
    if (window.document.activeElement !== window.document.body) this.#focus = null;
    const editing = this.#editing ?? this.#focus;
    if (!editing) return;
    const chip = this.face.querySelector<HTMLElement>(`[data-view="${editing.view}"] [data-pointer="${CSS.escape(editing.pointer)}"]`);
    if (!chip) this.#editing = null;
    else if (this.#editing) this.#edit(chip, editing);
    else chip.focus();
  }

  /** Wrap the numbers of a generated text that come from one value. */
  #mark(text: HTMLElement): void {
    const { tree } = this.parts.document;
    if (!tree || text.querySelector("[data-pointer]")) return;
    const lines = [...text.querySelectorAll("p")];
    const whole = lines.map((line) => line.textContent).join("\n");
    const numbers = printedNumbers(whole, tree);
    let start = 0;
    for (const line of lines) {
      const words = line.textContent;
      const own = numbers.filter(({ from }) => from >= start && from < start + words.length);
      const parts: (string | Element)[] = [];
      let at = 0;
      for (const { from, to, pointer } of own) {
        parts.push(words.slice(at, from - start), element("b", { class: "n", "data-pointer": pointer }, words.slice(from - start, to - start)));
        at = to - start;
      }
      line.replaceChildren(...parts, words.slice(at));
      start += words.length + 1;
    }
  }

  #numberAt(pointer: string): number | null {
    const { tree } = this.parts.document;
    const { node, exact } = tree ? nodeAt(tree, pointer) : { node: null, exact: false };
    return exact && typeof node?.value === "number" ? node.value : null;
  }

  #open(target: EventTarget | null): boolean {
    const chip = target instanceof Element ? target.closest<HTMLElement>("[data-pointer]") : null;
    if (!chip || this.parts.page.readOnly || chip.querySelector("input")) return false;
    const pointer = chip.dataset.pointer ?? "";
    const number = this.#numberAt(pointer);
    if (number === null) return false;
    this.#edit(chip, { view: chip.closest<HTMLElement>("[data-view]")?.dataset.view ?? "", pointer, before: number });
    return true;
  }

  #edit(chip: HTMLElement, editing: Editing): void {
    this.#editing = editing;
    const number = this.#numberAt(editing.pointer) ?? editing.before;
    const input = element("input", {
      class: "numchip",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: String(MOST_DIGITS),
      "aria-label": this.parts.wayTo(editing.pointer),
      title: this.parts.strings.numberKeys,
    }) as HTMLInputElement;
    input.value = String(number);
    const content = [...chip.childNodes];
    chip.replaceChildren(input);
    const close = (): void => {
      this.#editing = null;
      this.#focus = editing;
      if (!chip.isConnected) return;
      chip.replaceChildren(...content);
      chip.focus();
    };
    input.addEventListener("input", () => this.#write(input.value));
    // A face that is drawn again takes the focus away while the field is still in it: whether one left is known afterwards.
    input.addEventListener("blur", () =>
      setTimeout(() => {
        if (!input.isConnected || this.#editing !== editing) return;
        this.#editing = null;
        chip.replaceChildren(...content);
      }),
    );
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step !== undefined) {
        input.value = String(Math.max(0, Number(input.value) + step));
        this.#write(input.value);
      } else if (event.key === "Escape") {
        this.#write(String(editing.before));
        close();
      } else if (event.key === "Enter") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    input.focus();
    input.select();
  }

  /** Write what was digits, if it is a whole number. */
  #write(digits: string): void {
    const { document, wayTo } = this.parts;
    const pointer = this.#editing?.pointer ?? "";
    const old = this.#numberAt(pointer);
    if (!/^\d+$/.test(digits) || !document.tree || old === null || old === Number(digits)) return;
    const { node } = nodeAt(document.tree, pointer);
    const changes = replaceValue(document.text, node, Number(digits));
    document.apply({ changes, label: `${wayTo(pointer)} ${old} → ${Number(digits)}`, typing: true });
  }
}
