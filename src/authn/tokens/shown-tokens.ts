import { timingSafeEqual } from 'node:crypto';

/** A token and its cache key. */
export interface ShownToken {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly key: string;
}

const encoder = new TextEncoder();

interface KeptKey {
  /** Not as a string, which dumps of the heap contain, and not in the pool of small buffers, which outlive their content. */
  readonly token: Uint8Array;
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

  /** The key of a token; undefined unless the connection showed the same one last. Compares in constant time. */
  keyOf(connection: object, token: string, audiences: readonly string[]): string | undefined {
    const kept = this.last.get(connection);
    if (kept?.audiences !== audiences) return undefined;
    // The digest of a text is that of these bytes: where they are the same, so is the key.
    const bytes = Buffer.from(token);
    return bytes.length === kept.token.length && timingSafeEqual(bytes, kept.token) ? kept.key : undefined;
  }

  /** Keeps the key of the token that a connection has shown, in place of the one before. */
  keep(connection: object, { token, audiences, key }: ShownToken): void {
    this.last.set(connection, { token: encoder.encode(token), audiences, key });
  }
}
