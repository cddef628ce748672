import { duplicate, FieldPath, forbidden, invalid, type FieldError } from '../../../../src/plugin-api/index.js';
import { GoValue, isGroupId, isUserId, repeatFinder } from '../../../../src/plugin-api/built-in.js';
import type { Container } from '../shape/container.v1.js';
import type {
  ContainerStatus,
  LinuxContainerUser,
  PodStatus,
  ResourceHealth,
  ResourceStatus,
} from '../shape/pod-status.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { check, checkOneOf } from './checks.js';

const STATUS = FieldPath.of('status');
const LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
const HEALTH = ['Healthy', 'Unhealthy', 'Unknown'];
const CLAIM_PREFIX = 'claim:';
const UNKNOWN_CLAIM =
  "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
const UNKNOWN_REQUEST = "must match one of the container's resource requests";

/** Checks what a kubelet reports of containers: whom they run as, and the health of the devices they were given. */
export function validateContainerStatuses(status: PodStatus, spec: PodSpec): FieldError[] {
  return [
    ...LISTS.flatMap((list) => userErrors(status[list] ?? [], spec, STATUS.child(list))),
    ...allocationErrors(status.containerStatuses ?? [], spec.containers ?? [], STATUS.child('containerStatuses')),
    ...allocationErrors(
      status.initContainerStatuses ?? [],
      spec.initContainers ?? [],
      STATUS.child('initContainerStatuses'),
    ),
    ...noAllocationErrors(status.ephemeralContainerStatuses ?? [], STATUS.child('ephemeralContainerStatuses')),
  ];
}

function userErrors(statuses: readonly ContainerStatus[], { os }: PodSpec, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ user }, i) => {
    if (!user?.linux) return [];
    const place = path.index(i).child('linux');
    if (os?.name === 'windows') return [forbidden(place, 'cannot be set for a windows pod')];
    return linuxUserErrors(user.linux, place);
  });
}

function linuxUserErrors({ uid, gid, supplementalGroups }: LinuxContainerUser, path: FieldPath): FieldError[] {
  return [
    ...check(uid, path.child('uid'), isUserId),
    ...check(gid, path.child('gid'), isGroupId),
    ...(supplementalGroups ?? []).flatMap((id, i) => check(id, path.child('supplementalGroups').index(i), isGroupId)),
  ];
}

function allocationErrors(
  statuses: readonly ContainerStatus[],
  containers: readonly Container[],
  path: FieldPath,
): FieldError[] {
  const byName = new Map([...containers].reverse().map((container) => [container.name, allocatableOf(container)]));
  return statuses.flatMap(({ name, allocatedResourcesStatus }, i) => {
    const allocatable = byName.get(name);
    return (allocatedResourcesStatus ?? []).flatMap((resource, j) => {
      const place = path.index(i).child('allocatedResourcesStatus').index(j);
      return [...resourceNameErrors(resource, allocatable, place), ...healthErrors(resource.resources ?? [], place)];
    });
  });
}

/** The resources of a container, under the names in its status. */
interface Allocatable {
  readonly requests: object;
  readonly claims: ReadonlySet<string>;
}

function allocatableOf({ resources }: Container): Allocatable {
  const { claims = [], requests = {} } = resources ?? {};
  const names = claims.map(({ name, request }) => `${CLAIM_PREFIX}${name}${request ? `/${request}` : ''}`);
  return { requests, claims: new Set(names) };
}

/** A container that is not in the spec any more passes: its status may be late. */
function resourceNameErrors(
  { name }: ResourceStatus,
  allocatable: Allocatable | undefined,
  path: FieldPath,
): FieldError[] {
  if (!allocatable) return [];
  const refuse = (why: string): FieldError[] => [invalid(path.child('name'), new GoValue(name, name), why)];
  if (!name.startsWith(CLAIM_PREFIX)) return Object.hasOwn(allocatable.requests, name) ? [] : refuse(UNKNOWN_REQUEST);
  return allocatable.claims.has(name) ? [] : refuse(UNKNOWN_CLAIM);
}

function healthErrors(resources: readonly ResourceHealth[], path: FieldPath): FieldError[] {
  const isRepeat = repeatFinder<string>();
  return resources.flatMap(({ health = '', resourceID }, k) => {
    const place = path.child('resources').index(k);
    return [
      ...checkOneOf(health, place.child('health'), HEALTH),
      ...(isRepeat(resourceID) ? [duplicate(place.child('resourceID'), resourceID)] : []),
    ];
  });
}

function noAllocationErrors(statuses: readonly ContainerStatus[], path: FieldPath): FieldError[] {
  return statuses.flatMap(({ allocatedResourcesStatus }, i) =>
    allocatedResourcesStatus?.length
      ? [forbidden(path.index(i).child('allocatedResourcesStatus'), 'must not be specified in container status')]
      : [],
  );
}
