import {
  FieldPath,
  type JsonValue,
  MAX_STRUCTS,
  type StatusError,
  badRequest,
  goQuote,
  invalid,
  invalidObject,
  parseApiVersion,
  requestEntityTooLarge,
} from '../../apimachinery/index.js';
import { DecodeError, type ObjectShape, TooManyStructsError, jsonTypeOf } from '../../schema/index.js';
import { type BodyExpectation, apiVersionOf, notRegistered } from './body-expectation.js';
import { unrecognized } from './parse-body.js';

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Compares kind and version of a body with those of the path; 400 if they differ. */
export function checkTypeMeta(value: JsonValue, bytes: Buffer, expected: BodyExpectation): void {
  if (value === null) return;
  const mismatch = documentFault(value);
  if (mismatch) throw unrecognized(bytes, expected.kind, mismatch);
  const members = value as { [key: string]: JsonValue };
  const fault = typeMetaFault(members);
  if (fault) throw unrecognized(bytes, expected.kind, fault);
  const kind = (members.kind ?? '') as string;
  const apiVersion = (members.apiVersion ?? '') as string;
  if (apiVersion !== '' && !parseApiVersion(apiVersion)) {
    throw unrecognized(bytes, expected.kind, `unexpected GroupVersion string: ${apiVersion}`);
  }
  if (kind === '' && expected.type.isUnstructured) {
    throw unrecognized(bytes, expected.kind, `Object 'Kind' is missing in '${bytes.toString('utf8')}'`);
  }
  checkKind(members, { kind, apiVersion }, expected);
}

/** Returns the faults of a document that is no object, and cannot have a kind; undefined for nothing and for objects. */
export function documentFault(value: JsonValue): string | undefined {
  if (value === null || jsonTypeOf(value) === 'object') return undefined;
  return describeFault(`${jsonTypeOf(value)} into Go value of type ${TYPE_META}`);
}

/**
 * Returns the faults of the kind or version of a document that is to be an object; undefined when both are texts or
 * missing.
 */
export function typeMetaFault(members: { readonly [key: string]: JsonValue }): string | undefined {
  const name = ['kind', 'apiVersion'].find((each) => !isTextOrMissing(members[each]));
  return name && describeFault(`${jsonTypeOf(members[name])} into Go struct field .${name} of type string`);
}

function isTextOrMissing(member: JsonValue | undefined): boolean {
  return member === undefined || member === null || typeof member === 'string';
}

function describeFault(what: string): string {
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`;
}

/** Kind and version as a body names them; empty where it does not. */
interface SentType {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Kind and version are optional in a body. */
function checkKind(body: JsonValue, sent: SentType, expected: BodyExpectation): void {
  const own = apiVersionOf(expected);
  const kind = sent.kind || expected.kind;
  const apiVersion = sent.apiVersion || own;
  if (expected.type.isUnstructured) {
    if (sent.apiVersion !== own) throw otherVersionInData(sent.apiVersion, own);
    checkUnstructuredKind(body, kind, expected);
  }
  if (kind === expected.kind && apiVersion === own) return;
  const { group, version } = parseApiVersion(apiVersion)!;
  const isOther = group === expected.group && (expected.otherVersions ?? []).includes(version);
  if (kind === expected.kind && isOther) return;
  const isKnown = expected.kinds?.knowsKind(apiVersion, kind) ?? false;
  if (isKnown && kind === expected.kind) {
    throw otherVersionInData(apiVersion, own);
  }
  // The reference decodes a body by the type it names before it converts.
  const fault = faultIn(body, expected.kinds?.typeOf(apiVersion, kind));
  const why = fault ?? foreignKind(kind, apiVersion, expected);
  throw badRequest(`${kind} in version ${goQuote(version)} cannot be handled as a ${expected.kind}: ${why}`);
}

function otherVersionInData(apiVersion: string, own: string): StatusError {
  return badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${own})`);
}

/** Rejects an unstructured body of another kind: the kind is validated like any field. */
export function checkUnstructuredKind(body: JsonValue, kind: string, expected: BodyExpectation): void {
  if (kind === expected.kind) return;
  const error = invalid(FieldPath.of('kind'), kind, `must be ${expected.kind}`);
  throw invalidObject({ group: expected.group, kind }, nameIn(body), [error]);
}

/** Returns the name of a document; empty where it has none. */
export function nameIn(document: JsonValue): string {
  const { metadata } = (document ?? {}) as { readonly metadata?: { readonly name?: unknown } | null };
  return typeof metadata?.name === 'string' ? metadata.name : '';
}

/** Returns why a body is not an object of a type; undefined if it is one, or the type is unknown. */
function faultIn(body: JsonValue, type: ObjectShape | undefined): string | undefined {
  try {
    type?.decode(body, { maxStructs: MAX_STRUCTS });
    return undefined;
  } catch (error) {
    if (error instanceof TooManyStructsError) throw requestEntityTooLarge(`limit is ${MAX_STRUCTS} elements`);
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

/** Returns why a document of a kind and version does not match the expected one. */
export function foreignKind(kind: string, apiVersion: string, expected: BodyExpectation): string {
  if (kind === expected.kind || !expected.kinds?.knowsKind(apiVersion, kind)) {
    return notRegistered(kind, apiVersion, expected);
  }
  const owner = expected.group === '' ? 'core' : expected.group.split('.')[0];
  const { version } = parseApiVersion(apiVersion)!;
  return `converting (${version}.${kind}) to (${owner}.${expected.kind}): unknown conversion`;
}
