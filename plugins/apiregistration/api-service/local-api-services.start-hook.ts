import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { ApiServiceRegistration } from '../registration/api-service-registration.js';
import { LocalApiServices } from './local-api-services.js';

/** Has the API services of what the server serves kept, and all registered, before it counts as ready. */
@Injectable()
export class LocalApiServicesHook implements StartHook {
  readonly name = 'kube-apiserver-autoregistration';
  readonly checks = [
    'poststarthook/start-kube-aggregator-informers',
    'poststarthook/apiservice-registration-controller',
    'poststarthook/apiservice-wait-for-first-sync',
    'poststarthook/apiservice-discovery-controller',
    'poststarthook/apiservice-openapi-controller',
    'poststarthook/apiservice-openapiv3-controller',
    'poststarthook/apiservice-status-local-available-controller',
    'autoregister-completion',
  ];

  constructor(
    @Inject(LocalApiServices) private readonly services: LocalApiServices,
    @Inject(ApiServiceRegistration) private readonly registration: ApiServiceRegistration,
  ) {}

  async run(): Promise<void> {
    await this.services.sync();
    await this.registration.load();
  }
}
