import {
  type ApiObject,
  type OwnerReference,
  type ResourceStore,
  conflict,
  isNotFound,
  controllerContext,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import type { GraphNode } from './dependent-graph.js';
import { FOREGROUND, ORPHAN } from './owner-kinds.js';

/** Takes the references to some owners out of an object. */
export function removeReferences(store: ResourceStore, node: GraphNode, uids: ReadonlySet<string>): Promise<void> {
  return changeReferences(store, node, (references) => references.filter(({ uid }) => !uids.has(uid)));
}

/** Unblocks the owners of an object: they would wait for each other forever. */
export function unblockOwners(store: ResourceStore, node: GraphNode): Promise<void> {
  return changeReferences(store, node, (references) =>
    references.map((reference) =>
      reference.blockOwnerDeletion ? { ...reference, blockOwnerDeletion: false } : reference,
    ),
  );
}

/** Takes a finalizer off an object; the last one lets it go. */
export function removeFinalizer(store: ResourceStore, node: GraphNode, finalizer: string): Promise<void> {
  return changeObject(store, node, ({ metadata }) => {
    const finalizers = metadata.finalizers ?? [];
    if (!finalizers.includes(finalizer)) return false;
    metadata.finalizers = finalizers.filter((each) => each !== finalizer);
    return true;
  });
}

type Policy = 'Background' | 'Foreground' | 'Orphan';

/** Deletes an object if it is unchanged. Its finalizers determine the treatment of its dependents, unless specified. */
export async function deleteObject(
  store: ResourceStore,
  object: ApiObject,
  propagationPolicy = policyOf(object),
): Promise<void> {
  const { namespace, name = '', uid, resourceVersion } = object.metadata;
  try {
    const preconditions = { uid, resourceVersion };
    await store.delete(controllerContext(namespace), name, { preconditions, propagationPolicy });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function policyOf({ metadata: { finalizers = [] } }: ApiObject): Policy {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

type References = readonly OwnerReference[];

function changeReferences(
  store: ResourceStore,
  node: GraphNode,
  change: (references: References) => OwnerReference[],
): Promise<void> {
  return changeObject(store, node, ({ metadata }) => {
    const before = metadata.ownerReferences ?? [];
    const after = change(before);
    if (after.length === before.length && after.every((reference, i) => reference === before[i])) return false;
    metadata.ownerReferences = after.length > 0 ? after : undefined;
    return true;
  });
}

/** Changes an object where it is still the one that is meant; `change` answers whether there was anything to change. */
async function changeObject(
  store: ResourceStore,
  { namespace, name, uid }: GraphNode,
  change: (object: ApiObject) => boolean,
): Promise<void> {
  await updateExisting(store, { context: controllerContext(namespace), name }, (object) => {
    if (object.metadata.uid !== uid) throw conflict(store.kind.groupResource, name, 'it is another object by now');
    return change(object) ? object : undefined;
  });
}
