import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts } from '../../../src/plugin-api/index.js';
import { KUBERNETES_SERVICE, KubernetesService, SLICES } from './kubernetes-service.js';

/** Keeps the service of the server itself as it should be while the server runs (upstream: kubernetesservice controller). */
@Injectable()
export class KubernetesServiceController extends QueueController {
  readonly name = 'kubernetes-service-controller';
  override readonly isPartOfServer = true;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(KubernetesService) private readonly service: KubernetesService,
  ) {
    super(parts);
  }

  protected watch(): void {
    const own = ({ name, namespace }: { name: string; namespace: string }): string[] =>
      name === KUBERNETES_SERVICE && namespace === 'default' ? [name] : [];
    this.followNames(this.parts.stores.of('', 'services'), own);
    this.followNames(this.parts.stores.of('', 'endpoints'), own);
    const slices = this.parts.stores.find(SLICES.group, SLICES.resource);
    if (slices) this.followNames(slices, own);
  }

  protected reconcile(): Promise<void> {
    return this.service.keep();
  }
}
