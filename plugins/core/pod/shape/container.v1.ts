import { ApiType, Field, isDns1123Label } from '../../../../src/plugin-api/index.js';
import { Format, isPortNumber, OneOf, Required } from '../../../../src/plugin-api/built-in.js';
import { defaultContainer, defaultResourceRequirements } from './container.defaults.js';
import { EnvVar, EnvFromSource } from './environment.v1.js';
import { Probe, Lifecycle } from './probe.v1.js';
import { SecurityContext } from './security-context.v1.js';

/** Shape of v1.ContainerPort. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerPort', doc: 'A port of a container.' })
export class ContainerPort {
  @Field(1, 'string', { doc: 'Name other objects can use for the port.' })
  name?: string;

  @Field(2, 'int32', { doc: 'Number on the node.' })
  @Format(isPortNumber)
  hostPort?: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'Number inside the pod.' })
  @Required()
  @Format(isPortNumber)
  containerPort: number;

  @Field(4, 'string', { default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'], alias: 'v1.Protocol', doc: 'TCP, UDP or SCTP.' })
  @Required()
  @OneOf('SCTP', 'TCP', 'UDP')
  protocol?: string;

  @Field(5, 'string', { doc: 'Address of the node to bind to.' })
  hostIP?: string;
}

/** Shape of v1.ResourceClaim. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceClaim', doc: 'A claim of the pod that a container uses.' })
export class ResourceClaim {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of an entry in resourceClaims of the pod.' })
  name: string;

  @Field(2, 'string', { since: '1.31', doc: 'The one request of the claim to use; all of them when unset.' })
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
    since: '1.26',
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
  @Required()
  name: string;

  @Field(2, 'bool', { doc: 'Forbids writing.' })
  readOnly?: boolean;

  @Field(3, 'string', { always: true, required: true, doc: 'Path in the container.' })
  @Required()
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
    since: '1.30',
    pointer: true,
    alias: 'v1.RecursiveReadOnlyMode',
    doc: 'Whether mounts below are read-only as well: Disabled, IfPossible or Enabled.',
  })
  recursiveReadOnly?: string;
}

/** Shape of v1.VolumeDevice. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeDevice', doc: 'A volume used as a block device in a container.' })
export class VolumeDevice {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the volume in the pod, backed by a claim.' })
  @Required()
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of the device in the container.' })
  @Required()
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

/** Shape of v1.ContainerRestartRuleOnExitCodes. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerRestartRuleOnExitCodes', doc: 'Exit codes that a rule is about.' })
export class ContainerRestartRuleOnExitCodes {
  @Field(1, 'string', {
    required: true,
    alias: 'v1.ContainerRestartRuleOnExitCodesOperator',
    doc: 'In or NotIn: whether the code has to be among the values, or none of them.',
  })
  operator: string;

  @Field(2, 'int32', { list: true, listType: 'set', doc: 'The exit codes, at most 255 of them.' })
  values?: number[];
}

/** Shape of v1.ContainerRestartRule. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerRestartRule', doc: 'How a container that ended is treated.' })
export class ContainerRestartRule {
  @Field(1, 'string', {
    required: true,
    alias: 'v1.ContainerRestartRuleAction',
    doc: 'What is done when the rule matches, such as Restart.',
  })
  action: string;

  @Field(2, ContainerRestartRuleOnExitCodes, { pointer: true, doc: 'The exit codes that match.' })
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

/** Shape of v1.Container. */
@ApiType({ name: 'k8s.io.api.core.v1.Container', doc: 'One container of a pod.', defaults: defaultContainer })
export class Container {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the pod.' })
  @Required()
  @Format(isDns1123Label)
  name: string;

  @Field(2, 'string', { doc: 'Image to run.' })
  @Required()
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
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Environment variables.',
  })
  env?: EnvVar[];

  @Field(8, ResourceRequirements, { doc: 'What the container needs and may use.' })
  resources?: ResourceRequirements;

  @Field(23, ContainerResizePolicy, {
    since: '1.27',
    list: true,
    listType: 'atomic',
    doc: 'What resizing each resource does to the container; alpha.',
  })
  resizePolicy?: ContainerResizePolicy[];

  @Field(24, 'string', {
    since: '1.28',
    pointer: true,
    alias: 'v1.ContainerRestartPolicy',
    doc: 'Always makes an init container run beside the others.',
  })
  restartPolicy?: string;

  @Field(25, ContainerRestartRule, {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Rules that decide about a restart before the restart policy does; the first that matches counts.',
  })
  restartPolicyRules?: ContainerRestartRule[];

  @Field(9, VolumeMount, {
    list: true,
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'mountPath',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Where volumes appear in its files.',
  })
  volumeMounts?: VolumeMount[];

  @Field(21, VolumeDevice, {
    list: true,
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: ['merge'],
    patchMergeKey: 'devicePath',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Volumes used as block devices.',
  })
  volumeDevices?: VolumeDevice[];

  @Field(10, Probe, { pointer: true, doc: 'Check whose failure restarts the container.' })
  livenessProbe?: Probe;

  @Field(11, Probe, { pointer: true, doc: 'Check that decides whether it gets traffic.' })
  readinessProbe?: Probe;

  @Field(22, Probe, { since: '1.16', pointer: true, doc: 'Check that holds the others back until it succeeds.' })
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
  @Required()
  @OneOf('File', 'FallbackToLogsOnError')
  terminationMessagePolicy?: string;

  @Field(14, 'string', {
    enum: ['Always', 'IfNotPresent', 'Never'],
    alias: 'v1.PullPolicy',
    doc: 'When the image is pulled.',
  })
  @Required()
  @OneOf('Always', 'IfNotPresent', 'Never')
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
    variants: [
      {
        until: '1.22',
        listType: undefined,
        listMapKeys: undefined,
        patchStrategy: undefined,
        patchMergeKey: undefined,
      },
    ],
    doc: 'Not allowed for ephemeral containers.',
  })
  ports?: ContainerPort[];

  @Field(7, EnvVar, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
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
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
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
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Volumes used as block devices.',
  })
  volumeDevices?: VolumeDevice[];

  @Field(22, Probe, { pointer: true, doc: 'Not allowed for ephemeral containers.' })
  startupProbe?: Probe;

  @Field(23, ContainerResizePolicy, {
    since: '1.27',
    list: true,
    listType: 'atomic',
    doc: 'Not allowed for ephemeral containers.',
  })
  resizePolicy?: ContainerResizePolicy[];

  @Field(24, 'string', {
    since: '1.28',
    pointer: true,
    alias: 'v1.ContainerRestartPolicy',
    doc: 'Not allowed for ephemeral containers.',
  })
  restartPolicy?: string;

  @Field(25, ContainerRestartRule, {
    since: '1.34',
    list: true,
    listType: 'atomic',
    doc: 'Not allowed for ephemeral containers.',
  })
  restartPolicyRules?: ContainerRestartRule[];
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
