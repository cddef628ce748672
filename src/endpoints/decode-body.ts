import {
  type ApiObject,
  type JsonValue,
  type StatusError,
  badRequest,
  formatApiVersion,
  parseApiVersion,
  unsupportedMediaType,
} from '../apimachinery/index.js';
import { JsonSyntaxError, OBJECT_MEDIA_TYPES, bodyFormat, parseJson, setMember } from '../codecs/index.js';
import { type CompiledType, DecodeError, applyDefaults, decode } from '../schema/index.js';
import type { PatchOutcome } from '../patch/index.js';
import type { RequestContext } from './request-context.js';

/** How unknown and repeated members of a body are treated. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** What a body is expected to hold. */
export interface BodyExpectation {
  readonly type: CompiledType;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly hasProtobuf: boolean;
  /** Whether a kind exists in a version, for complaints about bodies of another kind; without it none does. */
  readonly knowsKind?: (apiVersion: string, kind: string) => boolean;
}

interface Parsed {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

/** Strictness problems that are listed at most. */
const MAX_PROBLEMS = 100;

/** Decodes and defaults an object from a request body; 400 and 415 as the reference words them. */
export async function decodeBody(
  context: RequestContext,
  bytes: Buffer,
  expected: BodyExpectation,
  validation: FieldValidation,
): Promise<ApiObject> {
  const parsed = await parseBody(context.headers['content-type'], bytes, expected);
  const gvk = readTypeMeta(parsed.value, bytes, expected);
  return decodeValue(parsed, gvk, expected, validation, context.warn);
}

/** Decodes and defaults parsed data of a known kind. */
export function decodeValue(
  parsed: Parsed,
  sent: { version: string; kind: string },
  expected: BodyExpectation,
  validation: FieldValidation,
  warn: (text: string) => void,
): ApiObject {
  const problems = parsed.duplicates.map(describeDuplicate);
  const onUnknown =
    validation === 'Ignore' ? undefined : (path: string) => problems.push(`unknown field ${JSON.stringify(path)}`);
  let object: Record<string, unknown>;
  try {
    // An empty document is an object without members.
    object = decode(expected.type, parsed.value ?? {}, { onUnknown });
    applyDefaults(expected.type, object);
  } catch (error) {
    throw asBadRequest(error, sent, expected.kind);
  }
  reportProblems(problems, validation, sent, expected.kind, warn);
  return withType(object, expected);
}

/** Decodes and defaults what a patch made of an object, whose type some patches cannot touch (`keepsType`); 422 for unknown members in Strict mode, as the reference. */
export function decodePatched(
  patched: PatchOutcome,
  expected: BodyExpectation,
  validation: FieldValidation,
  warn: (text: string) => void,
  keepsType: boolean,
): ApiObject {
  const fault = keepsType ? undefined : foreignType(patched.value, expected);
  if (fault) throw patched.describe(fault);
  const problems = [...patched.problems, ...patched.duplicates.map(describeDuplicate)];
  const onUnknown =
    validation === 'Ignore' ? undefined : (path: string) => problems.push(`unknown field ${JSON.stringify(path)}`);
  let object: Record<string, unknown>;
  try {
    object = decode(expected.type, patched.value, { onUnknown });
    applyDefaults(expected.type, object);
  } catch (error) {
    throw error instanceof DecodeError ? patched.describe(error.message) : error;
  }
  if (problems.length > 0 && validation === 'Warn') problems.slice(0, MAX_PROBLEMS).flatMap(asWarnings).forEach(warn);
  if (problems.length > 0 && validation === 'Strict') {
    throw patched.describe(`strict decoding error: ${problems.slice(0, MAX_PROBLEMS).join(', ')}`);
  }
  return withType(object, expected);
}

function withType(object: Record<string, unknown>, { kind, group, version }: BodyExpectation): ApiObject {
  object.kind = kind;
  object.apiVersion = formatApiVersion({ group, version });
  return object as unknown as ApiObject;
}

/** Why a patched document is no object of its kind any more; undefined when it still is. */
function foreignType(value: JsonValue, expected: BodyExpectation): string | undefined {
  const { kind, apiVersion } = (value ?? {}) as { kind?: JsonValue; apiVersion?: JsonValue };
  const own = expected.group === '' ? expected.version : `${expected.group}/${expected.version}`;
  if ((kind ?? expected.kind) === expected.kind && (apiVersion ?? own) === own) return undefined;
  return `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')} in scheme ${SCHEME}`;
}

function describeDuplicate(path: string): string {
  // YAML's own parser words its finding itself.
  return path.startsWith('yaml:') ? path : `duplicate field ${JSON.stringify(path)}`;
}

function reportProblems(
  problems: readonly string[],
  validation: FieldValidation,
  sent: { version: string; kind: string },
  kind: string,
  warn: (text: string) => void,
): void {
  if (problems.length === 0 || validation === 'Ignore') return;
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (validation === 'Warn') return shown.flatMap(asWarnings).forEach(warn);
  const list = `strict decoding error: ${shown.join(', ')}`;
  throw badRequest(`${sent.kind} in version ${JSON.stringify(sent.version)} cannot be handled as a ${kind}: ${list}`);
}

/** A header holds one line: the findings of the YAML parser are given one by one. */
function asWarnings(problem: string): string[] {
  const lines = problem.split('\n').map((line) => line.trim());
  return lines.length > 1 ? lines.slice(1) : lines;
}

function asBadRequest(error: unknown, sent: { version: string; kind: string }, kind: string): unknown {
  if (!(error instanceof DecodeError)) return error;
  return badRequest(
    `${sent.kind} in version ${JSON.stringify(sent.version)} cannot be handled as a ${kind}: ${error.message}`,
  );
}

/** Parses a body by its media type; 415 for one that is not read. */
export async function parseBody(
  contentType: string | undefined,
  bytes: Buffer,
  expected: BodyExpectation,
): Promise<Parsed> {
  const format = bodyFormat(contentType, expected.hasProtobuf);
  if (!format) throw unsupportedMediaType(expected.hasProtobuf ? OBJECT_MEDIA_TYPES : OBJECT_MEDIA_TYPES.slice(0, 2));
  if (format === 'protobuf') return parseProtobuf(bytes, expected);
  try {
    if (format === 'json') return parseJson(bytes.toString('utf8'));
    const { parseYaml } = await import('../codecs/yaml/index.js');
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

async function parseProtobuf(bytes: Buffer, expected: BodyExpectation): Promise<Parsed> {
  const { decodeProtobuf, decodeProtobufObject } = await import('../codecs/protobuf/index.js');
  try {
    const { apiVersion, kind, raw } = decodeProtobuf(bytes);
    const value = decodeProtobufObject(expected.type, raw) as { [key: string]: JsonValue };
    return { value: { ...value, ...(apiVersion && { apiVersion }), ...(kind && { kind }) }, duplicates: [] };
  } catch (error) {
    throw unrecognized(bytes, expected.kind, error instanceof Error ? error.message : String(error));
  }
}

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Reads kind and version of a body and holds them against what the path expects. */
function readTypeMeta(value: JsonValue, bytes: Buffer, expected: BodyExpectation): { version: string; kind: string } {
  if (value === null) return expected;
  if (typeof value !== 'object' || Array.isArray(value)) {
    const got = Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value === 'string'
          ? 'string'
          : 'number';
    throw unrecognized(
      bytes,
      expected.kind,
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${got} into Go value of type ${TYPE_META}`,
    );
  }
  const kind = textMember(value, 'kind', bytes, expected);
  const apiVersion = textMember(value, 'apiVersion', bytes, expected);
  const own = expected.group === '' ? expected.version : `${expected.group}/${expected.version}`;
  if (apiVersion !== '' && !parseApiVersion(apiVersion)) {
    throw unrecognized(bytes, expected.kind, `unexpected GroupVersion string: ${apiVersion}`);
  }
  checkTypeMeta(kind || expected.kind, apiVersion || own, own, expected);
  return expected;
}

function textMember(
  value: { [key: string]: JsonValue },
  name: string,
  bytes: Buffer,
  expected: BodyExpectation,
): string {
  const member = value[name];
  if (member === undefined || member === null) return '';
  if (typeof member === 'string') return member;
  const got = Array.isArray(member)
    ? 'array'
    : typeof member === 'boolean'
      ? 'bool'
      : typeof member === 'object'
        ? 'object'
        : 'number';
  const error = `couldn't get version/kind; json parse error: json: cannot unmarshal ${got} into Go struct field .${name} of type string`;
  throw unrecognized(bytes, expected.kind, error);
}

function checkTypeMeta(kind: string, apiVersion: string, own: string, expected: BodyExpectation): void {
  if (kind === expected.kind && apiVersion === own) return;
  const { version } = parseApiVersion(apiVersion)!;
  const isKnown = expected.knowsKind?.(apiVersion, kind) ?? false;
  if (isKnown && kind === expected.kind) {
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${own})`);
  }
  const owner = expected.group === '' ? 'core' : expected.group.split('.')[0];
  const why = isKnown
    ? `converting (${version}.${kind}) to (${owner}.${expected.kind}): unknown conversion`
    : `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${SCHEME}`;
  throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${why}`);
}

/** How the reference names the registry of its kinds in complaints. */
const SCHEME = '"kubernetes/pkg/api/legacyscheme/scheme.go:30"';

function unrecognized(bytes: Buffer, kind: string, why: string): StatusError {
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
