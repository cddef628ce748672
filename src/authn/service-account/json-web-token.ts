import type { TokenKey } from './token-keys.js';

/** The claims of a token; not to be trusted before its signature is verified. */
export type Payload = Readonly<Record<string, unknown>>;

/** Most servers start, and many tests end, without a token of an account. */
const loadJose = (): Promise<typeof import('jose')> => import('jose');

/** Reports whether a text may be a signed token. Excludes most other credentials without loading anything. */
export function isTokenLike(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

/** Writes and signs a token. */
export async function signToken(payload: Payload, { key, algorithm, id }: TokenKey): Promise<string> {
  const { SignJWT } = await loadJose();
  return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: id }).sign(key);
}

/** Returns the claims of a token, unverified; undefined if it is not a token. */
export async function readPayload(token: string): Promise<Payload | undefined> {
  const { decodeJwt } = await loadJose();
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/**
 * Reports whether one of the keys has signed the token: the one it names, or any when it names none that is known. What
 * the token declares as its algorithm has to fit the key.
 */
export async function isSignedBy(token: string, keys: readonly TokenKey[]): Promise<boolean> {
  const { decodeProtectedHeader, compactVerify } = await loadJose();
  try {
    const { kid, crit } = decodeProtectedHeader(token);
    // No extension is understood here, and one that changes what was signed has no place in a token (RFC 7797, 7).
    if (crit !== undefined) return false;
    const named = keys.filter(({ id }) => id === kid);
    const candidates = named.length > 0 ? named : keys;
    await Promise.any(candidates.map(({ key, algorithm }) => compactVerify(token, key, { algorithms: [algorithm] })));
    return true;
  } catch {
    return false;
  }
}
