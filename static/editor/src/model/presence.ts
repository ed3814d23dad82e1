import { Delayed, Signal, type Timers } from "./signal";

/** Somebody else on the card, and the node that they are in. */
export interface Person {
  readonly name: string;
  readonly initials: string;
  readonly tint: number | string;
  readonly pointer: string;
}

/** How often an editor in view says where it is: two beats make the ten seconds in which others see it. */
export const BEAT_MS = 5000;
/** How soon after a move to another node the others hear of it. */
const MOVE_MS = 1000;

export type Beat = (body: { pointer: string; leaving?: true }) => Promise<readonly Person[] | null>;

/** Says where this editor is and who else is on the card; rests while the page is hidden. */
export class Presence {
  readonly others = new Signal<readonly Person[]>();
  readonly #next: Delayed;
  #pointer = "";
  #key = "[]";
  #running = false;
  #visible = false;

  constructor(
    private readonly beat: Beat,
    timers: Timers,
  ) {
    this.#next = new Delayed(timers, () => void this.#tell());
  }

  /** Whether the page can be seen; hidden pages say that they left. */
  show(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible) return void this.#tell();
    this.#next.stop();
    void this.beat({ pointer: "", leaving: true });
  }

  /** Note the node that the cursor is in. */
  move(pointer: string): void {
    if (pointer === this.#pointer) return;
    this.#pointer = pointer;
    if (this.#visible && !this.#running) this.#next.start(MOVE_MS);
  }

  async #tell(): Promise<void> {
    this.#next.stop();
    this.#running = true;
    const [told, people] = [this.#pointer, await this.beat({ pointer: this.#pointer })];
    this.#running = false;
    if (!this.#visible) return;
    this.#next.start(told === this.#pointer ? BEAT_MS : MOVE_MS);
    const key = JSON.stringify(people ?? []); // nobody is known to be here while the server is away
    if (key === this.#key) return;
    this.#key = key;
    this.others.emit(people ?? []);
  }
}
