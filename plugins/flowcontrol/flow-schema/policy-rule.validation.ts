import {
  invalid,
  isDns1123Label,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { goSlice, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type NonResourcePolicyRule, PolicyRulesWithSubjects, type ResourcePolicyRule } from './flow-schema.v1.js';
import { validateSubject } from './subject.validation.js';

const ALL = '*';
const checkRule = fieldChecker(PolicyRulesWithSubjects);
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

/** Checks a rule: whose requests, and which of them. */
export function validateRule(rule: PolicyRulesWithSubjects, path: FieldPath): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  // Lists that are always written are null when they are empty.
  const subjects = rule.subjects ?? [];
  const errors = subjects.flatMap((subject, at) => validateSubject(subject, path.child('subjects').index(at)));
  errors.push(...checkRule(rule, path));
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
  }
  return [
    ...errors,
    ...resourceRules.flatMap((each, at) => resourceErrors(each, path.child('resourceRules').index(at))),
    ...nonResourceRules.flatMap((each, at) => nonResourceErrors(each, path.child('nonResourceRules').index(at))),
  ];
}

function resourceErrors(rule: ResourcePolicyRule, path: FieldPath): FieldError[] {
  const supply = (what: string): string => `resource rules must supply at least one ${what}`;
  return [
    ...verbErrors(rule.verbs, path.child('verbs')),
    ...listErrors(rule.apiGroups, path.child('apiGroups'), { missing: supply('api group'), others: 'api groups' }),
    ...listErrors(rule.resources, path.child('resources'), { missing: supply('resource'), others: 'resources' }),
    ...namespaceErrors(rule, path.child('namespaces')),
  ];
}

function nonResourceErrors({ verbs, nonResourceURLs }: NonResourcePolicyRule, path: FieldPath): FieldError[] {
  const urls = nonResourceURLs ?? [];
  const place = path.child('nonResourceURLs');
  const wording = { missing: 'nonResourceURLs must contain at least one value', others: 'non-resource URLs' };
  return [
    ...verbErrors(verbs, path.child('verbs')),
    ...listErrors(urls, place, wording),
    ...(urls.includes(ALL) ? [] : urls.flatMap((url, at) => urlErrors(url, place.index(at)))),
  ];
}

function verbErrors(given: readonly string[] | null | undefined, path: FieldPath): FieldError[] {
  const verbs = given ?? [];
  const errors = listErrors(verbs, path, { missing: 'verbs must contain at least one value', others: 'verbs' });
  const isKnown = verbs.includes(ALL) || verbs.every((verb) => VERBS.includes(verb));
  return isKnown ? errors : [...errors, notSupported(path, goSlice('string', verbs), VERBS)];
}

/** Checks a list in which a star stands for everything, so that nothing else may stand beside it. */
function listErrors(
  given: readonly string[] | null | undefined,
  path: FieldPath,
  { missing, others }: { missing: string; others: string },
): FieldError[] {
  const list = given ?? [];
  if (list.length === 0) return [required(path, missing)];
  if (list.length === 1 || !list.includes(ALL)) return [];
  return [invalid(path, goSlice('string', list), `if '*' is present, must not specify other ${others}`)];
}

function namespaceErrors(rule: ResourcePolicyRule, path: FieldPath): FieldError[] {
  const namespaces = rule.namespaces ?? [];
  if (namespaces.length === 0) {
    const missing = 'resource rules that are not cluster scoped must supply at least one namespace';
    return rule.clusterScope ? [] : [required(path, missing)];
  }
  if (namespaces.includes(ALL)) return listErrors(namespaces, path, { missing: '', others: 'namespaces' });
  const form = "each member of this list must be '*' or a DNS-1123 label; ";
  return namespaces.flatMap((name, at) =>
    isDns1123Label(name).map((message) => invalid(path.index(at), name, form + message)),
  );
}

function urlErrors(url: string, path: FieldPath): FieldError[] {
  const fault = urlFault(url);
  return fault === undefined ? [] : [invalid(path, url, fault)];
}

function urlFault(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const star = url.indexOf(ALL);
  return star === -1 || (star === url.length - 1 && url.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching';
}
