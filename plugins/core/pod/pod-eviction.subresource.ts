import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  type ApiObject,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../src/plugin-api/index.js';
import type { Eviction } from './eviction.v1.js';
import type { Pod } from './pod.v1.js';
import { refuseOtherName } from './refuse-other-name.js';

/** Answers `pods/{name}/eviction`: deletes the pod. */
@Injectable()
export class PodEvictionHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    refuseOtherName('Eviction', name, body);
    const options = (body as Eviction).deleteOptions ?? {};
    const context = options.dryRun?.length ? { ...storeContext, dryRun: true } : storeContext;
    await this.stores.of<Pod>('', 'pods').delete(context, name, options);
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
    return success;
  }
}
