import { CommitQueue } from './commit-queue.js';
import { PendingWrite } from './pending-write.js';
import { RecordInserts } from './record-inserts.js';
import type { SqliteConnection } from './sqlite-connection.js';

const MB = 1024 * 1024;
const { write, close } = RecordInserts.prototype;

let batches: string[][];
let times: number[];
let settled: string[];
let gate: (() => void) | undefined;
let fault: Error | undefined;

function queueOf(): CommitQueue {
  const names = (kind: string, writes: readonly PendingWrite[]): void =>
    void settled.push(`${kind} ${writes.map(({ row }) => row.key).join()}`);
  const observer = {
    onCommitted: (writes: readonly PendingWrite[]) => names('committed', writes),
    onFailed: (writes: readonly PendingWrite[]) => names('failed', writes),
  };
  return new CommitQueue({} as SqliteConnection, observer, () => 7.9);
}

let revision = 0;
function pending(key: string, bytes = 1): PendingWrite {
  revision += 1;
  const value = Buffer.alloc(bytes);
  const row = {
    revision,
    key,
    createRevision: revision,
    previousRevision: 0,
    isDeleted: false,
    expiresAt: null,
    value,
  };
  const after = { revision, createRevision: revision, isDeleted: false, pending: undefined };
  const made = new PendingWrite(row, undefined, after);
  made.done.then(
    () => settled.push(`done ${key}`),
    (error: Error) => settled.push(`${key}: ${error.message}`),
  );
  return made;
}

beforeEach(() => {
  [batches, times, settled, gate, fault] = [[], [], [], undefined, undefined];
  RecordInserts.prototype.write = async (rows, at) => {
    batches.push(rows.map(({ row }) => row.key));
    times.push(at);
    if (gate) await new Promise<void>((resolve) => (gate = resolve));
    if (fault) throw fault;
  };
  RecordInserts.prototype.close = () => Promise.resolve(void settled.push('closed'));
});

afterAll(() => Object.assign(RecordInserts.prototype, { write, close }));

const sizes = (): number[] => batches.map(({ length }) => length);

describe('CommitQueue', () => {
  it('writes what comes in one turn at once, in its order, at a whole millisecond', async () => {
    const queue = queueOf();
    for (const key of ['a', 'b', 'c']) queue.add(pending(key));
    await queue.end();
    expect([batches, times]).toEqual([[['a', 'b', 'c']], [7]]);
    expect(settled).toEqual(['committed a,b,c', 'done a', 'done b', 'done c', 'closed']);
  });

  it('gathers the next batch while one is written', async () => {
    gate = () => {};
    const queue = queueOf();
    queue.add(pending('a'));
    while (batches.length === 0) await new Promise(setImmediate);
    for (const key of ['b', 'c']) queue.add(pending(key));
    const open = gate;
    gate = undefined;
    open();
    await queue.end();
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it.each([
    [512, [512]],
    [513, [512, 1]],
    [1025, [512, 512, 1]],
  ])('writes %i rows in batches of %j', async (count, expected) => {
    const queue = queueOf();
    for (let i = 0; i < count; i++) queue.add(pending(`k${i}`));
    await queue.end();
    expect(sizes()).toEqual(expected);
  });

  it('ends a batch with the write that fills it', async () => {
    const queue = queueOf();
    for (const bytes of [8 * MB - 1, 1, 1, 9 * MB, 1]) queue.add(pending(`k${bytes}`, bytes));
    await queue.end();
    expect(sizes()).toEqual([2, 2, 1]);
  });

  it('fails a batch, and what waits and has built on a key of it', async () => {
    gate = () => {};
    const queue = queueOf();
    queue.add(pending('a'));
    while (batches.length === 0) await new Promise(setImmediate);
    for (const key of ['b', 'a']) queue.add(pending(key));
    const open = gate;
    gate = undefined;
    fault = new Error('disk full');
    open();
    await new Promise(setImmediate);
    fault = undefined;
    await queue.end();
    expect(batches).toEqual([['a'], ['b']]);
    expect(settled[0]).toBe('failed a,a');
    expect(settled.slice(1, 3)).toEqual([
      expect.stringMatching(/^a: .*writing the store/),
      expect.stringMatching(/^a: .*writing the store/),
    ]);
    expect(settled.slice(3)).toEqual(['committed b', 'done b', 'closed']);
  });

  it('runs other work between batches, one at a time, and passes on how it ends', async () => {
    const queue = queueOf();
    const done: string[] = [];
    queue.add(pending('a'));
    const first = queue.runExclusive(async () => {
      await new Promise(setImmediate);
      done.push(`first after ${batches.length}`);
      return 1;
    });
    const second = queue.runExclusive(async () => Promise.reject(new Error(`second after ${done.length}`)));
    queue.add(pending('b'));
    expect(await first).toBe(1);
    await expect(second).rejects.toThrow('second after 1');
    await queue.end();
    expect([done, batches]).toEqual([['first after 1'], [['a', 'b']]]);
  });

  it('works on when it had ended', async () => {
    const queue = queueOf();
    queue.add(pending('a'));
    await queue.end();
    await queue.runExclusive(() => Promise.resolve());
    queue.add(pending('b'));
    await queue.end();
    expect(batches).toEqual([['a'], ['b']]);
  });

  it.each([0, 1, 2])('does all that comes %i microtasks after its last work', async (count) => {
    const queue = queueOf();
    const later = async (): Promise<void> => {
      await queue.runExclusive(() => Promise.resolve());
      for (let i = 0; i < count; i++) await Promise.resolve();
    };
    await later();
    queue.add(pending('a'));
    await queue.end();
    expect(batches).toEqual([['a']]);
    await later();
    const work = queue.runExclusive(() => Promise.resolve('done'));
    await queue.end();
    expect(await work).toBe('done');
  });
});
