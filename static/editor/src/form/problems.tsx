import type { FormContext } from "./context";
import type { Marks } from "../model/marks";
import type { PlacedProblem } from "../model/problems";

/** The problems of some places, each with its sentence, its code and its fix; `id` is what inputs are described by. */
export function ProblemLines({
  context,
  id,
  problems,
}: {
  context: FormContext;
  id: string;
  problems: readonly PlacedProblem[];
}) {
  if (problems.length === 0) return null;
  return (
    <div class="blk__err" id={id}>
      {problems.map((placed) => (
        <ProblemLine context={context} placed={placed} />
      ))}
    </div>
  );
}

function ProblemLine({ context, placed }: { context: FormContext; placed: PlacedProblem }) {
  const { problem } = placed;
  const error = problem.severity === "error";
  const fix = problem.fix && !context.readOnly;
  const words = problem.nearest ? context.strings.fixNearest({ name: problem.nearest }) : context.strings.fix;
  return (
    <p class={error ? "fielderr" : "fielderr fielderr--warn"}>
      <i class={`i ${error ? "i-circle-x" : "i-triangle-alert"}`} aria-hidden="true" />
      <span>
        <span class="sr">{error ? context.strings.error : context.strings.warning} </span>
        {problem.message[context.language]}{" "}
        <a class="code-link" href={`${context.helpBase}problems/${problem.code}/`} data-help-pane>
          {problem.code}
        </a>
        {fix ? (
          <button type="button" class="linkbtn" onClick={() => context.actions.fix(placed)}>
            {words}
          </button>
        ) : null}
      </span>
    </p>
  );
}

/** The problems of a value itself and of some steps below it, which nothing further in shows. */
export function ownProblems(marks: Marks | undefined, steps: readonly string[]): readonly PlacedProblem[] {
  if (!marks) return [];
  const inner = steps.flatMap((step) => everyProblem(marks.below.get(step)));
  return [...marks.problems, ...inner];
}

export function everyProblem(marks: Marks | undefined): readonly PlacedProblem[] {
  if (!marks) return [];
  return [...marks.problems, ...[...marks.below.values()].flatMap(everyProblem)];
}
