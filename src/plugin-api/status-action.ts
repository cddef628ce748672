import { Inject, Injectable } from '@nestjs/common';
import { type ApiObject, type MaybePromise, type ResultRule, checkedResult, notFound } from '../apimachinery/index.js';
import { type KindSource, resourceKindOf } from '../client/index.js';
import {
  type StoreContext,
  Stores,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../registry/index.js';
import type { ApiClass } from '../schema/index.js';
import type { StatusOf } from './status-of.js';

/**
 * An action on objects of a kind, with what it makes of their status.
 *
 * @public
 * @example
 * const statusOf = <T extends ApiObject>({ status }: StatusAction<T, ApiObject>) => status;
 */
export interface StatusAction<T extends ApiObject, Body extends object> {
  /** The class of the kind that has the action, or its names. */
  readonly of: KindSource<T>;
  /** The class of the body, with its rules. */
  readonly body: ApiClass<Body>;
  /**
   * Returns the members of the status that change; those that are undefined are removed. Receives a copy of the object as it
   * is stored, again where others have changed it meanwhile. Throws StatusError to refuse the action.
   */
  status(object: T, body: Body, request: SubresourceRequest): MaybePromise<Partial<StatusOf<T>>>;
}

/**
 * Declares a subresource by which clients have something done to an object (`POST bookings/NAME/cancel`) that its status
 * shows. It answers the object. The kind has a status (`hasStatus`).
 *
 * @public
 * @example
 * class Quay extends KubernetesObject { status?: { phase?: string }; }
 * const close = statusAction('close', { of: Quay, body: DeleteOptions, status: () => ({ phase: 'Closed' }) });
 */
export function statusAction<T extends ApiObject, Body extends object>(
  name: string,
  action: StatusAction<T, Body>,
): SubresourceDefinition {
  const subresource = {
    name,
    verbs: ['create'],
    type: action.body,
    answers: 'parent',
    handler: handlerOf(name, action),
  } as const;
  ACTIONS.add(subresource);
  return subresource;
}

const ACTIONS = new WeakSet<SubresourceDefinition>();

/**
 * Reports whether this is a subresource that `statusAction` has declared.
 *
 * @internal
 * @example
 * const actionsOf = (subresources: SubresourceDefinition[]) => subresources.filter(isStatusAction);
 */
export function isStatusAction(subresource: SubresourceDefinition): boolean {
  return ACTIONS.has(subresource);
}

const CHANGED_STATUS: ResultRule = {
  isRight: (result) => typeof result === 'object' && result !== null && !Array.isArray(result),
  wanted: 'an object with the members of the status that change, which may be empty',
  mayWait: true,
};

function handlerOf<T extends ApiObject, Body extends object>(
  name: string,
  action: StatusAction<T, Body>,
): new () => SubresourceHandler {
  const where = `statusAction(${JSON.stringify(name)}): status`;

  @Injectable()
  class StatusActionHandler implements SubresourceHandler {
    @Inject(Stores)
    private readonly stores!: Stores;

    handle(request: SubresourceRequest): Promise<ApiObject> {
      const { name: of, storeContext } = request;
      const context: StoreContext = { ...storeContext, subresource: 'status' };
      return this.stores.of(action.of).update(context, of, async (object) => {
        if (!object) throw notFound(resourceKindOf(action.of), of);
        const changed = await checkedResult(
          where,
          action.status(object, request.body as Body, request),
          CHANGED_STATUS,
        );
        const { status } = object as { readonly status?: object };
        return { ...object, status: { ...status, ...changed } };
      });
    }
  }
  return StatusActionHandler;
}
