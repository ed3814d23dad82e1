import type { Node } from "jsonc-parser";
import type { PatchStep } from "./patch";
import { nodeAt, offsetOf, placeOf, type Range, visibleRange } from "./positions";
import { Signal } from "./signal";

/** What the server says about a card; the same in page, API and command line. */
export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly layer?: "structure" | "semantics" | "references";
  readonly file?: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: { readonly en: string; readonly zh: string };
  readonly nearest?: string;
  readonly fix?: readonly PatchStep[];
}

/** A problem and its place in the text as it is now; `range` is null when it lies in another file. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly range: Range | null;
  readonly line: number;
}

const CARD_FILE = "card.json";

/**
 * The one list of problems that gutter, panel, status line and form show.
 *
 * While the author types, the browser's own findings replace the server's of the same layer at once; what only the
 * server can know (semantics, references) stays, moved along with its node, until the server has spoken again.
 */
export class ProblemStore {
  readonly changed = new Signal<readonly PlacedProblem[]>();
  #placed: readonly PlacedProblem[] = [];
  #server: readonly Problem[] = [];

  get list(): readonly PlacedProblem[] {
    return this.#placed;
  }

  count(severity: Problem["severity"]): number {
    return this.#placed.filter((p) => p.problem.severity === severity).length;
  }

  setServer(problems: readonly Problem[], text: string, tree: Node | undefined): void {
    this.#server = problems;
    this.#show(problems.map((p) => placed(p, text, tree, true)));
  }

  setBrowser(problems: readonly Problem[], text: string, tree: Node | undefined): void {
    const remaining = this.#server.filter((p) => p.layer !== "structure");
    this.#show([...problems.map((p) => placed(p, text, tree, true)), ...remaining.map((p) => placed(p, text, tree, false))]);
  }

  /** The next problem after an offset, or the previous before it; round the end. */
  beside(offset: number, step: 1 | -1): PlacedProblem | null {
    const there = this.#placed.filter((p) => p.range !== null);
    const ahead = there.filter((p) => p.range && (step > 0 ? p.range.from > offset : p.range.from < offset));
    return (step > 0 ? (ahead[0] ?? there[0]) : (ahead.at(-1) ?? there.at(-1))) ?? null;
  }

  #show(list: PlacedProblem[]): void {
    const last = Number.MAX_SAFE_INTEGER;
    this.#placed = list.sort((a, b) => (a.range?.from ?? last) - (b.range?.from ?? last));
    this.changed.emit(this.#placed);
  }
}

/** Find a problem in the text: by line and column while they hold, else by its pointer. */
function placed(problem: Problem, text: string, tree: Node | undefined, fresh: boolean): PlacedProblem {
  if (problem.file && problem.file !== CARD_FILE) return { problem, range: null, line: 0 };
  const range = fresh && problem.line > 0 ? atPlace(problem, text, tree) : atPointer(problem.path, text, tree);
  return { problem, range, line: placeOf(text, range.from).line };
}

function atPointer(pointer: string, text: string, tree: Node | undefined): Range {
  if (!tree) return { from: 0, to: Math.min(1, text.length) };
  return visibleRange(nodeAt(tree, pointer).node);
}

function atPlace(problem: Problem, text: string, tree: Node | undefined): Range {
  const from = offsetOf(text, problem.line, problem.column);
  const token = tokenAt(text, from);
  const named = tree && nodeAt(tree, problem.path);
  if (named?.exact && named.node.offset === from) return visibleRange(named.node);
  return { from, to: Math.max(from, Math.min(text.length, from + token)) };
}

/** How much to underline at a bare place: one string, word or sign. */
function tokenAt(text: string, from: number): number {
  const rest = text.slice(from, from + 200);
  return /^(?:"(?:[^"\\\n]|\\.)*"?|[\w.+-]+|[^\s])/.exec(rest)?.[0].length ?? 1;
}
