import { jest } from '@jest/globals';
import {
  type Step,
  type Steps,
  doAtOnce,
  doInTurns,
  doInTurnsIfLong,
  eachInSlices,
  eachInTurns,
  inOrder,
  settled,
} from './steps.js';
import { turns } from './turns.js';

/** Counts its steps, each of which takes as many milliseconds. */
function* counting(steps: number, log: number[], milliseconds = 0): Steps<string> {
  for (let i = 0; i < steps; i++) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    log.push(i);
    yield;
  }
  return 'done';
}

function* waiting(value: Promise<number> | number, log: unknown[]): Steps<void> {
  try {
    log.push(yield* settled(value));
  } catch (error) {
    log.push((error as Error).message);
  }
}

/** The turns of the event loop until a promise is settled. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isDone = false;
  void promise.then(() => (isDone = true));
  for (; !isDone; rounds++) await new Promise((resolve) => setImmediate(resolve));
  return rounds;
}

afterEach(() => jest.restoreAllMocks());

describe('doAtOnce()', () => {
  it('does all steps and answers the result', () => {
    const log: number[] = [];
    expect(doAtOnce(counting(3, log))).toBe('done');
    expect(log).toEqual([0, 1, 2]);
  });

  it('refuses to wait', () => {
    expect(() => doAtOnce(waiting(Promise.resolve(1), []))).toThrow('work that is done at once has to wait');
    const log: unknown[] = [];
    doAtOnce(waiting(1, log));
    expect(log).toEqual([1]);
  });
});

describe('doInTurns()', () => {
  it('answers the result, and what is waited for', async () => {
    const log: unknown[] = [];
    expect(await doInTurns(counting(3, log as number[]))).toBe('done');
    await doInTurns(waiting(Promise.resolve(7), log));
    await doInTurns(waiting(Promise.reject(new Error('lost')), log));
    expect(log).toEqual([0, 1, 2, 7, 'lost']);
  });

  it('passes on what fails', async () => {
    // eslint-disable-next-line require-yield
    function* failing(): Steps<void> {
      throw new Error('broken');
    }
    await expect(doInTurns(failing())).rejects.toThrow('broken');
  });

  it('leaves others their turns where steps are long', async () => {
    const log: number[] = [];
    expect(await turnsOf(doInTurns(counting(5, log, 30)))).toBeGreaterThan(3);
    expect(log).toHaveLength(5);
  });
});

describe('doInTurnsIfLong()', () => {
  function* work(steps: number, log: number[], milliseconds = 0): Steps<void> {
    yield* counting(steps, log, milliseconds);
  }

  it('does short work at once', () => {
    // A machine with other work may take a turn's share between two steps.
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const log: number[] = [];
    expect(doInTurnsIfLong(work(3, log))).toBeUndefined();
    expect(log).toEqual([0, 1, 2]);
  });

  it('continues long work in later turns', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const log: number[] = [];
    const promise = doInTurnsIfLong(work(5, log, 30));
    expect(log.length).toBeLessThan(5);
    expect(await turnsOf(Promise.resolve(promise))).toBeGreaterThan(1);
    expect(log).toHaveLength(5);
  });

  it('waits for what its steps wait for', async () => {
    const log: unknown[] = [];
    await doInTurnsIfLong(waiting(Promise.resolve(3), log));
    expect(log).toEqual([3]);
  });

  it('returns the result of short work without a promise', () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    expect(doInTurnsIfLong(counting(2, []))).toBe('done');
  });
});

/** Ends every turn at once, and returns the lanes of the turns that were waited for. */
function endTurns(): (object | undefined)[] {
  const lanes: (object | undefined)[] = [];
  jest.spyOn(turns, 'isOverForStages').mockReturnValue(true);
  jest.spyOn(turns, 'next').mockImplementation((lane) => {
    lanes.push(lane);
    return Promise.resolve();
  });
  return lanes;
}

/** A step that records its name, and ends with a value. */
const step = (name: string, outcome?: unknown): Step<string[]> => ({
  name,
  run: (log) => {
    log.push(name);
    return outcome;
  },
});

describe('inOrder()', () => {
  it('runs the steps one after another, the next one when a promise has resolved', async () => {
    const log: string[] = [];
    const late = async (): Promise<void> => {
      log.push('b');
      await new Promise((resolve) => setImmediate(resolve));
      log.push('late');
    };
    await doInTurns(inOrder([step('a'), { name: 'b', run: late }, step('c', false), step('d', 7)], log));
    expect(log).toEqual(['a', 'b', 'late', 'c', 'd']);
  });

  const broken = (): unknown => {
    throw new Error('broken');
  };

  it.each([
    ['throws', broken],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('fails with the first step that %s, and runs no other', async (_how, run) => {
    const log: string[] = [];
    await expect(doInTurns(inOrder([step('a'), { name: 'b', run }, step('c')], log))).rejects.toThrow('broken');
    expect(log).toEqual(['a']);
  });

  it('waits after steps that are long or waited for a turn in its lane when the turn is over', async () => {
    const lanes = endTurns();
    const lane = {};
    await doInTurns(inOrder([{ ...step('a'), isLong: true }, step('b'), step('c', Promise.resolve())], []), lane);
    expect(lanes).toEqual([lane, lane]);
  });

  it('waits for no turn before the turn is over', async () => {
    const lanes = endTurns();
    jest.spyOn(turns, 'isOverForStages').mockReturnValue(false);
    await doInTurns(inOrder([{ ...step('a'), isLong: true }, step('b')], []));
    expect(lanes).toEqual([]);
  });
});

describe('eachInTurns()', () => {
  it('visits each item once, whatever number of workers take from one iterator', async () => {
    endTurns();
    const left = [1, 2, 3, 4, 5].values();
    const visited: number[] = [];
    const visit = async (item: number): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      visited.push(item);
    };
    await Promise.all([eachInTurns(left, visit), eachInTurns(left, visit)]);
    expect(visited).toEqual([1, 2, 3, 4, 5]);
  });

  it('rejects with the failure of a visit, and ends the iterator', async () => {
    let isEnded = false;
    const items = function* (): Generator<number> {
      try {
        yield* [1, 2, 3];
      } finally {
        isEnded = true;
      }
    };
    await expect(eachInTurns(items(), () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(isEnded).toBe(true);
  });
});

describe('eachInSlices()', () => {
  it('waits for a slice after as many items as its stride when the turn is over', async () => {
    jest.spyOn(turns, 'isOver').mockReturnValue(true);
    const visited: number[] = [];
    const waits: number[] = [];
    jest.spyOn(turns, 'nextSlice').mockImplementation(() => {
      waits.push(visited.length);
      return Promise.resolve();
    });
    await eachInSlices([1, 2, 3, 4, 5], (item) => visited.push(item), { stride: 2 });
    expect(visited).toEqual([1, 2, 3, 4, 5]);
    expect(waits).toEqual([2, 4]);
    await eachInSlices([6, 7], (item) => visited.push(item));
    expect(waits).toEqual([2, 4, 6, 7]);
  });
});
