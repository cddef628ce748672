import { forbidden, invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../../src/plugin-api/built-in.js';
import { SecurityContext } from '../shape/security-context.v1.js';
import { PodSecurityContext, type PodSpec } from '../shape/pod.v1.js';
import type { PodRules } from './rules.js';
import { validateAppArmorProfile, validateSeccompProfile } from './security-profiles.js';
import { validateSysctls } from './sysctls.js';
import { validateWindowsOptions } from './windows-options.js';

const checkContext = fieldChecker(SecurityContext);
const checkPodContext = fieldChecker(PodSecurityContext);

/** The spec and the rules that a container's security context depends on. */
interface ContextSurroundings {
  readonly spec: Pick<PodSpec, 'hostUsers'>;
  readonly rules: Pick<PodRules, 'refusesPrivileged'>;
}

/** Checks the security context of a container of a pod. */
export function validateSecurityContext(
  context: SecurityContext | undefined,
  path: FieldPath,
  { spec: { hostUsers }, rules }: ContextSurroundings,
): FieldError[] {
  if (!context) return [];
  return [
    ...(context.privileged && rules.refusesPrivileged
      ? [forbidden(path.child('privileged'), 'disallowed by cluster policy')]
      : []),
    ...checkContext(context, path, 'runAsUser', 'runAsGroup', 'procMount'),
    ...(hostUsers === false ? [] : unmaskedErrors(context.procMount, path.child('procMount'))),
    ...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile')),
    ...escalationErrors(context, path),
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
    ...validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile')),
  ];
}

/** Unmasked paths need a user namespace of the pod's own. */
function unmaskedErrors(mode: string | undefined, path: FieldPath): FieldError[] {
  return mode === 'Unmasked' ? [invalid(path, mode, '`hostUsers` must be false to use `Unmasked`')] : [];
}

function escalationErrors(context: SecurityContext, path: FieldPath): FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const errors: FieldError[] = [];
  const refuse = (what: string): void => {
    errors.push(invalid(path, context, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`));
  };
  if (context.privileged) refuse('`privileged` to true');
  for (const name of context.capabilities?.add ?? []) {
    if (name === 'CAP_SYS_ADMIN') refuse('`capabilities.Add` CAP_SYS_ADMIN');
  }
  return errors;
}

/** Checks the security context of a whole pod. */
export function validatePodSecurityContext(spec: PodSpec, path: FieldPath): FieldError[] {
  const context = spec.securityContext;
  if (!context) return [];
  return [
    ...checkPodContext(context, path, 'fsGroup', 'runAsUser', 'runAsGroup', 'supplementalGroups'),
    ...sharedProcessErrors(spec, path.child('shareProcessNamespace')),
    ...validateSysctls(context.sysctls, spec, path.child('sysctls')),
    ...checkPodContext(context, path, 'fsGroupChangePolicy'),
    ...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile')),
    ...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')),
    ...validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile')),
    ...checkPodContext(context, path, 'supplementalGroupsPolicy', 'seLinuxChangePolicy'),
  ];
}

function sharedProcessErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  if (!spec.shareProcessNamespace || !spec.hostPID) return [];
  return [invalid(path, true, 'ShareProcessNamespace and HostPID cannot both be enabled')];
}

/** The namespaces a pod can share with its host, and where the reference reports each. */
const HOST_NAMESPACES = [
  ['hostNetwork', 'hostNetwork'],
  ['hostPID', 'HostPID'],
  ['hostIPC', 'HostIPC'],
] as const;

/** Checks that a pod with a user namespace of its own shares no other namespace with its host. */
export function validateHostUsers(spec: PodSpec, path: FieldPath): FieldError[] {
  if (spec.hostUsers !== false) return [];
  return HOST_NAMESPACES.filter(([name]) => spec[name]).map(([, place]) =>
    forbidden(path.child(place), 'when `pod.Spec.HostUsers` is false'),
  );
}
