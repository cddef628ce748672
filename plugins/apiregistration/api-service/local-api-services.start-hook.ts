import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { LocalApiServices } from './local-api-services.js';

/** Has the API services of what the server serves kept before it counts as ready. */
@Injectable()
export class LocalApiServicesHook implements StartHook {
  readonly name = 'kube-apiserver-autoregistration';
  readonly checks = [
    'poststarthook/apiservice-registration-controller',
    'poststarthook/apiservice-status-local-available-controller',
    'autoregister-completion',
  ];

  constructor(@Inject(LocalApiServices) private readonly services: LocalApiServices) {}

  run(): Promise<void> {
    return this.services.sync();
  }
}
