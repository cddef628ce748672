import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Server, ServerCredentials, status as grpcStatus } from '@grpc/grpc-js';
import { Reader, Writer } from 'protobufjs/minimal.js';

const IV_BYTES = 16;

/** A key management service on a Unix socket, as a plugin of a vendor would be (version 2 of the protocol). */
export class FakeKms {
  keyId = 'key-1';
  healthz = 'ok';
  readonly calls: string[] = [];
  private readonly secrets = new Map<string, Buffer>();
  private readonly server = new Server();

  constructor(private readonly socket: string) {}

  /** The value of `endpoint`. */
  get endpoint(): string {
    return `unix://${this.socket}`;
  }

  async start(): Promise<void> {
    this.server.addService(
      {
        Status: method('Status'),
        Encrypt: method('Encrypt'),
        Decrypt: method('Decrypt'),
      },
      {
        Status: this.answer('Status', () => this.status()),
        Encrypt: this.answer('Encrypt', (reader) => this.encrypt(readField(reader, 1))),
        Decrypt: this.answer('Decrypt', (reader) => this.decrypt(reader)),
      },
    );
    await new Promise<void>((resolve, reject) =>
      this.server.bindAsync(`unix:${this.socket}`, ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }

  /** Forgets a key: what it has sealed cannot be had any more. */
  forget(keyId: string): void {
    this.secrets.delete(keyId);
  }

  stop(): void {
    this.server.forceShutdown();
  }

  private answer(name: string, work: (reader: Reader) => Uint8Array) {
    return (call: { request: Buffer }, done: (error: object | null, answer?: Uint8Array) => void): void => {
      this.calls.push(name);
      try {
        done(null, work(Reader.create(call.request)));
      } catch (error) {
        done({ code: grpcStatus.FAILED_PRECONDITION, details: (error as Error).message });
      }
    };
  }

  private status(): Uint8Array {
    return Writer.create()
      .uint32(10)
      .string('v2')
      .uint32(18)
      .string(this.healthz)
      .uint32(26)
      .string(this.keyId)
      .finish();
  }

  private encrypt(plaintext: Buffer): Uint8Array {
    const secret = this.secrets.get(this.keyId) ?? randomBytes(32);
    this.secrets.set(this.keyId, secret);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-cbc', secret, iv);
    const sealed = Buffer.concat([iv, cipher.update(plaintext), cipher.final()]);
    const writer = Writer.create().uint32(10).bytes(sealed).uint32(18).string(this.keyId);
    writer.uint32(26).fork().uint32(10).string('version.example.com').uint32(18).bytes(Buffer.from('1')).ldelim();
    return writer.finish();
  }

  private decrypt(reader: Reader): Uint8Array {
    let sealed: Buffer = Buffer.alloc(0);
    let keyId = '';
    let annotations = 0;
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) sealed = Buffer.from(reader.bytes());
      else if (tag === 26) keyId = reader.string();
      else {
        if (tag === 34) annotations++;
        reader.skipType(tag & 7);
      }
    }
    const secret = this.secrets.get(keyId);
    if (!secret || annotations !== 1) throw new Error(`no key ${keyId}`);
    const decipher = createDecipheriv('aes-256-cbc', secret, sealed.subarray(0, IV_BYTES));
    const plaintext = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()]);
    return Writer.create().uint32(10).bytes(plaintext).finish();
  }
}

function readField(reader: Reader, field: number): Buffer {
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === field) return Buffer.from(reader.bytes());
    reader.skipType(tag & 7);
  }
  return Buffer.alloc(0);
}

function method(name: string) {
  const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes);
  return {
    path: `/v2.KeyManagementService/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}
