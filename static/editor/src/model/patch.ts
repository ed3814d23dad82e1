import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { applyChanges } from "./document";
import { formatPointer, parsePointer, pathIn } from "./positions";
import { indentOf, insertChild, removeChild, valueSource } from "./surgery";

export type PatchStep =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };

/** A patch does not fit the text as it is now. */
export class PatchMisfit extends Error {}

/** The text of a value, given the indentation of its line. */
type Source = (indent: string) => string;

/** Apply a JSON Patch (RFC 6902) to a text, keeping comments, key order and the spelling of all else. */
export function applyPatch(text: string, steps: readonly PatchStep[]): string {
  return steps.reduce(applyStep, text);
}

function applyStep(text: string, step: PatchStep): string {
  const tree = treeOf(text);
  switch (step.op) {
    case "test":
      return tested(text, tree, step.path, step.value);
    case "add":
      return put(text, tree, step.path, (indent) => valueSource(step.value, indent), true);
    case "replace":
      need(tree, step.path);
      return put(text, tree, step.path, (indent) => valueSource(step.value, indent), false);
    case "remove":
      return removed(text, need(tree, step.path));
    case "copy":
      return carry(text, sourceOf(text, need(tree, step.from)), step.path);
    case "move":
      return moved(text, tree, step.from, step.path);
  }
}

function moved(text: string, tree: Node, from: string, to: string): string {
  const node = need(tree, from);
  const [before, after] = [parsePointer(from), parsePointer(to)];
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  const sameObject = formatPointer(before.slice(0, -1)) === formatPointer(after.slice(0, -1));
  if (key && sameObject && !findNodeAtLocation(tree, pathIn(tree, after))) {
    return text.slice(0, key.offset) + JSON.stringify(after.at(-1)) + text.slice(key.offset + key.length);
  }
  return carry(removed(text, node), sourceOf(text, node), to);
}

/** Put source text, comments and all, at a place. */
function carry(text: string, source: string, to: string): string {
  return put(text, treeOf(text), to, () => source, true);
}

/** Write a value at a pointer: a new item or key, or in the place of what is there. */
function put(text: string, tree: Node, pointer: string, source: Source, insert: boolean): string {
  const parts = parsePointer(pointer);
  const last = parts.at(-1);
  if (last === undefined) return applyChanges(text, [overwrite(text, tree, source)]);
  const parent = need(tree, formatPointer(parts.slice(0, -1)));
  const present = last === "-" ? undefined : findNodeAtLocation(tree, pathIn(tree, parts));
  if (present && !(insert && parent.type === "array")) return applyChanges(text, [overwrite(text, present, source)]);
  const count = parent.children?.length ?? 0;
  if (parent.type === "object") {
    const property: Source = (indent) => `${JSON.stringify(last)}: ${source(indent)}`;
    return applyChanges(text, insertChild(text, parent, count, property));
  }
  const index = last === "-" ? count : Number(last);
  if (parent.type !== "array" || !(index >= 0 && index <= count)) throw new PatchMisfit(pointer);
  return applyChanges(text, insertChild(text, parent, index, source));
}

function overwrite(text: string, node: Node, source: Source): { from: number; to: number; insert: string } {
  return { from: node.offset, to: node.offset + node.length, insert: source(indentOf(text, node.offset)) };
}

function removed(text: string, node: Node): string {
  const child = node.parent?.type === "property" ? node.parent : node;
  if (!child.parent) throw new PatchMisfit("");
  return applyChanges(text, removeChild(text, child));
}

function tested(text: string, tree: Node, pointer: string, value: unknown): string {
  const node = need(tree, pointer);
  if (canonical(plain(node)) !== canonical(value)) throw new PatchMisfit(pointer);
  return text;
}

function treeOf(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (!tree) throw new PatchMisfit("");
  return tree;
}

function need(tree: Node, pointer: string): Node {
  const node = findNodeAtLocation(tree, pathIn(tree, parsePointer(pointer)));
  if (!node) throw new PatchMisfit(pointer);
  return node;
}

function sourceOf(text: string, node: Node): string {
  return text.slice(node.offset, node.offset + node.length);
}

function plain(node: Node): unknown {
  if (node.type === "array") return node.children?.map(plain) ?? [];
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    (node.children ?? []).map((p) => [p.children?.[0]?.value, p.children?.[1] && plain(p.children[1])]),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
