import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, goQuote } from '../apimachinery/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { type ServiceAddress, type ServiceReference, ServiceResolver } from '../outbound/index.js';
import { Stores, systemContext } from '../registry/index.js';

/** The members of a Service that say where it is reached. */
interface ReachedService extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly ReachedPort[];
  };
}

interface ReachedPort {
  readonly name?: string;
  readonly port: number;
}

/** The members of Endpoints that say where a Service is served. */
interface ReachedEndpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly ReachedPort[];
  }[];
}

const HTTPS_PORT = 443;
/** The time after which a changed service counts, in milliseconds. */
const REMEMBERED_MS = 50;
const WITH_ADDRESS: ReadonlySet<string> = new Set(['ClusterIP', 'NodePort', 'LoadBalancer']);

/**
 * Finds services at their cluster addresses, or at their endpoints (`--enable-aggregator-routing`); the service of this
 * server is the server itself (upstream: NewClusterIPServiceResolver, NewEndpointServiceResolver).
 *
 * @internal
 * @example
 * const addressOf = (services: ClusterServices) => services.resolve({ namespace: 'default', name: 'harbor' });
 */
@Injectable()
export class ClusterServices extends ServiceResolver {
  private readonly found = new Map<string, Promise<ReachedService | undefined>>();
  private until = 0;

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(ServerAddress) private readonly address: ServerAddress,
  ) {
    super();
  }

  async resolve({ namespace, name, port = HTTPS_PORT }: ServiceReference): Promise<ServiceAddress> {
    if (namespace === 'default' && name === 'kubernetes' && port === HTTPS_PORT) return this.ownAddress();
    const service = await this.serviceOf(namespace, name);
    if (!service) throw new Error(`service ${goQuote(name)} not found`);
    const { enablesRouting } = this.options.aggregation;
    return enablesRouting ? this.endpointOf(service, { namespace, port }) : addressOf(service, port);
  }

  /** Requests that come together look a service up once. */
  private serviceOf(namespace: string, name: string): Promise<ReachedService | undefined> {
    const now = performance.now();
    if (now > this.until) {
      this.found.clear();
      this.until = now + REMEMBERED_MS;
    }
    const key = `${namespace}/${name}`;
    let found = this.found.get(key);
    if (!found) {
      const store = this.stores.find<ReachedService>('', 'services');
      found = Promise.resolve(store?.find(systemContext(namespace), name));
      this.found.set(key, found);
    }
    return found;
  }

  private ownAddress(): ServiceAddress {
    const { hostname, port } = new URL(this.address.localUrl);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || HTTPS_PORT) };
  }

  private async endpointOf(
    service: ReachedService,
    { namespace, port }: { namespace: string; port: number },
  ): Promise<ServiceAddress> {
    const name = service.metadata.name!;
    const { name: portName = '' } = portOf(service, port);
    const { type = 'ClusterIP' } = service.spec ?? {};
    if (!WITH_ADDRESS.has(type)) throw new Error(`unsupported service type ${goQuote(type)}`);
    const endpoints = await this.stores.find<ReachedEndpoints>('', 'endpoints')?.find(systemContext(namespace), name);
    if (!endpoints) throw new Error(`endpoints ${goQuote(name)} not found`);
    const found = anyOf((endpoints.subsets ?? []).flatMap((subset) => endpointsOf(subset, portName)));
    if (!found) throw new Error(`no endpoints available for service ${goQuote(name)}`);
    return found;
  }
}

/** The address of a service itself. */
function addressOf(service: ReachedService, port: number): ServiceAddress {
  const { type = 'ClusterIP', clusterIP = '', externalName = '' } = service.spec ?? {};
  if (type === 'ExternalName') return { host: externalName, port };
  if (!WITH_ADDRESS.has(type)) throw new Error(`unsupported service type ${goQuote(type)}`);
  if (clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"');
  return { host: clusterIP, port: portOf(service, port).port };
}

function portOf({ metadata, spec }: ReachedService, port: number): ReachedPort {
  const found = spec?.ports?.find((each) => each.port === port);
  if (!found) throw new Error(`no service port ${port} found for service ${goQuote(metadata.name!)}`);
  return found;
}

type Subset = NonNullable<ReachedEndpoints['subsets']>[number];

/** The endpoints of a subset that serve a port by its name. */
function endpointsOf({ addresses = [], ports = [] }: Subset, portName: string): ServiceAddress[] {
  const port = ports.find(({ name = '' }) => name === portName);
  return port ? addresses.map(({ ip }) => ({ host: ip, port: port.port })) : [];
}

function anyOf<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(Math.random() * all.length)];
}
