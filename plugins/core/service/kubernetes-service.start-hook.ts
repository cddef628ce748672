import { Inject, Injectable } from '@nestjs/common';
import {
  ApiServerOptions,
  type ApiObject,
  ServerAddress,
  type StartHook,
  Stores,
  addressInCidr,
  formatIp,
  isAlreadyExists,
  isStorageReadError,
  parseCidr,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { Endpoints, EndpointSubset } from '../endpoints/endpoints.v1.js';
import { defaultService } from './service.defaults.js';
import type { Service } from './service.v1.js';

const NAME = 'kubernetes';
/** Endpoint slices are written by whoever writes the Endpoints, not copied from them. */
const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';

/**
 * Keeps the service by which programs inside the cluster reach this server, at the first cluster address, and its
 * endpoints: the address others reach the server at, if there is one (upstream: kubernetesservice controller).
 */
@Injectable()
export class KubernetesServiceHook implements StartHook {
  readonly name = 'start-kubernetes-service-controller';

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(ServerAddress) private readonly address: ServerAddress,
  ) {}

  async run(): Promise<void> {
    const made = this.service();
    await this.keep<Service>('services', made, (service) => {
      service.spec = { ...service.spec, ports: made.spec!.ports };
    });
    const subsets = this.subsets();
    await this.keep<Endpoints>('endpoints', this.endpoints(), (endpoints) => {
      endpoints.subsets = subsets;
    });
  }

  /** Creates an object, or brings the part of it that this server decides up to date. */
  private async keep<T extends ApiObject>(resource: string, made: T, mend: (current: T) => void): Promise<void> {
    const store = this.stores.of<T>('', resource);
    const context = systemContext('default');
    const mended = (current: T | undefined): T => {
      if (current) mend(current);
      return current ?? made;
    };
    try {
      if (await store.has(context, NAME)) await store.update(context, NAME, mended);
      else await store.create(context, made);
    } catch (error) {
      // What cannot be read is not written over; it must not keep the server from its start either.
      if (!isAlreadyExists(error) && !isStorageReadError(error)) throw error;
    }
  }

  private service(): Service {
    const [range] = this.options.network.serviceClusterIpRanges;
    const service: Service = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: NAME, namespace: 'default', labels: { component: 'apiserver', provider: NAME } },
      spec: {
        clusterIP: formatIp(addressInCidr(parseCidr(range)!, 1n)),
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: this.address.port }],
      },
    };
    defaultService(service);
    return service;
  }

  private endpoints(): Endpoints {
    const metadata = { name: NAME, namespace: 'default', labels: { [SKIP_MIRROR]: 'true' } };
    return { kind: 'Endpoints', apiVersion: 'v1', metadata, subsets: this.subsets() };
  }

  private subsets(): EndpointSubset[] {
    const { host, port } = this.address;
    return host === undefined ? [] : [{ addresses: [{ ip: host }], ports: [{ name: 'https', port, protocol: 'TCP' }] }];
  }
}
