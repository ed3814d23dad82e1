import { findNodeAtLocation, getNodePath, type JSONPath, type Node } from "jsonc-parser";

/** Offsets in UTF-16 units; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Write a path as a JSON Pointer (RFC 6901); the root is the empty string. */
export function formatPointer(path: JSONPath): string {
  return path.map((part) => "/" + String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}

/** Read a JSON Pointer; a part stays a string until a tree says that it indexes a list. */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Turn pointer parts into a path of this tree: numbers where the tree has lists. */
export function pathIn(tree: Node | undefined, parts: readonly string[]): JSONPath {
  let node = tree;
  return parts.map((part) => {
    const step = node?.type === "array" && /^\d+$/.test(part) ? Number(part) : part;
    node = node && findNodeAtLocation(node, [step]);
    return step;
  });
}

/** The node that a pointer names, or its nearest ancestor that exists. */
export function nodeAt(tree: Node, pointer: string): { node: Node; exact: boolean } {
  const path = pathIn(tree, parsePointer(pointer));
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return { node, exact: length === path.length };
  }
  return { node: tree, exact: path.length === 0 };
}

/** The innermost node around an offset; at the edge between two, the one that ends or begins there. */
export function innermost(tree: Node, offset: number): Node {
  const child = tree.children?.find((c) => offset >= c.offset && offset <= c.offset + c.length);
  return child ? innermost(child, offset) : tree;
}

/** The JSON Pointer of the value at an offset; a key counts as its value, a comment as what it follows on its line. */
export function pointerAt(tree: Node | undefined, offset: number, text = ""): string {
  if (!tree) return "";
  const around = innermost(tree, offset);
  const before = around.children?.findLast((child) => child.offset + child.length <= offset);
  const follows = before && text && !text.slice(before.offset + before.length, offset).includes("\n");
  const node = follows ? before : around;
  return formatPointer(getNodePath(node.type === "property" ? (node.children?.[1] ?? node) : node));
}

/** The offset of a line and column that count from 1, the column in code points as the server counts. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  let offset = start;
  for (let n = 1; n < column && offset < text.length && text[offset] !== "\n"; n++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Line and column (both from 1, the column in code points) of an offset. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}

/** What to underline for a node: a leaf whole, a list or an object only at its bracket. */
export function visibleRange(node: Node): Range {
  const open = node.type === "object" || node.type === "array";
  return { from: node.offset, to: node.offset + (open ? 1 : node.length) };
}
