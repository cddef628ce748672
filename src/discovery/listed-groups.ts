import type { ApiService, ApiServices, DelegatedService } from '../aggregation/index.js';
import { compareVersionPriority } from '../apimachinery/index.js';

/** A version in discovery. */
export interface ListedVersion {
  readonly version: string;
  /** The API service of one that another server serves. */
  readonly delegatedTo: DelegatedService | undefined;
}

/** A group in discovery: its versions, the preferred one first. */
export interface ListedGroup {
  readonly group: string;
  readonly versions: readonly ListedVersion[];
}

/** By which name groups of the same priority are ordered: their own, or that of their first API service. */
export type TieBreaker = 'group' | 'service';

/** A group that this server serves. */
interface OwnGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

/** The only group that never has an API service: it is before all others. */
const API_SERVICES = 'apiregistration.k8s.io';
/**
 * The priorities of versions whose API service is missing: those it will get. It is written a moment after a custom
 * resource or a plugin is served.
 */
const UNREGISTERED = { group: 1000, version: 100 };

/**
 * Returns all groups that are served here or by other servers, in the order of their API services: higher
 * priorities first (upstream: apiregistration/v1/helper, SortedByGroupAndVersion).
 */
export function listGroups(
  own: readonly OwnGroup[],
  services: Pick<ApiServices, 'all'>,
  tieBreaker: TieBreaker,
): ListedGroup[] {
  const registered = servicesByGroup(services);
  const versions = new Map(own.map((each) => [each.group, new Map<string, ListedVersion['delegatedTo']>()]));
  for (const { group, versions: served } of own) for (const each of served) versions.get(group)!.set(each, undefined);
  for (const [group, found] of registered) {
    for (const service of found.filter(isDelegated)) {
      let listed = versions.get(group);
      if (!listed) versions.set(group, (listed = new Map()));
      listed.set(service.version, service);
    }
  }
  const placed = [...versions].map(([group, found]) => {
    const known = registered.get(group) ?? [];
    return { group, versions: inOrder(found, known), sortKey: sortKeyOf(group, known, tieBreaker) };
  });
  return placed.sort((one, other) => compareSortKeys(one.sortKey, other.sortKey));
}

function servicesByGroup(services: Pick<ApiServices, 'all'>): ReadonlyMap<string, ApiService[]> {
  const groups = new Map<string, ApiService[]>();
  for (const service of services.all()) {
    const known = groups.get(service.group);
    if (known) known.push(service);
    else groups.set(service.group, [service]);
  }
  return groups;
}

function isDelegated(service: ApiService): service is DelegatedService {
  return service.server !== undefined;
}

function inOrder(
  versions: ReadonlyMap<string, ListedVersion['delegatedTo']>,
  services: readonly ApiService[],
): ListedVersion[] {
  const priorities = new Map(services.map(({ version, versionPriority }) => [version, versionPriority]));
  const priorityOf = (version: string): number => priorities.get(version) ?? UNREGISTERED.version;
  return [...versions]
    .map(([version, delegatedTo]) => ({ version, delegatedTo }))
    .sort((one, other) => {
      const [first, second] = [priorityOf(one.version), priorityOf(other.version)];
      return first === second ? compareVersionPriority(one.version, other.version) : second - first;
    });
}

interface SortKey {
  readonly priority: number;
  readonly name: string;
}

function sortKeyOf(group: string, services: readonly ApiService[], tieBreaker: TieBreaker): SortKey {
  if (group === API_SERVICES) return { priority: Infinity, name: '' };
  if (services.length === 0) return { priority: UNREGISTERED.group, name: '' };
  const priority = Math.max(...services.map((service) => service.groupPriority));
  if (tieBreaker === 'group') return { priority, name: group };
  const highest = services.filter((service) => service.groupPriority === priority);
  return { priority, name: highest.map(({ name }) => name).sort()[0] };
}

/** Equal keys leave the order as it is. */
function compareSortKeys(one: SortKey, other: SortKey): number {
  if (one.priority !== other.priority) return one.priority > other.priority ? -1 : 1;
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
