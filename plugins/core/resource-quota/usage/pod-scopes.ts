import type { Pod } from '../../pod/shape/pod.v1.js';
import { qosClassOf } from '../../pod/qos-class.js';
import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '../resource-quota.v1.js';

type Affinity = NonNullable<NonNullable<Pod['spec']>['affinity']>;

/** Returns the conditions of a quota on what counts for it. */
export function scopesOf({ scopes = [], scopeSelector }: ResourceQuotaSpec): ScopedResourceSelectorRequirement[] {
  const existing = scopes.map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...existing, ...(scopeSelector?.matchExpressions ?? [])];
}

/** Reports whether a pod fulfils a condition on scopes. */
export function isPodInScope({ spec }: Pod, condition: ScopedResourceSelectorRequirement): boolean {
  switch (condition.scopeName) {
    case 'Terminating':
      return isTerminating(spec);
    case 'NotTerminating':
      return !isTerminating(spec);
    case 'BestEffort':
      return isBestEffort(spec);
    case 'NotBestEffort':
      return !isBestEffort(spec);
    case 'CrossNamespacePodAffinity':
      return looksAcrossNamespaces(spec?.affinity);
    case 'PriorityClass':
      return isClassSelected(spec?.priorityClassName || undefined, condition);
    default:
      return false;
  }
}

function isTerminating(spec: Pod['spec']): boolean {
  return (spec?.activeDeadlineSeconds ?? -1) >= 0;
}

function isBestEffort(spec: Pod['spec']): boolean {
  return spec !== undefined && qosClassOf(spec) === 'BestEffort';
}

function isClassSelected(
  className: string | undefined,
  { operator, values = [] }: ScopedResourceSelectorRequirement,
): boolean {
  switch (operator) {
    case 'In':
      return className !== undefined && values.includes(className);
    case 'NotIn':
      return className === undefined || !values.includes(className);
    case 'Exists':
      return className !== undefined;
    default:
      return className === undefined;
  }
}

function looksAcrossNamespaces({ podAffinity, podAntiAffinity }: Affinity = {}): boolean {
  return [podAffinity, podAntiAffinity].some((side) => {
    const wished = (side?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ podAffinityTerm }) => podAffinityTerm,
    );
    const terms = [...(side?.requiredDuringSchedulingIgnoredDuringExecution ?? []), ...wished];
    return terms.some((term) => (term?.namespaces ?? []).length > 0 || term?.namespaceSelector !== undefined);
  });
}
