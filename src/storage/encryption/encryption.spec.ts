import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeKms } from '../../../test/support/fake-kms.js';
import { MetricsRegistry, createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { SqliteStorage } from '../sqlite/index.js';
import type { ValueTransformer } from '../value-transformer.js';
import { Encryption, isEncryptionConfiguration } from './encryption.js';

type Transformed = Parameters<Encryption['transformers']['of']>[0];

const SECRETS = { group: '', resource: 'secrets' } as Transformed;
const OTHERS = { group: 'apps', resource: 'deployments' } as Transformed;
const SECRET = Buffer.alloc(32, 7).toString('base64');

let directory: string;
let file: string;
let storage: SqliteStorage;
let metrics: MetricsRegistry;
let clock: FakeClock;
let lines: string[];
let open: Encryption[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'encryption-'));
  file = join(directory, 'encryption.yaml');
  storage = await SqliteStorage.open({ directory: ':memory:' });
  [lines, open] = [[], []];
});

afterEach(async () => {
  for (const each of open) each.onApplicationShutdown();
  await storage.close();
  await rm(directory, { recursive: true, force: true });
});

const configure = (...providers: object[]): Promise<void> =>
  writeFile(
    file,
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'EncryptionConfiguration',
      resources: [{ resources: ['secrets'], providers }],
    }),
  );

const aescbc = (name: string): object => ({ aescbc: { keys: [{ name, secret: SECRET }] } });

async function start(options: Partial<{ configFile: string; reloads: boolean }> = {}): Promise<Encryption> {
  metrics = new MetricsRegistry();
  clock = new FakeClock();
  const destination = { write: (line: string) => void lines.push(line) } as never;
  const encryption = await Encryption.open({
    options: { configFile: file, reloads: false, ...options },
    storage,
    clock,
    logger: createLogger({ destination }),
    metrics,
  });
  open.push(encryption);
  return encryption;
}

const valuesOf = (encryption: Encryption): ValueTransformer | undefined => encryption.transformers.of(SECRETS);
const seal = (encryption: Encryption): string =>
  valuesOf(encryption)!.toStored(Buffer.from('value'), '/registry/secrets/n/a').toString('latin1');

/** Waits for a condition of a file that is followed. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    // A changed file is read when it has settled.
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('Encryption', () => {
  it('keeps values as they are without a file', async () => {
    const encryption = await start({ configFile: '' });
    expect([valuesOf(encryption), encryption.hasServices]).toEqual([undefined, false]);
    expect(() => encryption.check()).not.toThrow();
  });

  it('keeps values as the file says', async () => {
    await configure(aescbc('one'), { identity: {} });
    const encryption = await start();
    expect(seal(encryption)).toMatch(/^k8s:enc:aescbc:v1:one:/);
    expect([encryption.hasServices, encryption.transformers.of(OTHERS)?.toStored(Buffer.from('v'), 'k')]).toEqual([
      false,
      Buffer.from('v'),
    ]);
  });

  it.each([
    ['kind: [', 'unexpected end'],
    ['kind: Other', ''],
  ])('is not opened with %j', async (text, why) => {
    await writeFile(file, text);
    const error = await start().catch((fault: Error) => fault);
    expect((error as Error).message).toContain(`--encryption-provider-config: ${file}`);
    expect((error as Error).message).toContain(why);
    expect(await isEncryptionConfiguration(text)).toBe(false);
  });

  it('is not opened without its file', async () => {
    await expect(start()).rejects.toThrow(`--encryption-provider-config: ${file}`);
  });

  it('recognizes configurations', async () => {
    const kinds = 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n';
    expect(
      await isEncryptionConfiguration(`${kinds}resources: [{resources: [secrets], providers: [{identity: {}}]}]`),
    ).toBe(true);
    expect(await isEncryptionConfiguration(`${kinds}resources: []`)).toBe(false);
  });

  it('puts a changed file in force, and keeps the one before where it is invalid', async () => {
    await configure(aescbc('one'));
    const encryption = await start({ reloads: true });
    expect(encryption.hasServices).toBe(true);
    await configure(aescbc('two'), aescbc('one'));
    await until(() => seal(encryption).includes(':two:'));
    await configure({ kms: { apiVersion: 'v2', name: 'k', endpoint: `unix://${directory}/no.sock`, timeout: '50ms' } });
    await until(() => lines.some((line) => line.includes('a changed encryption configuration is invalid')));
    expect(seal(encryption)).toContain(':two:');
    const counted = await metrics.expose();
    expect(counted).toMatch(/automatic_reloads_total\{[^}]*status="success"\} 1/);
    expect(counted).toMatch(/automatic_reloads_total\{[^}]*status="failure"\} 1/);
  });
});

describe('Encryption, with a key management service', () => {
  let kms: FakeKms;
  const entry = (): object => ({ kms: { apiVersion: 'v2', name: 'k', endpoint: kms.endpoint, timeout: '3s' } });

  beforeEach(async () => {
    kms = new FakeKms(join(directory, 'kms.sock'));
    await kms.start();
    await configure(entry(), aescbc('old'));
  });

  afterEach(() => kms.stop());

  it('has the keys of all that is stored, page by page, before it is open', async () => {
    const first = await start();
    expect([first.hasServices, first.check()]).toEqual([true, undefined]);
    const key = (i: number): string => `/registry/secrets/n/${String(i).padStart(4, '0')}`;
    const sealed = (i: number): Buffer => valuesOf(first)!.toStored(Buffer.from('value'), key(i));
    await Promise.all(Array.from({ length: 500 }, (_, i) => storage.create(key(i), Buffer.from('{}'))));
    await storage.create(key(500), sealed(500));
    first.onApplicationShutdown();
    const again = await start();
    const stored = (await storage.get(key(500)))!.value;
    expect(valuesOf(again)!.fromStored(stored, key(500)).toString()).toBe('value');
  });

  it('asks for no keys where nothing is encrypted', async () => {
    await storage.create('/registry/secrets/n/a', Buffer.from('k8s:plain'));
    await start();
    expect(kms.calls).toEqual(['Status', 'Encrypt']);
  });

  it('is not opened while the service is ill', async () => {
    kms.healthz = 'ill';
    await expect(start()).rejects.toThrow('got unexpected healthz status: ill');
  });

  it('says that a service is ill', async () => {
    const encryption = await start();
    const { services } = encryption as unknown as { services: { illness: string | undefined }[] };
    services[0].illness = 'ill';
    expect(() => encryption.check()).toThrow('ill');
  });

  it('closes services that a changed file has no more, and all of them at the end', async () => {
    const encryption = await start({ reloads: true });
    const closed: string[] = [];
    const note = (name: string): void => {
      const { services } = encryption as unknown as { services: { close(): void }[] };
      const [service] = services;
      const close = service.close.bind(service);
      service.close = () => (closed.push(name), close());
    };
    note('first');
    await configure(aescbc('old'), entry());
    await until(() => seal(encryption).includes(':old:'));
    expect(closed).toEqual(['first']);
    note('second');
    encryption.onApplicationShutdown();
    expect(closed).toEqual(['first', 'second']);
    open = [];
  });
});
