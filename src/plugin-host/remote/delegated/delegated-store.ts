import type { ApiObject } from '../../../apimachinery/index.js';
import { conflict, failure, notFound } from '../../../apimachinery/index.js';
import { type ApiServerClient, OutboundError } from '../../../outbound/index.js';
import type { DeletedObject, ResolvedKind, StoreContext, Transform } from '../../../registry/index.js';
import type { DeleteOptions } from '../../../schema/index.js';
import { RemoteStore, type RemoteStoreParts } from '../remote-store.js';

/** The dependencies of a store that deletes, and changes metadata. */
export interface DelegatedStoreParts extends RemoteStoreParts {
  readonly client: Pick<ApiServerClient, 'get' | 'page' | 'watch' | 'mergePatch' | 'delete'>;
}

/** How often a change is tried that others have overtaken. */
const ATTEMPTS = 5;

/** The metadata of the objects that an extension server has. What is found is what that server says now. */
export class DelegatedStore extends RemoteStore {
  constructor(
    kind: ResolvedKind,
    protected override readonly parts: DelegatedStoreParts,
  ) {
    super(kind, parts);
  }

  override find(context: StoreContext, name: string): Promise<ApiObject | undefined> {
    return this.readStored(context, name);
  }

  override async has(context: StoreContext, name: string): Promise<boolean> {
    return (await this.readStored(context, name)) !== undefined;
  }

  /** Changes finalizers and owner references; anything else that `transform` changes is not sent. */
  override async update(context: StoreContext, name: string, transform: Transform<ApiObject>): Promise<ApiObject> {
    for (let attempt = 1; ; attempt++) {
      const current = await this.get(context, name);
      const { finalizers = [], ownerReferences = [] } = (await transform(current)).metadata;
      const { uid, resourceVersion } = current.metadata;
      try {
        const metadata = { uid, resourceVersion, finalizers, ownerReferences };
        await this.parts.client.mergePatch(this.pathOf(context.namespace, name), { metadata });
        return current;
      } catch (error) {
        if (attempt < ATTEMPTS && OutboundError.from(error).status === 409) continue;
        throw this.failureOf(error, name);
      }
    }
  }

  override async delete(
    context: StoreContext,
    name: string,
    options: DeleteOptions = {},
  ): Promise<DeletedObject<ApiObject>> {
    const object = await this.get(context, name);
    try {
      const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
      await this.parts.client.delete(this.pathOf(context.namespace, name), body);
      return { object, isGone: false };
    } catch (error) {
      throw this.failureOf(error, name);
    }
  }

  private failureOf(thrown: unknown, name: string): Error {
    const error = OutboundError.from(thrown);
    const { groupResource } = this.kind;
    if (error.status === 404) return notFound(groupResource, name);
    if (error.status === 409) return conflict(groupResource, name, 'it has changed on its server');
    return failure(503, `the server of ${groupResource.resource} did not answer: ${error.message}`, {
      reason: 'ServiceUnavailable',
    });
  }
}
