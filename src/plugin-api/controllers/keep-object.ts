import { isAlreadyExists, type ApiObject } from '../../apimachinery/index.js';
import type { ResourceStore } from '../../registry/index.js';
import { type StoredObjectName, updateExisting } from './update-existing.js';

/**
 * Creates an object if it does not exist, and reconciles an existing one. `change` returns the new object, or the next
 * state of a copy of the current one; undefined leaves it unchanged. An object that another client creates first is
 * kept.
 *
 * @public
 * @example
 * const target = { context: systemContext('harbor'), name: 'north' };
 * await keepObject(store, target, (current) => current ?? { metadata: { name: 'north' } });
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
