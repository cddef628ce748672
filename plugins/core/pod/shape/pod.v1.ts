import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../../src/plugin-api/index.js';
import { isGroupId, isUserId, isValidIp, Format, OneOf } from '../../../../src/plugin-api/built-in.js';
import {
  AppArmorProfile,
  SELinuxOptions,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from './security-context.v1.js';
import { Container, EphemeralContainer, ResourceRequirements } from './container.v1.js';
import { LocalObjectReference } from '../../reference/reference.v1.js';
import { Volume } from '../../volume/volume.v1.js';
import { defaultPod, defaultPodSpec, defaultPodTemplate } from './pod.defaults.js';
import { PodStatus } from './pod-status.v1.js';
import { Affinity, PodSchedulingGate, Toleration, TopologySpreadConstraint } from './scheduling.v1.js';

/** Shape of v1.Sysctl. */
@ApiType({ name: 'k8s.io.api.core.v1.Sysctl', doc: 'A kernel parameter and its value.' })
export class Sysctl {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the kernel parameter.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Value the parameter is set to.' })
  value: string;
}

/** Shape of v1.PodSecurityContext. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSecurityContext', doc: 'Security settings of a whole pod.' })
export class PodSecurityContext {
  @Field(1, SELinuxOptions, { pointer: true, doc: 'SELinux label of the containers; Linux only.' })
  seLinuxOptions?: SELinuxOptions;

  @Field(2, 'int64', { pointer: true, doc: 'User id of the processes.' })
  @Format(isUserId)
  runAsUser?: number;

  @Field(3, 'bool', { pointer: true, doc: 'Refuses to run as root.' })
  runAsNonRoot?: boolean;

  @Field(4, 'int64', { list: true, doc: 'Further groups of the processes.' })
  @Format(isGroupId)
  supplementalGroups?: number[];

  @Field(5, 'int64', { pointer: true, doc: 'Group that owns mounted volumes.' })
  @Format(isGroupId)
  fsGroup?: number;

  @Field(6, 'int64', { pointer: true, doc: 'Group id of the processes.' })
  @Format(isGroupId)
  runAsGroup?: number;

  @Field(7, Sysctl, { list: true, doc: 'Kernel parameters.' })
  sysctls?: Sysctl[];

  @Field(8, WindowsSecurityContextOptions, {
    pointer: true,
    doc: 'Settings for Windows containers; not allowed when os.name is linux.',
  })
  windowsOptions?: WindowsSecurityContextOptions;

  @Field(9, 'string', {
    since: '1.18',
    pointer: true,
    enum: ['Always', 'OnRootMismatch'],
    alias: 'v1.PodFSGroupChangePolicy',
    doc: 'When fsGroup changes file owners: Always or OnRootMismatch; Always when unset.',
  })
  @OneOf('Always', 'OnRootMismatch')
  fsGroupChangePolicy?: string;

  @Field(10, SeccompProfile, { since: '1.19', pointer: true, doc: 'Filter of system calls.' })
  seccompProfile?: SeccompProfile;

  @Field(11, AppArmorProfile, { since: '1.30', pointer: true, doc: 'AppArmor profile of the containers; Linux only.' })
  appArmorProfile?: AppArmorProfile;

  @Field(12, 'string', {
    since: '1.31',
    pointer: true,
    enum: ['Merge', 'Strict'],
    alias: 'v1.SupplementalGroupsPolicy',
    doc: 'Whether groups of the image count too: Merge or Strict; Merge when unset.',
  })
  @OneOf('Merge', 'Strict')
  supplementalGroupsPolicy?: string;

  @Field(13, 'string', {
    since: '1.32',
    pointer: true,
    alias: 'v1.PodSELinuxChangePolicy',
    doc: 'How volumes get their SELinux label: Recursive or MountOption.',
  })
  @OneOf('MountOption', 'Recursive')
  seLinuxChangePolicy?: string;
}

/** Shape of v1.HostAlias. */
@ApiType({ name: 'k8s.io.api.core.v1.HostAlias', doc: 'Line added to the hosts file of a pod.' })
export class HostAlias {
  @Field(1, 'string', {
    variants: [{ until: '1.29', required: undefined }],
    always: true,
    required: true,
    doc: 'IP address the host names stand for.',
  })
  @Format(isValidIp, { ofEmpty: true })
  ip: string;

  @Field(2, 'string', { list: true, doc: 'Host names that lead to the address.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  hostnames?: string[];
}

/** Shape of v1.PodDNSConfigOption. */
@ApiType({ name: 'k8s.io.api.core.v1.PodDNSConfigOption', doc: 'One resolver option of a pod.' })
export class PodDNSConfigOption {
  @Field(1, 'string', { doc: 'Name of the option, such as ndots; must be set.' })
  name?: string;

  @Field(2, 'string', { pointer: true, doc: 'Value of the option, for those that take one.' })
  value?: string;
}

/** Shape of v1.PodDNSConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.PodDNSConfig', doc: 'Resolver settings added to those that dnsPolicy gives.' })
export class PodDNSConfig {
  @Field(1, 'string', { list: true, doc: 'IP addresses of name servers, at most 3; needed when dnsPolicy is None.' })
  @Format(isValidIp, { ofEmpty: true })
  nameservers?: string[];

  @Field(2, 'string', { list: true, doc: 'Domains tried for short host names, at most 32.' })
  searches?: string[];

  @Field(3, PodDNSConfigOption, {
    list: true,
    doc: 'Resolver options; they override those of dnsPolicy with the same name.',
  })
  options?: PodDNSConfigOption[];
}

/** Shape of v1.PodReadinessGate. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodReadinessGate',
  doc: 'Extra condition that the readiness of a pod depends on.',
})
export class PodReadinessGate {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.PodConditionType',
    doc: 'Type of the pod condition that has to be True.',
  })
  conditionType: string;
}

/** Shape of v1.PodOS. */
@ApiType({ name: 'k8s.io.api.core.v1.PodOS', doc: 'Operating system a pod is made for.' })
export class PodOS {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.OSName', doc: 'Operating system: linux or windows.' })
  name: string;
}

/** Shape of v1.ClaimSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ClaimSource', doc: 'Where a claim for devices comes from; one member is set.' })
export class ClaimSource {
  @Field(1, 'string', { pointer: true, doc: 'Name of a claim in the namespace of the pod.' })
  resourceClaimName?: string;

  @Field(2, 'string', { pointer: true, doc: 'Name of a template from which a claim is made.' })
  resourceClaimTemplateName?: string;
}

/** Shape of v1.PodResourceClaim. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodResourceClaim',
  doc: 'Dynamically allocated resource that containers of a pod can use.',
})
export class PodResourceClaim {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Name by which containers refer to the claim; unique in the pod.',
  })
  name: string;

  @Field(2, ClaimSource, { until: '1.30', doc: 'Where the claim comes from.' })
  source?: ClaimSource;

  @Field(3, 'string', {
    since: '1.31',
    pointer: true,
    doc: 'Existing ResourceClaim to use; excludes resourceClaimTemplateName.',
  })
  resourceClaimName?: string;

  @Field(4, 'string', {
    since: '1.31',
    pointer: true,
    doc: 'Template from which a claim is made for the pod; excludes resourceClaimName.',
  })
  resourceClaimTemplateName?: string;
}

/** Shape of v1.WorkloadReference. */
@ApiType({ name: 'k8s.io.api.core.v1.WorkloadReference', doc: 'The workload that a pod belongs to.' })
export class WorkloadReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the workload, in the namespace of the pod.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the group of pods in the workload.' })
  podGroup: string;

  @Field(3, 'string', { doc: 'Which replica of the group the pod is part of.' })
  podGroupReplicaKey?: string;
}

/** Shape of v1.PodSchedulingGroup. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodSchedulingGroup',
  doc: 'The group that a pod is scheduled with.',
  unions: [{ fields: { podGroupName: 'PodGroupName' } }],
})
export class PodSchedulingGroup {
  @Field(1, 'string', { pointer: true, doc: 'Name of a PodGroup in the namespace of the pod.' })
  podGroupName?: string;
}

/** Shape of v1.PodSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSpec', doc: 'What a pod runs and where.', defaults: defaultPodSpec })
export class PodSpec {
  @Field(1, Volume, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Volumes that containers can mount.',
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
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Containers of the pod; there is at least one.',
  })
  containers?: Container[];

  @Field(3, 'string', {
    enum: ['Always', 'Never', 'OnFailure'],
    alias: 'v1.RestartPolicy',
    doc: 'When ended containers are started again.',
  })
  restartPolicy?: string;

  @Field(4, 'int64', { pointer: true, doc: 'Time the containers get to end by themselves.' })
  terminationGracePeriodSeconds?: number;

  @Field(5, 'int64', { pointer: true, doc: 'Longest time the pod may run.' })
  activeDeadlineSeconds?: number;

  @Field(6, 'string', {
    enum: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'],
    alias: 'v1.DNSPolicy',
    doc: 'How names are resolved.',
  })
  dnsPolicy?: string;

  @Field(7, 'string', {
    map: true,
    mapType: 'atomic',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Labels the node must have.',
  })
  nodeSelector?: Record<string, string>;

  @Field(8, 'string', { doc: 'Service account the pod acts as.' })
  serviceAccountName?: string;

  @Field(9, 'string', { doc: 'Deprecated: use serviceAccountName.' })
  serviceAccount?: string;

  @Field(10, 'string', { doc: 'Node the pod runs on; set by the scheduler.' })
  nodeName?: string;

  @Field(11, 'bool', { doc: 'Uses the network of the node.' })
  hostNetwork?: boolean;

  @Field(12, 'bool', { doc: 'Sees the processes of the node.' })
  hostPID?: boolean;

  @Field(13, 'bool', { doc: 'Shares the IPC namespace of the node.' })
  hostIPC?: boolean;

  @Field(14, PodSecurityContext, { pointer: true, doc: 'Security settings for all containers.' })
  securityContext?: PodSecurityContext;

  @Field(15, LocalObjectReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Secrets for pulling images.',
  })
  imagePullSecrets?: LocalObjectReference[];

  @Field(16, 'string', { doc: 'Host name inside the pod.' })
  hostname?: string;

  @Field(17, 'string', { doc: 'Subdomain of its full host name.' })
  subdomain?: string;

  @Field(18, Affinity, { pointer: true, doc: 'Which nodes and which neighbours are wanted.' })
  affinity?: Affinity;

  @Field(19, 'string', { doc: 'Scheduler that places the pod.' })
  schedulerName?: string;

  @Field(20, Container, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Containers that run to their end before the others start.',
  })
  initContainers?: Container[];

  @Field(21, 'bool', { pointer: true, doc: 'Whether a token of the service account is mounted.' })
  automountServiceAccountToken?: boolean;

  @Field(22, Toleration, { list: true, doc: 'Taints of nodes the pod puts up with.' })
  tolerations?: Toleration[];

  @Field(23, HostAlias, {
    list: true,
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: ['merge'],
    patchMergeKey: 'ip',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Extra lines of the hosts file.',
  })
  hostAliases?: HostAlias[];

  @Field(24, 'string', { doc: 'Class that gives the priority.' })
  priorityClassName?: string;

  @Field(25, 'int32', { pointer: true, doc: 'Importance relative to other pods.' })
  priority?: number;

  @Field(26, PodDNSConfig, { pointer: true, doc: 'Details of name resolution.' })
  dnsConfig?: PodDNSConfig;

  @Field(27, 'bool', { pointer: true, doc: 'Lets containers see the processes of one another; false when unset.' })
  shareProcessNamespace?: boolean;

  @Field(28, PodReadinessGate, { list: true, doc: 'Conditions that also have to be true for readiness.' })
  readinessGates?: PodReadinessGate[];

  @Field(29, 'string', { pointer: true, doc: 'Runtime that runs the pod.' })
  runtimeClassName?: string;

  @Field(30, 'bool', { pointer: true, doc: 'Whether services show up as environment variables.' })
  enableServiceLinks?: boolean;

  @Field(31, 'string', {
    pointer: true,
    enum: ['Never', 'PreemptLowerPriority'],
    alias: 'v1.PreemptionPolicy',
    doc: 'Never, or PreemptLowerPriority to displace other pods, which is the default.',
  })
  preemptionPolicy?: string;

  @Field(32, 'quantity', {
    since: '1.16',
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Resources the pod needs beside its containers.',
  })
  overhead?: Record<string, string | number>;

  @Field(33, TopologySpreadConstraint, {
    since: '1.16',
    list: true,
    listType: 'map',
    listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
    patchStrategy: ['merge'],
    patchMergeKey: 'topologyKey',
    doc: 'How equal pods are spread over nodes.',
  })
  topologySpreadConstraints?: TopologySpreadConstraint[];

  @Field(34, EphemeralContainer, {
    since: '1.16',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Containers added to the running pod.',
  })
  ephemeralContainers?: EphemeralContainer[];

  @Field(35, 'bool', {
    since: '1.19',
    pointer: true,
    doc: 'Sets the full domain name as host name of the pod; false when unset.',
  })
  setHostnameAsFQDN?: boolean;

  @Field(36, PodOS, { since: '1.23', pointer: true, doc: 'Operating system the pod needs.' })
  os?: PodOS;

  @Field(37, 'bool', { since: '1.25', pointer: true, doc: 'Uses the user namespace of the node; true when unset.' })
  hostUsers?: boolean;

  @Field(38, PodSchedulingGate, {
    since: '1.26',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'What has to happen before the pod is scheduled.',
  })
  schedulingGates?: PodSchedulingGate[];

  @Field(39, PodResourceClaim, {
    since: '1.26',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    doc: 'Claims to have allocated before the pod starts; cannot be changed.',
  })
  resourceClaims?: PodResourceClaim[];

  @Field(40, ResourceRequirements, {
    since: '1.32',
    pointer: true,
    doc: 'Requests and limits of the whole pod; needs the PodLevelResources feature.',
  })
  resources?: ResourceRequirements;

  @Field(41, 'string', {
    since: '1.34',
    pointer: true,
    doc: 'Host name inside the pod, in place of hostname and subdomain.',
  })
  hostnameOverride?: string;

  @Field(42, WorkloadReference, {
    since: '1.35',
    until: '1.35',
    pointer: true,
    doc: 'Workload and group that the pod is scheduled with.',
  })
  workloadRef?: WorkloadReference;

  @Field(43, PodSchedulingGroup, { since: '1.36', pointer: true, doc: 'Group that the pod is scheduled with.' })
  schedulingGroup?: PodSchedulingGroup;
}

/** Shape of v1.Pod. */
@ApiType({ name: 'k8s.io.api.core.v1.Pod', doc: 'Containers that run together on one node.', defaults: defaultPod })
export class Pod {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodSpec, { doc: 'What the pod should be.' })
  spec?: PodSpec;

  @Field(3, PodStatus, { doc: 'What is known of the pod.' })
  status?: PodStatus;
}

/** Shape of v1.PodTemplateSpec. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodTemplateSpec',
  doc: 'Description of pods to be made.',
  defaults: defaultPodTemplate,
})
export class PodTemplateSpec {
  @Field(1, ObjectMeta, { doc: 'Labels and annotations of the pods.' })
  metadata?: ObjectMeta;

  @Field(2, PodSpec, { doc: 'What the pods should be.' })
  spec?: PodSpec;
}
