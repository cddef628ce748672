import { richPod } from './rich-pod.mjs';
import { median } from './statistics.mjs';

const SLICE_MS = 25;
const ROUNDS = 40;
/** Runs between two looks at the clock. */
const BATCH = 20;

const pod = richPod();

/**
 * Runs a fixed piece of work that depends on the machine and V8's compiler only: a rich pod is copied member by member and compared with
 * the copy. Goals of code that runs inside one process are multiples of it.
 */
export function runYardstick() {
  if (!isSame(pod, copyOf(pod))) throw new Error('the copy differs');
}

function copyOf(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy = {};
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key]);
  return copy;
}

function isSame(one, other) {
  if (typeof one !== 'object' || one === null) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/**
 * Measures named pieces of work and the yardstick in alternating slices, by the processor time of this process: microseconds of a run and
 * multiples of the yardstick, medians of all rounds. A run gets its number.
 */
export function measureBeside(runs) {
  const names = Object.keys(runs);
  const samples = Object.fromEntries(names.map((name) => [name, { microseconds: [], multiples: [] }]));
  const next = Object.fromEntries(names.map((name) => [name, 0]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of names) {
      const yardstick = timeSlice(runYardstick, 0).microseconds;
      const { microseconds, count } = timeSlice(runs[name], next[name]);
      next[name] += count;
      // The first round is for compiling.
      if (round < 0) continue;
      samples[name].microseconds.push(microseconds);
      samples[name].multiples.push(microseconds / yardstick);
    }
  }
  const middle = ({ microseconds, multiples }) => ({ microseconds: median(microseconds), multiple: median(multiples) });
  return Object.fromEntries(names.map((name) => [name, middle(samples[name])]));
}

function timeSlice(run, first) {
  const until = performance.now() + SLICE_MS;
  const before = process.cpuUsage();
  let count = 0;
  do for (let i = 0; i < BATCH; i++) run(first + count++);
  while (performance.now() < until);
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (user + system) / count, count };
}
