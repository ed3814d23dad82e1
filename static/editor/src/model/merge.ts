import { type Node, parseTree, type ParseError } from "jsonc-parser";
import { childrenOf, type Part, type Parts, partsOf, reindented, sameValue, sourceOf } from "./merge_source";
import { Lines, Order, Pool } from "./merge_order";
import { pairedItems } from "./pairing";

export type Side = "mine" | "theirs";

/** A node that both changed: its source on each side, nothing where it is gone. */
export interface MergeConflict {
  readonly key: string;
  /** Where it is in my text, or where it was in the base. */
  readonly pointer: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export interface Merged {
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}

type Choices = ReadonlyMap<string, Side>;

/** One text with its tree. */
interface Version {
  readonly text: string;
  readonly root: Node;
}

/**
 * Merge two texts by JSON node against the text that both came from; nothing when one of the three does not parse.
 *
 * My text is the frame: its comments and layout stay wherever the other did not change them. A node that both changed
 * is a conflict; it keeps my value unless `choices` says otherwise under the conflict's key.
 */
export function merge(base: string, mine: string, theirs: string, choices: Choices = new Map()): Merged | null {
  const [b, m, t] = [versionOf(base), versionOf(mine), versionOf(theirs)];
  if (!b || !m || !t) return null;
  const found = new Merge(b, m, t, choices);
  const text = found.whole();
  return versionOf(text) ? { text, conflicts: found.conflicts } : null;
}

function versionOf(text: string): Version | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  return root && errors.length === 0 ? { text, root } : null;
}

class Merge {
  readonly conflicts: MergeConflict[] = [];

  constructor(
    private readonly b: Version,
    private readonly m: Version,
    private readonly t: Version,
    private readonly choices: Choices,
  ) {}

  whole(): string {
    const outside = ({ text, root }: Version): [string, string] => [
      text.slice(0, root.offset),
      text.slice(root.offset + root.length),
    ];
    const [b, m, t] = [outside(this.b), outside(this.m), outside(this.t)];
    const body = this.node(this.b.root, this.m.root, this.t.root, "");
    return either(b[0], m[0], t[0]) + body + either(b[1], m[1], t[1]);
  }

  /** The merged source of a node that both still have; `b` is absent where both added it. */
  private node(b: Node | null, m: Node, t: Node, pointer: string): string {
    const [mine, theirs] = [sourceOf(this.m.text, m), this.fitted(t, m)];
    const base = b ? sourceOf(this.b.text, b) : null;
    if (mine === theirs || (base !== null && mine === base)) return theirs;
    if (base !== null && sourceOf(this.t.text, t) === base) return mine;
    const frame = b?.type === m.type ? b : null;
    if (m.type === "object" && t.type === "object") return this.object(frame, m, t, pointer) ?? this.leaf(b, m, t, pointer);
    if (m.type === "array" && t.type === "array") return this.array(frame, m, t, pointer);
    return this.leaf(b, m, t, pointer);
  }

  private leaf(b: Node | null, m: Node, t: Node, pointer: string): string {
    const mine = sourceOf(this.m.text, m);
    if (sameValue(m, t) || (b && sameValue(b, t))) return mine;
    const theirs = this.fitted(t, m);
    if (b && sameValue(b, m)) return theirs;
    return this.chosen(pointer, pointer, mine, theirs) ?? mine;
  }

  /** Their source, indented as mine is at that place. */
  private fitted(t: Node, m: Node): string {
    return reindented(this.t.text, t, this.m.text, m.offset);
  }

  /** Note a conflict and return the source of the side that was chosen; nothing where that side has none. */
  private chosen(key: string, pointer: string, mine: string | null, theirs: string | null): string | null {
    this.conflicts.push({ key, pointer, mine, theirs });
    return this.choices.get(key) === "theirs" ? theirs : mine;
  }

  /** Members by key, in my order, theirs after the one that they follow; nothing when a key occurs twice. */
  private object(b: Node | null, m: Node, t: Node, pointer: string): string | null {
    const [base, mine, theirs] = [byKey(this.b.text, b), byKey(this.m.text, m), byKey(this.t.text, t)];
    if (!base || !mine || !theirs) return null;
    const out: Part[] = [];
    for (const [key, part] of mine.byKey) {
      const mergedMember = this.member(base.byKey.get(key), part, theirs.byKey.get(key), `${pointer}/${escaped(key)}`);
      if (mergedMember) out.push(mergedMember);
    }
    const order = new Order(out);
    let after: Part | null = null;
    for (const [key, part] of theirs.byKey) {
      const own = mine.byKey.get(key);
      if (!own) {
        const added = this.added(base.byKey.get(key), part, `${pointer}/${escaped(key)}`, m);
        if (added) order.insert(after, added);
        after = added ?? after;
      } else after = order.find(own.id) ?? after;
    }
    return written(mine.parts, order.parts, { base: base.parts, theirs: theirs.parts });
  }

  /** My member as it goes on: merged with theirs, or gone because they removed it. */
  private member(b: Part | undefined, m: Part, t: Part | undefined, pointer: string): Part | null {
    if (!t) return b ? this.removedByThem(b, m, pointer) : m;
    const [value, other] = [m.value, t.value];
    const start = value.offset - m.node.offset;
    const body = this.node(b?.value ?? null, value, other, pointer);
    return { ...this.around(b, m, t), body: m.body.slice(0, start) + body };
  }

  private around(b: Part | undefined, m: Part, t: Part): Part {
    if (!b) return m;
    const lead = either(b.lead, m.lead, t.lead.includes("\n") === m.lead.includes("\n") ? t.lead : m.lead);
    return { ...m, lead, before: either(b.before, m.before, t.before), tail: either(b.tail, m.tail, t.tail) };
  }

  private removedByThem(b: Part, m: Part, pointer: string): Part | null {
    if (sameValue(b.value, m.value)) return null;
    return this.chosen(pointer, pointer, m.body, null) === null ? null : m;
  }

  /** Their part that I have not: new, or removed by me and changed by them. */
  private added(b: Part | undefined, t: Part, pointer: string, m: Node): Part | null {
    const fitted = moved(this.t.text, t, this.m.text, m);
    if (!b) return fitted;
    if (sameValue(b.value, t.value)) return null;
    return this.chosen(`-${pointer}`, pointer, null, t.body) === null ? null : fitted;
  }

  /** Items in my order; both lists are paired with the base by content, id and type. */
  private array(b: Node | null, m: Node, t: Node, pointer: string): string {
    const [base, mine, theirs] = [partsOf(this.b.text, b), partsOf(this.m.text, m), partsOf(this.t.text, t)];
    const [inMine, inTheirs] = b
      ? [pairedItems(childrenOf(b), childrenOf(m)), pairedItems(childrenOf(b), childrenOf(t))]
      : [new Map<number, number>(), pairedItems(childrenOf(m), childrenOf(t))];
    const same = b ? joined(inMine, inTheirs) : inTheirs;
    const toBase = new Map([...inMine].map(([from, to]) => [to, from]));
    const out: Part[] = [];
    for (const [at, part] of mine.children.entries()) {
      const from = toBase.get(at);
      const former = from === undefined ? undefined : base.children[from];
      const other = theirs.children[same.get(at) ?? -1];
      const mergedMember = this.member(former, part, other, `${pointer}/${at}`);
      if (mergedMember) out.push(mergedMember);
    }
    const order = new Order(out);
    this.theirItems(order, { base, mine, theirs }, { inMine, inTheirs, same }, pointer, m);
    return written(mine, order.parts, { base, theirs });
  }

  private theirItems(order: Order, lists: Lists, pairs: Pairs, pointer: string, m: Node): void {
    const theirBase = new Map([...pairs.inTheirs].map(([from, to]) => [to, from]));
    const back = new Map([...pairs.same].map(([own, other]) => [other, own]));
    const { base, mine, theirs } = lists;
    const known = new Set(pairs.inMine.values());
    const fresh = new Pool(mine.children.filter((_, at) => !known.has(at) && !pairs.same.has(at)));
    let after: Part | null = null;
    for (const [at, part] of theirs.children.entries()) {
      const own = back.get(at);
      if (own !== undefined) {
        after = order.find(mine.children[own]?.id) ?? after;
        continue;
      }
      const from = base.children.length > 0 ? theirBase.get(at) : undefined;
      const twin = from === undefined ? fresh.take(part) : undefined;
      if (twin) {
        after = order.find(twin.id) ?? after; // both added or moved the same block
        continue;
      }
      const former = from === undefined ? undefined : base.children[from];
      const added = this.added(former, part, `${pointer}/${from ?? at}`, m);
      if (added) order.insert(after, added);
      after = added ?? after;
    }
  }
}

interface Lists {
  readonly base: Parts;
  readonly mine: Parts;
  readonly theirs: Parts;
}

interface Pairs {
  readonly inMine: ReadonlyMap<number, number>;
  readonly inTheirs: ReadonlyMap<number, number>;
  /** My place → theirs. */
  readonly same: ReadonlyMap<number, number>;
}

/** What lies between is theirs when I left it alone, else mine. */
function either(base: string, mine: string, theirs: string): string {
  return mine === base ? theirs : mine;
}

function joined(inMine: ReadonlyMap<number, number>, inTheirs: ReadonlyMap<number, number>): Map<number, number> {
  const pairs = new Map<number, number>();
  for (const [from, own] of inMine) {
    const other = inTheirs.get(from);
    if (other !== undefined) pairs.set(own, other);
  }
  return pairs;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

interface Members {
  readonly parts: Parts;
  readonly byKey: Map<string, Part>;
}

function byKey(text: string, node: Node | null): Members | null {
  const parts = partsOf(text, node);
  const found = new Map<string, Part>();
  for (const part of parts.children) {
    const key = String(part.node.children?.[0]?.value);
    if (found.has(key)) return null;
    found.set(key, part);
  }
  return { parts, byKey: found };
}

/** Their part with its indentation changed to that of my children. */
function moved(text: string, part: Part, into: string, container: Node): Part {
  const sibling = childrenOf(container)[0];
  const at = sibling ? sibling.offset : container.offset;
  const deeper = sibling ? "" : "  ";
  const body = reindented(text, part.node, into, at, deeper);
  if (!part.lead.includes("\n")) return { ...part, body };
  const indent = /(?<![ \t])[ \t]*$/.exec(into.slice(0, at))?.[0] ?? "";
  const lineStart = into.slice(into.lastIndexOf("\n", at - 1) + 1, at);
  const own = lineStart.trim() === "" ? indent : (/^[ \t]*/.exec(lineStart)?.[0] ?? "") + deeper;
  return { ...part, lead: part.lead.replace(/\n[ \t]*/g, `\n${own}`), body };
}

/** Write a container again from its parts; where none came or went, only the insides have changed. */
function written(mine: Parts, out: readonly Part[], { base, theirs }: { base: Parts; theirs: Parts }): string {
  const rest = mine.children.length === 0 && out.length > 0 ? theirs.rest : either(base.rest, mine.rest, theirs.rest);
  if (out.length === 0 && rest.trim() === "") return mine.open + mine.close;
  const lines = new Lines();
  lines.add(mine.open);
  for (const [at, part] of out.entries()) {
    lines.add(glued(lines.last, part.lead) + part.body + part.before);
    if (at < out.length - 1 || mine.trailingComma) lines.add(glued(lines.last, ","));
    lines.add(part.tail);
  }
  lines.add(glued(lines.last, rest) + mine.close);
  return lines.text;
}

/** A line comment ends with its line: what follows begins a new one. */
function glued(line: string, next: string): string {
  return endsInLineComment(line) && !/^[ \t]*\n/.test(next) ? `\n${next}` : next;
}

function endsInLineComment(line: string): boolean {
  const closed = /^(?:[^"/]|"(?:[^"\\]|\\.)*"|\/\*(?:[^*]|\*(?!\/))*\*\/|\/(?![/*]))*/.exec(line)?.[0] ?? "";
  return line.slice(closed.length).includes("//");
}
