import type { ApiObject } from '../../../../src/plugin-api/index.js';
import type { GroupResource } from '../../../../src/plugin-api/built-in.js';
import type { PersistentVolumeClaim } from '../../persistent-volume-claim/persistent-volume-claim.v1.js';
import type { Pod } from '../../pod/shape/pod.v1.js';
import type { Service } from '../../service/service.v1.js';
import type { ScopedResourceSelectorRequirement } from '../resource-quota.v1.js';
import { type Amounts, ONE } from './amounts.js';
import { countNamesOf, isClaimResource, isServiceResource, usageOfClaim, usageOfService } from './object-usage.js';
import { isPodInScope } from './pod-scopes.js';
import { isPodResource, missingDemands, usageOfPod } from './pod-usage.js';

/** How the objects of a kind count for quotas (upstream: quota.Evaluator). Pure. */
export interface Evaluator {
  /** True if changes of an object count, besides new ones. */
  readonly countsUpdates: boolean;
  /** Reports whether objects of this kind count for a resource that a quota names. */
  counts(resource: string): boolean;
  /** Returns the usage of an object. `now` is in milliseconds since 1970. */
  usage(object: ApiObject, now: number): Amounts;
  /** Reports whether an object fulfils a condition on scopes. */
  isInScope(object: ApiObject, condition: ScopedResourceSelectorRequirement): boolean;
  /** Returns the missing requests and limits of an object whose resources are limited; undefined if none is missing. */
  missing(object: ApiObject, resources: readonly string[]): string | undefined;
}

const none = (): undefined => undefined;
const never = (): boolean => false;

const PODS: Evaluator = {
  countsUpdates: false,
  counts: isPodResource,
  usage: (pod, now) => usageOfPod(pod as Pod, now),
  isInScope: (pod, condition) => isPodInScope(pod as Pod, condition),
  missing: (pod, resources) => missingDemands(pod as Pod, resources),
};

const SERVICES: Evaluator = {
  countsUpdates: true,
  counts: isServiceResource,
  usage: (service) => usageOfService(service as Service),
  isInScope: never,
  missing: none,
};

const CLAIMS: Evaluator = {
  countsUpdates: true,
  counts: isClaimResource,
  usage: (claim) => usageOfClaim(claim as PersistentVolumeClaim),
  isInScope: never,
  missing: none,
};

const SPECIAL: ReadonlyMap<string, Evaluator> = new Map([
  ['pods', PODS],
  ['services', SERVICES],
  ['persistentvolumeclaims', CLAIMS],
]);

/** Returns how objects of a kind count. Those that no kind has rules for are only counted. */
export function evaluatorOf(groupResource: GroupResource): Evaluator {
  const special = groupResource.group === '' ? SPECIAL.get(groupResource.resource) : undefined;
  if (special) return special;
  const names = countNamesOf(groupResource);
  const usage: Amounts = new Map(names.map((name) => [name, ONE]));
  return {
    countsUpdates: false,
    counts: (resource) => names.includes(resource),
    usage: () => usage,
    isInScope: never,
    missing: none,
  };
}

/** Reports whether objects of a kind count for no quota at all: reviews and events. */
export function isUncounted({ group, resource }: GroupResource): boolean {
  if (resource === 'events') return group === '' || group === 'events.k8s.io';
  if (group === '') return resource === 'bindings' || resource === 'componentstatuses';
  return group === 'authentication.k8s.io' || group === 'authorization.k8s.io';
}
