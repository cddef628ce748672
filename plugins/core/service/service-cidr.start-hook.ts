import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  ApiServerOptions,
  Clock,
  type StartHook,
  Stores,
  formatTime,
  keepObject,
  systemContext,
} from '../../../src/plugin-api/index.js';

/** The object that stands for the ranges the server was started with. */
const DEFAULT = 'kubernetes';

/** Makes the ServiceCIDR of the ranges a cluster begins with, where others may be added (`MultiCIDRServiceAllocator`). */
@Injectable()
export class ServiceCidrHook implements StartHook {
  readonly name = 'start-kubernetes-service-cidr-controller';

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const { features, network } = this.options;
    if (!features.enabled('MultiCIDRServiceAllocator')) return;
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: '',
      message: 'Kubernetes default Service CIDR is ready',
      lastTransitionTime: formatTime(new Date(this.clock.now())),
    };
    const made = {
      metadata: { name: DEFAULT },
      spec: { cidrs: [...network.serviceClusterIpRanges] },
      status: { conditions: [condition] },
    } as ApiObject;
    const cidrs = this.stores.of('networking.k8s.io', 'servicecidrs');
    await keepObject(cidrs, { context: systemContext(), name: DEFAULT }, (current) => (current ? undefined : made));
  }
}
