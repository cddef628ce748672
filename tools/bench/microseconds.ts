const SLICE_MS = 300;
const ROUNDS = 7;

/** Returns the least of several rounds, in microseconds: what a run costs when nothing else is in the way. */
export function microseconds(run: () => unknown): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    let runs = 0;
    do for (let i = 0; i < 20; i++, runs++) run();
    while (performance.now() - began < SLICE_MS);
    least = Math.min(least, ((performance.now() - began) * 1000) / runs);
  }
  return least;
}
