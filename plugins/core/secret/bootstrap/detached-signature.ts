import { createHmac } from 'node:crypto';

/** The key of the token whose id and secret are given. */
export interface SignatureKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * Signs a text without repeating it: a JSON Web Signature (RFC 7515, appendix F) with HMAC-SHA-256. The key is the secret
 * part of the token, by which kubeadm checks it.
 */
export function detachedSignature(text: string, { id, secret }: SignatureKey): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', kid: id }));
  const signature = createHmac('sha256', secret)
    .update(`${header}.${base64url(text)}`)
    .digest('base64url');
  return `${header}..${signature}`;
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
