import { MetricsRegistry, SystemClock, createLogger } from '../observability/index.js';
import {
  type ConnectionSource,
  KubeconfigSource,
  OutboundClient,
  OutboundMetrics,
  type OutboundRequest,
  PLAIN_TLS,
  fixedConnection,
} from '../outbound/index.js';
import { CommandError } from './output.js';

/** Milliseconds that one request may take: admission may ask webhooks. */
const TIMEOUT = 60_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The answer of an API server. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty where the body is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it was sent. */
  readonly text: string;
}

/** One request to an API server. */
export interface ApiRequest extends Pick<OutboundRequest, 'method' | 'query' | 'headers'> {
  readonly path: string;
  readonly body?: unknown;
}

/** A client of an API server, with the credentials of a kubeconfig. */
export class ApiClient {
  private readonly client: OutboundClient;

  private constructor(source: ConnectionSource) {
    this.client = new OutboundClient(source, {
      clock: new SystemClock(),
      metrics: new OutboundMetrics(new MetricsRegistry()),
      limits: { maxAnswerBytes: MAX_ANSWER_BYTES },
    });
  }

  /** Reads a kubeconfig; `server` is used in place of the server in it. Throws CommandError. */
  static async open(kubeconfig: string, server?: string): Promise<ApiClient> {
    try {
      const logger = createLogger({ isEnabled: false });
      const source = await KubeconfigSource.open(kubeconfig, { clock: new SystemClock(), logger });
      return new ApiClient(server === undefined ? source : atServer(source, server));
    } catch (error) {
      throw new CommandError(`${kubeconfig}: ${(error as Error).message}`);
    }
  }

  /** Returns a client with a bearer token; `authority`: certificates of the server's authority in PEM, empty for the platform's. */
  static withToken(server: string, token: string, authority: string): ApiClient {
    const route = { server, tls: { ...PLAIN_TLS, authority }, proxyUrl: '' };
    return new ApiClient(fixedConnection(route, { authorization: `Bearer ${token}` }));
  }

  /** Sends a request. Throws CommandError where there is no answer, or the credentials are refused. */
  async send({ path, body, headers, ...request }: ApiRequest): Promise<ApiAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = { accept: 'application/json', ...(text !== undefined && { 'content-type': 'application/json' }) };
    const answer = await this.client
      .send({ ...request, path, body: text, headers: { ...sent, ...headers }, timeout: TIMEOUT })
      .catch((error: Error) => {
        throw new CommandError(`${request.method} ${path}: ${error.message}`, { cause: error });
      });
    if (answer.status === 401) throw new CommandError('the server does not accept the credentials of the kubeconfig');
    const { status, headers: received, body: bytes } = answer;
    return { status, headers: received, body: jsonOf(bytes), text: bytes.toString('utf8') };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The source with another server; always the same route for the same one, so that connections are kept. */
function atServer(source: ConnectionSource, server: string): ConnectionSource {
  if (!URL.canParse(server)) throw new Error(`--server: ${JSON.stringify(server)} is not a URL`);
  let known: { readonly from: object; readonly route: Awaited<ReturnType<ConnectionSource['current']>>['route'] };
  return {
    credentialsRefused: () => source.credentialsRefused(),
    current: async () => {
      const { route, headers } = await source.current();
      if (known?.from !== route) known = { from: route, route: { ...route, server } };
      return { route: known.route, headers };
    },
  };
}

function jsonOf(body: Buffer): ApiAnswer['body'] {
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? (value as ApiAnswer['body']) : {};
  } catch {
    return {};
  }
}
