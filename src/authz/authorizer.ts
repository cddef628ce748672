import type { RequestInfo, UserInfo } from '../request/index.js';

/** What a request wants to do (upstream: authorizer.Attributes). */
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

/** Whether a request may go on. NoOpinion leaves it to the next authorizer; after the last it means no. */
export type Verdict = 'Allow' | 'Deny' | 'NoOpinion';

/** A verdict and why it was given. */
export interface Decision {
  readonly verdict: Verdict;
  /** For people; empty when there is nothing to say. */
  readonly reason: string;
}

/**
 * Decides whether a request may go on. Called for every request after authentication, and by handlers that check what
 * somebody may do. Never throws for a request it cannot decide: that is NoOpinion. Answers synchronously where it can;
 * callers should not wait a turn for an answer that is ready.
 */
export abstract class Authorizer {
  abstract authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision>;
}

/** What an authorizer is asked for a request. */
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

/** What a user may do to resources. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** What a user may do to paths that are no resources. */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Everything a user may do in a namespace, as far as it can be told. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Whether the user may be allowed more than the rules tell. */
  readonly incomplete: boolean;
  /** What kept rules from being found. */
  readonly errors: readonly string[];
}

/** Lists what a user may do; for SelfSubjectRulesReview and for checks that nobody grants more than they hold. */
export abstract class RuleResolver {
  /** The rules that hold in a namespace, cluster-wide ones included; cluster-wide ones alone when it is empty. */
  abstract rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules>;
}
