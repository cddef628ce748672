import {
  checkAs,
  type FieldError,
  FieldPath,
  forbiddenResource,
  invalid,
  invalidObject,
} from '../../apimachinery/index.js';
import { checkDeleteOptions } from '../../registry/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import { chooseRepresentation, sendObject, successStatus } from '../answers/respond.js';
import { type StoredRequest, nameOf, storeContextOf } from '../resource-request.js';

const OPTION = 'ignoreStoreReadErrorWithClusterBreakingPotential';
const VERB = 'unsafe-delete-ignore-read-errors';
/** Options that would need the object to be read. */
const EXCLUDED = ['dryRun', 'propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const;

/** Reports whether a deletion asks to be carried out though the object cannot be read, and that is possible here. */
export function isUnsafe({ options: { deletesUnreadable } }: StoredRequest, options: DeleteOptions): boolean {
  return deletesUnreadable && options[OPTION] === true;
}

/** Throws 422: a collection cannot be deleted that way. */
export function refuseUnsafeCollection(request: StoredRequest, options: DeleteOptions): void {
  if (isUnsafe(request, options)) {
    throw invalidOption(['is not allowed with DELETECOLLECTION, try again after removing the option']);
  }
}

/**
 * Handles DELETE on an object that cannot be read: removes it whatever finalizers it may have had. 422 with other options,
 * and for an object that can be read; 403 without the verb of its own (specification, "Force deletion").
 */
export async function deleteUnreadable(request: StoredRequest, options: DeleteOptions): Promise<void> {
  const { context, resource } = request;
  const { serializer } = chooseRepresentation(context, resource);
  context.annotate('apiserver.k8s.io/unsafe-delete-ignore-read-error', '');
  checkAs(resource.kind.release, () => checkDeleteOptions(options));
  // Empty lists are not decoded.
  const excluded = EXCLUDED.filter((name) => options[name] !== undefined && options[name] !== null);
  if (excluded.length > 0) throw invalidOption(excluded.map((name) => `cannot be set together with .${name}`));
  await authorizeUnsafe(request);
  const name = nameOf(context);
  const wasUnreadable = await resource.store.deleteUnreadable({ ...storeContextOf(request), options }, name);
  if (!wasUnreadable) {
    throw invalidOption(['is exclusively used to delete corrupt object(s), try again by removing this option']);
  }
  const status = successStatus(resource, { metadata: { name } });
  return sendObject(context, context.serializers.whole(serializer), { status: 200, object: status });
}

async function authorizeUnsafe({ context, options, resource }: StoredRequest): Promise<void> {
  const attributes = { ...context.info, user: context.user, verb: VERB };
  const { verdict, reason } = await options.authorizer.authorize(attributes);
  if (verdict === 'Allow') return;
  const { group, resource: plural } = resource.gvr;
  throw forbiddenResource(
    { group, resource: plural },
    context.info.name,
    `not permitted to do "${VERB}", reason: ${reason}`,
  );
}

function invalidOption(reasons: readonly string[]): Error {
  const errors: FieldError[] = reasons.map((why) => invalid(FieldPath.of(OPTION), true, why));
  return invalidObject({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
}
