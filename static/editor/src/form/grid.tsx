import { Component } from "preact";
import type { Node } from "jsonc-parser";
import { type FormContext, pointerOf } from "./context";
import { type Cell, nameOf, painted, type Rows, rowsOf, signAt, STEPS, widthOf } from "../model/grid";
import type { Place } from "../model/places";

export interface GridProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly node: Node | undefined;
  readonly title: string;
  readonly describedBy: string;
  readonly required: boolean;
}

interface GridState {
  readonly at: Cell;
  /** Where a rectangle began that is being stretched. */
  readonly from: Cell | null;
  readonly brush: string;
  /** What a stroke has painted so far; it is written at its end, as one step. */
  readonly draft: Rows | null;
}

const LARGEST = 26;
let made = 0;

/** Rows of signs as a grid of cells that is painted by pointer or by keys. It has one tab stop. */
export class Grid extends Component<GridProps, GridState> {
  readonly #id = `form-grid-${++made}`;
  override state: GridState = { at: { x: 0, y: 0 }, from: null, brush: this.#signs[1] ?? this.#signs[0] ?? "", draft: null };

  get #signs(): readonly string[] {
    return this.props.place.signs.map((sign) => String(sign.value));
  }

  get #empty(): string {
    return this.#signs[0] ?? "";
  }

  get #rows(): Rows {
    return this.state.draft ?? rowsOf(this.props.node);
  }

  override render() {
    const { context, title, describedBy } = this.props;
    const rows = this.#rows;
    const width = widthOf(rows);
    const { at } = this.state;
    return (
      <div class="gridf">
        <span class="f__name" id={`${this.#id}-name`}>
          {title}
        </span>
        {context.readOnly ? null : this.#palette()}
        <div
          class="gridf__cells"
          role="grid"
          tabIndex={0}
          data-focus
          aria-labelledby={`${this.#id}-name`}
          aria-describedby={describedBy || undefined}
          aria-readonly={context.readOnly}
          aria-activedescendant={rows.length > 0 ? this.#cellId(at) : undefined}
          style={{ "--columns": String(width) }}
          onKeyDown={this.#key}
          onPointerDown={this.#press}
          onPointerMove={this.#drag}
          onPointerUp={this.#release}
          onPointerCancel={this.#release}
        >
          {rows.map((_, y) => (
            <div role="row" class="gridf__row" key={y}>
              {Array.from({ length: width }, (__, x) => this.#cell(rows, { x, y }))}
            </div>
          ))}
        </div>
        {context.readOnly ? null : this.#size(rows, width)}
      </div>
    );
  }

  #cellId({ x, y }: Cell): string {
    return `${this.#id}-${x}-${y}`;
  }

  #cell(rows: Rows, cell: Cell) {
    const { place } = this.props;
    const sign = signAt(rows, cell, this.#empty);
    const number = this.#signs.indexOf(sign);
    const word = place.signs[number]?.word ?? sign;
    const here = this.state.at.x === cell.x && this.state.at.y === cell.y;
    const tone = number < 0 ? "is-unknown" : `tone-${number}`;
    return (
      <span
        key={cell.x}
        id={this.#cellId(cell)}
        role="gridcell"
        class={`gridf__cell ${tone}${here ? " is-here" : ""}${this.#isStretched(cell) ? " is-stretched" : ""}`}
        data-x={cell.x}
        data-y={cell.y}
        aria-label={`${nameOf(cell)}: ${word}`}
        title={`${nameOf(cell)}: ${word}`}
      >
        {number === 0 ? "" : sign}
      </span>
    );
  }

  #isStretched({ x, y }: Cell): boolean {
    const { from, at } = this.state;
    if (!from) return false;
    const within = (value: number, one: number, other: number) => value >= Math.min(one, other) && value <= Math.max(one, other);
    return within(x, from.x, at.x) && within(y, from.y, at.y);
  }

  #palette() {
    const { context, place } = this.props;
    return (
      <div class="gridf__palette" role="radiogroup" aria-label={context.strings.gridBrush}>
        {place.signs.map((sign, number) => (
          <label key={String(sign.value)} class="gridf__brush">
            <input
              type="radio"
              name={`${this.#id}-brush`}
              checked={this.state.brush === sign.value}
              onChange={() => this.setState({ brush: String(sign.value) })}
            />
            <span class={`gridf__cell tone-${number}`} aria-hidden="true">
              {number === 0 ? "" : String(sign.value)}
            </span>
            {sign.word}
          </label>
        ))}
      </div>
    );
  }

  #size(rows: Rows, width: number) {
    const { context } = this.props;
    const { strings } = context;
    const height = rows.length;
    const button = (label: string, sign: string, w: number, h: number) => (
      <button
        type="button"
        class="fx"
        aria-label={label}
        title={label}
        disabled={w < 1 || h < 1 || w > LARGEST || h > (this.props.place.most ?? LARGEST)}
        onClick={(event: Event) => context.actions.resizeGrid(pointerOf(event.currentTarget as Element), w, h)}
      >
        {sign}
      </button>
    );
    return (
      <span class="gridf__size">
        {strings.gridColumns} <span class="num">{width}</span>
        {button(strings.gridFewerColumns, "−", width - 1, height)}
        {button(strings.gridMoreColumns, "+", width + 1, Math.max(height, 1))}
        {strings.gridRows} <span class="num">{height}</span>
        {button(strings.gridFewerRows, "−", width, height - 1)}
        {button(strings.gridMoreRows, "+", Math.max(width, 1), height + 1)}
        <span class="muted gridf__keys">{strings.gridKeys}</span>
      </span>
    );
  }

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const grid = event.currentTarget as Element;
    if (step) this.#go({ x: this.state.at.x + step[0], y: this.state.at.y + step[1] }, event.shiftKey);
    else if (event.key === "Home" || event.key === "End")
      this.#go({ x: event.key === "Home" ? 0 : LARGEST, y: this.state.at.y }, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.#paint(grid, this.state.brush);
    else if (event.key === "Delete" || event.key === "Backspace") this.#paint(grid, this.#empty);
    else if (event.key === "Escape" && this.state.from) this.setState({ from: null });
    else if (this.#signs.includes(event.key)) this.#paint(grid, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #go({ x, y }: Cell, stretch: boolean): void {
    const rows = this.#rows;
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    const at = { x: within(x, widthOf(rows)), y: within(y, rows.length) };
    this.setState({ at, from: stretch ? (this.state.from ?? this.state.at) : null });
  }

  /** Paint the cell or the stretched rectangle, and remember the sign. */
  #paint(grid: Element, sign: string): void {
    if (this.props.context.readOnly) return;
    const { at, from } = this.state;
    this.#write(grid, painted(this.#rows, from ?? at, at, sign, this.#empty), true);
    this.setState({ from: null, brush: sign });
  }

  #press = (event: PointerEvent): void => {
    const cell = cellOf(event);
    if (!cell || event.button !== 0) return;
    if (this.props.context.readOnly) return this.setState({ at: cell, from: null });
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.setState({ at: cell, from: null, draft: painted(this.#rows, cell, cell, this.state.brush, this.#empty) });
  };

  #drag = (event: PointerEvent): void => {
    const { draft, brush } = this.state;
    if (!draft) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under && (event.currentTarget as Element).contains(under) ? cellOf({ target: under }) : null;
    if (cell) this.setState({ at: cell, draft: painted(draft, cell, cell, brush, this.#empty) });
  };

  #release = (event: PointerEvent): void => {
    const { draft } = this.state;
    if (!draft) return;
    this.#write(event.currentTarget as Element, draft, false);
    this.setState({ draft: null });
  };

  #write(inside: Element, rows: Rows, typing: boolean): void {
    const pointer = pointerOf(inside);
    const before = rowsOf(this.props.node);
    const changed = rows.flatMap((row, y) => (row === before[y] ? [] : [y]));
    if (rows.length === before.length && changed.length === 0) return;
    const [only] = changed;
    const { actions } = this.props.context;
    if (rows.length === before.length && changed.length === 1 && only !== undefined)
      return actions.setValue(`${pointer}/${only}`, rows[only] ?? "", typing);
    actions.setValue(pointer, rows, typing);
  }
}

function cellOf({ target }: { target: EventTarget | null }): Cell | null {
  const cell = (target as Element | null)?.closest<HTMLElement>("[data-x]");
  return cell ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : null;
}
