import { timingSafeEqual } from 'node:crypto';

/** A token and its cache key. */
export interface ShownToken {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly key: string;
}

/** Tokens up to this length are compared here: calls of native code cost more than that. */
const SHORT = 128;

const encoder = new TextEncoder();

interface KeptKey {
  /**
   * The code units of a short token, or a long one in UTF-8. Not a string, which dumps of the heap contain, and not of the pool
   * of small buffers, which outlives their content.
   */
  readonly token: Uint16Array | Uint8Array;
  readonly audiences: readonly string[];
  readonly key: string;
}

/**
 * The cache keys of the tokens that connections showed last, so that a token is hashed once on a connection. A key follows
 * from the token and the audiences alone: who the token belongs to, and how long, is looked up by it for every request. One
 * token is kept for a connection, as long as that lives.
 */
export class ShownTokens {
  private readonly last = new WeakMap<object, KeptKey>();

  /** Returns the key of a token; undefined unless the connection showed the same one last. Compares in constant time. */
  keyOf(connection: object, token: string, audiences: readonly string[]): string | undefined {
    const kept = this.last.get(connection);
    if (kept?.audiences !== audiences) return undefined;
    return isSame(kept.token, token) ? kept.key : undefined;
  }

  /** Keeps the key of the token that a connection has shown, in place of the one before. */
  keep(connection: object, { token, audiences, key }: ShownToken): void {
    this.last.set(connection, { token: encode(token), audiences, key });
  }
}

function encode(token: string): KeptKey['token'] {
  if (token.length > SHORT) return encoder.encode(token);
  return Uint16Array.from({ length: token.length }, (_, i) => token.charCodeAt(i));
}

/** Compares in a time that depends on lengths alone. Texts that are the same in UTF-8 have the same digest. */
function isSame(kept: KeptKey['token'], token: string): boolean {
  if (kept instanceof Uint8Array) return isSameLong(kept, token);
  if (kept.length !== token.length) return false;
  let difference = 0;
  for (let i = 0; i < token.length; i++) difference |= kept[i] ^ token.charCodeAt(i);
  return difference === 0;
}

function isSameLong(kept: Uint8Array, token: string): boolean {
  const bytes = Buffer.from(token);
  return bytes.length === kept.length && timingSafeEqual(bytes, kept);
}
