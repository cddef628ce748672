import type { GroupResource } from '../../apimachinery/index.js';
import { type loadPlugins, namesOf } from '../../plugin-host/index.js';
import { type DeclaredRole, declarationOf, rolesOf, subresourcesOf } from '../../plugin-api/built-in.js';
import type { KindDefinition, KindVersion } from '../../registry/index.js';

/** A group version that plugins serve. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
}

/** A resource that plugins serve, with the names of its subresources. */
export interface ServedName {
  readonly group: string;
  readonly plural: string;
  readonly subresources: readonly string[];
}

/** The group versions and resources of plugins, as far as their declarations say. */
export interface ServedNames {
  /** In the order of discovery, the preferred version of each group first. */
  readonly versions: readonly ServedVersion[];
  /** Those of plugins that declare no roles. */
  readonly resources: readonly ServedName[];
  /** Kinds of the cluster that plugins read, each once. */
  readonly clusterResources: readonly GroupResource[];
  /** The roles that plugins declare. */
  readonly roles: readonly DeclaredRole[];
}

type Plugins = Awaited<ReturnType<typeof loadPlugins>>;

/** Gathers the group versions and resources that are served where nothing is switched on or off. */
export function servedNames(plugins: Plugins): ServedNames {
  const versions = new Map<string, ServedVersion>();
  const resources: ServedName[] = [];
  const roles: DeclaredRole[] = [];
  const clusterResources = new Map<string, GroupResource>();
  for (const plugin of plugins) {
    const declaration = declarationOf(plugin)!;
    const { group: own, kinds, versions: declared } = declaration;
    const all = kinds as unknown as readonly KindDefinition[];
    const served = all.flatMap((kind) => kind.versions.filter(isServed).map((version) => namedBy(version, own)));
    const place = ({ version }: ServedVersion): number => declared.indexOf(version);
    for (const each of served.sort((a, b) => place(a) - place(b))) versions.set(`${each.version}.${each.group}`, each);
    if (!declaration.roles) resources.push(...kinds.map((kind) => nameOf(kind, own)));
    roles.push(...rolesOf(declaration));
    for (const { group, resource } of (declaration.clusterKinds ?? []).map(namesOf))
      clusterResources.set(`${resource}.${group}`, { group, resource });
  }
  return { versions: [...versions.values()], resources, roles, clusterResources: [...clusterResources.values()] };
}

function isServed({ served, onByDefault, featureGate }: KindVersion): boolean {
  return served !== false && onByDefault !== false && featureGate === undefined;
}

function namedBy({ name, group }: KindVersion, own: string): ServedVersion {
  return { group: group ?? own, version: name };
}

function nameOf(kind: KindDefinition<never>, group: string): ServedName {
  return { group, plural: kind.plural, subresources: subresourcesOf(kind) };
}
