import { createScanner, type Node } from "jsonc-parser";

const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

/** An object on one line may be as long as this. */
const ONE_LINE_MOST = 90;

/** The text of a value, given the indentation of the line on which it begins. */
export type Source = (indent: string) => string;

export function sourceOf(text: string, node: Node): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** Shift every line but the first from one indentation to another. */
export function reindented(source: string, from: string, to: string): string {
  if (from === to || !source.includes("\n")) return source;
  return source
    .split("\n")
    .map((line, n) => (n > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join("\n");
}

/** Write an object: on one line when everything in it is short, else a line for each key. */
export function objectSource(entries: readonly (readonly [string, Source])[], indent: string, step: string): string {
  if (entries.length === 0) return "{}";
  const flat = entries.map(([key, source]) => `${JSON.stringify(key)}: ${source(indent)}`);
  const line = `{ ${flat.join(", ")} }`;
  if (!line.includes("\n") && line.length <= ONE_LINE_MOST) return line;
  const inner = indent + step;
  const lines = entries.map(([key, source]) => `${inner}${JSON.stringify(key)}: ${source(inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** Write a list, an item on each line, or empty. */
export function listSource(items: readonly Source[], indent: string, step: string): string {
  if (items.length === 0) return "[]";
  const inner = indent + step;
  return `[\n${items.map((item) => inner + item(inner)).join(",\n")}\n${indent}]`;
}

/** Whether a text ends in a comment that only a line break closes. */
export function endsInRemark(source: string): boolean {
  const scanner = createScanner(source, false);
  let last = 0;
  for (let kind = Number(scanner.scan()); scanner.getTokenLength() > 0; kind = Number(scanner.scan()))
    if (kind !== 15 && kind !== 14) last = kind;
  return last === LINE_COMMENT;
}

/** How a text indents: by the first line that is further in than its opening one. */
export function indentStep(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

/** The comments between two offsets, as they stand. */
export function commentsIn(text: string, from: number, to: number): readonly string[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const found: string[] = [];
  for (let kind = Number(scanner.scan()); scanner.getTokenOffset() < to; kind = Number(scanner.scan())) {
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      const at = scanner.getTokenOffset();
      found.push(text.slice(at, at + scanner.getTokenLength()));
    }
    if (scanner.getTokenLength() === 0) break;
  }
  return found;
}
