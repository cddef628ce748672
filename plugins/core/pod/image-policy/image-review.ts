import type { AdmissionAttributes } from '../../../../src/plugin-api/index.js';
import type { Pod } from '../shape/pod.v1.js';

/** The images of a write, as an ImageReview asks about them. */
export interface ImageReviewSpec {
  readonly containers?: readonly { readonly image?: string }[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

/** The response of the webhook. */
export interface ImageReviewStatus {
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[];
}

/** The subresource whose writes are reviewed besides those of whole pods. */
export const EPHEMERAL_CONTAINERS = 'ephemeralcontainers';

const KIND = 'ImageReview';
const API_VERSION = 'imagepolicy.k8s.io/v1alpha1';
/** The part of an annotation's key by which it is sent to the webhook. */
const REVIEWED = '.image-policy.k8s.io/';

/** Returns the spec of the review of a write; annotations are sorted, so that equal reviews have equal texts. */
export function specOf({ object, subresource, namespace }: AdmissionAttributes): ImageReviewSpec {
  const { metadata, spec } = object as Pod;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  const reviewed = subresource === EPHEMERAL_CONTAINERS ? ephemeralContainers : [...containers, ...initContainers];
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key]) => key.includes(REVIEWED))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...(reviewed.length > 0 && { containers: reviewed.map(({ image }) => (image ? { image } : {})) }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    ...(namespace !== '' && { namespace }),
  };
}

/** Returns the review as it is sent. */
export function reviewOf(spec: ImageReviewSpec): object {
  return {
    kind: KIND,
    apiVersion: API_VERSION,
    metadata: { creationTimestamp: null },
    spec,
    status: { allowed: false },
  };
}

/** Reads the status of a response; throws an Error if it is not a response to a review. */
export function statusOf(answer: Readonly<Record<string, unknown>>): ImageReviewStatus {
  const { kind = KIND, apiVersion = API_VERSION } = answer;
  if (kind !== KIND || apiVersion !== API_VERSION) throw new Error('the answer is of another kind or version');
  const status = answer.status ?? {};
  if (!isMapping(status)) throw new Error('the answer has an invalid status');
  const allowed = status.allowed ?? false;
  const reason = status.reason ?? '';
  const auditAnnotations = status.auditAnnotations ?? {};
  if (typeof allowed !== 'boolean' || typeof reason !== 'string' || !isMapping(auditAnnotations)) {
    throw new Error('the answer has a status that cannot be read');
  }
  return { isAllowed: allowed, reason, auditAnnotations: Object.entries(auditAnnotations).map(textEntry) };
}

function textEntry([key, value]: [string, unknown]): readonly [string, string] {
  if (typeof value !== 'string') throw new Error('the answer has an audit annotation that is no text');
  return [key, value];
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
