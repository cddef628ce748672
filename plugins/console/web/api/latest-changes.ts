import type { Api } from './api.js';
import { type KindCount, forEachAtATime, qualifiedName } from './count-objects.js';
import { type Resource, pathOf } from './discovery.js';
import type { ApiObject, Metadata } from './objects.js';

/** The newest write of an object that is there. */
export interface LatestChange {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly time: string;
  readonly isNew: boolean;
  /** The field manager; empty where the object names none. */
  readonly manager: string;
}

/** The newest changes, and the kinds that were not looked at. */
export interface LatestChanges {
  readonly changes: readonly LatestChange[];
  readonly leftOut: readonly string[];
}

const PARTIAL = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
/** Kinds with more objects are left out: all of them would have to be read. */
const MOST_OBJECTS = 500;
/** Kinds whose objects change all the time, or describe others. */
const NOISE = new Set(['events', 'leases', 'componentstatuses']);
const SHOWN = 10;

/** Finds the objects that were written last, by their metadata. Deletions leave none. */
export async function latestChanges(
  api: Api,
  counts: readonly KindCount[],
  signal: AbortSignal,
): Promise<LatestChanges> {
  const wanted = counts.filter(({ resource, count }) => count > 0 && !NOISE.has(resource.resource));
  const leftOut = wanted.filter(({ count }) => count > MOST_OBJECTS).map(({ resource }) => qualifiedName(resource));
  let changes: LatestChange[] = [];
  await forEachAtATime(
    wanted.filter(({ count }) => count <= MOST_OBJECTS),
    async ({ resource }) => {
      try {
        const request = { path: pathOf(resource, ''), query: { limit: String(MOST_OBJECTS) }, accept: PARTIAL, signal };
        const { items } = await api.json<{ items: ApiObject[] | null }>(request);
        const found = (items ?? []).map(({ metadata }) => changeOf(resource, metadata));
        changes = [...changes, ...found].sort((a, b) => b.time.localeCompare(a.time)).slice(0, SHOWN);
      } catch {
        leftOut.push(qualifiedName(resource));
      }
    },
  );
  return { changes, leftOut };
}

/** Returns the newest write of an object: its creation, or the newest entry of its field managers. */
export function changeOf(resource: Resource, metadata: Metadata): LatestChange {
  const { name, namespace = '', creationTimestamp = '', managedFields = [] } = metadata;
  const newest = managedFields
    .map(({ time = '', manager = '' }) => ({ time, manager }))
    .reduce((latest, each) => (each.time > latest.time ? each : latest), { time: '', manager: '' });
  const isNew = newest.time <= creationTimestamp;
  return {
    ...{ resource, name, namespace, isNew },
    time: isNew ? creationTimestamp : newest.time,
    manager: newest.manager || (managedFields[0]?.manager ?? ''),
  };
}
