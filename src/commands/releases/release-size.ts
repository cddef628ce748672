import type { StructLayout } from '../../schema/index.js';
import type { KindsOfReleases, VersionInRelease } from './kinds-of-releases.js';

/** How much of the API a release has, by the declarations of kinds. */
export interface ReleaseSize {
  /** Group versions that are served without a setting. */
  readonly groupVersions: number;
  /** Kinds in all their served versions, without lists. */
  readonly kinds: number;
  /** Types of objects and of what they contain, in all versions. */
  readonly types: number;
  /** Fields of these types. */
  readonly fields: number;
}

/** Counts the API of a release. */
export function sizeOf(kinds: KindsOfReleases, release: string): ReleaseSize {
  const served = kinds.all(release).filter(({ isServed, version }) => isServed && version.isOnByDefault);
  const types = typesOf(served);
  return {
    groupVersions: new Set(served.map(({ version }) => version.apiVersion)).size,
    kinds: served.length,
    types: types.size,
    fields: [...types.values()].reduce((sum, { fields }) => sum + fields.length, 0),
  };
}

/** The types that objects consist of, by name: those that versions share count once. */
function typesOf(versions: readonly VersionInRelease[]): ReadonlyMap<string, StructLayout> {
  const found = new Map<string, StructLayout>();
  const queue = versions.map(({ version }) => version.type.protobuf);
  for (const type of queue) {
    if (!type || found.has(type.name)) continue;
    found.set(type.name, type);
    queue.push(...type.fields.map(({ struct }) => struct));
  }
  return found;
}
