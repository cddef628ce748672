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
    expect([takeMany(work, 'a', 100), work.isSlowed('a')]).toEqual([0, true]);
    expect([work.take('a'), work.take('a'), work.take('b')]).toEqual([200, 200, 0]);
    expect(warn.mock.calls).toEqual([
      [
        'a controller is called for the same object again and again',
        {
          controller: 'tide',
          key: 'a',
          fix: expect.stringContaining('it is slowed down; each of its writes is a change'),
        },
      ],
    ]);
  });

  it('lets a key continue after a pause, and reports it again then', () => {
    const work = repeated();
    takeMany(work, 'a', 101);
    now = 200;
    expect([work.take('a'), work.take('a')]).toEqual([0, 200]);
    now += 20_000;
    expect([takeMany(work, 'a', 100), work.take('a')]).toEqual([0, 200]);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('forgets keys that have had their pause', () => {
    const work = repeated();
    for (let i = 0; i < 1000; i++) work.take(`key-${i}`);
    now = 30_000;
    work.take('next');
    expect((work as unknown as { keys: Map<string, unknown> }).keys.size).toBe(1);
  });
});
