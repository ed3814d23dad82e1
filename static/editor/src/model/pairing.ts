import type { Node } from "jsonc-parser";
import { sameValue } from "./merge_source";

/** Keys that say which block of a list is which, the surest first. */
const NAMES = ["id", "type", "event", "at", "kind", "key", "name"];
/** Pairs of items that are weighed; beyond, items are paired place by place. */
const MAX_PAIRS = 40_000;

/** Pair the items of two lists that are the same block: equal ones at both ends, then by content, then by name. */
export function pairedItems(before: readonly Node[], after: readonly Node[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && same(before[head], after[head])) pairs.set(head, head++);
  let tail = 0;
  while (tail < most - head && same(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail++;
  const [fromEnd, toEnd] = [before.length - tail, after.length - tail];
  pairMiddle(pairs, before.slice(0, fromEnd), after.slice(0, toEnd), head);
  for (let n = tail; n > 0; n--) pairs.set(before.length - n, after.length - n);
  return pairs;
}

/** Equal items first, in one order on both sides; in the gaps between them blocks of one name. */
function pairMiddle(pairs: Map<number, number>, before: readonly Node[], after: readonly Node[], head: number): void {
  const [rows, columns] = [before.length - head, after.length - head];
  if (rows * columns > MAX_PAIRS) {
    for (let n = head; n < Math.min(before.length, after.length); n++) pairs.set(n, n);
    return;
  }
  let [from, to] = [head, head];
  for (const [i, j] of [...longest(before, after, head), [before.length, after.length] as const]) {
    pairNamed(pairs, before, after, [from, i], [to, j]);
    if (i < before.length) pairs.set(i, j);
    [from, to] = [i + 1, j + 1];
  }
}

function pairNamed(
  pairs: Map<number, number>,
  before: readonly Node[],
  after: readonly Node[],
  [from, fromEnd]: readonly [number, number],
  [to, toEnd]: readonly [number, number],
): void {
  let start = to;
  for (let i = from; i < fromEnd; i++) {
    for (let j = start; j < toEnd; j++) {
      if (!alike(before[i], after[j])) continue;
      pairs.set(i, j);
      start = j + 1;
      break;
    }
  }
}

/** The longest run of equal items that rises on both sides. */
function longest(a: readonly Node[], b: readonly Node[], head: number): [number, number][] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= head; i--) {
    for (let j = b.length - 1; j >= head; j--) {
      const row = table[i];
      if (row) row[j] = same(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const run: [number, number][] = [];
  for (let [i, j] = [head, head]; i < a.length && j < b.length; ) {
    if (same(a[i], b[j])) run.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return run;
}

function same(a: Node | undefined, b: Node | undefined): boolean {
  return a !== undefined && b !== undefined && sameValue(a, b);
}

/** Whether two blocks are one block with another content. */
function alike(a: Node | undefined, b: Node | undefined): boolean {
  if (a?.type !== "object" || b?.type !== "object") return a !== undefined && a.type === b?.type && a.type === "array";
  for (const name of NAMES) {
    const [left, right] = [member(a, name), member(b, name)];
    if (left && right) return sameValue(left, right);
  }
  return false;
}

function member(node: Node, key: string): Node | undefined {
  return node.children?.find((item) => item.children?.[0]?.value === key)?.children?.[1];
}
