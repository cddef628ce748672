import type { Client, ResourceKind } from '../../client/index.js';
import { CommandError } from '../output.js';

/** A resource of a server, with what decides how its objects are created again. */
export interface FoundResource extends ResourceKind {
  /** True if its status is written by a subresource, and so never at creation. */
  readonly hasStatus: boolean;
}

/** The part of an APIGroupDiscoveryList that is read. */
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
  readonly singularResource?: string;
  readonly shortNames?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

const ACCEPT = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Returns all resources of a server in their preferred versions, in the order of discovery. */
export async function resourcesOf(client: Client): Promise<(FoundResource & { readonly names: readonly string[] })[]> {
  const lists = await Promise.all(
    ['/api', '/apis'].map((path) => client.request({ method: 'GET', path, accept: ACCEPT })),
  );
  return lists
    .flatMap((list) => (list as DiscoveryList).items ?? [])
    .flatMap(({ metadata, versions = [] }) =>
      versions.flatMap(({ version, resources = [] }) =>
        resources.map((found) => describe(metadata?.name ?? '', version, found)),
      ),
    );
}

/** Finds a resource by its plural, singular, short name or kind; the group, or the version and the group, may follow behind dots. */
export async function findResource(client: Client, text: string): Promise<FoundResource> {
  const [word, ...group] = text.toLowerCase().split('.');
  const wanted = group.join('.');
  const all = await resourcesOf(client);
  const named = all.filter(({ names }) => names.includes(word));
  const ofVersion = named.find((each) => wanted === `${each.version}.${each.group}`);
  const found = ofVersion ?? named.find((each) => wanted === '' || each.group === wanted);
  if (!found) throw new CommandError(`the server has no resource ${JSON.stringify(text)}`);
  return found;
}

function describe(group: string, version: string, found: DiscoveredResource) {
  const { resource, scope, responseKind, singularResource, shortNames = [], subresources = [] } = found;
  const kind = responseKind?.kind ?? '';
  const names = [resource, singularResource ?? '', kind.toLowerCase(), ...shortNames];
  const hasStatus = subresources.some(({ subresource }) => subresource === 'status');
  return {
    group,
    version,
    kind,
    resource,
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    hasStatus,
    names,
  } as const;
}
