import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { KubernetesServiceCidr } from './kubernetes-service-cidr.js';

/** Makes the ServiceCIDR that a cluster begins with, before the first service is made. */
@Injectable()
export class ServiceCidrHook implements StartHook {
  readonly name = 'start-kubernetes-service-cidr-controller';

  constructor(@Inject(KubernetesServiceCidr) private readonly cidr: KubernetesServiceCidr) {}

  get isEnabled(): boolean {
    return this.cidr.isWanted;
  }

  run(): Promise<void> {
    return this.cidr.keep();
  }
}
