import type { ResourceKind } from './resource-kind.js';

/** The target of a path within a kind. */
export interface PathParts {
  /** Empty for all namespaces, and for kinds of the cluster. */
  readonly namespace: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Returns the path of a collection, an object or a subresource. Throws TypeError for names that are no path segments. */
export function pathOf(
  { group, version, resource }: ResourceKind,
  { namespace, name, subresource }: PathParts,
): string {
  const segments = [
    ...(group === '' ? ['api'] : ['apis', group]),
    version,
    ...(namespace === '' ? [] : ['namespaces', namespace]),
    resource,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : subresource.split('/')),
  ];
  return segments.map((segment) => `/${encoded(segment)}`).join('');
}

/** Returns the apiVersion of objects of a kind. */
export function apiVersionOf({ group, version }: Pick<ResourceKind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

function encoded(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..' || segment.includes('/')) {
    throw new TypeError(`${JSON.stringify(segment)} cannot be a part of a path`);
  }
  return encodeURIComponent(segment);
}
