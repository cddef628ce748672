import type { RequestInfo, UserInfo } from '../request/index.js';
import { ACCOUNT_SUBJECT, type PathRuleSpec, type ResourceRuleSpec, type RuleSpec, type SubjectSpec } from './kinds.js';

/** The facts of a request that flow control decides by. */
export interface RequestDigest {
  readonly user: UserInfo;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
}

/** Reports whether a request is meant. */
export type RequestTest = (digest: RequestDigest) => boolean;

type Test<T> = (value: T) => boolean;

const ACCOUNT_PREFIX = 'system:serviceaccount:';

/** Compiles the rules of a flow schema (upstream: matchesFlowSchema). Any rule is enough. */
export function compileRules(rules: readonly RuleSpec[] = []): RequestTest {
  const tests = rules.map(compileRule);
  return (digest) => tests.some((test) => test(digest));
}

function compileRule({ subjects, resourceRules = [], nonResourceRules = [] }: RuleSpec): RequestTest {
  const names = compileSubjects(subjects ?? []);
  const resources = resourceRules.map(compileResourceRule);
  const paths = nonResourceRules.map(compilePathRule);
  return ({ user, info }) => names(user) && (info.isResourceRequest ? resources : paths).some((test) => test(info));
}

function compileSubjects(subjects: readonly SubjectSpec[]): Test<UserInfo> {
  const users = new Set<string>();
  const groups = new Set<string>();
  const prefixes: string[] = [];
  for (const subject of subjects) {
    if (subject.kind === 'User' && subject.user) users.add(subject.user.name);
    if (subject.kind === 'Group' && subject.group) groups.add(subject.group.name);
    if (subject.kind !== ACCOUNT_SUBJECT || !subject.serviceAccount) continue;
    const { namespace, name } = subject.serviceAccount;
    if (name === '*') prefixes.push(`${ACCOUNT_PREFIX}${namespace}:`);
    else users.add(`${ACCOUNT_PREFIX}${namespace}:${name}`);
  }
  if (users.has('*') || groups.has('*')) return () => true;
  return (user) =>
    users.has(user.name) ||
    (groups.size > 0 && user.groups.some((group) => groups.has(group))) ||
    prefixes.some((prefix) => user.name.startsWith(prefix));
}

function compileResourceRule(rule: ResourceRuleSpec): Test<RequestInfo> {
  const verbs = compileNames(rule.verbs);
  const groups = compileNames(rule.apiGroups);
  const resources = compileNames(rule.resources);
  const namespaces = compileNames(rule.namespaces);
  const { clusterScope = false } = rule;
  return (info) =>
    verbs(info.verb) &&
    resources(resourceNameOf(info)) &&
    groups(info.group) &&
    (info.namespace === '' ? clusterScope : namespaces(info.namespace));
}

function resourceNameOf({ resource, subresource }: RequestInfo): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

function compilePathRule({ verbs, nonResourceURLs }: PathRuleSpec): Test<RequestInfo> {
  const verb = compileNames(verbs);
  const urls = (nonResourceURLs ?? []).map((url) => ({ url, prefix: prefixOf(url) }));
  const meansAll = urls.some(({ url }) => url === '*');
  return ({ verb: sent, path }) =>
    verb(sent) && (meansAll || urls.some(({ url, prefix }) => path === url || path.startsWith(prefix)));
}

/** A path includes what is below it, with and without a wildcard at its end. */
function prefixOf(url: string): string {
  const bare = url.endsWith('*') ? url.slice(0, -1) : url;
  return bare.endsWith('/') ? bare : `${bare}/`;
}

/** A wildcard counts as such only where it stands alone; validation allows nothing else. */
function compileNames(names: readonly string[] | null | undefined): Test<string> {
  if (names?.length === 1) return names[0] === '*' ? () => true : (name) => name === names[0];
  const set = new Set(names);
  return (name) => set.has(name);
}
