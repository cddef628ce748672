import type { Clock, Timer } from '../observability/index.js';

/** Writes of one level that are worked on at a time: one process gains nothing from more, and others wait behind them. */
const MAX_SLOTS = 4;
/** A request that takes longer waits for something else, such as a webhook: its slot goes to another one. */
const LONGEST_MS = 100;

/** The turn of one request to be worked on. */
export interface WorkSlot {
  /** Resolves when it is the request's turn; undefined if that is now. */
  readonly ready: Promise<void> | undefined;
  /** Ends the work; more than once does no harm. */
  release(): void;
}

/** Bounds how many of the requests that have seats are worked on at a time; others wait in their order. */
export class WorkSlots {
  private taken = 0;
  private readonly waiting = new Set<Slot>();

  constructor(private readonly clock: Pick<Clock, 'schedule'>) {}

  /** Asks for a slot. */
  take(): WorkSlot {
    const slot = new Slot(this.clock, () => this.leave(slot));
    if (this.taken < MAX_SLOTS) {
      this.taken++;
      slot.begin();
    } else {
      slot.wait();
      this.waiting.add(slot);
    }
    return slot;
  }

  private leave(slot: Slot): void {
    if (this.waiting.delete(slot)) return;
    const [next] = this.waiting;
    if (!next) return void this.taken--;
    this.waiting.delete(next);
    next.begin();
  }
}

class Slot implements WorkSlot {
  ready: Promise<void> | undefined;
  private timer: Timer | undefined;
  private isOver = false;
  private resolve: (() => void) | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'schedule'>,
    private readonly leave: () => void,
  ) {}

  wait(): void {
    this.ready = new Promise((resolve) => (this.resolve = resolve));
  }

  begin(): void {
    this.timer = this.clock.schedule(LONGEST_MS, () => this.release());
    this.resolve?.();
  }

  release(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.timer?.cancel();
    this.resolve?.();
    this.leave();
  }
}
