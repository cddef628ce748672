import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { KubernetesService } from './kubernetes-service.js';

/** Creates the service of the server itself before the server is ready. */
@Injectable()
export class KubernetesServiceHook implements StartHook {
  readonly name = 'bootstrap-controller';

  constructor(@Inject(KubernetesService) private readonly service: KubernetesService) {}

  run(): Promise<void> {
    return this.service.keep();
  }
}
