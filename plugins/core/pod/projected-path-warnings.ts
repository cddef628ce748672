import type { Volume } from '../volume/volume.v1.js';
import type { VolumeProjection } from '../volume/file-sources.v1.js';

interface VirtualPath {
  readonly path: string;
  readonly source: string;
}

/** Warnings for files of one volume that would hide each other. */
export function overlappingPathWarnings(volumes: readonly Volume[] = []): string[] {
  return volumes.flatMap((volume) => {
    const { kind, paths } = pathsOf(volume);
    return overlaps(paths).map((text) => `volume ${JSON.stringify(volume.name)} (${kind}): overlapping paths: ${text}`);
  });
}

function pathsOf(volume: Volume): { kind: string; paths: VirtualPath[] } {
  const plain = (path: string): VirtualPath => ({ path, source: '' });
  if (volume.configMap)
    return { kind: `ConfigMap ${quoted(volume.configMap.name)}`, paths: items(volume.configMap).map(plain) };
  if (volume.secret)
    return { kind: `Secret ${quoted(volume.secret.secretName)}`, paths: items(volume.secret).map(plain) };
  if (volume.downwardAPI) return { kind: 'DownwardAPI', paths: items(volume.downwardAPI).map(plain) };
  return { kind: 'Projected', paths: (volume.projected?.sources ?? []).flatMap(projectedPaths) };
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

function overlaps(paths: readonly VirtualPath[]): string[] {
  const sorted = [...paths]
    .map((p) => ({ ...p, path: p.path.replace(/\/+$/, '') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.flatMap((one, i) =>
    sorted
      .slice(0, i)
      .filter((other) => one.path === other.path || one.path.startsWith(`${other.path}/`))
      .map((other) => `${shown(one)} with ${shown(other)}`),
  );
}

function shown({ path, source }: VirtualPath): string {
  return source === '' ? quoted(path) : `${quoted(path)} (${source})`;
}

function quoted(text = ''): string {
  return JSON.stringify(text);
}
