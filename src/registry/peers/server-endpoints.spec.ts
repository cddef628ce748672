import { type Storage, type StoredValue, keyExists, keyNotFound, revisionConflict } from '../../storage/index.js';
import { StoredServerEndpoints } from './server-endpoints.js';

const KEY = '/registry/masterleases/10.0.0.1';
const endpointOf = (ip: unknown, generation = 1): object => ({
  kind: 'Endpoints',
  apiVersion: 'v1',
  metadata: { creationTimestamp: null, generation },
  subsets: [{ addresses: [{ ip, hostname: '' }] }],
});

describe('StoredServerEndpoints', () => {
  let values: Map<string, { text: string; revision: number; ttl?: number }>;
  let calls: unknown[];
  let isLeader: boolean;
  let fault: Error | undefined;

  beforeEach(() => {
    [values, calls, isLeader, fault] = [new Map(), [], true, undefined];
  });

  const stored = (key: string): StoredValue | undefined => {
    const found = values.get(key);
    return found && ({ key, value: Buffer.from(found.text), revision: found.revision } as StoredValue);
  };
  const storage = {
    isSharedByServers: true,
    range: (prefix: string) => {
      const keys = [...values.keys()].filter((key) => key.startsWith(prefix));
      return Promise.resolve({ items: keys.map(stored) });
    },
    get: (key: string) => Promise.resolve(stored(key)),
    create: (key: string, value: Buffer, { ttlSeconds }: { ttlSeconds: number }) => {
      calls.push(['create', key]);
      if (fault) return Promise.reject(fault);
      values.set(key, { text: value.toString(), revision: 1, ttl: ttlSeconds });
      return Promise.resolve(1);
    },
    update: (key: string, value: Buffer, revision: number, { ttlSeconds }: { ttlSeconds: number }) => {
      calls.push(['update', key, revision]);
      if (fault) return Promise.reject(fault);
      values.set(key, { text: value.toString(), revision: revision + 1, ttl: ttlSeconds });
      return Promise.resolve(revision + 1);
    },
    delete: (key: string, revision: number) => {
      calls.push(['delete', key, revision]);
      if (fault) return Promise.reject(fault);
      values.delete(key);
      return Promise.resolve(2);
    },
  } as unknown as Storage;
  /** Turns texts around, as an encryption of them. */
  const turned = (value: Buffer, key: string): Buffer =>
    Buffer.from([...value.toString('latin1')].reverse().join('') + key, 'latin1');
  const transformer = {
    toStored: turned,
    fromStored: (value: Buffer, key: string) =>
      Buffer.from([...value.toString('latin1').slice(0, -key.length)].reverse().join('')),
  };
  const open = (isTransformed = false): StoredServerEndpoints => {
    const transformers = { of: () => (isTransformed ? transformer : undefined) };
    const leadership = {
      get isLeader() {
        return isLeader;
      },
    };
    return new StoredServerEndpoints(storage, transformers as never, leadership);
  };
  const put = (name: string, value: unknown): void =>
    void values.set(`/registry/masterleases/${name}`, {
      text: typeof value === 'string' ? value : JSON.stringify(value),
      revision: 7,
    });

  it('keeps an address for fifteen seconds, and changes it each time', async () => {
    const endpoints = open();
    expect(endpoints.isShared).toBe(true);
    await endpoints.renew('10.0.0.1');
    expect(values.get(KEY)).toEqual({ text: JSON.stringify(endpointOf('10.0.0.1', 1)), revision: 1, ttl: 15 });
    await endpoints.renew('10.0.0.1');
    expect(values.get(KEY)).toEqual({ text: JSON.stringify(endpointOf('10.0.0.1', 2)), revision: 2, ttl: 15 });
    expect(calls).toEqual([
      ['create', KEY],
      ['update', KEY, 1],
    ]);
  });

  it('begins to count where a value has no generation, or cannot be read', async () => {
    for (const value of ['no JSON', { metadata: {} }, {}]) {
      put('10.0.0.1', value);
      await open().renew('10.0.0.1');
      expect(JSON.parse(values.get(KEY)!.text)).toMatchObject({ metadata: { generation: 1 } });
    }
  });

  it('lists the addresses that can be read, in order', async () => {
    put('10.0.0.1', endpointOf('10.0.0.1'));
    put('10.0.0.2', 'no JSON');
    put('10.0.0.3', endpointOf(''));
    put('10.0.0.4', endpointOf(7));
    put('10.0.0.5', { subsets: [] });
    put('10.0.0.6', { subsets: [{ addresses: [] }] });
    put('10.0.0.7', endpointOf('10.0.0.7'));
    expect(await open().list()).toEqual(['10.0.0.1', '10.0.0.7']);
  });

  it('keeps addresses transformed', async () => {
    const endpoints = open(true);
    await endpoints.renew('10.0.0.1');
    await endpoints.renew('10.0.0.1');
    expect(values.get(KEY)!.text).not.toContain('10.0.0.1"');
    expect(await endpoints.list()).toEqual(['10.0.0.1']);
    expect(await open().list()).toEqual([]);
  });

  it('removes its address as long as it leads', async () => {
    const endpoints = open();
    await endpoints.remove('10.0.0.1');
    expect(calls).toEqual([]);
    put('10.0.0.1', endpointOf('10.0.0.1'));
    isLeader = false;
    await endpoints.remove('10.0.0.1');
    expect(await endpoints.list()).toEqual(['10.0.0.1']);
    isLeader = true;
    await endpoints.remove('10.0.0.1');
    expect([calls, await endpoints.list()]).toEqual([[['delete', KEY, 7]], []]);
  });

  it.each<[Error, boolean]>([
    [keyExists(KEY, 1), true],
    [keyNotFound(KEY), true],
    [revisionConflict(KEY, 1, 2), true],
    [new Error('no space'), false],
  ])('%s: leaves the address to another server: %j', async (error, isRace) => {
    fault = error;
    const expectation = (promise: Promise<void>) =>
      isRace ? expect(promise).resolves.toBeUndefined() : expect(promise).rejects.toThrow('no space');
    await expectation(open().renew('10.0.0.1'));
    put('10.0.0.1', endpointOf('10.0.0.1'));
    await expectation(open().renew('10.0.0.1'));
    await expectation(open().remove('10.0.0.1'));
  });
});
