import type { RequestInfo } from '../../request/index.js';
import type { GroupResources } from './policy.v1.js';

/** Reports whether a request is for one of the resources of a group. */
export type ResourceMatch = (info: RequestInfo) => boolean;

const ANY_RESOURCE = '*/';
const ANY_SUBRESOURCE = '/*';

/**
 * Compiles the resources that a rule names in one group: `pods`, `pods/log`, `pods/*` (the resource and its
 * subresources), `*` followed by `/scale` (that subresource of all), and `*` (everything).
 */
export function compileResources({ resources = [], resourceNames = [] }: GroupResources): ResourceMatch {
  if (resources.length === 0) return () => true;
  const names = new Set(resourceNames);
  const matches = compileNames(resources);
  return (info) => (names.size === 0 || names.has(info.name)) && matches(info);
}

function compileNames(resources: readonly string[]): ResourceMatch {
  const exact = new Set(resources);
  if (exact.has('*')) return () => true;
  const ofAll = new Set(
    resources.filter((each) => each.startsWith(ANY_RESOURCE)).map((each) => each.slice(ANY_RESOURCE.length)),
  );
  const whole = new Set(
    resources.filter((each) => each.endsWith(ANY_SUBRESOURCE)).map((each) => each.slice(0, -ANY_SUBRESOURCE.length)),
  );
  return ({ resource, subresource }) => {
    if (whole.has(resource)) return true;
    if (subresource === '') return exact.has(resource);
    return ofAll.has(subresource) || exact.has(`${resource}/${subresource}`);
  };
}
