import type { OwnerReference } from '../../../../src/plugin-api/index.js';
import type { Pod, PodSpec } from '../../pod/shape/pod.v1.js';

/** The annotation of pods that a node creates for what it runs by itself. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** Returns why a node must not create a pod, independently of other nodes; undefined if it may. */
export function mirrorPodFault({ metadata, spec }: Pod, node: string): string | undefined {
  if (metadata.annotations?.[MIRROR_ANNOTATION] === undefined)
    return `pod does not have "${MIRROR_ANNOTATION}" annotation, node ${quote(node)} can only create mirror pods`;
  if ((spec?.nodeName ?? '') !== node)
    return `node ${quote(node)} can only create pods with spec.nodeName set to itself`;
  return ownerFault(metadata.ownerReferences ?? [], node) ?? referenceFault(spec!, node);
}

function ownerFault(owners: readonly OwnerReference[], node: string): string | undefined {
  const head = `node ${quote(node)} can only create pods with`;
  const [owner] = owners;
  if (owners.length > 1) return `${head} a single owner reference set to itself`;
  if (!owner || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    return `${head} an owner reference set to itself`;
  if (!owner.controller) return `${head} a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion) return `node ${quote(node)} must not set blockOwnerDeletion on an owner reference`;
  return undefined;
}

/** A node would get to read what its pods refer to. */
function referenceFault(spec: PodSpec, node: string): string | undefined {
  const sources = (spec.volumes ?? []).flatMap((volume) => [volume, ...(volume.projected?.sources ?? [])]) as object[];
  const environment = environmentOf(spec);
  const named: readonly (readonly [boolean, string])[] = [
    [Boolean(spec.serviceAccountName), 'a service account'],
    [refersTo([...sources, ...environment], SECRETS) || Boolean(spec.imagePullSecrets?.length), 'secrets'],
    [refersTo([...sources, ...environment], CONFIG_MAPS), 'configmaps'],
    [refersTo(sources, new Set(['clusterTrustBundle'])), 'clustertrustbundles'],
    [refersTo(sources, new Set(['podCertificate'])), 'podcertificates'],
    [refersTo(sources, new Set(['persistentVolumeClaim'])), 'persistentvolumeclaims'],
    [Boolean(spec.resourceClaims?.length), 'resourceclaims'],
  ];
  const found = named.find(([isReferred]) => isReferred);
  return found && `node ${quote(node)} can not create pods that reference ${found[1]}`;
}

/** Members that name a secret, in sources of volumes and of the environment. */
const SECRETS: ReadonlySet<string> = new Set([
  'secret',
  'secretRef',
  'secretKeyRef',
  'nodePublishSecretRef',
  'azureFile',
]);
const CONFIG_MAPS: ReadonlySet<string> = new Set(['configMap', 'configMapRef', 'configMapKeyRef']);

function environmentOf(spec: PodSpec): object[] {
  const lists = [spec.containers, spec.initContainers, spec.ephemeralContainers];
  return lists
    .flatMap((list) => list ?? [])
    .flatMap(({ env, envFrom }) => [
      ...(envFrom ?? []),
      ...(env ?? []).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom] : [])),
    ]);
}

/** Reports whether a source has one of some members, itself or one level down (`volume.rbd.secretRef`). */
function refersTo(sources: readonly object[], members: ReadonlySet<string>): boolean {
  const names = (source: object): boolean =>
    Object.entries(source).some(([name, value]) => members.has(name) && value !== undefined && value !== null);
  const below = (source: object): object[] =>
    Object.values(source).filter((value): value is object => typeof value === 'object' && value !== null);
  return sources.some((source) => names(source) || below(source).some(names));
}

const quote = JSON.stringify;
