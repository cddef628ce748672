import {
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../apimachinery/index.js';
import { LEVELS, STAGES } from './levels.js';
import type { GroupResources, Policy, PolicyRule } from './policy.v1.js';

/** Checks the rules of a policy (upstream: audit's ValidatePolicy). */
export function validatePolicy({ rules }: Policy): FieldError[] {
  return rules.flatMap((rule, i) => validateRule(rule, FieldPath.of('rules').index(i)));
}

function validateRule(rule: PolicyRule, at: FieldPath): FieldError[] {
  const { nonResourceURLs: urls = [], resources = [], namespaces = [], omitStages = [] } = rule;
  const isMixed = urls.length > 0 && (resources.length > 0 || namespaces.length > 0);
  const mixed = 'rules cannot apply to both regular resources and non-resource URLs';
  return [
    ...validateLevel(rule.level, at.child('level')),
    ...urls.flatMap((url, i) => validateUrl(url, at.child('nonResourceURLs').index(i))),
    ...resources.flatMap((each) => validateResources(each, at.child('resources'))),
    ...omitStages.flatMap((stage, i) => validateStage(stage, at.child('omitStages').index(i))),
    ...(isMixed ? [invalid(at.child('nonResourceURLs'), urls, mixed)] : []),
  ];
}

function validateLevel(level: string | undefined, at: FieldPath): FieldError[] {
  if (level === undefined || level === '') return [required(at, '')];
  return LEVELS.some((known) => known === level) ? [] : [notSupported(at, level, LEVELS)];
}

function validateUrl(url: string, at: FieldPath): FieldError[] {
  if (url === '*') return [];
  const hasInnerWildcard = url.slice(0, -1).includes('*');
  return [
    ...(url.startsWith('/') ? [] : [invalid(at, url, "non-resource URL rules must begin with a '/' character")]),
    ...(hasInnerWildcard
      ? [invalid(at, url, "non-resource URL wildcards '*' must be the final character of the rule")]
      : []),
  ];
}

function validateResources({ group = '', resources = [], resourceNames = [] }: GroupResources, at: FieldPath) {
  const faults = group === '' ? [] : isDns1123Subdomain(group);
  const lacksResource = resourceNames.length > 0 && resources.length === 0;
  return [
    ...(faults.length > 0 ? [invalid(at.child('group'), group, faults.join(','))] : []),
    ...(lacksResource
      ? [invalid(at.child('resourceNames'), resourceNames, 'using resourceNames requires at least one resource')]
      : []),
  ];
}

function validateStage(stage: string, at: FieldPath): FieldError[] {
  if (STAGES.some((known) => known === stage)) return [];
  return [invalid(at, stage, `allowed stages are ${STAGES.join(',')}`)];
}
