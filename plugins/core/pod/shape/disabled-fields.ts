import type { StrategyContext } from '../../../../src/plugin-api/index.js';
import { hasRule } from '../../../../src/plugin-api/built-in.js';
import type { Container, EphemeralContainer } from './container.v1.js';
import type { PodAffinityTerm } from './scheduling.v1.js';
import type { PodSpec } from './pod.v1.js';
import type { PodStatus } from './pod-status.v1.js';

type Gates = Pick<StrategyContext, 'isEnabled'>;
type AnyContainer = Container | EphemeralContainer;

/** A part of the pod spec that exists only while a gate is on. */
interface GatedPart {
  readonly gate: string;
  readonly isUsed: (spec: PodSpec) => boolean;
  readonly drop: (spec: PodSpec) => void;
}

const GATED: readonly GatedPart[] = [
  podPart('EvenPodsSpread', (s) => s, 'topologySpreadConstraints'),
  podPart('NonPreemptingPriority', (s) => s, 'preemptionPolicy'),
  podPart('PodOverhead', (s) => s, 'overhead'),
  podPart('SetHostnameAsFQDN', (s) => s, 'setHostnameAsFQDN'),
  podPart('IdentifyPodOS', (s) => s, 'os'),
  podPart('PodSchedulingReadiness', (s) => s, 'schedulingGates'),
  podPart('ConfigurableFSGroupPolicy', (s) => s.securityContext, 'fsGroupChangePolicy'),
  eachPart('StartupProbe', containersOf, 'startupProbe'),
  eachPart('ProbeTerminationGracePeriod', probesOf, 'terminationGracePeriodSeconds'),
  eachPart('GRPCContainerProbe', probesOf, 'grpc'),
  eachPart('CSIInlineVolume', (s) => s.volumes ?? [], 'csi'),
  eachPart('GenericEphemeralVolume', (s) => s.volumes ?? [], 'ephemeral'),
  eachPart('MinDomainsInPodTopologySpread', (s) => s.topologySpreadConstraints ?? [], 'minDomains'),
  eachPart('PodAffinityNamespaceSelector', affinityTermsOf, 'namespaceSelector'),
  podPart('SupplementalGroupsPolicy', (s) => s.securityContext, 'supplementalGroupsPolicy'),
  podPart('SELinuxChangePolicy', (s) => s.securityContext, 'seLinuxChangePolicy'),
  podPart('UserNamespacesSupport', (s) => s, 'hostUsers'),
  podPart('PodLevelResources', (s) => s, 'resources'),
  podPart('DynamicResourceAllocation', (s) => s, 'resourceClaims'),
  eachPart('DynamicResourceAllocation', (s) => containersOf(s).map((c) => c.resources), 'claims'),
  eachPart('InPlacePodVerticalScaling', containersOf, 'resizePolicy'),
  eachPart('SidecarContainers', (s) => s.initContainers ?? [], 'restartPolicy'),
  eachPart('RecursiveReadOnlyMounts', (s) => containersOf(s).flatMap((c) => c.volumeMounts), 'recursiveReadOnly'),
  eachPart('PodLifecycleSleepAction', hooksOf, 'sleep'),
  eachPart('NodeInclusionPolicyInPodTopologySpread', (s) => s.topologySpreadConstraints ?? [], 'nodeAffinityPolicy'),
  eachPart('NodeInclusionPolicyInPodTopologySpread', (s) => s.topologySpreadConstraints ?? [], 'nodeTaintsPolicy'),
  eachPart('MatchLabelKeysInPodTopologySpread', (s) => s.topologySpreadConstraints ?? [], 'matchLabelKeys'),
  eachPart('MatchLabelKeysInPodAffinity', affinityTermsOf, 'matchLabelKeys'),
  eachPart('MatchLabelKeysInPodAffinity', affinityTermsOf, 'mismatchLabelKeys'),
  eachPart('ClusterTrustBundleProjection', projectionsOf, 'clusterTrustBundle'),
  eachPart('VolumeAttributesClass', claimSpecsOf, 'volumeAttributesClassName'),
  eachPart('ContainerStopSignals', (s) => containersOf(s).map(({ lifecycle }) => lifecycle), 'stopSignal'),
  podPart('HostnameOverride', (s) => s, 'hostnameOverride'),
  eachPart('EnvFiles', variablesOf, 'fileKeyRef'),
  eachPart('ContainerRestartRules', containersOf, 'restartPolicyRules'),
  // Before there was the gate, such policies were refused.
  since(
    '1.34',
    eachPart('ContainerRestartRules', (s) => s.containers ?? [], 'restartPolicy'),
  ),
  {
    gate: 'ProcMountType',
    isUsed: (spec) => containersOf(spec).some((c) => ![undefined, 'Default'].includes(c.securityContext?.procMount)),
    drop: resetProcMounts,
  },
  {
    gate: 'ImageVolume',
    isUsed: (spec) => (spec.volumes ?? []).some((volume) => volume.image),
    drop: dropImageVolumes,
  },
];

/** Drops what no gate allows from a spec, unless the stored one, `old`, already uses it. */
export function dropDisabledPodFields(spec: PodSpec | undefined, old: PodSpec | undefined, { isEnabled }: Gates): void {
  if (!spec) return;
  for (const part of GATED) {
    if (!isEnabled(part.gate) && part.isUsed(spec) && !(old && part.isUsed(old))) part.drop(spec);
  }
}

/** Drops the same of the status; users and resource claims that kubelets report stay, whatever gates are on. */
export function dropDisabledPodStatusFields(status: PodStatus | undefined, { isEnabled }: Gates): void {
  if (!status) return;
  const statuses = [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ];
  if (!isEnabled('InPlacePodVerticalScaling')) {
    for (const one of statuses) {
      delete one.resources;
      delete one.allocatedResources;
    }
  }
  if (!isEnabled('ResourceHealthStatus')) for (const one of statuses) delete one.allocatedResourcesStatus;
}

function containersOf(spec: PodSpec): AnyContainer[] {
  return [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
}

function probesOf(spec: PodSpec): (object | undefined)[] {
  return containersOf(spec).flatMap((c) => [c.livenessProbe, c.readinessProbe, c.startupProbe]);
}

function hooksOf(spec: PodSpec): (object | undefined)[] {
  return containersOf(spec).flatMap((c) => [c.lifecycle?.preStop, c.lifecycle?.postStart]);
}

/** Returns all terms that ask for or against other pods. */
export function affinityTermsOf(spec: PodSpec): PodAffinityTerm[] {
  return [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((weighted) => weighted.podAffinityTerm),
  ]);
}

function variablesOf(spec: PodSpec): (object | undefined)[] {
  return containersOf(spec).flatMap((container) => (container.env ?? []).map(({ valueFrom }) => valueFrom));
}

function projectionsOf(spec: PodSpec): object[] {
  return (spec.volumes ?? []).flatMap((volume) => volume.projected?.sources ?? []);
}

function claimSpecsOf(spec: PodSpec): (object | undefined)[] {
  return (spec.volumes ?? []).map((volume) => volume.ephemeral?.volumeClaimTemplate?.spec);
}

function since(release: string, part: GatedPart): GatedPart {
  return { ...part, isUsed: (spec) => hasRule({ since: release }) && part.isUsed(spec) };
}

type Holder = Readonly<Record<string, unknown>> | undefined;

function podPart(gate: string, holderOf: (spec: PodSpec) => object | undefined, member: string): GatedPart {
  return {
    gate,
    isUsed: (spec) => has(holderOf(spec), member),
    drop: (spec) => remove(holderOf(spec), member),
  };
}

function eachPart(
  gate: string,
  holders: (spec: PodSpec) => readonly (object | undefined)[],
  member: string,
): GatedPart {
  return {
    gate,
    isUsed: (spec) => holders(spec).some((holder) => has(holder, member)),
    drop: (spec) => holders(spec).forEach((holder) => remove(holder, member)),
  };
}

function has(holder: object | undefined, member: string): boolean {
  return (holder as Holder)?.[member] !== undefined;
}

function remove(holder: object | undefined, member: string): void {
  if (holder) delete (holder as Record<string, unknown>)[member];
}

// Old releases wrote the default by themselves, so the field is reset in place of being dropped.
function resetProcMounts(spec: PodSpec): void {
  for (const { securityContext } of containersOf(spec)) {
    if (securityContext?.procMount !== undefined) securityContext.procMount = 'Default';
  }
}

function dropImageVolumes(spec: PodSpec): void {
  const names = new Set((spec.volumes ?? []).filter((volume) => volume.image).map((volume) => volume.name));
  spec.volumes = spec.volumes?.filter((volume) => !names.has(volume.name));
  for (const container of containersOf(spec)) {
    container.volumeMounts = container.volumeMounts?.filter((mount) => !names.has(mount.name));
  }
}
