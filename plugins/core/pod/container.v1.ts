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
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapKeySelector',
  doc: 'One key of one ConfigMap.',
  embed: 1,
  mapType: 'atomic',
})
export class ConfigMapKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true, doc: 'Key whose value is taken.' })
  key: string;

  @Field(3, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretKeySelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretKeySelector',
  doc: 'One key of a Secret in the same namespace.',
  embed: 1,
  mapType: 'atomic',
})
export class SecretKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true, doc: 'Key whose value is taken.' })
  key: string;

  @Field(3, 'bool', { pointer: true, doc: 'Whether the Secret or the key may be missing.' })
  optional?: boolean;
}

/** Shape of v1.EnvVarSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.EnvVarSource',
  doc: 'Where the value of an environment variable comes from; only one may be set.',
})
export class EnvVarSource {
  @Field(1, ObjectFieldSelector, { pointer: true, doc: 'Field of the pod, such as metadata.name or status.podIP.' })
  fieldRef?: ObjectFieldSelector;

  @Field(2, ResourceFieldSelector, { pointer: true, doc: 'Resource request or limit of a container.' })
  resourceFieldRef?: ResourceFieldSelector;

  @Field(3, ConfigMapKeySelector, { pointer: true, doc: 'Entry of a ConfigMap in the namespace of the pod.' })
  configMapKeyRef?: ConfigMapKeySelector;

  @Field(4, SecretKeySelector, { pointer: true, doc: 'Entry of a Secret in the namespace of the pod.' })
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
@ApiType({ name: 'k8s.io.api.core.v1.ResourceClaim', doc: 'A claim of the pod that a container uses.' })
export class ResourceClaim {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of an entry in resourceClaims of the pod.' })
  name: string;

  @Field(2, 'string', { doc: 'The one request of the claim to use; all of them when unset.' })
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

  @Field(3, ResourceClaim, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    doc: 'Claims of the pod that the container uses; cannot be changed.',
  })
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
    doc: 'How mounts pass between node and container; None when unset.',
  })
  mountPropagation?: string;

  @Field(6, 'string', { doc: 'Path in the volume, with $(VAR) replaced; excludes subPath.' })
  subPathExpr?: string;

  @Field(7, 'string', {
    pointer: true,
    alias: 'v1.RecursiveReadOnlyMode',
    doc: 'Whether mounts below are read-only as well: Disabled, IfPossible or Enabled.',
  })
  recursiveReadOnly?: string;
}

/** Shape of v1.ExecAction. */
@ApiType({ name: 'k8s.io.api.core.v1.ExecAction', doc: 'Command run inside a container; exit code 0 means success.' })
export class ExecAction {
  @Field(1, 'string', { list: true, doc: 'Program and its arguments, run without a shell.' })
  command?: string[];
}

/** Shape of v1.HTTPHeader. */
@ApiType({ name: 'k8s.io.api.core.v1.HTTPHeader', doc: 'Header sent with an HTTP probe.' })
export class HTTPHeader {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the header, matched without regard to case.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Value sent with the header.' })
  value: string;
}

/** Shape of v1.HTTPGetAction. */
@ApiType({
  name: 'k8s.io.api.core.v1.HTTPGetAction',
  doc: 'HTTP request sent to a container as a probe or hook.',
  defaults: defaultHttpGet,
})
export class HTTPGetAction {
  @Field(1, 'string', { doc: 'Path of the request; / when unset.' })
  path?: string;

  @Field(2, 'intOrString', {
    always: true,
    required: true,
    doc: 'Port to connect to, as a number or as a port name of the container.',
  })
  port: number | string;

  @Field(3, 'string', { doc: 'Host to connect to; the address of the pod when unset.' })
  host?: string;

  @Field(4, 'string', {
    enum: ['HTTP', 'HTTPS'],
    alias: 'v1.URIScheme',
    doc: 'HTTP or HTTPS; HTTP when unset, and certificates are not checked.',
  })
  scheme?: string;

  @Field(5, HTTPHeader, { list: true, doc: 'Headers added to the request; a name may occur more than once.' })
  httpHeaders?: HTTPHeader[];
}

/** Shape of v1.TCPSocketAction. */
@ApiType({ name: 'k8s.io.api.core.v1.TCPSocketAction', doc: 'A TCP connection that is tried.' })
export class TCPSocketAction {
  @Field(1, 'intOrString', { always: true, required: true, doc: 'Number or name of the port.' })
  port: number | string;

  @Field(2, 'string', { doc: 'Host to connect to; the pod itself when unset.' })
  host?: string;
}

/** Shape of v1.GRPCAction. */
@ApiType({ name: 'k8s.io.api.core.v1.GRPCAction', doc: 'Probe that asks the gRPC health service of a container.' })
export class GRPCAction {
  @Field(1, 'int32', { always: true, required: true, doc: 'Port of the gRPC server, from 1 to 65535.' })
  port: number;

  @Field(2, 'string', {
    pointer: true,
    always: true,
    default: '',
    doc: 'Service name sent in the health request; empty when unset.',
  })
  service?: string;
}

/** Shape of v1.ProbeHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.ProbeHandler' })
export class ProbeHandler {
  @Field(1, ExecAction, { pointer: true, doc: 'Runs a command in the container; exit code 0 is a success.' })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true, doc: 'Sends an HTTP GET request; codes 200 to 399 are a success.' })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, { pointer: true, doc: 'Opens a TCP connection; reaching the port is a success.' })
  tcpSocket?: TCPSocketAction;

  @Field(4, GRPCAction, { pointer: true, doc: 'Calls the gRPC health service on a port of the pod.' })
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

  @Field(7, 'int64', { pointer: true, doc: 'Seconds to end after a failure, in place of those of the pod.' })
  terminationGracePeriodSeconds?: number;
}

/** Shape of v1.SleepAction. */
@ApiType({ name: 'k8s.io.api.core.v1.SleepAction', doc: 'Waits for a fixed time in a lifecycle hook.' })
export class SleepAction {
  @Field(1, 'int64', { always: true, required: true, doc: 'Seconds to wait, at most the grace period of the pod.' })
  seconds: number;
}

/** Shape of v1.LifecycleHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.LifecycleHandler', doc: 'What a lifecycle hook does; exactly one member is set.' })
export class LifecycleHandler {
  @Field(1, ExecAction, { pointer: true, doc: 'Command to run inside the container.' })
  exec?: ExecAction;

  @Field(2, HTTPGetAction, { pointer: true, doc: 'HTTP request to send to the container.' })
  httpGet?: HTTPGetAction;

  @Field(3, TCPSocketAction, {
    pointer: true,
    doc: 'Deprecated: not supported as a hook and fails when it runs; use another one.',
  })
  tcpSocket?: TCPSocketAction;

  @Field(4, SleepAction, { pointer: true, doc: 'Wait of a given number of seconds.' })
  sleep?: SleepAction;
}

/** Shape of v1.Lifecycle. */
@ApiType({ name: 'k8s.io.api.core.v1.Lifecycle', doc: 'Hooks around the life of a container.' })
export class Lifecycle {
  @Field(1, LifecycleHandler, {
    pointer: true,
    doc: 'Runs right after the container is created; if it fails, the container is killed.',
  })
  postStart?: LifecycleHandler;

  @Field(2, LifecycleHandler, {
    pointer: true,
    doc: 'Runs before the container is stopped, within the grace period of the pod.',
  })
  preStop?: LifecycleHandler;
}

/** Shape of v1.Capabilities. */
@ApiType({ name: 'k8s.io.api.core.v1.Capabilities', doc: 'Linux capabilities to add or take away.' })
export class Capabilities {
  @Field(1, 'string', { list: true, alias: 'v1.Capability', doc: 'Capabilities given to the container.' })
  add?: string[];

  @Field(2, 'string', { list: true, alias: 'v1.Capability', doc: 'Capabilities taken from the container.' })
  drop?: string[];
}

/** Shape of v1.SELinuxOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.SELinuxOptions', doc: 'Parts of the SELinux label of a container.' })
export class SELinuxOptions {
  @Field(1, 'string', { doc: 'User part of the SELinux label.' })
  user?: string;

  @Field(2, 'string', { doc: 'Role part of the SELinux label.' })
  role?: string;

  @Field(3, 'string', { doc: 'Type part of the SELinux label.' })
  type?: string;

  @Field(4, 'string', { doc: 'Level part of the SELinux label.' })
  level?: string;
}

/** Shape of v1.WindowsSecurityContextOptions. */
@ApiType({
  name: 'k8s.io.api.core.v1.WindowsSecurityContextOptions',
  doc: 'Security settings for containers on Windows.',
})
export class WindowsSecurityContextOptions {
  @Field(1, 'string', { pointer: true, doc: 'Name of the GMSA credential spec.' })
  gmsaCredentialSpecName?: string;

  @Field(2, 'string', { pointer: true, doc: 'Contents of the GMSA credential spec, filled in by a webhook.' })
  gmsaCredentialSpec?: string;

  @Field(3, 'string', { pointer: true, doc: 'Windows user of the process; by default the one set in the image.' })
  runAsUserName?: string;

  @Field(4, 'bool', { pointer: true, doc: 'Runs on the node itself; same for all containers, needs hostNetwork.' })
  hostProcess?: boolean;
}

/** Shape of v1.SeccompProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.SeccompProfile',
  doc: 'Filter of the system calls a process may make.',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class SeccompProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.SeccompProfileType',
    doc: 'RuntimeDefault, Localhost for a file of the node, or Unconfined for none.',
  })
  type: string;

  @Field(2, 'string', {
    pointer: true,
    doc: 'Path under the seccomp directory of the kubelet; only for type Localhost.',
  })
  localhostProfile?: string;
}

/** Shape of v1.AppArmorProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.AppArmorProfile',
  doc: 'The AppArmor profile of a pod or container.',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class AppArmorProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.AppArmorProfileType',
    doc: 'Which profile is used: Localhost, RuntimeDefault or Unconfined.',
  })
  type: string;

  @Field(2, 'string', { pointer: true, doc: 'Profile loaded on the node; needed with type Localhost only.' })
  localhostProfile?: string;
}

/** Shape of v1.SecurityContext. */
@ApiType({ name: 'k8s.io.api.core.v1.SecurityContext', doc: 'Security settings of one container.' })
export class SecurityContext {
  @Field(1, Capabilities, { pointer: true, doc: 'Capabilities to add and drop.' })
  capabilities?: Capabilities;

  @Field(2, 'bool', { pointer: true, doc: 'Runs with all rights on the node.' })
  privileged?: boolean;

  @Field(3, SELinuxOptions, { pointer: true, doc: 'SELinux label to apply; overrides that of the pod.' })
  seLinuxOptions?: SELinuxOptions;

  @Field(4, 'int64', { pointer: true, doc: 'User id of the process.' })
  runAsUser?: number;

  @Field(5, 'bool', { pointer: true, doc: 'Refuses to run as root.' })
  runAsNonRoot?: boolean;

  @Field(6, 'bool', { pointer: true, doc: 'Forbids writing outside of volumes.' })
  readOnlyRootFilesystem?: boolean;

  @Field(7, 'bool', { pointer: true, doc: 'Whether a process may gain rights.' })
  allowPrivilegeEscalation?: boolean;

  @Field(8, 'int64', { pointer: true, doc: 'Group id of the processes.' })
  runAsGroup?: number;

  @Field(9, 'string', {
    pointer: true,
    enum: ['Default', 'Unmasked'],
    alias: 'v1.ProcMountType',
    doc: 'How /proc is mounted: Default or Unmasked.',
  })
  procMount?: string;

  @Field(10, WindowsSecurityContextOptions, { pointer: true, doc: 'Settings for Windows; override those of the pod.' })
  windowsOptions?: WindowsSecurityContextOptions;

  @Field(11, SeccompProfile, { pointer: true, doc: 'Filter of system calls; overrides that of the pod.' })
  seccompProfile?: SeccompProfile;

  @Field(12, AppArmorProfile, { pointer: true, doc: 'AppArmor profile to apply; overrides that of the pod.' })
  appArmorProfile?: AppArmorProfile;
}

/** Shape of v1.ConfigMapEnvSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapEnvSource',
  doc: 'Environment variables from all keys of a ConfigMap.',
  embed: 1,
})
export class ConfigMapEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretEnvSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretEnvSource',
  doc: 'A Secret whose entries become environment variables.',
  embed: 1,
})
export class SecretEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.EnvFromSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvFromSource', doc: 'Source of a whole set of environment variables.' })
export class EnvFromSource {
  @Field(1, 'string', { doc: 'Text put in front of every key to form the variable name.' })
  prefix?: string;

  @Field(2, ConfigMapEnvSource, { pointer: true, doc: 'ConfigMap whose entries become environment variables.' })
  configMapRef?: ConfigMapEnvSource;

  @Field(3, SecretEnvSource, { pointer: true, doc: 'Secret whose entries become environment variables.' })
  secretRef?: SecretEnvSource;
}

/** Shape of v1.VolumeDevice. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeDevice', doc: 'A volume used as a block device in a container.' })
export class VolumeDevice {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the volume in the pod, backed by a claim.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of the device in the container.' })
  devicePath: string;
}

/** Shape of v1.ContainerResizePolicy. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerResizePolicy', doc: 'What resizing a resource does to a container.' })
export class ContainerResizePolicy {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ResourceName',
    doc: 'Resource it is about: cpu or memory.',
  })
  resourceName: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ResourceResizeRestartPolicy',
    doc: 'NotRequired keeps the container running, RestartContainer does not.',
  })
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

  @Field(23, ContainerResizePolicy, { list: true, doc: 'What resizing each resource does to the container; alpha.' })
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

  @Field(13, 'string', { doc: 'File with the last words; /dev/termination-log when unset.' })
  terminationMessagePath?: string;

  @Field(20, 'string', {
    enum: ['FallbackToLogsOnError', 'File'],
    alias: 'v1.TerminationMessagePolicy',
    doc: 'File, or FallbackToLogsOnError to use logs too; File when unset.',
  })
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

  @Field(17, 'bool', { doc: 'Closes stdin when the first client leaves; false when unset.' })
  stdinOnce?: boolean;

  @Field(18, 'bool', { doc: 'Gives the container a terminal.' })
  tty?: boolean;
}

/** Shape of v1.EphemeralContainerCommon. */
@ApiType({ name: 'k8s.io.api.core.v1.EphemeralContainerCommon', defaults: defaultContainer })
export class EphemeralContainerCommon {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the container, unique in the pod.' })
  name: string;

  @Field(2, 'string', { doc: 'Image that the container runs.' })
  image?: string;

  @Field(3, 'string', { list: true, doc: 'What to run in place of the entry point of the image.' })
  command?: string[];

  @Field(4, 'string', { list: true, doc: 'Arguments of the command; those of the image when unset.' })
  args?: string[];

  @Field(5, 'string', { doc: 'Directory the command starts in; that of the image when unset.' })
  workingDir?: string;

  @Field(6, ContainerPort, {
    list: true,
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
    patchStrategy: ['merge'],
    patchMergeKey: 'containerPort',
    doc: 'Not allowed for ephemeral containers.',
  })
  ports?: ContainerPort[];

  @Field(7, EnvVar, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Environment variables of the container.',
  })
  env?: EnvVar[];

  @Field(8, ResourceRequirements, { doc: 'Not allowed for ephemeral containers; they use what the pod has spare.' })
  resources?: ResourceRequirements;

  @Field(9, VolumeMount, {
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
    doc: 'Where volumes appear in its files; subPath is not allowed.',
  })
  volumeMounts?: VolumeMount[];

  @Field(10, Probe, { pointer: true, doc: 'Not allowed for ephemeral containers.' })
  livenessProbe?: Probe;

  @Field(11, Probe, { pointer: true, doc: 'Not allowed for ephemeral containers.' })
  readinessProbe?: Probe;

  @Field(12, Lifecycle, { pointer: true, doc: 'Not allowed for ephemeral containers.' })
  lifecycle?: Lifecycle;

  @Field(13, 'string', { doc: 'File the final message is read from; /dev/termination-log when unset.' })
  terminationMessagePath?: string;

  @Field(14, 'string', {
    enum: ['Always', 'IfNotPresent', 'Never'],
    alias: 'v1.PullPolicy',
    doc: 'When the image is pulled: Always, IfNotPresent or Never.',
  })
  imagePullPolicy?: string;

  @Field(15, SecurityContext, { pointer: true, doc: 'Security settings of the container.' })
  securityContext?: SecurityContext;

  @Field(16, 'bool', { doc: 'Keeps standard input open; false when unset.' })
  stdin?: boolean;

  @Field(17, 'bool', { doc: 'Closes standard input after the first client leaves; false when unset.' })
  stdinOnce?: boolean;

  @Field(18, 'bool', { doc: 'Gives the container a terminal; needs stdin.' })
  tty?: boolean;

  @Field(19, EnvFromSource, { list: true, doc: 'Sources of sets of environment variables.' })
  envFrom?: EnvFromSource[];

  @Field(20, 'string', {
    enum: ['FallbackToLogsOnError', 'File'],
    alias: 'v1.TerminationMessagePolicy',
    doc: 'Whether the log may stand in for an empty message file; File when unset.',
  })
  terminationMessagePolicy?: string;

  @Field(21, VolumeDevice, {
    list: true,
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'devicePath',
    doc: 'Volumes used as block devices.',
  })
  volumeDevices?: VolumeDevice[];

  @Field(22, Probe, { pointer: true, doc: 'Not allowed for ephemeral containers.' })
  startupProbe?: Probe;

  @Field(23, ContainerResizePolicy, { list: true, doc: 'Not allowed for ephemeral containers.' })
  resizePolicy?: ContainerResizePolicy[];

  @Field(24, 'string', {
    pointer: true,
    alias: 'v1.ContainerRestartPolicy',
    doc: 'Not allowed for ephemeral containers.',
  })
  restartPolicy?: string;
}

/** Shape of v1.EphemeralContainer. */
@ApiType({
  name: 'k8s.io.api.core.v1.EphemeralContainer',
  doc: 'Container added to a running pod for debugging; it is never restarted.',
  embed: 1,
})
export class EphemeralContainer extends EphemeralContainerCommon {
  @Field(2, 'string', { doc: 'Container of the pod whose processes this one shares, if the runtime can.' })
  targetContainerName?: string;
}
