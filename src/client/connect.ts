import { MetricsRegistry, SystemClock, createLogger } from '../observability/index.js';
import {
  type ConnectionSource,
  KubeconfigSource,
  OutboundMetrics,
  PLAIN_TLS,
  fixedConnection,
} from '../outbound/index.js';
import { Client, type ClientSettings } from './client.js';
import { HttpTransport } from './transport/http-transport.js';

/**
 * Where a server is, and who asks: a kubeconfig with every kind of credentials, exec plugins among them; the service
 * account of the pod; or a URL.
 *
 * @public
 * @example
 * const settings: ConnectSettings = { kubeconfig: '/home/pilot/.kube/config', fieldManager: 'pilot' };
 */
export interface ConnectSettings extends ClientSettings {
  /** The path of a file; it and the files it names are read again when they change. */
  readonly kubeconfig?: string;
  /** True connects by the service account of the pod. */
  readonly inCluster?: boolean;
  /** An http or https URL. */
  readonly url?: string;
  /** With `url`. */
  readonly token?: string;
  /** With `url`: certificates in PEM. Those of the platform are trusted where there is no `authority`. */
  readonly certificates?: { readonly authority?: string; readonly certificate?: string; readonly key?: string };
  /** HTTP/2 or HTTP/1.1 only; where unset HTTP/2 if the server takes it. HTTP/2 needs https. */
  readonly httpVersion?: 1 | 2;
  /** The largest response that is read whole, in bytes; 64 MiB where unset. */
  readonly maxAnswerBytes?: number;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Creates a client of a server that is reached over HTTP. Throws an Error for a kubeconfig that cannot be used; the server
 * is not asked yet.
 *
 * @public
 * @example
 * const harbor = await connect({ kubeconfig: process.env.KUBECONFIG });
 * const berths = await harbor.of(Berth).list();
 * await harbor.close();
 */
export async function connect(settings: ConnectSettings): Promise<Client> {
  const { maxAnswerBytes = MAX_ANSWER_BYTES, clock = new SystemClock(), httpVersion = 'negotiated' } = settings;
  const source = await sourceOf(settings);
  const metrics = new OutboundMetrics(new MetricsRegistry());
  return new Client(new HttpTransport(source, { clock, metrics, maxAnswerBytes, httpVersion }), settings);
}

async function sourceOf({
  kubeconfig,
  inCluster = false,
  url,
  token,
  certificates = {},
  clock = new SystemClock(),
}: ConnectSettings): Promise<ConnectionSource> {
  const given = [kubeconfig !== undefined, inCluster, url !== undefined].filter(Boolean);
  if (given.length !== 1) throw new TypeError('connect needs one of kubeconfig, inCluster and url');
  const parts = { clock, logger: createLogger({ isEnabled: false }) };
  if (kubeconfig !== undefined) return KubeconfigSource.open(kubeconfig, parts);
  if (inCluster) return KubeconfigSource.inCluster(parts);
  const { authority = '', certificate = '', key = '' } = certificates;
  if (!URL.canParse(url!) || !/^https?:$/.test(new URL(url!).protocol))
    throw new TypeError('url: must be an http or https URL');
  const tls = { ...PLAIN_TLS, authority, certificate, key };
  const route = { server: url!, tls, proxyUrl: '' };
  return token === undefined ? fixedConnection(route) : fixedConnection(route, { authorization: `Bearer ${token}` });
}
