/** Longer than this nobody waits for those before, in milliseconds: a write inside another one would wait for itself. */
const LONGEST_WAIT = 1000;

/**
 * Serializes the writers of one object after conflicts between them. Without it fast writers would win every race and
 * slow ones none; with it each gets its turn, and no work is wasted.
 */
export class ContendedKeys {
  /** Resolves when the last of those who wait for a key has left. */
  private readonly lines = new Map<string, Promise<void>>();

  /** Takes a place in the line for a key and waits for its turn; nothing where there is no line. */
  join(key: string): Promise<() => void> | undefined {
    return this.lines.has(key) ? this.enter(key) : undefined;
  }

  /** Takes a place in the line for a key, which it may begin, and waits for its turn. The result leaves it. */
  async enter(key: string): Promise<() => void> {
    const before = this.lines.get(key);
    const { promise: left, resolve: leave } = pending();
    const last = before ? before.then(() => left) : left;
    this.lines.set(key, last);
    void last.then(() => {
      if (this.lines.get(key) === last) this.lines.delete(key);
    });
    if (before) await noLongerThan(LONGEST_WAIT, before);
    return leave;
  }
}

function pending(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function noLongerThan(limitMs: number, before: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = pending();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([before, timeout]);
  clearTimeout(timer);
}
