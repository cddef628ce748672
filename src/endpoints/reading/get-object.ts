import type { MaybePromise } from '../../apimachinery/index.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';
import { type StoredRequest, nameOf } from '../resource-request.js';
import { parseResourceVersion, waitFor } from './resource-version.js';

/** Sends one object, or its status; waits where the client has seen a later state than the cache. */
export function getObject({ context, resource }: StoredRequest): MaybePromise<void> {
  const representation = chooseRepresentation(context, resource);
  const requested = context.query.get('resourceVersion');
  const namespace = resource.kind.isNamespaced ? context.info.namespace : '';
  const scope = { namespace, version: resource.version.apiVersion };
  const name = nameOf(context);
  context.span?.addEvent('About to Get from storage');
  const found = requested
    ? waitFor(resource, parseResourceVersion(requested), requested).then(() => resource.store.getCached(scope, name))
    : resource.store.get(scope, name);
  // Most objects are at hand: only those that are waited for need a closure.
  if (found instanceof Promise) {
    return found.then(({ entry }) => sendEntry(context, representation, { status: 200, entry }));
  }
  return sendEntry(context, representation, { status: 200, entry: found.entry });
}
