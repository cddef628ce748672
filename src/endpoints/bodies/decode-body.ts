import {
  type ApiObject,
  FieldPath,
  type JsonValue,
  type MaybePromise,
  MAX_STRUCTS,
  badRequest,
  invalid,
  invalidObject,
  requestEntityTooLarge,
  goQuote,
  parseApiVersion,
} from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import { type Steps, doInTurns, settled } from '../../observability/index.js';
import type { PatchOutcome } from '../../patch/index.js';
import { DecodeError, StructuralShape, TooManyStructsError } from '../../schema/index.js';
import { type BodyExpectation, type OtherVersion, apiVersionOf } from './body-expectation.js';
import { type FieldValidation, StrictProblems } from './field-validation.js';
import { type BodySerializer, bodySerializer, parseBody, unrecognized } from './parse-body.js';
import { readBodyInTurn } from './request-body.js';
import type { RequestContext } from '../request-context.js';
import { checkTypeMeta, checkUnstructuredKind, foreignKind, nameIn, typeMetaFault } from './type-meta.js';

/** How a body is read. */
export interface BodyReading {
  readonly fieldValidation: FieldValidation;
  /** The decoder; chosen by the media type if undefined. */
  readonly serializer?: BodySerializer;
}

/** Reads a request body, and decodes and defaults the object in it; 400, 413 and 415 as the reference words them. */
export function decodeBody(
  context: RequestContext,
  expected: BodyExpectation,
  reading: BodyReading,
): Promise<ApiObject> {
  return doInTurns(decodeInSteps(context, expected, reading), context.seat.lane);
}

function* decodeInSteps(
  context: RequestContext,
  expected: BodyExpectation,
  { fieldValidation, serializer }: BodyReading,
): Steps<ApiObject> {
  const bytes = yield* settled(readBodyInTurn(context));
  const { span } = context;
  span?.addEvent('limitedReadBody succeeded', { len: bytes.length });
  span?.addEvent('About to convert to expected version');
  const body = parseBody(bytes, {
    serializer: serializer ?? bodySerializer(context, expected),
    type: expected.type,
    refuse: (fault) => unrecognized(bytes, expected.kind, fault),
  });
  const { value, duplicates, inOrder } = yield* settled(body);
  const other = versionOf(value, expected);
  // Another version of the kind is read by its own type before it is refused.
  if (!other) checkTypeMeta(value, bytes, expected);
  const problems = new StrictProblems(fieldValidation);
  const refuse = (why: string): Error => {
    const version = goQuote(other ? sentVersionOf(value) : expected.version);
    return badRequest(`${expected.kind} in version ${version} cannot be handled as a ${expected.kind}: ${why}`);
  };
  // An empty document is an object without members.
  const rules = { wantsUnknown: problems.wantsUnknown, refuse };
  const { object, unknown } = decodeAs(other ?? expected, value ?? {}, rules);
  // Of unstructured objects all duplicates are found before the schema is looked at.
  if (inOrder && unknown.length > 0 && !expected.type.isUnstructured) problems.addOrdered(inOrder(unknown));
  else problems.addMembers(duplicates, unknown);
  problems.report(context.warn, refuse);
  if (other) checkTypeMeta(value, bytes, expected);
  const decoded = complete(object, expected);
  span?.addEvent('Conversion done');
  context.trail?.sawRequest(decoded, () => stringifyJson(expected.type.canonicalize(decoded)));
  return decoded;
}

function sentVersionOf(value: JsonValue): string {
  const { apiVersion } = value as { readonly apiVersion: string };
  return parseApiVersion(apiVersion)?.version ?? '';
}

/** How a patched document is read. */
export interface PatchedReading {
  readonly validation: FieldValidation;
  readonly warn: (text: string) => void;
  /** True if the document is an object of the type from the start, member by member, as strategic patches leave it. */
  readonly isTyped: boolean;
}

/** Decodes and defaults what a patch made of an object, and converts it where it names another version; 422 where it is no such object any more. */
export function decodePatched(
  patched: PatchOutcome,
  expected: BodyExpectation,
  reading: PatchedReading,
): MaybePromise<ApiObject> {
  const problems = new StrictProblems(reading.validation);
  problems.addOthers(patched.problems);
  if (!reading.isTyped) {
    checkPatchedType(patched, expected);
    if (!hasVersion(patched.value)) return withoutVersion(patched, expected, { problems, warn: reading.warn });
  }
  const version = reading.isTyped ? undefined : versionOf(patched.value, expected);
  const rules = { wantsUnknown: problems.wantsUnknown, refuse: patched.describe };
  const { object, unknown } = decodeAs(version ?? expected, patched.value, rules);
  // Without a text there is no order to keep; the reference sorts.
  problems.addMembers(patched.duplicates, reading.isTyped ? unknown.sort() : unknown);
  problems.report(reading.warn, patched.describe);
  return version ? version.convert(object as unknown as ApiObject) : complete(object, expected);
}

interface Reporting extends Pick<PatchedReading, 'warn'> {
  readonly problems: StrictProblems;
}

/**
 * Reads a patched document that names no version as an empty object, and reports its members as unknown: the reference
 * decodes it as its internal version, which has none of them. The caller rejects an object without a name.
 */
function withoutVersion(patched: PatchOutcome, expected: BodyExpectation, { problems, warn }: Reporting): ApiObject {
  const unknown = Object.keys(patched.value as object).filter((name) => name !== 'kind' && name !== 'apiVersion');
  problems.addMembers(patched.duplicates, unknown.sort());
  problems.report(warn, patched.describe);
  return complete({ metadata: {} }, expected);
}

function hasVersion(value: JsonValue): boolean {
  const { apiVersion } = (value ?? {}) as { readonly [key: string]: JsonValue };
  return apiVersion !== undefined && apiVersion !== null && apiVersion !== '' && apiVersion !== '/';
}

/** The other version that a document declares; undefined for the expected one, and for an invalid one. */
function versionOf(value: JsonValue, expected: BodyExpectation): OtherVersion | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, apiVersion } = value as { readonly [key: string]: JsonValue };
  const isKind = kind === undefined || kind === null || kind === '' || kind === expected.kind;
  if (!isKind || typeof apiVersion !== 'string' || apiVersion === apiVersionOf(expected)) return undefined;
  return expected.otherVersion?.(apiVersion) ?? unknownVersion(apiVersion, expected);
}

/** A version of a group of unstructured objects that is not there: none of its members are known. */
function unknownVersion(apiVersion: string, { type, group }: BodyExpectation): OtherVersion | undefined {
  if (!type.isUnstructured || parseApiVersion(apiVersion)?.group !== group) return undefined;
  return { type: EMPTY_SHAPE, convert: (object) => object };
}

const EMPTY_SHAPE = new StructuralShape('', { type: 'object' });

/** How closely a value is looked at, and what becomes of one that is not of the type. */
interface DecodingRules {
  readonly wantsUnknown: boolean;
  readonly refuse: (why: string) => Error;
}

interface Decoded {
  readonly object: Record<string, unknown>;
  readonly unknown: string[];
}

function decodeAs(
  { type }: Pick<BodyExpectation, 'type'>,
  value: JsonValue,
  { wantsUnknown, refuse }: DecodingRules,
): Decoded {
  const unknown: string[] = [];
  const onUnknown = wantsUnknown ? (path: string): void => void unknown.push(path) : undefined;
  try {
    const object = type.decode(value, { onUnknown, maxStructs: MAX_STRUCTS });
    // Defaults read annotations, which may be as wrong as members.
    type.applyDefaults(object);
    return { object, unknown };
  } catch (error) {
    if (error instanceof TooManyStructsError) throw requestEntityTooLarge(`limit is ${MAX_STRUCTS} elements`);
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
}

function complete(object: Record<string, unknown>, expected: BodyExpectation): ApiObject {
  object.kind = expected.kind;
  object.apiVersion = apiVersionOf(expected);
  return object as unknown as ApiObject;
}

type PatchedTypeMeta = { readonly [name in 'kind' | 'apiVersion']?: string | null };

/** Rejects a patched document that is of another type: no texts for kind and version first, as the reference reads both. */
function checkPatchedType(patched: PatchOutcome, expected: BodyExpectation): void {
  const { value, describe } = patched;
  const fault = typeMetaFault((value ?? {}) as { readonly [key: string]: JsonValue });
  if (fault) throw describe(fault);
  if (expected.type.isUnstructured) checkUnstructuredType(patched, expected);
  const foreign = foreignType(value, expected);
  if (foreign) throw describe(foreign);
}

/** Rejects a patched document of an unstructured kind that is of another type, as the reference's validation does. */
function checkUnstructuredType({ value, describe }: PatchOutcome, expected: BodyExpectation): void {
  const { kind, apiVersion } = (value ?? {}) as PatchedTypeMeta;
  if (!kind) throw describe(`Object 'Kind' is missing in '${stringifyJson(value)}'`);
  checkUnstructuredKind(value, kind, expected);
  const own = apiVersionOf(expected);
  if (apiVersion === own || typeof apiVersion !== 'string') return;
  throw invalidObject(expected, nameIn(value), [invalid(FieldPath.of('apiVersion'), apiVersion, `must be ${own}`)]);
}

/** Returns why a patched document is no longer an object of its kind; undefined if it is, or names no version. */
function foreignType(value: JsonValue, expected: BodyExpectation): string | undefined {
  const { kind, apiVersion } = (value ?? {}) as PatchedTypeMeta;
  const sent = { kind: kind || expected.kind, apiVersion: apiVersion ?? '' };
  if (hasVersion(value) && !parseApiVersion(sent.apiVersion))
    return `unexpected GroupVersion string: ${sent.apiVersion}`;
  const isVersion = !hasVersion(value) || sent.apiVersion === apiVersionOf(expected);
  if ((sent.kind === expected.kind && isVersion) || versionOf(value, expected)) return undefined;
  return foreignKind(sent.kind, sent.apiVersion, expected);
}
