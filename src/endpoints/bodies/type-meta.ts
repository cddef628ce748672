import { type JsonValue, type StatusError, badRequest, parseApiVersion } from '../../apimachinery/index.js';
import { jsonTypeOf } from '../../schema/index.js';
import { type BodyExpectation, apiVersionOf, notRegistered } from './body-expectation.js';
import { unrecognized } from './parse-body.js';

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Holds kind and version of a body against what the path expects; 400 where they differ. */
export function checkTypeMeta(value: JsonValue, bytes: Buffer, expected: BodyExpectation): void {
  if (value === null) return;
  if (jsonTypeOf(value) !== 'object') {
    throw malformed(`${jsonTypeOf(value)} into Go value of type ${TYPE_META}`, bytes, expected);
  }
  const members = value as { [key: string]: JsonValue };
  const kind = textMember(members, 'kind', bytes, expected);
  const apiVersion = textMember(members, 'apiVersion', bytes, expected);
  const own = apiVersionOf(expected);
  if (apiVersion !== '' && !parseApiVersion(apiVersion)) {
    throw unrecognized(bytes, expected.kind, `unexpected GroupVersion string: ${apiVersion}`);
  }
  checkKind(kind || expected.kind, apiVersion || own, own, expected);
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
  throw malformed(`${jsonTypeOf(member)} into Go struct field .${name} of type string`, bytes, expected);
}

function malformed(what: string, bytes: Buffer, { kind }: BodyExpectation): StatusError {
  return unrecognized(bytes, kind, `couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`);
}

function checkKind(kind: string, apiVersion: string, own: string, expected: BodyExpectation): void {
  if (kind === expected.kind && apiVersion === own) return;
  const { version } = parseApiVersion(apiVersion)!;
  const isKnown = expected.knowsKind?.(apiVersion, kind) ?? false;
  if (isKnown && kind === expected.kind) {
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${own})`);
  }
  const owner = expected.group === '' ? 'core' : expected.group.split('.')[0];
  const why = isKnown
    ? `converting (${version}.${kind}) to (${owner}.${expected.kind}): unknown conversion`
    : notRegistered(kind, apiVersion);
  throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${why}`);
}
