import type { Node } from "jsonc-parser";
import { childPointer } from "./operations";
import { parsePointer } from "./positions";

const NUMBER = /(?<!\d|\d\.)\d+(?!\d|\.\d)/g;

/** One number of a text that a value of the card prints: where it is in the text, and the pointer of the value. */
export interface PrintedNumber {
  readonly from: number;
  readonly to: number;
  readonly pointer: string;
}

/**
 * The numbers of a generated text, each with the one value of the rules that it can come from.
 *
 * A number that the text has twice, or that two values have, is left out: better no way to edit it than a wrong one.
 */
export function printedNumbers(text: string, tree: Node): PrintedNumber[] {
  const values = new Map<string, string[]>();
  for (const [pointer, value] of wholeNumbers(tree, "")) {
    if (parsePointer(pointer).length < 2) continue; // a number of the head has its own place on the face
    values.set(String(value), [...(values.get(String(value)) ?? []), pointer]);
  }
  const matches = [...text.matchAll(NUMBER)];
  const words = matches.map(([word]) => word);
  return matches.flatMap((match) => {
    const [word] = match;
    const [pointer, ...rest] = values.get(word) ?? [];
    const isUnique = rest.length === 0 && words.indexOf(word) === words.lastIndexOf(word);
    return isUnique && pointer !== undefined ? [{ from: match.index, to: match.index + word.length, pointer }] : [];
  });
}

function* wholeNumbers(node: Node, pointer: string): Generator<readonly [string, number]> {
  if (typeof node.value === "number" && Number.isInteger(node.value) && node.value >= 0) yield [pointer, node.value];
  if (node.type === "array") for (const [n, item] of (node.children ?? []).entries()) yield* wholeNumbers(item, childPointer(pointer, n));
  if (node.type !== "object") return;
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (key && value) yield* wholeNumbers(value, childPointer(pointer, String(key.value)));
  }
}
