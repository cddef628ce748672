import { MOST_LATENCY, type Prober } from './support.js';

/** A fault is there whenever one looks; what a machine is busy with besides is there once. */
export const LOOKS = 3;

/** Milliseconds that the fixed work takes on the machine that the limits were chosen on, with nothing beside it. */
const USUAL_WORK = 15;
const WORKS = 5;

const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: `object-${(i * 7919) % 20_000}` })));

/** The milliseconds that a fixed piece of work takes at present. */
function workTime(): number {
  const started = performance.now();
  const objects = JSON.parse(text) as { name: string }[];
  objects.sort((a, b) => (a.name < b.name ? -1 : 1));
  return performance.now() - started;
}

/** How many times slower the machine is at present than the one that the limits were chosen on; never less than one. */
export function slowness(): number {
  const times = Array.from({ length: WORKS }, workTime).sort((a, b) => a - b);
  return Math.max(1, times[Math.floor(WORKS / 2)] / USUAL_WORK);
}

/** Work beside which a neighbour should not wait. */
export interface Look<T = void> {
  readonly prober: Prober;
  /** The longest that the neighbour may wait, in milliseconds. */
  readonly limit?: number;
  /** Prepares the work; may take any time. */
  prepare?(): Promise<T>;
  work(prepared: T): Promise<unknown>;
}

/**
 * The longest that a neighbour waits beside some work, in milliseconds of a machine that is not slow: the least of some
 * looks, of which the first below the limit is the last.
 */
export async function leastWait<T = void>({ prober, limit = MOST_LATENCY, prepare, work }: Look<T>): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS && least >= limit; look++) {
    const prepared = (await prepare?.()) as T;
    // Earlier work of this process must not count as the server's time.
    await prober.takeWorst();
    await work(prepared);
    const worst = await prober.takeWorst();
    least = Math.min(least, worst < limit ? worst : worst / slowness());
  }
  return least;
}
