import { type ApiObject, copyInSteps } from '../../../apimachinery/index.js';
import { doInTurns } from '../../../observability/index.js';
import type { ResolvedKind } from '../../kinds/resolved-kind.js';
import { dropRepeatedOwners } from '../owner-references.js';
import type { StoreContext } from '../../kinds/store-context.js';
import { checkUid } from './identity-checks.js';
import { noop } from './write-scope.js';

/** An object that is to take the place of another, with the check of its sender. */
export interface ReplaceOrder<T> {
  readonly object: T;
  /** Rejects with 403 unless the sender may create the object. Called only if it does not exist. */
  authorizeCreate(): Promise<void>;
}

/**
 * Returns what makes a sent object the next state of a stored one, or a new object (upstream: the checks of
 * rest.BeforeUpdate and of Store.Update that see the body). It may be called several times. Changes the sent object.
 */
export function replacement<T extends ApiObject>(
  kind: ResolvedKind<T>,
  context: StoreContext,
  { object, authorizeCreate }: ReplaceOrder<T>,
): (current: T | undefined) => Promise<T> {
  const { namespace, version: apiVersion, dryRun } = context;
  dropRepeatedOwners(object, context.warn ?? noop, 'body');
  return async (current) => {
    if (!current) await authorizeCreate();
    checkUid(kind, object, { namespace, current, apiVersion, dryRun });
    // An attempt changes its object; a second one must find it as it was sent.
    return doInTurns(copyInSteps(object));
  };
}
