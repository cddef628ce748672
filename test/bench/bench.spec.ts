import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(join(import.meta.dirname, '..', '..', 'tools', 'bench/')).href;
const load = async <T>(name: string): Promise<T> => (await import(`${folder}${name}.mjs`)) as T;

interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly unexpected: number;
  readonly serverTime?: number;
  readonly processTimes?: readonly number[];
}

interface Operation {
  readonly name: string;
  readonly servers: Readonly<Record<string, Partial<Figures> & { readonly p99?: number; readonly client?: string }>>;
}

const { readLog, parseLost } = await load<{
  readLog: (text: string) => { readonly latencies: readonly number[]; readonly unexpected: number };
  parseLost: (summary: string) => number;
}>('h2load');
const { readServer } = await load<{ readServer: (text: string) => object }>('arguments');
const { figuresOf } = await load<{ figuresOf: (measured: object) => Figures }>('rate-figures');
const { mediansOf } = await load<{ mediansOf: (samples: readonly unknown[]) => unknown }>('statistics');
const { formatOperation } = await load<{ formatOperation: (operation: Operation) => string }>('report');
const { judge } = await load<{
  judge: (figures: object) => readonly { readonly name: string; readonly isMet: boolean; readonly text: string }[];
}>('goals');

const { divideStart } = await load<{
  divideStart: (profile: object, times: object, sourceOf: (frame: Frame) => string) => Readonly<Record<string, number>>;
}>('start-parts');

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

describe('readLog() of h2load', () => {
  it('counts responses of another status than 2xx apart', () => {
    const log = '1795988055936162\t200\t5183\n1795988055934310\t404\t7082\n1795988055949544\t201\t6000\n';
    expect(readLog(log)).toEqual({ latencies: [5.183, 6], unexpected: 1 });
  });

  it('counts failed streams, and leaves out those whose status was received during the warm-up', () => {
    const log = '1795988055936162\t0\t5183\n1795988055934310\t-1\t7082\n';
    expect(readLog(log)).toEqual({ latencies: [], unexpected: 1 });
  });
});

describe('parseLost() of h2load', () => {
  it('sums requests that failed without a response', () => {
    const counts = '8050 total, 8066 started, 8050 done, 4029 succeeded, 4021 failed, 3 errored, 2 timeout';
    expect(parseLost(`requests: ${counts}`)).toBe(5);
  });

  it('throws without a summary', () => {
    expect(() => parseLost('starting benchmark...')).toThrow(/no summary/);
  });
});

describe('readServer()', () => {
  it('reads the processes of a server', () => {
    expect(readServer('kubernetes=https://127.0.0.1:7443,token=T,pid=12+34')).toEqual({
      name: 'kubernetes',
      url: 'https://127.0.0.1:7443',
      token: 'T',
      pids: [12, 34],
    });
  });

  it('needs no process', () => {
    expect(readServer('a=https://127.0.0.1:7443')).toMatchObject({ pids: [], token: '' });
  });

  it('throws for a process that is no number', () => {
    expect(() => readServer('a=https://127.0.0.1:7443,pid=12+etcd')).toThrow(/pid=12\+etcd/);
  });
});

describe('figuresOf()', () => {
  const measured = { latencies: [3, 1, 2], unexpected: 1, elapsed: 500 };

  it('sums the processor times of all processes, and keeps each', () => {
    const figures = figuresOf({ ...measured, before: [100, 1000], after: [500, 1200] });
    expect(figures).toMatchObject({ rate: 6, p50: 2, serverTime: 150, processTimes: [100, 50] });
  });

  it('has no processor time if no process is known', () => {
    expect(figuresOf(measured)).not.toHaveProperty('serverTime');
  });
});

describe('mediansOf()', () => {
  it('takes medians of figures, also in lists, and keeps texts', () => {
    const samples = [1, 5, 3].map((rate) => ({ rate, times: [rate, 10 * rate], client: 'h2load' }));
    expect(mediansOf(samples)).toEqual({ rate: 3, times: [3, 30], client: 'h2load' });
  });
});

describe('formatOperation()', () => {
  it('shows both ratios, the parts of the processor time, and the client', () => {
    const line = formatOperation({
      name: 'get',
      servers: {
        binnacle: { rate: 300, p99: 1, serverTime: 50, processTimes: [50], client: 'h2load nghttp2/1.52.0' },
        kubernetes: { rate: 100, p99: 2, serverTime: 250, processTimes: [200, 50] },
      },
    });
    expect(line).toContain('ratio 3.00 by rate, 5.00 by processor time');
    expect(line).toContain('250 us (200 + 50)');
    expect(line).toMatch(/\(h2load nghttp2\/1\.52\.0\)$/);
  });
});

describe('judge()', () => {
  const figures = {
    ready: { ms: 9000, processorMs: 500 },
    bareReady: { ms: 1000, processorMs: 220 },
    residentIdle: 101,
    authorization: { fresh: { multiple: 0.12 } },
    flowControl: { account: { multiple: 0.07 } },
    engine: { rate: 20_000, rowTime: 20 },
    names: ['binnacle', 'kubernetes'],
    operations: [
      { name: 'create @64', servers: { binnacle: { serverTime: 380 }, kubernetes: { serverTime: 1143 } } },
      { name: 'apply @16', servers: { binnacle: { serverTime: 800 }, kubernetes: { serverTime: 4000 } } },
    ],
  };
  const isMet = (name: string): boolean | undefined => judge(figures).find((each) => each.name === name)?.isMet;

  it('compares the start with that of a bare server', () => {
    expect(isMet('ready on an empty store')).toBe(true);
  });

  it('compares processor times with those of the second server', () => {
    expect(isMet('create @64 beside kubernetes')).toBe(true);
    expect(isMet('apply @16 beside kubernetes')).toBe(false);
  });

  it('has no such goals for one server', () => {
    expect(judge({ ...figures, names: ['binnacle'] }).filter(({ name }) => name.includes('beside'))).toEqual([]);
  });
});

describe('divideStart()', () => {
  const node = (id: number, functionName: string, url: string, children: readonly number[] = []): object => ({
    id,
    callFrame: { functionName, url },
    children,
  });
  const profile = {
    startTime: 60_000,
    nodes: [
      node(1, '(root)', '', [2, 3, 4, 7]),
      node(2, '(garbage collector)', ''),
      node(3, '(idle)', ''),
      node(4, 'load', '../src/process/compiled-packages.ts', [5, 6]),
      node(5, 'runInThisContext', 'node:vm'),
      node(6, '', '../../plugins/core/core.plugin.ts'),
      node(7, 'open', '../src/storage/sqlite/open.ts', [8]),
      node(8, 'readFileSync', 'node:fs'),
    ],
    samples: [2, 3, 5, 6, 8],
    timeDeltas: [1000, 2000, 3000, 4000, 9000],
  };
  const parts = divideStart(profile, { startedAt: 10_000, readyAt: 75_000 }, ({ url }) => url);

  it('attributes a sample to the part of its innermost file outside of Node.js', () => {
    expect(parts).toMatchObject({
      'garbage collection': 1,
      'waiting for files, threads and timers': 2,
      'compiled code read': 3,
      'modules loaded': 4,
      store: 5,
      'Node.js': 50,
    });
  });

  it('adds up to the whole', () => {
    expect(Object.values(parts).reduce((sum, ms) => sum + ms)).toBe(65);
  });
});
