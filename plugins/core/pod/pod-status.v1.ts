import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { ResourceRequirements } from './container.v1.js';
import { defaultPodStatus } from './pod.defaults.js';

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
@ApiType({ name: 'k8s.io.api.core.v1.ContainerStatus', doc: 'State of one container.' })
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

  @Field(11, 'string')
  nominatedNodeName?: string;

  @Field(12, PodIP, {
    list: true,
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: ['merge'],
    patchMergeKey: 'ip',
    doc: 'Addresses of the pod, one for each family.',
  })
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
