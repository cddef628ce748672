import type { Secret } from '../secret.v1.js';

/** The namespace that Secrets of bootstrap tokens are kept in. */
export const BOOTSTRAP_NAMESPACE = 'kube-system';

const PREFIX = 'bootstrap-token-';
const TYPES: ReadonlySet<string | undefined> = new Set(['bootstrap.kubernetes.io/token', 'bootstrap.k8s.io/token']);
const TOKEN_ID = /^[a-z0-9]{6}$/;

/** A token that cluster information may be signed with. */
export interface SigningToken {
  readonly id: string;
  readonly secret: string;
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Reports whether a Secret is one of a bootstrap token, by where it is and what it says it is for. */
export function isBootstrapSecret({ metadata, type }: Secret): boolean {
  return TYPES.has(type) && metadata.namespace === BOOTSTRAP_NAMESPACE;
}

/** Returns when the token of a Secret ends, in milliseconds since 1970; Infinity where it does not. A time that cannot be read is past. */
export function expirationOf(secret: Secret): number {
  const text = valueOf(secret, 'expiration');
  if (text === '') return Infinity;
  const time = Date.parse(text);
  return Number.isNaN(time) ? -Infinity : time;
}

/** Returns the token of a Secret, where it may be used to sign; undefined where not. */
export function signingTokenOf(secret: Secret): SigningToken | undefined {
  const id = valueOf(secret, 'token-id');
  const tokenSecret = valueOf(secret, 'token-secret');
  const isNamed = TOKEN_ID.test(id) && secret.metadata.name === `${PREFIX}${id}`;
  const isForSigning = valueOf(secret, 'usage-bootstrap-signing') === 'true';
  if (!isBootstrapSecret(secret) || !isNamed || tokenSecret === '' || !isForSigning) return undefined;
  return { id, secret: tokenSecret, expiresAt: expirationOf(secret) };
}

function valueOf({ data }: Secret, key: string): string {
  return Buffer.from(data?.[key] ?? '', 'base64').toString();
}
