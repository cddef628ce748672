import {
  duplicate,
  FieldPath,
  forbidden,
  goSlice,
  goStruct,
  invalid,
  isValidIp,
  parseIp,
  validateImmutable,
  validateObjectMetaUpdate,
  type FieldError,
} from '../../../../src/plugin-api/index.js';
import type { ContainerStatus, PodStatus } from '../pod-status.v1.js';
import type { Pod, PodSpec } from '../pod.v1.js';
import { validatePodAnnotations, validatePodAnnotationUpdate } from './annotations.js';
import { check, checkQualifiedName, checkSubdomain } from './checks.js';
import type { PodRules } from './rules.js';

const STATUS = FieldPath.of('status');
const SYSTEM_CONDITIONS = new Set(['ContainersReady', 'Initialized', 'PodScheduled', 'Ready']);

/** Checks a change of a pod's status. */
export function validatePodStatusUpdate(pod: Pod, old: Pod, rules: PodRules): FieldError[] {
  const [status, oldStatus, spec] = [pod.status ?? {}, old.status ?? {}, old.spec ?? {}];
  const path = FieldPath.of('metadata', 'annotations');
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata),
    ...validatePodAnnotationUpdate(pod.metadata.annotations, old.metadata.annotations, path),
    ...validatePodAnnotations(pod.metadata.annotations, pod.spec ?? {}, path, rules),
    ...conditionErrors(status),
    ...nodeErrors(pod, old),
    ...validateImmutable(status.qosClass, oldStatus.qosClass, STATUS.child('qosClass')),
    ...transitionErrors(status, oldStatus, spec),
    ...claimErrors(status, spec),
    ...addressErrors(status),
  ];
}

// The reference reports conditions below metadata.
function conditionErrors(status: PodStatus): FieldError[] {
  return (status.conditions ?? []).flatMap(({ type }, i) =>
    SYSTEM_CONDITIONS.has(type)
      ? []
      : checkQualifiedName(type, FieldPath.of('metadata', 'conditions').index(i).child('Type')),
  );
}

function nodeErrors(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  if (pod.spec?.nodeName !== old.spec?.nodeName) {
    errors.push(forbidden(STATUS.child('nodeName'), 'may not be changed directly'));
  }
  const nominated = pod.status?.nominatedNodeName;
  if (nominated && nominated !== old.status?.nominatedNodeName) {
    errors.push(...checkSubdomain(nominated, STATUS.child('nominatedNodeName')));
  }
  return errors;
}

function transitionErrors(status: PodStatus, old: PodStatus, spec: PodSpec): FieldError[] {
  const policy = spec.restartPolicy;
  const sidecars = new Set(
    (spec.initContainers ?? []).filter((c) => c.restartPolicy === 'Always').map((container) => container.name),
  );
  const mayRestart = ({ state }: ContainerStatus): boolean =>
    policy === 'Always' || (policy === 'OnFailure' && state!.terminated!.exitCode !== 0);
  const mayRestartInit = (one: ContainerStatus): boolean => mayRestart(one) || sidecars.has(one.name);
  return [
    ...listTransitionErrors('containerStatuses', status, old, mayRestart),
    ...listTransitionErrors('initContainerStatuses', status, old, mayRestartInit),
    ...listTransitionErrors('ephemeralContainerStatuses', status, old, () => false),
  ];
}

function listTransitionErrors(
  list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  status: PodStatus,
  old: PodStatus,
  mayRestart: (status: ContainerStatus) => boolean,
): FieldError[] {
  return (old[list] ?? []).flatMap((last, i) => {
    if (!last.state?.terminated || mayRestart(last)) return [];
    const runs = (status[list] ?? []).some((next) => next.name === last.name && !next.state?.terminated);
    const path = STATUS.child(list).index(i).child('state');
    return runs ? [forbidden(path, 'may not be transitioned to non-terminated state')] : [];
  });
}

function claimErrors(status: PodStatus, spec: PodSpec): FieldError[] {
  const known = new Set((spec.resourceClaims ?? []).map((claim) => claim.name));
  const seen = new Set<string>();
  return (status.resourceClaimStatuses ?? []).flatMap(({ name, resourceClaimName }, i) => {
    const path = STATUS.child('resourceClaimStatuses').index(i);
    const errors: FieldError[] = [];
    if (!known.has(name)) {
      errors.push(invalid(path.child('name'), name, 'must match the name of an entry in `spec.resourceClaims`'));
    }
    if (seen.has(name)) errors.push(duplicate(path, name));
    seen.add(name);
    if (resourceClaimName !== undefined) errors.push(...checkSubdomain(resourceClaimName, path.child('name')));
    return errors;
  });
}

function addressErrors(status: PodStatus): FieldError[] {
  const pods = (status.podIPs ?? []).map(({ ip }) => ip);
  const hosts = (status.hostIPs ?? []).map(({ ip }) => ip);
  const hostPath = STATUS.child('hostIPs');
  const isFirstEqual = hosts.length === 0 || hosts[0] === (status.hostIP ?? '');
  return [
    ...pods.flatMap((ip, i) => check(ip, STATUS.child('podIPs').index(i), isValidIp)),
    ...familyErrors(pods, STATUS.child('podIPs'), 'core.PodIP'),
    ...(isFirstEqual ? [] : [invalid(hostPath.index(0).child('ip'), hosts[0], 'must be equal to `hostIP`')]),
    ...hosts.flatMap((ip, i) => check(ip, hostPath.index(i), isValidIp)),
    ...familyErrors(hosts, hostPath, 'core.HostIP'),
  ];
}

function familyErrors(addresses: readonly string[], path: FieldPath, type: string): FieldError[] {
  if (addresses.length < 2) return [];
  const shown = addresses.map((ip) => goStruct(type, { IP: ip }));
  const families = new Set(addresses.map((ip) => parseIp(ip)?.family));
  const errors: FieldError[] = [];
  if (families.size < 2 || addresses.length > 2) {
    errors.push(invalid(path, goSlice(type, shown), 'may specify no more than one IP for each IP family'));
  }
  const seen = new Set<string>();
  for (const [i, ip] of addresses.entries()) {
    if (seen.has(ip)) errors.push(duplicate(path.index(i), shown[i]));
    seen.add(ip);
  }
  return errors;
}
