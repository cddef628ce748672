/** Milliseconds of real time after which a wait is explained first: test runners give a test some seconds. */
const FIRST_MS = 1_500;
/** Between two explanations. */
const PATIENCE_MS = 5_000;
/** Work of which nothing has come by then hangs. */
const LIMIT_MS = 30_000;

/** A wait for work, and how it is explained. */
export interface ExplainedWait {
  /** The function that waits, as messages name it. */
  readonly what: string;
  /** Returns what is waited for, in words. */
  readonly explain: () => string;
  /** Returns for how long nothing has come of it, in milliseconds. */
  readonly stuckMs: () => number;
  readonly report: (message: string) => void;
  readonly patienceMs?: number;
}

/**
 * Explains a wait while it takes long, so that a test that hangs shows for what, and rejects with that where nothing has come of the
 * work for half a minute. Much work, and a busy machine, may take longer.
 */
export async function explainWaiting<T>(
  promise: Promise<T>,
  { what, explain, stuckMs, report, patienceMs = PATIENCE_MS }: ExplainedWait,
): Promise<T> {
  const timers: NodeJS.Timeout[] = [];
  const stuck = new Promise<never>((_, reject) => {
    const look = (): void => {
      if (stuckMs() >= LIMIT_MS) reject(new Error(`${what} has waited for ${LIMIT_MS / 1000} s: ${explain()}`));
      else report(`${what} waits: ${explain()}`);
    };
    timers.push(setTimeout(look, Math.min(FIRST_MS, patienceMs)), setInterval(look, patienceMs));
  });
  // The server keeps the process; a wait that outlives it is to hold nothing.
  for (const timer of timers) timer.unref();
  try {
    return await Promise.race([promise, stuck]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
