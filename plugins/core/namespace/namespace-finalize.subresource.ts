import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Stores,
  type SubresourceHandler,
  type SubresourceRequest,
  badRequest,
  conflict,
} from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';

/** Replaces the finalizers of a namespace: how the one that emptied it says so. */
@Injectable()
export class NamespaceFinalizeHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const namespace = body as Namespace;
    checkName(namespace.metadata.name ?? '', name);
    const context = { ...storeContext, namespace: '', subresource: 'finalize' };
    return this.stores.of<Namespace>('', 'namespaces').update(context, name, (current) => {
      checkUid(namespace, current);
      return structuredClone(namespace);
    });
  }
}

function checkName(sent: string, expected: string): void {
  if (sent === '') throw badRequest('name must be provided');
  if (sent === expected) return;
  throw badRequest(`the name of the object (${sent}) does not match the name on the URL (${expected})`);
}

function checkUid({ metadata }: Namespace, current: Namespace | undefined): void {
  const { name = '', uid } = metadata;
  if (!uid || !current || uid === current.metadata.uid) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`;
  throw conflict({ group: '', resource: 'namespaces' }, name, why);
}
