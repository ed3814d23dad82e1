import { type Action, type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { RangeSet, type Range as Placed, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { PlacedProblem } from "../model/problems";

const setLines = StateEffect.define<DecorationSet>();
const errorLine = Decoration.line({ class: "cm-line--error" });
const warningLine = Decoration.line({ class: "cm-line--warning" });

const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const lineEffect = transaction.effects.find((effect) => effect.is(setLines));
    return lineEffect ? lineEffect.value : value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Gutter marks, tinted lines and squiggles of problems. */
export const problemMarks = [lines, lintGutter()];

export interface MarkWords {
  message(placed: PlacedProblem): string;
  /** What the button of a fix says; null when nothing may be changed. */
  fixName(placed: PlacedProblem): string | null;
  applyFix(placed: PlacedProblem): void;
}

/** Show these problems in the text, and nothing else. */
export function showProblems(view: EditorView, problems: readonly PlacedProblem[], words: MarkWords): void {
  const { doc } = view.state;
  const here = problems.filter((placed) => placed.range !== null);
  const diagnostics = here.map((placed) => diagnosticOf(placed, doc, words));
  const spec = setDiagnostics(view.state, diagnostics);
  view.dispatch({ ...spec, effects: [...asArray(spec.effects), setLines.of(lineMarks(here, doc))] });
}

function diagnosticOf(placed: PlacedProblem, doc: Text, words: MarkWords): Diagnostic {
  const { problem, range } = placed;
  const from = Math.min(range?.from ?? 0, doc.length);
  const to = Math.min(Math.max(range?.to ?? from, from), doc.length);
  const name = problem.fix ? words.fixName(placed) : null;
  const actions: Action[] = name ? [{ name, apply: () => words.applyFix(placed) }] : [];
  return { from, to, severity: problem.severity, message: words.message(placed), source: problem.code, actions };
}

function lineMarks(problems: readonly PlacedProblem[], doc: Text): DecorationSet {
  const worst = new Map<number, Decoration>();
  for (const { problem, range } of problems) {
    const start = doc.lineAt(Math.min(range?.from ?? 0, doc.length)).from;
    if (problem.severity === "error" || !worst.has(start)) {
      worst.set(start, problem.severity === "error" ? errorLine : warningLine);
    }
  }
  const marks: Placed<Decoration>[] = [...worst].map(([start, mark]) => mark.range(start));
  return RangeSet.of(marks, true);
}

function asArray<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
