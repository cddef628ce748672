import type { RequestSignal } from '../../request/index.js';
import { WriteTurns } from './write-turns.js';

let turns: WriteTurns;
let log: string[];

beforeEach(() => {
  turns = new WriteTurns();
  log = [];
});

const turn = async (name: string, key: string, signal?: AbortSignal): Promise<() => void> => {
  const end = await turns.take(key, signal && ({ abortSignal: signal } as RequestSignal));
  log.push(name);
  return end;
};

const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('WriteTurns', () => {
  it('come one after another for a key, and at once for another', async () => {
    const [a, b] = [turn('a', 'x'), turn('b', 'x')];
    void turn('c', 'y');
    await untilIdle();
    expect(log).toEqual(['a', 'c']);
    void turn('d', 'x');
    (await a)();
    await untilIdle();
    expect(log).toEqual(['a', 'c', 'b']);
    (await b)();
    await untilIdle();
    expect(log).toEqual(['a', 'c', 'b', 'd']);
  });

  it('go on where one is given up, and not before those that came first have ended', async () => {
    const a = turn('a', 'x');
    const controller = new AbortController();
    const b = turn('b', 'x', controller.signal);
    void turn('c', 'x');
    controller.abort(new Error('too late'));
    await expect(b).rejects.toThrow('too late');
    await untilIdle();
    expect(log).toEqual(['a']);
    (await a)();
    await untilIdle();
    expect(log).toEqual(['a', 'c']);
  });

  it('leave nothing behind', async () => {
    const ends = await Promise.all(['x', 'y'].map((key) => turns.take(key, undefined)));
    void turns.take('x', undefined).then((end) => end());
    for (const end of ends) end();
    await untilIdle();
    expect(Object.values(turns).map((map: Map<string, unknown>) => map.size)).toEqual([0]);
  });
});
