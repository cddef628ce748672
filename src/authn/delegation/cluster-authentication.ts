import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { type ApiServerOptions, OptionsError } from '../../options/index.js';
import {
  ApiServerClient,
  type ClusterConnections,
  Informer,
  OutboundMetrics,
  type RemoteObject,
} from '../../outbound/index.js';
import type { ClientAuthorities } from '../certificates/client-authorities.js';
import type { FrontProxies } from '../certificates/front-proxies.js';

/** The dependencies for following how a cluster authenticates. */
export interface ClusterAuthenticationParts {
  readonly options: ApiServerOptions;
  readonly authorities: Pick<ClientAuthorities, 'replaceUsers' | 'replaceProxies'>;
  readonly proxies: FrontProxies;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

const NAME = 'extension-apiserver-authentication';
const COLLECTION = '/api/v1/namespaces/kube-system/configmaps';

type Data = Readonly<Record<string, string | undefined>>;

/**
 * Trusts client certificates and front proxies as the API server of the cluster does: by the ConfigMap
 * `extension-apiserver-authentication`, followed live. What a flag names is left to that (upstream:
 * DelegatingAuthenticationOptions).
 */
export class ClusterAuthentication implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly client: ApiServerClient;
  private informer: Informer | undefined;

  private constructor(
    connections: ClusterConnections,
    private readonly parts: ClusterAuthenticationParts,
  ) {
    const { clock, metrics } = parts;
    this.client = new ApiServerClient(connections.authentication, { clock, metrics: new OutboundMetrics(metrics) });
  }

  /**
   * Reads the ConfigMap. Throws OptionsError where it cannot be read or says nothing of front proxies, unless the options
   * tolerate that; it is followed in any case.
   */
  static async open(
    connections: ClusterConnections,
    parts: ClusterAuthenticationParts,
  ): Promise<ClusterAuthentication> {
    const opened = new ClusterAuthentication(connections, parts);
    const { cluster } = parts.options;
    if (cluster.skipsLookup || opened.hasAllFiles) return opened;
    try {
      const found = await opened.client.get(`${COLLECTION}/${NAME}`);
      if (!found) throw new Error(`configmap/${NAME} in kube-system is missing`);
      opened.use(found);
    } catch (error) {
      const { message } = error as Error;
      if (!cluster.toleratesLookupFailure) throw await refusal(opened, message);
      parts.logger.warn('how the cluster authenticates could not be read', { reason: message });
    }
    return opened;
  }

  onApplicationBootstrap(): void {
    if (this.parts.options.cluster.skipsLookup || this.hasAllFiles) return;
    const { clock, logger } = this.parts;
    const listener = {
      onPut: (object: RemoteObject) => this.tryUse(object),
      onDelete: () =>
        logger.warn('the configmap of client certificates is gone, what it said stays in effect', { name: NAME }),
      onReady: () => {},
    };
    const fieldSelector = `metadata.name=${NAME}`;
    this.informer = new Informer({ client: this.client, path: COLLECTION, fieldSelector, listener, clock, logger });
    this.informer.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.informer?.stop();
    await this.client.close();
  }

  private get hasAllFiles(): boolean {
    const { clientCaFile, requestHeaderClientCaFile } = this.parts.options.authentication;
    return clientCaFile !== '' && requestHeaderClientCaFile !== '';
  }

  private tryUse(object: RemoteObject): void {
    const { logger } = this.parts;
    try {
      this.use(object);
      logger.info('how the cluster authenticates is in effect', { name: NAME });
    } catch (error) {
      const reason = (error as Error).message;
      logger.error('a changed configmap of client certificates is invalid, the previous one stays in effect', {
        reason,
      });
    }
  }

  /** Applies the ConfigMap; its settings for front proxies as a whole or not at all. */
  private use({ data = {} }: RemoteObject & { readonly data?: Data }): void {
    const { options, authorities } = this.parts;
    const { clientCaFile, requestHeaderClientCaFile } = options.authentication;
    const clientCa = data['client-ca-file'] ?? '';
    if (clientCaFile === '' && clientCa !== '') authorities.replaceUsers(clientCa);
    if (requestHeaderClientCaFile === '') this.useProxies(data);
  }

  private useProxies(data: Data): void {
    const { authorities, proxies } = this.parts;
    const authority = data['requestheader-client-ca-file'] ?? '';
    if (authority === '') throw new Error(`configmap/${NAME} has no requestheader-client-ca-file`);
    const names = {
      username: listOf(data, 'requestheader-username-headers'),
      uid: listOf(data, 'requestheader-uid-headers'),
      group: listOf(data, 'requestheader-group-headers'),
      extraPrefixes: listOf(data, 'requestheader-extra-headers-prefix'),
    };
    const allowedNames = listOf(data, 'requestheader-allowed-names');
    authorities.replaceProxies(authority);
    proxies.use(names, allowedNames);
  }
}

/** A list of texts in JSON; empty if there is none. */
function listOf(data: Data, name: string): readonly string[] {
  const text = data[name] ?? '';
  if (text === '') return [];
  const value = parse(text);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value as string[];
  throw new Error(`${name} is no list of texts`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function refusal(opened: ClusterAuthentication, reason: string): Promise<OptionsError> {
  await opened.onApplicationShutdown();
  const message = `unable to load configmap based request-header-client-ca-file: ${reason}`;
  const remedy =
    'Bind the role extension-apiserver-authentication-reader of kube-system, or add --authentication-tolerate-lookup-failure.';
  return new OptionsError([{ option: '--authentication-kubeconfig', message, remedy }]);
}
