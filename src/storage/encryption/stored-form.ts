import { decodeEncryptedObject } from './kms/encrypted-object.js';
import { ENCRYPTED, startsWith } from './value-provider.js';

/** The form of a stored value: the provider that sealed it, and the name of the key. */
export interface StoredForm {
  /** `aescbc`, `aesgcm`, `secretbox`, `kms`, or `identity` for plain values. */
  readonly provider: string;
  /** The name of the key in the configuration, of a service followed by a slash and its key; empty for plain values. */
  readonly key: string;
}

const PLAIN: StoredForm = { provider: 'identity', key: '' };
/** The longest name of a provider and its version; what follows is a name of any length. */
const LONGEST_SCHEME = 64;
const COLON = 0x3a;

/** Returns the form of a stored value. A key without a readable name is `?`. */
export function storedFormOf(stored: Buffer): StoredForm {
  const header = headerOf(stored);
  if (!header) return startsWith(stored, ENCRYPTED) ? { provider: '?', key: '?' } : PLAIN;
  const { provider, body } = header;
  const end = body.indexOf(COLON);
  if (end < 0) return { provider, key: '?' };
  const name = body.toString('utf8', 0, end);
  return { provider, key: provider === 'kms' ? `${name}/${serviceKeyOf(body.subarray(end + 1))}` : name };
}

/**
 * Reports whether a stored value is under the key of a name, whatever its provider. Names may have colons, so that the name is
 * looked for and not read.
 */
export function isUnderKey(stored: Buffer, name: string): boolean {
  const header = headerOf(stored);
  if (!header) return false;
  if (startsWith(header.body, Buffer.from(`${name}:`))) return true;
  return header.provider === 'kms' && storedFormOf(stored).key === name;
}

/** Reads `k8s:enc:PROVIDER:VERSION:`; undefined for a value without. */
function headerOf(stored: Buffer): { readonly provider: string; readonly body: Buffer } | undefined {
  if (!startsWith(stored, ENCRYPTED)) return undefined;
  const text = stored.toString('latin1', ENCRYPTED.length, ENCRYPTED.length + LONGEST_SCHEME);
  const [scheme, provider] = /^([a-z]+):v\d+:/.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  return { provider, body: stored.subarray(ENCRYPTED.length + scheme.length) };
}

function serviceKeyOf(sealed: Buffer): string {
  try {
    return decodeEncryptedObject(sealed).keyId;
  } catch {
    return '?';
  }
}
