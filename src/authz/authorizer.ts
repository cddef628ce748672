import type { MaybePromise } from '../apimachinery/index.js';
import type { ObjectFilter, RequestInfo, UserInfo } from '../request/index.js';

/**
 * The attributes of a request for authorization (upstream: authorizer.Attributes).
 *
 * @public
 * @example
 * const isRead = ({ verb }: AuthorizationAttributes) => ['get', 'list', 'watch'].includes(verb);
 */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  /** Empty for cluster-scoped resources and for requests across all namespaces. */
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty where a request is not about one object. */
  readonly name: string;
  readonly isResourceRequest: boolean;
  /** The path; what rules on non-resource URLs are compared with. */
  readonly path: string;
  /** As sent by list, watch and deletecollection; not yet parsed. */
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

/**
 * True if a request may proceed. NoOpinion leaves it to the next authorizer; after the last it means no.
 *
 * @public
 * @example
 * const verdict: Verdict = 'NoOpinion';
 */
export type Verdict = 'Allow' | 'Deny' | 'NoOpinion';

/**
 * A verdict and why it was given.
 *
 * @public
 * @example
 * const decision: Decision = { verdict: 'Deny', reason: 'the harbor is closed' };
 */
export interface Decision {
  readonly verdict: Verdict;
  /** For people; empty when there is nothing to say. */
  readonly reason: string;
}

/**
 * Decides whether a request is allowed. Called for every request after authentication, and by handlers that check the
 * access of a user. Never throws for a request it cannot decide: that is NoOpinion. Synchronous where possible; callers
 * should not wait a turn for a synchronous decision.
 *
 * @public
 * @example
 * class ReadOnly extends Authorizer {
 *   authorize({ verb }: AuthorizationAttributes): Decision {
 *     return verb === 'get' ? { verdict: 'NoOpinion', reason: '' } : { verdict: 'Deny', reason: 'the harbor is closed' };
 *   }
 * }
 */
export abstract class Authorizer {
  abstract authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision>;

  /**
   * Narrows a list, watch or deletion of a collection that this authorizer has allowed, object by object; undefined where
   * the user may see all objects. Asked once a request (each page of a list is one). Only authorizers of plugins have it.
   * The request fails where it throws. Requests for groups of extension servers are refused (403) where a filter is
   * returned: their objects are not seen here.
   */
  filter?(attributes: AuthorizationAttributes): MaybePromise<ObjectFilter | undefined>;
}

/** Returns the authorization attributes of a request. */
export function attributesOf(user: UserInfo, info: RequestInfo): AuthorizationAttributes {
  return {
    user,
    verb: info.verb,
    namespace: info.namespace,
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
    isResourceRequest: info.isResourceRequest,
    path: info.path,
    fieldSelector: info.fieldSelector,
    labelSelector: info.labelSelector,
  };
}

/**
 * The permissions of a user for resources.
 *
 * @public
 * @example
 * const rule: ResourceRule = {
 *   ...{ verbs: ['get'], apiGroups: ['harbor.example.com'], resources: ['berths'], resourceNames: [] },
 * };
 */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/**
 * The permissions of a user for non-resource paths.
 *
 * @public
 * @example
 * const rule: NonResourceRule = { verbs: ['get'], nonResourceURLs: ['/metrics'] };
 */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/**
 * All permissions of a user in a namespace, as far as they are known.
 *
 * @public
 * @example
 * const rules: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };
 */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** True if the user may be allowed more than the rules contain. */
  readonly incomplete: boolean;
  /** The errors that prevented rules from being found. */
  readonly errors: readonly string[];
  /** Names of roles that bindings refer to and that do not exist, in the order found; `errors` names them too. */
  readonly missingRoles?: readonly string[];
}

/**
 * Lists what a user may do; for SelfSubjectRulesReview and for the check that users grant no more than they hold.
 *
 * @public
 * @example
 * class Rights { constructor(@Inject(RuleResolver) private readonly rules: RuleResolver) {} }
 */
export abstract class RuleResolver {
  /** Returns the rules that hold in a namespace, cluster-wide ones included; cluster-wide ones alone when it is empty. */
  abstract rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules>;
}
