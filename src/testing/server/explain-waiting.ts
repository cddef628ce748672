/** Milliseconds of real time after which a wait is explained, and between two explanations. */
const PATIENCE_MS = 5_000;

/** Calls `explain` as long as a promise is pending, from some seconds on: a test that hangs then shows for what. */
export async function explainWaiting<T>(
  promise: Promise<T>,
  explain: () => void,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const timer = setInterval(explain, patienceMs);
  timer.unref();
  return promise.finally(() => clearInterval(timer));
}
