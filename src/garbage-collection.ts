import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the process is looked at, in milliseconds, and how many times at most. */
const PERIOD = 1_000;
const LOOKS = 60;
/** The share of its time that a quiet process works. */
const QUIET = 0.05;
/** The largest heap that is compacted at once, in bytes: a longer pause would be noticed. An empty server has 42 MB. */
const SMALL = 64e6;
/** True for the V8 of Node 20. Later ones keep the pages that compaction has emptied, for as long as they do not compact by themselves. */
const RELEASES_PAGES = Number.parseInt(process.versions.v8) < 12;

/** Collects all garbage at once. V8 has a function for it in contexts that were made while a flag was set. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/**
 * Collects all garbage of a heap that is not larger, and releases the pages that it lay on, in the first second without work; not at all if
 * there is none for a minute, for V8 has collected by itself then. V8 alone would do it some 20 seconds later.
 */
export function collectWhenQuiet(largest = SMALL): void {
  let before = performance.eventLoopUtilization();
  let looks = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization < QUIET && getHeapStatistics().used_heap_size <= largest) compactHeap();
    if (utilization < QUIET || ++looks === LOOKS) clearInterval(timer);
  }, PERIOD).unref();
}

/** Takes some 50 milliseconds for the heap of an empty server. */
function compactHeap(): void {
  if (RELEASES_PAGES) setFlagsFromString('--compact-on-every-full-gc');
  collectGarbage();
  setFlagsFromString('--no-compact-on-every-full-gc');
}
