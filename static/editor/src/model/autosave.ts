import { type Draft, type DraftApi, type Kept, Refusal, Unreachable } from "./api";
import type { LocalBackup } from "./backup";
import type { CompositionGuard } from "./composition";
import type { CardDocument } from "./document";
import { Delayed, Signal, type Timers } from "./signal";

/** Someone saved before us: their draft, the text both came from, our text that the server set aside, and where it keeps it. */
export interface Conflict {
  readonly kind: "conflict";
  readonly theirs: Draft;
  readonly base: string | null;
  readonly aside: string | null;
  readonly kept: Kept | null;
}

/** Where the text stands against the server. */
export type SaveState =
  | { readonly kind: "saved"; readonly at: Date | null }
  | { readonly kind: "edited" | "saving" }
  | { readonly kind: "offline" | "failing"; readonly kept: boolean }
  | { readonly kind: "refused"; readonly title: string; readonly detail: string }
  | Conflict;

/** What goes on after a conflict: one of the two texts, or one made of both. */
export type Resolution = "mine" | "theirs" | { readonly merged: string };

/** Time and timers, as an argument. */
export interface Clock {
  readonly timers: Timers;
  now(): Date;
}

export const AUTOSAVE_MS = 800;
const BACKUP_MS = 250;
const RETRY_S = [2, 5, 10, 30];

/**
 * Saves the document by itself, never over someone else's revision, and never forgets what it could not save.
 *
 * A stale save asks. The server has kept the text that it refused as a revision, so whatever `resolve` chooses, the
 * other one stays in the history. Until the answer nothing more is sent.
 */
export class Autosave {
  readonly changed = new Signal<SaveState>();
  readonly answered = new Signal<Draft>();
  readonly #soon: Delayed;
  readonly #retry: Delayed;
  readonly #keepSoon: Delayed;
  #state: SaveState;
  #savedAt: Date | null;
  #running: Promise<boolean> | null = null;
  #failures = 0;

  constructor(
    private readonly document: CardDocument,
    private readonly api: DraftApi,
    private readonly backup: LocalBackup,
    private readonly guard: CompositionGuard,
    private readonly clock: Clock,
    savedAt: Date | null = null,
  ) {
    const { timers } = clock;
    this.#savedAt = savedAt;
    this.#state = { kind: "saved", at: savedAt };
    this.#soon = new Delayed(timers, () => this.saveWhenIdle());
    this.#retry = new Delayed(timers, () => this.saveWhenIdle());
    this.#keepSoon = new Delayed(timers, () => this.keep());
    document.changed.subscribe(() => this.touch());
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Note a change: keep it on the device soon, save it a little later. */
  touch(): void {
    if (!this.document.dirty) return this.#undirtied();
    if (!this.#keepSoon.pending) this.#keepSoon.start(BACKUP_MS);
    if (this.#state.kind === "conflict") return;
    if (this.#state.kind !== "offline" && this.#state.kind !== "failing") this.#to({ kind: "edited" });
    this.#soon.start(AUTOSAVE_MS);
  }

  /** Keep the unsaved text on the device now. */
  keep(): boolean {
    this.#keepSoon.stop();
    const { document } = this;
    if (!document.dirty) return true;
    return this.backup.keep(document.text, document, this.clock.now().getTime());
  }

  /** Save now; true when the text as it is now has been acknowledged. */
  async flush(leaving = false): Promise<boolean> {
    this.#soon.stop();
    this.#retry.stop();
    while (this.#running) await this.#running;
    if (this.#state.kind === "conflict") return false;
    if (!this.document.dirty) return true;
    return this.#run(leaving);
  }

  /** Meet a draft that moved on without us; `base` is the text that both came from, where it is known. */
  conflict(
    theirs: Draft,
    base: string | null = this.document.savedText,
    aside: string | null = null,
    kept: Kept | null = null,
  ): void {
    this.#soon.stop();
    this.keep();
    this.#to({ kind: "conflict", theirs, base, aside, kept });
  }

  /** Go on with what was chosen, on top of theirs; the text that was in the editor is one undo away, as a step of that name. */
  async resolve(choice: Resolution, step = ""): Promise<boolean> {
    if (this.#state.kind !== "conflict") return false;
    const { theirs, aside } = this.#state;
    const mine = this.document.text;
    this.document.acknowledge(theirs.text, theirs);
    this.#to({ kind: "edited" });
    if (choice !== "mine" && mine !== aside && !(await this.flush())) return false; // typed since: keep that too
    if (choice === "theirs") this.document.replace(theirs.text, step);
    else if (choice !== "mine") this.document.replace(choice.merged, step);
    const sent = await this.flush();
    if (sent) this.backup.release(mine);
    return sent;
  }

  /** Save as soon as nothing is being composed. */
  saveWhenIdle(): void {
    this.guard.whenIdle(() => void this.flush());
  }

  /** Something beside the text was saved, as its translations are. */
  savedBeside(): void {
    this.#savedAt = this.clock.now();
    if (this.#state.kind === "saved") this.#to({ kind: "saved", at: this.#savedAt });
  }

  /** Undo led back to the saved text: nothing is left to send. */
  #undirtied(): void {
    this.#soon.stop();
    this.#keepSoon.stop();
    this.backup.release(this.document.text);
    this.#retry.stop();
    if (this.#state.kind !== "conflict" && this.#state.kind !== "saving")
      this.#to({ kind: "saved", at: this.#savedAt });
  }

  #run(leaving: boolean): Promise<boolean> {
    this.#running = this.#put(this.document.text, leaving).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #put(text: string, leaving: boolean): Promise<boolean> {
    if (this.#state.kind !== "offline" && this.#state.kind !== "failing") this.#to({ kind: "saving" });
    try {
      this.#accepted(text, await this.api.save(text, this.document.etag, leaving));
      return true;
    } catch (error) {
      return this.#failed(text, error);
    }
  }

  #accepted(text: string, draft: Draft): void {
    this.#failures = 0;
    this.document.acknowledge(text, draft);
    this.backup.release(text);
    this.answered.emit(draft);
    this.#savedAt = this.clock.now();
    this.#to(this.document.dirty ? { kind: "edited" } : { kind: "saved", at: this.#savedAt });
    if (this.document.dirty && !this.#soon.pending) this.#soon.start(AUTOSAVE_MS);
  }

  async #failed(text: string, error: unknown): Promise<boolean> {
    const kept = this.keep();
    if (error instanceof Refusal && error.status === 412) return this.#stale(text, error);
    if (error instanceof Unreachable || (error instanceof Refusal && error.passing)) {
      const delay = error instanceof Refusal ? error.retryAfter : null;
      this.#to({ kind: error instanceof Unreachable ? "offline" : "failing", kept });
      this.#retry.start(1000 * (delay ?? RETRY_S[Math.min(this.#failures, RETRY_S.length - 1)] ?? 30));
      this.#failures++;
      return false;
    }
    if (!(error instanceof Refusal)) throw error;
    this.#to({ kind: "refused", title: error.title, detail: error.detail });
    return false;
  }

  /** Someone saved before us: the same text is no conflict, our own base under a new number neither. */
  async #stale(text: string, refusal: Refusal): Promise<boolean> {
    const theirs = refusal.current ?? (await this.api.load().catch(() => null));
    if (!theirs) {
      this.#to({ kind: "failing", kept: true });
      this.#retry.start(1000 * (RETRY_S[0] ?? 2));
      return false;
    }
    if (theirs.text === text) {
      this.#accepted(text, theirs);
      return true;
    }
    if (theirs.text === this.document.savedText) {
      this.document.acknowledge(theirs.text, theirs);
      return this.#put(text, false);
    }
    this.conflict(theirs, this.document.savedText, text, refusal.kept);
    return false;
  }

  #to(state: SaveState): void {
    this.#state = state;
    this.changed.emit(state);
  }
}
