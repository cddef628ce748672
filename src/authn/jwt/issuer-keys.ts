import type { CompactJWSHeaderParameters, FlattenedJWSInput, JSONWebKeySet } from 'jose';
import type { Clock, Logger, Timer } from '../../observability/index.js';
import { OutboundClient, type OutboundMetrics, fixedConnection, PLAIN_TLS } from '../../outbound/index.js';
import type { IssuerConfig } from '../configuration/authentication-configuration.js';

/** The dependencies for fetching the keys of an issuer. */
export interface IssuerKeysParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: OutboundMetrics;
}

type KeySet = ReturnType<typeof import('jose').createLocalJWKSet>;

/** Finds the key of a token by its header, as jose asks for it; throws what jose throws. */
export type FindKey = (header: CompactJWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<KeySet>;

/** Milliseconds for one request. */
const TIMEOUT = 30_000;
/** Between attempts to find out where the keys are. */
const RETRY_PERIOD = 10_000;
/** Minimum time between two fetches for an unknown key: forged tokens must not cause requests. */
const LOOK_PERIOD = 5_000;
/** How long keys are used without a look whether they still count. */
const MAX_AGE = 600_000;

/**
 * The public keys of an issuer (OpenID Connect Discovery): where they are is asked until it is known, then they are
 * fetched when they are first needed, when a token names another one, and when they have become old.
 */
export class IssuerKeys {
  private keySetUrl: string | undefined;
  private keys: { readonly set: KeySet; readonly fetchedAt: number } | undefined;
  private lookedAt = -Infinity;
  private fetching: Promise<void> | undefined;
  private retrying: Timer | undefined;
  private isClosed = false;
  private markReady = (): void => {};
  /** Resolves when it is known where the keys are. */
  readonly ready = new Promise<void>((resolve) => (this.markReady = resolve));
  private readonly clients = new Map<string, OutboundClient>();

  constructor(
    private readonly issuer: IssuerConfig,
    private readonly parts: IssuerKeysParts,
  ) {}

  /** True if it is known where the keys are. */
  get isReady(): boolean {
    return this.keySetUrl !== undefined;
  }

  /** Starts to ask. */
  start(): void {
    void this.discover();
  }

  /** Asks no longer. */
  close(): void {
    this.isClosed = true;
    this.retrying?.cancel();
    for (const client of this.clients.values()) void client.close();
  }

  /** The key of a token. Throws what jose throws where the issuer has none such. */
  find: FindKey = async (header, token) => {
    const { errors } = await import('jose');
    if (!this.keys || this.parts.clock.monotonic() - this.keys.fetchedAt > MAX_AGE) await this.refresh();
    if (!this.keys) throw new errors.JWKSNoMatchingKey();
    try {
      return await this.keys.set(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.refresh();
      return this.keys.set(header, token);
    }
  };

  private async discover(): Promise<void> {
    const { url, discoveryURL } = this.issuer;
    const { clock, logger } = this.parts;
    try {
      const described = await this.fetch(discoveryURL === '' ? wellKnown(url) : discoveryURL);
      this.keySetUrl = readDescription(described, url);
      this.markReady();
    } catch (error) {
      if (this.isClosed) return;
      logger.error('discovery of a token issuer failed', { issuer: url, error });
      this.retrying = clock.schedule(RETRY_PERIOD, () => void this.discover());
    }
  }

  /** Fetches the keys, once for all who wait, and not too often. What fails leaves those in force that are there. */
  private refresh(): Promise<void> {
    if (this.fetching) return this.fetching;
    if (this.parts.clock.monotonic() - this.lookedAt < LOOK_PERIOD) return Promise.resolve();
    this.lookedAt = this.parts.clock.monotonic();
    this.fetching = this.fetchKeys().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async fetchKeys(): Promise<void> {
    const { logger, clock } = this.parts;
    try {
      const { createLocalJWKSet } = await import('jose');
      const set = createLocalJWKSet((await this.fetch(this.keySetUrl!)) as JSONWebKeySet);
      this.keys = { set, fetchedAt: clock.monotonic() };
    } catch (error) {
      logger.error('the keys of an issuer of tokens cannot be fetched', { issuer: this.issuer.url, error });
    }
  }

  private async fetch(url: string): Promise<unknown> {
    const query = Object.fromEntries(new URL(url).searchParams);
    const { status, body } = await this.clientOf(url).send({ method: 'GET', query, timeout: TIMEOUT });
    if (status !== 200) throw new Error(`${url} answers with status code ${status}`);
    return JSON.parse(body.toString('utf8'));
  }

  private clientOf(server: string): OutboundClient {
    let client = this.clients.get(server);
    if (!client) {
      const tls = { ...PLAIN_TLS, authority: this.issuer.certificateAuthority };
      client = new OutboundClient(fixedConnection({ server, tls, proxyUrl: '' }), this.parts);
      this.clients.set(server, client);
    }
    return client;
  }
}

function wellKnown(url: string): string {
  return `${url.endsWith('/') ? url.slice(0, -1) : url}/.well-known/openid-configuration`;
}

/** Where an issuer says that its keys are; throws where the description is that of another issuer. */
function readDescription(described: unknown, url: string): string {
  const { issuer, jwks_uri: keySetUrl } = (described ?? {}) as Record<string, unknown>;
  if (issuer !== url) {
    throw new Error(
      `issuer did not match the issuer returned by provider, expected "${url}" got ${JSON.stringify(issuer)}`,
    );
  }
  const isUsable = typeof keySetUrl === 'string' && URL.canParse(keySetUrl) && new URL(keySetUrl).protocol === 'https:';
  if (!isUsable) throw new Error('jwks_uri is no https URL');
  return keySetUrl;
}
