import { turns } from './turns.js';

/**
 * Work that may take long, in steps, and its result. Each `yield` ends a step: other requests may be served there, and a
 * promise that is yielded is settled before the next step. See `settled`.
 */
export type Steps<T> = Generator<unknown, T, unknown>;

/** One step of a fixed sequence, such as that of a write. */
export interface Step<W> {
  readonly name: string;
  /** True if other requests may be served after it although it did not wait. Short steps save the reading of the clock. */
  readonly isLong?: boolean;
  /** Runs the step; the next one runs when a promise that it returns has resolved. */
  run(work: W): unknown;
}

/** Ends a step with a value, and returns the value when it is there. */
export function* settled<T>(value: T | Promise<T>): Steps<T> {
  return (yield value) as T;
}

/** Returns the steps of a fixed sequence, for one piece of work. */
export function* inOrder<W>(sequence: readonly Step<W>[], work: W): Steps<void> {
  for (const step of sequence) {
    const outcome = step.run(work);
    if (step.isLong || outcome instanceof Promise) yield outcome;
  }
}

/** Runs all steps at once. Throws if one of them has to wait. */
export function doAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) {
    if (step.value instanceof Promise) throw new Error('work that is done at once has to wait');
    step = steps.next(step.value);
  }
  return step.value;
}

/** Runs steps in as many turns of the event loop as they take, in a lane of its turns. */
export function doInTurns<T>(steps: Steps<T>, lane?: object): Promise<T> {
  return proceed(steps, lane);
}

/** Runs steps as `doInTurns` does; returns a promise only if they wait or take longer than the rest of the current turn. */
export function doInTurnsIfLong<T>(steps: Steps<T>, lane?: object): T | Promise<T> {
  let step = steps.next();
  while (!step.done) {
    if (step.value instanceof Promise || turns.isOverForStages()) return proceed(steps, lane, step);
    step = steps.next(step.value);
  }
  return step.value;
}

async function proceed<T>(steps: Steps<T>, lane?: object, begun?: IteratorResult<unknown, T>): Promise<T> {
  let step = begun ?? steps.next();
  while (!step.done) {
    let outcome = step.value;
    try {
      if (outcome instanceof Promise) outcome = await outcome;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    if (turns.isOverForStages()) await turns.next(lane);
    step = steps.next(outcome);
  }
  return step.value;
}

/** Calls a function with each item, one after another, and serves other requests between them. */
export function eachInTurns<T>(items: Iterable<T>, visit: (item: T) => unknown, lane?: object): Promise<void> {
  return doInTurns(visits(items, visit), lane);
}

function* visits<T>(items: Iterable<T>, visit: (item: T) => unknown): Steps<void> {
  for (const item of items) yield visit(item);
}

/** How a function is called in slices. */
export interface Slicing {
  /** Calls between two readings of the clock; 1 if not given. */
  readonly stride?: number;
}

/**
 * Calls a function with each of many items, in slices: one per turn of the event loop, after the short stages of requests. It
 * must not wait.
 */
export async function eachInSlices<T>(
  items: Iterable<T>,
  visit: (item: T) => void,
  { stride = 1 }: Slicing = {},
): Promise<void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    if (++visited % stride === 0 && turns.isOver()) await turns.nextSlice();
  }
}
