import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  type ApiObject,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../src/plugin-api/index.js';
import type { Pod } from './pod.v1.js';

/** Answers `pods/{name}/ephemeralcontainers`: the only way to add containers to a running pod. */
@Injectable()
export class PodEphemeralContainersHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ verb, name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const pods = this.stores.of<Pod>('', 'pods');
    if (verb === 'get') return pods.get(storeContext, name);
    // No client comes to own the containers added here: nothing is recorded.
    const context = { ...storeContext, fieldManager: undefined, subresource: 'ephemeralcontainers' };
    return pods.update(context, name, () => structuredClone(body as Pod));
  }
}
