import type { CounterChild, MetricsRegistry } from '../../observability/index.js';

/** The Secret that a token is kept in. */
export interface TokenSecret {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Counts uses of service account tokens, and reports those of tokens stored in Secrets, so that unused ones can be
 * found. Both type and injection token.
 *
 * @public
 * @example
 * class Passes { constructor(@Inject(TokenUses) readonly uses: TokenUses) {} }
 */
export class TokenUses {
  private readonly legacy: CounterChild;
  private readonly stale: CounterChild;
  private readonly valid: CounterChild;
  private readonly listeners = new Set<(secret: TokenSecret) => void>();

  constructor(registry: MetricsRegistry) {
    const counter = (name: string, help: string): CounterChild => registry.counter({ name, help }).labels();
    this.legacy = counter('serviceaccount_legacy_tokens_total', 'Uses of tokens that are kept in Secrets.');
    this.stale = counter('serviceaccount_stale_tokens_total', 'Uses of tokens that should have been refreshed.');
    this.valid = counter('serviceaccount_valid_tokens_total', 'Uses of tokens that need no refresh yet.');
  }

  /** Calls a function for each use of a token that is kept in a Secret, until what is answered is called. */
  onSecretUse(listener: (secret: TokenSecret) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Notes a use of a token that is kept in a Secret. */
  noteSecret(secret: TokenSecret): void {
    this.legacy.increment();
    for (const tell of this.listeners) tell(secret);
  }

  /** Notes a use of a token that lasts longer than asked for; times in seconds since 1970. */
  noteExtended(warnAfter: number, now: number): void {
    (now > warnAfter ? this.stale : this.valid).increment();
  }
}
