import { withoutTrailing } from '../../../src/plugin-api/index.js';
import type { Volume } from '../volume/volume.v1.js';
import type { VolumeProjection } from '../volume/file-sources.v1.js';

interface VirtualPath {
  readonly path: string;
  readonly source: string;
}

/** Warnings for files of one volume that would hide each other. */
export function overlappingPathWarnings(volumes: readonly Volume[] = []): string[] {
  return volumes.flatMap((volume) => {
    const { kind, overlaps } = overlapsOf(volume);
    return overlaps.map((text) => `volume ${JSON.stringify(volume.name)} (${kind}): overlapping paths: ${text}`);
  });
}

function overlapsOf(volume: Volume): { kind: string; overlaps: string[] } {
  const plain = (path: string): VirtualPath[] => [{ path, source: '' }];
  const { configMap, secret, downwardAPI } = volume;
  if (configMap) {
    return { kind: `ConfigMap ${quoted(configMap.name)}`, overlaps: overlapsBetween(items(configMap).map(plain)) };
  }
  if (secret) {
    return { kind: `Secret ${quoted(secret.secretName)}`, overlaps: overlapsBetween(items(secret).map(plain)) };
  }
  if (downwardAPI) return { kind: 'DownwardAPI', overlaps: overlapsBetween(items(downwardAPI).map(plain)) };
  return { kind: 'Projected', overlaps: overlapsBetween(pathsBySource(volume.projected?.sources)) };
}

/** The paths of each source. One that names no paths counts as the one before it, which clients see as a warning. */
function pathsBySource(sources: readonly VolumeProjection[] = []): VirtualPath[][] {
  let latest: VirtualPath[] = [];
  return sources.map((source) => {
    const paths = projectedPaths(source);
    if (paths.length > 0) latest = paths;
    return latest;
  });
}

function projectedPaths(source: VolumeProjection): VirtualPath[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  if (configMap) return items(configMap).map((path) => ({ path, source: `ConfigMap ${quoted(configMap.name)}` }));
  if (secret) return items(secret).map((path) => ({ path, source: `Secret ${quoted(secret.name)}` }));
  if (downwardAPI) return items(downwardAPI).map((path) => ({ path, source: 'DownwardAPI' }));
  if (serviceAccountToken) return [{ path: serviceAccountToken.path, source: 'ServiceAccountToken' }];
  if (!clusterTrustBundle) return [];
  const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName;
  return [{ path: clusterTrustBundle.path, source: `ClusterTrustBundle ${quoted(name)}` }];
}

function items(source: { items?: readonly { path: string }[] }): string[] {
  return (source.items ?? []).map((item) => item.path);
}

/** Each path is held against all before it; nobody mounts as many, and the warnings of an answer have a limit too. */
const MAX_PATHS = 1_000;

/** Paths that meet a path of an earlier group. */
function overlapsBetween(groups: readonly VirtualPath[][]): string[] {
  const earlier: VirtualPath[] = [];
  return groups.flatMap((group) => {
    const looked = group.slice(0, MAX_PATHS - earlier.length);
    const trimmed = looked.map((one) => ({ ...one, path: withoutTrailing(one.path, '/') }));
    const found = trimmed.flatMap((one) =>
      earlier.filter((other) => meet(one, other)).map((other) => `${shown(one)} with ${shown(other)}`),
    );
    for (const one of trimmed) earlier.push(one);
    return found;
  });
}

function meet(one: VirtualPath, other: VirtualPath): boolean {
  return `${one.path}/`.startsWith(`${other.path}/`) || `${other.path}/`.startsWith(`${one.path}/`);
}

function shown({ path, source }: VirtualPath): string {
  return source === '' ? quoted(path) : `${quoted(path)} (${source})`;
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
