import {
  type MaybePromise,
  type StatusError,
  badRequest,
  requestEntityTooLarge,
  unsupportedMediaType,
} from '../../apimachinery/index.js';
import { type ReadBody, SizeFault, SyntaxFault } from '../../codecs/index.js';
import type { RequestContext } from '../request-context.js';
import type { BodyExpectation } from './body-expectation.js';

/** The decoder of a body. */
export type BodySerializer = NonNullable<ReturnType<BodySource['serializers']['forBody']>>;

/** The part of a request that determines how its body is decoded. */
export type BodySource = Pick<RequestContext, 'headers' | 'serializers'>;

/** Chooses what reads a body, by its media type; 415 where that is not read. */
export function bodySerializer(
  { headers, serializers }: BodySource,
  { type }: Pick<BodyExpectation, 'type'>,
): BodySerializer {
  const hasLayout = type.protobuf !== undefined;
  const serializer = serializers.forBody(headers['content-type'], hasLayout);
  if (serializer) return serializer;
  throw unsupportedMediaType(serializers.mediaTypes);
}

/** A body to parse, what parses it, and the error for a syntax fault of it. */
export interface BodyParsing {
  readonly serializer: BodySerializer;
  readonly type: BodyExpectation['type'];
  readonly refuse: (fault: string) => StatusError;
}

/** Parses a body, at once where its format can be; 413 for what holds too many values. */
export function parseBody(bytes: Buffer, { serializer, type, refuse }: BodyParsing): MaybePromise<ReadBody> {
  const explain = (error: unknown): never => {
    if (error instanceof SizeFault) throw requestEntityTooLarge(error.message);
    throw error instanceof SyntaxFault ? refuse(error.message) : error;
  };
  try {
    const body = serializer.read(bytes, type);
    return body instanceof Promise ? body.catch(explain) : body;
  } catch (error) {
    return explain(error);
  }
}

/** Returns a 400: a body that is no object of the expected kind; its beginning is quoted. */
export function unrecognized(bytes: Buffer, kind: string, why: string): StatusError {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(bytes)})`);
}

const SUMMARY_BYTES = 30;

/** The beginning of a body for an error text: readable when it looks like JSON, in hex otherwise. */
function summarize(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const head = bytes.subarray(0, SUMMARY_BYTES);
  const text = head[0] === 0x7b ? head.toString('utf8') : head.toString('hex');
  return bytes.length > SUMMARY_BYTES ? `${text} ...` : text;
}
