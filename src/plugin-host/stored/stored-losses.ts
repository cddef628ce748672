import type { Logger } from '../../observability/index.js';
import { type ApiGroupDeclaration, declarationOf } from '../../plugin-api/built-in.js';
import { type KindDefinition, ObjectCodec, ResolvedKind, storedVersionsOf } from '../../registry/index.js';
import type { Storage, ValueTransformers } from '../../storage/index.js';
import type { Catalogue } from '../catalogue/index.js';
import type { InstalledPlugins } from '../install/index.js';
import type { PluginClass } from '../load/index.js';
import { PluginError, nameOf } from '../mistakes/index.js';
import { describeHidden, describeScope, describeVersion } from './describe-losses.js';
import { StoredResources } from './stored-resources.js';

/** The dependencies of the search for stored objects that plugins do not serve. */
export interface StoredLossesParts {
  readonly storage: Storage;
  readonly transformers: ValueTransformers;
  readonly plugins: Pick<InstalledPlugins, 'all'>;
  /** The server's own, whose kinds keep their names. */
  readonly own: ReadonlySet<PluginClass>;
  readonly catalogue: Pick<Catalogue, 'all'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Stored objects that are not served. */
interface Loss {
  /** Their resource, with the version or the scope that is the reason. */
  readonly of: string;
  readonly text: string;
}

/** Finds stored objects that the kinds of plugins hide or cannot read. */
export class StoredLosses {
  private readonly resources: StoredResources;

  constructor(private readonly parts: StoredLossesParts) {
    this.resources = new StoredResources(parts.storage);
  }

  /** Throws PluginError where objects are stored that a plugin, once it is installed, hides or cannot read. */
  async checkComing(plugin: PluginClass): Promise<void> {
    const declaration = declarationOf(plugin);
    if (declaration && !this.parts.own.has(plugin)) refuse(plugin, await this.lossesOf(declaration));
  }

  /** Throws PluginError where a plugin in the place of another hides objects, or cannot read them, that the other served. */
  async checkReplacing(old: PluginClass, next: PluginClass): Promise<void> {
    const [before, after] = [declarationOf(old), declarationOf(next)];
    if (!before || !after || before.group !== after.group) return;
    const losses = await this.lossesOf(after, before);
    if (losses.length === 0) return;
    // An object that is lost already is no reason to refuse what does not change that.
    const known = new Set((await this.lossesOf(before)).map(({ of }) => of));
    const fresh = losses.filter(({ of }) => !known.has(of));
    refuse(next, fresh);
  }

  /** Warns of them with a line for each resource: a server that does not start would serve nothing at all. */
  async warn(): Promise<void> {
    for (const { plugin, declaration } of this.parts.plugins.all()) {
      if (this.parts.own.has(plugin)) continue;
      for (const { text } of await this.lossesOf(declaration)) {
        this.parts.logger.warn('stored objects are not served', { plugin: nameOf(plugin), reason: text });
      }
    }
  }

  /** Names of groups without a domain may be those of built-in resources in the store. */
  private async lossesOf(declaration: ApiGroupDeclaration, leaving?: ApiGroupDeclaration): Promise<Loss[]> {
    if (!declaration.group.includes('.')) return [];
    const kinds = kindsOf(declaration);
    const hidden = await this.hiddenIn(declaration, kinds, leaving);
    const unread = await Promise.all(kinds.map((kind) => this.unreadOf(kind)));
    return [...hidden, ...unread.flat()];
  }

  private async hiddenIn(
    { group }: ApiGroupDeclaration,
    kinds: readonly ResolvedKind[],
    leaving: ApiGroupDeclaration | undefined,
  ): Promise<Loss[]> {
    const served = [...this.servedPrefixes(group, leaving), ...kinds.map(({ keyPrefix }) => keyPrefix)];
    const names = await this.resources.namesIn(group);
    const hidden = names.filter((name) => !served.some((prefix) => prefix.startsWith(`/registry/${group}/${name}/`)));
    const free = kinds.filter(({ definition: { plural } }) => !names.includes(plural));
    return Promise.all(
      hidden.map(async (name) => {
        const count = await this.resources.count(group, name);
        return { of: `resource ${name}`, text: describeHidden({ group, name, count, heir: free[0] }) };
      }),
    );
  }

  /** The prefixes of all that is served of a group by others than a plugin that leaves. */
  private servedPrefixes(group: string, leaving: ApiGroupDeclaration | undefined): string[] {
    const going = new Set(leaving ? kindsOf(leaving).map(({ keyPrefix }) => keyPrefix) : []);
    const installed = this.parts.plugins.all().flatMap(({ declaration }) => {
      return declaration.group === group ? kindsOf(declaration) : [];
    });
    const served = this.parts.catalogue.all().map(({ kind }) => kind);
    const prefixes = [...installed, ...served].map(({ keyPrefix }) => keyPrefix);
    return prefixes.filter((prefix) => !going.has(prefix));
  }

  private async unreadOf(kind: ResolvedKind): Promise<Loss[]> {
    const { groupResource, storage } = kind;
    const values = { ...groupResource, gvk: storage.gvk, shape: storage.type, versions: storedVersionsOf(kind) };
    const codec = new ObjectCodec(kind, { transformer: this.parts.transformers.of(values) });
    const counts = new Map<string, number>();
    let misplaced = 0;
    for await (const page of this.resources.objectsOf(kind)) {
      for (const value of page) {
        const { storedVersion, unreadable } = codec.ingest(value);
        if (unreadable !== undefined && storedVersion !== undefined)
          counts.set(storedVersion, (counts.get(storedVersion) ?? 0) + 1);
        if (value.key.slice(kind.keyPrefix.length).includes('/') !== kind.isNamespaced) misplaced++;
      }
    }
    const { plural } = kind.definition;
    const losses = [...counts].map(([version, objects]) => {
      return { of: `version ${version} of ${plural}`, text: describeVersion(kind, version, objects) };
    });
    if (misplaced > 0) losses.push({ of: `scope of ${plural}`, text: describeScope(kind, misplaced) });
    return losses;
  }
}

/** The kinds of a plugin whose objects are in the server's store. */
function kindsOf({ group, kinds }: ApiGroupDeclaration): ResolvedKind[] {
  const definitions = kinds as unknown as readonly KindDefinition[];
  return definitions
    .map((definition) => new ResolvedKind(group, definition))
    .filter(({ isStored, definition: { backend } }) => isStored && !backend);
}

function refuse(plugin: PluginClass, losses: readonly Loss[]): void {
  if (losses.length > 0) throw new PluginError(losses.map(({ text }) => `${nameOf(plugin)}: ${text}`));
}
