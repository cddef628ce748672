/**
 * Longer than this no one waits for a line that does not move, in milliseconds: a write inside another one would wait for
 * itself.
 */
const LONGEST_STANDSTILL = 1000;

/** The writers that wait for a key. */
interface Line {
  /** Resolves when the last of them has left. */
  last: Promise<void>;
  /** When one of them left last, as `performance.now` has it. */
  movedAt: number;
}

/**
 * Serializes the writers of one object after conflicts between them. Without it fast writers would win every race and
 * slow ones none; with it each gets its turn, and no work is wasted.
 */
export class ContendedKeys {
  private readonly lines = new Map<string, Line>();

  /** Takes a place in the line for a key and waits for its turn; nothing where there is no line. */
  join(key: string): Promise<() => void> | undefined {
    return this.lines.has(key) ? this.enter(key) : undefined;
  }

  /** Takes a place in the line for a key, which it may begin, and waits for its turn. The result leaves it. */
  async enter(key: string): Promise<() => void> {
    const { promise: left, resolve } = pending();
    const begun = this.lines.get(key);
    const line = begun ?? { last: left, movedAt: performance.now() };
    const last = begun ? begun.last.then(() => left) : left;
    const before = begun?.last;
    line.last = last;
    this.lines.set(key, line);
    void last.then(() => {
      if (line.last === last) this.lines.delete(key);
    });
    if (before) await reached(before, line);
    return () => {
      line.movedAt = performance.now();
      resolve();
    };
  }
}

function pending(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Resolves when those before have left, or the line has not moved for too long. */
async function reached(before: Promise<void>, line: Line): Promise<void> {
  const enteredAt = performance.now();
  let hasLeft = false;
  const left = before.then(() => {
    hasLeft = true;
  });
  while (!hasLeft) {
    const rest = Math.max(line.movedAt, enteredAt) + LONGEST_STANDSTILL - performance.now();
    if (rest <= 0) return;
    await noLongerThan(rest, left);
  }
}

async function noLongerThan(limitMs: number, before: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = pending();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([before, timeout]);
  clearTimeout(timer);
}
