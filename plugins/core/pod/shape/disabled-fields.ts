import type { StrategyContext } from '../../../../src/plugin-api/index.js';
import { hasRule } from '../../../../src/plugin-api/built-in.js';
import type { Container, EphemeralContainer } from './container.v1.js';
import type { PodAffinityTerm } from './scheduling.v1.js';
import type { PodSpec } from './pod.v1.js';
import type { PodStatus } from './pod-status.v1.js';

type Gates = Pick<StrategyContext, 'isEnabled'>;
type AnyContainer = Container | EphemeralContainer;

/** A pod spec and what rules look for in it several times. */
interface SpecView {
  readonly spec: PodSpec;
  /** All containers, whatever their sort. */
  readonly containers: readonly AnyContainer[];
}

/** A part of the pod spec that exists only while a gate is on. */
interface GatedPart {
  readonly gate: string;
  readonly isUsed: (view: SpecView) => boolean;
  readonly drop: (view: SpecView) => void;
}

const NONE: readonly never[] = [];
const allContainers = ({ containers }: SpecView): readonly AnyContainer[] => containers;
const spreadsOf = ({ spec }: SpecView): readonly object[] => spec.topologySpreadConstraints ?? NONE;
const termsOf = ({ spec }: SpecView): readonly object[] => affinityTermsOf(spec);

const GATED: readonly GatedPart[] = [
  podPart('EvenPodsSpread', (s) => s, 'topologySpreadConstraints'),
  podPart('NonPreemptingPriority', (s) => s, 'preemptionPolicy'),
  podPart('PodOverhead', (s) => s, 'overhead'),
  podPart('SetHostnameAsFQDN', (s) => s, 'setHostnameAsFQDN'),
  podPart('IdentifyPodOS', (s) => s, 'os'),
  podPart('PodSchedulingReadiness', (s) => s, 'schedulingGates'),
  podPart('ConfigurableFSGroupPolicy', (s) => s.securityContext, 'fsGroupChangePolicy'),
  eachPart('StartupProbe', allContainers, 'startupProbe'),
  eachPart('ProbeTerminationGracePeriod', probesOf, 'terminationGracePeriodSeconds'),
  eachPart('GRPCContainerProbe', probesOf, 'grpc'),
  eachPart('CSIInlineVolume', ({ spec }) => spec.volumes ?? NONE, 'csi'),
  eachPart('GenericEphemeralVolume', ({ spec }) => spec.volumes ?? NONE, 'ephemeral'),
  eachPart('MinDomainsInPodTopologySpread', spreadsOf, 'minDomains'),
  eachPart('PodAffinityNamespaceSelector', termsOf, 'namespaceSelector'),
  podPart('SupplementalGroupsPolicy', (s) => s.securityContext, 'supplementalGroupsPolicy'),
  podPart('SELinuxChangePolicy', (s) => s.securityContext, 'seLinuxChangePolicy'),
  podPart('UserNamespacesSupport', (s) => s, 'hostUsers'),
  podPart('PodLevelResources', (s) => s, 'resources'),
  podPart('DynamicResourceAllocation', (s) => s, 'resourceClaims'),
  eachPart('DynamicResourceAllocation', ({ containers }) => containers.map((c) => c.resources), 'claims'),
  eachPart('InPlacePodVerticalScaling', allContainers, 'resizePolicy'),
  eachPart('SidecarContainers', ({ spec }) => spec.initContainers ?? NONE, 'restartPolicy'),
  eachPart(
    'RecursiveReadOnlyMounts',
    ({ containers }) => containers.flatMap((c) => c.volumeMounts),
    'recursiveReadOnly',
  ),
  eachPart('PodLifecycleSleepAction', hooksOf, 'sleep'),
  eachPart('NodeInclusionPolicyInPodTopologySpread', spreadsOf, 'nodeAffinityPolicy'),
  eachPart('NodeInclusionPolicyInPodTopologySpread', spreadsOf, 'nodeTaintsPolicy'),
  eachPart('MatchLabelKeysInPodTopologySpread', spreadsOf, 'matchLabelKeys'),
  eachPart('MatchLabelKeysInPodAffinity', termsOf, 'matchLabelKeys'),
  eachPart('MatchLabelKeysInPodAffinity', termsOf, 'mismatchLabelKeys'),
  eachPart('ClusterTrustBundleProjection', projectionsOf, 'clusterTrustBundle'),
  eachPart('VolumeAttributesClass', claimSpecsOf, 'volumeAttributesClassName'),
  eachPart('ContainerStopSignals', ({ containers }) => containers.map(({ lifecycle }) => lifecycle), 'stopSignal'),
  podPart('HostnameOverride', (s) => s, 'hostnameOverride'),
  eachPart('EnvFiles', variablesOf, 'fileKeyRef'),
  eachPart('ContainerRestartRules', allContainers, 'restartPolicyRules'),
  // Before there was the gate, such policies were refused.
  since(
    '1.34',
    eachPart('ContainerRestartRules', ({ spec }) => spec.containers ?? NONE, 'restartPolicy'),
  ),
  {
    gate: 'ProcMountType',
    isUsed: ({ containers }) => containers.some((c) => ![undefined, 'Default'].includes(c.securityContext?.procMount)),
    drop: resetProcMounts,
  },
  {
    gate: 'ImageVolume',
    isUsed: ({ spec }) => (spec.volumes ?? []).some((volume) => volume.image),
    drop: dropImageVolumes,
  },
];

/** Drops what no gate allows from a spec, unless the stored one, `old`, already uses it. */
export function dropDisabledPodFields(spec: PodSpec | undefined, old: PodSpec | undefined, { isEnabled }: Gates): void {
  if (!spec) return;
  const view = viewOf(spec);
  const ofOld = old && viewOf(old);
  for (const part of disabledParts(isEnabled)) {
    if (part.isUsed(view) && !(ofOld && part.isUsed(ofOld))) part.drop(view);
  }
}

const DISABLED = new WeakMap<Gates['isEnabled'], readonly GatedPart[]>();

/** The parts whose gate is off; the gates of a server do not change. */
function disabledParts(isEnabled: Gates['isEnabled']): readonly GatedPart[] {
  let parts = DISABLED.get(isEnabled);
  if (!parts) DISABLED.set(isEnabled, (parts = GATED.filter(({ gate }) => !isEnabled(gate))));
  return parts;
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

function viewOf(spec: PodSpec): SpecView {
  const { containers, initContainers, ephemeralContainers } = spec;
  return { spec, containers: [...(containers ?? []), ...(initContainers ?? []), ...(ephemeralContainers ?? [])] };
}

function probesOf({ containers }: SpecView): (object | undefined)[] {
  return containers.flatMap((c) => [c.livenessProbe, c.readinessProbe, c.startupProbe]);
}

function hooksOf({ containers }: SpecView): (object | undefined)[] {
  return containers.flatMap((c) => [c.lifecycle?.preStop, c.lifecycle?.postStart]);
}

/** Returns all terms that ask for or against other pods. */
export function affinityTermsOf(spec: PodSpec): PodAffinityTerm[] {
  return [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((weighted) => weighted.podAffinityTerm),
  ]);
}

function variablesOf({ containers }: SpecView): (object | undefined)[] {
  return containers.flatMap(({ env }) => env?.map(({ valueFrom }) => valueFrom) ?? NONE);
}

function projectionsOf({ spec }: SpecView): readonly object[] {
  return spec.volumes?.flatMap((volume) => volume.projected?.sources ?? NONE) ?? NONE;
}

function claimSpecsOf({ spec }: SpecView): readonly (object | undefined)[] {
  return spec.volumes?.map((volume) => volume.ephemeral?.volumeClaimTemplate?.spec) ?? NONE;
}

function since(release: string, part: GatedPart): GatedPart {
  return { ...part, isUsed: (view) => hasRule({ since: release }) && part.isUsed(view) };
}

type Holder = Readonly<Record<string, unknown>> | undefined;

function podPart(gate: string, holderOf: (spec: PodSpec) => object | undefined, member: string): GatedPart {
  return {
    gate,
    isUsed: ({ spec }) => has(holderOf(spec), member),
    drop: ({ spec }) => remove(holderOf(spec), member),
  };
}

function eachPart(
  gate: string,
  holders: (view: SpecView) => readonly (object | undefined)[],
  member: string,
): GatedPart {
  return {
    gate,
    isUsed: (view) => holders(view).some((holder) => has(holder, member)),
    drop: (view) => holders(view).forEach((holder) => remove(holder, member)),
  };
}

function has(holder: object | undefined, member: string): boolean {
  return (holder as Holder)?.[member] !== undefined;
}

function remove(holder: object | undefined, member: string): void {
  if (holder) delete (holder as Record<string, unknown>)[member];
}

// Old releases wrote the default by themselves, so the field is reset in place of being dropped.
function resetProcMounts({ containers }: SpecView): void {
  for (const { securityContext } of containers) {
    if (securityContext?.procMount !== undefined) securityContext.procMount = 'Default';
  }
}

function dropImageVolumes({ spec, containers }: SpecView): void {
  const names = new Set((spec.volumes ?? []).filter((volume) => volume.image).map((volume) => volume.name));
  spec.volumes = spec.volumes?.filter((volume) => !names.has(volume.name));
  for (const container of containers) {
    container.volumeMounts = container.volumeMounts?.filter((mount) => !names.has(mount.name));
  }
}
