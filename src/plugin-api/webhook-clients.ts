import { Inject, Injectable } from '@nestjs/common';
import type { ApiObject } from '../apimachinery/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import {
  type OutboundParts,
  OutboundMetrics,
  type ServiceAddress,
  type ServiceReference,
  ServiceResolver,
  WebhookClient,
  WebhookCredentials,
  type WebhookTarget,
} from '../outbound/index.js';
import { Stores, systemContext } from '../registry/index.js';

/** The members of a Service that say where it is reached. */
interface ReachedService extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly port: number }[];
  };
}

const HTTPS_PORT = 443;
const WITH_ADDRESS: ReadonlySet<string> = new Set(['ClusterIP', 'NodePort', 'LoadBalancer']);

/** Finds services at their cluster addresses (upstream: NewClusterIPServiceResolver). */
class ClusterServices extends ServiceResolver {
  constructor(private readonly stores: Stores) {
    super();
  }

  async resolve({ namespace, name, port = HTTPS_PORT }: ServiceReference): Promise<ServiceAddress> {
    const store = this.stores.find<ReachedService>('', 'services');
    const service = await store?.find(systemContext(namespace), name);
    if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
    const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = service.spec ?? {};
    if (type === 'ExternalName') return { host: externalName, port };
    if (!WITH_ADDRESS.has(type)) throw new Error(`unsupported service type ${JSON.stringify(type)}`);
    if (clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"');
    if (!ports.some((each) => each.port === port)) {
      throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
    }
    return { host: clusterIP, port };
  }
}

/**
 * Opens clients of webhooks that stored configurations name. Every plugin may inject it.
 *
 * @internal
 * @example
 * class Notices { constructor(@Inject(WebhookClients) private readonly clients: WebhookClients) {} }
 */
@Injectable()
export class WebhookClients {
  private readonly metrics: OutboundMetrics;
  private readonly services: ServiceResolver;
  @Inject(Logger) private readonly logger!: Logger;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(MetricsRegistry) registry: MetricsRegistry,
    @Inject(Stores) stores: Stores,
  ) {
    this.metrics = new OutboundMetrics(registry);
    this.services = new ClusterServices(stores);
  }

  /** Opens a client; the caller closes it. Throws a TypeError for a URL that cannot be parsed. */
  open(
    target: WebhookTarget,
    { limits, credentials }: { limits?: OutboundParts['limits']; credentials?: WebhookCredentials } = {},
  ): WebhookClient {
    const { clock, metrics, services } = this;
    return new WebhookClient(target, { clock, metrics, services, limits, credentials });
  }

  /** Reads the credentials for webhooks from a kubeconfig file. Rejects with an Error that says what is wrong with it. */
  readCredentials(path: string): Promise<WebhookCredentials> {
    const { clock, logger, metrics } = this;
    return WebhookCredentials.read(path, { clock, logger, onExec: (exitCode) => metrics.observeExec(exitCode) });
  }
}
