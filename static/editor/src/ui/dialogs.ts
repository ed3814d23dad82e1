import type { Strings } from "../i18n";
import { Refusal, Unreachable } from "../model/api";
import { element } from "../page";

interface DialogParts {
  readonly title: string;
  readonly hint: string;
  readonly body: readonly HTMLElement[];
  readonly buttons: readonly HTMLButtonElement[];
  readonly wide?: boolean;
}

let made = 0;

/** A modal dialog of the page's own kind; it removes itself when it closes. */
export function openDialog({ title, hint, body, buttons, wide }: DialogParts): HTMLDialogElement {
  const id = `card-editor-dialog-${++made}`;
  const head = element(
    "div",
    { class: "dialog__head" },
    element("div", {}, element("h2", { id }, title), element("p", { class: "hint" }, hint)),
  );
  const form = element("form", { method: "dialog" }, head);
  form.append(
    element("div", { class: "dialog__body" }, ...body),
    element("div", { class: "dialog__foot" }, ...buttons),
  );
  const kind = wide ? "dialog dialog--wide" : "dialog";
  const dialog = document.body.appendChild(element("dialog", { class: kind, "aria-labelledby": id }, form));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

export function button(text: string, kind: string, run: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: `btn ${kind}`.trim() }, text);
  made.addEventListener("click", run);
  return made;
}

/** Ask what changed and name the version; the dialog stays while the server refuses. */
export function askVersion(
  strings: Strings,
  name: (message: string) => Promise<string>,
  done: (number: string) => void,
): void {
  const field = element("textarea", {
    class: "in",
    rows: "3",
    id: "version-message",
    "aria-describedby": "version-error",
    required: "",
  });
  const label = element("label", { for: "version-message" }, strings.versionMessage);
  const error = element("p", { class: "fielderr", id: "version-error", role: "alert" });
  const go = button(strings.versionGo, "btn--primary", () => void submit());
  const cancel = button(strings.cancel, "", () => dialog.close());
  const dialog = openDialog({
    title: strings.versionTitle,
    hint: strings.versionHint,
    body: [element("div", { class: "field" }, label, field), error],
    buttons: [cancel, go],
  });
  field.focus();

  async function submit(): Promise<void> {
    const message = field.value.trim();
    if (!message) return refuse(strings.versionNeeded);
    go.disabled = true;
    try {
      const number = await name(message);
      dialog.close();
      done(number);
    } catch (problem) {
      refuse(refusalWords(problem, strings));
    } finally {
      go.disabled = false;
    }
  }

  function refuse(words: string): void {
    error.textContent = words;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}

/** Say that the text has another id and offer to rename the card, which a version needs first. */
export function askRename(strings: Strings, textId: string, card: string, rename: () => Promise<void>): void {
  const cancel = button(strings.cancel, "", () => dialog.close());
  const go = button(strings.renameFirst, "btn--primary", () => void rename());
  const dialog = openDialog({
    title: strings.versionTitle,
    hint: strings.versionOtherId(textId, card),
    body: [],
    buttons: [cancel, go],
  });
}

/** What to say of a request that failed; anything but a refusal is a defect and is thrown again. */
export function refusalWords(problem: unknown, strings: Strings): string {
  if (problem instanceof Unreachable) return strings.unreachable;
  if (problem instanceof Refusal)
    return [problem.title, problem.detail].filter(Boolean).join(": ") || strings.notUnderstood;
  if (problem instanceof NotNow) return problem.message;
  throw problem;
}

/** Something must happen first; the message says what. */
export class NotNow extends Error {}
