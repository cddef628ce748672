import { ApiType, Field } from '../../../../src/plugin-api/index.js';
import { ProbedCondition } from '../../reference/condition.v1.js';
import { ResourceRequirements } from './container.v1.js';
import { roundResourceAmounts } from './container.defaults.js';
import { defaultPodStatus } from './pod.defaults.js';
import { STOP_SIGNALS } from './stop-signals.js';

/** Shape of v1.PodCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.PodCondition', doc: 'One aspect of the state of a pod.', inherits: true })
export class PodCondition extends ProbedCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.PodConditionType',
    doc: 'Name of the condition, unique in the list.',
  })
  override type: string;

  @Field(7, 'int64', { since: '1.33', doc: 'Generation of the pod that the condition was found for.' })
  observedGeneration?: number;
}

/** Shape of v1.ContainerStateWaiting. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateWaiting', doc: 'Why a container waits to be started.' })
export class ContainerStateWaiting {
  @Field(1, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(2, 'string', { doc: 'Explanation of the state.' })
  message?: string;
}

/** Shape of v1.ContainerStateRunning. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateRunning', doc: 'What is known of a running container.' })
export class ContainerStateRunning {
  @Field(1, 'time', { doc: 'When the container was started.' })
  startedAt?: string;
}

/** Shape of v1.ContainerStateTerminated. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStateTerminated', doc: 'What is known of a container that has ended.' })
export class ContainerStateTerminated {
  @Field(1, 'int32', { always: true, required: true, doc: 'Exit code of the main process.' })
  exitCode: number;

  @Field(2, 'int32', { doc: 'Number of the signal that ended it, if any.' })
  signal?: number;

  @Field(3, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(4, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(5, 'time', { doc: 'When the container was started.' })
  startedAt?: string;

  @Field(6, 'time', { doc: 'When the container ended.' })
  finishedAt?: string;

  @Field(7, 'string', { doc: 'Identifier of the container, as runtime://id.' })
  containerID?: string;
}

/** Shape of v1.ContainerState. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerState', doc: 'State of a container; one member is set.' })
export class ContainerState {
  @Field(1, ContainerStateWaiting, { pointer: true, doc: 'Set while the container waits to be started.' })
  waiting?: ContainerStateWaiting;

  @Field(2, ContainerStateRunning, { pointer: true, doc: 'Set while the container runs.' })
  running?: ContainerStateRunning;

  @Field(3, ContainerStateTerminated, { pointer: true, doc: 'Set once the container has ended.' })
  terminated?: ContainerStateTerminated;
}

/** Shape of v1.ImageVolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ImageVolumeStatus', doc: 'State of a volume made of an image.' })
export class ImageVolumeStatus {
  @Field(1, 'string', { required: true, doc: 'The image that is mounted, with its digest.' })
  imageRef: string;
}

/** Shape of v1.VolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeStatus', doc: 'State of a mounted volume.' })
export class VolumeStatus {
  @Field(1, ImageVolumeStatus, { pointer: true, doc: 'Of a volume made of an image.' })
  image?: ImageVolumeStatus;
}

/** Shape of v1.VolumeMountStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeMountStatus', doc: 'How a volume is mounted in a running container.' })
export class VolumeMountStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the volume mount.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of the mount in the container.' })
  mountPath: string;

  @Field(3, 'bool', { doc: 'Whether the mount forbids writing.' })
  readOnly?: boolean;

  @Field(4, 'string', {
    pointer: true,
    alias: 'v1.RecursiveReadOnlyMode',
    doc: 'Whether mounts below are read-only as well: Disabled or Enabled.',
  })
  recursiveReadOnly?: string;

  @Field(5, VolumeStatus, { since: '1.36', pointer: true, doc: 'State of the mounted volume.' })
  volumeStatus?: VolumeStatus;
}

/** Shape of v1.LinuxContainerUser. */
@ApiType({ name: 'k8s.io.api.core.v1.LinuxContainerUser', doc: 'User and groups a Linux container started with.' })
export class LinuxContainerUser {
  @Field(1, 'int64', { always: true, required: true, doc: 'User id of the first process.' })
  uid: number;

  @Field(2, 'int64', { always: true, required: true, doc: 'Primary group id of the first process.' })
  gid: number;

  @Field(3, 'int64', { list: true, listType: 'atomic', doc: 'Further group ids of the first process.' })
  supplementalGroups?: number[];
}

/** Shape of v1.ContainerUser. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerUser', doc: 'User and groups a container was started with.' })
export class ContainerUser {
  @Field(1, LinuxContainerUser, { pointer: true, doc: 'User and groups of the first process on Linux.' })
  linux?: LinuxContainerUser;
}

/** Shape of v1.ResourceHealth. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceHealth', doc: 'Health of one device given to a container.' })
export class ResourceHealth {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ResourceID',
    doc: 'Id of the device, unique within its resource.',
  })
  resourceID: string;

  @Field(2, 'string', { alias: 'v1.ResourceHealthStatus', doc: 'Healthy, Unhealthy or Unknown.' })
  health?: string;

  @Field(6, 'string', { since: '1.36', pointer: true, doc: 'Explanation of the health, for people.' })
  message?: string;
}

/** Shape of v1.ResourceStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.ResourceStatus',
  doc: 'Health of the devices behind one resource of a container.',
})
export class ResourceStatus {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ResourceName',
    doc: 'Resource, or a claim as claim:name/request.',
  })
  name: string;

  @Field(2, ResourceHealth, {
    list: true,
    listType: 'map',
    listMapKeys: ['resourceID'],
    doc: 'Health of each device of the resource.',
  })
  resources?: ResourceHealth[];
}

/** Shape of v1.ContainerStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.ContainerStatus',
  doc: 'State of one container.',
  defaults: ({ allocatedResources }: ContainerStatus) => roundResourceAmounts(allocatedResources),
})
export class ContainerStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the container.' })
  name: string;

  @Field(2, ContainerState, { doc: 'What it is doing.' })
  state?: ContainerState;

  @Field(3, ContainerState, { doc: 'How it ended last.' })
  lastState?: ContainerState;

  @Field(4, 'bool', { always: true, required: true, doc: 'Whether it is ready.' })
  ready: boolean;

  @Field(5, 'int32', { always: true, required: true, doc: 'How often it was started again.' })
  restartCount: number;

  @Field(6, 'string', { always: true, required: true, doc: 'Image it runs.' })
  image: string;

  @Field(7, 'string', { always: true, required: true, doc: 'Identifier of the image that runs.' })
  imageID: string;

  @Field(8, 'string', { doc: 'Identifier of the container, as runtime://id.' })
  containerID?: string;

  @Field(9, 'bool', { since: '1.16', pointer: true, doc: 'Whether it has come up, its startup probe included.' })
  started?: boolean;

  @Field(10, 'quantity', {
    since: '1.27',
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Requests the node has set aside for it; alpha.',
  })
  allocatedResources?: Record<string, string | number>;

  @Field(11, ResourceRequirements, { since: '1.27', pointer: true, doc: 'Requests and limits now in force; alpha.' })
  resources?: ResourceRequirements;

  @Field(12, VolumeMountStatus, {
    since: '1.30',
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
    doc: 'How its volumes are mounted.',
  })
  volumeMounts?: VolumeMountStatus[];

  @Field(13, ContainerUser, { since: '1.31', pointer: true, doc: 'User and groups it was started with.' })
  user?: ContainerUser;

  @Field(14, ResourceStatus, {
    since: '1.31',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Health of the devices it was given; alpha.',
  })
  allocatedResourcesStatus?: ResourceStatus[];

  @Field(15, 'string', {
    since: '1.33',
    alias: 'v1.Signal',
    pointer: true,
    enum: STOP_SIGNALS.linux,
    doc: 'Signal that stops the container.',
  })
  stopSignal?: string;
}

/** Shape of v1.PodIP. */
@ApiType({ name: 'k8s.io.api.core.v1.PodIP', doc: 'One of the IP addresses of a pod.' })
export class PodIP {
  @Field(1, 'string', {
    variants: [{ until: '1.29', required: undefined }],
    always: true,
    required: true,
    doc: 'IP address, either IPv4 or IPv6.',
  })
  ip: string;
}

/** Shape of v1.PodResourceClaimStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodResourceClaimStatus',
  doc: 'Which ResourceClaim was made for an entry of a pod.',
})
export class PodResourceClaimStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the entry in spec.resourceClaims of the pod.' })
  name: string;

  @Field(2, 'string', { pointer: true, doc: 'ResourceClaim made for the pod; unset if none was needed.' })
  resourceClaimName?: string;
}

/** Shape of v1.HostIP. */
@ApiType({ name: 'k8s.io.api.core.v1.HostIP', doc: 'One of the IP addresses of the node of a pod.' })
export class HostIP {
  @Field(1, 'string', {
    variants: [{ until: '1.29', required: undefined }],
    always: true,
    required: true,
    doc: 'IP address, either IPv4 or IPv6.',
  })
  ip: string;
}

/** Shape of v1.ContainerExtendedResourceRequest. */
@ApiType({
  name: 'k8s.io.api.core.v1.ContainerExtendedResourceRequest',
  doc: 'The request for devices that stands for an extended resource of a container.',
})
export class ContainerExtendedResourceRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the container.' })
  containerName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the extended resource.' })
  resourceName: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the request in the claim.' })
  requestName: string;
}

/** Shape of v1.PodExtendedResourceClaimStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodExtendedResourceClaimStatus',
  doc: 'The claim that was made for the extended resources of a pod.',
})
export class PodExtendedResourceClaimStatus {
  @Field(1, ContainerExtendedResourceRequest, {
    list: true,
    listType: 'atomic',
    always: true,
    required: true,
    doc: 'Which request stands for which resource.',
  })
  requestMappings: ContainerExtendedResourceRequest[];

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the claim, in the namespace of the pod.' })
  resourceClaimName: string;
}

/** Shape of v1.NodeAllocatableResourceClaimStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeAllocatableResourceClaimStatus',
  doc: 'What a claim uses of the resources of the node.',
})
export class NodeAllocatableResourceClaimStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the claim.' })
  resourceClaimName: string;

  @Field(2, 'string', { list: true, listType: 'set', doc: 'Names of the containers that use it.' })
  containers?: string[];

  @Field(3, 'quantity', {
    map: true,
    always: true,
    required: true,
    keyAlias: 'v1.ResourceName',
    doc: 'How much, by resource.',
  })
  resources: Record<string, string>;
}

/** Shape of v1.PodStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PodStatus', doc: 'What is known of a pod.', defaults: defaultPodStatus })
export class PodStatus {
  @Field(1, 'string', {
    enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'],
    alias: 'v1.PodPhase',
    doc: 'How far the pod is: Pending, Running, Succeeded, Failed.',
  })
  phase?: string;

  @Field(2, PodCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the pod is in.',
  })
  conditions?: PodCondition[];

  @Field(3, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(4, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Address of its node.' })
  hostIP?: string;

  @Field(6, 'string', { doc: 'Address of the pod.' })
  podIP?: string;

  @Field(7, 'time', { pointer: true, doc: 'When the node took the pod.' })
  startTime?: string;

  @Field(8, ContainerStatus, { list: true, doc: 'States of the containers.' })
  containerStatuses?: ContainerStatus[];

  @Field(9, 'string', {
    enum: ['BestEffort', 'Burstable', 'Guaranteed'],
    alias: 'v1.PodQOSClass',
    doc: 'Service class by what the containers ask for.',
  })
  qosClass?: string;

  @Field(10, ContainerStatus, { list: true, doc: 'States of the init containers.' })
  initContainerStatuses?: ContainerStatus[];

  @Field(11, 'string', { doc: 'Node where lower-priority pods are displaced for it; it may still go elsewhere.' })
  nominatedNodeName?: string;

  @Field(12, PodIP, {
    since: '1.16',
    list: true,
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: ['merge'],
    patchMergeKey: 'ip',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Addresses of the pod, one for each family.',
  })
  podIPs?: PodIP[];

  @Field(13, ContainerStatus, { since: '1.16', list: true, doc: 'States of the ephemeral containers.' })
  ephemeralContainerStatuses?: ContainerStatus[];

  @Field(14, 'string', {
    since: '1.27',
    alias: 'v1.PodResizeStatus',
    doc: 'State of a resource resize: Proposed, InProgress, Deferred or Infeasible.',
  })
  resize?: string;

  @Field(15, PodResourceClaimStatus, {
    since: '1.28',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    doc: 'ResourceClaims made for the pod.',
  })
  resourceClaimStatuses?: PodResourceClaimStatus[];

  @Field(17, 'int64', { since: '1.33', doc: 'Generation of the pod that the status was written for.' })
  observedGeneration?: number;

  @Field(18, PodExtendedResourceClaimStatus, {
    since: '1.34',
    pointer: true,
    doc: 'Claim that was made for extended resources of the pod.',
  })
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;

  @Field(19, 'quantity', {
    since: '1.35',
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Requests of the whole pod that the node has admitted.',
  })
  allocatedResources?: Record<string, string>;

  @Field(20, ResourceRequirements, {
    since: '1.35',
    pointer: true,
    doc: 'Requests and limits in force for the whole pod.',
  })
  resources?: ResourceRequirements;

  @Field(21, NodeAllocatableResourceClaimStatus, {
    since: '1.36',
    list: true,
    listType: 'atomic',
    doc: 'Node resources that claims of the pod use.',
  })
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];

  @Field(16, HostIP, {
    since: '1.28',
    list: true,
    patchStrategy: ['merge'],
    patchMergeKey: 'ip',
    listType: 'atomic',
    doc: 'Addresses of its node; the first equals hostIP.',
  })
  hostIPs?: HostIP[];
}
