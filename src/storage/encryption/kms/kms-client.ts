import { randomUUID } from 'node:crypto';
import type { Client } from '@grpc/grpc-js';
import { Reader, Writer } from 'protobufjs/minimal.js';
import { readEntry } from './encrypted-object.js';

/** The status of a key management service. */
export interface KmsStatus {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

/** The result of an encryption. */
export interface KmsSealed {
  readonly ciphertext: Buffer;
  readonly keyId: string;
  readonly annotations: ReadonlyMap<string, Buffer>;
}

/** A key management service (upstream: KeyManagementService of version 2). All calls reject after the timeout. */
export abstract class KmsClient {
  abstract status(): Promise<KmsStatus>;
  abstract encrypt(plaintext: Buffer): Promise<KmsSealed>;
  abstract decrypt(sealed: KmsSealed): Promise<Buffer>;
  abstract close(): void;
}

/** How a service is reached. */
export interface GrpcKmsSettings {
  readonly endpoint: string;
  /** In milliseconds. */
  readonly timeout: number;
}

const SERVICE = '/v2.KeyManagementService';

/** Reaches a service by gRPC over a Unix socket. */
export class GrpcKmsClient extends KmsClient {
  private constructor(
    private readonly client: Client,
    private readonly timeout: number,
  ) {
    super();
  }

  /** Creates a client; the connection is made when it is first needed, and again when it is lost. */
  static async open({ endpoint, timeout }: GrpcKmsSettings): Promise<GrpcKmsClient> {
    const grpc = await import('@grpc/grpc-js');
    const target = `unix:${endpoint.slice('unix://'.length)}`;
    return new GrpcKmsClient(new grpc.Client(target, grpc.credentials.createInsecure()), timeout);
  }

  async status(): Promise<KmsStatus> {
    const reader = await this.call('Status', Buffer.alloc(0));
    let [version, healthz, keyId] = ['', '', ''];
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) version = reader.string();
      else if (tag === 18) healthz = reader.string();
      else if (tag === 26) keyId = reader.string();
      else reader.skipType(tag & 7);
    }
    return { version, healthz, keyId };
  }

  async encrypt(plaintext: Buffer): Promise<KmsSealed> {
    const request = Writer.create().uint32(10).bytes(plaintext).uint32(18).string(randomUUID()).finish();
    const reader = await this.call('Encrypt', request);
    let ciphertext: Buffer = Buffer.alloc(0);
    let keyId = '';
    const annotations = new Map<string, Buffer>();
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) ciphertext = Buffer.from(reader.bytes());
      else if (tag === 18) keyId = reader.string();
      else if (tag === 26) annotations.set(...readEntry(reader));
      else reader.skipType(tag & 7);
    }
    return { ciphertext, keyId, annotations };
  }

  async decrypt({ ciphertext, keyId, annotations }: KmsSealed): Promise<Buffer> {
    const writer = Writer.create().uint32(10).bytes(ciphertext).uint32(18).string(randomUUID());
    writer.uint32(26).string(keyId);
    for (const [name, value] of annotations) {
      writer.uint32(34).fork().uint32(10).string(name).uint32(18).bytes(value).ldelim();
    }
    const reader = await this.call('Decrypt', writer.finish());
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) return Buffer.from(reader.bytes());
      reader.skipType(tag & 7);
    }
    return Buffer.alloc(0);
  }

  close(): void {
    this.client.close();
  }

  private call(method: string, request: Uint8Array): Promise<Reader> {
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(
        `${SERVICE}/${method}`,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes: Buffer) => Reader.create(bytes),
        request,
        { deadline: Date.now() + this.timeout },
        (error, answer) => {
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(answer as Reader);
        },
      );
    });
  }
}
