import { Inject, Injectable } from '@nestjs/common';
import type { StartHook } from '../../../src/plugin-api/index.js';
import { ServiceStrategy } from './service.strategy.js';

/** Compares the addresses and node ports written as taken with the stored services before the server is ready. */
@Injectable()
export class ServiceRepairHook implements StartHook {
  readonly name = 'start-service-ip-repair-controllers';

  constructor(@Inject(ServiceStrategy) private readonly strategy: Pick<ServiceStrategy, 'whenRepaired'>) {}

  run(): Promise<void> {
    return this.strategy.whenRepaired();
  }
}
