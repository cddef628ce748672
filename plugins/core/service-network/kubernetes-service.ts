import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  type ResourceStore,
  ServerAddress,
  Stores,
  keepObject,
  systemContext,
} from '../../../src/plugin-api/index.js';
import {
  ApiServerOptions,
  ServerEndpoints,
  addressInCidr,
  formatIp,
  isStorageReadError,
  parseCidr,
} from '../../../src/plugin-api/built-in.js';
import type { Endpoints, EndpointSubset } from '../endpoints/endpoints.v1.js';
import { mendedSlice, sliceOf, type WrittenSlice } from './kubernetes-endpoint-slice.js';
import { defaultService } from '../service/service.defaults.js';
import type { Service } from '../service/service.v1.js';

/** The name of the service and of its endpoints, in the namespace `default`. */
export const KUBERNETES_SERVICE = 'kubernetes';
const NAMESPACE = 'default';
/** Slices of endpoints, where their kind is served. */
export const SLICES = { group: 'discovery.k8s.io', resource: 'endpointslices' };
/** Endpoint slices are written together with the Endpoints, not mirrored from them. */
const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';

/**
 * The service by which programs inside the cluster reach this server, at the first cluster address, and its endpoints: the
 * addresses at which others reach the servers on this store.
 */
@Injectable()
export class KubernetesService {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(ServerAddress) private readonly address: ServerAddress,
  ) {}

  /** The endpoints of all servers on the store. */
  @Inject(ServerEndpoints) private readonly servers!: ServerEndpoints;

  /** Creates missing parts of it, and corrects the fields that this server owns. */
  async keep(): Promise<void> {
    const made = this.service();
    const { ports } = made.spec!;
    await this.keepOne<Service>(this.stores.of('', 'services'), (current) => {
      if (!current) return made;
      if (isDeepStrictEqual(current.spec?.ports, ports)) return undefined;
      const { clusterIP } = current.spec ?? {};
      const clusterIPs = current.spec?.clusterIPs ?? (clusterIP ? [clusterIP] : undefined);
      const next = { ...current, spec: { ...current.spec, ports, clusterIPs } };
      // A server that showed an older release left out what came later.
      defaultService(next);
      return next;
    });
    if (this.options.network.endpointReconcilerType === 'lease') await this.keepEndpoints(await this.addresses());
  }

  /** Removes this server from the endpoints, where others stay. */
  async leave(): Promise<void> {
    const { host } = this.address;
    if (!this.isShared || host === undefined) return;
    await this.servers.remove(host);
    await this.keepEndpoints(await this.servers.list());
  }

  /** True if other servers may be among the endpoints. */
  get isShared(): boolean {
    return this.options.network.endpointReconcilerType === 'lease' && this.servers.isShared;
  }

  /** The addresses of all servers on the store, this one included. */
  private async addresses(): Promise<string[]> {
    const { host } = this.address;
    const own = host === undefined ? [] : [host];
    if (!this.isShared) return own;
    if (host !== undefined) await this.servers.renew(host);
    return [...new Set([...(await this.servers.list()), ...own])].sort();
  }

  private async keepEndpoints(addresses: readonly string[]): Promise<void> {
    const subsets = this.subsetsOf(addresses);
    await this.keepOne<Endpoints>(this.stores.of('', 'endpoints'), (current) => {
      if (!current) return endpointsWith(subsets);
      return isDeepStrictEqual(current.subsets ?? [], subsets) ? undefined : { ...current, subsets };
    });
    await this.keepSlice(sliceOf(KUBERNETES_SERVICE, NAMESPACE, subsets));
  }

  /** The address type of a slice is immutable, so a slice of another family is recreated. */
  private async keepSlice(wanted: WrittenSlice): Promise<void> {
    const slices = this.stores.find<WrittenSlice>(SLICES.group, SLICES.resource);
    if (!slices) return;
    const context = systemContext(NAMESPACE);
    const { addressType } = (await slices.find(context, KUBERNETES_SERVICE).catch(unreadable)) ?? wanted;
    if (addressType !== wanted.addressType) await slices.delete(context, KUBERNETES_SERVICE);
    await this.keepOne(slices, (current) => (current ? mendedSlice(current, wanted) : wanted));
  }

  private async keepOne<T extends ApiObject>(
    store: ResourceStore<T>,
    change: (current: T | undefined) => T | undefined,
  ): Promise<void> {
    try {
      await keepObject(store, { context: systemContext(NAMESPACE), name: KUBERNETES_SERVICE }, change);
    } catch (error) {
      // An unreadable object is not overwritten; it must not prevent the start either.
      if (!isStorageReadError(error)) throw error;
    }
  }

  private service(): Service {
    const [range] = this.options.network.serviceClusterIpRanges;
    const labels = { component: 'apiserver', provider: KUBERNETES_SERVICE };
    const service: Service = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: KUBERNETES_SERVICE, namespace: NAMESPACE, labels },
      spec: {
        clusterIP: formatIp(addressInCidr(parseCidr(range)!, 1n)),
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: this.address.port }],
      },
    };
    defaultService(service);
    return service;
  }

  private subsetsOf(addresses: readonly string[]): EndpointSubset[] {
    if (addresses.length === 0) return [];
    const { port } = this.address;
    return [{ addresses: addresses.map((ip) => ({ ip })), ports: [{ name: 'https', port, protocol: 'TCP' }] }];
  }
}

function endpointsWith(subsets: EndpointSubset[]): Endpoints {
  const metadata = { name: KUBERNETES_SERVICE, namespace: NAMESPACE, labels: { [SKIP_MIRROR]: 'true' } };
  return { kind: 'Endpoints', apiVersion: 'v1', metadata, subsets };
}

function unreadable(error: unknown): undefined {
  if (!isStorageReadError(error)) throw error;
  return undefined;
}
