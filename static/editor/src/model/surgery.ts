import { createScanner, type Node } from "jsonc-parser";
import type { TextChange } from "./document";

// Numbers of jsonc-parser's SyntaxKind, which is a const enum and cannot be imported by itself.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const BLANKS = 15;

/** A value longer than this is written over several lines. */
const ONE_LINE_MOST = 90;

/** Put a new child into a list or object before its child number `index`, in the layout that it has. */
export function insertChild(
  text: string,
  container: Node,
  index: number,
  source: (indent: string) => string,
): TextChange[] {
  const children = container.children ?? [];
  const [first, next, previous] = [children[0], children[index], children[index - 1]];
  if (!first) return [fill(text, container, source)];
  const indent = indentOf(text, first.offset);
  const gap = text.slice(container.offset, first.offset).includes("\n") ? `\n${indent}` : " ";
  if (next) return [{ from: next.offset, to: next.offset, insert: `${source(indent)},${gap}` }];
  const end = previous ? previous.offset + previous.length : first.offset;
  const comma = commaAfter(text, end);
  const at = endOfRemark(text, comma ?? end);
  const parted = at > (comma ?? end) ? `\n${indent}` : gap;
  const fresh = `${parted}${source(indent)}`;
  if (comma !== null) return [{ from: at, to: at, insert: `${fresh},` }];
  return at === end
    ? [{ from: end, to: end, insert: `,${fresh}` }]
    : [
        { from: end, to: end, insert: "," },
        { from: at, to: at, insert: fresh },
      ];
}

/** Take a child out, with one comma and its line if nothing else stands there; comments stay. */
export function removeChild(text: string, child: Node): TextChange[] {
  const end = child.offset + child.length;
  const after = commaAfter(text, end);
  if (after !== null && text.slice(end, after - 1).trim() === "") {
    return [withBlanks(text, { from: child.offset, to: after, insert: "" })];
  }
  const gone: TextChange[] = [{ from: child.offset, to: end, insert: "" }];
  if (after !== null) gone.push({ from: after - 1, to: after, insert: "" });
  else {
    const siblings = child.parent?.children ?? [];
    const previous = siblings[siblings.indexOf(child) - 1];
    const before = previous ? commaAfter(text, previous.offset + previous.length) : null;
    if (before !== null) gone.push({ from: before - 1, to: before, insert: "" });
  }
  return gone.map((change) => withBlanks(text, change));
}

/** Write a value in the style of the text: on one line when short, else indented below `indent`. */
export function valueSource(value: unknown, indent: string): string {
  const short = spaced(value);
  if (short.length <= ONE_LINE_MOST) return short;
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/** The white space that begins the line of an offset. */
export function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function fill(text: string, container: Node, source: (indent: string) => string): TextChange {
  const inside = container.offset + 1;
  const close = container.offset + container.length - 1;
  const written = source(indentOf(text, container.offset));
  const body = container.type === "object" ? ` ${written} ` : written;
  const empty = text.slice(inside, close).trim() === "";
  return { from: inside, to: empty ? close : inside, insert: body };
}

/** The offset behind the comma that follows, comments skipped; null when something else follows. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let token = Number(scanner.scan());
  while (token >= LINE_COMMENT && token <= BLANKS) token = Number(scanner.scan());
  return token === COMMA ? scanner.getTokenOffset() + 1 : null;
}

/** The end of the comment that follows on the same line; without one, the offset itself. */
function endOfRemark(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (let token = Number(scanner.scan()); token >= LINE_COMMENT && token <= BLANKS; token = Number(scanner.scan())) {
    const stop = scanner.getTokenOffset() + scanner.getTokenLength();
    if (text.slice(offset, stop).includes("\n")) break;
    if (token === LINE_COMMENT || token === BLOCK_COMMENT) end = stop;
  }
  return end;
}

/** A removal grows over its line when only white space is left there, else over the space that parted it. */
function withBlanks(text: string, { from, to }: TextChange): TextChange {
  const start = text.lastIndexOf("\n", from - 1);
  const blanks = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  const ends = to + blanks === text.length || text[to + blanks] === "\n";
  const alone = ends && start >= 0 && text.slice(start, from).trim() === "";
  if (alone) return { from: start, to: to + blanks, insert: "" };
  return { from, to: ends || to - from === 1 ? to : to + blanks, insert: "" };
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}
