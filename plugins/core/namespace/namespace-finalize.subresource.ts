import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Stores,
  type SubresourceHandler,
  type SubresourceRequest,
  badRequest,
} from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';

/** Replaces the finalizers of a namespace: how the one that emptied it says so. */
@Injectable()
export class NamespaceFinalizeHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const namespace = body as Namespace;
    checkName(namespace.metadata.name ?? '', name);
    const stores = this.stores.of<Namespace>('', 'namespaces');
    return stores.update({ ...storeContext, namespace: '', subresource: 'finalize' }, name, () => namespace);
  }
}

function checkName(sent: string, expected: string): void {
  if (sent === '') throw badRequest('name must be provided');
  if (sent === expected) return;
  throw badRequest(`the name of the object (${sent}) does not match the name on the URL (${expected})`);
}
