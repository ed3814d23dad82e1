import { Component, createRef } from "preact";
import type { Node } from "jsonc-parser";
import type { FormContext } from "./context";
import { canUnwrap, wrappersOf } from "../model/restructure";
import type { Place } from "../model/places";

interface Tool {
  readonly act: string;
  readonly icon: string;
  readonly words: string;
  /** What it is called where there is little room. */
  readonly name?: string;
  readonly keys: string;
}

/** What can be done with the selected block; the same acts have keys. */
export function toolsFor(
  { places, strings }: FormContext,
  place: Place,
  node: Node,
  movable: boolean,
): readonly Tool[] {
  const moves = [
    { act: "up", icon: "arrow-up", words: strings.moveUp, name: strings.toolUp, keys: "Alt ↑" },
    { act: "down", icon: "arrow-down", words: strings.moveDown, name: strings.toolDown, keys: "Alt ↓" },
    { act: "insert-after", icon: "plus", words: strings.insertAfter, name: strings.toolInsert, keys: "I" },
    { act: "duplicate", icon: "copy", words: strings.duplicate, keys: "D" },
  ];
  const wraps = [{ act: "wrap", icon: "brackets", words: strings.wrapIn, name: strings.toolWrap, keys: "W" }];
  const inner = [{ act: "unwrap", icon: "corner-up-left", words: strings.unwrap, keys: "Shift W" }];
  return [
    ...(movable ? moves : []),
    ...(wrappersOf(places, place).length > 0 ? wraps : []),
    ...(canUnwrap(node, place, places) ? inner : []),
    { act: "more", icon: "ellipsis", words: strings.moreTools, keys: "" },
    { act: "delete", icon: "trash-2", words: strings.remove, keys: "Del" },
  ];
}

interface ToolsProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly node: Node;
  readonly movable: boolean;
}

/** Where tools may lie: at the end of their block's head, or on its upper edge. A line of their own hides nothing, but moves what is below. */
const PLACES = ["", "is-above", "is-line"];
const WORDS = "button:not(.ins *, .fx--clear), label, input, select, textarea, code, b, .f__name, .val, .chip, .fielderr, .rawval, .blk__sum, .muted";

/** The buttons of the selected block, where they cover no word. */
export class Tools extends Component<ToolsProps> {
  readonly #tools = createRef<HTMLSpanElement>();

  override componentDidMount(): void {
    this.#settle();
  }

  override componentDidUpdate(): void {
    this.#settle();
  }

  #settle(): void {
    const tools = this.#tools.current;
    if (!tools || !covers(tools)) return;
    for (const place of PLACES) {
      tools.classList.remove(...PLACES.filter(Boolean));
      if (place) tools.classList.add(place);
      if (!covers(tools)) return;
    }
  }

  override render({ context, place, node, movable }: ToolsProps) {
    return (
      <span class="blk__tools" role="group" aria-label={context.strings.blockTools} ref={this.#tools}>
        {toolsFor(context, place, node, movable).map(({ act, icon, words, name, keys }) => (
          <button
            key={act}
            type="button"
            class="btn btn--s btn--icon btn--ghost"
            data-act={act}
            aria-label={words}
            title={keys ? `${words} (${keys})` : words}
          >
            <i class={`i i-${icon}`} aria-hidden="true" />
            <span class="blk__toolname">{name ?? words}</span>
          </button>
        ))}
      </span>
    );
  }
}

/** Whether the tools cover a word: of their block, of those beside it, or of the head of the one around it; no other is that near. */
function covers(tools: HTMLElement): boolean {
  const own = tools.getBoundingClientRect();
  const near = tools.closest(".blk")?.parentElement?.closest(".blk, .blocks-root");
  return [...(near?.querySelectorAll(WORDS) ?? [])].some((other) => {
    if (tools.contains(other)) return false;
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
  });
}
