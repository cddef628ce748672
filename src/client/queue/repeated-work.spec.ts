import { jest } from '@jest/globals';
import { RepeatedWork } from './repeated-work.js';

const warn = jest.fn();
let now = 0;
const repeated = (): RepeatedWork => new RepeatedWork({ name: 'tide', logger: { warn } }, () => now);

beforeEach(() => {
  now = 0;
  warn.mockClear();
});

/** Takes turns without a pause; returns the last wait. */
function takeMany(work: RepeatedWork, key: string, times: number): number {
  let wait = 0;
  for (let i = 0; i < times; i++) wait = work.take(key);
  return wait;
}

describe('RepeatedWork', () => {
  it('slows down a key without a pause, with one line', () => {
    const work = repeated();
    expect([takeMany(work, 'a', 1000), work.isSlowed('a')]).toEqual([0, true]);
    expect([work.take('a'), work.take('a'), work.take('b')]).toEqual([50, 50, 0]);
    expect(warn.mock.calls).toEqual([
      [
        'a controller is called for the same object again and again',
        {
          controller: 'tide',
          key: 'a',
          fix: expect.stringContaining(
            'it is slowed down; if nothing else changes the object so often: each of its writes',
          ),
        },
      ],
    ]);
  });

  it('lets a key continue after a pause, and reports it again then', () => {
    const work = repeated();
    takeMany(work, 'a', 1001);
    now = 50;
    expect([work.take('a'), work.take('a')]).toEqual([0, 50]);
    now += 50_000;
    expect([takeMany(work, 'a', 1000), work.take('a')]).toEqual([0, 50]);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('names keys that have had many turns in a row', () => {
    const work = repeated();
    takeMany(work, 'a', 99);
    takeMany(work, 'b', 100);
    expect(work.frequent).toEqual(['b']);
    now = 5_000;
    work.take('b');
    expect(work.frequent).toEqual([]);
  });

  it('forgets keys that have had their pause', () => {
    const work = repeated();
    for (let i = 0; i < 1000; i++) work.take(`key-${i}`);
    now = 60_000;
    work.take('next');
    expect((work as unknown as { keys: Map<string, unknown> }).keys.size).toBe(1);
  });
});
