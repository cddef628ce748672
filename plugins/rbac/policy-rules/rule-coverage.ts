import { withoutTrailing } from '../../../src/plugin-api/built-in.js';
import type { PolicyRule } from '../role/role.v1.js';

/**
 * Maximum number of comparisons of a piece with a rule: a few lists in a rule multiply to a very large number of
 * pieces.
 */
const MAX_COMPARISONS = 2_000_000;
/** Refusals show some of what is missing. */
const MAX_MISSING = 1_000;

/**
 * Returns the part of `wanted` that `owned` does not include, in pieces of one resource or path and one verb each.
 * Incomplete for very many pieces; above the comparison limit the rest counts as missing.
 */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const missing: PolicyRule[] = [];
  let comparisons = 0;
  for (const rule of wanted) {
    for (const piece of breakDown(rule)) {
      comparisons += owned.length + 1;
      const isOwned = comparisons <= MAX_COMPARISONS && owned.some((own) => covers(own, piece));
      if (!isOwned) missing.push(piece);
      if (missing.length >= MAX_MISSING || comparisons > MAX_COMPARISONS) return missing;
    }
  }
  return missing;
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

/** Returns a rule in one line, as refusals show it: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. */
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

/** Returns a list of texts as Go prints it: `["a" "b"]`. */
export function formatTexts(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

/** One piece after the other: all at once they may be too many. */
function* breakDown({
  apiGroups,
  resources,
  resourceNames,
  nonResourceURLs,
  verbs = [],
}: PolicyRule): Generator<PolicyRule> {
  const names = resourceNames ?? [];
  for (const group of apiGroups ?? []) {
    for (const resource of resources ?? []) {
      for (const verb of verbs) {
        const piece = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (names.length === 0) yield piece;
        for (const name of names) yield { ...piece, resourceNames: [name] };
      }
    }
  }
  for (const url of nonResourceURLs ?? []) for (const verb of verbs) yield { nonResourceURLs: [url], verbs: [verb] };
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
