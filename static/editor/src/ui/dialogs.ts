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

/** The words of a dialog with one field. */
export interface TextDialog {
  readonly title: string;
  readonly hint: string;
  readonly label: string;
  readonly go: string;
  readonly needed: string;
  readonly rows?: number;
}

/** Ask for one text and send it; the dialog stays, with the server's reason, while it is refused. */
export function askText(words: TextDialog, strings: Strings, send: (text: string) => Promise<string>, done: (answer: string) => void): void {
  const attributes = { class: "in", id: "dialog-text", "aria-describedby": "dialog-error", required: "" };
  const field = words.rows ? element("textarea", { ...attributes, rows: String(words.rows) }) : element("input", attributes);
  const label = element("label", { for: "dialog-text" }, words.label);
  const error = element("p", { class: "fielderr", id: "dialog-error", role: "alert" });
  const go = button(words.go, "btn--primary", () => void submit());
  const cancel = button(strings.cancel, "", () => dialog.close());
  const body = [element("div", { class: "field" }, label, field), error];
  const dialog = openDialog({ title: words.title, hint: words.hint, body, buttons: [cancel, go] });
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  });
  field.focus();

  async function submit(): Promise<void> {
    const text = field.value.trim();
    if (!text) return refuse(words.needed);
    go.disabled = true;
    try {
      const answer = await send(text);
      dialog.close();
      done(answer);
    } catch (problem) {
      refuse(refusalWords(problem, strings));
    } finally {
      go.disabled = false;
    }
  }

  function refuse(why: string): void {
    error.textContent = why;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}

/** Ask what changed and name the version. */
export function askVersion(strings: Strings, name: (message: string) => Promise<string>, done: (number: string) => void): void {
  const { versionTitle: title, versionHint: hint, versionMessage: label, versionGo: go, versionNeeded: needed } = strings;
  askText({ title, hint, label, go, needed, rows: 3 }, strings, name, done);
}

/** Say that the text has another id and offer to rename the card, which a version needs first. */
export function askRename(strings: Strings, textId: string, card: string, rename: () => Promise<void>): void {
  const cancel = button(strings.cancel, "", () => dialog.close());
  const go = button(strings.renameFirst, "btn--primary", () => void rename());
  const dialog = openDialog({
    title: strings.versionTitle,
    hint: strings.versionOtherId({ text: textId, card }),
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
