import type { JsonValue } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import {
  type ListSerializer,
  type ReadBody,
  Serializer,
  type StreamSerializer,
  type WriteOptions,
} from '../serializer.js';
import { startsWithMagic } from './magic.js';

const MEDIA_TYPE = 'application/vnd.kubernetes.protobuf';

const STREAM: StreamSerializer = {
  mediaType: `${MEDIA_TYPE};stream=watch`,
  offeredAs: `${MEDIA_TYPE};stream=watch`,
  write,
  async frame(type, object) {
    const { encodeProtobufWatchFrame } = await import('./index.js');
    return encodeProtobufWatchFrame(type, object);
  },
};

/** Kubernetes protobuf. Its library is loaded when the first body or answer needs it. */
export class ProtobufSerializer extends Serializer {
  readonly name = 'protobuf';
  readonly mediaType = MEDIA_TYPE;
  // The neutral spelling of the specification.
  override readonly aliases = ['application/vnd.service.protobuf'];
  override readonly writesByType = true;
  readonly stream = STREAM;

  override async lists(): Promise<ListSerializer> {
    const { encodeProtobufMessage, protobufListChunks } = await import('./index.js');
    return {
      item: (object, type) => encodeProtobufMessage(type.protobuf!, object),
      join: (head, items) => protobufListChunks(head, head.metadata, items),
    };
  }

  recognizes(bytes: Uint8Array): boolean {
    return startsWithMagic(bytes);
  }

  async read(bytes: Buffer, type: ObjectShape): Promise<ReadBody> {
    const { decodeProtobuf, decodeProtobufObject } = await import('./index.js');
    const { apiVersion, kind, raw } = decodeProtobuf(bytes);
    const value = decodeProtobufObject(type.protobuf!, raw) as { [key: string]: JsonValue };
    return { value: { ...value, ...(apiVersion && { apiVersion }), ...(kind && { kind }) }, duplicates: [] };
  }

  write(object: object, options: WriteOptions): Promise<Buffer> {
    return write(object, options);
  }
}

async function write(object: object, { type }: WriteOptions): Promise<Buffer> {
  const { writeProtobuf } = await import('./index.js');
  return writeProtobuf(object, type);
}
