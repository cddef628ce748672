import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '../apimachinery/index.js';
import type { ApiServices } from '../aggregation/index.js';
import type { Catalogue, ServedResource } from '../plugin-host/index.js';
import { type ListedGroup, type ListedVersion, type TieBreaker, listGroups } from './listed-groups.js';
import type { RemoteDiscovery } from './remote-discovery.js';

/** The sources of the documents. */
export interface DocumentParts {
  readonly catalogue: Catalogue;
  /** The API services: the servers of group versions, and their order. */
  readonly services: ApiServices;
  /** The discovery of other servers. */
  readonly remote: Pick<RemoteDiscovery, 'describe'>;
  /** Host and port of the server. */
  readonly serverAddress: () => string;
  /** True if the server is part of a cluster whose tokens and core group are another's. */
  readonly isExtension?: boolean;
  /** True if there are no OpenAPI documents of version 3, as in early releases (gate `OpenAPIV3`). */
  readonly isWithoutOpenApiV3?: boolean;
}

/** The documents by which clients find out what is served (upstream: metav1.APIGroupList and friends). */
export class DiscoveryDocuments {
  private readonly lists = new Map<TieBreaker, readonly ListedGroup[]>();

  constructor(private readonly parts: DocumentParts) {}

  /** Forgets the order of groups, after a change. */
  forget(): void {
    this.lists.clear();
  }

  /** Returns the document of `/api`: the versions of the core group. */
  coreVersions(): object {
    const core = this.parts.catalogue.groups().find((g) => g.group === '');
    return {
      kind: 'APIVersions',
      versions: core?.versions ?? [],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: this.parts.serverAddress() }],
    };
  }

  /** Returns the document of `/apis`: the named groups. */
  groupList(): object {
    const groups = this.namedGroups('service').map((group) => describeGroup(group));
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }

  /** Returns the document of `/apis/<group>`; undefined when the group is not served. */
  group(name: string): object | undefined {
    const group = this.namedGroups('service').find((g) => g.group === name);
    return group && { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) };
  }

  /** Returns the document of `/api/v1` or `/apis/<group>/<version>`; undefined when the version is not served. */
  resources(group: string, version: string): object | undefined {
    const resources = this.parts.catalogue.resourcesOf(group, version);
    if (resources.length === 0) return undefined;
    return {
      kind: 'APIResourceList',
      // The core group's list has no apiVersion, as the reference's.
      ...(group !== '' && { apiVersion: 'v1' }),
      groupVersion: group === '' ? version : `${group}/${version}`,
      resources: [...resources].sort((a, b) => (a.gvr.resource < b.gvr.resource ? -1 : 1)).flatMap(describeResource),
    };
  }

  /** Returns all groups and resources in one document, for `/api` (core) or `/apis` (the named groups). */
  aggregated(isCore: boolean, apiVersion: string): object {
    const groups = this.listed('group').filter((g) => (g.group === '') === isCore);
    const items = groups.map(({ group, versions }) => ({
      metadata: { ...(group !== '' && { name: group }), creationTimestamp: null },
      versions: versions.map((version) => this.aggregateVersion(group, version)),
    }));
    return { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items };
  }

  /** Returns the paths of all documents and endpoints outside the resource tree but single health checks, sorted. */
  paths(): string[] {
    const ofCluster = ['/.well-known/openid-configuration', '/api', '/openid/v1/jwks'];
    const fixed = [
      ...(this.parts.isExtension ? [] : ofCluster),
      '/apis',
      '/apis/',
      '/healthz',
      '/livez',
      '/metrics',
      '/metrics/slis',
      '/openapi/v2',
      ...(this.parts.isWithoutOpenApiV3 ? [] : ['/openapi/v3', '/openapi/v3/']),
      '/readyz',
      '/version',
    ];
    const served = this.listed('group').flatMap(({ group, versions }) => {
      if (group === '') return versions.map(({ version }) => `/api/${version}`);
      return [`/apis/${group}`, ...versions.map(({ version }) => `/apis/${group}/${version}`)];
    });
    return [...fixed, ...served].sort();
  }

  private namedGroups(tieBreaker: TieBreaker): ListedGroup[] {
    return this.listed(tieBreaker).filter((g) => g.group !== '');
  }

  private listed(tieBreaker: TieBreaker): readonly ListedGroup[] {
    let list = this.lists.get(tieBreaker);
    if (!list) {
      const { catalogue, services } = this.parts;
      this.lists.set(tieBreaker, (list = listGroups(catalogue.groups(), services, tieBreaker)));
    }
    return list;
  }

  private aggregateVersion(group: string, { version, delegatedTo }: ListedVersion): object {
    if (delegatedTo) return this.parts.remote.describe(delegatedTo);
    const resources = this.parts.catalogue.resourcesOf(group, version).map(aggregateResource);
    return { version, resources, freshness: 'Current' };
  }
}

function describeGroup({ group, versions }: ListedGroup): object {
  const describe = ({ version }: ListedVersion): object => ({ groupVersion: `${group}/${version}`, version });
  return { name: group, versions: versions.map(describe), preferredVersion: describe(versions[0]) };
}

interface ApiResource {
  name: string;
  [member: string]: unknown;
}

function describeResource(resource: ServedResource): ApiResource[] {
  const { kind, gvr } = resource;
  const main: ApiResource = {
    name: gvr.resource,
    singularName: kind.singular,
    namespaced: kind.isNamespaced,
    kind: kind.kind,
    verbs: verbsOf(resource),
    ...shortForms(resource),
    ...(kind.isStored && resource.verbs.has('create') && { storageVersionHash: storageVersionHash(resource) }),
  };
  const below = [...resource.subresources.values()].map(({ name, verbs, gvk }): ApiResource => ({
    name: `${gvr.resource}/${name}`,
    singularName: '',
    namespaced: kind.isNamespaced,
    ...(isOwn(resource, gvk) ? {} : { ...(gvk.group !== '' && { group: gvk.group }), version: gvk.version }),
    kind: gvk.kind,
    verbs: [...verbs].sort(),
  }));
  return [main, ...below];
}

/** Returns the short names of a resource; empty for one that only has subresources. */
function shortForms({ kind: { definition }, verbs }: ServedResource): object {
  if (verbs.size === 0) return {};
  return {
    ...(definition.shortNames?.length && { shortNames: definition.shortNames }),
    ...(definition.categories?.length && { categories: definition.categories }),
  };
}

/** Reports whether a kind is of the group and version a resource is found in. */
function isOwn({ gvr, version }: ServedResource, { group, version: name }: GroupVersionKind): boolean {
  return group === gvr.group && name === version.name;
}

/**
 * A kind as aggregated documents name it: group and version stand where they are not those of the document, and always
 * for kinds given by a schema.
 */
function responseKind(resource: ServedResource, gvk: GroupVersionKind): GroupVersionKind {
  const isShort = isOwn(resource, gvk) && !resource.version.type.isUnstructured;
  return isShort ? { group: '', version: '', kind: gvk.kind } : gvk;
}

function verbsOf({ verbs, version }: ServedResource): readonly string[] {
  return version.advertisedVerbs ?? [...verbs].sort();
}

function aggregateResource(resource: ServedResource): object {
  const { kind, version, gvr } = resource;
  const below = [...resource.subresources.values()].map(({ name, verbs, gvk }) => ({
    subresource: name,
    responseKind: responseKind(resource, gvk),
    verbs: [...verbs].sort(),
  }));
  return {
    resource: gvr.resource,
    responseKind: responseKind(resource, version.gvk),
    scope: kind.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: verbsOf(resource),
    ...shortForms(resource),
    ...(below.length > 0 && { subresources: below }),
  };
}

/** A hash that changes with the storage version of a resource (facts: wire.json, discovery). */
function storageVersionHash({ kind }: ServedResource): string {
  const version = kind.definition.quirks?.hashedVersion ?? kind.storage.name;
  const text = `${kind.storage.group}/${version}/${kind.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}
