import {
  type ApiObject,
  StatusError,
  isConflict,
  isNotFound,
  notFound,
  storageReadError,
} from '../apimachinery/index.js';
import type { DeleteOptions } from '../schema/index.js';
import type { CacheEntry } from '../storage/index.js';
import { checkDeleteOptions, checkPreconditions, finalizersForDeletion, markDeletion } from './deletion.js';
import type { Store } from './store.js';
import type { StoreContext } from './store-context.js';

/** The outcome of a deletion. */
export interface Deleted {
  /** The last state, or the state of an object that is still being finalized. */
  readonly entry: CacheEntry;
  /** False while finalizers or a grace period hold the object. */
  readonly isGone: boolean;
}

const ATTEMPTS = 64;

/**
 * Deletes one object in two phases: marks it where finalizers, a grace period or the propagation policy ask for that,
 * removes it at once otherwise. 404 when there is none, 409 when a precondition fails.
 */
export async function deleteObject<T extends ApiObject>(
  store: Store<T>,
  context: StoreContext,
  name: string,
  options: DeleteOptions = {},
): Promise<Deleted> {
  checkDeleteOptions(options);
  warnOfDeletion(store, context, options);
  let entry = await store.find(context, name);
  for (let attempt = 1; ; attempt++) {
    if (!entry) throw notFound(store.kind.groupResource, name);
    try {
      return await deleteOnce(store, context, entry, options);
    } catch (error) {
      if (!(error instanceof LostRace) || attempt >= ATTEMPTS) throw error;
      entry = await store.read(context, name);
    }
  }
}

function warnOfDeletion<T extends ApiObject>(store: Store<T>, context: StoreContext, options: DeleteOptions): void {
  for (const text of store.parts.strategy.warningsOnDelete?.(options) ?? []) context.warn?.(text);
}

class LostRace extends Error {}

async function deleteOnce<T extends ApiObject>(
  store: Store<T>,
  context: StoreContext,
  entry: CacheEntry,
  options: DeleteOptions,
): Promise<Deleted> {
  const { parts, kind } = store;
  const object = store.codec.decode(entry);
  checkPreconditions(kind, object, options, Boolean(parts.strategy.keepsUntilFinalized));
  const scope = store.strategyContext(context);
  parts.strategy.checkDelete?.(object, scope);
  if (!context.skipAdmission) {
    const name = object.metadata.name ?? '';
    const attributes = store.admissionAttributes(context, 'DELETE', { name, oldObject: object });
    await parts.admission.mutate(attributes);
    await parts.admission.validate(attributes);
  }
  const outcome = planDeletion(store, object, options);
  if (outcome === 'unchanged') return { entry, isGone: false };
  if (context.dryRun) return { entry: dryRunEntry(store, entry, object), isGone: outcome !== 'mark' };
  return carryOut(store, context, entry, object, outcome);
}

type Plan = 'remove' | 'mark' | 'markAndRemove' | 'unchanged';

/** Decides what a deletion does, and changes the object so. */
function planDeletion<T extends ApiObject>(store: Store<T>, object: T, options: DeleteOptions): Plan {
  const { parts, kind } = store;
  const before = object.metadata.finalizers ?? [];
  const finalizers = finalizersForDeletion(kind, object, options);
  const isSame = before.length === finalizers.length && before.every((f, i) => f === finalizers[i]);
  if (!isSame) object.metadata.finalizers = finalizers;
  const grace = parts.strategy.gracePeriodFor?.(object, options);
  const isHeld = finalizers.length > 0 || (grace ?? 0) > 0 || parts.strategy.keepsUntilFinalized?.(object);
  if (!isHeld) {
    // Kinds that know grace show that an object was given none before it goes.
    return grace !== undefined && markDeletion(object, grace, parts.now()) ? 'markAndRemove' : 'remove';
  }
  const isMarked = markDeletion(object, grace, parts.now());
  parts.strategy.prepareForDeletion?.(object);
  return isMarked || !isSame ? 'mark' : 'unchanged';
}

function dryRunEntry<T extends ApiObject>(store: Store<T>, entry: CacheEntry, object: T): CacheEntry {
  const { key, revision, createRevision } = entry;
  return store.codec.entryOf({ key, value: store.codec.encode(object), revision, createRevision });
}

async function carryOut<T extends ApiObject>(
  store: Store<T>,
  context: StoreContext,
  entry: CacheEntry,
  object: T,
  plan: Exclude<Plan, 'unchanged'>,
): Promise<Deleted> {
  try {
    if (plan === 'mark') return { entry: await store.replace(entry, object), isGone: false };
    const marked = plan === 'markAndRemove' ? await store.replace(entry, object) : entry;
    const last = await store.remove(marked, object);
    await store.parts.strategy.afterDelete?.(object, store.strategyContext(context));
    return { entry: last, isGone: true };
  } catch (error) {
    if (isConflict(error)) throw new LostRace();
    throw error;
  }
}

/**
 * Deletes every entry it is given, some at a time. Objects that vanish meanwhile are passed over; those that cannot be
 * read stay, and StorageReadError tells of them when the others are gone.
 */
export async function deleteEntries<T extends ApiObject>(
  store: Store<T>,
  context: StoreContext,
  entries: readonly CacheEntry[],
  options: DeleteOptions,
  workers: number,
): Promise<void> {
  warnOfDeletion(store, context, options);
  const unreadable = entries.filter((entry) => entry.unreadable !== undefined);
  const readable = unreadable.length === 0 ? entries : entries.filter((entry) => entry.unreadable === undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < readable.length; i = next++) {
      const { metadata } = store.codec.decode(readable[i]);
      const inNamespace = { ...context, namespace: metadata.namespace ?? '' };
      try {
        await deleteObject(store, inNamespace, metadata.name ?? '', options);
      } catch (error) {
        if (!(error instanceof StatusError) || !isNotFound(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, readable.length) }, work));
  if (unreadable.length > 0) {
    throw storageReadError(
      store.kind.groupResource,
      unreadable.map(({ key }) => key),
    );
  }
}
