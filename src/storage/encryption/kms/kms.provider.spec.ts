import { randomBytes } from 'node:crypto';
import { createLogger } from '../../../observability/index.js';
import { FakeClock } from '../../../testing/fake-clock.js';
import { aesGcmCipher } from '../ciphers.js';
import { decodeEncryptedObject, encodeEncryptedObject } from './encrypted-object.js';
import { KmsClient, type KmsSealed, type KmsStatus } from './kms-client.js';
import { KmsProvider } from './kms.provider.js';

const PREFIX = 'k8s:enc:kms:v2:one:';

/** A service that seals by remembering. */
class RememberingKms extends KmsClient {
  answer: KmsStatus = { version: 'v2', healthz: 'ok', keyId: 'key-1' };
  sealedBytes = 40;
  sealsWith: string | undefined;
  isClosed = false;
  readonly calls: string[] = [];
  readonly secrets = new Map<string, Buffer>();

  status(): Promise<KmsStatus> {
    this.calls.push('status');
    return Promise.resolve(this.answer);
  }

  encrypt(plaintext: Buffer): Promise<KmsSealed> {
    this.calls.push('encrypt');
    const ciphertext = randomBytes(this.sealedBytes);
    this.secrets.set(ciphertext.toString('hex'), plaintext);
    const annotations = new Map([['v.example.com', Buffer.from('1')]]);
    return Promise.resolve({ ciphertext, keyId: this.sealsWith ?? this.answer.keyId, annotations });
  }

  decrypt({ ciphertext, keyId, annotations }: KmsSealed): Promise<Buffer> {
    this.calls.push(`decrypt ${keyId} ${[...annotations.keys()].join()}`);
    const secret = this.secrets.get(ciphertext.toString('hex'));
    return secret ? Promise.resolve(secret) : Promise.reject(new Error('no such key'));
  }

  close(): void {
    this.isClosed = true;
  }
}

let client: RememberingKms;
let clock: FakeClock;
let lines: string[];

const providerOf = (): KmsProvider => {
  const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } as never });
  return new KmsProvider({ name: 'one', client, clock, logger });
};
async function started(): Promise<KmsProvider> {
  const provider = providerOf();
  await provider.start();
  return provider;
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await settled();
}
const objectIn = (stored: Buffer) => decodeEncryptedObject(stored.subarray(PREFIX.length));

beforeEach(() => {
  client = new RememberingKms();
  clock = new FakeClock();
  lines = [];
});

describe('KmsProvider', () => {
  it('seals values with a key of its own, without asking the service again', async () => {
    const provider = await started();
    const sealed = [provider.seal(Buffer.from('x'), '/a'), provider.seal(Buffer.from('y'), '/b')];
    expect(sealed.map((stored, i) => provider.open(stored, ['/a', '/b'][i]).toString())).toEqual(['x', 'y']);
    expect(sealed[0].toString('latin1').startsWith(PREFIX)).toBe(true);
    expect(objectIn(sealed[0])).toMatchObject({
      keyId: 'key-1',
      type: 1,
      annotations: new Map([['v.example.com', Buffer.from('1')]]),
    });
    expect(client.calls).toEqual(['status', 'encrypt']);
    expect(() => provider.open(sealed[0], '/b')).toThrow();
    expect([provider.fault, provider.owns(sealed[0]), provider.isCurrent(sealed[0])]).toEqual([undefined, true, true]);
    expect([provider.owns(Buffer.from('plain')), provider.isCurrent(Buffer.from('plain'))]).toEqual([false, false]);
    expect(provider.isCurrent(Buffer.from(`${PREFIX}\u0005`))).toBe(false);
  });

  it('has no key to seal with before it is started, and says so', () => {
    const provider = providerOf();
    expect(provider.fault).toBe('the key management service has not been asked yet');
    expect(() => provider.seal(Buffer.from('x'), '/a')).toThrow('one: there is no key to seal with');
  });

  it.each<[Partial<KmsStatus>, string]>([
    [{ version: 'v1' }, 'expected KMSv2 API version v2, got "v1"'],
    [{ healthz: 'ill' }, 'got unexpected healthz status: ill'],
    [{ keyId: '' }, 'keyID is empty'],
    [{ keyId: 'k'.repeat(1025) }, 'keyID exceeds 1024 bytes'],
  ])('does not start with a service whose status is %j', async (answer, message) => {
    client.answer = { ...client.answer, ...answer };
    const provider = providerOf();
    await expect(provider.start()).rejects.toThrow(`one: ${message}`);
    expect(provider.fault).toBe(message);
  });

  it.each<[string, Partial<RememberingKms>, string]>([
    ['with another key', { sealsWith: 'key-2' }, 'the service seals with another key than it names in its status'],
    ['into nothing', { sealedBytes: 0 }, 'the service seals a key of 32 bytes in 0 bytes'],
    ['into too much', { sealedBytes: 1025 }, 'the service seals a key of 32 bytes in 1025 bytes'],
  ])('does not start with a service that seals %s', async (_what, members, message) => {
    Object.assign(client, members);
    await expect(started()).rejects.toThrow(message);
  });

  it('accepts the longest key ids and sealed keys, and the former version', async () => {
    Object.assign(client, {
      sealedBytes: 1024,
      answer: { version: 'v2beta1', healthz: 'ok', keyId: 'k'.repeat(1024) },
    });
    expect((await started()).fault).toBeUndefined();
  });

  it('asks each minute how the service is, and gets another key when that of the service changes', async () => {
    const provider = await started();
    const old = provider.seal(Buffer.from('x'), '/a');
    await pass(59_999);
    expect(client.calls).toEqual(['status', 'encrypt']);
    await pass(1);
    expect(client.calls).toEqual(['status', 'encrypt', 'status']);
    client.answer = { ...client.answer, keyId: 'key-2' };
    await pass(60_000);
    expect(client.calls.slice(3)).toEqual(['status', 'encrypt']);
    expect([objectIn(provider.seal(Buffer.from('y'), '/a')).keyId, provider.isCurrent(old)]).toEqual(['key-2', false]);
    expect(provider.open(old, '/a').toString()).toBe('x');
  });

  it('asks every ten seconds while the service is ill, and seals with its key for three minutes', async () => {
    const provider = await started();
    client.answer = { ...client.answer, healthz: 'ill' };
    await pass(60_000);
    expect([provider.fault, lines.length]).toEqual(['got unexpected healthz status: ill', 1]);
    expect(lines[0]).toContain('a key management service is unhealthy');
    await pass(10_000);
    expect(client.calls).toHaveLength(4);
    for (let i = 0; i < 11; i++) await pass(10_000);
    expect(provider.seal(Buffer.from('x'), '/a').length).toBeGreaterThan(0);
    await pass(1);
    expect(() => provider.seal(Buffer.from('x'), '/a')).toThrow(
      'one: the key to seal with has not been confirmed for too long: got unexpected healthz status: ill',
    );
    client.answer = { ...client.answer, healthz: 'ok' };
    await pass(10_000);
    expect(provider.fault).toBeUndefined();
    expect(provider.seal(Buffer.from('x'), '/a').length).toBeGreaterThan(0);
    const asked = client.calls.length;
    await pass(59_999);
    expect(client.calls).toHaveLength(asked);
  });

  it('fetches each key of stored values once, and reports those it does not get', async () => {
    const first = await started();
    const [a, b] = ['/a', '/b'].map((key) => first.seal(Buffer.from(key), key));
    const provider = await started();
    expect(() => provider.open(a, '/a')).toThrow('one: its key has not been had from the key management service');
    client.calls.length = 0;
    await provider.fetchKeysOf([a, b, Buffer.from('plain'), Buffer.from(`${PREFIX}\u0005`)]);
    expect(client.calls).toEqual(['decrypt key-1 v.example.com']);
    expect([provider.open(a, '/a').toString(), provider.open(b, '/b').toString()]).toEqual(['/a', '/b']);
    await provider.fetchKeysOf([a]);
    expect(client.calls).toHaveLength(1);
    const lost = Buffer.concat([
      Buffer.from(PREFIX),
      encodeEncryptedObject({ ...objectIn(a), sealed: Buffer.from('?') }),
    ]);
    await provider.fetchKeysOf([lost]);
    expect(lines.filter((line) => line.includes('did not return a key'))).toHaveLength(1);
    expect(() => provider.open(lost, '/a')).toThrow('its key has not been had');
  });

  it('opens values that were sealed with a key itself', async () => {
    const secret = randomBytes(32);
    client.secrets.set(Buffer.from('s').toString('hex'), secret);
    const data = aesGcmCipher(secret).seal(Buffer.from('x'), '/a');
    const object = { data, keyId: 'key-0', sealed: Buffer.from('s'), annotations: new Map<string, Buffer>(), type: 0 };
    const stored = Buffer.concat([Buffer.from(PREFIX), encodeEncryptedObject(object)]);
    const provider = await started();
    await provider.fetchKeysOf([stored]);
    expect(provider.open(stored, '/a').toString()).toBe('x');
  });

  it('asks nothing more when it is closed', async () => {
    const provider = await started();
    provider.close();
    await pass(120_000);
    expect([client.calls, client.isClosed]).toEqual([['status', 'encrypt'], true]);
    const asked = await started();
    client.answer = { ...client.answer, healthz: 'ill' };
    clock.advance(60_000);
    asked.close();
    await settled();
    client.calls.length = 0;
    await pass(60_000);
    expect(client.calls).toEqual([]);
  });
});
