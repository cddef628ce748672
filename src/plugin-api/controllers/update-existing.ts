import { isNotFound, type ApiObject } from '../../apimachinery/index.js';
import type { ResourceStore, StoreContext } from '../../registry/index.js';

/**
 * Which object is meant, and in whose name.
 *
 * @public
 * @example
 * const target: StoredObjectName = { context: systemContext('harbor'), name: 'north' };
 */
export interface StoredObjectName {
  readonly context: StoreContext;
  readonly name: string;
}

/**
 * Replaces an object by what `change` makes of a copy of it; leaves it alone when that answers undefined, and when it
 * has gone meanwhile.
 *
 * @public
 * @example
 * const target = { context: systemContext('harbor'), name: 'north' };
 * await updateExisting(store, target, (current) => ({ ...current, kind: 'Berth' }));
 */
export async function updateExisting<T extends ApiObject>(
  store: ResourceStore<T>,
  { context, name }: StoredObjectName,
  change: (current: T) => T | undefined,
): Promise<void> {
  const current = await store.find(context, name);
  if (!current || change(current) === undefined) return;
  try {
    await store.update(context, name, (newest) => (newest && change(newest)) ?? (newest as T));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
