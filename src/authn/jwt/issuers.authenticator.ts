import { createHash } from 'node:crypto';
import type { Clock, HistogramFamily, Logger, MetricsRegistry } from '../../observability/index.js';
import { OutboundMetrics } from '../../outbound/index.js';
import { commonAudiences } from '../audiences.js';
import { TokenAuthenticator } from '../authenticator.js';
import type { IssuerConfig } from '../configuration/authentication-configuration.js';
import type { CheckedIssuer } from '../configuration/check-configuration.js';
import { isTokenLike, readPayload } from '../service-account/json-web-token.js';
import type { TokenResult } from '../tokens/token-result.js';
import { IssuerKeys } from './issuer-keys.js';
import { JwtAuthenticator } from './jwt.authenticator.js';

/** The dependencies for verifying tokens of configured issuers. */
export interface IssuersSettings {
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

/** One issuer whose tokens are known. */
interface KnownIssuer {
  readonly keys: IssuerKeys;
  readonly authenticator: JwtAuthenticator;
  /** The source of its keys: issuers with the same source share them. */
  readonly source: string;
  readonly hash: string;
  readonly name: string;
}

/** A list of issuers that is not in force yet. */
export interface PreparedIssuers {
  readonly byUrl: ReadonlyMap<string, KnownIssuer>;
  /** Resolves when it is known of each where its keys are. */
  readonly ready: Promise<unknown>;
}

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Knows the tokens of issuers that were configured; the list may change. */
export class IssuersAuthenticator extends TokenAuthenticator {
  private byUrl: ReadonlyMap<string, KnownIssuer> = new Map();
  private readonly latency: HistogramFamily;
  private readonly outboundMetrics: OutboundMetrics;

  constructor(private readonly settings: IssuersSettings) {
    super();
    this.outboundMetrics = new OutboundMetrics(settings.metrics);
    this.latency = settings.metrics.histogram({
      name: 'apiserver_authentication_jwt_authenticator_latency_seconds',
      help: 'Time that tokens of configured issuers take to be checked, in seconds, by result and issuer.',
      labels: ['jwt_issuer_hash', 'result'],
      buckets: BUCKETS,
    });
  }

  authenticateToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> | undefined {
    return this.byUrl.size > 0 && isTokenLike(token) ? this.checkToken(token, wanted) : undefined;
  }

  /** Creates a list of issuers, and begins to ask those for their keys that are not known yet. */
  prepare(issuers: readonly CheckedIssuer[]): PreparedIssuers {
    const byUrl = new Map(issuers.map((issuer) => [issuer.issuer.url, this.knownIssuer(issuer)]));
    return { byUrl, ready: Promise.all([...byUrl.values()].map(({ keys }) => keys.ready)) };
  }

  /** Activates a list. */
  use({ byUrl }: PreparedIssuers): void {
    const kept = keysOf(byUrl);
    for (const keys of keysOf(this.byUrl)) if (!kept.has(keys)) keys.close();
    this.byUrl = byUrl;
  }

  /** Discards a list that is not activated. */
  discard({ byUrl }: PreparedIssuers): void {
    const inForce = keysOf(this.byUrl);
    for (const keys of keysOf(byUrl)) if (!inForce.has(keys)) keys.close();
  }

  /** Stops asking. */
  close(): void {
    for (const { keys } of this.byUrl.values()) keys.close();
  }

  private async checkToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> {
    const payload = await readPayload(token);
    const known = this.byUrl.get(issuerOf(payload?.iss));
    const audiences = commonAudiences(wanted, this.settings.audiences);
    if (!known || audiences.length === 0) return undefined;
    const { clock } = this.settings;
    const started = clock.monotonic();
    let result = 'failure';
    try {
      const found = await known.authenticator.authenticate(token);
      result = 'success';
      return { ...found, audiences, knownBy: known.name };
    } finally {
      this.latency.labels(known.hash, result).observe((clock.monotonic() - started) / 1000);
    }
  }

  private knownIssuer({ issuer, rules }: CheckedIssuer): KnownIssuer {
    const source = sourceOf(issuer);
    const { algorithms, clock, logger } = this.settings;
    const keys = this.keysFrom(source) ?? this.openKeys(issuer);
    const authenticator = new JwtAuthenticator({ audiences: issuer.audiences, rules, keys, algorithms, clock });
    logger.verbose(2, 'tokens of an issuer are known', { issuer: issuer.url });
    const hash = `sha256:${createHash('sha256').update(issuer.url).digest('hex')}`;
    return { keys, authenticator, source, hash, name: `token of issuer ${issuer.url}` };
  }

  private keysFrom(source: string): IssuerKeys | undefined {
    return [...this.byUrl.values()].find((known) => known.source === source)?.keys;
  }

  private openKeys(issuer: IssuerConfig): IssuerKeys {
    const { clock, logger } = this.settings;
    const keys = new IssuerKeys(issuer, { clock, logger, metrics: this.outboundMetrics });
    keys.start();
    return keys;
  }
}

function sourceOf({ url, discoveryURL, certificateAuthority }: IssuerConfig): string {
  return JSON.stringify([url, discoveryURL, certificateAuthority]);
}

function keysOf(issuers: ReadonlyMap<string, KnownIssuer>): ReadonlySet<IssuerKeys> {
  return new Set([...issuers.values()].map(({ keys }) => keys));
}

/** Google's tokens name it without the scheme. */
function issuerOf(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return claim === 'accounts.google.com' ? 'https://accounts.google.com' : claim;
}
