import { jest } from '@jest/globals';
import { doAtOnce, doInTurns, doInTurnsIfLong, settled, type Steps } from './steps.js';

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
  let turns = 0;
  let isDone = false;
  void promise.then(() => (isDone = true));
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  return turns;
}

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
  afterEach(() => jest.restoreAllMocks());

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

  it('goes on with long work in later turns', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const log: number[] = [];
    const promise = doInTurnsIfLong(work(5, log, 30));
    expect(log.length).toBeLessThan(5);
    expect(await turnsOf(promise!)).toBeGreaterThan(1);
    expect(log).toHaveLength(5);
  });

  it('waits for what its steps wait for', async () => {
    const log: unknown[] = [];
    await doInTurnsIfLong(waiting(Promise.resolve(3), log));
    expect(log).toEqual([3]);
  });
});
