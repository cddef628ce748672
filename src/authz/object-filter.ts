import { type MaybePromise, internalError } from '../apimachinery/index.js';
import type { ObjectFilter } from '../request/index.js';
import type { AuthorizationAttributes, Authorizer, Decision } from './authorizer.js';

/** The authorizer that allowed a request; present where one of several can narrow lists. */
const ALLOWED_BY = Symbol('allowedBy');

type MarkedDecision = Decision & { readonly [ALLOWED_BY]?: Authorizer };

const LISTING: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/** Marks a decision with the authorizer that made it. Copies of the decision are marked, too. */
export function markDecision(decision: Decision, member: Authorizer): Decision {
  return { ...decision, [ALLOWED_BY]: member } as MarkedDecision;
}

/** Copies the mark of one decision to another one. */
export function withMarkOf(decision: Decision, from: Decision): Decision {
  const member = (from as MarkedDecision)[ALLOWED_BY];
  return member ? markDecision(decision, member) : decision;
}

/** An authorizer made of several, some of which may narrow lists. */
export interface NarrowingAuthorizer extends Authorizer {
  /** True if one of them does: decisions are marked then. */
  readonly narrows: boolean;
}

/** Reports whether an authorizer may narrow what its requests show. */
export function mayNarrow(authorizer: Authorizer): boolean {
  return (authorizer as NarrowingAuthorizer).narrows;
}

/**
 * Returns the filter for the objects of an allowed request, from the authorizer that allowed it; undefined where
 * nothing is filtered. Throws StatusError 500 where it is not known which one that was.
 *
 * @internal
 * @example
 * const filterOf = async (authorizer: Authorizer, attributes: AuthorizationAttributes) =>
 *   objectFilterOf(authorizer, attributes, await authorizer.authorize(attributes));
 */
export function objectFilterOf(
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
  decision: Decision,
): MaybePromise<ObjectFilter | undefined> {
  if (!mayNarrow(authorizer)) return undefined;
  if (!attributes.isResourceRequest || !LISTING.has(attributes.verb)) return undefined;
  const member = (decision as MarkedDecision)[ALLOWED_BY];
  if (!member) throw internalError('the authorizer that allowed the request is not known');
  return member.filter?.(attributes);
}
