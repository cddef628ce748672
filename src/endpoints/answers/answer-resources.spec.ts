import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { CacheEntry } from '../../storage/index.js';
import { AnswerResources } from './answer-resources.js';

const newResponse = (): ServerResponse => Object.assign(new EventEmitter(), { destroyed: false }) as ServerResponse;

describe('AnswerResources', () => {
  const [one, other] = [new AnswerResources(), new AnswerResources()];

  it('of one server take no head starts of another', () => {
    for (let i = 0; i < 8; i++) one.headStarts.take(newResponse());
    expect(one.headStarts.take(newResponse())).toBe(0);
    expect(other.headStarts.take(newResponse())).toBeGreaterThan(0);
  });

  it('of one server do not make another wait to compress', async () => {
    const letGo: (() => void)[] = [];
    const busy = [1, 2].map(() => one.compression.inTurn(() => new Promise<void>((resolve) => letGo.push(resolve))));
    let hasRun = false;
    const waiting = one.compression.inTurn(async () => void (hasRun = true));
    expect(await other.compression.inTurn(async () => 'at once')).toBe('at once');
    expect(hasRun).toBe(false);
    letGo.forEach((each) => each());
    await Promise.all([...busy, waiting]);
    expect(hasRun).toBe(true);
  });

  it('of one server do not count what another keeps', () => {
    one.views.keep({} as CacheEntry, 'form', Buffer.alloc(1000));
    expect([one.views.size > 0, other.views.size, other.lists.size]).toEqual([true, 0, 0]);
  });

  it('keeps forms of objects of 4 MiB, and items of lists of 8 MiB', () => {
    const { views, lists } = new AnswerResources();
    for (const [size, isKept] of [
      [4 << 20, true],
      [(4 << 20) + 1, false],
    ] as const) {
      const entry = {} as CacheEntry;
      views.keep(entry, 'form', Buffer.alloc(size));
      expect(views.get(entry, 'form') !== undefined).toBe(isKept);
    }
    for (const [length, isKept] of [
      [(8 << 20) + 1, false],
      [8 << 20, true],
    ] as const) {
      const state = { of: {}, name: 'list', version: 1 };
      const items = { pieces: [Buffer.alloc(length)], count: 1, length };
      for (let i = 0; i < 2; i++) Buffer.concat([...lists.itemsOf(state, () => items).pieces]);
      expect(lists.size).toBe(isKept ? length : 0);
    }
  });
});
