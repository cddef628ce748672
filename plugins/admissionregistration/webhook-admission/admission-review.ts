import { type AdmissionAttributes, type ApiObject, stringifyJson } from '../../../src/plugin-api/index.js';
import { type JsonValue, base64FaultAt, newUuid } from '../../../src/plugin-api/built-in.js';
import { type RequestMatch, namespacedNameOf } from '../matching/index.js';
import { type ReviewVersion, checkReviewKind, membersOf, readReviewAnswer, textOf } from '../webhook/review-answer.js';

const REVIEW = { group: 'admission.k8s.io', kind: 'AdmissionReview' };

/** The objects of a request in the version that a webhook's rule names. */
export interface ShownObjects {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** A review to send: its text, and the facts by which its answer is checked. */
export interface AdmissionReview {
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly text: string;
}

/** A usable answer of a webhook. */
export interface ReviewedAdmission {
  readonly isAllowed: boolean;
  /** The Status of a refusal, unchecked. */
  readonly status: Record<string, JsonValue | undefined> | undefined;
  /** Decoded from base64; empty if there is none. */
  readonly patch: string;
  readonly patchType: string;
  readonly auditAnnotations: readonly (readonly [string, string])[];
  readonly warnings: readonly string[];
}

/** Formats a request as a review (upstream: CreateAdmissionObjects). */
export function makeAdmissionReview(
  version: ReviewVersion,
  attributes: AdmissionAttributes,
  { match, shown }: { readonly match: RequestMatch; readonly shown: ShownObjects },
): AdmissionReview {
  const uid = newUuid();
  const { kind, resource, subresource, operation, dryRun, options } = attributes;
  const { name, namespace } = namespacedNameOf(attributes);
  const text = stringifyJson({
    kind: REVIEW.kind,
    apiVersion: `${REVIEW.group}/${version}`,
    request: {
      uid,
      kind: kindOf(match.kind),
      resource: resourceOf(match.resource),
      ...(subresource !== '' && { subResource: subresource }),
      requestKind: kindOf(kind),
      requestResource: resourceOf(resource),
      ...(subresource !== '' && { requestSubResource: subresource }),
      ...(name !== '' && { name }),
      ...(namespace !== '' && { namespace }),
      operation,
      userInfo: userOf(attributes),
      object: shown.object ?? null,
      oldObject: shown.oldObject ?? null,
      dryRun,
      options: options ?? null,
    },
  });
  return { version, uid, text };
}

function kindOf({ group, version, kind }: RequestMatch['kind']): object {
  return { group, version, kind };
}

function resourceOf({ group, version, resource }: RequestMatch['resource']): object {
  return { group, version, resource };
}

function userOf({ user }: AdmissionAttributes): object {
  const { name, uid = '', groups, extra = {} } = user;
  return {
    ...(name !== '' && { username: name }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/**
 * Reads the answer to a review. Throws an UnreadableAnswer for what is no review, an Error for one that does not fit; both
 * in the reference's words.
 */
export async function readAdmissionAnswer(
  review: AdmissionReview,
  text: string,
  mayPatch: boolean,
): Promise<ReviewedAdmission> {
  const { answer, response } = await readTyped(review.version, text);
  if (review.version === 'v1') checkReviewKind(REVIEW, answer);
  if (!response) throw new Error('webhook response was absent');
  const { uid, patch, patchType } = response;
  if (review.version === 'v1') {
    if (uid !== review.uid)
      throw new Error(`expected response.uid=${JSON.stringify(review.uid)}, got ${JSON.stringify(uid)}`);
    if (mayPatch) checkPatch(patch, patchType);
    else refusePatch(patch, patchType);
  }
  const isPatchOfBeta = review.version === 'v1beta1' && patch !== '';
  return {
    ...response,
    patch: mayPatch ? patch : '',
    patchType: isPatchOfBeta ? 'JSONPatch' : (patchType ?? ''),
  };
}

/** The reason why an answer could not be read at all. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

async function readTyped(version: ReviewVersion, text: string) {
  try {
    const answer = await readReviewAnswer(REVIEW, version, text);
    return { answer, response: typedResponse(answer.response) };
  } catch (error) {
    throw new UnreadableAnswer((error as Error).message, { cause: error });
  }
}

function checkPatch(patch: string, patchType: string | undefined): void {
  if (patch !== '' && patchType === undefined)
    throw new Error('webhook returned response.patch but not response.patchType');
  if (patch === '' && patchType !== undefined)
    throw new Error('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""');
}

function refusePatch(patch: string, patchType: string | undefined): void {
  if (patch !== '') throw new Error('validating webhook may not return response.patch');
  if (patchType !== undefined) throw new Error('validating webhook may not return response.patchType');
}

/** A response with the types that Go's decoder insists on. */
interface TypedResponse extends Omit<ReviewedAdmission, 'patchType'> {
  readonly uid: string;
  readonly patchType: string | undefined;
}

function typedResponse(value: JsonValue | undefined): TypedResponse | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(value, 'response', 'v1.AdmissionResponse');
  const members = membersOf(value);
  const { allowed = false, status } = members;
  if (typeof allowed !== 'boolean' && allowed !== null) throw wrongType(allowed, 'response.allowed', 'bool');
  if (status !== undefined && status !== null && (typeof status !== 'object' || Array.isArray(status))) {
    throw wrongType(status, 'response.status', 'v1.Status');
  }
  return {
    uid: optionalText(members, 'uid') ?? '',
    isAllowed: allowed === true,
    status: status === undefined || status === null ? undefined : membersOf(status),
    patch: decodedPatch(optionalText(members, 'patch') ?? ''),
    patchType: optionalText(members, 'patchType'),
    auditAnnotations: annotationsOf(members.auditAnnotations),
    warnings: warningsOf(members.warnings),
  };
}

function optionalText(members: Record<string, JsonValue | undefined>, name: string): string | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongType(value, `response.${name}`, name === 'patch' ? '[]uint8' : 'string');
  return value;
}

function decodedPatch(text: string): string {
  const plain = text.replace(/[\r\n]/g, '');
  const fault = base64FaultAt(plain);
  if (fault !== undefined) throw new Error(`illegal base64 data at input byte ${fault}`);
  return Buffer.from(plain, 'base64').toString('utf8');
}

function annotationsOf(value: JsonValue | undefined): (readonly [string, string])[] {
  return Object.entries(membersOf(value)).map(([key, text]) => {
    if (typeof text !== 'string') throw wrongType(text, 'response.auditAnnotations', 'string');
    return [key, text] as const;
  });
}

function warningsOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrongType(value, 'response.warnings', '[]string');
  return value.map(textOf);
}

function wrongType(value: JsonValue | undefined, path: string, type: string): Error {
  const found = Array.isArray(value) ? 'array' : value instanceof Object ? 'object' : typeof value;
  const name = found === 'boolean' ? 'bool' : found === 'bigint' ? 'number' : found;
  return new Error(`json: cannot unmarshal ${name} into Go struct field AdmissionReview.${path} of type ${type}`);
}
