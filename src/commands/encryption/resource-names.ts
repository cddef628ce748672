import { declarationOf } from '../../plugin-api/built-in.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { type KindDefinition, ResolvedKind } from '../../registry/index.js';

/** The names of resources by the keys of their objects, as an EncryptionConfiguration has them: `secrets`, `deployments.apps`. */
export class ResourceNames {
  private readonly prefixes = new Map<string, string>();

  /** Kinds are those of plugins; others are custom resources, whose keys have the group. */
  constructor(plugins: readonly PluginClass[]) {
    for (const plugin of plugins) {
      const { group, kinds } = declarationOf(plugin)!;
      for (const definition of kinds as unknown as KindDefinition[]) {
        const kind = new ResolvedKind(group, definition);
        if (kind.isStored) this.prefixes.set(kind.keyPrefix, nameOf(group, kind.groupResource.resource));
      }
    }
  }

  /** Returns the name of the resource of a key; the first part of a key that is not known. */
  of(key: string): string {
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const name = this.prefixes.get(key.slice(0, slash + 1));
      if (name !== undefined) return name;
    }
    const [, , group = '', resource = ''] = key.split('/', 4);
    return group.includes('.') ? nameOf(group, resource) : key.split('/', 3).join('/');
  }
}

function nameOf(group: string, resource: string): string {
  return group === '' ? resource : `${resource}.${group}`;
}
