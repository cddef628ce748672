import { jest } from '@jest/globals';
import { WorkWatch } from './work-watch.js';

const warn = jest.fn();
const resting = new Set<string>();
let watch: WorkWatch;

beforeEach(() => {
  jest.useFakeTimers();
  warn.mockClear();
  resting.clear();
  watch = new WorkWatch({ name: 'tide', logger: { warn }, isResting: (key) => resting.has(key) });
});

afterEach(() => jest.useRealTimers());

describe('WorkWatch', () => {
  it('reports work that does not end, each time that it has taken twice as long', () => {
    watch.began('harbor/a');
    jest.advanceTimersByTime(70_000);
    expect(warn.mock.calls.map(([message, fields]) => [message, fields])).toEqual([
      [
        'a controller does not end with an object',
        expect.objectContaining({ controller: 'tide', key: 'harbor/a', seconds: 30 }),
      ],
      ['a controller does not end with an object', expect.objectContaining({ seconds: 60 })],
    ]);
    expect(watch.ageOf('harbor/a')).toBe(70_000);
  });

  it('reports neither what has ended nor what waits for a clock, and looks no longer than there is work', () => {
    watch.began('a');
    watch.began('b');
    watch.ended('a');
    resting.add('b');
    jest.advanceTimersByTime(70_000);
    watch.ended('b');
    jest.advanceTimersByTime(10_000);
    expect([warn.mock.calls, jest.getTimerCount()]).toEqual([[], 0]);
  });
});
