import { findNodeAtLocation, type Node } from "jsonc-parser";
import { childPointer, treeOf } from "./operations";
import { holdsObjects, type Place, type Places } from "./places";
import type { Json } from "./skeleton";

/** Pointers, below a value, of what must be written there and is not yet: fields that are absent, and lists of blocks that must do something. */
export function blanksOf(places: Places, place: Place, value: Json): readonly string[] {
  return [...blanksIn(places, place, treeOf(JSON.stringify(value)), "")];
}

function* blanksIn(places: Places, place: Place, node: Node, pointer: string): Generator<string> {
  if (node.type === "array") {
    for (const [n, child] of (node.children ?? []).entries()) {
      const item = places.item(place, n);
      if (item && isEmpty(places, item, child)) yield childPointer(pointer, n);
      else if (item) yield* blanksIn(places, item, child, childPointer(pointer, n));
    }
    return;
  }
  if (node.type !== "object" || !holdsObjects(place)) return;
  for (const { name, place: inner, required } of places.shape(place, node).fields) {
    const own = childPointer(pointer, name);
    const value = findNodeAtLocation(node, [name]);
    if (!value ? required : required && isEmpty(places, inner, value)) yield own;
    else if (value) yield* blanksIn(places, inner, value, own);
  }
}

/** Whether a text that must be there has no letter yet, or a list too few items, of blocks none. */
function isEmpty(places: Places, place: Place, node: Node): boolean {
  if (node.type === "string") return node.value === "";
  return node.type === "array" && (node.children?.length ?? 0) < Math.max(places.least(place), places.isBlocks(place) ? 1 : 0);
}
