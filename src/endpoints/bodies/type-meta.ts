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
  const fault = typeFault(members, 'kind') ?? typeFault(members, 'apiVersion');
  if (fault) throw malformed(fault, bytes, expected);
  const kind = (members.kind ?? '') as string;
  const apiVersion = (members.apiVersion ?? '') as string;
  if (apiVersion !== '' && !parseApiVersion(apiVersion)) {
    throw unrecognized(bytes, expected.kind, `unexpected GroupVersion string: ${apiVersion}`);
  }
  checkKind(kind, apiVersion, expected);
}

/** What is wrong with a member that is neither text nor missing. */
function typeFault(members: { [key: string]: JsonValue }, name: string): string | undefined {
  const member = members[name];
  if (member === undefined || member === null || typeof member === 'string') return undefined;
  return `${jsonTypeOf(member)} into Go struct field .${name} of type string`;
}

function malformed(what: string, bytes: Buffer, { kind }: BodyExpectation): StatusError {
  return unrecognized(bytes, kind, `couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`);
}

/** What a body does not say of itself is as expected. */
function checkKind(sentKind: string, sentVersion: string, expected: BodyExpectation): void {
  const own = apiVersionOf(expected);
  const kind = sentKind || expected.kind;
  const apiVersion = sentVersion || own;
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
