import type { Document, GroupVersionKindOf } from './open-api.js';

/** A kind that a document serves, as `ResourceKind` of the client names it. */
export interface DescribedKind extends GroupVersionKindOf {
  readonly resource: string;
  readonly scope: 'Namespaced' | 'Cluster';
}

/** The path of a collection: group, namespace and resource. */
const COLLECTION = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(namespaces\/\{namespace\}\/)?([a-z0-9.-]+)$/;
const ACTIONS: ReadonlySet<unknown> = new Set(['list', 'post', 'get']);

/** Returns the kinds whose collections a document has, by resource. */
export function kindsOf({ paths = {} }: Document): DescribedKind[] {
  const found = new Map<string, DescribedKind>();
  for (const [path, operations] of Object.entries(paths)) {
    const [, namespaces, resource] = COLLECTION.exec(path) ?? [];
    const kind = resource && kindOf(Object.values(operations));
    if (!kind || found.get(resource)?.scope === 'Namespaced') continue;
    found.set(resource, { ...kind, resource, scope: namespaces === undefined ? 'Cluster' : 'Namespaced' });
  }
  return [...found.values()];
}

function kindOf(operations: readonly unknown[]): GroupVersionKindOf | undefined {
  for (const operation of operations as readonly Record<string, unknown>[]) {
    const named = operation?.['x-kubernetes-group-version-kind'] as Partial<GroupVersionKindOf> | undefined;
    const { group, version, kind } = named ?? {};
    if (!ACTIONS.has(operation?.['x-kubernetes-action'])) continue;
    if (typeof group === 'string' && typeof version === 'string' && typeof kind === 'string')
      return { group, version, kind };
  }
  return undefined;
}
