import type { Api } from './api.js';

/** A resource that the server has, in one version. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly shortNames: readonly string[];
  readonly hasStatus: boolean;
  readonly subresources: ReadonlySet<string>;
}

/** A group with the resources of its preferred version, and those that only other versions have. */
export interface Group {
  readonly name: string;
  readonly versions: readonly string[];
  readonly resources: readonly Resource[];
}

interface DiscoveryList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly { readonly version: string; readonly resources?: readonly DiscoveredResource[] }[];
  }[];
}

interface DiscoveredResource {
  readonly resource: string;
  readonly scope: string;
  readonly responseKind?: { readonly kind?: string };
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

const ACCEPT = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Reads all groups of the server, the core group first. Throws ApiError. */
export async function readGroups(api: Api): Promise<Group[]> {
  const lists = await Promise.all(['/api', '/apis'].map((path) => api.json<DiscoveryList>({ path, accept: ACCEPT })));
  return lists.flatMap(({ items = [] }) => items).map(groupOf);
}

/** Reports whether two readings found the same: what is made of the groups stays then. */
export function isSameGroups(one: readonly Group[], other: readonly Group[]): boolean {
  return textOf(one) === textOf(other);
}

function textOf(groups: readonly Group[]): string {
  return JSON.stringify(groups, (_, value: unknown) => (value instanceof Set ? [...(value as Set<string>)] : value));
}

/** Creates a group of an entry of the list; each resource counts in the first version that has it. */
export function groupOf({ metadata, versions = [] }: NonNullable<DiscoveryList['items']>[number]): Group {
  const name = metadata?.name ?? '';
  const resources = new Map<string, Resource>();
  for (const { version, resources: found = [] } of versions) {
    for (const each of found) {
      if (!resources.has(each.resource)) resources.set(each.resource, resourceOf(name, version, each));
    }
  }
  const sorted = [...resources.values()].sort((a, b) => a.resource.localeCompare(b.resource));
  return { name, versions: versions.map(({ version }) => version), resources: sorted };
}

function resourceOf(group: string, version: string, found: DiscoveredResource): Resource {
  const { resource, scope, responseKind, verbs = [], shortNames = [], subresources = [] } = found;
  return {
    ...{ group, version, resource, kind: responseKind?.kind ?? resource, shortNames },
    isNamespaced: scope === 'Namespaced',
    verbs: new Set(verbs),
    hasStatus: subresources.some(({ subresource }) => subresource === 'status'),
    subresources: new Set(subresources.map(({ subresource }) => subresource)),
  };
}

/** Returns the `apiVersion` of a resource's objects. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Returns the path of a collection, or of an object where a name is given. */
export function pathOf(resource: Resource, namespace: string, name?: string): string {
  const { group, version, resource: plural, isNamespaced } = resource;
  const segments = [
    ...(group === '' ? ['api'] : ['apis', group]),
    version,
    ...(isNamespaced && namespace !== '' ? ['namespaces', namespace] : []),
    plural,
    ...(name === undefined ? [] : [name]),
  ];
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}
