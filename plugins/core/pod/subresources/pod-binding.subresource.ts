import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  type ApiObject,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../../src/plugin-api/index.js';
import type { Binding } from '../../binding/binding.v1.js';
import { bindPod } from '../../binding/pod-binder.js';
import { refuseOtherName } from './refuse-other-name.js';

/** Handles `pods/{name}/binding`: the scheduler's way to assign a pod. */
@Injectable()
export class PodBindingHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    refuseOtherName('Binding', name, body);
    // A binding is no write of a field's owner: nothing is recorded for the client.
    return bindPod(this.stores, { ...storeContext, fieldManager: undefined, skipAdmission: true }, body as Binding);
  }
}
