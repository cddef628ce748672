import { parseApiVersion } from '../../apimachinery/index.js';
import type { KindDefinition } from '../../plugin-api/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { ResolvedKind, type ResolvedVersion, existsIn } from '../../registry/index.js';

/** A kind in a version, as a release has it. */
export interface VersionInRelease {
  readonly version: ResolvedVersion;
  /** False where the release does not serve it. */
  readonly isServed: boolean;
}

interface Declared {
  readonly group: string;
  readonly definition: KindDefinition;
}

/** The kinds of plugins as releases of Kubernetes have them; each is resolved when it is asked for. */
export class KindsOfReleases {
  private readonly declared = new Map<string, Declared>();
  private readonly resolved = new Map<string, ResolvedKind>();

  constructor(plugins: readonly PluginClass[]) {
    const declarations = plugins.flatMap((plugin) => declarationOf(plugin) ?? []);
    const kinds = declarations.flatMap(({ group, kinds: own }) => {
      return (own as unknown as readonly KindDefinition[]).map((definition) => ({ group, definition }));
    });
    for (const kind of kinds) {
      const { group, definition } = kind;
      const ofOthers = declarations.flatMap(({ group: own, versionsOf = [] }) =>
        versionsOf
          .filter(({ of }) => of.group === group && of.resource === definition.plural)
          .flatMap(({ versions }) => versions.map((version) => ({ group: own, ...version }))),
      );
      const whole = { ...definition, versions: [...definition.versions, ...ofOthers] } as KindDefinition;
      const groups = new Set([group, ...ofOthers.map((version) => version.group)]);
      for (const name of groups) this.declared.set(`${name}/${definition.kind}`, { group, definition: whole });
    }
  }

  /** Finds a kind by the version and kind that an object names; undefined where no plugin declares it. */
  find(apiVersion: string, kind: string, release: string): VersionInRelease | undefined {
    const parsed = parseApiVersion(apiVersion);
    const declared = parsed && this.declared.get(`${parsed.group}/${kind}`);
    if (!declared) return undefined;
    const version = this.resolve(declared, release).versions.get(apiVersion);
    return version && { version, isServed: version.isServed && existsIn(version, release) };
  }

  /** Returns all kinds in all their versions. */
  all(release: string): VersionInRelease[] {
    return this.kindsIn(release).flatMap(({ versions }) =>
      [...versions.values()].map((version) => ({ version, isServed: version.isServed && existsIn(version, release) })),
    );
  }

  /** Returns the stored kinds of a release. */
  stored(release: string): ResolvedKind[] {
    return this.kindsIn(release).filter(({ isStored }) => isStored);
  }

  private kindsIn(release: string): ResolvedKind[] {
    return [...new Set([...this.declared.values()].map((declared) => this.resolve(declared, release)))];
  }

  private resolve(declared: Declared, release: string): ResolvedKind {
    const { group, definition } = declared;
    const key = `${release} ${group}/${definition.plural}`;
    let kind = this.resolved.get(key);
    if (!kind) this.resolved.set(key, (kind = new ResolvedKind(group, definition, { release })));
    return kind;
  }
}
