import { MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { jsonc } from "./language";
import { theme } from "./theme";

export interface DiffTexts {
  readonly before: string;
  readonly after: string;
  readonly labels: readonly [before: string, after: string];
  readonly nonce: string;
  readonly phrases: Record<string, string>;
}

/** Two texts side by side with what differs marked; unchanged stretches are folded, nothing can be edited. */
export class DiffView {
  readonly #view: MergeView;

  constructor(parent: HTMLElement, { before, after, labels, nonce, phrases }: DiffTexts) {
    const side = (doc: string, label: string): { doc: string; extensions: Extension[] } => ({
      doc,
      extensions: [
        theme,
        jsonc,
        lineNumbers(),
        EditorView.cspNonce.of(nonce),
        EditorState.phrases.of(phrases),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      ],
    });
    this.#view = new MergeView({
      parent,
      a: side(before, labels[0]),
      b: side(after, labels[1]),
      gutter: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: 2000, timeout: 400 },
    });
    for (const { scrollDOM } of [this.#view.a, this.#view.b]) scrollDOM.lang = "";
  }

  /** How many stretches differ. */
  get count(): number {
    return this.#view.chunks.length;
  }

  destroy(): void {
    this.#view.destroy();
  }
}
