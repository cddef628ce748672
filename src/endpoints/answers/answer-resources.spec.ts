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
});
