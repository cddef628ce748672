import { randomBytes } from 'node:crypto';
import { FakeClock } from '../../testing/fake-clock.js';
import { MemoryStorage } from '../../testing/store/memory-storage.js';
import { SealingKeys } from './sealing-keys.js';
import { StoredSecrets } from './stored-secrets.js';

const line = (): string => randomBytes(32).toString('base64');
const KEY = '/registry/shared-secrets/ca';

describe('StoredSecrets', () => {
  let storage: MemoryStorage;
  const [older, newer] = [line(), line()];
  const secrets = (...keys: string[]): StoredSecrets => new StoredSecrets(storage, SealingKeys.parse(keys.join('\n')));
  const revision = async (): Promise<number> => (await storage.get(KEY))!.revision;

  beforeEach(() => {
    storage = new MemoryStorage(new FakeClock());
  });

  it('lets the first of several servers decide', async () => {
    const servers = ['a', 'b', 'c'].map((name) => secrets(older).agree('ca', name));
    const [first, ...others] = await Promise.all(servers);
    expect(others).toEqual([first, first]);
    expect(await secrets(older).find('ca')).toBe(first);
  });

  it('refuses what none of its keys opens, and does not overwrite it', async () => {
    await secrets(older).agree('ca', 'a');
    const stored = (await storage.get(KEY))!.value;
    for (const attempt of ['find', 'agree', 'replace'] as const) {
      await expect(secrets(newer)[attempt]('ca', 'b')).rejects.toThrow(`none of its keys opens ${KEY}`);
    }
    expect((await storage.get(KEY))!.value).toEqual(stored);
  });

  it('seals by the first key what another one has sealed, once', async () => {
    await secrets(older).agree('ca', 'a');
    expect(await secrets(newer, older).find('ca')).toBe('a');
    const rewritten = await revision();
    expect(await secrets(newer).find('ca')).toBe('a');
    await expect(secrets(older).find('ca')).rejects.toThrow('none of its keys');
    await secrets(newer, older).find('ca');
    expect(await revision()).toBe(rewritten);
  });

  it('replaces a secret where it differs', async () => {
    await secrets(older).replace('ca', 'a');
    const first = await revision();
    await secrets(older).replace('ca', 'a');
    expect(await revision()).toBe(first);
    await secrets(older).replace('ca', 'b');
    expect(await secrets(older).find('ca')).toBe('b');
  });
});
