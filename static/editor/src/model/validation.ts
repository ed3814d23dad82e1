import { type DraftApi, Refusal, type Said, type Texts, Unreachable } from "./api";
import type { CompositionGuard } from "./composition";
import type { CardDocument } from "./document";
import type { Problem, ProblemStore } from "./problems";
import { Delayed, Signal, type Timers } from "./signal";

/** Pause after the last key before the server is asked. */
export const SERVER_PAUSE_MS = 150;
const BROWSER_PAUSE_MS = 40;
const BROWSER_PAUSE_MOST_MS = 400;

/** What the browser can say about a text by itself. */
export type BrowserCheck = (text: string) => Promise<readonly Problem[]>;

/** Keeps the problems of the document up to date: the browser's at once, the server's as soon as it answers. */
export class Validation {
  readonly face = new Signal<string>();
  /** What the effects say, and where the written texts differ. */
  readonly said = new Signal<Said>();
  /** False while the server cannot be asked, so that the browser's findings are all there is. */
  readonly reachable = new Signal<boolean>();
  /** The texts of other languages as they are typed; nothing where the saved ones hold. */
  texts: () => Texts | null = () => null;
  readonly #browserSoon: Delayed;
  readonly #serverSoon: Delayed;
  #answeredFor: string | null = null;
  #asking: AbortController | null = null;
  #browserCost = 0;

  constructor(
    private readonly document: CardDocument,
    private readonly problems: ProblemStore,
    private readonly api: DraftApi,
    private readonly check: BrowserCheck,
    private readonly guard: CompositionGuard,
    timers: Timers,
  ) {
    this.#browserSoon = new Delayed(timers, () => void this.#runBrowser());
    this.#serverSoon = new Delayed(timers, () => guard.whenIdle(() => void this.ask()));
    document.changed.subscribe(() => this.touch());
  }

  touch(): void {
    this.#asking?.abort();
    const pause = Math.min(BROWSER_PAUSE_MOST_MS, Math.max(BROWSER_PAUSE_MS, 2 * this.#browserCost));
    this.#browserSoon.start(pause);
    this.#serverSoon.start(SERVER_PAUSE_MS);
  }

  /** Take the server's word on `text`, whoever asked for it; ignored when the text has moved on. */
  answered(text: string, problems: readonly Problem[], face: string | null, said: Said | null = null): void {
    if (text !== this.document.text) return;
    this.#answeredFor = text;
    this.#browserSoon.stop();
    this.problems.setServer(problems, text, this.document.tree);
    if (face !== null) this.face.emit(face);
    if (said !== null) this.said.emit(said);
  }

  /** Ask the server now; true when it answered for the text as it is. */
  async ask(): Promise<boolean> {
    this.#serverSoon.stop();
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { text } = this.document;
    try {
      const answer = await this.api.validate(text, asking.signal, this.texts());
      this.answered(text, answer.problems, answer.face_html, answer.said);
      this.reachable.emit(true);
      return text === this.document.text;
    } catch (error) {
      return this.#unanswered(text, error);
    }
  }

  #unanswered(text: string, error: unknown): false {
    if (error instanceof Refusal && error.problems.length > 0) this.answered(text, error.problems, null);
    else if (error instanceof Refusal || error instanceof Unreachable) this.reachable.emit(false);
    else if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    return false;
  }

  async #runBrowser(): Promise<void> {
    const { text } = this.document;
    const began = performance.now();
    const findings = await this.check(text);
    this.#browserCost = performance.now() - began;
    if (text !== this.document.text || this.#answeredFor === text || this.guard.active) return;
    this.problems.setBrowser(findings, text, this.document.tree);
  }
}
