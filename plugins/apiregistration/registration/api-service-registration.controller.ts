import { Inject, Injectable } from '@nestjs/common';
import { QueueController, QueueControllerParts } from '../../../src/plugin-api/index.js';
import { ApiServiceRegistration } from './api-service-registration.js';

/** Puts changes of API services in force (upstream: APIServiceRegistrationController). */
@Injectable()
export class ApiServiceRegistrationController extends QueueController {
  readonly name = 'apiservice-registration-controller';
  override readonly isPartOfServer = true;

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ApiServiceRegistration) private readonly registration: ApiServiceRegistration,
  ) {
    super(parts);
  }

  protected watch(): void {
    this.followNames(this.parts.stores.of('apiregistration.k8s.io', 'apiservices'), ({ name }) => [name]);
  }

  protected reconcile(name: string): Promise<void> {
    return this.registration.bring(name);
  }
}
