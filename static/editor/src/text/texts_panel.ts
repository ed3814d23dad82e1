import { findNodeAtLocation, type Node as JsonNode } from "jsonc-parser";
import { Refusal, type Said, type StateOfText, type Texts, Unreachable } from "../model/api";
import { difference } from "../model/document";
import { applyPatch } from "../model/patch";
import type { Parts } from "../parts";
import { drawnForm, InnerBoxes, isUnsaved } from "./texts_boxes";

const DESCRIPTION = "description";

/**
 * Keep the form of texts beside the editor up to date, and save it without leaving the page.
 *
 * The form works without this: then its buttons are requests of their own.
 */
export function connectTexts(parts: Parts): void {
  const form = window.document.querySelector<HTMLFormElement>("#texts-form");
  if (!form) return;
  const { document, validation, page } = parts;
  validation.said.subscribe((verdict) => showSaid(form, verdict, page.language));
  document.changed.subscribe(() => showDocumented(form, parts));
  const inner = new InnerBoxes(form, () => drawnForm(form.id));
  parts.autosave.answered.subscribe((draft) => {
    const states = draft.text_states ?? [];
    void inner.follow(states).then(() => showDocumented(form, parts));
    showStates(form, states);
  });
  if (!page.readOnly) validation.texts = () => textsOf(form);
  form.addEventListener("input", () => {
    validation.touch();
    refreshHints(form);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const use = event.submitter?.getAttribute("name") === "use" ? (event.submitter.getAttribute("value") ?? "") : "";
    void submit(form, parts, use);
  });
  window.addEventListener("beforeunload", (event) => {
    if (!page.readOnly && boxes(form).some(isUnsaved)) event.preventDefault();
  });
}

async function submit(form: HTMLFormElement, parts: Parts, use: string): Promise<void> {
  const source = form.dataset.source ?? "";
  if (use === source && use !== "") return takeIntoDocument(form, parts, use);
  if (use !== "") boxOf(form, use, DESCRIPTION).value = generatedOf(form, use);
  await save(form, parts);
  refreshHints(form);
}

/** Write the generated text of the source language into the document, as one step that can be undone. */
function takeIntoDocument(form: HTMLFormElement, { document, strings, status }: Parts, language: string): void {
  if (!document.tree || !document.parses) return status.remark(strings.fixMisfit);
  const op = findNodeAtLocation(document.tree, [DESCRIPTION]) ? "replace" : "add";
  const step = { op, path: `/${DESCRIPTION}`, value: generatedOf(form, language) } as const;
  document.apply({ changes: difference(document.text, applyPatch(document.text, [step])), label: DESCRIPTION });
}

/** Save the texts on top of the saved document; what is refused stays in the form. */
async function save(form: HTMLFormElement, { autosave, api, document, page, validation }: Parts): Promise<void> {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    if (!(await autosave.flush())) return remark(form, form.dataset.failed ?? "");
    const { text } = document;
    const draft = await api.saveTexts(text, textsOf(form), document.etag);
    document.acknowledge(text, draft);
    autosave.savedBeside();
    validation.answered(text, draft.problems, draft.face_html, draft.said);
    showStates(form, draft.text_states ?? []);
    for (const box of boxes(form)) box.defaultValue = box.value;
    remark(form, form.dataset.saved ?? "");
    page.root.dispatchEvent(new CustomEvent("card-editor:texts", { bubbles: true }));
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) autosave.conflict(error.current ?? (await api.load()));
    else if (error instanceof Refusal) remark(form, `${error.title} ${error.detail}`.trim());
    else if (error instanceof Unreachable) remark(form, form.dataset.failed ?? "");
    else throw error;
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** Everything that the form holds beside the document. */
export function textsOf(form: HTMLFormElement): Texts {
  const texts: Texts = {};
  for (const box of boxes(form)) {
    const { language, field } = namedBy(box);
    if (!box.readOnly) texts[language] = { ...texts[language], [field]: box.value };
  }
  return texts;
}

/** Show what the effects say now, and where what is written differs. */
export function showSaid(form: HTMLFormElement, verdict: Said, language: "en" | "zh"): void {
  for (const key of ["en", "zh"] as const) {
    const host = partOf(form, key);
    const text = host?.querySelector<HTMLElement>("[data-generated-text]");
    if (!host || !text) continue;
    text.textContent = verdict.describe[key];
    const list = host.querySelector<HTMLElement>("[data-differs]");
    const found = verdict.mismatches.filter((one) => one.language === key);
    list?.replaceChildren(...found.map((one) => item(one.message[language])));
    if (list) list.hidden = found.length === 0;
  }
  refreshHints(form);
}

const STATE_CHIPS: Record<string, string> = { stale: "chip--warn", missing: "chip--draft", generated: "chip--info" };

/** Say of every text where it stands now. */
export function showStates(form: HTMLFormElement, states: readonly StateOfText[]): void {
  if (states.length === 0) return;
  for (const field of form.querySelectorAll<HTMLElement>("[data-field]")) {
    const language = field.closest<HTMLElement>("[data-language]")?.dataset.language;
    const found = states.find((one) => one.language === language && one.field === field.dataset.field);
    field.querySelector("[data-state]")?.remove();
    if (!found) continue;
    const chip = window.document.createElement("span");
    chip.className = `chip ${STATE_CHIPS[found.state] ?? "chip--ok"}`;
    chip.dataset.state = "";
    chip.textContent = found.label;
    field.querySelector(".gt__row")?.append(chip);
  }
}

/** Texts of the source language are part of the document, and follow it. */
function showDocumented(form: HTMLFormElement, { document }: Parts): void {
  const language = form.dataset.source ?? "";
  const tree = document.parses ? document.tree : undefined;
  if (!tree) return;
  for (const box of boxes(form)) {
    const named = namedBy(box);
    if (named.language !== language || named.field === "notes") continue;
    const value: unknown = innerNode(tree, named.field)?.value;
    box.value = typeof value === "string" ? value : "";
  }
  refreshHints(form);
}

/** Return the language and the text that a box is for. */
function namedBy(box: { readonly name: string }): { language: string; field: string } {
  const at = box.name.indexOf("-");
  return { language: box.name.slice(0, at), field: box.name.slice(at + 1) };
}

/** Return the value of a text of the document: `name`, or `skills.attack.name` of the item with that id, wherever it is in its list. */
export function innerNode(tree: JsonNode, name: string): JsonNode | undefined {
  const own = findNodeAtLocation(tree, [name]);
  const at = name.indexOf(".");
  if (own || at < 0) return own;
  const rest = name.slice(at + 1);
  for (const item of findNodeAtLocation(tree, [name.slice(0, at)])?.children ?? []) {
    const id: unknown = findNodeAtLocation(item, ["id"])?.value;
    if (typeof id === "string" && rest.startsWith(`${id}.`)) return innerNode(item, rest.slice(id.length + 1));
  }
  return undefined;
}

/** The button is of use where the generated text is another; the hint, where nothing is written. */
function refreshHints(form: HTMLFormElement): void {
  for (const host of form.querySelectorAll<HTMLElement>("[data-language]")) {
    const language = host.dataset.language ?? "";
    const generated = generatedOf(form, language);
    const written = boxOf(form, language, DESCRIPTION).value;
    const shown = host.querySelector<HTMLElement>("[data-generated]");
    if (shown) shown.hidden = generated === "";
    const button = host.querySelector<HTMLElement>('button[name="use"]');
    if (button) button.hidden = generated === written;
    const hint = host.querySelector<HTMLElement>("[data-unwritten]");
    if (hint) hint.hidden = written.trim() !== "";
  }
}

function generatedOf(form: HTMLFormElement, language: string): string {
  return partOf(form, language)?.querySelector("[data-generated-text]")?.textContent ?? "";
}

function partOf(form: HTMLFormElement, language: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[data-language="${CSS.escape(language)}"]`);
}

function boxes(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input.in, textarea.in")];
}

function boxOf(form: HTMLFormElement, language: string, field: string): HTMLInputElement | HTMLTextAreaElement {
  const found = boxes(form).find((box) => box.name === `${language}-${field}`);
  if (!found) throw new Error(`no text ${language}-${field}`);
  return found;
}

function item(words: string): HTMLLIElement {
  const listItem = window.document.createElement("li");
  listItem.textContent = words;
  return listItem;
}

function remark(form: HTMLFormElement, words: string): void {
  const host = form.querySelector("[data-texts-state]");
  if (host) host.textContent = words;
}
