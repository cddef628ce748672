import type { ApiObject, OwnerReference } from '../../apimachinery/index.js';
import type { Informer } from '../informers/informer.js';
import { apiVersionOf } from '../kinds/paths.js';
import { type KindSource, resourceKindOf } from '../kinds/resource-kind.js';
import type { WorkQueue } from '../queue/work-queue.js';
import { keyOf } from '../watching/reflection.js';

/**
 * Returns the reference by which an object belongs to its controller, and is deleted with it (upstream:
 * NewControllerRef). Throws TypeError for an owner that is not stored yet.
 *
 * @public
 * @example
 * const berth = await client.of(Berth).namespace('harbor').get('north');
 * const metadata = { name: 'north-tug', ownerReferences: [ownedBy(Berth, berth)] };
 */
export function ownedBy<T extends ApiObject>(source: KindSource<T>, { metadata }: T): OwnerReference {
  const kind = resourceKindOf(source);
  const { name, uid } = metadata;
  if (!name || !uid) throw new TypeError('an owner needs metadata.name and metadata.uid: read it first');
  const apiVersion = apiVersionOf(kind);
  return { apiVersion, kind: kind.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/**
 * Returns the reference to the controller of an object; undefined where it has none (upstream:
 * GetControllerOf).
 *
 * @public
 * @example
 * const owner = controllerOf(object)?.name;
 */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller);
}

/**
 * Returns a function from a child to the key of its controller, if that is of a kind: for `follow` of a
 * QueueController.
 *
 * @public
 * @example
 * const keysOf = ownerKeys(Berth);
 * for (const key of keysOf(object)) logger.info(key);
 */
export function ownerKeys<T extends ApiObject>(source: KindSource<T>): (child: ApiObject) => string[] {
  const { group, kind, scope } = resourceKindOf(source);
  return (child) => {
    const owner = controllerOf(child);
    if (!owner || owner.kind !== kind || groupOf(owner.apiVersion) !== group) return [];
    const { namespace } = child.metadata;
    return [scope === 'Cluster' || !namespace ? owner.name : `${namespace}/${owner.name}`];
  };
}

/**
 * Adds the key of every object that is there, changes or goes to a queue; the answer ends that.
 *
 * @public
 * @example
 * const follow = (berths: Informer<Berth>, queue: WorkQueue) => enqueue(berths, queue);
 */
export function enqueue<T extends ApiObject>(
  informer: Informer<T>,
  queue: Pick<WorkQueue, 'add'>,
  keysOf: (object: T) => Iterable<string> = (object) => [keyOf(object)],
): () => void {
  const add = (object: T): void => {
    for (const key of keysOf(object)) queue.add(key);
  };
  return informer.addHandler({
    onAdd: add,
    onUpdate: (former, object) => {
      // A child that changes hands concerns both.
      add(former);
      add(object);
    },
    onDelete: add,
  });
}

function groupOf(apiVersion: string): string {
  const [group, version] = apiVersion.split('/');
  return version === undefined ? '' : group;
}
