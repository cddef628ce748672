import { type JsonValue, type StatusError, badRequest, unsupportedMediaType } from '../../apimachinery/index.js';
import { JsonSyntaxError, OBJECT_MEDIA_TYPES, bodyFormat, parseJson, setMember } from '../../codecs/index.js';
import type { BodyExpectation } from './body-expectation.js';

/** What a body holds, before it is given a type. */
export interface ParsedBody {
  readonly value: JsonValue;
  /** Members that occur more than once: paths, or what the YAML parser says of them. */
  readonly duplicates: readonly string[];
}

/** Parses a body by its media type; 415 for one that is not read. */
export async function parseBody(
  contentType: string | undefined,
  bytes: Buffer,
  expected: BodyExpectation,
): Promise<ParsedBody> {
  const format = bodyFormat(contentType, expected.hasProtobuf);
  if (!format) throw unsupportedMediaType(expected.hasProtobuf ? OBJECT_MEDIA_TYPES : OBJECT_MEDIA_TYPES.slice(0, 2));
  if (format === 'protobuf') return parseProtobuf(bytes, expected);
  try {
    if (format === 'json') return parseJson(bytes.toString('utf8'), { keepsLiterals: true });
    const { parseYaml } = await import('../../codecs/yaml/index.js');
    const { value, duplicates } = parseYaml(bytes.toString('utf8'));
    const problem = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`] : [];
    return { value: sortMembers(value), duplicates: problem };
  } catch (error) {
    throw unrecognized(bytes, expected.kind, wordSyntaxError(error));
  }
}

/** YAML becomes JSON with sorted members on its way, and complaints come in that order. */
function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value).sort()) setMember(sorted, key, sortMembers(value[key]));
  return sorted;
}

function wordSyntaxError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof JsonSyntaxError ? `couldn't get version/kind; json parse error: ${text}` : text;
}

async function parseProtobuf(bytes: Buffer, expected: BodyExpectation): Promise<ParsedBody> {
  const { decodeProtobuf, decodeProtobufObject } = await import('../../codecs/protobuf/index.js');
  try {
    const { apiVersion, kind, raw } = decodeProtobuf(bytes);
    const value = decodeProtobufObject(expected.type.protobuf!, raw) as { [key: string]: JsonValue };
    return { value: { ...value, ...(apiVersion && { apiVersion }), ...(kind && { kind }) }, duplicates: [] };
  } catch (error) {
    throw unrecognized(bytes, expected.kind, error instanceof Error ? error.message : String(error));
  }
}

/** 400: a body that is no object of the expected kind; its beginning is quoted. */
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
