import type { ObjectShape, Stores } from '../../../src/plugin-api/index.js';
import type { GroupVersionKind } from '../../../src/plugin-api/built-in.js';
import type { NamedRuleWithOperations } from '../match-resources/match-resources.v1.js';
import { apiVersionOf } from '../matching/index.js';

/** A kind that the expressions of a policy are checked for. */
export interface CheckedKind {
  readonly gvk: GroupVersionKind;
  readonly shape: ObjectShape;
}

/** The most kinds that one rule has checked, as in the reference. */
const MAX_KINDS = 10;

/**
 * Finds the kinds that rules name, in order of group, version and kind. Wildcards and subresources name none (upstream:
 * typesToCheck).
 */
export function checkedKinds(rules: readonly NamedRuleWithOperations[], stores: Stores): readonly CheckedKind[] {
  const found = new Map<string, CheckedKind>();
  for (const rule of rules) {
    let count = 0;
    for (const { kind, version } of namedBy(rule, stores)) {
      found.set(`${version.apiVersion} ${kind.kind}`, { gvk: version.gvk, shape: version.type });
      if (++count === MAX_KINDS) return inOrder(found);
    }
  }
  return inOrder(found);
}

function* namedBy({ apiGroups = [], apiVersions = [], resources = [] }: NamedRuleWithOperations, stores: Stores) {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return;
  const plain = resources.filter((name) => !/[*/]/.test(name)).sort();
  for (const group of [...apiGroups].sort()) {
    for (const version of [...apiVersions].sort()) {
      for (const resource of plain) yield* servedAs(stores, apiVersionOf({ group, version, kind: '' }), resource);
    }
  }
}

function* servedAs(stores: Stores, apiVersion: string, resource: string) {
  for (const { kind } of stores.all()) {
    const version = kind.groupResource.resource === resource ? kind.versions.get(apiVersion) : undefined;
    if (version && kind.isShown(version)) yield { kind, version };
  }
}

function inOrder(found: ReadonlyMap<string, CheckedKind>): readonly CheckedKind[] {
  const place = ({ gvk: { group, version, kind } }: CheckedKind): string => [group, version, kind].join('\0');
  return [...found.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
