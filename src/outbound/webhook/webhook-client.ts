import { isIPv6 } from 'node:net';
import { type AuditAnnotation, certificateAnnotation } from '../certificate-fault.js';
import { type Connection, type ConnectionSource, PLAIN_TLS, type Route, type TlsSettings } from '../connection.js';
import { type OutboundAnswer, OutboundClient, type OutboundParts } from '../outbound-client.js';
import { OutboundError } from '../outbound-error.js';
import { goErrorText } from './go-error-text.js';
import type { ServiceAddress, ServiceReference, ServiceResolver } from './service-resolver.js';
import { statusMessage } from './status-message.js';
import type { WebhookCredentials } from './webhook-credentials.js';

/** The destination of a webhook, as configurations name it: a URL or a service. */
export interface WebhookTarget {
  readonly url?: string;
  readonly service?: ServiceReference & { readonly path?: string };
  /** Certificates in PEM that the server is verified by, in base64; the platform's when empty. */
  readonly caBundle?: string;
}

/** The dependencies of webhook clients. */
export interface WebhookParts extends OutboundParts {
  readonly services: ServiceResolver;
  /** Those shown to the webhook; none where this is unset. */
  readonly credentials?: WebhookCredentials;
}

/** The port of services whose reference has none. */
const HTTPS_PORT = 443;

interface CallFailure {
  readonly status?: number;
  readonly cause?: unknown;
  readonly auditAnnotation?: AuditAnnotation;
}

/**
 * The text of a failed call, in the words of the reference's client.
 *
 * @internal
 * @example
 * if (error instanceof WebhookCallError) logger.warn(error.message);
 */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  /** The status code of the response; undefined without one. */
  readonly status: number | undefined;
  /** States that its certificate is of a sort that is no longer accepted; undefined for other failures. */
  readonly auditAnnotation: AuditAnnotation | undefined;

  constructor(message: string, { status, cause, auditAnnotation }: CallFailure = {}) {
    super(message, { cause });
    this.status = status;
    this.auditAnnotation = auditAnnotation;
  }
}

/**
 * Posts JSON texts to the webhook of a configuration and returns the texts of successful responses (upstream: the REST
 * client of webhook.ClientManager). Nothing is retried. The service of a target is resolved for every request.
 *
 * @internal
 * @example
 * const open = (clients: WebhookClients, target: Parameters<WebhookClients['open']>[0]): WebhookClient => clients.open(target);
 */
export class WebhookClient {
  private readonly client: OutboundClient;
  private readonly url: URL;
  /** Host and port as requests name them: those of a service always with the port. */
  private readonly host: string;

  /** Throws a TypeError for a URL that cannot be parsed. */
  constructor(target: WebhookTarget, parts: WebhookParts) {
    this.url = new URL(addressOf(target));
    this.host = target.service ? `${this.url.hostname}:${this.url.port || HTTPS_PORT}` : this.url.host;
    this.client = new OutboundClient(new TargetSource(target, this.url, parts), parts);
  }

  /**
   * Posts a text. Rejects with WebhookCallError when there is no successful response with a body in time. The webhook is
   * informed of `timeout`, rounded up to whole seconds; `signal` gives the request up.
   */
  async post(
    body: string,
    { timeout, signal }: { readonly timeout: number; readonly signal?: AbortSignal },
  ): Promise<string> {
    const query = { timeout: `${Math.ceil(timeout / 1000)}s` };
    const answer = await this.send({ body, query, timeout, signal });
    const { status, headers } = answer;
    if (status < 200 || status > 206) throw new WebhookCallError(statusMessage(answer), { status });
    if (answer.body.length > 0) return answer.body.toString('utf8');
    const type = headers['content-type'] || HEADERS['content-type'];
    throw new WebhookCallError(`0-length response with status code: ${status} and content type: ${type}`);
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.client.close();
  }

  private async send(request: PostedText): Promise<OutboundAnswer> {
    const headers = { ...HEADERS, host: this.host };
    try {
      return await this.client.send({ method: 'POST', headers, ...request });
    } catch (error) {
      const text = error instanceof OutboundError ? goErrorText(error, peerOf(this.url)) : (error as Error).message;
      const { protocol, pathname } = this.url;
      const url = `${protocol}//${this.host}${pathname}?timeout=${request.query.timeout}`;
      const auditAnnotation = certificateAnnotation(this.url.hostname, (error as Error).message);
      throw new WebhookCallError(`Post ${JSON.stringify(url)}: ${text}`, { cause: error, auditAnnotation });
    }
  }
}

/** A text to post, and how its URL names the time for it. */
interface PostedText {
  readonly body: string;
  readonly query: { readonly timeout: string };
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

const HEADERS = {
  accept: 'application/json, */*',
  'content-type': 'application/json',
  'user-agent': `binnacle (${process.platform}/${process.arch})`,
};

function addressOf({ url, service }: WebhookTarget): string {
  if (!service) return url ?? '';
  const { name, namespace, port = HTTPS_PORT, path = '' } = service;
  return `https://${name}.${namespace}.svc:${port}/${path.replace(/^\/+/, '')}`;
}

function peerOf({ hostname, port }: URL): { host: string; port: string } {
  return { host: hostname, port: port || String(HTTPS_PORT) };
}

/** The connection to a target; that of a service is another one when the service's address changes. */
class TargetSource implements ConnectionSource {
  private known: KnownRoute | undefined;
  private readonly credentials: ConnectionSource | undefined;

  constructor(
    private readonly target: WebhookTarget,
    private readonly url: URL,
    private readonly parts: WebhookParts,
  ) {
    const { host, port } = peerOf(url);
    this.credentials = parts.credentials?.sourceFor(`${host}:${port}`);
  }

  async current(): Promise<Connection> {
    const { service } = this.target;
    const shown = await this.credentials?.current();
    const address = service ? hostPort(await this.parts.services.resolve(service)) : this.url.host;
    const identity = shown?.route.tls;
    if (this.known?.address !== address || this.known.identity !== identity) {
      this.known = { address, identity, route: this.routeTo(address, identity) };
    }
    return { route: this.known.route, headers: shown?.headers ?? {} };
  }

  credentialsRefused(): void {
    this.credentials?.credentialsRefused();
  }

  private routeTo(address: string, { certificate, key } = PLAIN_TLS): Route {
    const { caBundle = '', service } = this.target;
    const { protocol, hostname, pathname } = this.url;
    const authority = Buffer.from(caBundle, 'base64').toString('utf8');
    const serverName = service ? hostname : '';
    const server = `${protocol}//${address}${pathname}`;
    return { server, tls: { ...PLAIN_TLS, authority, serverName, certificate, key }, proxyUrl: '' };
  }
}

/** A route, and what it was made for. */
interface KnownRoute {
  readonly address: string;
  /** The certificate shown to the server. */
  readonly identity: TlsSettings | undefined;
  readonly route: Route;
}

function hostPort({ host, port }: ServiceAddress): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
