import { type Language, languageOf } from "./i18n";
import type { Problem } from "./model/problems";

/** What the page tells the editor; `main.ts` describes the markup. */
export interface PageConfig {
  readonly root: HTMLElement;
  readonly source: HTMLTextAreaElement;
  /** The draft as the server has it: the value of a text area has lost its line ends. */
  readonly rawText: string;
  readonly account: string;
  readonly pack: string;
  readonly card: string;
  readonly draftUrl: string;
  readonly versionsUrl: string;
  readonly validateUrl: string;
  readonly statesUrl: string;
  readonly schemaUrl: string;
  /** What may be referred to at a place, and cards by name; empty where the server does not offer it. */
  readonly scopeUrl: string;
  readonly namesUrl: string;
  readonly snippetsUrl: string;
  readonly liftOutUrl: string;
  readonly etag: string;
  readonly revision: number;
  readonly savedAt: Date | null;
  readonly language: Language;
  readonly nonce: string;
  readonly csrf: string;
  readonly readOnly: boolean;
}

export function readPage(root: HTMLElement): PageConfig | null {
  const source = root.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
  if (!source) return null;
  const { dataset } = root;
  const csrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
  return {
    root,
    source,
    rawText: source.textContent ?? "",
    account: dataset.account ?? "",
    pack: dataset.pack ?? "",
    card: dataset.card ?? "",
    draftUrl: dataset.draftUrl ?? "",
    versionsUrl: dataset.versionsUrl ?? "",
    validateUrl: dataset.validateUrl ?? "",
    statesUrl: dataset.statesUrl ?? "",
    schemaUrl: dataset.schemaUrl ?? "",
    scopeUrl: dataset.scopeUrl ?? "",
    namesUrl: dataset.namesUrl ?? "",
    snippetsUrl: dataset.snippetsUrl ?? "",
    liftOutUrl: dataset.liftOutUrl ?? "",
    etag: dataset.etag ?? "",
    revision: Number(dataset.revision ?? 0),
    savedAt: dataset.savedAt ? new Date(dataset.savedAt) : null,
    language: languageOf(dataset.lang || document.documentElement.lang),
    nonce: dataset.cspNonce ?? "",
    csrf,
    readOnly: dataset.readonly !== undefined && dataset.readonly !== "false",
  };
}

/** What the server found in the text that it sent; null where the page does not say. */
export function firstAnswer(): { readonly problems: readonly Problem[] } | null {
  const json = document.getElementById("first-answer")?.textContent;
  return json ? (JSON.parse(json) as { problems: readonly Problem[] }) : null;
}

/** The device's storage, or nothing where the browser denies it. */
export function deviceStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Build an element: attributes by name, children as nodes or text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function icon(name: string): HTMLElement {
  return element("i", { class: `i i-${name}`, "aria-hidden": "true" });
}
