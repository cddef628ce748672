import type { Api } from './api.js';
import { type Group, type Resource, pathOf } from './discovery.js';

/** The objects of a kind. */
export interface KindCount {
  readonly resource: Resource;
  readonly count: number;
}

/** Counts of kinds, and those that could not be counted. */
export interface KindCounts {
  readonly counts: readonly KindCount[];
  readonly uncounted: readonly string[];
}

const PARTIAL = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
/** Collections that are counted at a time. */
const AT_A_TIME = 6;

/** Returns the name of a resource with its group, as metrics have it: `deployments.apps`. */
export function qualifiedName({ group, resource }: Pick<Resource, 'group' | 'resource'>): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Returns all resources that can be listed. */
export function listable(groups: readonly Group[]): Resource[] {
  return groups.flatMap(({ resources }) => resources).filter(({ verbs }) => verbs.has('list'));
}

/** Counts the objects of all kinds by the lists that the user may read: one object of each, and how many remain. */
export async function countObjects(api: Api, groups: readonly Group[], signal: AbortSignal): Promise<KindCounts> {
  const [counts, uncounted]: [KindCount[], string[]] = [[], []];
  await forEachAtATime(listable(groups), async (resource) => {
    try {
      const request = { path: pathOf(resource, ''), query: { limit: '1' }, accept: PARTIAL, signal };
      const { items, metadata } = await api.json<CountedList>(request);
      counts.push({ resource, count: (items?.length ?? 0) + (metadata?.remainingItemCount ?? 0) });
    } catch {
      uncounted.push(qualifiedName(resource));
    }
  });
  return { counts, uncounted };
}

interface CountedList {
  readonly items: readonly object[] | null;
  readonly metadata?: { readonly remainingItemCount?: number };
}

/** Runs a task for each entry, some at a time: the rest of the console continues. */
export async function forEachAtATime<T>(entries: readonly T[], task: (entry: T) => Promise<void>): Promise<void> {
  const queue = [...entries];
  const work = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await task(entry);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
