import {
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { textSince } from '../../../../src/plugin-api/built-in.js';
import type { SecurityContext } from '../shape/security-context.v1.js';
import type { PodSecurityContext, PodSpec } from '../shape/pod.v1.js';
import { placedContainers } from './container-visits.js';
import type { PodRules } from './rules.js';

const NOT_ON_LINUX = 'windows options cannot be set for a linux pod';
const NOT_ON_WINDOWS = 'cannot be set for a windows pod';

/** Checks that a pod that names its operating system sets nothing the system does not have. */
export function validateOperatingSystem(spec: PodSpec, path: FieldPath): FieldError[] {
  if (!spec.os) return [];
  switch (spec.os.name) {
    case 'linux':
      return linuxErrors(spec, path);
    case 'windows':
      return windowsErrors(spec, path);
    case '':
      return [required(path.child('os', 'name'), textSince('1.34', '', 'cannot be empty'))];
    default:
      return [notSupported(path.child('os'), spec.os.name, ['linux', 'windows'])];
  }
}

function linuxErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  return [
    ...(spec.securityContext?.windowsOptions ? [path] : []),
    ...placedContainers(spec, path)
      .filter(({ container }) => container.securityContext?.windowsOptions)
      .map((placed) => placed.path),
  ].map((place) => forbidden(place.child('securityContext', 'windowsOptions'), NOT_ON_LINUX));
}

const POD_CONTEXT_FIELDS: readonly (keyof PodSecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const POD_FIELDS = ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'] as const;
const CONTAINER_CONTEXT_FIELDS: readonly (keyof SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];
/** The order in which the reference looks at the pod's own fields. */
const POD_ORDER = [
  'appArmorProfile',
  'seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];

function windowsErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const context = spec.securityContext ?? {};
  const set = new Map<string, FieldPath>([
    ...POD_CONTEXT_FIELDS.filter((name) => context[name] !== undefined).map(
      (name) => [name, path.child('securityContext', name)] as const,
    ),
    ...POD_FIELDS.filter((name) => isSetOnWindows(name, spec[name])).map((name) => [name, path.child(name)] as const),
  ]);
  return [
    ...POD_ORDER.flatMap((name) => (set.has(name) ? [forbidden(set.get(name)!, NOT_ON_WINDOWS)] : [])),
    ...placedContainers(spec, path).flatMap(({ container, path: place }) =>
      CONTAINER_CONTEXT_FIELDS.filter((name) => container.securityContext?.[name] !== undefined).map((name) =>
        forbidden(place.child('securityContext', name), NOT_ON_WINDOWS),
      ),
    ),
  ];
}

/** Two of the fields are pointers: set to false they are still set. */
function isSetOnWindows(name: (typeof POD_FIELDS)[number], value: boolean | undefined): boolean {
  return name === 'hostUsers' || name === 'shareProcessNamespace' ? value !== undefined : value === true;
}

/**
 * Checks that Windows host process containers are allowed, do not stand beside others, and use the host's network; they are
 * privileged by nature.
 */
export function validateHostProcess(
  spec: PodSpec,
  path: FieldPath,
  { refusesPrivileged }: Pick<PodRules, 'refusesPrivileged'>,
): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = placedContainers(spec, path);
  const errors: FieldError[] = [];
  let count = 0;
  for (const placed of containers) {
    const own = placed.container.securityContext?.windowsOptions?.hostProcess;
    if (own !== undefined && ofPod !== undefined && own !== ofPod) {
      const text = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.push(invalid(placed.path.child('securityContext', 'windowsOptions', 'hostProcess'), own, text));
    }
    if (own ?? ofPod) count++;
  }
  if (count === 0) return errors;
  if (count !== containers.length) {
    const text = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(path, '', text));
  }
  if (!spec.hostNetwork) {
    const text = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalid(path.child('hostNetwork'), false, text));
  }
  if (refusesPrivileged) errors.push(forbidden(path, 'hostProcess containers are disallowed by cluster policy'));
  return errors;
}
