import { withoutTrailing } from '../../../src/plugin-api/index.js';
import type { PolicyRule } from '../role/role.v1.js';

/** The part of `wanted` that `owned` does not include, in pieces of one resource or path and one verb each. */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(breakDown).filter((piece) => !owned.some((rule) => covers(rule, piece)));
}

/** Joins pieces about the same resource that differ in their verb; those about paths stay apart. */
export function compactRules(pieces: readonly PolicyRule[]): PolicyRule[] {
  const joined = new Map<string, PolicyRule>();
  for (const piece of pieces) {
    const { verbs = [], ...target } = piece;
    const key = JSON.stringify(piece.nonResourceURLs ? piece : target);
    const verbsBefore = joined.get(key)?.verbs ?? [];
    joined.set(key, { ...target, verbs: [...verbsBefore, ...verbs] });
  }
  return [...joined.values()];
}

/** A rule in one line, as refusals show it: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. */
export function formatRule({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const members: [string, readonly string[] | undefined][] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ];
  const present = members.filter(([, values]) => values && values.length > 0);
  return `{${present.map(([name, values]) => `${name}:${formatTexts(values ?? [])}`).join(', ')}}`;
}

/** A list of texts as Go prints it: `["a" "b"]`. */
export function formatTexts(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

function breakDown(rule: PolicyRule): PolicyRule[] {
  const verbs = rule.verbs ?? [];
  const names = rule.resourceNames ?? [];
  const onResources = product(rule.apiGroups, rule.resources).flatMap(([group, resource]) =>
    verbs.flatMap((verb) => {
      const piece = { apiGroups: [group], resources: [resource], verbs: [verb] };
      return names.length === 0 ? [piece] : names.map((name) => ({ ...piece, resourceNames: [name] }));
    }),
  );
  const onPaths = product(rule.nonResourceURLs, verbs).map(([url, verb]) => ({
    nonResourceURLs: [url],
    verbs: [verb],
  }));
  return [...onResources, ...onPaths];
}

function product(left: readonly string[] = [], right: readonly string[] = []): [string, string][] {
  return left.flatMap((a) => right.map((b): [string, string] => [a, b]));
}

function covers(owner: PolicyRule, piece: PolicyRule): boolean {
  return (
    includesAll(owner.verbs, piece.verbs) &&
    includesAll(owner.apiGroups, piece.apiGroups) &&
    (piece.resources ?? []).every((resource) => coversResource(owner.resources ?? [], resource)) &&
    coversNames(owner.resourceNames ?? [], piece.resourceNames ?? []) &&
    (piece.nonResourceURLs ?? []).every((url) => (owner.nonResourceURLs ?? []).some((own) => coversPath(own, url)))
  );
}

function includesAll(owned: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return owned.includes('*') || wanted.every((value) => owned.includes(value));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes('*') || owned.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && owned.includes(`*${resource.slice(slash)}`);
}

function coversNames(owned: readonly string[], wanted: readonly string[]): boolean {
  if (owned.length === 0) return true;
  return wanted.length > 0 && wanted.every((name) => owned.includes(name));
}

function coversPath(owned: string, path: string): boolean {
  return owned === path || (owned.endsWith('*') && path.startsWith(withoutTrailing(owned, '*')));
}
