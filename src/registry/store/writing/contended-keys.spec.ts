import { jest } from '@jest/globals';
import { ContendedKeys } from './contended-keys.js';

describe('ContendedKeys', () => {
  it('has no queue until a writer starts one', async () => {
    const keys = new ContendedKeys();
    expect(keys.join('a')).toBeUndefined();
    const leave = await keys.enter('a');
    expect(keys.join('b')).toBeUndefined();
    expect(keys.join('a')).toBeInstanceOf(Promise);
    leave();
  });

  it('lets those in line go one after the other, in order', async () => {
    const keys = new ContendedKeys();
    const order: string[] = [];
    let inside = 0;
    const write = async (name: string): Promise<void> => {
      const leave = await keys.enter('a');
      expect(++inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
      inside--;
      leave();
    };
    await Promise.all(['first', 'second', 'third'].map(write));
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('forgets a line when the last one has left', async () => {
    const keys = new ContendedKeys();
    const leave = await keys.enter('a');
    const next = keys.enter('a');
    leave();
    (await next)();
    await new Promise((resolve) => setImmediate(resolve));
    expect(keys.join('a')).toBeUndefined();
  });

  it('lets a write go on that waits for itself', async () => {
    const keys = new ContendedKeys();
    const outer = await keys.enter('a');
    const inner = await keys.enter('a');
    inner();
    outer();
  });

  it('stays a line while one of it is left', async () => {
    const keys = new ContendedKeys();
    const first = await keys.enter('a');
    const second = keys.enter('a');
    first();
    const leave = await second;
    await new Promise((resolve) => setImmediate(resolve));
    const third = keys.join('a');
    expect(third).toBeInstanceOf(Promise);
    leave();
    (await third!)();
  });

  it('lets a writer go on exactly when the line has not moved for a second', async () => {
    jest.useFakeTimers();
    try {
      const keys = new ContendedKeys();
      await keys.enter('a');
      let isIn = false;
      const entering = keys.enter('a').then(() => (isIn = true));
      await jest.advanceTimersByTimeAsync(999);
      expect(isIn).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      await entering;
      expect([isIn, jest.getTimerCount()]).toEqual([true, 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leaves no timer behind for a turn that came in time', async () => {
    jest.useFakeTimers();
    try {
      const keys = new ContendedKeys();
      const leave = await keys.enter('a');
      const next = keys.enter('a');
      leave();
      await next;
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps its order for longer than a standstill may last, while it moves', async () => {
    jest.useFakeTimers();
    try {
      const keys = new ContendedKeys();
      let inside = 0;
      const counts: number[] = [];
      const write = async (): Promise<void> => {
        const leave = await keys.enter('a');
        counts.push(++inside);
        await new Promise((resolve) => setTimeout(resolve, 700));
        inside--;
        leave();
      };
      const writes = Promise.all(Array.from({ length: 5 }, write));
      await jest.advanceTimersByTimeAsync(5 * 700);
      await writes;
      expect(counts).toEqual([1, 1, 1, 1, 1]);
    } finally {
      jest.useRealTimers();
    }
  });
});
