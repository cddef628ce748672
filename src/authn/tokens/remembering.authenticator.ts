import { type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import type { Clock } from '../../observability/index.js';
import { type AuthenticationResult, TokenAuthenticator } from '../authenticator.js';
import type { CredentialObjectName } from '../service-account/service-account-lookup.js';
import type { TokenCacheMetrics } from './token-cache-metrics.js';
import { ShownTokens } from './shown-tokens.js';
import { digestReview } from './token-digest.js';
import type { TokenResult } from './token-result.js';

/** How long an accepted token is not checked again, in milliseconds. */
const LIFETIME = 10_000;
const CAPACITY = 4096;

/** The dependencies of the token cache. */
export interface RememberingParts {
  /** Knows tokens; asked for those that are not remembered. */
  readonly inner: TokenAuthenticator;
  readonly clock: Clock;
  readonly metrics: TokenCacheMetrics;
  /** Reports whether `forgetObject` is called at once when an object changes. */
  isFollowed(name: CredentialObjectName): boolean;
}

interface Remembered {
  readonly result: TokenResult;
  /** On the clock that only moves forward: that of the day may be put back. */
  readonly until: number;
}

/**
 * Remembers for a short while who tokens belong to, so that a request costs one hash, or one comparison where its connection
 * has shown the token before, and checks a token once for all requests that have it meanwhile. What follows from an object is forgotten when that changes. Rejected tokens are not remembered: they
 * would push out good ones.
 */
export class RememberingAuthenticator extends TokenAuthenticator {
  /** In order of age. */
  private readonly remembered = new Map<string, Remembered>();
  /** Checks that nothing has been forgotten since. */
  private readonly underWay = new Map<string, Promise<AuthenticationResult | undefined>>();
  private readonly shown = new ShownTokens();
  private readonly byObject = new Map<string, Set<string>>();
  /** Changes when something is forgotten: what was asked for before is not remembered any more. */
  private generation = 0;

  constructor(private readonly parts: RememberingParts) {
    super();
  }

  authenticateToken(
    token: string,
    audiences: readonly string[],
    connection?: object,
  ): MaybePromise<AuthenticationResult | undefined> {
    const shown = connection && this.shown.keyOf(connection, token, audiences);
    const key = shown ?? digestReview(token, audiences);
    const known = this.remembered.get(key);
    if (known && this.isInForce(known)) {
      // Only accepted tokens: other clients must not make a server keep anything.
      if (connection && shown === undefined) this.shown.keep(connection, { token, audiences, key });
      this.parts.metrics.hit();
      return known.result;
    }
    const underWay = this.underWay.get(key);
    if (!underWay) return this.checkOnce(key, token, audiences);
    this.parts.metrics.join();
    return underWay;
  }

  /** Forgets what follows from an object. */
  forgetObject(name: CredentialObjectName): void {
    this.nextGeneration();
    for (const key of this.byObject.get(formatName(name)) ?? []) this.forget(key);
  }

  /** Forgets everything. */
  clear(): void {
    this.nextGeneration();
    this.remembered.clear();
    this.byObject.clear();
  }

  /** Checks in progress may be based on the state before the change. */
  private nextGeneration(): void {
    this.generation++;
    this.underWay.clear();
  }

  private checkOnce(
    key: string,
    token: string,
    audiences: readonly string[],
  ): MaybePromise<AuthenticationResult | undefined> {
    const { generation } = this;
    const checked = whenSettled(this.check(token, audiences), (result) => {
      if (result && generation === this.generation && this.isFollowed(result)) this.remember(key, result);
      return result;
    });
    if (!(checked instanceof Promise)) return checked;
    const shared = checked.finally(() => {
      if (this.underWay.get(key) === shared) this.underWay.delete(key);
    });
    this.underWay.set(key, shared);
    return shared;
  }

  /** Asks who a token belongs to, and notes what that takes. */
  private check(token: string, audiences: readonly string[]): MaybePromise<AuthenticationResult | undefined> {
    const end = this.parts.metrics.miss();
    try {
      const answer = this.parts.inner.authenticateToken(token, audiences);
      if (!(answer instanceof Promise)) end(false);
      else
        answer.then(
          () => end(false),
          () => end(true),
        );
      return answer;
    } catch (error) {
      end(true);
      throw error;
    }
  }

  private remember(key: string, result: TokenResult): void {
    this.forget(key);
    if (this.remembered.size >= CAPACITY) this.forget(this.remembered.keys().next().value!);
    this.remembered.set(key, { result, until: this.parts.clock.monotonic() + LIFETIME });
    for (const name of result.dependsOn ?? []) {
      const object = formatName(name);
      const keys = this.byObject.get(object);
      if (keys) keys.add(key);
      else this.byObject.set(object, new Set([key]));
    }
  }

  /** A result that follows from an object whose changes come late would outlive it. */
  private isFollowed({ dependsOn = [] }: TokenResult): boolean {
    return dependsOn.every((name) => this.parts.isFollowed(name));
  }

  private isInForce({ until, result: { validUntil } }: Remembered): boolean {
    const { clock } = this.parts;
    return clock.monotonic() < until && (validUntil === undefined || clock.now() < validUntil);
  }

  private forget(key: string): void {
    const known = this.remembered.get(key);
    if (!known) return;
    this.remembered.delete(key);
    for (const name of known.result.dependsOn ?? []) {
      const keys = this.byObject.get(formatName(name));
      keys?.delete(key);
      if (keys?.size === 0) this.byObject.delete(formatName(name));
    }
  }
}

function formatName({ resource, namespace, name }: CredentialObjectName): string {
  return `${resource}/${namespace}/${name}`;
}
