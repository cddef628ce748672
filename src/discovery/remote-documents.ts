import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';

/** Group, version and kind of the objects of a resource. */
interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Subresource {
  readonly subresource: string;
  readonly responseKind: ResponseKind;
  readonly acceptedTypes?: readonly ResponseKind[];
  readonly verbs: readonly string[];
}

interface Resource {
  readonly resource: string;
  readonly responseKind: ResponseKind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  subresources?: Subresource[];
}

/** The resources of a version of a group. */
export interface VersionDiscovery {
  readonly resources: readonly Resource[];
}

const VERSIONS: ReadonlySet<string | null> = new Set(['v2', 'v2beta1']);

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a version in the aggregated discovery of another server; no resources where the document is without it.
 * Undefined for other documents.
 */
export function readAggregated(
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  { group, version }: { readonly group: string; readonly version: string },
): VersionDiscovery | undefined {
  if (!isAggregated(headers['content-type'] ?? '')) return undefined;
  const { items } = membersOf(JSON.parse(body.toString('utf8')));
  const own = listOf(items).find(({ metadata }) => textOf(membersOf(metadata).name) === group);
  const found = listOf(own?.versions).find((each) => each.version === version);
  return { resources: listOf(found?.resources).map(readResource) };
}

/** Reports whether a content type is that of aggregated discovery (upstream: discovery.ContentTypeIsGVK). */
function isAggregated(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    const isDiscovery = params.get('g') === 'apidiscovery.k8s.io' && params.get('as') === 'APIGroupDiscoveryList';
    return essence === 'application/json' && isDiscovery && VERSIONS.has(params.get('v'));
  } catch {
    return false;
  }
}

/** Returns the resources in the plain discovery of a group version. Throws an Error for other documents. */
export function readResourceList(body: Buffer): VersionDiscovery {
  const { resources } = membersOf(JSON.parse(body.toString('utf8')));
  const byName = new Map<string, Resource>();
  const all = listOf(resources);
  for (const each of all) {
    const name = textOf(each.name);
    if (!name.includes('/')) byName.set(name, describeResource(name, each));
  }
  for (const each of all) {
    const name = textOf(each.name);
    const slash = name.indexOf('/');
    if (slash >= 0) addSubresource(byName, { parent: name.slice(0, slash), subresource: name.slice(slash + 1) }, each);
  }
  return { resources: [...byName.values()] };
}

function describeResource(resource: string, each: Members): Resource {
  return {
    resource,
    responseKind: kindOf(each),
    scope: scopeOf(each),
    singularResource: textOf(each.singularName),
    verbs: textsOf(each.verbs),
    ...given('shortNames', textsOf(each.shortNames)),
    ...given('categories', textsOf(each.categories)),
  };
}

/** A resource that has subresources only is listed with these alone. */
function addSubresource(
  byName: Map<string, Resource>,
  { parent, subresource }: { readonly parent: string; readonly subresource: string },
  each: Members,
): void {
  let found = byName.get(parent);
  if (!found) {
    found = { resource: parent, responseKind: NO_KIND, scope: scopeOf(each), singularResource: '', verbs: [] };
    byName.set(parent, found);
  }
  if (found.scope !== scopeOf(each)) throw new Error('the scopes of a resource and its subresource differ');
  const responseKind = textOf(each.kind) === '' ? NO_KIND : kindOf(each);
  (found.subresources ??= []).push({ subresource, responseKind, verbs: textsOf(each.verbs) });
}

const NO_KIND: ResponseKind = { group: '', version: '', kind: '' };

function readResource(each: Members): Resource {
  const subresources = listOf(each.subresources).map(readSubresource);
  return {
    resource: textOf(each.resource),
    responseKind: kindOf(membersOf(each.responseKind)),
    scope: textOf(each.scope),
    singularResource: textOf(each.singularResource),
    verbs: textsOf(each.verbs),
    ...given('shortNames', textsOf(each.shortNames)),
    ...given('categories', textsOf(each.categories)),
    ...given('subresources', subresources),
  };
}

function readSubresource(each: Members): Subresource {
  return {
    subresource: textOf(each.subresource),
    responseKind: kindOf(membersOf(each.responseKind)),
    ...given('acceptedTypes', listOf(each.acceptedTypes).map(kindOf)),
    verbs: textsOf(each.verbs),
  };
}

function given<T>(name: string, list: readonly T[]): Readonly<Record<string, readonly T[]>> {
  return list.length > 0 ? { [name]: list } : {};
}

function kindOf({ group, version, kind }: Members): ResponseKind {
  return { group: textOf(group), version: textOf(version), kind: textOf(kind) };
}

function scopeOf({ namespaced }: Members): string {
  return namespaced === true ? 'Namespaced' : 'Cluster';
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
