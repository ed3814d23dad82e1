import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Replace a selection by what is typed without the browser's help.
 *
 * A browser that types over coloured text makes an element with an inline style to keep the colour, which the page's
 * Content Security Policy forbids. An input method composes on its own terms, so what it inserts is left to it.
 */
export function typingOverSelection(): Extension {
  return EditorView.domEventHandlers({
    beforeinput: (event, view) => {
      const { state } = view;
      if (event.inputType !== "insertText" || event.isComposing || !event.data || state.readOnly) return false;
      if (state.selection.ranges.length > 1 || state.selection.main.empty) return false;
      type(view, event.data);
      event.preventDefault();
      return true;
    },
  });
}

/** Do what CodeMirror does for typed text: ask who handles it, like closing brackets, else insert it. */
function type(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
}
