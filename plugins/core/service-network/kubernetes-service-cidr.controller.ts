import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, QueueController, QueueControllerParts } from '../../../src/plugin-api/index.js';
import { KUBERNETES_SERVICE_CIDR, KubernetesServiceCidr, SERVICE_CIDRS } from './kubernetes-service-cidr.js';

/** Recreates the default ServiceCIDR when it is deleted (upstream: defaultservicecidr controller). */
@Injectable()
export class KubernetesServiceCidrController extends QueueController {
  readonly name = 'kubernetes-service-cidr-controller';
  override readonly isPartOfServer = true;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(KubernetesServiceCidr) private readonly cidr: KubernetesServiceCidr,
  ) {
    super(parts);
  }

  protected watch(): void {
    if (!this.cidr.isWanted) return;
    const cidrs = this.parts.stores.of(SERVICE_CIDRS.group, SERVICE_CIDRS.resource);
    this.followDeletions(cidrs, ({ metadata: { name = '' } }: ApiObject) =>
      name === KUBERNETES_SERVICE_CIDR ? [name] : [],
    );
  }

  protected reconcile(): Promise<void> {
    return this.cidr.keep();
  }
}
