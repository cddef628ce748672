import { Inject, Injectable } from '@nestjs/common';
import { ApiServerOptions, type StartHook, Stores } from '../../../src/plugin-api/index.js';
import { BootstrapRbac } from './bootstrap-rbac.js';

/** Sees at every start to the roles and bindings every cluster has. */
@Injectable()
export class BootstrapRbacHook implements StartHook {
  readonly name = 'rbac/bootstrap-roles';

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {}

  async run(): Promise<void> {
    const { features } = this.options;
    await new BootstrapRbac((gate) => features.enabled(gate)).reconcile(this.stores);
  }
}
