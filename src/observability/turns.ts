/** Milliseconds that long work gets of one turn of the event loop, all requests together. */
const SHARE_MS = 8;

const waiting: (() => void)[] = [];
/** When the share of the current turn is used up; undefined before any of it is. */
let ends: number | undefined;

/**
 * Whether long work has had its share of the current turn of the event loop, whichever request did it. Work that may
 * take long asks between its steps, and awaits `nextTurn()` when it is so.
 */
export function isTurnOver(): boolean {
  const now = performance.now();
  ends ??= beginAt(now);
  return now >= ends;
}

/** Resolves when it is the caller's turn to go on. One caller goes on in each turn of the event loop, in order. */
export function nextTurn(): Promise<void> {
  ends ??= beginAt(performance.now());
  return new Promise((resolve) => waiting.push(resolve));
}

function beginAt(now: number): number {
  setImmediate(endTurn);
  return now + SHARE_MS;
}

function endTurn(): void {
  const resume = waiting.shift();
  ends = resume && beginAt(performance.now());
  resume?.();
}
