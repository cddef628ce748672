import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts } from '../../../src/plugin-api/index.js';
import { type ControllerPace, ServedGroups, type Stop } from '../../../src/plugin-api/built-in.js';
import type { APIService } from './api-service.v1.js';
import { LocalApiServices } from './local-api-services.js';

/** The key under which the served groups are read again: changes that come together are read once. */
const SERVED = '';

/** Keeps the API services of what is served, where plugins and definitions come and go while the server runs. */
@Injectable()
export class LocalApiServicesController extends QueueController {
  readonly name = 'kube-apiserver-autoregistration';
  override readonly isPartOfServer = true;
  private stopListening: Stop | undefined;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(LocalApiServices) private readonly services: LocalApiServices,
    @Inject(ServedGroups) private readonly served: ServedGroups,
  ) {
    super(parts);
  }

  override start(pace: ControllerPace): void {
    super.start(pace);
    this.stopListening ??= this.served.onChange(() => this.queue.add(SERVED));
    this.queue.add(SERVED);
  }

  override async stop(): Promise<void> {
    this.stopListening?.();
    this.stopListening = undefined;
    await super.stop();
  }

  protected watch(): void {
    const store = this.parts.stores.of<APIService>('apiregistration.k8s.io', 'apiservices');
    this.followNames(store, ({ name }) => [name]);
  }

  protected async reconcile(name: string): Promise<void> {
    if (name !== SERVED) return this.services.keep(name);
    for (const changed of this.services.refresh()) this.queue.add(changed);
  }
}
