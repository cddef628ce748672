import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, Clock, Stores, formatTime, keepObject, systemContext } from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';

/** The object that stands for the ranges the server was started with. */
export const KUBERNETES_SERVICE_CIDR = 'kubernetes';
/** Where its kind is. */
export const SERVICE_CIDRS = { group: 'networking.k8s.io', resource: 'servicecidrs' };

/** The ServiceCIDR of the ranges a cluster begins with, where others may be added (`MultiCIDRServiceAllocator`). */
@Injectable()
export class KubernetesServiceCidr {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** True if there is to be one. */
  get isWanted(): boolean {
    return this.options.features.enabled('MultiCIDRServiceAllocator');
  }

  /** Makes it where it is missing. */
  async keep(): Promise<void> {
    if (!this.isWanted) return;
    const { network } = this.options;
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: '',
      message: 'Kubernetes default Service CIDR is ready',
      lastTransitionTime: formatTime(new Date(this.clock.now())),
    };
    const made = {
      metadata: { name: KUBERNETES_SERVICE_CIDR },
      spec: { cidrs: [...network.serviceClusterIpRanges] },
      status: { conditions: [condition] },
    } as ApiObject;
    const cidrs = this.stores.of(SERVICE_CIDRS.group, SERVICE_CIDRS.resource);
    await keepObject(cidrs, { context: systemContext(), name: KUBERNETES_SERVICE_CIDR }, (current) =>
      current ? undefined : made,
    );
  }
}
