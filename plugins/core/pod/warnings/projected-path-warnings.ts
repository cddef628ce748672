import { hasRule, givenList, withoutTrailing } from '../../../../src/plugin-api/built-in.js';
import type { Volume } from '../../volume/volume.v1.js';
import { MAX_WARNINGS } from './warning-limits.js';
import type { VolumeProjection } from '../../volume/file-sources.v1.js';

interface VirtualPath {
  readonly path: string;
  readonly source: string;
}

/** Returns warnings for files of one volume that would hide each other; no more than an answer could show. */
export function overlappingPathWarnings(volumes: readonly Volume[] = []): string[] {
  const effort: Effort = { comparisons: MAX_COMPARISONS, warnings: MAX_WARNINGS };
  return volumes.flatMap((volume) => {
    const { configMap, secret, downwardAPI, projected } = volume;
    const overlaps = new Overlaps(effort);
    if (configMap) return plainWarnings(volume, `ConfigMap ${quoted(configMap.name)}`, { source: configMap, overlaps });
    if (secret) return plainWarnings(volume, `Secret ${quoted(secret.secretName)}`, { source: secret, overlaps });
    if (downwardAPI) return plainWarnings(volume, 'DownwardAPI', { source: downwardAPI, overlaps });
    return projected ? projectedWarnings(volume, projected.sources ?? [], overlaps) : [];
  });
}

function plainWarnings(
  volume: Volume,
  kind: string,
  { source, overlaps }: { readonly source: ItemSource; readonly overlaps: Overlaps },
): string[] {
  const texts = (source.items ?? []).flatMap(({ path }) => overlaps.add({ path, source: '' }));
  return texts.map((text) => overlapWarning(volume, kind, text));
}

/** Before 1.34 a source that names no list of paths counts as the one before it, which clients see as a warning. */
function projectedWarnings(volume: Volume, sources: readonly VolumeProjection[], overlaps: Overlaps): string[] {
  let latest: readonly VirtualPath[] = [];
  return sources.flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${quoted(volume.name)} (Projected) has no sources provided`];
    latest = projectedPaths(source) ?? (hasRule({ since: '1.34' }) ? [] : latest);
    return latest.flatMap((path) => overlaps.add(path)).map((text) => overlapWarning(volume, 'Projected', text));
  });
}

function overlapWarning({ name }: Volume, kind: string, text: string): string {
  return `volume ${quoted(name)} (${kind}): overlapping paths: ${text}`;
}

interface ItemSource {
  items?: readonly { path: string }[];
}

/** The paths of a source; undefined where it has no list of them. */
function projectedPaths(projection: VolumeProjection): VirtualPath[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  if (configMap) return items(configMap, `ConfigMap ${quoted(configMap.name)}`);
  if (secret) return items(secret, `Secret ${quoted(secret.name)}`);
  if (downwardAPI) return items(downwardAPI, 'DownwardAPI');
  if (serviceAccountToken) return [{ path: serviceAccountToken.path, source: 'ServiceAccountToken' }];
  if (!clusterTrustBundle) return undefined;
  const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName;
  return [{ path: clusterTrustBundle.path, source: `ClusterTrustBundle ${quoted(name)}` }];
}

function items(owner: ItemSource, source: string): VirtualPath[] | undefined {
  return givenList(owner, 'items')?.map(({ path }) => ({ path, source }));
}

/** Each path is compared with all before it; legitimate pods stay far below this limit. */
const MAX_COMPARISONS = 200_000;

/** The remaining comparisons for the volumes of a pod. */
interface Effort {
  comparisons: number;
  warnings: number;
}

/** Finds paths that meet an earlier one. */
class Overlaps {
  private readonly earlier: PlacedPath[] = [];

  constructor(private readonly effort: Effort) {}

  /** Returns a warning for each earlier path that a path conflicts with. */
  add({ path, source }: VirtualPath): string[] {
    const { earlier, effort } = this;
    if (effort.comparisons < 0 || (effort.comparisons -= earlier.length) < 0) return [];
    const one = new PlacedPath(withoutTrailing(path, '/'), source);
    const found = this.meeting(one).map((other) => `${one.shown} with ${other.shown}`);
    earlier.push(one);
    return found;
  }

  private meeting(one: PlacedPath): PlacedPath[] {
    if (this.effort.warnings === 0) return [];
    const met = this.earlier.filter((other) => one.meets(other)).slice(0, this.effort.warnings);
    this.effort.warnings -= met.length;
    return met;
  }
}

/** A path, and where it comes from. */
class PlacedPath {
  private readonly prefix: string;

  constructor(
    private readonly path: string,
    private readonly source: string,
  ) {
    this.prefix = `${path}/`;
  }

  get shown(): string {
    return this.source === '' ? quoted(this.path) : `${quoted(this.path)} (${this.source})`;
  }

  /** Reports whether the paths are one, or one is below the other. */
  meets({ prefix }: PlacedPath): boolean {
    return this.prefix.startsWith(prefix) || prefix.startsWith(this.prefix);
  }
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
