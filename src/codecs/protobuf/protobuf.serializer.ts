import type { JsonValue, MaybePromise } from '../../apimachinery/index.js';
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

/** A frame begins with its length. */
const LENGTH_BYTES = 4;

type Library = Awaited<ReturnType<typeof load>>;

async function load() {
  const library = await import('./index.js');
  const { writeProtobuf, writeProtobufItem, joinProtobufItems, encloseProtobufItems, encodeProtobufWatchFrame } =
    library;
  return { writeProtobuf, writeProtobufItem, joinProtobufItems, encloseProtobufItems, encodeProtobufWatchFrame };
}

let library: Library | undefined;

/** Works with the library: at once where it is loaded, so that what is written often waits for nothing. */
function withLibrary<T>(use: (library: Library) => T): MaybePromise<T> {
  return library ? use(library) : load().then((loaded) => use((library = loaded)));
}

const write = (object: object, { type }: WriteOptions): MaybePromise<Buffer> =>
  withLibrary(({ writeProtobuf }) => writeProtobuf(object, type));

const STREAM: StreamSerializer = {
  mediaType: `${MEDIA_TYPE};stream=watch`,
  offeredAs: `${MEDIA_TYPE};stream=watch`,
  write,
  frame: (type, object) => withLibrary(({ encodeProtobufWatchFrame }) => encodeProtobufWatchFrame(type, object)),
  message: (frame) => frame.subarray(LENGTH_BYTES),
  isText: false,
};

/** Kubernetes protobuf. Its library is loaded when the first body or answer needs it. */
export class ProtobufSerializer extends Serializer {
  readonly name = 'protobuf';
  readonly mediaType = MEDIA_TYPE;
  // The neutral spelling of the specification.
  override readonly aliases = ['application/vnd.service.protobuf'];
  override readonly writesByType = true;
  override readonly hasTables = false;
  readonly stream = STREAM;

  override lists(): MaybePromise<ListSerializer> {
    return withLibrary(({ writeProtobufItem, joinProtobufItems, encloseProtobufItems }) => ({
      needsSizes: true,
      item: writeProtobufItem,
      joinItems: joinProtobufItems,
      enclose: (head, items) => encloseProtobufItems({ gvk: head, metadata: head.metadata }, items),
    }));
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

  write(object: object, options: WriteOptions): MaybePromise<Buffer> {
    return write(object, options);
  }
}
