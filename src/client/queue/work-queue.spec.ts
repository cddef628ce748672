import { StatusError, conflict, failure } from '../../apimachinery/index.js';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { WorkQueue, type WorkQueueSettings } from './work-queue.js';

describe('WorkQueue', () => {
  let clock: FakeClock;
  let seen: string[];
  let failing: Set<string>;
  let running: number;
  let mostRunning: number;
  let followUp: () => void;
  let queue: WorkQueue;

  beforeEach(() => {
    clock = new FakeClock();
    seen = [];
    failing = new Set();
    running = mostRunning = 0;
    followUp = () => {};
    queue = new WorkQueue(settings());
  });

  const settings = (): WorkQueueSettings => ({
    name: 'test',
    process: async (key) => {
      seen.push(key);
      if (key === 'a') followUp();
      mostRunning = Math.max(mostRunning, ++running);
      await settle();
      running--;
      if (failing.has(key)) throw new Error('not yet');
    },
    clock,
    logger: createLogger({ isEnabled: false }),
    workers: 2,
  });

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const settleAll = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await settle();
  };

  it('logs one line for all objects of a namespace that is being deleted, and another one for a later deletion', async () => {
    const causes = [{ reason: 'NamespaceTerminating', message: 'namespace team is being terminated' }];
    const refusal = new StatusError({ ...failure(403, 'no', { reason: 'Forbidden' }).status, details: { causes } });
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } });
    queue = new WorkQueue({ ...settings(), logger, process: () => Promise.reject(refusal), pace: 'stepped' });
    const fail = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) queue.add(`team/${i}`);
      for (let round = 0; round < 8; round++) await queue.step();
    };
    await fail();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('namespace team is being terminated');
    clock.advance(600_000);
    await fail();
    expect(lines).toHaveLength(2);
  });

  it('does not wait for work that waits for a clock which stands still, and ends short waits', async () => {
    const done: string[] = [];
    const process = async (key: string): Promise<void> => {
      await clock.sleep(key === 'long' ? 30_000 : 500);
      done.push(key);
    };
    queue = new WorkQueue({ ...settings(), process });
    queue.add('long');
    queue.add('short');
    expect(await queue.settle(1_000)).toBe(true);
    expect(done).toEqual(['short']);
    expect(queue.inProgress).toEqual(['long']);
    expect(await queue.settle(1_000)).toBe(false);
    clock.advance(30_000);
    expect(await queue.settle(0)).toBe(true);
    expect(done).toEqual(['short', 'long']);
    queue.add('long');
    await queue.stop();
    expect(queue.inProgress).toEqual([]);
  });

  it('settles what is due within a time, and leaves the rest', async () => {
    queue = new WorkQueue({ ...settings(), pace: 'stepped' });
    queue.add('a');
    queue.addAfter('b', 1_000);
    queue.addAfter('c', 1_001);
    expect(await queue.settle(1_000)).toBe(true);
    expect(seen).toEqual(['a', 'b']);
    expect(await queue.settle(1_000)).toBe(false);
    queue.add('d');
    await settleAll();
    expect(seen).toEqual(['a', 'b']);
    clock.advance(1_001);
    expect(await queue.settle(0)).toBe(true);
    expect(seen).toEqual(['a', 'b', 'd', 'c']);
  });

  it('works on some keys at a time, each once', async () => {
    for (const key of ['a', 'b', 'c', 'c']) queue.add(key);
    await settleAll();
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(mostRunning).toBe(2);
  });

  it('works again on a key that was added meanwhile, never twice at once', async () => {
    queue.add('a');
    queue.add('a');
    queue.add('a');
    expect(seen).toEqual(['a']);
    await settleAll();
    expect(seen).toEqual(['a', 'a']);
    expect(mostRunning).toBe(1);
  });

  it('tries again later and later, until it works', async () => {
    failing.add('a');
    queue.add('a');
    await settleAll();
    clock.advance(5);
    await settleAll();
    clock.advance(9);
    expect(seen).toHaveLength(2);
    failing.clear();
    clock.advance(1);
    await settleAll();
    clock.advance(100_000);
    expect(seen).toHaveLength(3);
  });

  describe('with a key that fails again and again', () => {
    const FAILED = 8;
    let lines: { msg: string; failures: number }[];

    beforeEach(async () => {
      lines = [];
      const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
      queue = new WorkQueue({ ...settings(), logger: createLogger({ destination }) });
      failing.add('a');
      queue.add('a');
      while (seen.length < FAILED) {
        await settleAll();
        clock.advance(1_000);
      }
      await settleAll();
    });

    it('looks at changes of it, but not more often than once a second', async () => {
      followUp = () => queue.add('a');
      for (let i = 0; i < 100; i++) {
        queue.add('a');
        await settleAll();
        clock.advance(100);
      }
      expect(seen.length - FAILED).toBeGreaterThanOrEqual(9);
      expect(seen.length - FAILED).toBeLessThanOrEqual(11);
    });

    it('works on others at once', () => {
      queue.add('b');
      expect(seen.at(-1)).toBe('b');
    });

    it('warns of the first failure, once more when it lasts, and says when it is over', async () => {
      const warnings = ['a controller failed and will try again', 'a controller keeps failing'];
      expect(lines.map(({ msg }) => msg)).toEqual(warnings);
      failing.clear();
      clock.advance(60_000);
      await settleAll();
      expect(lines.slice(2)).toMatchObject([{ msg: 'a controller has recovered', failures: FAILED }]);
    });
  });

  it('does not warn of a first conflict, which the next try resolves', async () => {
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const process = (): Promise<never> => Promise.reject(conflict({ group: '', resource: 'pods' }, 'a', 'changed'));
    queue = new WorkQueue({ ...settings(), process, logger });
    queue.add('a');
    await settleAll();
    expect(lines).toEqual([]);
  });

  it('waits when asked to, the latest delay counts', async () => {
    queue.addAfter('a', 10);
    queue.addAfter('a', 20);
    clock.advance(19);
    expect(seen).toEqual([]);
    clock.advance(1);
    await settleAll();
    expect(seen).toEqual(['a']);
  });

  it('works on nothing by itself when it is stepped', async () => {
    const stepped = new WorkQueue({ ...settings(), pace: 'stepped' });
    stepped.add('a');
    await settleAll();
    expect(seen).toEqual([]);
    await stepped.step();
    stepped.add('b');
    await settleAll();
    expect(seen).toEqual(['a']);
  });

  it('takes delayed keys and those that come up into a step, and leaves what fails to the next one', async () => {
    const stepped = new WorkQueue({ ...settings(), pace: 'stepped' });
    failing.add('b');
    stepped.add('a');
    stepped.addAfter('b', 1_000_000);
    followUp = () => stepped.add('c');
    await stepped.step();
    expect(seen).toEqual(['a', 'b', 'c']);
    await stepped.step();
    expect(seen).toEqual(['a', 'b', 'c', 'b']);
  });

  it('limits the retries of all keys together', async () => {
    const limited = new WorkQueue({ ...settings(), retryLimit: { perSecond: 1, burst: 2 } });
    for (const key of ['a', 'b', 'c', 'd']) {
      failing.add(key);
      limited.add(key);
    }
    await settleAll();
    seen.length = 0;
    clock.advance(10);
    await settleAll();
    expect(seen).toEqual(['a', 'b']);
    clock.advance(1000);
    await settleAll();
    expect(seen.slice(2)).toContain('c');
    expect(seen.slice(2)).not.toContain('d');
    await limited.stop();
  });

  it('stops when running work is done, and takes no more', async () => {
    queue.add('a');
    queue.addAfter('b', 10);
    const stopped = queue.stop();
    queue.add('c');
    await stopped;
    clock.advance(100);
    expect(running).toBe(0);
    expect(seen).toEqual(['a']);
  });
});
