import type { GuardedWrite, WriteOutcome } from './pending-write.js';
import { WriteQueue } from './write-queue.js';

const write = (key: string, bytes = 1): GuardedWrite => ({
  key,
  value: Buffer.alloc(bytes),
  expected: 0,
  isDelete: false,
  ttlSeconds: undefined,
});

describe('WriteQueue', () => {
  let groups: string[][];
  let revision: number;

  beforeEach(() => {
    groups = [];
    revision = 1;
  });

  const writeGroup = (writes: readonly GuardedWrite[]): Promise<WriteOutcome[]> => {
    groups.push(writes.map(({ key }) => key));
    return Promise.resolve(writes.map(() => ({ written: ++revision, created: revision, found: 0 })));
  };

  it('writes what comes in a turn as one group, and each key once in a group, in order', async () => {
    const queue = new WriteQueue(writeGroup);
    const outcomes = await Promise.all(['a', 'b', 'a', 'c', 'a'].map((key) => queue.add(write(key))));
    expect(groups).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
    expect(outcomes.map(({ written }) => written)).toEqual([2, 3, 5, 4, 6]);
  });

  it('goes on with a write that comes as soon as another is answered', async () => {
    const queue = new WriteQueue(writeGroup);
    for (let i = 0; i < 5; i++) await queue.add(write('a'));
    expect(groups).toHaveLength(5);
  });

  it('limits groups by rows and bytes', async () => {
    const queue = new WriteQueue(writeGroup);
    await Promise.all(Array.from({ length: 600 }, (_, i) => queue.add(write(`${i}`))));
    expect(groups.map((group) => group.length)).toEqual([512, 88]);
    groups = [];
    await Promise.all(Array.from({ length: 3 }, (_, i) => queue.add(write(`${i}`, 5 << 20))));
    expect(groups).toEqual([['0', '1'], ['2']]);
  });

  it('fails a group as a whole, once, and goes on with the next', async () => {
    let calls = 0;
    const queue = new WriteQueue((writes) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('lost')) : writeGroup(writes);
    });
    const outcomes = await Promise.allSettled(['a', 'b', 'a'].map((key) => queue.add(write(key))));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect([calls, groups]).toEqual([2, [['a']]]);
  });

  it('refuses writes where too many wait', async () => {
    const queue = new WriteQueue(writeGroup);
    const taken = Array.from({ length: 10_000 }, (_, i) => queue.add(write(`${i}`)));
    await expect(queue.add(write('more'))).rejects.toMatchObject({ code: 'Unreachable' });
    await Promise.all(taken);
    expect((await queue.add(write('more'))).written).toBe(10_002);
  });

  it('waits for the writes to one key, and for all', async () => {
    const queue = new WriteQueue(writeGroup);
    void queue.add(write('a'));
    void queue.add(write('a'));
    await queue.settled('b');
    expect(groups).toEqual([]);
    await queue.settled('a');
    expect(groups).toEqual([['a'], ['a']]);
    void queue.add(write('c'));
    await queue.drain();
    expect(groups.at(-1)).toEqual(['c']);
  });
});
