import { findNodeAtLocation, type JSONPath, type Node, parseTree, type ParseError } from "jsonc-parser";
import { applyChanges, type TextChange } from "./document";
import { formatPointer, parsePointer, pathIn } from "./positions";
import type { Json } from "./skeleton";
import { reindented, type Source, sourceOf } from "./source";
import { indentOf, insertChild, removeChild, valueSource } from "./surgery";

/** What an operation makes of a text, and the pointer of the value that it was about. */
export interface Outcome {
  readonly changes: readonly TextChange[];
  readonly pointer: string;
}

/** The place of an item: a list and its index there. */
export interface Spot {
  readonly list: string;
  readonly index: number;
}

/** The operation does not fit the text as it is now. */
export class NotPossible extends Error {}

export function treeOf(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (!tree) throw new NotPossible("no tree");
  return tree;
}

export function nodeOf(tree: Node, pointer: string): Node {
  const node = findNodeAtLocation(tree, pathIn(tree, parsePointer(pointer)));
  if (!node) throw new NotPossible(pointer);
  return node;
}

export function childPointer(pointer: string, step: string | number): string {
  return pointer + formatPointer([step] as JSONPath);
}

/** The pointer of what holds a value, and the value's key or index there. */
export function splitPointer(pointer: string): { parent: string; step: string } {
  const parts = parsePointer(pointer);
  return { parent: formatPointer(parts.slice(0, -1)), step: parts.at(-1) ?? "" };
}

/** Write a literal in place of the present value; only what differs is touched. */
export function replaceValue(text: string, node: Node, value: Json): TextChange[] {
  const { offset, length } = node;
  return replaced(text, offset, offset + length, valueSource(value, indentOf(text, offset)));
}

function replaced(text: string, from: number, to: number, insert: string): TextChange[] {
  const old = text.slice(from, to);
  let head = 0;
  while (head < Math.min(old.length, insert.length) && old[head] === insert[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, insert.length) - head;
  while (tail < most && old[old.length - 1 - tail] === insert[insert.length - 1 - tail]) tail++;
  if (old === insert) return [];
  return [{ from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) }];
}

/** Set a key of an object; a new key goes where the schema's order puts it among those that are there. */
export function setField(
  text: string,
  object: Node,
  name: string,
  value: Json | Source,
  order: readonly string[],
): TextChange[] {
  const present = findNodeAtLocation(object, [name]);
  const source: Source = typeof value === "function" ? value : (indent) => valueSource(value, indent);
  if (present) {
    const { offset, length } = present;
    return replaced(text, offset, offset + length, source(indentOf(text, offset)));
  }
  const written = (indent: string): string => `${JSON.stringify(name)}: ${source(indent)}`;
  return insertChild(text, object, placeInOrder(object, name, order), written);
}

/** The index before which a new key stands: behind the last present key that the order puts before it. */
function placeInOrder(object: Node, name: string, order: readonly string[]): number {
  const rank = order.indexOf(name);
  const keys = (object.children ?? []).map((property) => String(property.children?.[0]?.value));
  if (rank < 0) return keys.length;
  const behind = keys.findLastIndex((key) => order.indexOf(key) < rank && order.indexOf(key) >= 0);
  if (behind >= 0) return behind + 1;
  return order.length > 0 && keys[0] !== undefined && order.indexOf(keys[0]) < 0 ? 1 : 0;
}

/** Take a value out of its list or object. */
export function remove(text: string, tree: Node, pointer: string): Outcome {
  const node = nodeOf(tree, pointer);
  const child = node.parent?.type === "property" ? node.parent : node;
  if (!child.parent) throw new NotPossible(pointer);
  return { changes: removeChild(text, child), pointer: afterRemoval(child, pointer) };
}

/** Where to go after a removal: the next item, else the one before, else what held it. */
function afterRemoval(child: Node, pointer: string): string {
  const { parent } = splitPointer(pointer);
  if (child.type === "property" || child.parent?.type !== "array") return parent;
  const index = child.parent.children?.indexOf(child) ?? 0;
  const left = (child.parent.children?.length ?? 1) - 1;
  return left > 0 ? childPointer(parent, Math.min(index, left - 1)) : splitPointer(parent).parent;
}

/** Put a new item into a list; a list that its object does not have yet is written first. */
export function insert(text: string, tree: Node, spot: Spot, source: Source, order: readonly string[] = []): Outcome {
  const { parent, step } = splitPointer(spot.list);
  const list = findNodeAtLocation(tree, pathIn(tree, parsePointer(spot.list)));
  const pointer = childPointer(spot.list, spot.index);
  if (list?.type === "array") return { changes: insertChild(text, list, spot.index, source), pointer };
  const holder = nodeOf(tree, parent);
  if (holder.type !== "object") throw new NotPossible(spot.list);
  const listed: Source = (indent) => `[${source(indent)}]`;
  return { changes: setField(text, holder, step, listed, order), pointer };
}

/** Write an item again behind itself. */
export function duplicate(text: string, tree: Node, pointer: string): Outcome {
  const node = nodeOf(tree, pointer);
  if (node.parent?.type !== "array") throw new NotPossible(pointer);
  const { parent, step } = splitPointer(pointer);
  const own = indentOf(text, node.offset);
  const source: Source = (indent) => reindented(sourceOf(text, node), own, indent);
  return insert(text, tree, { list: parent, index: Number(step) + 1 }, source);
}

/** Change places with the neighbour in the list; the comments that belong to either go along. */
export function swap(text: string, tree: Node, pointer: string, by: 1 | -1): Outcome {
  const node = nodeOf(tree, pointer);
  const { parent, step } = splitPointer(pointer);
  const other = node.parent?.type === "array" ? node.parent.children?.[Number(step) + by] : undefined;
  if (!other) throw new NotPossible(pointer);
  const [first, second] = by > 0 ? [node, other] : [other, node];
  return { changes: swapped(text, first, second), pointer: childPointer(parent, Number(step) + by) };
}

function swapped(text: string, first: Node, second: Node): TextChange[] {
  const [a, b] = [withRemarks(text, first), withRemarks(text, second)];
  const changes = [
    { from: a.from, to: a.to, insert: text.slice(b.from, b.to) },
    { from: b.from, to: b.to, insert: text.slice(a.from, a.to) },
  ];
  if (a.behind && b.behind)
    changes.push({ ...a.behind, insert: b.behind.text }, { ...b.behind, insert: a.behind.text });
  return changes.filter(({ from, to, insert }) => text.slice(from, to) !== insert);
}

/** A node with the comment lines above it; `behind` is what follows on its line when that is nothing but a comment. */
function withRemarks(text: string, node: Node) {
  const end = node.offset + node.length;
  return { from: startOfRemarks(text, node), to: end, behind: remarkBehind(text, end) };
}

function startOfRemarks(text: string, node: Node): number {
  const before = node.parent?.children?.[(node.parent.children.indexOf(node) ?? 0) - 1];
  const from = before ? before.offset + before.length : (node.parent?.offset ?? 0) + 1;
  const lineEnd = text.indexOf("\n", from);
  if (lineEnd < 0 || lineEnd > node.offset) return node.offset;
  const between = text.slice(lineEnd + 1, node.offset);
  return between.trim() === "" ? node.offset : lineEnd + 1 + between.search(/\S/);
}

/** The rest of a line behind an item and its comma, if the line ends there or in a comment. */
function remarkBehind(text: string, end: number): { from: number; to: number; text: string } | null {
  const eol = text.indexOf("\n", end);
  if (eol < 0) return null;
  const rest = text.slice(end, eol);
  const comma = /^\s*,/.exec(rest)?.[0].length ?? 0;
  const tail = rest.slice(comma);
  if (!/^\s*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/\s*)?$/.test(tail)) return null;
  return { from: end + comma, to: eol, text: tail };
}

/** Move an item into another list, or to another index of its own. */
export function moveTo(text: string, tree: Node, pointer: string, spot: Spot, order: readonly string[] = []): Outcome {
  if (spot.list === pointer || spot.list.startsWith(`${pointer}/`)) throw new NotPossible("into itself");
  const node = nodeOf(tree, pointer);
  const own = indentOf(text, node.offset);
  const source: Source = (indent) => reindented(sourceOf(text, node), own, indent);
  const without = applyChanges(text, remove(text, tree, pointer).changes);
  const target = shifted(spot, pointer);
  const put = insert(without, treeOf(without), target, source, order);
  return { changes: oneChange(text, applyChanges(without, put.changes)), pointer: put.pointer };
}

/** A spot as it is called once an item has gone from its list. */
function shifted(spot: Spot, gone: string): Spot {
  const { parent, step } = splitPointer(gone);
  const index = Number(step);
  if (spot.list === parent) return { list: parent, index: spot.index > index ? spot.index - 1 : spot.index };
  if (!spot.list.startsWith(`${parent}/`)) return spot;
  const [next = "", ...rest] = spot.list.slice(parent.length + 1).split("/");
  if (!(Number(next) > index)) return spot;
  return { list: [parent, String(Number(next) - 1), ...rest].join("/"), index: spot.index };
}

/** The smallest single change from one text to another. */
export function oneChange(before: string, after: string): TextChange[] {
  return replaced(before, 0, before.length, after);
}

/** Whether a pasted text is one value, and what it is. */
export function pastedNode(source: string): Node | null {
  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, { allowTrailingComma: true });
  return tree && errors.length === 0 ? tree : null;
}
