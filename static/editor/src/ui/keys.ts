import type { CommandName, Commands } from "../model/commands";
import type { CompositionGuard } from "../model/composition";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key on the whole page; undo and redo belong to the view that has the focus. */
export function commandOf(event: Pressed): CommandName | null {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (event.key === "F8" && !control) return event.shiftKey ? "previous-problem" : "next-problem";
  if (!control || event.shiftKey) return null;
  if (event.key === "Enter") return "validate";
  if (event.key === ".") return "mode-toggle";
  return event.key.toLowerCase() === "s" ? "save" : null;
}

/** Listen before the views do; no key acts while text is being composed or a dialog is open. */
export function watchKeys(commands: Commands, guard: CompositionGuard): void {
  window.addEventListener(
    "keydown",
    (event) => {
      const name = commandOf(event);
      if (!name || guard.owns(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      commands.run(name);
    },
    true,
  );
}
