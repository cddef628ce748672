import { stringifyJson, type ApiObject } from '../../../../src/plugin-api/index.js';
import {
  JsonSyntaxError,
  type JsonValue,
  newUuid,
  parseApiVersion,
  parseJsonOrYaml,
} from '../../../../src/plugin-api/built-in.js';

const GROUP = 'apiextensions.k8s.io';
const KIND = 'ConversionReview';
/** The result of Go's parser for a malformed apiVersion. */
const NO_VERSION = { group: '', version: '' };

/** The versions of ConversionReview this server can send. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** A review to send: its text, and the facts by which its response is checked. */
export interface ConversionReview {
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly desiredApiVersion: string;
  /** How many objects are to be converted. */
  readonly count: number;
  readonly text: string;
}

/** Returns the first version of a webhook's list that this server can send; undefined if there is none. */
export function reviewVersion(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

/** The version that objects are converted to, and how many characters the objects of one review may have. */
export interface ReviewOptions {
  readonly desiredAPIVersion: string;
  readonly most: number;
}

/** Formats objects as reviews that ask for another version of them, in order; each is made when it is reached. */
export function* makeReviews(
  version: ReviewVersion,
  objects: readonly ApiObject[],
  { desiredAPIVersion, most }: ReviewOptions,
): Generator<ConversionReview> {
  let texts: string[] = [];
  let length = 0;
  for (const object of objects) {
    const text = stringifyJson(object);
    if (texts.length > 0 && length + text.length > most) {
      yield makeReview(version, texts, desiredAPIVersion);
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield makeReview(version, texts, desiredAPIVersion);
}

/** Words objects, which are JSON already, as one review. */
function makeReview(version: ReviewVersion, objects: readonly string[], desiredAPIVersion: string): ConversionReview {
  const uid = newUuid();
  const head = stringifyJson({ kind: KIND, apiVersion: `${GROUP}/${version}` }).slice(0, -1);
  const request = `${stringifyJson({ uid, desiredAPIVersion }).slice(0, -1)},"objects":[${objects.join(',')}]}`;
  const response = stringifyJson({ uid: '', convertedObjects: null, result: { metadata: {} } });
  const text = `${head},"request":${request},"response":${response}}`;
  return { version, uid, desiredApiVersion: desiredAPIVersion, count: objects.length, text };
}

/** Returns the converted objects of a response, unchecked. Throws an Error in the reference's words if there are none. */
export async function readConverted(review: ConversionReview, text: string): Promise<readonly JsonValue[]> {
  const { apiVersion, kind, response } = await readReview(review.version, text);
  if (review.version === 'v1' && (apiVersion !== `${GROUP}/v1` || kind !== KIND)) {
    const { group, version } = parseApiVersion(apiVersion) ?? NO_VERSION;
    throw new Error(`expected webhook response of ${GROUP}/v1, Kind=${KIND}, got ${group}/${version}, Kind=${kind}`);
  }
  if (response === null || response === undefined) throw new Error('no response provided');
  const { uid = '', result, convertedObjects } = membersOf(response);
  // Former versions were answered without the uid.
  if (review.version === 'v1' && uid !== review.uid) {
    throw new Error(`expected response.uid=${JSON.stringify(review.uid)}, got ${JSON.stringify(uid)}`);
  }
  const { status = '', message = '' } = membersOf(result);
  if (status !== 'Success') {
    throw new Error(textOf(message) || `response.result.status was '${textOf(status)}', not 'Success'`);
  }
  if (convertedObjects === null || convertedObjects === undefined) return [];
  if (Array.isArray(convertedObjects)) return convertedObjects;
  throw new Error('response.convertedObjects is no list');
}

interface ReviewAnswer {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: JsonValue | undefined;
}

/** The names of the kind read by Go for this decision. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

async function readReview(wanted: ReviewVersion, text: string): Promise<ReviewAnswer> {
  // Null is an object without members for Go.
  const value = (await parse(text)) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value;
    throw malformed(`json: cannot unmarshal ${type} into Go value of type ${TYPE_META}`);
  }
  const { apiVersion, kind, response } = value as Record<string, JsonValue | undefined>;
  const answer = { apiVersion: textOf(apiVersion), kind: textOf(kind), response };
  const { group, version } = parseApiVersion(answer.apiVersion || `${GROUP}/${wanted}`) ?? NO_VERSION;
  if (group !== GROUP || (answer.kind || KIND) !== KIND || !reviewVersion([version])) {
    const scheme = '"k8s.io/apiserver/pkg/util/webhook/client.go:86"';
    const of = `version ${JSON.stringify(answer.apiVersion || `${GROUP}/${wanted}`)} in scheme ${scheme}`;
    throw new Error(`no kind ${JSON.stringify(answer.kind || KIND)} is registered for ${of}`);
  }
  if (version !== wanted) throw new Error(`converting (${version}.${KIND}) to (${wanted}.${KIND}): unknown conversion`);
  return answer;
}

async function parse(text: string): Promise<JsonValue> {
  try {
    // With the spelling of numbers: 1.0 is no integer.
    return await parseJsonOrYaml(text, { keepsLiterals: true });
  } catch (error) {
    throw error instanceof JsonSyntaxError ? malformed(error.message) : error;
  }
}

function malformed(reason: string): Error {
  return new Error(`couldn't get version/kind; json parse error: ${reason}`);
}

function membersOf(value: JsonValue | undefined): Record<string, JsonValue | undefined> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, JsonValue | undefined>)
    : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
