import type { UserInfo } from '../../request/index.js';
import { CredentialError } from '../credential-error.js';
import { TOKEN_REVIEW } from '../kinds.js';

/** The versions of TokenReview that webhooks are asked in. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1'] as const;

/** One of them. */
export type ReviewVersion = (typeof REVIEW_VERSIONS)[number];

/** What a webhook says of a token. */
export interface ReviewedToken {
  readonly user: UserInfo;
  /** What it says the token is good for; empty where it knows nothing of audiences. */
  readonly audiences: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

/** The review that a webhook is sent. */
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
 * What the answer to a review says; undefined where the token belongs to nobody. Throws CredentialError where the webhook
 * says what is wrong with it, or the answer is none.
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
  // Who has no name would be nobody's to grant or refuse.
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

/** A list of texts, empty where there is none; undefined for what is no such list. */
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
