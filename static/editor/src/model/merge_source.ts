import { createScanner, getNodeValue, type Node } from "jsonc-parser";

// Numbers of jsonc-parser's SyntaxKind, which is a const enum and cannot be imported by itself.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLANKS = 15;

/** One member or item: the text before it, its own source, and what follows on its line after the comma. */
export interface Part {
  readonly id: object;
  readonly node: Node;
  /** The value: of a member what follows its colon, else the node itself. */
  readonly value: Node;
  readonly lead: string;
  readonly body: string;
  /** The text between it and its comma. */
  readonly before: string;
  readonly tail: string;
}

/** A container cut into its parts; written one after the other with commas they are its source again. */
export interface Parts {
  readonly open: string;
  readonly children: readonly Part[];
  readonly rest: string;
  readonly close: string;
  readonly trailingComma: boolean;
}

const NONE: Parts = { open: "", children: [], rest: "", close: "", trailingComma: false };

export function childrenOf(node: Node): readonly Node[] {
  return node.children ?? [];
}

export function sourceOf(text: string, node: Node): string {
  return text.slice(node.offset, node.offset + node.length);
}

const written = new WeakMap<Node, string>();

/** Whether two values are equal; the order of keys and the layout do not count. */
export function sameValue(a: Node, b: Node): boolean {
  return a === b || (a.type === b.type && canonical(a) === canonical(b));
}

export function canonical(node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  const inside = childrenOf(node);
  let text: string;
  if (node.type === "array") text = `[${inside.map(canonical).join(",")}]`;
  else if (node.type === "object") text = `{${inside.map(canonical).sort().join(",")}}`;
  else if (node.type === "property") text = inside.map(canonical).join(":");
  else text = JSON.stringify(getNodeValue(node));
  written.set(node, text);
  return text;
}

/** Cut a container into parts; no container has none. */
export function partsOf(text: string, node: Node | null): Parts {
  if (!node) return NONE;
  const end = node.offset + node.length - 1;
  let at = node.offset + 1;
  let trailingComma = false;
  const children = childrenOf(node).map((child) => {
    const stop = child.offset + child.length;
    const comma = commaAfter(text, stop);
    trailingComma = comma !== null;
    const tailEnd = endOfLine(text, comma ?? stop, end);
    const between = comma === null ? "" : text.slice(stop, comma - 1);
    const lead = text.slice(at, child.offset);
    const part = partOf(text, child, { lead, before: between, tail: text.slice(comma ?? stop, tailEnd) });
    at = tailEnd;
    return part;
  });
  return { open: text[node.offset] ?? "", children, rest: text.slice(at, end), close: text[end] ?? "", trailingComma };
}

function partOf(text: string, node: Node, around: Pick<Part, "lead" | "before" | "tail">): Part {
  const value = node.type === "property" ? (node.children?.[1] ?? node) : node;
  return { id: {}, node, value, body: sourceOf(text, node), ...around };
}

/** The offset behind the comma that follows, comments skipped; null when something else follows. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let token = Number(scanner.scan());
  while (token >= LINE_COMMENT && token <= BLANKS) token = Number(scanner.scan());
  return token === COMMA ? scanner.getTokenOffset() + 1 : null;
}

/** The end of the comments that follow on the same line; without one, the offset itself. */
function endOfLine(text: string, offset: number, limit: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (let token = Number(scanner.scan()); token >= LINE_COMMENT && token <= BLANKS; token = Number(scanner.scan())) {
    const stop = scanner.getTokenOffset() + scanner.getTokenLength();
    if (stop > limit || text.slice(offset, stop).includes("\n")) break;
    if (token < BLANKS - 1) end = stop; // a comment of either kind
  }
  return end;
}

/** The source of a node with its lines indented as they are at another place. */
export function reindented(text: string, node: Node, into: string, offset: number, deeper = ""): string {
  const [was, is] = [indentOf(text, node.offset), indentOf(into, offset) + deeper];
  const source = sourceOf(text, node);
  if (was === is) return source;
  return source.replace(/\n([ \t]*)/g, (line, indent: string) =>
    indent.startsWith(was) ? `\n${is}${indent.slice(was.length)}` : line,
  );
}

/** The white space that begins the line of an offset. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}
