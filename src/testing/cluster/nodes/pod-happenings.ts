import type { Happening } from '../cluster-events.js';
import type { Pod } from '../types.js';

type Status = Pod['status'];

/** Returns what a kubelet says about a pod whose status changes: that containers began, or are restarted over and over. */
export function happeningsBetween(pod: Pod, after: Status): Happening[] {
  const before = pod.status;
  if (!hasBegun(before) && hasBegun(after)) return containersOf(pod).flatMap(beginning);
  return isCrashing(after) && !isCrashing(before) ? containersOf(pod).map((each) => backOff(pod, each)) : [];
}

/** Returns what a kubelet says about a pod that is removed. */
export function happeningsOfEnd(pod: Pod): Happening[] {
  const hasEnded = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  if (hasEnded || !hasBegun(pod.status)) return [];
  return containersOf(pod).map(({ name, fieldPath }) => ({
    reason: 'Killing',
    message: `Stopping container ${name}`,
    fieldPath,
  }));
}

/** A container of a pod, and its place there. */
interface PlacedContainer {
  readonly name: string;
  readonly image?: string;
  readonly fieldPath: string;
}

function containersOf({ spec }: Pod): PlacedContainer[] {
  return (spec?.containers ?? []).map((each) => ({ ...each, fieldPath: `spec.containers{${each.name}}` }));
}

function beginning({ name, image = '', fieldPath }: PlacedContainer): Happening[] {
  return [
    { reason: 'Pulled', message: `Container image "${image}" already present on machine`, fieldPath },
    { reason: 'Created', message: `Created container: ${name}`, fieldPath },
    { reason: 'Started', message: `Started container ${name}`, fieldPath },
  ];
}

function backOff({ metadata }: Pod, { name, fieldPath }: PlacedContainer): Happening {
  const pod = `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
  const message = `Back-off restarting failed container ${name} in pod ${pod}`;
  return { type: 'Warning', reason: 'BackOff', message, fieldPath };
}

function hasBegun(status: Status): boolean {
  return status?.containerStatuses?.some(({ containerID }) => containerID !== undefined) ?? false;
}

function isCrashing(status: Status): boolean {
  return status?.containerStatuses?.some(({ state }) => state?.waiting?.reason === 'CrashLoopBackOff') ?? false;
}
