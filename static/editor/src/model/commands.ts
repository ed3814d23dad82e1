/** What a page can be asked to do, by toolbar, key, menu or later palette. */
export type CommandName =
  "save" | "version" | "validate" | "format" | "undo" | "redo" | "next-problem" | "previous-problem" | "conflict" | "diff"
  | "mode-form" | "mode-split" | "mode-json" | "mode-toggle" | "fold-all" | "unfold-all" | "show-outline"
  | "show-inspector";

export interface Command {
  run(): void | Promise<void>;
  /** False greys the button; the command then does nothing. */
  enabled?(): boolean;
  /** What exactly it would do now, such as the step that an undo takes back; nothing where its name says it. */
  detail?(): string;
}

/** The commands of the editor, each known by one name wherever it is offered. */
export class Commands {
  readonly #known = new Map<CommandName, Command>();

  add(name: CommandName, command: Command): void {
    this.#known.set(name, command);
  }

  isEnabled(name: CommandName): boolean {
    const command = this.#known.get(name);
    return command !== undefined && (command.enabled?.() ?? true);
  }

  detail(name: CommandName): string {
    return this.#known.get(name)?.detail?.() ?? "";
  }

  /** Run a command; false when there is none or it cannot run now. */
  run(name: CommandName): boolean {
    const command = this.#known.get(name);
    if (!command || !(command.enabled?.() ?? true)) return false;
    void command.run();
    return true;
  }

  isName(name: string): name is CommandName {
    return this.#known.has(name as CommandName);
  }
}
