import type { Clock } from '../observability/index.js';

/** How often something is tried, and how long is waited between: each wait is `factor` times as long as the one before. */
export interface Backoff {
  /** Milliseconds before the second attempt. */
  readonly duration: number;
  readonly factor: number;
  /** The part of a wait that chance adds at most. */
  readonly jitter: number;
  /** Attempts in all. */
  readonly steps: number;
}

/** That of webhooks (upstream: DefaultRetryBackoffWithInitialDelay). */
export const WEBHOOK_BACKOFF: Backoff = { duration: 500, factor: 1.5, jitter: 0.2, steps: 5 };

/** The dependencies of retries. */
export interface RetryParts {
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** Ends waiting; the last failure is then the answer. */
  readonly signal: AbortSignal;
  /** The milliseconds that are waited at least before a failed attempt is made again; undefined for never again. */
  readonly waitAfter: (error: unknown) => number | undefined;
}

/** Tries until it succeeds, or fails with the failure of the last attempt. */
export async function retry<T>(
  attempt: () => Promise<T>,
  { clock, backoff, signal, waitAfter }: RetryParts,
): Promise<T> {
  let wait = backoff.duration;
  for (let step = 1; ; step++) {
    try {
      return await attempt();
    } catch (error) {
      const least = waitAfter(error);
      if (least === undefined || step >= backoff.steps || signal.aborted) throw error;
      await clock.sleep(Math.max(least, wait * (1 + Math.random() * backoff.jitter)), signal);
      if (signal.aborted) throw error;
      wait *= backoff.factor;
    }
  }
}
