import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  AppArmorProfile,
  Container,
  EphemeralContainer,
  ResourceRequirements,
  SELinuxOptions,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from './container.v1.js';
import { LocalObjectReference, NodeSelector, NodeSelectorTerm } from '../reference/reference.v1.js';
import { Volume } from '../volume/volume.v1.js';
import { defaultPod, defaultPodSpec, defaultPodStatus, defaultPodTemplate } from './pod.defaults.js';

/** Shape of v1.Sysctl. */
@ApiType({ name: 'k8s.io.api.core.v1.Sysctl' })
export class Sysctl {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string', { always: true, required: true })
  value: string;
}

/** Shape of v1.PodSecurityContext. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSecurityContext' })
export class PodSecurityContext {
  @Field(1, SELinuxOptions, { pointer: true })
  seLinuxOptions?: SELinuxOptions;

  @Field(2, 'int64', { pointer: true })
  runAsUser?: number;

  @Field(3, 'bool', { pointer: true })
  runAsNonRoot?: boolean;

  @Field(4, 'int64', { list: true })
  supplementalGroups?: number[];

  @Field(5, 'int64', { pointer: true })
  fsGroup?: number;

  @Field(6, 'int64', { pointer: true })
  runAsGroup?: number;

  @Field(7, Sysctl, { list: true })
  sysctls?: Sysctl[];

  @Field(8, WindowsSecurityContextOptions, { pointer: true })
  windowsOptions?: WindowsSecurityContextOptions;

  @Field(9, 'string', { pointer: true, enum: ['Always', 'OnRootMismatch'], alias: 'v1.PodFSGroupChangePolicy' })
  fsGroupChangePolicy?: string;

  @Field(10, SeccompProfile, { pointer: true })
  seccompProfile?: SeccompProfile;

  @Field(11, AppArmorProfile, { pointer: true })
  appArmorProfile?: AppArmorProfile;

  @Field(12, 'string', { pointer: true, enum: ['Merge', 'Strict'], alias: 'v1.SupplementalGroupsPolicy' })
  supplementalGroupsPolicy?: string;

  @Field(13, 'string', { pointer: true, alias: 'v1.PodSELinuxChangePolicy' })
  seLinuxChangePolicy?: string;
}

/** Shape of v1.PreferredSchedulingTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PreferredSchedulingTerm' })
export class PreferredSchedulingTerm {
  @Field(1, 'int32', { always: true, required: true })
  weight: number;

  @Field(2, NodeSelectorTerm, { always: true, required: true })
  preference: NodeSelectorTerm;
}

/** Shape of v1.NodeAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeAffinity' })
export class NodeAffinity {
  @Field(1, NodeSelector, { pointer: true })
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;

  @Field(2, PreferredSchedulingTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** Shape of v1.PodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinityTerm' })
export class PodAffinityTerm {
  @Field(1, LabelSelector, { pointer: true })
  labelSelector?: LabelSelector;

  @Field(2, 'string', { list: true })
  namespaces?: string[];

  @Field(3, 'string', { always: true, required: true })
  topologyKey: string;

  @Field(4, LabelSelector, { pointer: true })
  namespaceSelector?: LabelSelector;

  @Field(5, 'string', { list: true })
  matchLabelKeys?: string[];

  @Field(6, 'string', { list: true })
  mismatchLabelKeys?: string[];
}

/** Shape of v1.WeightedPodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.WeightedPodAffinityTerm' })
export class WeightedPodAffinityTerm {
  @Field(1, 'int32', { always: true, required: true })
  weight: number;

  @Field(2, PodAffinityTerm, { always: true, required: true })
  podAffinityTerm: PodAffinityTerm;
}

/** Shape of v1.PodAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinity' })
export class PodAffinity {
  @Field(1, PodAffinityTerm, { list: true })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.PodAntiAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAntiAffinity' })
export class PodAntiAffinity {
  @Field(1, PodAffinityTerm, { list: true })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.Affinity. */
@ApiType({ name: 'k8s.io.api.core.v1.Affinity' })
export class Affinity {
  @Field(1, NodeAffinity, { pointer: true })
  nodeAffinity?: NodeAffinity;

  @Field(2, PodAffinity, { pointer: true })
  podAffinity?: PodAffinity;

  @Field(3, PodAntiAffinity, { pointer: true })
  podAntiAffinity?: PodAntiAffinity;
}

/** Shape of v1.Toleration. */
@ApiType({ name: 'k8s.io.api.core.v1.Toleration' })
export class Toleration {
  @Field(1, 'string')
  key?: string;

  @Field(2, 'string', { enum: ['Equal', 'Exists'], alias: 'v1.TolerationOperator' })
  operator?: string;

  @Field(3, 'string')
  value?: string;

  @Field(4, 'string', { enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'], alias: 'v1.TaintEffect' })
  effect?: string;

  @Field(5, 'int64', { pointer: true })
  tolerationSeconds?: number;
}

/** Shape of v1.HostAlias. */
@ApiType({ name: 'k8s.io.api.core.v1.HostAlias' })
export class HostAlias {
  @Field(1, 'string', { always: true, required: true })
  ip: string;

  @Field(2, 'string', { list: true })
  hostnames?: string[];
}

/** Shape of v1.PodDNSConfigOption. */
@ApiType({ name: 'k8s.io.api.core.v1.PodDNSConfigOption' })
export class PodDNSConfigOption {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'string', { pointer: true })
  value?: string;
}

/** Shape of v1.PodDNSConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.PodDNSConfig' })
export class PodDNSConfig {
  @Field(1, 'string', { list: true })
  nameservers?: string[];

  @Field(2, 'string', { list: true })
  searches?: string[];

  @Field(3, PodDNSConfigOption, { list: true })
  options?: PodDNSConfigOption[];
}

/** Shape of v1.PodReadinessGate. */
@ApiType({ name: 'k8s.io.api.core.v1.PodReadinessGate' })
export class PodReadinessGate {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.PodConditionType' })
  conditionType: string;
}

/** Shape of v1.TopologySpreadConstraint. */
@ApiType({ name: 'k8s.io.api.core.v1.TopologySpreadConstraint' })
export class TopologySpreadConstraint {
  @Field(1, 'int32', { always: true, required: true })
  maxSkew: number;

  @Field(2, 'string', { always: true, required: true })
  topologyKey: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    enum: ['DoNotSchedule', 'ScheduleAnyway'],
    alias: 'v1.UnsatisfiableConstraintAction',
  })
  whenUnsatisfiable: string;

  @Field(4, LabelSelector, { pointer: true })
  labelSelector?: LabelSelector;

  @Field(5, 'int32', { pointer: true })
  minDomains?: number;

  @Field(6, 'string', { pointer: true, enum: ['Honor', 'Ignore'], alias: 'v1.NodeInclusionPolicy' })
  nodeAffinityPolicy?: string;

  @Field(7, 'string', { pointer: true, enum: ['Honor', 'Ignore'], alias: 'v1.NodeInclusionPolicy' })
  nodeTaintsPolicy?: string;

  @Field(8, 'string', { list: true })
  matchLabelKeys?: string[];
}

/** Shape of v1.PodOS. */
@ApiType({ name: 'k8s.io.api.core.v1.PodOS' })
export class PodOS {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.OSName' })
  name: string;
}

/** Shape of v1.PodSchedulingGate. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSchedulingGate' })
export class PodSchedulingGate {
  @Field(1, 'string', { always: true, required: true })
  name: string;
}

/** Shape of v1.PodResourceClaim. */
@ApiType({ name: 'k8s.io.api.core.v1.PodResourceClaim' })
export class PodResourceClaim {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(3, 'string', { pointer: true })
  resourceClaimName?: string;

  @Field(4, 'string', { pointer: true })
  resourceClaimTemplateName?: string;
}

/** Shape of v1.PodSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSpec', defaults: defaultPodSpec })
export class PodSpec {
  @Field(1, Volume, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
  })
  volumes?: Volume[];

  @Field(2, Container, {
    list: true,
    always: true,
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  containers?: Container[];

  @Field(3, 'string', { enum: ['Always', 'Never', 'OnFailure'], alias: 'v1.RestartPolicy' })
  restartPolicy?: string;

  @Field(4, 'int64', { pointer: true })
  terminationGracePeriodSeconds?: number;

  @Field(5, 'int64', { pointer: true })
  activeDeadlineSeconds?: number;

  @Field(6, 'string', { enum: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'], alias: 'v1.DNSPolicy' })
  dnsPolicy?: string;

  @Field(7, 'string', { map: true, mapType: 'atomic' })
  nodeSelector?: Record<string, string>;

  @Field(8, 'string')
  serviceAccountName?: string;

  @Field(9, 'string')
  serviceAccount?: string;

  @Field(10, 'string')
  nodeName?: string;

  @Field(11, 'bool')
  hostNetwork?: boolean;

  @Field(12, 'bool')
  hostPID?: boolean;

  @Field(13, 'bool')
  hostIPC?: boolean;

  @Field(14, PodSecurityContext, { pointer: true })
  securityContext?: PodSecurityContext;

  @Field(15, LocalObjectReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  imagePullSecrets?: LocalObjectReference[];

  @Field(16, 'string')
  hostname?: string;

  @Field(17, 'string')
  subdomain?: string;

  @Field(18, Affinity, { pointer: true })
  affinity?: Affinity;

  @Field(19, 'string')
  schedulerName?: string;

  @Field(20, Container, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  initContainers?: Container[];

  @Field(21, 'bool', { pointer: true })
  automountServiceAccountToken?: boolean;

  @Field(22, Toleration, { list: true })
  tolerations?: Toleration[];

  @Field(23, HostAlias, {
    list: true,
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: ['merge'],
    patchMergeKey: 'ip',
  })
  hostAliases?: HostAlias[];

  @Field(24, 'string')
  priorityClassName?: string;

  @Field(25, 'int32', { pointer: true })
  priority?: number;

  @Field(26, PodDNSConfig, { pointer: true })
  dnsConfig?: PodDNSConfig;

  @Field(27, 'bool', { pointer: true })
  shareProcessNamespace?: boolean;

  @Field(28, PodReadinessGate, { list: true })
  readinessGates?: PodReadinessGate[];

  @Field(29, 'string', { pointer: true })
  runtimeClassName?: string;

  @Field(30, 'bool', { pointer: true })
  enableServiceLinks?: boolean;

  @Field(31, 'string', { pointer: true, enum: ['Never', 'PreemptLowerPriority'], alias: 'v1.PreemptionPolicy' })
  preemptionPolicy?: string;

  @Field(32, 'quantity', { map: true, alias: 'v1.ResourceList' })
  overhead?: Record<string, string | number>;

  @Field(33, TopologySpreadConstraint, {
    list: true,
    listType: 'map',
    listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
    patchStrategy: ['merge'],
    patchMergeKey: 'topologyKey',
  })
  topologySpreadConstraints?: TopologySpreadConstraint[];

  @Field(34, EphemeralContainer, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  ephemeralContainers?: EphemeralContainer[];

  @Field(35, 'bool', { pointer: true })
  setHostnameAsFQDN?: boolean;

  @Field(36, PodOS, { pointer: true })
  os?: PodOS;

  @Field(37, 'bool', { pointer: true })
  hostUsers?: boolean;

  @Field(38, PodSchedulingGate, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  schedulingGates?: PodSchedulingGate[];

  @Field(39, PodResourceClaim, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
  })
  resourceClaims?: PodResourceClaim[];

  @Field(40, ResourceRequirements, { pointer: true })
  resources?: ResourceRequirements;
}

/** Shape of v1.PodCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.PodCondition' })
export class PodCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.PodConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'time')
  lastProbeTime?: string;

  @Field(4, 'time')
  lastTransitionTime?: string;

  @Field(5, 'string')
  reason?: string;

  @Field(6, 'string')
  message?: string;
}

/** Shape of v1.ContainerStateWaiting. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateWaiting' })
export class ContainerStateWaiting {
  @Field(1, 'string')
  reason?: string;

  @Field(2, 'string')
  message?: string;
}

/** Shape of v1.ContainerStateRunning. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateRunning' })
export class ContainerStateRunning {
  @Field(1, 'time')
  startedAt?: string;
}

/** Shape of v1.ContainerStateTerminated. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateTerminated' })
export class ContainerStateTerminated {
  @Field(1, 'int32', { always: true, required: true })
  exitCode: number;

  @Field(2, 'int32')
  signal?: number;

  @Field(3, 'string')
  reason?: string;

  @Field(4, 'string')
  message?: string;

  @Field(5, 'time')
  startedAt?: string;

  @Field(6, 'time')
  finishedAt?: string;

  @Field(7, 'string')
  containerID?: string;
}

/** Shape of v1.ContainerState. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerState' })
export class ContainerState {
  @Field(1, ContainerStateWaiting, { pointer: true })
  waiting?: ContainerStateWaiting;

  @Field(2, ContainerStateRunning, { pointer: true })
  running?: ContainerStateRunning;

  @Field(3, ContainerStateTerminated, { pointer: true })
  terminated?: ContainerStateTerminated;
}

/** Shape of v1.VolumeMountStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeMountStatus' })
export class VolumeMountStatus {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string', { always: true, required: true })
  mountPath: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, 'string', { pointer: true, alias: 'v1.RecursiveReadOnlyMode' })
  recursiveReadOnly?: string;
}

/** Shape of v1.LinuxContainerUser. */
@ApiType({ name: 'k8s.io.api.core.v1.LinuxContainerUser' })
export class LinuxContainerUser {
  @Field(1, 'int64', { always: true, required: true })
  uid: number;

  @Field(2, 'int64', { always: true, required: true })
  gid: number;

  @Field(3, 'int64', { list: true })
  supplementalGroups?: number[];
}

/** Shape of v1.ContainerUser. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerUser' })
export class ContainerUser {
  @Field(1, LinuxContainerUser, { pointer: true })
  linux?: LinuxContainerUser;
}

/** Shape of v1.ResourceHealth. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceHealth' })
export class ResourceHealth {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceID' })
  resourceID: string;

  @Field(2, 'string', { alias: 'v1.ResourceHealthStatus' })
  health?: string;
}

/** Shape of v1.ResourceStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceStatus' })
export class ResourceStatus {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName' })
  name: string;

  @Field(2, ResourceHealth, { list: true, listType: 'map', listMapKeys: ['resourceID'] })
  resources?: ResourceHealth[];
}

/** Shape of v1.ContainerStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStatus' })
export class ContainerStatus {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, ContainerState)
  state?: ContainerState;

  @Field(3, ContainerState)
  lastState?: ContainerState;

  @Field(4, 'bool', { always: true, required: true })
  ready: boolean;

  @Field(5, 'int32', { always: true, required: true })
  restartCount: number;

  @Field(6, 'string', { always: true, required: true })
  image: string;

  @Field(7, 'string', { always: true, required: true })
  imageID: string;

  @Field(8, 'string')
  containerID?: string;

  @Field(9, 'bool', { pointer: true })
  started?: boolean;

  @Field(10, 'quantity', { map: true, alias: 'v1.ResourceList' })
  allocatedResources?: Record<string, string | number>;

  @Field(11, ResourceRequirements, { pointer: true })
  resources?: ResourceRequirements;

  @Field(12, VolumeMountStatus, {
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
  })
  volumeMounts?: VolumeMountStatus[];

  @Field(13, ContainerUser, { pointer: true })
  user?: ContainerUser;

  @Field(14, ResourceStatus, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  allocatedResourcesStatus?: ResourceStatus[];
}

/** Shape of v1.PodIP. */
@ApiType({ name: 'k8s.io.api.core.v1.PodIP' })
export class PodIP {
  @Field(1, 'string', { always: true, required: true })
  ip: string;
}

/** Shape of v1.PodResourceClaimStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PodResourceClaimStatus' })
export class PodResourceClaimStatus {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string', { pointer: true })
  resourceClaimName?: string;
}

/** Shape of v1.HostIP. */
@ApiType({ name: 'k8s.io.api.core.v1.HostIP' })
export class HostIP {
  @Field(1, 'string', { always: true, required: true })
  ip: string;
}

/** Shape of v1.PodStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PodStatus', defaults: defaultPodStatus })
export class PodStatus {
  @Field(1, 'string', { enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'], alias: 'v1.PodPhase' })
  phase?: string;

  @Field(2, PodCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: PodCondition[];

  @Field(3, 'string')
  message?: string;

  @Field(4, 'string')
  reason?: string;

  @Field(5, 'string')
  hostIP?: string;

  @Field(6, 'string')
  podIP?: string;

  @Field(7, 'time', { pointer: true })
  startTime?: string;

  @Field(8, ContainerStatus, { list: true })
  containerStatuses?: ContainerStatus[];

  @Field(9, 'string', { enum: ['BestEffort', 'Burstable', 'Guaranteed'], alias: 'v1.PodQOSClass' })
  qosClass?: string;

  @Field(10, ContainerStatus, { list: true })
  initContainerStatuses?: ContainerStatus[];

  @Field(11, 'string')
  nominatedNodeName?: string;

  @Field(12, PodIP, { list: true, listType: 'map', listMapKeys: ['ip'], patchStrategy: ['merge'], patchMergeKey: 'ip' })
  podIPs?: PodIP[];

  @Field(13, ContainerStatus, { list: true })
  ephemeralContainerStatuses?: ContainerStatus[];

  @Field(14, 'string', { alias: 'v1.PodResizeStatus' })
  resize?: string;

  @Field(15, PodResourceClaimStatus, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
  })
  resourceClaimStatuses?: PodResourceClaimStatus[];

  @Field(16, HostIP, { list: true, patchStrategy: ['merge'], patchMergeKey: 'ip' })
  hostIPs?: HostIP[];
}

/** Shape of v1.Pod. */
@ApiType({ name: 'k8s.io.api.core.v1.Pod', defaults: defaultPod })
export class Pod {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, PodSpec)
  spec?: PodSpec;

  @Field(3, PodStatus)
  status?: PodStatus;
}

/** Shape of v1.PodTemplateSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.PodTemplateSpec', defaults: defaultPodTemplate })
export class PodTemplateSpec {
  @Field(1, ObjectMeta)
  metadata?: ObjectMeta;

  @Field(2, PodSpec)
  spec?: PodSpec;
}
