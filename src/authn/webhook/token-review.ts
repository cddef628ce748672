import type { UserInfo } from '../../request/index.js';
import { CredentialError } from '../credential-error.js';
import { TOKEN_REVIEW } from '../kinds.js';

/** The versions of TokenReview that webhooks are asked in. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1'] as const;

/** One of them. */
export type ReviewVersion = (typeof REVIEW_VERSIONS)[number];

/** The result of a webhook for a token. */
export interface ReviewedToken {
  readonly user: UserInfo;
  /** The audiences of the token; empty if the webhook does not support audiences. */
  readonly audiences: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

/** Returns the review that a webhook is sent. */
export function tokenReview(version: ReviewVersion, token: string, audiences: readonly string[]): object {
  return {
    kind: TOKEN_REVIEW,
    apiVersion: apiVersionOf(version),
    metadata: { creationTimestamp: null },
    spec: { token, audiences },
    status: { user: {} },
  };
}

/**
 * Returns the result of a review; undefined if the token is unknown. Throws CredentialError if the webhook reports an
 * error, or the response is invalid.
 */
export function readTokenReview(answer: Mapping, version: ReviewVersion): ReviewedToken | undefined {
  const { kind, apiVersion, status } = answer;
  if (kind !== TOKEN_REVIEW || apiVersion !== apiVersionOf(version)) throw malformed('is no TokenReview');
  if (!isMapping(status)) throw malformed('has no status');
  if (status.authenticated !== true) {
    if (typeof status.error === 'string' && status.error !== '') throw new CredentialError(status.error);
    return undefined;
  }
  const audiences = textsOf(status.audiences);
  const user = userOf(status.user);
  if (!audiences || !user) throw malformed('has a status that cannot be read');
  return { user, audiences };
}

function userOf(value: unknown): UserInfo | undefined {
  if (!isMapping(value)) return undefined;
  const { username, uid = '', extra } = value;
  const groups = textsOf(value.groups);
  const told = extraOf(extra);
  // A user without a name could not be authorized.
  if (typeof username !== 'string' || username === '' || typeof uid !== 'string' || !groups || !told) return undefined;
  return {
    name: username,
    ...(uid !== '' && { uid }),
    groups,
    ...(told.length > 0 && { extra: Object.fromEntries(told) }),
  };
}

function extraOf(value: unknown): [string, readonly string[]][] | undefined {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) return undefined;
  const entries = Object.entries(value).map(([key, texts]) => [key, textsOf(texts)] as const);
  const isWhole = entries.every(([, texts]) => texts !== undefined);
  return isWhole ? entries.map(([key, texts]) => [key, texts ?? []]) : undefined;
}

/** A list of texts, empty if there is none; undefined for what is no such list. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function apiVersionOf(version: ReviewVersion): string {
  return `authentication.k8s.io/${version}`;
}

function malformed(fault: string): CredentialError {
  return new CredentialError(`the answer of the token webhook ${fault}`);
}
