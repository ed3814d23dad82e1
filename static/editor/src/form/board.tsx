import { Component } from "preact";
import type { Node } from "jsonc-parser";
import type { Strings } from "../i18n";
import { type FormContext, pointerOf } from "./context";
import { type BoardFields, letterOf, mapOf, type Piece, pieceAt, piecesOf, signsOf, sizeOf } from "../model/board";
import { type Cell, nameOf, type Rows, signAt, STEPS } from "../model/grid";
import { childPointer } from "../model/operations";
import type { Option, Place } from "../model/places";

export interface BoardProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly board: BoardFields;
  readonly node: Node | undefined;
  readonly title: string;
}

interface BoardState {
  readonly at: Cell;
  /** Whether `at` was chosen, by pointer or keys; before that it is only where the keys begin. */
  readonly isChosen: boolean;
  /** The item that was picked up, by its number in the list. */
  readonly held: number | null;
  /** What a click on an empty cell puts there. */
  readonly brush: { readonly name: string; readonly side: string } | null;
  /** The rows of the map, and of which card they are; null where that has none. */
  readonly ground: { readonly map: string; readonly rows: Rows | null };
  readonly known: readonly string[];
  /** What cards are called in the reader's language, by their ids. */
  readonly names: Readonly<Record<string, string>>;
}

let made = 0;

/** The items of a list on the map that they lie on: picked up, put down, added and taken out by pointer or by keys. It has one tab stop. */
export class Board extends Component<BoardProps, BoardState> {
  readonly #id = `form-board-${++made}`;
  readonly #asked = new Set<string>();
  override state: BoardState = { at: { x: 0, y: 0 }, isChosen: false, held: null, brush: null, ground: { map: "", rows: null }, known: [], names: {} };

  override componentDidMount(): void {
    void this.#lay();
    this.#call();
  }

  override componentDidUpdate(): void {
    void this.#lay();
    this.#call();
  }

  /** Ask what the cards that lie here are called, once for each. */
  #call(): void {
    const { references, language } = this.props.context.actions.host;
    const ids = new Set(this.#pieces.map((piece) => piece.name).filter((id) => id && !this.#asked.has(id)));
    ids.forEach((id) => {
      this.#asked.add(id);
      references?.nameOf(id).then(
        (name) => name && this.setState(({ names }) => ({ names: { ...names, [id]: name[language] } })),
        () => this.#asked.delete(id),
      );
    });
  }

  /** Ask for the rows of the map, once for each map that the record names. */
  async #lay(): Promise<void> {
    const { node, board, context } = this.props;
    const map = mapOf(node, board);
    if (map === this.state.ground.map) return;
    this.setState({ ground: { map, rows: null } });
    const rows = (await context.actions.host.references?.rowsOf(map, board.rows)) ?? null;
    if (this.state.ground.map === map) this.setState({ ground: { map, rows } });
  }

  get #pieces(): readonly Piece[] {
    return piecesOf(this.props.node, this.props.board);
  }

  get #sides(): readonly Option[] {
    const { context, place, board } = this.props;
    const item = context.places.item(place, 0);
    const fields = item ? context.places.shape(item, undefined).fields : [];
    return fields.find((field) => field.name === board.side)?.place.options ?? [];
  }

  /** What is put on an empty cell: what was chosen, else the like of the last item. */
  get #brush(): { readonly name: string; readonly side: string } {
    const last = this.#pieces.at(-1);
    return this.state.brush ?? { name: last?.name ?? "", side: last?.side ?? String(this.#sides[0]?.value ?? "") };
  }

  override render() {
    const { context, title, node, board } = this.props;
    const pieces = this.#pieces;
    const rows = this.state.ground.rows ?? [];
    const { width, height } = sizeOf(rows, pieces);
    const signs = signsOf(context.places, node, board);
    return (
      <div class="gridf board">
        <span class="sr" id={`${this.#id}-name`}>
          {context.strings.boardOf({ title })}
        </span>
        <div
          class="gridf__cells"
          role="grid"
          tabIndex={0}
          aria-labelledby={`${this.#id}-name`}
          aria-readonly={context.readOnly}
          aria-activedescendant={this.#cellId(this.state.at)}
          style={{ "--columns": String(width) }}
          onKeyDown={this.#key}
          onPointerDown={this.#press}
          onPointerUp={this.#drop}
        >
          {Array.from({ length: height }, (_, y) => (
            <div role="row" class="gridf__row" key={y}>
              {Array.from({ length: width }, (__, x) => this.#cell({ x, y }, pieces, rows, signs))}
            </div>
          ))}
        </div>
        {this.state.ground.rows ? null : <span class="small muted">{missingMap(this.state.ground.map, context.strings)}</span>}
        {context.readOnly ? null : this.#tools()}
      </div>
    );
  }

  #cellId({ x, y }: Cell): string {
    return `${this.#id}-${x}-${y}`;
  }

  #cell(cell: Cell, pieces: readonly Piece[], rows: Rows, signs: readonly Option[]) {
    const piece = pieceAt(pieces, cell);
    const number = signs.findIndex((sign) => sign.value === signAt(rows, cell, ""));
    const side = piece ? this.#sides.findIndex((each) => each.value === piece.side) : -1;
    const words = piece ? `${this.state.names[piece.name] ?? piece.name}, ${this.#sides[side]?.word ?? piece.side}` : (signs[number]?.word ?? "");
    const label = words ? `${nameOf(cell)}: ${words}` : nameOf(cell);
    const here = this.state.at.x === cell.x && this.state.at.y === cell.y;
    return (
      <span
        key={cell.x}
        id={this.#cellId(cell)}
        role="gridcell"
        class={`gridf__cell${number > 0 ? ` tone-${number}` : ""}${number < 0 && rows.length > 0 ? " is-unknown" : ""}${here ? " is-here" : ""}`}
        data-x={cell.x}
        data-y={cell.y}
        aria-label={label}
        aria-selected={piece !== undefined && piece.index === this.state.held}
        title={label}
      >
        {piece ? (
          <span class={`piece piece--${side}${piece.index === this.state.held ? " is-held" : ""}`} aria-hidden="true">
            {letterOf(piece.name)}
          </span>
        ) : null}
      </span>
    );
  }

  #tools() {
    const { strings } = this.props.context;
    const brush = this.#brush;
    return (
      <span class="gridf__size">
        <label class="f">
          <span class="f__name">{strings.boardPut}</span>
          <input
            class="in mono"
            type="text"
            size={24}
            list={`${this.#id}-known`}
            value={brush.name}
            onFocus={this.#offer}
            onInput={(event: Event) => this.setState({ brush: { ...brush, name: (event.target as HTMLInputElement).value } })}
          />
        </label>
        <datalist id={`${this.#id}-known`}>
          {this.state.known.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <select
          class="in w-auto"
          aria-label={strings.boardSide}
          value={brush.side}
          onChange={(event: Event) => this.setState({ brush: { ...brush, side: (event.target as HTMLSelectElement).value } })}
        >
          {this.#sides.map((side) => (
            <option key={String(side.value)} value={String(side.value)}>
              {side.word}
            </option>
          ))}
        </select>
        <span class="muted gridf__keys">{strings.boardKeys}</span>
      </span>
    );
  }

  /** Offer the cards that lie here already, and those that the pack has. */
  #offer = (): void => {
    if (this.state.known.length > 0) return;
    const here = this.#pieces.map((piece) => piece.name);
    const offer = (more: readonly string[]): void => this.setState({ known: [...new Set([...here, ...more])] });
    const { references } = this.props.context.actions.host;
    references?.names("").then(
      (names) => offer(names.map((card) => card.id)),
      () => offer([]),
    );
  };

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const grid = event.currentTarget as Element;
    if (step) this.#go({ x: this.state.at.x + step[0], y: this.state.at.y + step[1] });
    else if (event.key === " " || event.key === "Enter") this.#act(grid, this.state.at);
    else if (event.key === "Delete" || event.key === "Backspace") this.#takeOut(grid);
    else if (event.key === "Escape" && this.state.held !== null) this.setState({ held: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #go({ x, y }: Cell): void {
    const { width, height } = sizeOf(this.state.ground.rows ?? [], this.#pieces);
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    this.setState({ at: { x: within(x, width), y: within(y, height) }, isChosen: true });
  }

  #press = (event: PointerEvent): void => {
    const cell = cellOf(event.target as Element);
    if (!cell || event.button !== 0) return;
    const { at, isChosen, held } = this.state;
    const isSame = isChosen && at.x === cell.x && at.y === cell.y;
    this.setState({ at: cell, isChosen: true });
    // One tap on an empty cell chooses it, the next one adds a piece: looking around changes nothing.
    if (isSame || held !== null || pieceAt(this.#pieces, cell)) this.#act(event.currentTarget as Element, cell);
  };

  /** A piece that was dragged is put where the pointer is let go. */
  #drop = (event: PointerEvent): void => {
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const { at, held } = this.state;
    if (!cell || held === null || (cell.x === at.x && cell.y === at.y)) return;
    this.setState({ at: cell });
    this.#act(event.currentTarget as Element, cell);
  };

  /** Pick up what lies on a cell, put down what is held, or put a new item there. */
  #act(grid: Element, cell: Cell): void {
    const { context, board, node } = this.props;
    if (context.readOnly) return;
    const { held } = this.state;
    const there = pieceAt(this.#pieces, cell);
    if (there) return this.setState({ held: held === there.index ? null : there.index });
    const list = pointerOf(grid);
    const lies = { [board.x]: cell.x + 1, [board.y]: cell.y + 1 };
    const brush = this.#brush;
    if (held !== null) context.actions.setFields(childPointer(list, held), lies, context.strings.boardMoved({ cell: nameOf(cell) }));
    else if (brush.name)
      context.actions.setValue(
        childPointer(list, node?.children?.length ?? 0),
        { [board.name]: brush.name, ...lies, [board.side]: brush.side },
        false,
      );
    this.setState({ held: null });
  }

  #takeOut(grid: Element): void {
    const { context } = this.props;
    const there = pieceAt(this.#pieces, this.state.at);
    if (!there || context.readOnly) return;
    context.actions.takeOut(childPointer(pointerOf(grid), there.index));
    this.setState({ held: null });
  }
}

function cellOf(target: Element | null): Cell | null {
  const cell = target?.closest<HTMLElement>("[data-x]");
  return cell ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : null;
}

/** Why no ground is drawn: the map is not in this pack, or none is chosen. */
function missingMap(map: string, strings: Strings): string {
  return map ? strings.boardWithoutMap({ map }) : strings.boardMapUnset;
}
