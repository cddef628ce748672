import type { ApiObject, GroupResource } from '../../apimachinery/index.js';
import { NODE_RESOURCES } from '../kinds.js';

interface NamedRef {
  readonly name?: string;
  readonly secretName?: string;
}

interface EnvSource {
  readonly secretKeyRef?: NamedRef;
  readonly configMapKeyRef?: NamedRef;
}

interface Container {
  readonly env?: readonly { valueFrom?: EnvSource }[];
  readonly envFrom?: readonly { secretRef?: NamedRef; configMapRef?: NamedRef }[];
}

interface Volume {
  readonly name: string;
  readonly secret?: NamedRef;
  readonly configMap?: NamedRef;
  readonly azureFile?: NamedRef;
  readonly csi?: { nodePublishSecretRef?: NamedRef };
  readonly projected?: { sources?: readonly { secret?: NamedRef; configMap?: NamedRef }[] };
  readonly persistentVolumeClaim?: { claimName: string };
  readonly ephemeral?: object;
}

/** The members of a pod that determine which objects its node may read. */
export interface ReferringPod extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly serviceAccountName?: string;
    readonly imagePullSecrets?: readonly NamedRef[];
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly ephemeralContainers?: readonly Container[];
    readonly volumes?: readonly Volume[];
    readonly resourceClaims?: readonly { name: string; resourceClaimName?: string }[];
  };
  readonly status?: {
    readonly resourceClaimStatuses?: readonly { name: string; resourceClaimName?: string }[];
  };
}

const MIRROR = 'kubernetes.io/config.mirror';

/** Returns the objects of its own namespace that a pod uses, each as `<resource>/<name>`. */
export function referencesOf({ metadata, spec = {}, status }: ReferringPod): Set<string> {
  // A node writes mirror pods itself: what they name gives it no rights.
  if (metadata.annotations?.[MIRROR] !== undefined) return new Set();
  const containers = [spec.initContainers, spec.containers, spec.ephemeralContainers].flatMap((list) => list ?? []);
  const references = [
    ref(NODE_RESOURCES.account, spec.serviceAccountName),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }) => ref(NODE_RESOURCES.secret, name)),
    ...containers.flatMap(referencesOfContainer),
    ...(spec.volumes ?? []).flatMap((volume) => referencesOfVolume(volume, metadata.name ?? '')),
    ...claimsOf(spec, status).flatMap((claim) => ref(NODE_RESOURCES.resourceClaim, claim)),
  ];
  return new Set(references.flat());
}

/** Claims by name, and those made from the templates that the spec names: the status counts for these alone. */
function claimsOf(
  { resourceClaims = [] }: NonNullable<ReferringPod['spec']>,
  { resourceClaimStatuses = [] }: ReferringPod['status'] = {},
): (string | undefined)[] {
  const made = new Map(resourceClaimStatuses.map(({ name, resourceClaimName }) => [name, resourceClaimName]));
  return resourceClaims.map(({ name, resourceClaimName }) => resourceClaimName ?? made.get(name));
}

function referencesOfContainer({ env = [], envFrom = [] }: Container): string[] {
  return [
    ...env.flatMap(({ valueFrom }) => [
      ...ref(NODE_RESOURCES.secret, valueFrom?.secretKeyRef?.name),
      ...ref(NODE_RESOURCES.configMap, valueFrom?.configMapKeyRef?.name),
    ]),
    ...envFrom.flatMap(({ secretRef, configMapRef }) => [
      ...ref(NODE_RESOURCES.secret, secretRef?.name),
      ...ref(NODE_RESOURCES.configMap, configMapRef?.name),
    ]),
  ];
}

function referencesOfVolume(volume: Volume, podName: string): string[] {
  const { secret, configMap, azureFile, csi, projected, persistentVolumeClaim, ephemeral } = volume;
  return [
    ...ref(NODE_RESOURCES.secret, secret?.secretName),
    ...ref(NODE_RESOURCES.secret, azureFile?.secretName),
    ...ref(NODE_RESOURCES.secret, csi?.nodePublishSecretRef?.name),
    ...secretRefsOf(volume).flatMap((name) => ref(NODE_RESOURCES.secret, name)),
    ...ref(NODE_RESOURCES.configMap, configMap?.name),
    ...(projected?.sources ?? []).flatMap((s) => [
      ...ref(NODE_RESOURCES.secret, s.secret?.name),
      ...ref(NODE_RESOURCES.configMap, s.configMap?.name),
    ]),
    ...ref(NODE_RESOURCES.claim, persistentVolumeClaim?.claimName),
    ...(ephemeral ? ref(NODE_RESOURCES.claim, `${podName}-${volume.name}`) : []),
  ];
}

/** The `secretRef` that many sorts of volumes have. */
function secretRefsOf(volume: Volume): string[] {
  return Object.values(volume).flatMap((source: unknown) => {
    const name = (source as { secretRef?: NamedRef } | null)?.secretRef?.name;
    return name ? [name] : [];
  });
}

function ref({ resource }: GroupResource, name: string | undefined): string[] {
  return name ? [`${resource}/${name}`] : [];
}
