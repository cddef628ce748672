import { Inject, Injectable } from '@nestjs/common';
import { type StartHook, Stores } from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import { keepBootstrapObject, KEPT_KINDS } from './bootstrap-objects.js';

/** Creates the default flow schemas and priority levels, and updates those that belong to the server. */
@Injectable()
export class FlowcontrolBootstrapHook implements StartHook {
  readonly name = 'priority-and-fairness-config-producer';

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {}

  async run(): Promise<void> {
    const keeper = { stores: this.stores, state: this.options.releaseState };
    for (const kept of KEPT_KINDS) {
      const names = [...kept.mandatory.keys(), ...kept.suggested.keys()];
      await Promise.all(names.map((name) => keepBootstrapObject(keeper, kept, name)));
    }
  }
}
