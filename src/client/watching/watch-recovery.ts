import { StatusError } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { OutboundError } from '../../outbound/index.js';
import { isExpired, isTooManyRequests } from '../requests/api-errors.js';

/** How long failures are got over. */
export interface RecoverySettings {
  readonly signal: AbortSignal;
  /** Milliseconds without success after which it fails; Infinity never does. */
  readonly patience: number;
  readonly relists?: boolean;
  readonly onTrouble?: (error: Error) => void;
}

/** Milliseconds between attempts: after the first failure, and at most (upstream: client-go's Reflector). */
const FIRST_WAIT = 800;
const LONGEST_WAIT = 30_000;
/** Milliseconds below which a watch that ended without an event counts as failed. */
const SHORT_LIVED = 1_000;

/** Waits between the attempts of a watch, longer each time, and gives up where no attempt can succeed. */
export class WatchRecovery {
  private failures = 0;
  private lastSuccess: number;

  constructor(
    private readonly clock: Clock,
    private readonly settings: RecoverySettings,
  ) {
    this.lastSuccess = clock.monotonic();
  }

  /** Records that the server has sent something. */
  succeeded(): void {
    this.failures = 0;
    this.lastSuccess = this.clock.monotonic();
  }

  /** Waits after a watch that the server ended, if it ended at once. */
  async ended(lifetime: number, events: number): Promise<void> {
    if (lifetime >= SHORT_LIVED) return this.succeeded();
    if (events > 0) return;
    await this.after(new OutboundError('reset', 'the watch ended at once'));
  }

  /** Waits after a failure, or throws it. */
  async after(error: Error): Promise<void> {
    const { patience, signal, onTrouble } = this.settings;
    if (patience !== Infinity && !this.isTransient(error)) throw error;
    // An expired state is a part of the course: the list follows at once.
    if (isExpired(error) && this.failures++ === 0) return;
    if (this.clock.monotonic() - this.lastSuccess > patience) throw error;
    onTrouble?.(error);
    const wait = Math.min(FIRST_WAIT * 2 ** Math.min(this.failures++, 16), LONGEST_WAIT);
    await this.clock.sleep(wait * (0.75 + Math.random() / 4), signal);
  }

  private isTransient(error: Error): boolean {
    if (isExpired(error)) return this.settings.relists !== false;
    if (error instanceof StatusError) return error.code >= 500 || isTooManyRequests(error);
    return error instanceof OutboundError && error.fault !== 'credentials';
  }
}
