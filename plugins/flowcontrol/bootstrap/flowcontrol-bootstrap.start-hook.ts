import { Inject, Injectable } from '@nestjs/common';
import { type StartHook, Stores } from '../../../src/plugin-api/index.js';
import { keepBootstrapObject, KEPT_KINDS } from './bootstrap-objects.js';

/** Creates the default flow schemas and priority levels, and updates those that belong to the server. */
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
