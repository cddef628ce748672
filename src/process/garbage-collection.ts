import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
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

/** Collects all garbage at once. */
export function collectGarbage(): void {
  exposedCollector()();
}

/** V8 has a function for it in contexts that were made while a flag was set. */
function exposedCollector(): (options?: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as ReturnType<typeof exposedCollector>;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}

/**
 * Collects all garbage of a heap that is not larger, and releases the pages that it lay on, in the first second without work; not at all if
 * there is none for a minute, because V8 has collected unprompted then. V8 alone would do it some 20 seconds later.
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

/** How often a process is looked at for a young generation that may shrink, in milliseconds: V8 looks at the last 5 seconds of one. */
const REST_PERIOD = 6_000;
/** Collections of the young generation in one rest: V8 counts what is allocated from the first on, and the next one shrinks it. */
const MOST_COLLECTIONS = 3;
/** The smallest size of a young generation that is to shrink, in bytes. Under load it has 33 MB. */
const LARGE_YOUNG = 4e6;

/** The young generation of V8's heap. */
export interface YoungGeneration {
  /** Returns the bytes of all its pages. */
  size(): number;
  collect(): void;
}

const YOUNG_GENERATION: YoungGeneration = {
  size: () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0,
  collect: () => exposedCollector()({ type: 'minor' }),
};

/**
 * Releases the pages of V8's young generation once a load is over, which V8 keeps otherwise until it collects the old one, 100 seconds
 * after the last time. Takes some milliseconds, and no compiled code with it. To be called once, for good;
 * docs/decisions/0288-memory-after-load.md.
 */
export function shrinkWhenQuiet(young = YOUNG_GENERATION): void {
  let before = performance.eventLoopUtilization();
  let collections = 0;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization >= QUIET) collections = 0;
    else if (collections < MOST_COLLECTIONS && young.size() > LARGE_YOUNG) {
      collections += 1;
      young.collect();
    }
  }, REST_PERIOD).unref();
}

/** Takes some 50 milliseconds for the heap of an empty server. */
function compactHeap(): void {
  if (RELEASES_PAGES) setFlagsFromString('--compact-on-every-full-gc');
  collectGarbage();
  setFlagsFromString('--no-compact-on-every-full-gc');
}
