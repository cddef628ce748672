import type { loadPlugins } from '../../plugin-host/index.js';
import { declarationOf } from '../../plugin-api/index.js';
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
  readonly resources: readonly ServedName[];
}

type Plugins = Awaited<ReturnType<typeof loadPlugins>>;

/** Gathers the group versions and resources that are served where nothing is switched on or off. */
export function servedNames(plugins: Plugins): ServedNames {
  const versions = new Map<string, ServedVersion>();
  const resources: ServedName[] = [];
  for (const plugin of plugins) {
    const { group: own, kinds, versions: declared } = declarationOf(plugin)!;
    const all = kinds as unknown as readonly KindDefinition[];
    const served = all.flatMap((kind) => kind.versions.filter(isServed).map((version) => namedBy(version, own)));
    const place = ({ version }: ServedVersion): number => declared.indexOf(version);
    for (const each of served.sort((a, b) => place(a) - place(b))) versions.set(`${each.version}.${each.group}`, each);
    resources.push(...all.map((kind) => nameOf(kind, own)));
  }
  return { versions: [...versions.values()], resources };
}

function isServed({ served, onByDefault, featureGate }: KindVersion): boolean {
  return served !== false && onByDefault !== false && featureGate === undefined;
}

function namedBy({ name, group }: KindVersion, own: string): ServedVersion {
  return { group: group ?? own, version: name };
}

function nameOf(kind: KindDefinition, group: string): ServedName {
  const declared = [kind, ...kind.versions];
  const own = declared.flatMap(({ subresources = [], connections = [] }) => [...subresources, ...connections]);
  const names = new Set(own.map(({ name }) => name));
  if (declared.some(({ hasStatus }) => hasStatus)) names.add('status');
  if (declared.some(({ scale }) => scale !== undefined)) names.add('scale');
  return { group, plural: kind.plural, subresources: [...names].sort() };
}
