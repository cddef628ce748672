import { FieldPath, isDns1123Label } from '../../../../src/plugin-api/index.js';
import { newAddressWarnings } from '../../values/address-warnings.js';
import { hasRule, repeatFinder } from '../../../../src/plugin-api/built-in.js';
import { claimSpecWarnings, fractionWarnings } from '../../persistent-volume/volume-warnings.js';
import type { Volume } from '../../volume/volume.v1.js';
import type { Container, EphemeralContainer, ResourceRequirements } from '../shape/container.v1.js';
import { nodeTermWarnings, replacedNodeLabel } from './node-label-warnings.js';
import type { Pod, PodSpec, PodTemplateSpec } from '../shape/pod.v1.js';
import type { PodAffinity, PodAntiAffinity } from '../shape/scheduling.v1.js';
import { portWarnings } from './port-warnings.js';
import { overlappingPathWarnings } from './projected-path-warnings.js';
import { APP_ARMOR_PREFIX, SECCOMP_POD, SECCOMP_PREFIX } from '../validation/annotations.js';
import { placedContainers } from '../validation/container-visits.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const NO_SELECTOR = 'a null labelSelector results in matching no pod';

const ANNOTATIONS: readonly { readonly key: string; readonly text: string }[] = [
  {
    key: 'scheduler.alpha.kubernetes.io/critical-pod',
    text: 'non-functional in v1.16+; use the "priorityClassName" field instead',
  },
  {
    key: 'security.alpha.kubernetes.io/sysctls',
    text: 'non-functional in v1.11+; use the "sysctls" field instead',
  },
  {
    key: 'security.alpha.kubernetes.io/unsafe-sysctls',
    text: 'non-functional in v1.11+; use the "sysctls" field instead',
  },
];
const NO_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const BYTES = ['memory', 'ephemeral-storage'] as const;

const GIT_REPO_OFF = 'deprecated in v1.11, and disabled by default in v1.33+';
const WARNED_VOLUMES: Readonly<Partial<Record<keyof Volume, string>>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

const VOLUME_SORTS = Object.keys(WARNED_VOLUMES) as (keyof Volume)[];

type Annotations = Readonly<Record<string, string>>;

/** The annotations of what is looked at, and where they stand. */
interface Described {
  readonly annotations: Annotations;
  readonly path: FieldPath;
}

/** Returns the warning for an annotation at `place` that names an AppArmor profile. */
export function appArmorWarning(place: FieldPath): string {
  return `${place}: deprecated since v1.30; use the "appArmorProfile" field instead`;
}

/** Returns warnings for a new pod. */
export function podWarnings(pod: Pod): string[] {
  const faults = isDns1123Label(pod.metadata.name ?? '');
  const text = `this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended`;
  const name = faults.length > 0 ? [`metadata.name: ${text}: [${faults.join(' ')}]`] : [];
  return [...name, ...podSpecWarnings(pod, FieldPath.of())];
}

/** Returns warnings for the spec and annotations of a pod or of a template at `path`. */
export function podSpecWarnings(
  { spec = {}, metadata }: PodTemplateSpec,
  path: FieldPath,
  { isTemplate } = { isTemplate: false },
): string[] {
  const place = path.child('spec');
  const described = { annotations: metadata?.annotations ?? {}, path: path.child('metadata', 'annotations') };
  return [
    ...nodeLabelWarnings(spec, place),
    ...annotationWarnings(described.annotations, described.path),
    ...(spec.volumes ?? []).flatMap((volume, i) => volumeWarnings(volume, place.child('volumes').index(i))),
    ...overlappingPathWarnings(spec.volumes),
    ...repetitionWarnings(spec, place),
    ...hostAddressWarnings(spec, place),
    ...(spec.overhead ? overheadWarnings(spec.overhead, place.child('overhead')) : []),
    ...seccompWarnings(spec.securityContext?.seccompProfile, SECCOMP_POD, described),
    ...placedContainers(spec, place).flatMap((p) =>
      containerWarnings(p.container, p.path, { spec, described, isTemplate }),
    ),
    ...portWarnings(spec, place),
    ...graceWarnings(spec, place.child('terminationGracePeriodSeconds')),
    ...(['podAffinity', 'podAntiAffinity'] as const).flatMap((name) =>
      affinityWarnings(spec.affinity?.[name], place.child('affinity', name)),
    ),
  ];
}

function nodeLabelWarnings(spec: PodSpec, path: FieldPath): string[] {
  const affinity = spec.affinity?.nodeAffinity;
  if (!spec.nodeSelector && !affinity && !spec.topologySpreadConstraints) return [];
  const place = path.child('affinity', 'nodeAffinity');
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((key) => {
      const replaced = replacedNodeLabel(key);
      return replaced ? [`${path.child('nodeSelector').key(key)}: ${replaced}`] : [];
    }),
    ...(affinity?.[REQUIRED]?.nodeSelectorTerms ?? []).flatMap((term, i) =>
      nodeTermWarnings(term, place.child(REQUIRED, 'nodeSelectorTerms').index(i), { checksValues: false }),
    ),
    ...(affinity?.[PREFERRED] ?? []).flatMap(({ preference }, i) =>
      nodeTermWarnings(preference, place.child(PREFERRED).index(i).child('preference'), { checksValues: true }),
    ),
    ...spreadWarnings(spec, path.child('topologySpreadConstraints')),
  ];
}

function spreadWarnings(spec: PodSpec, path: FieldPath): string[] {
  return (spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, i) => {
    const replaced = replacedNodeLabel(topologyKey);
    return [
      ...(replaced ? [`${path.index(i).child('topologyKey')}: ${topologyKey} is ${replaced}`] : []),
      ...(labelSelector ? [] : [`${path.index(i).child('labelSelector')}: ${NO_SELECTOR}`]),
    ];
  });
}

function annotationWarnings(annotations: Annotations, path: FieldPath): string[] {
  return ANNOTATIONS.flatMap(({ key, text }) => (annotations[key] === undefined ? [] : [`${path.key(key)}: ${text}`]));
}

function volumeWarnings(volume: Volume, path: FieldPath): string[] {
  const shown = (name: keyof Volume): string => (name === 'storageos' ? 'storageOS' : name);
  const textOf = (name: keyof Volume): string | undefined =>
    name === 'gitRepo' && hasRule({ since: '1.33' }) ? GIT_REPO_OFF : WARNED_VOLUMES[name];
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
  return [
    ...VOLUME_SORTS.filter((name) => volume[name]).map((name) => `${path.child(shown(name))}: ${textOf(name)}`),
    ...(claim ? claimSpecWarnings(claim, path.child('ephemeral', 'volumeClaimTemplate', 'spec')) : []),
  ];
}

function repetitionWarnings(spec: PodSpec, path: FieldPath): string[] {
  const aliases = (spec.hostAliases ?? []).map((alias) => alias.ip);
  const secrets = (spec.imagePullSecrets ?? []).map((secret) => secret.name ?? '');
  const aliasPath = path.child('hostAliases');
  const secretPath = path.child('imagePullSecrets');
  return [
    ...repeated(aliases).map(([i, ip]) => `${aliasPath.index(i).child('ip')}: duplicate ip ${JSON.stringify(ip)}`),
    ...repeated(secrets).map(
      ([i, name]) => `${secretPath.index(i).child('name')}: duplicate name ${JSON.stringify(name)}`,
    ),
    ...secrets.flatMap((name, i) =>
      name === '' ? [`${secretPath.index(i).child('name')}: invalid empty name ""`] : [],
    ),
  ];
}

function hostAddressWarnings({ hostAliases = [], dnsConfig }: PodSpec, path: FieldPath): string[] {
  const [aliases, servers] = [path.child('hostAliases'), path.child('dnsConfig', 'nameservers')];
  return [
    ...hostAliases.flatMap(({ ip }, i) => newAddressWarnings(`${aliases.index(i).child('ip')}`, ip)),
    ...(dnsConfig?.nameservers ?? []).flatMap((ip, i) => newAddressWarnings(`${servers.index(i)}`, ip)),
  ];
}

function repeated(values: readonly string[]): [number, string][] {
  if (values.length < 2) return [];
  const isRepeat = repeatFinder<string>();
  return [...values.entries()].filter(([, value]) => isRepeat(value));
}

/** Seccomp annotations have no effect any more; there is no warning if the field is set as well. */
function seccompWarnings(profile: object | undefined, key: string, { annotations, path }: Described): string[] {
  return profile || annotations[key] === undefined ? [] : [`${path.key(key)}: ${NO_SECCOMP}`];
}

function containerWarnings(
  container: Container | EphemeralContainer,
  path: FieldPath,
  { spec, described, isTemplate }: { spec: PodSpec; described: Described; isTemplate: boolean },
): string[] {
  const { name, securityContext: own, resources } = container;
  const key = `${APP_ARMOR_PREFIX}${name}`;
  const hasAppArmor = own?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
  return [
    ...seccompWarnings(own?.seccompProfile, `${SECCOMP_PREFIX}${name}`, described),
    // Pods are warned of these when their fields are filled in from them.
    ...(isTemplate && !hasAppArmor && described.annotations[key] !== undefined
      ? [appArmorWarning(described.path.key(key))]
      : []),
    ...(resources ? amountWarnings(resources, path.child('resources')) : []),
    ...envWarnings(container, path.child('env')),
  ];
}

function amountWarnings(resources: ResourceRequirements, path: FieldPath): string[] {
  return BYTES.flatMap((resource) =>
    (['limits', 'requests'] as const).flatMap((list) =>
      fractionWarnings(resources[list]?.[resource], path.child(list).key(resource)),
    ),
  );
}

function overheadWarnings(overhead: NonNullable<PodSpec['overhead']>, path: FieldPath): string[] {
  return BYTES.flatMap((name) => fractionWarnings(overhead[name], path.key(name)));
}

function envWarnings({ env = [] }: Container | EphemeralContainer, path: FieldPath): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = '', valueFrom }, i) => {
    const reference = `$(${name})`;
    const hides = seen.has(name) && (valueFrom !== undefined || value === reference || !value.includes(reference));
    seen.add(name);
    if (!hides) return [];
    return [
      `${path.index(i)}: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
    ];
  });
}

function graceWarnings(spec: PodSpec, path: FieldPath): string[] {
  if ((spec.terminationGracePeriodSeconds ?? 0) >= 0) return [];
  return [`${path}: must be >= 0; negative values are invalid and will be treated as 1`];
}

function affinityWarnings(affinity: PodAffinity | PodAntiAffinity | undefined, path: FieldPath): string[] {
  return [
    ...(affinity?.[REQUIRED] ?? []).flatMap(({ labelSelector }, i) =>
      labelSelector ? [] : [`${path.child(REQUIRED).index(i).child('labelSelector')}: ${NO_SELECTOR}`],
    ),
    ...(affinity?.[PREFERRED] ?? []).flatMap(({ podAffinityTerm }, i) =>
      podAffinityTerm.labelSelector
        ? []
        : [`${path.child(PREFERRED).index(i).child('podAffinityTerm', 'labelSelector')}: ${NO_SELECTOR}`],
    ),
  ];
}
