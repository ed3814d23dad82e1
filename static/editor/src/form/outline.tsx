import { Component, render } from "preact";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { FormContext } from "./context";
import type { FormView } from "./form_view";
import { drawnFields } from "./layout";
import { familyOf, iconOf, nodeSummary, nodeTitle } from "./words";
import type { Marks } from "../model/marks";
import { childPointer } from "../model/operations";
import type { Place } from "../model/places";
import type { Selection } from "../model/selection";
import type { Parts } from "../parts";
import { element } from "../page";
import { actOfKey } from "./keys";

const AFTER_PAINT_MS = 40;

interface Row {
  readonly pointer: string;
  readonly level: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly family: string;
  readonly worst: Marks["worst"];
  readonly coverage: number | null;
  readonly parent: boolean;
}

/** The blocks of the card as a tree with one tab stop. */
export class Outline {
  readonly #tree = element("div", { class: "tree", role: "tree" });
  readonly #folded = new Set<string>();
  #rows: readonly Row[] = [];
  #frame = 0;
  #timer = 0;

  constructor(
    host: HTMLElement,
    private readonly parts: Parts,
    private readonly form: FormView,
    private readonly selection: Selection,
  ) {
    this.#tree.setAttribute("aria-label", parts.strings.outline);
    host.replaceChildren(this.#tree);
    this.#tree.addEventListener("click", (event) => this.#click(event));
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    parts.document.changed.subscribe(() => this.#later());
    parts.problems.changed.subscribe(() => this.#later());
    selection.changed.subscribe(() => this.#soon());
    this.#later();
  }

  /** Draw after the form has been painted: a keystroke there does not wait for the outline. */
  #later(): void {
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.draw();
    }, AFTER_PAINT_MS);
  }

  draw(): void {
    const good = this.parts.document.lastGood;
    if (!good) return;
    const { context, marks } = this.form;
    this.#rows = rowsOf(context, good.node, marks, this.#folded);
    const current = this.#current();
    const rows = this.#rows.map((row) => (
      <OutlineRow
        key={row.pointer}
        row={row}
        strings={this.parts.strings}
        folded={this.#folded.has(row.pointer)}
        selected={row.pointer === this.selection.pointer}
        stop={row === current}
      />
    ));
    render(<>{rows}</>, this.#tree);
  }

  /** The row of the selection, or of the nearest block around it. */
  #current(): Row | undefined {
    const { pointer } = this.selection;
    const around = this.#rows.filter((row) => pointer === row.pointer || pointer.startsWith(`${row.pointer}/`));
    return around.at(-1) ?? this.#rows[0];
  }

  #soon(): void {
    if (this.#frame) return;
    this.#frame = window.requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  #click(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-row]");
    if (!row) return;
    const pointer = row.dataset.row ?? "";
    if ((event.target as Element).closest(".tree__tw")) return this.#fold(pointer, !this.#folded.has(pointer));
    this.selection.select(pointer, "outline");
    this.draw();
    this.#element(pointer)?.focus();
  }

  #fold(pointer: string, folded: boolean): void {
    if (folded) this.#folded.add(pointer);
    else this.#folded.delete(pointer);
    this.draw();
  }

  #element(pointer: string): HTMLElement | null {
    return this.#tree.querySelector<HTMLElement>(`[data-row="${CSS.escape(pointer)}"]`);
  }

  #key(event: KeyboardEvent): void {
    if (this.parts.guard.owns(event)) return;
    const element = (event.target as Element).closest<HTMLElement>("[data-row]");
    const at = this.#rows.findIndex((row) => row.pointer === element?.dataset.row);
    const row = this.#rows[at];
    if (!element || !row) return;
    if (this.#step(event, at, row)) return event.preventDefault();
    const act = actOfKey(event);
    if (!act) return;
    event.preventDefault();
    this.form.act(act, row.pointer, element);
  }

  #step(event: KeyboardEvent, at: number, row: Row): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const folded = this.#folded.has(row.pointer);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.#rows.length - 1 }[event.key];
    if (to !== undefined) this.#go(this.#rows[to]);
    else if (event.key === "ArrowRight")
      row.parent && folded ? this.#fold(row.pointer, false) : this.#go(this.#rows[at + 1]);
    else if (event.key === "ArrowLeft")
      row.parent && !folded ? this.#fold(row.pointer, true) : this.#go(this.#holder(at));
    else if (event.key === "Enter" || event.key === " ") this.form.focus(row.pointer);
    else return false;
    return true;
  }

  #holder(at: number): Row | undefined {
    const level = this.#rows[at]?.level ?? 0;
    return this.#rows.slice(0, at).findLast((row) => row.level < level);
  }

  #go(row: Row | undefined): void {
    if (!row) return;
    this.selection.select(row.pointer, "outline");
    this.draw();
    this.#element(row.pointer)?.focus();
  }
}

interface RowProps {
  readonly row: Row;
  readonly strings: Parts["strings"];
  readonly folded: boolean;
  readonly selected: boolean;
  readonly stop: boolean;
}

class OutlineRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { row, folded, selected, stop } = this.props;
    const same = (Object.keys(row) as (keyof Row)[]).every((key) => row[key] === next.row[key]);
    return !same || folded !== next.folded || selected !== next.selected || stop !== next.stop;
  }

  override render() {
    const { row, strings, folded, selected, stop } = this.props;
    const expanded = row.parent ? { "aria-expanded": !folded } : {};
    return (
      <div
        role="treeitem"
        class="tree__item"
        data-row={row.pointer}
        data-level={Math.min(row.level, 12)}
        aria-level={row.level}
        aria-selected={selected}
        tabIndex={stop ? 0 : -1}
        {...expanded}
      >
        <div class={row.parent ? "tree__row" : "tree__row tree__row--leaf"}>
          {row.parent ? <i class="i i-chevron-right tree__tw" aria-hidden="true" /> : null}
          <i class={`i i-${row.icon} k-${row.family}`} aria-hidden="true" />
          <span class="tree__txt">
            {row.title} <span class="muted">{row.summary}</span>
          </span>
          <span class="tree__meta">{markOf(row, strings)}</span>
        </div>
      </div>
    );
  }
}

function markOf(row: Row, strings: Parts["strings"]) {
  if (row.worst) {
    const error = row.worst === "error";
    return (
      <span class={error ? "t-err" : "t-warn"}>
        <i class={`i i--s ${error ? "i-circle-x" : "i-triangle-alert"}`} aria-hidden="true" />
        <span class="sr">{error ? strings.error : strings.warning}</span>
      </span>
    );
  }
  return row.coverage === null ? null : (
    <span class={row.coverage === 0 ? "t-warn" : ""}>{Math.round(row.coverage * 100)}%</span>
  );
}

/** Every block in reading order, without what lies in a folded one. */
function rowsOf(context: FormContext, tree: Node, marks: Marks, folded: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = [];
  const visit = (node: Node, place: Place, pointer: string, level: number, own: Marks | undefined): void => {
    if (node.type !== "object") return;
    const inner = blocksIn(context, place, node);
    const { variant } = context.places.shape(place, node);
    const family = familyOf(place, variant, level - 1);
    rows.push({
      pointer,
      level,
      title: pointer === "" ? context.strings.card : nodeTitle(context, place, node),
      summary: pointer === "" ? "" : nodeSummary(context, place, node),
      icon: pointer === "" ? "file-json" : iconOf(variant, family),
      family,
      worst: own?.worst ?? null,
      coverage: own?.coverage ?? null,
      parent: inner.length > 0,
    });
    if (folded.has(pointer)) return;
    for (const each of inner) {
      const below = each.steps.reduce<Marks | undefined>((here, step) => here?.below.get(String(step)), own);
      visit(each.node, each.place, each.steps.reduce(childPointer, pointer), level + 1, below);
    }
  };
  visit(tree, context.places.root, "", 1, marks);
  return rows;
}

interface Inner {
  readonly node: Node;
  readonly place: Place;
  readonly steps: readonly (string | number)[];
}

function blocksIn(context: FormContext, place: Place, node: Node): readonly Inner[] {
  return drawnFields(context.places, place, node).flatMap(({ field, node: value, layout }): Inner[] => {
    if (!value) return [];
    if (layout === "single") return [{ node: value, place: field.place, steps: [field.name] }];
    if (layout !== "list" || !context.places.isBlocks(field.place)) return [];
    return (value.children ?? []).flatMap((item, n) => {
      const own = context.places.item(field.place, n);
      return own && findNodeAtLocation(value, [n]) ? [{ node: item, place: own, steps: [field.name, n] }] : [];
    });
  });
}
