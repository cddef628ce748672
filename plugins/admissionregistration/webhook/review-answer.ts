import { JsonSyntaxError, type JsonValue, parseApiVersion, parseJsonOrYaml } from '../../../src/plugin-api/built-in.js';

/** The kind of a review, which webhooks answer with a review of the same kind. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
}

/** The versions of reviews this server can send. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** The answer of a webhook, read as far as all reviews are alike. */
export interface ReviewAnswer {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: JsonValue | undefined;
}

/** The result of Go's parser for a malformed apiVersion. */
const NO_VERSION = { group: '', version: '' };

/** The names of the kind read by Go for this decision. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Returns the first version of a webhook's list that this server can send; undefined if there is none. */
export function reviewVersion(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

/** Reads the text of an answer to a review of a version. Throws an Error in the reference's words for what is no review. */
export async function readReviewAnswer(
  { group, kind }: ReviewKind,
  wanted: ReviewVersion,
  text: string,
): Promise<ReviewAnswer> {
  // Null is an object without members for Go.
  const value = (await parse(text)) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const type = Array.isArray(value) ? 'array' : goTypeOf(value);
    throw malformed(`json: cannot unmarshal ${type} into Go value of type ${TYPE_META}`);
  }
  const members = value as Record<string, JsonValue | undefined>;
  const answer = { apiVersion: textOf(members.apiVersion), kind: textOf(members.kind), response: members.response };
  const apiVersion = answer.apiVersion || `${group}/${wanted}`;
  const found = parseApiVersion(apiVersion) ?? NO_VERSION;
  if (found.group !== group || (answer.kind || kind) !== kind || !reviewVersion([found.version])) {
    const scheme = '"k8s.io/apiserver/pkg/util/webhook/client.go:86"';
    const of = `version ${JSON.stringify(apiVersion)} in scheme ${scheme}`;
    throw new Error(`no kind ${JSON.stringify(answer.kind || kind)} is registered for ${of}`);
  }
  if (found.version !== wanted) {
    throw new Error(`converting (${found.version}.${kind}) to (${wanted}.${kind}): unknown conversion`);
  }
  return answer;
}

/** Throws an Error where an answer does not name its kind and version, as those to reviews of v1 must. */
export function checkReviewKind({ group, kind }: ReviewKind, answer: ReviewAnswer): void {
  if (answer.apiVersion === `${group}/v1` && answer.kind === kind) return;
  const found = parseApiVersion(answer.apiVersion) ?? NO_VERSION;
  const got = `${found.group}/${found.version}, Kind=${answer.kind}`;
  throw new Error(`expected webhook response of ${group}/v1, Kind=${kind}, got ${got}`);
}

/** Returns the members of a JSON object; none of what is no object. */
export function membersOf(value: JsonValue | undefined): Record<string, JsonValue | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, JsonValue | undefined>)
    : {};
}

/** Returns a text; empty for a value of another type. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

async function parse(text: string): Promise<JsonValue> {
  try {
    // With the spelling of numbers: 1.0 is no integer.
    return await parseJsonOrYaml(text, { keepsLiterals: true });
  } catch (error) {
    throw error instanceof JsonSyntaxError ? malformed(error.message) : error;
  }
}

function goTypeOf(value: JsonValue): string {
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : 'number';
}

function malformed(reason: string): Error {
  return new Error(`couldn't get version/kind; json parse error: ${reason}`);
}
