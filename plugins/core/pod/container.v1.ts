import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { LocalObjectReference } from '../reference/reference.v1.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../volume/file-sources.v1.js';
import { defaultContainer, defaultHttpGet, defaultProbe, defaultResourceRequirements } from './container.defaults.js';

/** Shape of v1.ContainerPort. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerPort', doc: 'A port of a container.' })
export class ContainerPort {
  @Field(1, 'string', { doc: 'Name other objects can use for the port.' })
  name?: string;

  @Field(2, 'int32', { doc: 'Number on the node.' })
  hostPort?: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'Number inside the pod.' })
  containerPort: number;

  @Field(4, 'string', { default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'], alias: 'v1.Protocol', doc: 'TCP, UDP or SCTP.' })
  protocol?: string;

  @Field(5, 'string', { doc: 'Address of the node to bind to.' })
  hostIP?: string;
}

/** Shape of v1.ConfigMapKeySelector. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMapKeySelector', embed: 1, mapType: 'atomic' })
export class ConfigMapKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true })
  key: string;

  @Field(3, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.SecretKeySelector. */
@ApiType({ name: 'k8s.io.api.core.v1.SecretKeySelector', embed: 1, mapType: 'atomic' })
export class SecretKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true })
  key: string;

  @Field(3, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.EnvVarSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvVarSource' })
export class EnvVarSource {
  @Field(1, ObjectFieldSelector, { pointer: true })
  fieldRef?: ObjectFieldSelector;

  @Field(2, ResourceFieldSelector, { pointer: true })
  resourceFieldRef?: ResourceFieldSelector;

  @Field(3, ConfigMapKeySelector, { pointer: true })
  configMapKeyRef?: ConfigMapKeySelector;

  @Field(4, SecretKeySelector, { pointer: true })
  secretKeyRef?: SecretKeySelector;
}

/** Shape of v1.EnvVar. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvVar', doc: 'An environment variable.' })
export class EnvVar {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the variable.' })
  name: string;

  @Field(2, 'string', { doc: 'Its value.' })
  value?: string;

  @Field(3, EnvVarSource, { pointer: true, doc: 'Where the value is taken from.' })
  valueFrom?: EnvVarSource;
}

/** Shape of v1.ResourceClaim. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceClaim' })
export class ResourceClaim {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string')
  request?: string;
}

/** Shape of v1.ResourceRequirements. */
@ApiType({
  name: 'k8s.io.api.core.v1.ResourceRequirements',
  doc: 'What a container needs and may use.',
  defaults: defaultResourceRequirements,
})
export class ResourceRequirements {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'The most it may use.' })
  limits?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'The least it needs.' })
  requests?: Record<string, string | number>;

  @Field(3, ResourceClaim, { list: true, listType: 'map', listMapKeys: ['name'] })
  claims?: ResourceClaim[];
}

/** Shape of v1.VolumeMount. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeMount', doc: 'Where a volume appears in a container.' })
export class VolumeMount {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the volume.' })
  name: string;

  @Field(2, 'bool', { doc: 'Forbids writing.' })
  readOnly?: boolean;

  @Field(3, 'string', { always: true, required: true, doc: 'Path in the container.' })
  mountPath: string;

  @Field(4, 'string', { doc: 'Path in the volume.' })
  subPath?: string;

  @Field(5, 'string', {
    pointer: true,
    enum: ['Bidirectional', 'HostToContainer', 'None'],
    alias: 'v1.MountPropagationMode',
  })
  mountPropagation?: string;

  @Field(6, 'string')
  subPathExpr?: string;

  @Field(7, 'string', { pointer: true, alias: 'v1.RecursiveReadOnlyMode' })
  recursiveReadOnly?: string;
}

/** Shape of v1.ExecAction. */
@ApiType({ name: 'k8s.io.api.core.v1.ExecAction' })
export class ExecAction {
  @Field(1, 'string', { list: true })
  command?: string[];
}

/** Shape of v1.HTTPHeader. */
@ApiType({ name: 'k8s.io.api.core.v1.HTTPHeader' })
export class HTTPHeader {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string', { always: true, required: true })
  value: string;
}

/** Shape of v1.HTTPGetAction. */
@ApiType({ name: 'k8s.io.api.core.v1.HTTPGetAction', defaults: defaultHttpGet })
export class HTTPGetAction {
  @Field(1, 'string')
  path?: string;

  @Field(2, 'intOrString', { always: true, required: true })
  port: number | string;

  @Field(3, 'string')
  host?: string;

  @Field(4, 'string', { enum: ['HTTP', 'HTTPS'], alias: 'v1.URIScheme' })
  scheme?: string;

  @Field(5, HTTPHeader, { list: true })
  httpHeaders?: HTTPHeader[];
}

/** Shape of v1.TCPSocketAction. */
@ApiType({ name: 'k8s.io.api.core.v1.TCPSocketAction' })
export class TCPSocketAction {
  @Field(1, 'intOrString', { always: true, required: true })
  port: number | string;

  @Field(2, 'string')
  host?: string;
}

/** Shape of v1.GRPCAction. */
@ApiType({ name: 'k8s.io.api.core.v1.GRPCAction' })
export class GRPCAction {
  @Field(1, 'int32', { always: true, required: true })
  port: number;

  @Field(2, 'string', { pointer: true, always: true, default: '' })
  service?: string;
}

/** Shape of v1.ProbeHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.ProbeHandler' })
export class ProbeHandler {
  @Field(1, ExecAction, { pointer: true })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, { pointer: true })
  tcpSocket?: TCPSocketAction;

  @Field(4, GRPCAction, { pointer: true })
  grpc?: GRPCAction;
}

/** Shape of v1.Probe. */
@ApiType({
  name: 'k8s.io.api.core.v1.Probe',
  doc: 'A repeated check of a container.',
  embed: 1,
  defaults: defaultProbe,
})
export class Probe extends ProbeHandler {
  @Field(2, 'int32', { doc: 'Wait before the first check.' })
  initialDelaySeconds?: number;

  @Field(3, 'int32', { doc: 'Longest time a check may take.' })
  timeoutSeconds?: number;

  @Field(4, 'int32', { doc: 'Time between checks.' })
  periodSeconds?: number;

  @Field(5, 'int32', { doc: 'Successes in a row that count as good.' })
  successThreshold?: number;

  @Field(6, 'int32', { doc: 'Failures in a row that count as bad.' })
  failureThreshold?: number;

  @Field(7, 'int64', { pointer: true })
  terminationGracePeriodSeconds?: number;
}

/** Shape of v1.SleepAction. */
@ApiType({ name: 'k8s.io.api.core.v1.SleepAction' })
export class SleepAction {
  @Field(1, 'int64', { always: true, required: true })
  seconds: number;
}

/** Shape of v1.LifecycleHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.LifecycleHandler' })
export class LifecycleHandler {
  @Field(1, ExecAction, { pointer: true })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, { pointer: true })
  tcpSocket?: TCPSocketAction;

  @Field(4, SleepAction, { pointer: true })
  sleep?: SleepAction;
}

/** Shape of v1.Lifecycle. */
@ApiType({ name: 'k8s.io.api.core.v1.Lifecycle' })
export class Lifecycle {
  @Field(1, LifecycleHandler, { pointer: true })
  postStart?: LifecycleHandler;

  @Field(2, LifecycleHandler, { pointer: true })
  preStop?: LifecycleHandler;
}

/** Shape of v1.Capabilities. */
@ApiType({ name: 'k8s.io.api.core.v1.Capabilities' })
export class Capabilities {
  @Field(1, 'string', { list: true, alias: 'v1.Capability' })
  add?: string[];

  @Field(2, 'string', { list: true, alias: 'v1.Capability' })
  drop?: string[];
}

/** Shape of v1.SELinuxOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.SELinuxOptions' })
export class SELinuxOptions {
  @Field(1, 'string')
  user?: string;

  @Field(2, 'string')
  role?: string;

  @Field(3, 'string')
  type?: string;

  @Field(4, 'string')
  level?: string;
}

/** Shape of v1.WindowsSecurityContextOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.WindowsSecurityContextOptions' })
export class WindowsSecurityContextOptions {
  @Field(1, 'string', { pointer: true })
  gmsaCredentialSpecName?: string;

  @Field(2, 'string', { pointer: true })
  gmsaCredentialSpec?: string;

  @Field(3, 'string', { pointer: true })
  runAsUserName?: string;

  @Field(4, 'bool', { pointer: true })
  hostProcess?: boolean;
}

/** Shape of v1.SeccompProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.SeccompProfile',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class SeccompProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.SeccompProfileType',
  })
  type: string;

  @Field(2, 'string', { pointer: true })
  localhostProfile?: string;
}

/** Shape of v1.AppArmorProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.AppArmorProfile',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class AppArmorProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.AppArmorProfileType',
  })
  type: string;

  @Field(2, 'string', { pointer: true })
  localhostProfile?: string;
}

/** Shape of v1.SecurityContext. */
@ApiType({ name: 'k8s.io.api.core.v1.SecurityContext', doc: 'Security settings of one container.' })
export class SecurityContext {
  @Field(1, Capabilities, { pointer: true, doc: 'Capabilities to add and drop.' })
  capabilities?: Capabilities;

  @Field(2, 'bool', { pointer: true, doc: 'Runs with all rights on the node.' })
  privileged?: boolean;

  @Field(3, SELinuxOptions, { pointer: true })
  seLinuxOptions?: SELinuxOptions;

  @Field(4, 'int64', { pointer: true, doc: 'User id of the process.' })
  runAsUser?: number;

  @Field(5, 'bool', { pointer: true, doc: 'Refuses to run as root.' })
  runAsNonRoot?: boolean;

  @Field(6, 'bool', { pointer: true, doc: 'Forbids writing outside of volumes.' })
  readOnlyRootFilesystem?: boolean;

  @Field(7, 'bool', { pointer: true, doc: 'Whether a process may gain rights.' })
  allowPrivilegeEscalation?: boolean;

  @Field(8, 'int64', { pointer: true })
  runAsGroup?: number;

  @Field(9, 'string', { pointer: true, enum: ['Default', 'Unmasked'], alias: 'v1.ProcMountType' })
  procMount?: string;

  @Field(10, WindowsSecurityContextOptions, { pointer: true })
  windowsOptions?: WindowsSecurityContextOptions;

  @Field(11, SeccompProfile, { pointer: true })
  seccompProfile?: SeccompProfile;

  @Field(12, AppArmorProfile, { pointer: true })
  appArmorProfile?: AppArmorProfile;
}

/** Shape of v1.ConfigMapEnvSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMapEnvSource', embed: 1 })
export class ConfigMapEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.SecretEnvSource. */
@ApiType({ name: 'k8s.io.api.core.v1.SecretEnvSource', embed: 1 })
export class SecretEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.EnvFromSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvFromSource' })
export class EnvFromSource {
  @Field(1, 'string')
  prefix?: string;

  @Field(2, ConfigMapEnvSource, { pointer: true })
  configMapRef?: ConfigMapEnvSource;

  @Field(3, SecretEnvSource, { pointer: true })
  secretRef?: SecretEnvSource;
}

/** Shape of v1.VolumeDevice. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeDevice' })
export class VolumeDevice {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string', { always: true, required: true })
  devicePath: string;
}

/** Shape of v1.ContainerResizePolicy. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerResizePolicy' })
export class ContainerResizePolicy {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName' })
  resourceName: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ResourceResizeRestartPolicy' })
  restartPolicy: string;
}

/** Shape of v1.Container. */
@ApiType({ name: 'k8s.io.api.core.v1.Container', doc: 'One container of a pod.', defaults: defaultContainer })
export class Container {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pod.' })
  name: string;

  @Field(2, 'string', { doc: 'Image to run.' })
  image?: string;

  @Field(3, 'string', { list: true, doc: "What to run in place of the image's entry point." })
  command?: string[];

  @Field(4, 'string', { list: true, doc: 'Arguments of the command.' })
  args?: string[];

  @Field(5, 'string', { doc: 'Directory the command starts in.' })
  workingDir?: string;

  @Field(6, ContainerPort, {
    list: true,
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
    patchStrategy: ['merge'],
    patchMergeKey: 'containerPort',
    doc: 'Ports the container listens on.',
  })
  ports?: ContainerPort[];

  @Field(19, EnvFromSource, { list: true, doc: 'Sources of sets of environment variables.' })
  envFrom?: EnvFromSource[];

  @Field(7, EnvVar, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Environment variables.',
  })
  env?: EnvVar[];

  @Field(8, ResourceRequirements, { doc: 'What the container needs and may use.' })
  resources?: ResourceRequirements;

  @Field(23, ContainerResizePolicy, { list: true })
  resizePolicy?: ContainerResizePolicy[];

  @Field(24, 'string', {
    pointer: true,
    alias: 'v1.ContainerRestartPolicy',
    doc: 'Always makes an init container run beside the others.',
  })
  restartPolicy?: string;

  @Field(9, VolumeMount, {
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
    doc: 'Where volumes appear in its files.',
  })
  volumeMounts?: VolumeMount[];

  @Field(21, VolumeDevice, {
    list: true,
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'devicePath',
    doc: 'Volumes used as block devices.',
  })
  volumeDevices?: VolumeDevice[];

  @Field(10, Probe, { pointer: true, doc: 'Check whose failure restarts the container.' })
  livenessProbe?: Probe;

  @Field(11, Probe, { pointer: true, doc: 'Check that decides whether it gets traffic.' })
  readinessProbe?: Probe;

  @Field(22, Probe, { pointer: true, doc: 'Check that holds the others back until it succeeds.' })
  startupProbe?: Probe;

  @Field(12, Lifecycle, { pointer: true, doc: 'What to do after start and before stop.' })
  lifecycle?: Lifecycle;

  @Field(13, 'string')
  terminationMessagePath?: string;

  @Field(20, 'string', { enum: ['FallbackToLogsOnError', 'File'], alias: 'v1.TerminationMessagePolicy' })
  terminationMessagePolicy?: string;

  @Field(14, 'string', {
    enum: ['Always', 'IfNotPresent', 'Never'],
    alias: 'v1.PullPolicy',
    doc: 'When the image is pulled.',
  })
  imagePullPolicy?: string;

  @Field(15, SecurityContext, { pointer: true, doc: 'Security settings of the container.' })
  securityContext?: SecurityContext;

  @Field(16, 'bool', { doc: 'Keeps standard input open.' })
  stdin?: boolean;

  @Field(17, 'bool')
  stdinOnce?: boolean;

  @Field(18, 'bool', { doc: 'Gives the container a terminal.' })
  tty?: boolean;
}

/** Shape of v1.EphemeralContainerCommon. */
@ApiType({ name: 'k8s.io.api.core.v1.EphemeralContainerCommon', defaults: defaultContainer })
export class EphemeralContainerCommon {
  @Field(1, 'string', { always: true, required: true })
  name: string;

  @Field(2, 'string')
  image?: string;

  @Field(3, 'string', { list: true })
  command?: string[];

  @Field(4, 'string', { list: true })
  args?: string[];

  @Field(5, 'string')
  workingDir?: string;

  @Field(6, ContainerPort, {
    list: true,
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
    patchStrategy: ['merge'],
    patchMergeKey: 'containerPort',
  })
  ports?: ContainerPort[];

  @Field(7, EnvVar, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  env?: EnvVar[];

  @Field(8, ResourceRequirements)
  resources?: ResourceRequirements;

  @Field(9, VolumeMount, {
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
  })
  volumeMounts?: VolumeMount[];

  @Field(10, Probe, { pointer: true })
  livenessProbe?: Probe;

  @Field(11, Probe, { pointer: true })
  readinessProbe?: Probe;

  @Field(12, Lifecycle, { pointer: true })
  lifecycle?: Lifecycle;

  @Field(13, 'string')
  terminationMessagePath?: string;

  @Field(14, 'string', { enum: ['Always', 'IfNotPresent', 'Never'], alias: 'v1.PullPolicy' })
  imagePullPolicy?: string;

  @Field(15, SecurityContext, { pointer: true })
  securityContext?: SecurityContext;

  @Field(16, 'bool')
  stdin?: boolean;

  @Field(17, 'bool')
  stdinOnce?: boolean;

  @Field(18, 'bool')
  tty?: boolean;

  @Field(19, EnvFromSource, { list: true })
  envFrom?: EnvFromSource[];

  @Field(20, 'string', { enum: ['FallbackToLogsOnError', 'File'], alias: 'v1.TerminationMessagePolicy' })
  terminationMessagePolicy?: string;

  @Field(21, VolumeDevice, {
    list: true,
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'devicePath',
  })
  volumeDevices?: VolumeDevice[];

  @Field(22, Probe, { pointer: true })
  startupProbe?: Probe;

  @Field(23, ContainerResizePolicy, { list: true })
  resizePolicy?: ContainerResizePolicy[];

  @Field(24, 'string', { pointer: true, alias: 'v1.ContainerRestartPolicy' })
  restartPolicy?: string;
}

/** Shape of v1.EphemeralContainer. */
@ApiType({ name: 'k8s.io.api.core.v1.EphemeralContainer', embed: 1 })
export class EphemeralContainer extends EphemeralContainerCommon {
  @Field(2, 'string')
  targetContainerName?: string;
}
