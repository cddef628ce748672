/** Ends waiting with the reason of a signal, also for what does not listen to it. */
export function withSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((fulfill, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
    const forget = (): void => signal.removeEventListener('abort', fail);
    work.finally(forget).then(fulfill, reject);
  });
}
