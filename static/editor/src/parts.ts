import type { DraftApi } from "./model/api";
import type { Autosave } from "./model/autosave";
import type { LocalBackup } from "./model/backup";
import type { Commands } from "./model/commands";
import type { CompositionGuard } from "./model/composition";
import type { CardDocument } from "./model/document";
import type { ProblemStore } from "./model/problems";
import type { Validation } from "./model/validation";
import type { PageConfig } from "./page";
import type { Strings } from "./i18n";
import type { TextView } from "./text/view";
import type { References } from "./model/references";
import type { PlacedProblem } from "./model/problems";
import type { Selection } from "./model/selection";
import type { Modes } from "./ui/modes";
import type { StatusLine } from "./ui/status";

/** Everything the editor is made of; each later view gets this and nothing else. */
export interface Parts {
  readonly page: PageConfig;
  readonly strings: Strings;
  readonly document: CardDocument;
  readonly problems: ProblemStore;
  readonly commands: Commands;
  readonly guard: CompositionGuard;
  readonly api: DraftApi;
  readonly backup: LocalBackup;
  readonly autosave: Autosave;
  readonly validation: Validation;
  readonly view: TextView;
  readonly status: StatusLine;
  readonly modes: Modes;
  readonly selection: Selection;
  readonly references: References | null;
  fix(placed: PlacedProblem): void;
  /** The way to a value in words; the pointer itself while the schema is not there. */
  wayTo(pointer: string): string;
}
