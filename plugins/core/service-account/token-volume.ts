import { randomSuffix } from '../../../src/plugin-api/built-in.js';
import type { Container } from '../pod/shape/container.v1.js';
import type { PodSpec } from '../pod/shape/pod.v1.js';
import type { Volume } from '../volume/volume.v1.js';

const VOLUME_PREFIX = 'kube-api-access-';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** A little more than an hour, which identifies the tokens that the server injects into pods. */
const EXPIRATION_SECONDS = 3607;
const FILE_MODE = 0o644;

/** Mounts the token of a pod's account into all its containers that mount nothing else at that path. */
export function mountToken(spec: PodSpec): void {
  const present = spec.volumes?.find(({ name }) => name.startsWith(VOLUME_PREFIX));
  const name = present?.name ?? VOLUME_PREFIX + randomSuffix();
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const needy = containers.filter((container) => !hasMount(container));
  for (const container of needy) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath: MOUNT_PATH }];
  }
  if (!present && needy.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function hasMount({ volumeMounts }: Container): boolean {
  return (volumeMounts ?? []).some(({ mountPath }) => mountPath === MOUNT_PATH);
}

function tokenVolume(name: string): Volume {
  const namespaceFile = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } };
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: EXPIRATION_SECONDS, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [namespaceFile] } },
      ],
      defaultMode: FILE_MODE,
    },
  };
}
