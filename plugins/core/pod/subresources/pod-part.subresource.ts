import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  type ApiObject,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../../src/plugin-api/index.js';
import type { Pod } from '../shape/pod.v1.js';

/** Handles a subresource that changes one part of a running pod, in the shape of the whole pod. */
abstract class PodPartHandler implements SubresourceHandler {
  protected abstract readonly subresource: string;

  constructor(private readonly stores: Stores) {}

  async handle({ verb, name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const pods = this.stores.of<Pod>('', 'pods');
    if (verb === 'get') return pods.get(storeContext, name);
    // No client comes to own what is changed here: nothing is recorded.
    const context = { ...storeContext, fieldManager: undefined, subresource: this.subresource };
    return pods.update(context, name, () => structuredClone(body as Pod));
  }
}

/** Handles `pods/{name}/ephemeralcontainers`: the only way to add containers to a running pod. */
@Injectable()
export class PodEphemeralContainersHandler extends PodPartHandler {
  protected readonly subresource = 'ephemeralcontainers';

  constructor(@Inject(Stores) stores: Stores) {
    super(stores);
  }
}

/** Handles `pods/{name}/resize`: the only way to give the containers of a running pod more or less. */
@Injectable()
export class PodResizeHandler extends PodPartHandler {
  protected readonly subresource = 'resize';

  constructor(@Inject(Stores) stores: Stores) {
    super(stores);
  }
}
