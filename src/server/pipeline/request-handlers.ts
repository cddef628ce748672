import type { MaybePromise, StatusError } from '../../apimachinery/index.js';
import { attributesOf } from '../../authz/index.js';
import { type ApiHandler, type RequestContext, isBesideUnstructured } from '../../endpoints/index.js';
import type { DelegationHandler } from '../aggregation/delegation-handler.js';
import { deny } from '../filters/deny.js';
import type { NonResourceHandler } from '../pages/non-resource-handler.js';

/** The handlers of requests that passed all gates. */
export interface HandlerParts {
  readonly api: Pick<ApiHandler, 'handle'>;
  /** Requests to the servers behind this one. */
  readonly delegation: Pick<DelegationHandler, 'serviceOf' | 'handle'>;
  readonly nonResource: Pick<NonResourceHandler, 'servesGroupOf' | 'handle' | 'missing'>;
}

/** Passes a request to the handler of its path. Rejects as that does; throws 403 for lists of other servers to be filtered. */
export function handleRequest(
  context: RequestContext,
  { api, delegation, nonResource }: HandlerParts,
): MaybePromise<void> {
  const { info, path } = context;
  const delegated = delegation.serviceOf(path);
  if (delegated && context.objectFilter) throw cannotFilter(context);
  if (delegated) return delegation.handle(context, delegated);
  // An empty group is the core's own path only: below `/apis/` it names nothing.
  const isServed = info.group === '' ? info.apiPrefix === 'api' : nonResource.servesGroupOf(path);
  const isApi = info.isResourceRequest && isServed;
  if (path.startsWith('//') || !isApi) return nonResource.handle(context);
  if (!context.resource || isBesideUnstructured(context)) return nonResource.missing(context);
  return api.handle(context);
}

/** Objects of another server are not seen here: rather none than all. */
function cannotFilter(context: RequestContext): StatusError {
  const reason = 'the objects of an extension server cannot be filtered';
  return deny(context, attributesOf(context.user, context.info), reason);
}
