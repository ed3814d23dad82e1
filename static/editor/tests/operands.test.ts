import { findNodeAtLocation, getNodePath, getNodeValue, type Node } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../src/model/document";
import { operandOf } from "../src/model/operands";
import { nodeOf, treeOf } from "../src/model/operations";
import { formatPointer } from "../src/model/positions";
import { canUnwrap, keysOf, unwrap, wrap } from "../src/model/restructure";
import { games } from "./games";

/** Every value of a card that stands where a union may stand, with its pointer. */
function* values(node: Node): Generator<{ node: Node; pointer: string }> {
  if (node.type === "property") return yield* values(node.children![1]!);
  if (node.parent) yield { node, pointer: formatPointer(getNodePath(node)) };
  for (const child of node.children ?? []) yield* values(child);
}

/** Of each game the places of its cards where something stands that an operand may take, one of each field and kind. */
function cases(game: (typeof games)[number]) {
  const { places, cards } = game;
  const examples = new Map<string, { text: string; pointer: string }>();
  for (const card of cards) {
    const text = JSON.stringify(card, null, 2);
    const tree = treeOf(text);
    for (const { node, pointer } of values(tree)) {
      const place = places.at(getNodePath(node), tree);
      if (!place?.union || place.name === "effect" || node.type === "array") continue;
      const key = [place.name, place.wants, getNodePath(node).at(-1), node.type, places.shape(place, node).kind].join();
      if (!examples.has(key)) examples.set(key, { text, pointer });
    }
  }
  return [...examples.values()];
}

describe.each(games)("in $name", (game) => {
  const { places } = game;

  it("what stands at a place becomes the first operand of every kind that can take it, and comes out of one alone unchanged", () => {
    let count = 0;
    for (const { text, pointer } of cases(game)) {
      const tree = treeOf(text);
      const node = nodeOf(tree, pointer);
      const place = places.at(getNodePath(node), tree)!;
      for (const kind of place.union!.variants.keys()) {
        const by = operandOf(places, place, kind, node);
        if (!by) continue;
        count += 1;
        const outerText = applyChanges(text, wrap(text, tree, pointer, place.union!.key, places, by).changes);
        const after = treeOf(outerText);
        const outer = nodeOf(after, pointer);
        const slot = findNodeAtLocation(outer, by.slot.list ? [by.slot.name, 0] : [by.slot.name])!;

        expect(getNodeValue(slot), `${kind} around ${pointer}`).toEqual(getNodeValue(node));
        expect(findNodeAtLocation(outer, [place.union!.key])!.value).toBe(kind);
        if (canUnwrap(outer, place, places) && keysOf(outer).length === 2) {
          const inner = applyChanges(outerText, unwrap(outerText, after, pointer, place, places).changes);
          expect(inner, `${kind} around ${pointer}`).toBe(text);
        }
      }
    }

    expect(count).toBeGreaterThan(0);
  });

  it("a number that may be computed has a sum, a product and bounds to go into", () => {
    const numbers = cases(game).filter(({ text, pointer }) => {
      const [tree, node] = [treeOf(text), nodeOf(treeOf(text), pointer)];
      const place = places.at(getNodePath(node), tree)!;
      return node.type === "number" && place.wants === "int" && place.union!.variants.has("add");
    });
    for (const { text, pointer } of numbers) {
      const tree = treeOf(text);
      const node = nodeOf(tree, pointer);
      const place = places.at(getNodePath(node), tree)!;
      const slots = ["add", "mul", "min", "max", "sub", "clamp", "each"].map((kind) => operandOf(places, place, kind, node)?.slot.name);

      expect(slots, pointer).toEqual(["values", "value1", "values", "values", "value1", "value", "amount"]);
    }

    expect(numbers.length > 0).toBe(game.name !== "raid");
  });
});
