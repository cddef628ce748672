import { MAX_VALUES } from '../../apimachinery/index.js';
import {
  type ConfigurationFormat,
  type ListDocument,
  type ListSerializer,
  type ReadBody,
  Serializer,
  type StreamSerializer,
  type WriteOptions,
} from '../serializer.js';
import { CborError } from './cbor-error.js';
import { Major, SELF_DESCRIBED } from './cbor-head.js';
import { cborPieces, encloseCborItems, joinCborItems } from './cbor-list.js';
import { parseCbor } from './cbor-reader.js';
import { CborWriter } from './cbor-writer.js';
import { encodeCbor, encodeCborItem } from './encode-cbor.js';

const MEDIA_TYPE = 'application/cbor';

const LISTS: ListSerializer = {
  needsSizes: false,
  item: encodeCborItem,
  joinItems: joinCborItems,
  enclose: encloseCborItems,
};

/** A sequence of events, each of which says that it is CBOR (RFC 8742). */
const STREAM: StreamSerializer = {
  mediaType: 'application/cbor-seq',
  offeredAs: `${MEDIA_TYPE};stream=watch`,
  write: (object, { type }) => encodeCbor(object, type),
  frame: frameEvent,
  message: (frame) => frame,
  isText: false,
};

const CONFIGURATIONS: ConfigurationFormat = {
  mediaType: 'application/apply-patch+cbor',
  name: 'CBOR',
  complaint: '',
  read: parse,
  describeForeign: (jsonType) => `cbor: cannot unmarshal ${jsonType} into Go value of type map[string]interface {}`,
};

/** CBOR, in the form of the reference: behind the gate `CBORServingAndStorage`. */
export class CborSerializer extends Serializer {
  readonly name = 'cbor';
  readonly mediaType = MEDIA_TYPE;
  override readonly configurations = CONFIGURATIONS;
  override readonly hasTables = false;
  readonly stream = STREAM;

  override lists(): ListSerializer {
    return LISTS;
  }

  recognizes(bytes: Uint8Array): boolean {
    return SELF_DESCRIBED.every((byte, i) => bytes[i] === byte);
  }

  read(bytes: Buffer): ReadBody {
    try {
      return parse(bytes);
    } catch (error) {
      if (!(error instanceof CborError)) throw error;
      throw new CborError(`unable to determine group/version/kind: ${error.message}`);
    }
  }

  write(object: object, { type }: WriteOptions): Buffer {
    return encodeCbor(object, type);
  }

  override async pieces(
    list: ListDocument,
    elements: Iterable<object>,
    { type }: WriteOptions,
  ): Promise<Iterable<Uint8Array>> {
    return cborPieces(list, elements, type);
  }
}

function parse(bytes: Buffer): ReadBody {
  return { value: parseCbor(bytes, { maxValues: MAX_VALUES }), duplicates: [] };
}

function frameEvent(type: string, object: Buffer): Buffer {
  const writer = new CborWriter();
  writer.raw(SELF_DESCRIBED);
  writer.head(Major.Map, 2);
  writer.text('type');
  writer.text(type);
  writer.text('object');
  writer.raw(object);
  return writer.finish();
}
