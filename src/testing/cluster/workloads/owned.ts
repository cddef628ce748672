import { createHash } from 'node:crypto';
import type { ApiObject, OwnerReference, ResourceStore } from '../../../plugin-api/index.js';
import { controllerContext } from '../../../plugin-api/index.js';
import { isTrue } from '../conditions.js';
import type { Pod, PodTemplate } from '../types.js';

/** Returns the key of an object in a work queue. */
export function keyOf({ metadata }: ApiObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

/** Returns namespace and name of a key. */
export function partsOf(key: string): readonly [namespace: string, name: string] {
  const [namespace, name] = key.split('/');
  return [namespace, name];
}

/** Returns the reference of the object that controls another one; undefined without one. */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller);
}

/** Returns the keys of the objects of a kind that control an object: one or none. */
export function controllerKeys(object: ApiObject, kind: string): string[] {
  const owner = controllerOf(object);
  return owner?.kind === kind ? [`${object.metadata.namespace ?? ''}/${owner.name}`] : [];
}

/** Returns the reference to an object as the controller of others. */
export function referenceTo({ metadata }: ApiObject, apiVersion: string, kind: string): OwnerReference {
  const { name = '', uid = '' } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Returns the objects of a store that an object controls, in order of name. */
export async function controlledBy<T extends ApiObject>(
  store: ResourceStore<T>,
  { metadata }: ApiObject,
): Promise<T[]> {
  const all = await store.list(controllerContext(metadata.namespace));
  return all.filter((each) => controllerOf(each)?.uid === metadata.uid);
}

/** Returns a pod of a template, without a name. */
export function podOf({ metadata, spec }: PodTemplate, owner: OwnerReference, labels: object = {}): Pod {
  return {
    metadata: {
      labels: { ...metadata?.labels, ...labels },
      annotations: { ...metadata?.annotations },
      ownerReferences: [owner],
    },
    spec: structuredClone(spec),
  };
}

/** Names a template by its content: two that say the same have the same hash. */
export function hashOf(template: PodTemplate): string {
  const digest = createHash('sha256').update(JSON.stringify(template)).digest();
  return [...digest.subarray(0, 10)].map((byte) => 'bcdfghjklmnpqrstvwxz2456789'[byte % 27]).join('');
}

/** Reports whether a pod neither has ended nor is being deleted. */
export function isActive({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp === undefined && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

/** Reports whether a pod takes requests. */
export function isReady(pod: Pod): boolean {
  return isActive(pod) && isTrue(pod.status?.conditions, 'Ready');
}

/** Returns how many of a number a count or a percentage is. */
export function countOf(value: number | string | undefined, of: number, round: 'up' | 'down'): number {
  if (typeof value !== 'string') return value ?? 0;
  const exact = (parseInt(value, 10) * of) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}
