import { Inject, Injectable } from '@nestjs/common';
import { Controller, Logger, ServedGroups, type Stop } from '../../../src/plugin-api/index.js';
import { LocalApiServices } from './local-api-services.js';

/** Has the API services follow what is served, where plugins come and go while the server runs. */
@Injectable()
export class LocalApiServicesController extends Controller {
  readonly name = 'kube-apiserver-autoregistration';
  override readonly isPartOfServer = true;
  private stopListening: Stop | undefined;
  private isDue = false;
  private work: Promise<void> = Promise.resolve();

  constructor(
    @Inject(LocalApiServices) private readonly services: LocalApiServices,
    @Inject(ServedGroups) private readonly served: ServedGroups,
    @Inject(Logger) private readonly logger: Logger,
  ) {
    super();
  }

  start(): void {
    this.stopListening ??= this.served.onChange(() => this.schedule());
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    this.stopListening = undefined;
    await this.work;
  }

  async step(): Promise<void> {
    await this.work;
  }

  /** A plugin brings many kinds at once; they are looked at together. */
  private schedule(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.work = this.work.then(() => this.sync());
  }

  private async sync(): Promise<void> {
    this.isDue = false;
    try {
      await this.services.sync();
    } catch (error) {
      this.logger.warn('the API services of this server could not be kept', { error });
    }
  }
}
