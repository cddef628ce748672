import { isConflict } from '../../apimachinery/index.js';
import { type Clock, SystemClock } from '../../observability/index.js';

/**
 * How often a write is tried that others keep overtaking.
 *
 * @public
 * @example
 * const options: ConflictRetryOptions = { attempts: 10 };
 */
export interface ConflictRetryOptions {
  /** Attempts in all; 5 where unset. */
  readonly attempts?: number;
  /** Ends waiting; the last conflict is then thrown. */
  readonly signal?: AbortSignal;
  /** For tests. */
  readonly clock?: Clock;
}

/** Milliseconds before the second attempt, and the part of it that chance adds (upstream: retry.DefaultRetry). */
const WAIT = 10;
const JITTER = 0.1;
const MOST_ATTEMPTS = 5;

/**
 * Repeats work until it ends without a conflict, or fails with the last one (upstream: retry.RetryOnConflict). `attempt`
 * reads the object again each time.
 *
 * @public
 * @example
 * const berths = client.of(Berth).namespace('harbor');
 * await retryOnConflict(async () => berths.update({ ...(await berths.get('north')), spec: { length: 80 } }));
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T>,
  { attempts = MOST_ATTEMPTS, signal, clock = new SystemClock() }: ConflictRetryOptions = {},
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || count >= attempts || signal?.aborted) throw error;
      await clock.sleep(WAIT * (1 + Math.random() * JITTER), signal);
      if (signal?.aborted) throw error;
    }
  }
}
