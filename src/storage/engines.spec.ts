import { createLogger } from '../observability/index.js';
import { type LoadEngine, StorageEngines, isEmbedded } from './engines.js';
import type { Storage } from './storage.js';

const SETTINGS = { directory: '/nowhere', logger: createLogger({ isEnabled: false }) };

describe('StorageEngines', () => {
  let loaded: string[];

  const loading =
    (name: string): LoadEngine =>
    () => {
      loaded.push(name);
      return Promise.resolve(({ directory }) => Promise.resolve({ name, directory } as unknown as Storage));
    };

  beforeEach(() => {
    loaded = [];
  });

  it('loads the engine that is opened, and no other', async () => {
    const engines = new StorageEngines({ paper: loading('paper'), stone: loading('stone') });
    expect(loaded).toEqual([]);
    expect(await engines.open('paper', SETTINGS)).toEqual({ name: 'paper', directory: '/nowhere' });
    expect(loaded).toEqual(['paper']);
  });

  it('opens the engine in memory', async () => {
    const storage = await new StorageEngines().open('memory', SETTINGS);
    expect(await storage.currentRevision()).toBeGreaterThanOrEqual(0);
    await storage.close();
  });

  it('refuses an unknown name and lists the known ones', async () => {
    const engines = new StorageEngines({ paper: loading('paper') });
    expect(engines.faultOf('paper')).toBeUndefined();
    expect(engines.faultOf('parchment')).toBe('parchment is not one of sqlite, etcd3, postgres, memory, paper');
    await expect(engines.open('toString', SETTINGS)).rejects.toThrow(
      'storage engine toString is not one of sqlite, etcd3, postgres, memory, paper',
    );
  });
});

describe('isEmbedded()', () => {
  it.each([
    ['sqlite', true],
    ['memory', true],
    ['etcd3', false],
    ['postgres', false],
    ['paper', false],
  ])('%s: %s', (name, expected) => expect(isEmbedded(name)).toBe(expected));
});
