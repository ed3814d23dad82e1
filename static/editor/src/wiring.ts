import { EditorView } from "@codemirror/view";
import { applyFix, goToProblem } from "./editor_commands";
import { forgetBackups } from "./model/backup";
import { nodeAt, pointerAt } from "./model/positions";
import type { PlacedProblem } from "./model/problems";
import { deviceStorage, element } from "./page";
import type { Parts } from "./parts";
import { connectTexts } from "./text/texts_panel";
import { showProblems } from "./text/marks";
import { connectFace, showFace } from "./ui/face";
import { watchKeys } from "./ui/keys";
import { fixWords, ProblemsPanel } from "./ui/problems_panel";
import { watchPresence } from "./ui/presence";
import { watchId } from "./ui/rename";
import { NumberChips } from "./ui/number_chips";
import { Toolbar } from "./ui/toolbar";

/** Lead what happens in one part to those that show it. */
export function connect(parts: Parts): void {
  const { page, document, autosave, validation, status, commands, guard, strings } = parts;
  const toolbar = new Toolbar(commands);
  connectProblems(parts);
  document.changed.subscribe((text) => {
    page.source.value = text;
    toolbar.refresh();
  });
  autosave.changed.subscribe((state) => {
    status.showSave(state);
    if (state.kind === "conflict") commands.run("conflict");
  });
  autosave.answered.subscribe((draft) => validation.answered(draft.text, draft.problems, draft.face_html, draft.said));
  validation.face.subscribe(showFace);
  connectFace(parts);
  const face = window.document.getElementById("card-face");
  if (face) new NumberChips(face, parts);
  connectTexts(parts);
  validation.reachable.subscribe((reachable) => !reachable && status.remark(strings.unchecked));
  connectSelection(parts);
  guard.watch(window.document);
  watchKeys(commands, guard);
  if (!page.readOnly) watchLeaving(parts);
  watchForms(parts);
  watchPresence(parts);
  watchCoverage(parts);
  watchId(parts);
  status.showSave(autosave.state);
  status.showPointer("");
  toolbar.refresh();
}

/** The shares of the last preview, and the worths of blocks, are of the text that it read: with another text they are stale at once, and no longer once it is back. */
function watchCoverage({ document }: Parts): void {
  const marks = window.document.querySelectorAll<HTMLElement>("#coverage-of:not([data-stale]), #worth-of:not([data-stale])");
  const read = document.text;
  document.changed.subscribe((text) => marks.forEach((mark) => mark.toggleAttribute("data-stale", text !== read)));
}

/** Cursor, form, outline and status line name one value. */
function connectSelection({ view, document, status, selection }: Parts): void {
  let following = false;
  view.moved.subscribe((offset) => {
    const pointer = pointerAt(document.tree, offset, document.text);
    if (!following && view.view.hasFocus) selection.select(pointer, "text");
    if (!following) status.showPointer(pointer);
  });
  selection.changed.subscribe(({ pointer, origin }) => {
    status.showPointer(pointer);
    if (origin === "text" || !document.tree) return;
    const { offset } = nodeAt(document.tree, pointer).node;
    following = true;
    const effects = EditorView.scrollIntoView(offset, { y: "center" });
    view.view.dispatch({ selection: { anchor: offset }, effects });
    following = false;
  });
}

/** One list of problems for the panel, the gutter and the counts. */
function connectProblems(parts: Parts): void {
  const { page, problems, view, status, strings } = parts;
  const jump = (placed: PlacedProblem): void => goToProblem(parts, placed);
  const fix = (placed: PlacedProblem): void => applyFix(parts, placed);
  const message = (placed: PlacedProblem): string => placed.problem.message[page.language];
  const fixName = (placed: PlacedProblem): string | null => (page.readOnly ? null : fixWords(placed, strings));
  const words = { message, fixName, applyFix: fix };
  const host = window.document.getElementById("problems") ?? element("div");
  const panel = new ProblemsPanel(host, strings, page.language, page.readOnly, { jump, fix });
  problems.changed.subscribe((list) => {
    panel.show(list);
    status.showProblems(problems);
    showProblems(view.view, list, words);
  });
}

/** Save when a field or the page is left; keep on the device what cannot be sent any more. */
function watchLeaving({ view, autosave, document }: Parts): void {
  const leave = (): void => {
    autosave.keep();
    if (window.document.visibilityState === "hidden") void autosave.flush(true);
  };
  view.view.contentDOM.addEventListener("blur", () => autosave.saveWhenIdle());
  window.document.addEventListener("visibilitychange", leave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", () => autosave.saveWhenIdle());
  window.addEventListener("beforeunload", (event) => {
    if (document.dirty && !autosave.keep()) event.preventDefault();
  });
}

/** A form marked `data-after-save` speaks of the draft, so it waits until that is saved; signing out forgets. */
function watchForms({ autosave, document, page }: Parts): void {
  const waits = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const storage = deviceStorage();
    if (storage && form.action.includes("/sign-out/")) forgetBackups(storage);
    if (form.dataset.afterSave === undefined || !document.dirty || page.readOnly) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void autosave.flush().then((saved) => saved && form.requestSubmit(event.submitter));
  };
  window.addEventListener("submit", waits, true);
}
