import { isAlreadyExists, type ApiObject } from '../../apimachinery/index.js';
import type { ResourceStore } from '../../registry/index.js';
import { type StoredObjectName, updateExisting } from './update-existing.js';

/**
 * Creates an object where there is none, and brings one that is there to what it should be. `change` makes the object,
 * or the next state of a copy of the current one; undefined leaves things as they are. Whoever else creates it first wins.
 */
export async function keepObject<T extends ApiObject>(
  store: ResourceStore<T>,
  { context, name }: StoredObjectName,
  change: (current: T | undefined) => T | undefined,
): Promise<void> {
  if (await store.has(context, name)) return updateExisting(store, { context, name }, change);
  const made = change(undefined);
  if (!made) return;
  try {
    await store.create(context, made);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
