import { Inject, Injectable } from '@nestjs/common';
import { type StartHook, Stores } from '../../../src/plugin-api/index.js';
import { keepBootstrapObject, KEPT_KINDS } from './bootstrap-objects.js';

/** Creates the flow schemas and priority levels a cluster begins with, and mends those that are the server's. */
@Injectable()
export class FlowcontrolBootstrapHook implements StartHook {
  readonly name = 'priority-and-fairness-config-producer';

  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async run(): Promise<void> {
    for (const kept of KEPT_KINDS) {
      const names = [...kept.mandatory.keys(), ...kept.suggested.keys()];
      await Promise.all(names.map((name) => keepBootstrapObject(this.stores, kept, name)));
    }
  }
}
