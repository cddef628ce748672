import { type JsonValue, badRequest, parseApiVersion, goQuote } from '../../apimachinery/index.js';
import { jsonTypeOf } from '../../schema/index.js';
import { type BodyExpectation, apiVersionOf, notRegistered } from './body-expectation.js';
import { unrecognized } from './parse-body.js';

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Holds kind and version of a body against what the path expects; 400 where they differ. */
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
  checkKind(kind, apiVersion, expected);
}

/** What is wrong with a document that is no object, and cannot have a kind; undefined for nothing and for objects. */
export function documentFault(value: JsonValue): string | undefined {
  if (value === null || jsonTypeOf(value) === 'object') return undefined;
  return describeFault(`${jsonTypeOf(value)} into Go value of type ${TYPE_META}`);
}

/** What is wrong with the kind or version of a document that is to be an object; undefined when both are texts or missing. */
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

/** What a body does not say of itself is as expected. */
function checkKind(sentKind: string, sentVersion: string, expected: BodyExpectation): void {
  const own = apiVersionOf(expected);
  const kind = sentKind || expected.kind;
  const apiVersion = sentVersion || own;
  if (kind === expected.kind && apiVersion === own) return;
  const { group, version } = parseApiVersion(apiVersion)!;
  const isOther = group === expected.group && (expected.otherVersions ?? []).includes(version);
  if (kind === expected.kind && isOther) return;
  const isKnown = expected.knowsKind?.(apiVersion, kind) ?? false;
  if (isKnown && kind === expected.kind) {
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${own})`);
  }
  const owner = expected.group === '' ? 'core' : expected.group.split('.')[0];
  const why = isKnown
    ? `converting (${version}.${kind}) to (${owner}.${expected.kind}): unknown conversion`
    : notRegistered(kind, apiVersion);
  throw badRequest(`${kind} in version ${goQuote(version)} cannot be handled as a ${expected.kind}: ${why}`);
}
