import { Component } from "preact";
import type { Node } from "jsonc-parser";
import { type FormContext, pointerOf } from "./context";
import type { DrawnField } from "./layout";
import { fieldTitle } from "./words";
import { type Cell, nameOf, painted, resized, type Rows, rowsOf, signAt, STEPS, widthOf } from "../model/grid";
import { childPointer, splitPointer } from "../model/operations";
import type { Place } from "../model/places";

export interface GridProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly node: Node | undefined;
  readonly title: string;
  readonly describedBy: string;
  readonly required: boolean;
  /** Further grids of the record, of the same cells: each is drawn as areas over this one. */
  readonly layers?: readonly DrawnField[] | undefined;
}

/** One kind of sign that the cells have, from one field. */
interface Layer {
  /** The name of its field; empty for the grid's own. */
  readonly name: string;
  readonly title: string;
  readonly signs: readonly string[];
  readonly words: readonly string[];
  readonly rows: Rows;
}

interface Brush {
  readonly layer: number;
  readonly sign: string;
}

interface GridState {
  readonly at: Cell;
  /** Where a rectangle began that is being stretched. */
  readonly from: Cell | null;
  readonly brush: Brush;
  /** What a stroke has painted so far; it is rowsByLayer at its end, as one step. */
  readonly draft: Rows | null;
}

const LARGEST = 26;
let made = 0;

/** Rows of signs as a grid of cells that is painted by pointer or by keys. It has one tab stop. */
export class Grid extends Component<GridProps, GridState> {
  readonly #id = `form-grid-${++made}`;
  override state: GridState = { at: { x: 0, y: 0 }, from: null, brush: { layer: 0, sign: this.#firstSign }, draft: null };

  get #firstSign(): string {
    const { signs } = this.props.place;
    return String((signs[1] ?? signs[0])?.value ?? "");
  }

  /** The layers as they are, each with as many rows and columns as the largest; a stroke that is not rowsByLayer yet is in its layer. */
  get #layers(): readonly Layer[] {
    const { place, node, title, layers = [] } = this.props;
    const { draft, brush } = this.state;
    const fields = [{ name: "", title, place, node }, ...layers.map(({ field, node: value }) => ({ name: field.name, title: fieldTitle(field), place: field.place, node: value }))];
    const rowsByLayer = fields.map(({ node: value }, n) => (draft && n === brush.layer ? draft : rowsOf(value)));
    const [width, height] = [Math.max(...rowsByLayer.map(widthOf)), Math.max(...rowsByLayer.map((rows) => rows.length))];
    return fields.map(({ place: own, ...field }, n) => {
      const signs = own.signs.map((sign) => String(sign.value));
      const rows = rowsByLayer[n] ?? [];
      const isWhole = rows.length === height && widthOf(rows) === width;
      return { ...field, signs, words: own.signs.map(({ word }) => word), rows: isWhole || fields.length === 1 ? rows : resized(rows, width, height, signs[0] ?? "") };
    });
  }

  override render() {
    const { context, title, describedBy } = this.props;
    const layers = this.#layers;
    const rows = layers[0]?.rows ?? [];
    const width = widthOf(rows);
    const { at } = this.state;
    return (
      <div class="gridf">
        <span class="f__name" id={`${this.#id}-name`}>
          {title}
        </span>
        {context.readOnly ? null : layers.map((layer, n) => this.#palette(layer, n))}
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
              {Array.from({ length: width }, (__, x) => this.#cell(layers, { x, y }))}
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

  #cell([base, ...areas]: readonly Layer[], cell: Cell) {
    if (!base) return null;
    const sign = signIn(base, cell);
    const number = base.signs.indexOf(sign);
    const here = this.state.at.x === cell.x && this.state.at.y === cell.y;
    const tone = number < 0 ? "is-unknown" : `tone-${number}`;
    const area = areas.find((layer) => layer.signs.indexOf(signIn(layer, cell)) !== 0);
    const looks = [tone, here ? "is-here" : "", this.#isStretched(cell) ? "is-stretched" : "", area ? areaLook(area, cell) : ""];
    const words = [wordIn(base, cell), ...areas.filter((layer) => layer === area || signIn(layer, cell) !== layer.signs[0]).map((layer) => wordIn(layer, cell))];
    const label = `${nameOf(cell)}: ${words.join(" · ")}`;
    return (
      <span
        key={cell.x}
        id={this.#cellId(cell)}
        role="gridcell"
        class={["gridf__cell", ...looks.filter(Boolean)].join(" ")}
        data-x={cell.x}
        data-y={cell.y}
        data-area={area ? signIn(area, cell) : undefined}
        aria-label={label}
        title={label}
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

  #palette({ title, signs, words }: Layer, layer: number) {
    const { context, layers = [] } = this.props;
    const { brush } = this.state;
    return (
      <div class="gridf__palette" key={layer} role="radiogroup" aria-label={layers.length > 0 ? `${context.strings.gridBrush}: ${title}` : context.strings.gridBrush}>
        {layer > 0 ? <span class="f__name">{title}</span> : null}
        {signs.map((sign, number) => (
          <label key={sign} class="gridf__brush">
            <input
              type="radio"
              name={`${this.#id}-brush`}
              checked={brush.layer === layer && brush.sign === sign}
              onChange={() => this.setState({ brush: { layer, sign } })}
            />
            <span class={`gridf__cell ${layer === 0 ? `tone-${number}` : number === 0 ? "" : `tone-0 has-area area-${number} edge-t edge-r edge-b edge-l`}`} aria-hidden="true">
              {number === 0 ? "" : sign}
            </span>
            {words[number]}
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
    else if (event.key === "Delete" || event.key === "Backspace") this.#paint(grid, { layer: this.#layer, sign: this.#emptyOf(this.#layer) }, false);
    else if (event.key === "Escape" && this.state.from) this.setState({ from: null });
    else if (this.#layerWith(event.key) >= 0) this.#paint(grid, { layer: this.#layerWith(event.key), sign: event.key });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  get #layer(): number {
    return this.state.brush.layer;
  }

  #emptyOf(layer: number): string {
    return this.#layers[layer]?.signs[0] ?? "";
  }

  #rowsOf(layer: number): Rows {
    return this.#layers[layer]?.rows ?? [];
  }

  /** The layer that knows a sign, that of the brush before others; −1 for a sign of none. */
  #layerWith(sign: string): number {
    const layers = this.#layers;
    return layers[this.#layer]?.signs.includes(sign) ? this.#layer : layers.findIndex(({ signs }) => signs.includes(sign));
  }

  #go({ x, y }: Cell, stretch: boolean): void {
    const rows = this.#rowsOf(0);
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    const at = { x: within(x, widthOf(rows)), y: within(y, rows.length) };
    this.setState({ at, from: stretch ? (this.state.from ?? this.state.at) : null });
  }

  /** Paint the cell or the stretched rectangle, and remember the sign. */
  #paint(grid: Element, { layer, sign }: Brush, keeps = true): void {
    if (this.props.context.readOnly) return;
    const { at, from } = this.state;
    this.#write(grid, layer, painted(this.#rowsOf(layer), from ?? at, at, sign, this.#emptyOf(layer)), true);
    this.setState({ from: null, ...(keeps ? { brush: { layer, sign } } : {}) });
  }

  #press = (event: PointerEvent): void => {
    const cell = cellOf(event);
    if (!cell || event.button !== 0) return;
    if (this.props.context.readOnly) return this.setState({ at: cell, from: null });
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    const { layer, sign } = this.state.brush;
    this.setState({ at: cell, from: null, draft: painted(this.#rowsOf(layer), cell, cell, sign, this.#emptyOf(layer)) });
  };

  #drag = (event: PointerEvent): void => {
    const { draft, brush } = this.state;
    if (!draft) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under && (event.currentTarget as Element).contains(under) ? cellOf({ target: under }) : null;
    if (cell) this.setState({ at: cell, draft: painted(draft, cell, cell, brush.sign, this.#emptyOf(brush.layer)) });
  };

  #release = (event: PointerEvent): void => {
    const { draft } = this.state;
    if (!draft) return;
    this.#write(event.currentTarget as Element, this.#layer, draft, false);
    this.setState({ draft: null });
  };

  #write(inside: Element, layer: number, rows: Rows, typing: boolean): void {
    const own = pointerOf(inside);
    const area = this.props.layers?.[layer - 1];
    const pointer = area ? childPointer(splitPointer(own).parent, area.field.name) : own;
    const before = rowsOf(area ? area.node : this.props.node);
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

function signIn({ rows, signs }: Layer, cell: Cell): string {
  return signAt(rows, cell, signs[0] ?? "");
}

function wordIn(layer: Layer, cell: Cell): string {
  const sign = signIn(layer, cell);
  return layer.words[layer.signs.indexOf(sign)] ?? sign;
}

/** How a cell of an area looks: its tone, and an edge wherever the neighbour is of another one. */
function areaLook(layer: Layer, cell: Cell): string {
  const sign = signIn(layer, cell);
  const { x, y } = cell;
  const isOther = (neighbour: Cell): boolean => neighbour.x < 0 || neighbour.y < 0 || signIn(layer, neighbour) !== sign;
  const edges = [
    isOther({ x, y: y - 1 }) ? "edge-t" : "",
    isOther({ x: x + 1, y }) ? "edge-r" : "",
    isOther({ x, y: y + 1 }) ? "edge-b" : "",
    isOther({ x: x - 1, y }) ? "edge-l" : "",
  ];
  return ["has-area", `area-${layer.signs.indexOf(sign)}`, ...edges.filter(Boolean)].join(" ");
}
