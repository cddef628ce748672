import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { KubernetesService } from './kubernetes-service.js';

/** Makes the service of the server itself before anybody is told that it is ready. */
@Injectable()
export class KubernetesServiceHook implements StartHook {
  readonly name = 'start-kubernetes-service-controller';

  constructor(@Inject(KubernetesService) private readonly service: KubernetesService) {}

  run(): Promise<void> {
    return this.service.keep();
  }
}
