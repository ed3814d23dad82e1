/** One way through what may be read or written in several ways: of what fits at a place, the first counts unless the trial passes it by. */
export class Trial {
  /** How often something fitted. */
  choices = 0;
  /** How often what fitted was passed by. */
  passedCount = 0;

  constructor(readonly passed: ReadonlySet<number> = NONE) {}

  /** Whether something that fits counts. */
  takes(): boolean {
    const isTaken = !this.passed.has(this.choices++);
    if (!isTaken) this.passedCount++;
    return isTaken;
  }

  /** The same way, which also passes by one more. */
  without(choice: number): Trial {
    return new Trial(new Set([...this.passed, choice]));
  }
}

const NONE: ReadonlySet<number> = new Set();
