import type { Logger } from '../../observability/index.js';

/** How often a key may be worked on in a row without a pause: more than the changes of many clients, or of many pods, lead to. */
const BURST = 1000;
/** How often in a second it may be from then on; each time it is about all changes since. */
const PER_SECOND = 20;
/** A key that has had so many turns in a row is named where controllers do not come to rest. */
const MANY = 100;
/** Keys that are remembered before those that have had their pause are dropped. */
const FEWEST_REMEMBERED = 1000;

/** The work of a key. */
interface Repetition {
  /** How often it may be worked on without a pause at `at`. */
  left: number;
  /** In milliseconds of the machine. */
  at: number;
  isReported: boolean;
}

/**
 * Slows down keys that changes add again and again: a controller that writes its object each time is called for that write, without
 * end. A key has a burst, and then so many turns a second. Goes by the time of the machine.
 */
export class RepeatedWork {
  private readonly keys = new Map<string, Repetition>();
  private mostRemembered = FEWEST_REMEMBERED;

  constructor(
    private readonly queue: { readonly name: string; readonly logger: Pick<Logger, 'warn'> },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a turn of a key; returns how long the key has to wait, in milliseconds: 0 where it need not. */
  take(key: string): number {
    const known = this.keys.get(key);
    if (!known) return this.begin(key);
    const now = this.now();
    known.left = Math.min(BURST, known.left + ((now - known.at) * PER_SECOND) / 1000);
    known.at = now;
    if (known.left >= BURST) known.isReported = false;
    if (known.left >= 1) {
      known.left -= 1;
      return 0;
    }
    this.report(key, known);
    return 1000 / PER_SECOND;
  }

  /** Reports whether a key has used up its burst. */
  isSlowed(key: string): boolean {
    return (this.keys.get(key)?.left ?? BURST) < 1;
  }

  /** Returns the keys that have had many turns without a pause. */
  get frequent(): string[] {
    return [...this.keys].filter(([, { left }]) => left <= BURST - MANY).map(([key]) => key);
  }

  private begin(key: string): number {
    if (this.keys.size >= this.mostRemembered) this.forget();
    this.keys.set(key, { left: BURST - 1, at: this.now(), isReported: false });
    return 0;
  }

  /** Drops keys that have had their pause; a store may have more objects than are worth it. */
  private forget(): void {
    const oldest = this.now() - (BURST * 1000) / PER_SECOND;
    for (const [key, { at }] of this.keys) if (at < oldest) this.keys.delete(key);
    this.mostRemembered = Math.max(FEWEST_REMEMBERED, this.keys.size * 2);
  }

  private report(key: string, repetition: Repetition): void {
    if (repetition.isReported) return;
    repetition.isReported = true;
    const { name: controller, logger } = this.queue;
    logger.warn('a controller is called for the same object again and again', {
      controller,
      key,
      fix: `it is slowed down; if nothing else changes the object so often: ${LOOP_MEND}`,
    });
  }
}

/** The fix of a controller that causes its next call. */
export const LOOP_MEND =
  'each of its writes is a change that calls it: write only where something differs, as setStatus does';
