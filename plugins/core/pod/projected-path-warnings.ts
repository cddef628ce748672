import { givenList, withoutTrailing } from '../../../src/plugin-api/index.js';
import type { Volume } from '../volume/volume.v1.js';
import type { VolumeProjection } from '../volume/file-sources.v1.js';

interface VirtualPath {
  readonly path: string;
  readonly source: string;
}

/** Warnings for files of one volume that would hide each other. */
export function overlappingPathWarnings(volumes: readonly Volume[] = []): string[] {
  return volumes.flatMap((volume) => {
    const { configMap, secret, downwardAPI, projected } = volume;
    if (configMap) return plainWarnings(volume, `ConfigMap ${quoted(configMap.name)}`, configMap);
    if (secret) return plainWarnings(volume, `Secret ${quoted(secret.secretName)}`, secret);
    if (downwardAPI) return plainWarnings(volume, 'DownwardAPI', downwardAPI);
    return projected ? projectedWarnings(volume, projected.sources ?? []) : [];
  });
}

function plainWarnings(volume: Volume, kind: string, source: ItemSource): string[] {
  const overlaps = new Overlaps();
  const texts = (source.items ?? []).flatMap(({ path }) => overlaps.add([{ path, source: '' }]));
  return texts.map((text) => overlapWarning(volume, kind, text));
}

/** A source that names no list of paths counts as the one before it, which clients see as a warning. */
function projectedWarnings(volume: Volume, sources: readonly VolumeProjection[]): string[] {
  const overlaps = new Overlaps();
  let latest: readonly VirtualPath[] = [];
  return sources.flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${quoted(volume.name)} (Projected) has no sources provided`];
    latest = projectedPaths(source) ?? latest;
    return overlaps.add(latest).map((text) => overlapWarning(volume, 'Projected', text));
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

/** Each path is held against all before it; nobody mounts as many, and the warnings of an answer have a limit too. */
const MAX_PATHS = 1_000;

/** Finds paths that meet a path of an earlier group. */
class Overlaps {
  private readonly earlier: VirtualPath[] = [];

  /** Tells of each path of a group and the earlier ones it meets. */
  add(group: readonly VirtualPath[]): string[] {
    const looked = group.slice(0, MAX_PATHS - this.earlier.length);
    const trimmed = looked.map((one) => ({ ...one, path: withoutTrailing(one.path, '/') }));
    const found = trimmed.flatMap((one) =>
      this.earlier.filter((other) => meet(one, other)).map((other) => `${shown(one)} with ${shown(other)}`),
    );
    for (const one of trimmed) this.earlier.push(one);
    return found;
  }
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
