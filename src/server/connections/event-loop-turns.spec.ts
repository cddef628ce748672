import { jest } from '@jest/globals';
import { EventLoopTurns } from './event-loop-turns.js';

describe('EventLoopTurns', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is one turn for all that ask before the immediates, with one immediate', () => {
    const turns = new EventLoopTurns();
    const first = turns.current();
    expect([turns.current(), turns.current()]).toEqual([first, first]);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(0);
    expect(turns.current()).toBe(first + 1);
  });
});
