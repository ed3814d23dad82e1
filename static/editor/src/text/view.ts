import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { format } from "jsonc-parser";
import type { CardDocument, Edit, TextChange } from "../model/document";
import { Signal } from "../model/signal";
import { completionSource, type Knowledge } from "./completion";
import { explainOnHover } from "./hover";
import { cardLanguage } from "./language";
import { problemMarks } from "./marks";
import { theme } from "./theme";
import { typingOverSelection } from "./typing";

/** What the user event of an edit with a name begins with. */
const COMMAND = "command.";
const TYPED = "input.type.form.";

export interface TextViewOptions {
  readonly document: CardDocument;
  readonly knowledge: () => Knowledge | null;
  readonly nonce: string;
  readonly readOnly: boolean;
  readonly label: string;
  readonly phrases: Record<string, string>;
  /** The name of a step that was typed into the text. */
  readonly typing: string;
}

/** The JSON view of the document; it owns the undo history for all views. */
export class TextView {
  readonly view: EditorView;
  /** Where the cursor went. */
  readonly moved = new Signal<number>();
  /** The names of the steps of the history, the first first: those done, then those that can be done again. */
  readonly #steps: string[] = [];

  constructor(
    parent: HTMLElement,
    private readonly options: TextViewOptions,
  ) {
    const { document } = options;
    this.view = new EditorView({
      parent,
      state: EditorState.create({ doc: document.text, extensions: this.#extensions() }),
    });
    // Code is in no human language: the page's fonts and line heights for Chinese must not reach it.
    this.view.scrollDOM.lang = "";
    document.attach({ apply: (edit) => this.#apply(edit) });
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  get canUndo(): boolean {
    return undoDepth(this.view.state) > 0;
  }

  get canRedo(): boolean {
    return redoDepth(this.view.state) > 0;
  }

  /** What the next undo takes back. */
  get undoStep(): string {
    return this.#steps[undoDepth(this.view.state) - 1] ?? "";
  }

  /** What the next redo does again. */
  get redoStep(): string {
    return this.#steps[undoDepth(this.view.state)] ?? "";
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  /** Put the cursor at an offset, in the middle of the view, with the focus. */
  reveal(offset: number): void {
    const head = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: head }, effects: EditorView.scrollIntoView(head, { y: "center" }) });
    this.view.focus();
  }

  #apply(edit: Edit): void {
    this.view.dispatch({
      changes: [...edit.changes],
      annotations: edit.typing ? [] : isolateHistory.of("full"),
      userEvent: (edit.typing ? TYPED : COMMAND) + edit.label,
      scrollIntoView: !edit.typing,
    });
  }

  #nameStep(transaction: Transaction): void {
    if (!transaction.docChanged || transaction.isUserEvent("undo") || transaction.isUserEvent("redo")) return;
    const event = transaction.annotation(Transaction.userEvent) ?? "";
    const depth = undoDepth(transaction.state);
    const prefix = [COMMAND, TYPED].find((item) => event.startsWith(item));
    const name = prefix ? event.slice(prefix.length) : this.options.typing;
    this.#steps.splice(depth - 1, Infinity, name);
  }

  #extensions(): Extension[] {
    const { document, knowledge } = this.options;
    return [
      ...this.#page(),
      history(),
      cardLanguage(document),
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      indentOnInput(),
      lineNumbers(),
      problemMarks,
      foldGutter(),
      codeFolding(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      typingOverSelection(),
      search({ top: true }),
      autocompletion({ override: [completionSource(document, knowledge)], icons: true, maxRenderedOptions: 60 }),
      explainOnHover(document, () => knowledge()?.book ?? null),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...searchKeymap,
        ...ownKeys(),
      ]),
      EditorView.updateListener.of((update) => {
        for (const transaction of update.transactions) this.#nameStep(transaction);
        if (update.docChanged) document.accept(update.state.doc.toString());
        if (update.docChanged || update.selectionSet) this.moved.emit(update.state.selection.main.head);
      }),
    ];
  }

  #page(): Extension[] {
    const { nonce, readOnly, label, phrases } = this.options;
    return [
      theme,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({
        "aria-label": label,
        spellcheck: "false",
        autocapitalize: "off",
        tabindex: "0",
      }),
      EditorState.phrases.of(phrases),
      EditorState.readOnly.of(readOnly),
      EditorView.editable.of(true),
    ];
  }
}

/** Ctrl-Enter validates (CodeMirror would open a line), so it is left to the page. */
function ownKeys() {
  return defaultKeymap.filter((binding) => binding.key !== "Mod-Enter");
}

/** The edits that lay a text out by indentation, comments kept. */
export function formatChanges(text: string): TextChange[] {
  const edits = format(text, undefined, { insertSpaces: true, tabSize: 2, eol: "\n", insertFinalNewline: true });
  return edits.map((edit) => ({ from: edit.offset, to: edit.offset + edit.length, insert: edit.content }));
}
