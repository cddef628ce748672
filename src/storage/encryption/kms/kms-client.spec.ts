import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writer } from 'protobufjs/minimal.js';
import { FakeKms } from '../../../../test/support/fake-kms.js';
import { GrpcKmsClient } from './kms-client.js';

let directory: string;
let kms: FakeKms;
let client: GrpcKmsClient;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kms-client-'));
  kms = new FakeKms(join(directory, 'kms.sock'));
  await kms.start();
  client = await GrpcKmsClient.open({ endpoint: kms.endpoint, timeout: 60_000 });
});

afterEach(async () => {
  client.close();
  kms.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Has the service answer with bytes of the test; the request of the last call, in hex. */
function answerWith(write: (writer: Writer) => void): () => string {
  const writer = Writer.create();
  write(writer);
  let request: Uint8Array;
  const { client: grpc } = client as unknown as { client: { makeUnaryRequest: (...asked: any[]) => void } };
  grpc.makeUnaryRequest = (...asked) => {
    const [decode, done] = [asked[2], asked.at(-1)] as [(bytes: Buffer) => unknown, (...answer: unknown[]) => void];
    request = (asked[1] as (bytes: unknown) => Uint8Array)(asked[3]);
    done(null, decode(Buffer.from(writer.finish())));
  };
  return () => Buffer.from(request).toString('hex');
}

describe('GrpcKmsClient', () => {
  it('asks how a service is', async () => {
    expect(await client.status()).toEqual({ version: 'v2', healthz: 'ok', keyId: 'key-1' });
  });

  it('opens what it has sealed', async () => {
    const sealed = await client.encrypt(Buffer.from('secret'));
    expect([sealed.keyId, [...sealed.annotations]]).toEqual(['key-1', [['version.example.com', Buffer.from('1')]]]);
    expect(sealed.ciphertext.toString()).not.toContain('secret');
    expect((await client.decrypt(sealed)).toString()).toBe('secret');
  });

  it('rejects with the call that failed', async () => {
    const sealed = { ciphertext: Buffer.alloc(32), keyId: 'gone', annotations: new Map() };
    await expect(client.decrypt(sealed)).rejects.toThrow(/^Decrypt: .*no key gone/);
  });

  it('rejects after the timeout', async () => {
    const absent = await GrpcKmsClient.open({ endpoint: `unix://${directory}/absent.sock`, timeout: 30 });
    await expect(absent.status()).rejects.toThrow(/^Status: /);
    absent.close();
  });

  it('rejects once it is closed', async () => {
    client.close();
    await expect(client.status()).rejects.toThrow();
  });

  it('skips fields that it does not know, of every wire type, and reads the others in any order', async () => {
    const unknown = (writer: Writer): Writer =>
      writer
        .uint32(32)
        .uint32(7)
        .uint32(42)
        .string('x')
        .uint32(45)
        .fixed32(1)
        .uint32(33)
        .fixed64(1)
        .uint32(8)
        .uint32(1);
    answerWith((writer) => unknown(writer).uint32(26).string('k').uint32(10).string('v2').uint32(18).string('ok'));
    expect(await client.status()).toEqual({ version: 'v2', healthz: 'ok', keyId: 'k' });
    const skip = (writer: Writer): Writer => writer.uint32(45).fixed32(1).uint32(42).string('x');
    answerWith((writer) => skip(writer).uint32(18).string('k').uint32(10).bytes(Buffer.from('c')));
    expect(await client.encrypt(Buffer.alloc(1))).toEqual({
      ciphertext: Buffer.from('c'),
      keyId: 'k',
      annotations: new Map(),
    });
    answerWith((writer) => skip(writer).uint32(10).bytes(Buffer.from('p')));
    const nothing = { ciphertext: Buffer.alloc(0), keyId: '', annotations: new Map<string, Buffer>() };
    expect((await client.decrypt(nothing)).toString()).toBe('p');
  });

  it('skips unknown fields of any bytes', async () => {
    // A number of 64 bits whose bytes would be empty texts of the fields 1 to 3.
    const unknown = (writer: Writer): Writer => writer.uint32(49).fixed32(0x0012000a).fixed32(0x000a001a);
    answerWith((writer) => unknown(writer.uint32(10).string('v2').uint32(18).string('ok').uint32(26).string('k')));
    expect(await client.status()).toEqual({ version: 'v2', healthz: 'ok', keyId: 'k' });
    answerWith((writer) => unknown(writer.uint32(10).string('c').uint32(18).string('k')));
    expect(await client.encrypt(Buffer.alloc(1))).toMatchObject({ ciphertext: Buffer.from('c'), keyId: 'k' });
    answerWith((writer) => unknown(writer).uint32(10).string('p'));
    const nothing = { ciphertext: Buffer.alloc(0), keyId: '', annotations: new Map<string, Buffer>() };
    expect((await client.decrypt(nothing)).toString()).toBe('p');
  });

  /** A text of 36 characters, such as a UUID, as the field 2. */
  const UID = '1224[0-9a-f]{72}';

  it('sends nothing to ask how a service is', async () => {
    const request = answerWith(() => {});
    await client.status();
    expect(request()).toBe('');
  });

  it('sends values with an identity of each request', async () => {
    const request = answerWith(() => {});
    await client.encrypt(Buffer.from('p'));
    const first = request();
    expect(first).toMatch(new RegExp(`^0a0170${UID}$`));
    await client.encrypt(Buffer.from('p'));
    expect(request()).not.toBe(first);
  });

  it('sends what is sealed with its key and its annotations', async () => {
    const request = answerWith(() => {});
    const annotations = new Map([['a', Buffer.from('1')]]);
    await client.decrypt({ ciphertext: Buffer.from('c'), keyId: 'k', annotations });
    expect(request()).toMatch(new RegExp(`^0a0163${UID}1a016b22060a0161120131$`));
  });

  it('reads an empty answer as empty values', async () => {
    answerWith(() => {});
    const nothing = { ciphertext: Buffer.alloc(0), keyId: '', annotations: new Map<string, Buffer>() };
    expect(await client.status()).toEqual({ version: '', healthz: '', keyId: '' });
    expect(await client.encrypt(Buffer.alloc(1))).toEqual(nothing);
    expect(await client.decrypt(nothing)).toEqual(Buffer.alloc(0));
  });
});
