import { Inject, Injectable } from '@nestjs/common';
import {
  ApiServerOptions,
  type StartHook,
  Stores,
  addressInCidr,
  formatIp,
  isAlreadyExists,
  parseCidr,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { defaultService } from './service.defaults.js';
import type { Service } from './service.v1.js';

const NAME = 'kubernetes';

/** Creates the service by which programs inside the cluster reach this server, at the first cluster address. */
@Injectable()
export class KubernetesServiceHook implements StartHook {
  readonly name = 'start-kubernetes-service-controller';

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {}

  async run(): Promise<void> {
    const services = this.stores.of<Service>('', 'services');
    const context = systemContext('default');
    if (await services.has(context, NAME)) return;
    try {
      await services.create(context, this.service());
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  private service(): Service {
    const { network, serving } = this.options;
    const service: Service = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: NAME, namespace: 'default', labels: { component: 'apiserver', provider: NAME } },
      spec: {
        clusterIP: formatIp(addressInCidr(parseCidr(network.serviceClusterIpRanges[0])!, 1n)),
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: serving.securePort }],
      },
    };
    defaultService(service);
    return service;
  }
}
