import type { Node } from "jsonc-parser";
import type { FormContext } from "./context";
import { canUnwrap, wrappersOf } from "../model/restructure";
import type { Place } from "../model/places";

interface Tool {
  readonly act: string;
  readonly icon: string;
  readonly words: string;
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
    { act: "up", icon: "arrow-up", words: strings.moveUp, keys: "Alt ↑" },
    { act: "down", icon: "arrow-down", words: strings.moveDown, keys: "Alt ↓" },
    { act: "insert-after", icon: "plus", words: strings.insertAfter, keys: "I" },
    { act: "duplicate", icon: "copy", words: strings.duplicate, keys: "D" },
  ];
  const wraps = [{ act: "wrap", icon: "brackets", words: strings.wrapIn, keys: "W" }];
  const inner = [{ act: "unwrap", icon: "corner-up-left", words: strings.unwrap, keys: "Shift W" }];
  return [
    ...(movable ? moves : []),
    ...(wrappersOf(places, place).length > 0 ? wraps : []),
    ...(canUnwrap(node, place, places) ? inner : []),
    { act: "more", icon: "ellipsis", words: strings.moreTools, keys: "" },
    { act: "delete", icon: "trash-2", words: strings.remove, keys: "Del" },
  ];
}

export function Tools({
  context,
  place,
  node,
  movable,
}: {
  context: FormContext;
  place: Place;
  node: Node;
  movable: boolean;
}) {
  return (
    <span class="blk__tools" role="group" aria-label={context.strings.blockTools}>
      {toolsFor(context, place, node, movable).map(({ act, icon, words, keys }) => (
        <button
          key={act}
          type="button"
          class="btn btn--s btn--icon btn--ghost"
          data-act={act}
          aria-label={words}
          title={keys ? `${words} (${keys})` : words}
        >
          <i class={`i i-${icon}`} aria-hidden="true" />
          <span class="blk__toolname">{words}</span>
        </button>
      ))}
    </span>
  );
}
