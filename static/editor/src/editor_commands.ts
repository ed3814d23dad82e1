import type { Parts } from "./parts";
import { Refusal } from "./model/api";
import { difference } from "./model/document";
import { applyPatch, PatchMisfit } from "./model/patch";
import type { PlacedProblem } from "./model/problems";
import { formatChanges } from "./text/view";
import { askConflict } from "./ui/conflict";
import { askRename, askVersion, NotNow } from "./ui/dialogs";
import { openDiff } from "./ui/diff_dialog";
import { showTabOf } from "./ui/face";
import { otherId, renameAddress } from "./ui/rename";
import { toast } from "./ui/toast";

/** Give each command of the page its meaning. */
export function addCommands(parts: Parts): void {
  const { commands, view, autosave, validation, problems, status, page, strings } = parts;
  const writable = () => !page.readOnly;
  commands.add("undo", { run: () => view.undo(), enabled: () => view.canUndo, detail: () => view.undoStep });
  commands.add("redo", { run: () => view.redo(), enabled: () => view.canRedo, detail: () => view.redoStep });
  commands.add("save", {
    run: () => void autosave.flush().then((done) => done && status.showSave(autosave.state)),
    enabled: writable,
  });
  commands.add("version", { run: () => nameVersion(parts), enabled: writable });
  commands.add("conflict", { run: () => openConflict(parts), enabled: () => autosave.state.kind === "conflict" });
  commands.add("format", { run: () => formatText(parts), enabled: writable });
  commands.add("diff", { run: () => openDiff(parts) });
  commands.add("next-problem", { run: () => stepProblem(parts, 1) });
  commands.add("previous-problem", { run: () => stepProblem(parts, -1) });
  commands.add("mode-form", { run: () => parts.modes.set("form") });
  commands.add("mode-split", { run: () => parts.modes.set("split") });
  commands.add("mode-json", { run: () => parts.modes.set("json") });
  commands.add("mode-toggle", { run: () => parts.modes.toggle() });
  commands.add("validate", {
    run: async () => {
      if (!(await validation.ask())) return;
      const [errors, warnings] = [problems.count("error"), problems.count("warning")];
      const texts = [errors && strings.errors({ n: errors }), warnings && strings.warnings({ n: warnings })].filter(Boolean);
      status.remark(texts.join(" · ") || strings.valid);
      const result = texts.join(strings.listSeparator) || strings.noProblems;
      toast(strings.checkedAll({ result }), texts.length > 0 ? { words: strings.showFirst, run: () => goToFirst(parts) } : undefined);
    },
  });
}

function goToFirst(parts: Parts): void {
  const [first] = parts.problems.list;
  if (first) goToProblem(parts, first);
}

function stepProblem(parts: Parts, step: 1 | -1): void {
  const texts = parts.problems.beside(parts.view.cursor, step);
  if (texts) goToProblem(parts, texts);
}

/** Show where a problem is: in the form where only that is on the page, else in the text. */
export function goToProblem({ view, page, modes, selection, document }: Parts, placed: PlacedProblem): void {
  if (!placed.range) return;
  showTabOf(page.root);
  if (modes.mode === "form" && document.parses) {
    selection.select(placed.problem.path, "problems");
    view.view.dispatch({ selection: { anchor: placed.range.from } });
    return;
  }
  modes.show("text");
  view.reveal(placed.range.from);
}

function formatText({ document, status, strings }: Parts): void {
  const changes = formatChanges(document.text);
  document.apply({ changes, label: strings.formatted });
  status.remark(strings.formatted);
}

/** Fix a problem with its patch, as one step of the history. */
export function applyFix(
  { document, status, validation, page, strings, view }: Parts,
  { problem, range }: PlacedProblem,
): void {
  if (!problem.fix || page.readOnly) return;
  try {
    document.apply({ changes: difference(document.text, applyPatch(document.text, problem.fix)), label: strings.fixOf({ code: problem.code }) });
    status.remark(strings.fixed);
    if (range) view.reveal(range.from);
    void validation.ask();
  } catch (error) {
    if (!(error instanceof PatchMisfit)) throw error;
    status.remark(strings.fixMisfit);
  }
}

function openConflict({ autosave, document, view, strings, wayTo }: Parts): void {
  if (autosave.state.kind !== "conflict" || window.document.querySelector("dialog[open]")) return;
  askConflict({ ...strings, wayTo }, document.text, autosave.state, (choice) => {
    void autosave.resolve(choice, choice === "theirs" ? strings.takeTheirs : strings.mergeBoth);
    view.view.focus();
  });
}

/** A version pins the saved draft, so the text is saved first; one with another id asks for the rename instead. */
function nameVersion(parts: Parts): void {
  const { api, autosave, document, validation, status, page, strings } = parts;
  const id = otherId(parts);
  if (id !== null) {
    return askRename(strings, id, page.card, async () => {
      if (await autosave.flush()) window.location.assign(renameAddress(page, id));
    });
  }
  const name = async (message: string): Promise<string> => {
    if (!(await autosave.flush())) throw new NotNow(strings.versionUnsaved);
    try {
      return String(await api.nameVersion(message, document.etag));
    } catch (error) {
      if (error instanceof Refusal && error.problems.length > 0)
        validation.answered(document.text, error.problems, null);
      if (error instanceof Refusal && error.status === 412) autosave.conflict(error.current ?? (await api.load()));
      throw error;
    }
  };
  askVersion(strings, name, (number) => {
    status.remark(strings.versionDone({ n: number }));
    page.root.dispatchEvent(new CustomEvent("card-editor:version", { detail: { number }, bubbles: true }));
  });
}
