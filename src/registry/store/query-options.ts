import {
  IntegerError,
  TimeError,
  badRequest,
  formatTime,
  parseInt64,
  parseTime,
  parseUint16,
} from '../../apimachinery/index.js';
import { isTrue } from '../../request/index.js';
import type { ObjectShape, ScalarType, StructField } from '../../schema/index.js';

/** Reads one value of a query; undefined for a member that no query says. */
const READERS: Readonly<Partial<Record<ScalarType, (text: string) => unknown>>> = {
  string: (text) => text,
  bool: isTrue,
  int64: readInteger,
  time: readTime,
};

/** Reads the elements of a list from one value of a query. */
const ELEMENT_READERS: Readonly<Partial<Record<ScalarType, (text: string) => unknown[]>>> = {
  string: (text) => [text],
  int32: readPorts,
};

/** Returns the names of the members of a shape that a query can say. */
export function queryNames({ published }: ObjectShape): StructField[] {
  return 'layout' in published ? published.layout.fields.filter((field) => readerOf(field) !== undefined) : [];
}

/**
 * Reads options from a query, as far as it says any; each value in its proper form, defaults filled in. 400 for a value
 * that cannot be (upstream: runtime.ParameterCodec).
 */
export function readQueryOptions(shape: ObjectShape, query: URLSearchParams): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const field of queryNames(shape)) {
    if (query.has(field.name)) read[field.name] = readField(field, query.getAll(field.name));
  }
  const options = shape.decode(read);
  shape.applyDefaults(options);
  return options;
}

function readerOf({ scalar, list }: StructField): ((text: string) => unknown) | undefined {
  return scalar && (list ? ELEMENT_READERS[scalar] : READERS[scalar]);
}

/** Of a single value that is there more than once the first counts. */
function readField(field: StructField, texts: readonly string[]): unknown {
  const read = readerOf(field)!;
  try {
    return field.list ? texts.flatMap(read) : read(texts[0]);
  } catch (error) {
    if (error instanceof IntegerError || error instanceof TimeError) throw badRequest(error.message);
    throw error;
  }
}

/** An integer as objects hold it. */
function readInteger(text: string): number | bigint {
  const exact = parseInt64(text);
  const value = Number(exact);
  return Number.isSafeInteger(value) ? value : exact;
}

/** The first moment there is, which stands for none. */
const NO_TIME = '0001-01-01T00:00:00Z';

function readTime(text: string): string {
  return text === '' || text === 'null' ? NO_TIME : formatTime(parseTime(text));
}

function readPorts(text: string): number[] {
  try {
    return text.split(',').map(parseUint16);
  } catch (error) {
    if (!(error instanceof IntegerError)) throw error;
    throw new IntegerError(`cannot convert to []int32: ${error.message}`);
  }
}
