/** Milliseconds of real time after which a wait is explained first: test runners give a test some seconds. */
const FIRST_MS = 1_500;
/** Between two explanations. */
const PATIENCE_MS = 5_000;
/** How long the wait may take: work that has not ended by then hangs. */
const LIMIT_MS = 30_000;

/** A wait, and how it is explained. */
export interface ExplainedWait {
  /** The function that waits, as messages name it. */
  readonly what: string;
  /** Returns what is waited for, in words. */
  readonly explain: () => string;
  readonly report: (message: string) => void;
  readonly limitMs?: number;
}

/** Explains a wait while it takes long, so that a test that hangs shows for what, and rejects with that after half a minute. */
export async function explainWaiting<T>(
  promise: Promise<T>,
  { what, explain, report, limitMs = LIMIT_MS }: ExplainedWait,
): Promise<T> {
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`${what} has waited for ${limitMs / 1000} s: ${explain()}`));
    timers.push(setTimeout(giveUp, limitMs));
  });
  const tell = (): void => report(`${what} waits: ${explain()}`);
  timers.push(setTimeout(tell, FIRST_MS), setInterval(tell, PATIENCE_MS));
  // The server keeps the process; a wait that outlives it is to hold nothing.
  for (const timer of timers) timer.unref();
  try {
    return await Promise.race([promise, late]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
