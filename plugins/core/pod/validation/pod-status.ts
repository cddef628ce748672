import { duplicate, FieldPath, forbidden, invalid, type FieldError } from '../../../../src/plugin-api/index.js';
import { hasRule, validateImmutable, validateObjectMetaUpdate } from '../../../../src/plugin-api/built-in.js';
import type { ContainerStatus, PodStatus } from '../shape/pod-status.v1.js';
import type { Pod, PodSpec } from '../shape/pod.v1.js';
import { validatePodAnnotations, validatePodAnnotationUpdate } from './annotations.js';
import { checkQualifiedName, checkSubdomain } from './checks.js';
import { validateContainerStatuses } from './container-statuses.js';
import { validatePodAddresses } from './pod-addresses.js';
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
    ...validatePodAnnotations({ annotations: pod.metadata.annotations, spec: pod.spec ?? {} }, path, rules),
    ...conditionErrors(status),
    ...nodeErrors(pod, old),
    ...validateImmutable(status.qosClass, oldStatus.qosClass, STATUS.child('qosClass')),
    ...transitionErrors(status, oldStatus, spec),
    ...claimErrors(status, spec),
    ...validatePodAddresses(status),
    ...validateContainerStatuses(status, pod.spec ?? {}),
  ];
}

// The reference reported conditions below metadata before 1.33.
function conditionErrors(status: PodStatus): FieldError[] {
  const path = FieldPath.of(hasRule({ since: '1.33' }) ? 'status' : 'metadata', 'conditions');
  return (status.conditions ?? []).flatMap(({ type }, i) =>
    SYSTEM_CONDITIONS.has(type) ? [] : checkQualifiedName(type, path.index(i).child('Type')),
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
  const change = { status, old };
  return [
    ...listTransitionErrors('containerStatuses', change, mayRestart),
    ...listTransitionErrors('initContainerStatuses', change, mayRestartInit),
    ...listTransitionErrors('ephemeralContainerStatuses', change, () => false),
  ];
}

/** A status and the one it takes the place of. */
interface StatusChange {
  readonly status: PodStatus;
  readonly old: PodStatus;
}

function listTransitionErrors(
  list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  { status, old }: StatusChange,
  mayRestart: (status: ContainerStatus) => boolean,
): FieldError[] {
  const running = new Set((status[list] ?? []).filter(({ state }) => !state?.terminated).map(({ name }) => name));
  return (old[list] ?? []).flatMap((last, i) => {
    if (!last.state?.terminated || mayRestart(last)) return [];
    const runs = running.has(last.name);
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
    if (seen.has(name)) errors.push(duplicate(path.child('name'), name));
    seen.add(name);
    if (resourceClaimName !== undefined) errors.push(...checkSubdomain(resourceClaimName, path.child('name')));
    return errors;
  });
}
