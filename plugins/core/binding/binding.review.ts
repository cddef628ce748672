import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, type ReviewHandler, Stores, type StrategyContext } from '../../../src/plugin-api/index.js';
import type { Binding } from './binding.v1.js';
import { bindPod } from './pod-binder.js';

/** Binds pods through the collection of bindings, as old schedulers do. */
@Injectable()
export class BindingHandler implements ReviewHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  create(object: ApiObject, { user, namespace, dryRun }: StrategyContext): Promise<ApiObject> {
    return bindPod(this.stores, { user, namespace, dryRun, skipAdmission: true }, object as Binding);
  }
}
