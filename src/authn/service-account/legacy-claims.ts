import type { Payload } from './json-web-token.js';
import type { LegacyToken } from './token-issuer.js';

/** The issuer of tokens that are kept in Secrets. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount';

const PREFIX = 'kubernetes.io/serviceaccount/';
const NAMESPACE = `${PREFIX}namespace`;
const SECRET = `${PREFIX}secret.name`;
const ACCOUNT = `${PREFIX}service-account.name`;
const ACCOUNT_UID = `${PREFIX}service-account.uid`;

/** Returns the claims of a token that is kept in a Secret. */
export function legacyClaims({ namespace, secret, serviceAccount }: LegacyToken): Payload {
  return {
    iss: LEGACY_ISSUER,
    [NAMESPACE]: namespace,
    [SECRET]: secret,
    [ACCOUNT]: serviceAccount.name,
    [ACCOUNT_UID]: serviceAccount.uid,
    sub: `system:serviceaccount:${namespace}:${serviceAccount.name}`,
  };
}

/** Reads them; undefined when one is missing or empty, or the subject is not the account. */
export function readLegacyClaims(payload: Payload): LegacyToken | undefined {
  const [namespace, secret, name, uid] = [NAMESPACE, SECRET, ACCOUNT, ACCOUNT_UID].map((claim) => payload[claim]);
  if (!isText(namespace) || !isText(secret) || !isText(name) || !isText(uid)) return undefined;
  if (payload.sub !== `system:serviceaccount:${namespace}:${name}`) return undefined;
  return { namespace, secret, serviceAccount: { name, uid } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
