import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../observability/index.js';
import { OptionsError } from '../options/index.js';
import { createAuthority } from '../../test/support/create-authority.js';
import { FakeClock } from '../testing/fake-clock.js';
import { ClientIdentity, type KeyPair } from './client-identity.js';

const logged: string[] = [];
const logger = createLogger({ verbosity: 4, destination: { write: (line: string) => void logged.push(line) } });

let directory: string;
let certificatePath: string;
let keyPath: string;
let clock: FakeClock;
let first: KeyPair;
let second: KeyPair;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-identity-'));
  [certificatePath, keyPath] = ['proxy.crt', 'proxy.key'].map((name) => join(directory, name));
  [first, second] = await Promise.all(['first', 'second'].map((name) => createAuthority(name, new Date())));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

beforeEach(async () => {
  logged.length = 0;
  clock = new FakeClock();
  await writeFile(certificatePath, first.certificate);
  await writeFile(keyPath, first.key);
});

function open(): Promise<ClientIdentity> {
  const certificate = { option: '--cert', path: certificatePath };
  return ClientIdentity.open({ certificate, key: { option: '--key', path: keyPath } }, { clock, logger });
}

/** Advances the clock by the interval of rereading until a condition holds. */
async function reloaded(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('ClientIdentity.fixed()', () => {
  it('is what it was made with', () => {
    expect(ClientIdentity.fixed(first).current).toBe(first);
    expect(ClientIdentity.fixed(undefined).current).toBeUndefined();
  });
});

describe('ClientIdentity.open()', () => {
  it('reads a certificate and its key', async () => {
    const identity = await open();
    expect(identity.current).toEqual(first);
    expect(identity.current).toBe(identity.current);
  });

  it('takes both over once they fit together, and keeps the former ones until then', async () => {
    const identity = await open();
    const before = identity.current;
    identity.start();
    await writeFile(certificatePath, second.certificate);
    await reloaded(() => logged.join().includes('a file was reloaded'));
    expect(identity.current).toBe(before);
    await writeFile(keyPath, second.key);
    await reloaded(() => identity.current !== before);
    expect(identity.current).toEqual(second);
    identity.close();
  });

  it('keeps the former ones beside a file that cannot be used, whose text is not logged', async () => {
    const identity = await open();
    identity.start();
    await writeFile(keyPath, first.key.replace('END', 'DEN'));
    await reloaded(() => logged.join().includes('not a private key in PEM'));
    expect(identity.current).toEqual(first);
    expect(logged.join()).not.toContain(first.key.slice(40, 60));
    identity.close();
  });

  it('leaves files alone once it is closed', async () => {
    const identity = await open();
    identity.start();
    expect(clock.pendingTimers).toBe(2);
    identity.close();
    expect(clock.pendingTimers).toBe(0);
  });

  const damaged = (pem: string): string => pem.replace(/^.{10}/m, 'x').replace(/\n.{12}/, '\n!!');
  it.each<[string, () => [string, string], string]>([
    ['text that is not a certificate', () => ['text', first.key], '--cert'],
    ['a key in place of the certificate', () => [first.key, first.key], '--cert'],
    ['an empty certificate', () => ['', first.key], '--cert'],
    ['a damaged key', () => [first.certificate, damaged(first.key)], '--key'],
    ['a certificate in place of the key', () => [first.certificate, first.certificate], '--key'],
    ['an empty key', () => [first.certificate, ''], '--key'],
    ['the key of another', () => [first.certificate, second.key], '--key'],
    ['a public key', () => [first.certificate, publicKey()], '--key'],
  ])('refuses %s, and does not show what is in the files', async (_title, content, option) => {
    const [certificate, key] = content();
    await writeFile(certificatePath, certificate);
    await writeFile(keyPath, key);
    const error = await open().catch((thrown: unknown) => thrown as OptionsError);
    expect(error).toBeInstanceOf(OptionsError);
    const { problems, message } = error as OptionsError;
    expect(problems.map((each) => each.option)).toEqual([option]);
    const lines = `${certificate}\n${key}`.split('\n').filter((line) => line.length > 10);
    expect(lines.filter((line) => message.includes(line))).toEqual([]);
  });

  it.each([
    ['certificate', (): string => certificatePath, '--cert'],
    ['key', (): string => keyPath, '--key'],
  ])('names a %s that is not there', async (_name, path, option) => {
    await rm(path());
    await expect(open()).rejects.toThrow(path());
    await expect(open()).rejects.toMatchObject({ problems: [{ option }] });
  });
});

function publicKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();
}
