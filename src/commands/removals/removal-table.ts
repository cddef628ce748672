import { compareVersionPriority, formatApiVersion, parseApiVersion } from '../../apimachinery/index.js';
import { minorOf } from '../../options/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import type { PluginClass } from '../../plugin-host/index.js';
import type { KindDefinition, KindVersion } from '../../registry/index.js';

/** A kind in a version that a release no longer serves. */
export interface Removal {
  /** `apps/v1beta1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  /** The first release without it. */
  readonly removed: string;
  /** The kind that the release serves in its place, as `apps/v1 Deployment`; undefined if there is none. */
  readonly replacement?: string;
}

/** A declared version of a kind. */
interface DeclaredVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly declaration: KindVersion;
  /** All versions of the kind, whatever their group. */
  readonly siblings: readonly DeclaredVersion[];
}

/**
 * The versions that releases remove, read from the declarations of kinds: the source of the server's own deprecation
 * warnings, metric and audit annotations.
 */
export class RemovalTable {
  private readonly byKind = new Map<string, DeclaredVersion>();
  private readonly byResource = new Map<string, DeclaredVersion>();

  private constructor(versions: readonly DeclaredVersion[]) {
    for (const version of versions) {
      this.byKind.set(keyOf(version.apiVersion, version.kind), version);
      this.byResource.set(keyOf(version.apiVersion, version.resource), version);
    }
  }

  /** Reads the declarations of plugins. */
  static of(plugins: readonly PluginClass[]): RemovalTable {
    const kinds = new Map<string, KindVersions>();
    const declarations = plugins.flatMap((plugin) => declarationOf(plugin) ?? []);
    for (const { group, kinds: own } of declarations) {
      for (const definition of own as unknown as readonly KindDefinition[]) {
        const kind = new KindVersions(definition);
        kind.add(group, definition.versions);
        kinds.set(keyOf(group, definition.plural), kind);
      }
    }
    for (const { group, versionsOf = [] } of declarations) {
      for (const { of, versions } of versionsOf) kinds.get(keyOf(of.group, of.resource))?.add(group, versions);
    }
    return new RemovalTable([...kinds.values()].flatMap(({ all }) => all));
  }

  /** Returns the removal of a kind, or of lists of it, by a release or one before; undefined where the release serves it. */
  ofKind(apiVersion: string, kind: string, release: string): Removal | undefined {
    const declared =
      this.byKind.get(keyOf(apiVersion, kind)) ?? this.byKind.get(keyOf(apiVersion, kind.replace(/List$/, '')));
    return this.removalOf(declared, release);
  }

  /** Returns the removal of a resource by a release or one before; undefined where the release serves it. */
  ofResource(apiVersion: string, resource: string, release: string): Removal | undefined {
    return this.removalOf(this.byResource.get(keyOf(apiVersion, resource)), release);
  }

  private removalOf(declared: DeclaredVersion | undefined, release: string): Removal | undefined {
    const removed = declared?.declaration.removed;
    if (!declared || removed === undefined || minorOf(removed) > minorOf(release)) return undefined;
    const { apiVersion, kind, resource } = declared;
    return { apiVersion, kind, resource, removed, replacement: this.replacementOf(declared, release) };
  }

  /** Follows the declared replacements to one that the release has; without one, the best version of the kind. */
  private replacementOf(declared: DeclaredVersion, release: string): string | undefined {
    const seen = new Set<DeclaredVersion>();
    for (let next: DeclaredVersion | undefined = declared; next && !seen.has(next); next = this.successorOf(next)) {
      if (next !== declared && isIn(next, release)) return `${next.apiVersion} ${next.kind}`;
      seen.add(next);
    }
    const others = declared.siblings.filter((other) => isIn(other, release) && other.declaration.onByDefault !== false);
    const sameGroup = others.filter((other) => groupOf(other) === groupOf(declared));
    const best = (sameGroup.length > 0 ? sameGroup : others).sort(byPriority).at(0);
    return best && `${best.apiVersion} ${best.kind}`;
  }

  private successorOf({ declaration: { replacement = '' }, kind }: DeclaredVersion): DeclaredVersion | undefined {
    const [apiVersion, named = ''] = replacement.split(' ');
    // Some declarations name the list of the kind, as the warnings of the reference do.
    return this.byKind.get(keyOf(apiVersion, kind)) ?? this.byKind.get(keyOf(apiVersion, named));
  }
}

/** The declared versions of one kind. */
class KindVersions {
  readonly all: DeclaredVersion[] = [];

  constructor(private readonly definition: Pick<KindDefinition, 'kind' | 'plural'>) {}

  /** Adds versions that a plugin declares; those that name no group are of `ownGroup`. */
  add(ownGroup: string, versions: readonly KindVersion[]): void {
    const { kind, plural: resource } = this.definition;
    for (const declaration of versions) {
      const apiVersion = formatApiVersion({ group: declaration.group ?? ownGroup, version: declaration.name });
      this.all.push({ apiVersion, kind, resource, declaration, siblings: this.all });
    }
  }
}

function isIn({ declaration: { introduced = '1.0', removed, served } }: DeclaredVersion, release: string): boolean {
  if (served === false || minorOf(introduced) > minorOf(release)) return false;
  return removed === undefined || minorOf(removed) > minorOf(release);
}

function groupOf({ apiVersion }: DeclaredVersion): string | undefined {
  return parseApiVersion(apiVersion)?.group;
}

function byPriority({ declaration: a }: DeclaredVersion, { declaration: b }: DeclaredVersion): number {
  return compareVersionPriority(a.name, b.name);
}

function keyOf(first: string, second: string): string {
  return `${first} ${second}`;
}
