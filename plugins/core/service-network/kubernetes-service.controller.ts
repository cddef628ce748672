import { Inject, Injectable } from '@nestjs/common';
import { type Clock, QueueController, QueueControllerParts } from '../../../src/plugin-api/index.js';
import { KUBERNETES_SERVICE, KubernetesService, SLICES } from './kubernetes-service.js';

/** How often a server shows that it is there (upstream: DefaultEndpointReconcilerInterval). */
const RENEW_MS = 10_000;

type Timer = ReturnType<Clock['repeat']>;

/** Keeps the service of the server itself as it should be while the server runs (upstream: kubernetesservice controller). */
@Injectable()
export class KubernetesServiceController extends QueueController {
  readonly name = 'kubernetes-service-controller';
  override readonly isPartOfServer = true;
  private timer: Timer | undefined;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(KubernetesService) private readonly service: KubernetesService,
  ) {
    super(parts);
  }

  override async stop(): Promise<void> {
    const wasRunning = this.timer !== undefined;
    this.timer?.cancel();
    this.timer = undefined;
    await super.stop();
    if (wasRunning) await this.service.leave();
  }

  protected watch(): void {
    if (this.service.isShared) {
      // Servers with different ports would answer each other's writes without end: as upstream, only time counts.
      this.timer = this.parts.clock.repeat(RENEW_MS, () => this.queue.add(KUBERNETES_SERVICE));
      return;
    }
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
