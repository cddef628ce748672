import { type JsonValue, MAX_VALUES } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import {
  type ListDocument,
  type ListSerializer,
  type ReadBody,
  Serializer,
  type StreamSerializer,
  type WriteOptions,
} from '../serializer.js';
import { SyntaxFault } from '../syntax-fault.js';
import { encloseJsonItems, joinJsonItems, jsonPieces } from './json-list.js';
import { JsonSyntaxError } from './json-syntax-error.js';
import { orderFindings } from './order-findings.js';
import { parseJson } from './parse-json.js';
import { parsePlainJson } from './parse-plain-json.js';
import { firstFaultIn } from './first-fault.js';
import { RepeatedMembers } from './repeated-members.js';
import { stringifyJson } from './stringify-json.js';

const NEWLINE = Buffer.from('\n');

/** Writes plain data as JSON on one line, the end of the line included. */
function writeCompact(object: object): Buffer {
  return Buffer.concat([Buffer.from(stringifyJson(object)), NEWLINE]);
}

/** One event to a line. */
export const JSON_STREAM: StreamSerializer = {
  mediaType: 'application/json',
  offeredAs: 'application/json;stream=watch',
  write: writeCompact,
  frame(type, object) {
    const head = `{"type":"${type}","object":`;
    const out = Buffer.allocUnsafe(head.length + object.length + 1);
    out.write(head, 0, 'latin1');
    // The object's newline makes room for the closing brace.
    object.copy(out, head.length, 0, object.length - 1);
    out.write('}\n', out.length - 2, 'latin1');
    return out;
  },
  message: (frame) => frame,
  isText: true,
};

const JSON_LISTS: ListSerializer = {
  needsSizes: false,
  item: writeCompact,
  joinItems: joinJsonItems,
  enclose: encloseJsonItems,
};

/** JSON: what everything is stored and kept in memory as, and what is answered where the client does not choose. */
export class JsonSerializer extends Serializer {
  readonly name = 'json';
  readonly mediaType = 'application/json';
  override readonly canIndent = true;
  override readonly isCached = true;
  readonly stream = JSON_STREAM;

  override lists(): ListSerializer {
    return JSON_LISTS;
  }

  recognizes(bytes: Uint8Array): boolean {
    return looksLikeJson(bytes);
  }

  read(bytes: Buffer, type?: ObjectShape): ReadBody {
    const plain = parsePlainJson(bytes, MAX_VALUES);
    if (plain !== undefined) return { value: plain, duplicates: [] };
    try {
      const text = bytes.toString('utf8');
      const repeated = type?.strategic && new RepeatedMembers(type.strategic);
      const join = repeated && repeated.join.bind(repeated);
      const parsed = parseJson(text, { keepsLiterals: true, maxValues: MAX_VALUES, join });
      const { duplicates } = parsed;
      if (duplicates.length === 0) return parsed;
      const faulty = type?.strategic && firstFaultIn(text, type);
      if (faulty) return { value: { ...typeMetaOf(parsed.value), ...faulty }, duplicates };
      return { ...parsed, inOrder: (unknown) => orderFindings(text, { duplicates, unknown }) };
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      throw new SyntaxFault(`couldn't get version/kind; json parse error: ${error.message}`);
    }
  }

  write(object: object, { isPretty }: WriteOptions = {}): Buffer {
    return isPretty ? Buffer.from(stringifyJson(object, 2)) : writeCompact(object);
  }

  override async pieces(
    list: ListDocument,
    elements: Iterable<object>,
    { isPretty }: WriteOptions,
  ): Promise<Iterable<Uint8Array>> {
    return jsonPieces(list, elements, isPretty);
  }
}

function typeMetaOf(value: JsonValue): { [name in 'kind' | 'apiVersion']?: JsonValue } {
  const { kind, apiVersion } = value as { readonly [name: string]: JsonValue | undefined };
  return { ...(kind === undefined ? {} : { kind }), ...(apiVersion === undefined ? {} : { apiVersion }) };
}

const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OPEN_BRACE = 0x7b;

/** Reports whether the first character that is no space opens an object (upstream: yaml.GuessJSONStream). */
export function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => !BLANKS.has(byte));
  return bytes[first] === OPEN_BRACE;
}
