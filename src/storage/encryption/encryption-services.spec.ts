import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MetricsRegistry, createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { MemoryStorage } from '../../testing/store/memory-storage.js';
import type { RangeOptions } from '../storage.js';
import type { ValueTransformer } from '../value-transformer.js';
import { Encryption } from './encryption.js';
import { GrpcKmsClient, type KmsSealed } from './kms/kms-client.js';

const SECRETS = { group: '', resource: 'secrets' } as Parameters<Encryption['transformers']['of']>[0];
const AESCBC = { aescbc: { keys: [{ name: 'old', secret: Buffer.alloc(32, 7).toString('base64') }] } };
const kms = (name: string): object => ({ kms: { apiVersion: 'v2', name, endpoint: `unix:///run/${name}` } });

/** A service that seals by repeating, and is asked through its own client. */
class RepeatingClient {
  gate: Promise<void> = Promise.resolve();
  healthz = 'ok';
  isClosed = false;
  asked = 0;

  async status() {
    this.asked++;
    await this.gate;
    return { version: 'v2', healthz: this.healthz, keyId: 'k' };
  }

  encrypt = (ciphertext: Buffer): Promise<KmsSealed> =>
    Promise.resolve({ ciphertext, keyId: 'k', annotations: new Map<string, Buffer>() });

  decrypt = ({ ciphertext }: KmsSealed): Promise<Buffer> => Promise.resolve(ciphertext);

  close(): void {
    this.isClosed = true;
  }
}

const { open } = GrpcKmsClient;
let clients: Map<string, RepeatingClient>;
let directory: string;
let file: string;
let storage: MemoryStorage;
let ranges: RangeOptions[];
let metrics: MetricsRegistry;
let clock: FakeClock;
let encryption: Encryption | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'encryption-services-'));
  file = join(directory, 'encryption.yaml');
  clock = new FakeClock();
  metrics = new MetricsRegistry({ isWithoutProcess: true });
  storage = new MemoryStorage(clock);
  ranges = [];
  const range = storage.range.bind(storage);
  storage.range = (prefix, options = {}) => {
    ranges.push(options);
    return range(prefix, options);
  };
  clients = new Map(['one', 'two'].map((name) => [`unix:///run/${name}`, new RepeatingClient()]));
  GrpcKmsClient.open = ({ endpoint }) => Promise.resolve(clients.get(endpoint) as unknown as GrpcKmsClient);
  encryption = undefined;
});

afterEach(async () => {
  GrpcKmsClient.open = open;
  encryption?.onApplicationShutdown();
  await rm(directory, { recursive: true });
});

const clientOf = (name: string): RepeatingClient => clients.get(`unix:///run/${name}`)!;

async function configure(...providers: object[]): Promise<void> {
  const resources = [{ resources: ['secrets'], providers }];
  const kinds = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration' };
  await writeFile(file, JSON.stringify({ ...kinds, resources }));
}

async function start(reloads = false): Promise<Encryption> {
  const logger = createLogger({ isEnabled: false });
  encryption = await Encryption.open({ options: { configFile: file, reloads }, storage, clock, logger, metrics });
  return encryption;
}

const valuesOf = ({ transformers }: Encryption): ValueTransformer => transformers.of(SECRETS)!;
const seal = (each: Encryption): Buffer => valuesOf(each).toStored(Buffer.from('value'), '/registry/secrets/n/a');

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    // A changed file is read when it has settled.
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('Encryption.open()', () => {
  it('reads all that is stored of one state, page by page, where a service takes part', async () => {
    await configure(kms('one'));
    const made = Array.from({ length: 501 }, (_, i) => `/registry/secrets/n/${String(i).padStart(4, '0')}`);
    for (const key of made) await storage.create(key, Buffer.from('{}'));
    const revision = storage.currentRevision();
    await start();
    expect(ranges).toEqual([
      { limit: 500, startAfter: undefined, revision: undefined },
      { limit: 500, startAfter: made[499], revision },
    ]);
  });

  it('reads nothing that is stored where no service does', async () => {
    await configure(AESCBC);
    await start();
    expect(ranges).toEqual([]);
  });

  it('times the key that values are sealed with', async () => {
    await configure(kms('one'));
    await start();
    expect(await metrics.expose()).toContain('apiserver_storage_data_key_generation_duration_seconds_count 1\n');
  });

  it('closes all services where one is ill', async () => {
    clientOf('two').healthz = 'ill';
    await configure(kms('one'), kms('two'));
    const why = `error: --encryption-provider-config: ${file}: two: got unexpected healthz status: ill\n`;
    await expect(start()).rejects.toThrow(why);
    expect(['one', 'two'].map((name) => clientOf(name).isClosed)).toEqual([true, true]);
  });
});

describe('Encryption, at the end', () => {
  it('follows its file and asks its services no more', async () => {
    await configure(kms('one'));
    (await start(true)).onApplicationShutdown();
    expect([clientOf('one').isClosed, clock.pendingTimers]).toEqual([true, 0]);
  });

  it('puts a changed file in force no more, and closes the services of it', async () => {
    await configure(AESCBC);
    const started = await start(true);
    let release = (): void => {};
    clientOf('one').gate = new Promise((resolve) => (release = resolve));
    await configure(kms('one'), AESCBC);
    await until(() => clientOf('one').asked > 0);
    started.onApplicationShutdown();
    release();
    while (!clientOf('one').isClosed) await new Promise(setImmediate);
    expect(seal(started).toString('latin1')).toMatch(/^k8s:enc:aescbc:v1:old:/);
    expect(await metrics.expose()).not.toContain('automatic_reloads_total{');
  });
});
