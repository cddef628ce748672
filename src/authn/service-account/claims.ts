import type { ObjectIdentity } from './token-issuer.js';

/** The account claims of a token: the claim `kubernetes.io`. */
export interface AccountClaims {
  readonly namespace: string;
  readonly serviceaccount: ObjectIdentity;
  readonly pod?: ObjectIdentity;
  readonly secret?: ObjectIdentity;
  readonly node?: ObjectIdentity;
  /** In seconds since 1970, like all times of a token. */
  readonly warnafter?: number;
}

/** The claims of a service account token, as far as they are understood. */
export interface TokenClaims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat?: number;
  readonly iss: string;
  readonly jti?: string;
  readonly nbf?: number;
  readonly sub: string;
  readonly account: AccountClaims;
}

/** The name of the claim with the account. */
export const ACCOUNT_CLAIM = 'kubernetes.io';

/** Reads the claims of a token whose signature has been checked; undefined when they are not those of an account. */
export function readClaims(payload: Readonly<Record<string, unknown>>): TokenClaims | undefined {
  const account = readAccount(payload[ACCOUNT_CLAIM]);
  const { iss, sub } = payload;
  if (!account || typeof iss !== 'string' || typeof sub !== 'string') return undefined;
  const times = [payload.iat, payload.nbf, account.warnafter];
  if (!isTime(payload.exp) || times.some((time) => time !== undefined && !isTime(time))) return undefined;
  const { exp, iat, nbf } = payload as { exp: number; iat?: number; nbf?: number };
  const jti = typeof payload.jti === 'string' ? payload.jti : undefined;
  return { aud: readAudiences(payload.aud), exp, iat, iss, jti, nbf, sub, account };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function readAudiences(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((audience) => typeof audience === 'string') : [];
}

function readAccount(value: unknown): AccountClaims | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { namespace, serviceaccount, pod, secret, node, warnafter } = value as Record<string, unknown>;
  if (typeof namespace !== 'string' || !isIdentity(serviceaccount)) return undefined;
  // A binding that cannot be read must not count as none.
  if ([pod, secret, node].some((bound) => bound !== undefined && !isIdentity(bound))) return undefined;
  return { namespace, serviceaccount, pod, secret, node, warnafter } as AccountClaims;
}

function isIdentity(value: unknown): value is ObjectIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { name, uid } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof uid === 'string';
}
