import { cutText } from '../../apimachinery/index.js';
import { OutboundError, type ReviewAnswer } from '../../outbound/index.js';
import type { Decision } from '../authorizer.js';
import { ACCESS_REVIEW } from '../kinds.js';

/** Thousands of reasons are kept, and an answer may be long. */
const LONGEST_REASON = 2048;
const { group: GROUP, kind: KIND } = ACCESS_REVIEW;

/** Returns a SubjectAccessReview as it is sent: the member for groups is `group` in v1beta1. */
export function reviewOf(spec: Readonly<Record<string, unknown>>, version: string): Readonly<Record<string, unknown>> {
  return {
    kind: KIND,
    apiVersion: `${GROUP}/${version}`,
    metadata: { creationTimestamp: null },
    spec: version === 'v1' ? spec : formerSpec(spec),
    status: { allowed: false },
  };
}

function formerSpec(spec: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).map(([name, value]) => [name === 'groups' ? 'group' : name, value]));
}

/**
 * Returns the decision of a response. Fails with an OutboundError if it is not a response to a review of this version.
 */
export function decisionOf(answer: ReviewAnswer, version: string): Decision {
  const { kind = KIND, apiVersion = `${GROUP}/${version}`, status = {} } = answer;
  if (kind !== KIND || apiVersion !== `${GROUP}/${version}`) throw malformed('is of another kind or version');
  if (typeof status !== 'object' || status === null || Array.isArray(status)) throw malformed('has an invalid status');
  const { allowed = false, denied = false, reason = '' } = status as Readonly<Record<string, unknown>>;
  if (typeof allowed !== 'boolean' || typeof denied !== 'boolean' || typeof reason !== 'string') {
    throw malformed('has a status that cannot be read');
  }
  if (allowed && denied) {
    return { verdict: 'Deny', reason: 'webhook subject access review returned both allow and deny response' };
  }
  const verdict = denied ? 'Deny' : allowed ? 'Allow' : 'NoOpinion';
  return { verdict, reason: shortened(reason) };
}

/** Returns the status by which a webhook says a decision. */
export function statusOf({ verdict, reason }: Decision): object {
  return {
    allowed: verdict === 'Allow',
    ...(verdict === 'Deny' && { denied: true }),
    ...(reason !== '' && { reason }),
  };
}

/** A copy: a part of a text would keep all of it in memory. */
function shortened(reason: string): string {
  if (reason.length <= LONGEST_REASON) return reason;
  return Buffer.from(cutText(reason, LONGEST_REASON)).toString('utf8');
}

function malformed(message: string): OutboundError {
  return new OutboundError('malformed', `the answer ${message}`);
}
