import { Undoing } from '../../../admission/index.js';
import { checkAs, type ApiObject, isConflict, notFound } from '../../../apimachinery/index.js';
import type { DeleteOptions } from '../../../schema/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import {
  checkDeleteOptions,
  checkPreconditions,
  finalizersForDeletion,
  graceBroughtForward,
  markDeletion,
} from './deletion-rules.js';
import { deletionWithoutVersion } from './identity-checks.js';
import type { ObjectReader } from '../object-reader.js';
import type { Current } from './object-update.js';
import type { ObjectWriter } from './object-writer.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { StoreParts } from '../store-parts.js';
import { admissionAttributesOf, strategyContextOf, warnAll } from './write-scope.js';

/** The outcome of a deletion. */
export interface Deleted {
  /** The last state, or the state of an object that is still being finalized. */
  readonly entry: CacheEntry;
  /** False while finalizers or a grace period hold the object. */
  readonly isGone: boolean;
}

/** The most lost races against single writers; it bounds the work of one request. */
const ATTEMPTS = 64;

/** The effect of a deletion: none, because it is in progress; removal; a mark; a mark, and removal then. */
type Plan = 'unchanged' | 'remove' | 'mark' | 'markAndRemove';

interface Order {
  readonly options: DeleteOptions;
  /** True if admission has been asked about the collection the object is in. */
  readonly isOneOfMany: boolean;
}

/** One attempt to delete an object in the state of an entry. */
interface Attempt {
  readonly entry: CacheEntry;
  readonly order: Order;
  readonly undoing: Undoing;
}

/** How an object leaves the store (upstream: rest.BeforeDelete and Store.Delete). */
export class ObjectDeletion<T extends ApiObject> {
  constructor(
    private readonly parts: StoreParts<T>,
    private readonly reader: ObjectReader<T>,
    private readonly writer: ObjectWriter<T>,
  ) {}

  /**
   * Deletes one object in two phases: marks it where finalizers, a grace period or the propagation policy ask for that,
   * removes it at once otherwise. 404 when there is none, 409 when a precondition fails.
   */
  async delete(context: StoreContext, name: string, options: DeleteOptions): Promise<Deleted> {
    checkAs(this.parts.kind.release, () => checkDeleteOptions(options));
    this.warn(context, options);
    return this.deleteFound(context, name, { options, isOneOfMany: false });
  }

  /**
   * Starts the deletion of a collection: sends the kind's warnings to the client, and calls mutating admission, once
   * for the collection and not for each object, as in the reference.
   */
  async beginCollection(context: StoreContext, options: DeleteOptions): Promise<void> {
    this.warn(context, options);
    if (context.skipAdmission) return;
    const { kind, admission } = this.parts;
    const attributes = admissionAttributesOf(this.parts, { ...context, options }, { operation: 'DELETE', name: '' });
    await admission.mutate(attributes, kind.workingVersion(context.version).type);
  }

  /** Deletes one object of a collection. */
  deleteOneOf(context: StoreContext, name: string, options: DeleteOptions): Promise<Deleted> {
    return this.deleteFound(context, name, { options, isOneOfMany: true });
  }

  /**
   * Removes an unreadable object unchanged: neither its rules nor validating admission can be called with it. Returns
   * false for a readable one, and leaves it alone. 404 when there is none.
   */
  async deleteUnreadable(context: StoreContext, name: string): Promise<boolean> {
    const { kind, admission } = this.parts;
    const attributes = admissionAttributesOf(this.parts, context, { operation: 'DELETE', name });
    await admission.mutate(attributes, kind.storage.type);
    const entry = await this.reader.read(context, name);
    if (!entry) throw notFound(kind.groupResourceIn(context.version), name);
    if (entry.unreadable === undefined) return false;
    context.signal?.throwIfAborted();
    await this.writer.removeUnreadable(entry, name);
    return true;
  }

  private async deleteFound(context: StoreContext, name: string, order: Order): Promise<Deleted> {
    let entry = await this.reader.find(context, name);
    for (let attempt = 1; ; attempt++) {
      if (!entry) throw notFound(this.parts.kind.groupResourceIn(context.version), name);
      try {
        return await this.deleteOnce(context, entry, order);
      } catch (error) {
        if (!(error instanceof LostRace) || attempt >= ATTEMPTS) throw error;
        entry = await this.reader.read(context, name);
      }
    }
  }

  /** Sends the kind's warnings about deletions to the client, before any object is looked up. */
  private warn(context: StoreContext, options: DeleteOptions): void {
    warnAll(context, this.parts.strategy.warningsOnDelete?.(options));
  }

  private async deleteOnce(context: StoreContext, entry: CacheEntry, order: Order): Promise<Deleted> {
    const undoing = new Undoing(this.parts.report);
    let removed: T | undefined;
    const deleted = await undoing.settle(
      () => this.prepare(context, { entry, order, undoing }),
      async ({ object, plan }) => {
        const outcome = await this.store(context, { entry, object }, plan);
        if (outcome.isGone && !context.dryRun) removed = object;
        return outcome;
      },
    );
    // The object is gone, whatever comes of this.
    if (removed) await this.parts.strategy.afterDelete?.(removed, strategyContextOf(this.parts, context));
    return deleted;
  }

  /** Has admission and the strategy check the deletion, and decides what it does. */
  private async prepare(
    context: StoreContext,
    { entry, order, undoing }: Attempt,
  ): Promise<{ readonly object: T; readonly plan: Plan }> {
    const { options } = order;
    const { kind, strategy, codec } = this.parts;
    const object = codec.decodeStored(entry);
    const seen = await kind.toWorking(context.version, object);
    const isByUpdate = Boolean(strategy.keepsUntilFinalized);
    checkPreconditions(kind, object, { preconditions: options.preconditions, isByUpdate });
    // Collections are not asked object by object, as in the reference.
    if (!order.isOneOfMany) await strategy.checkDelete?.(seen, strategyContextOf(this.parts, context));
    if (!context.skipAdmission) await this.admit(context, seen, { order, undoing });
    context.signal?.throwIfAborted();
    const plan = this.plan(object, options);
    if (plan === 'unchanged') await undoing.revert();
    if (plan === 'remove' && !context.dryRun) this.checkVersionOfRemoval(context, object, options);
    return { object, plan };
  }

  /** Refuses the removal of an object whose last finalizers go with it, where the client named its version. */
  private checkVersionOfRemoval(context: StoreContext, object: T, { preconditions }: DeleteOptions): void {
    if (preconditions?.resourceVersion === undefined || !object.metadata.finalizers?.length) return;
    const { namespace, version: apiVersion } = context;
    throw deletionWithoutVersion(this.parts.kind, object, { namespace, apiVersion });
  }

  private async store(context: StoreContext, { entry, object }: Current<T>, plan: Plan): Promise<Deleted> {
    if (plan === 'unchanged') return { entry, isGone: false };
    if (context.dryRun) return { entry: this.unstored(entry, object), isGone: plan !== 'mark' };
    return this.carryOut(context, { entry, object }, plan);
  }

  private async admit(
    context: StoreContext,
    object: T,
    { order: { options, isOneOfMany }, undoing }: Pick<Attempt, 'order' | 'undoing'>,
  ): Promise<void> {
    const { kind, admission } = this.parts;
    const { name = '' } = object.metadata;
    const write = { operation: 'DELETE', name, oldObject: object, undoing } as const;
    const attributes = admissionAttributesOf(this.parts, { ...context, options }, write);
    if (!isOneOfMany) await admission.mutate(attributes, kind.workingVersion(context.version).type);
    await admission.validate(attributes);
  }

  /** Decides what a deletion does, and changes the object so. */
  private plan(object: T, options: DeleteOptions): Plan {
    const { strategy } = this.parts;
    if (object.metadata.deletionTimestamp === undefined) {
      return this.planWith(object, options, strategy.gracePeriodFor?.(object, options));
    }
    if (strategy.keepsUntilFinalized?.(object)) return 'unchanged';
    if (!strategy.gracePeriodFor) return this.planWith(object, options, undefined);
    const grace = graceBroughtForward(object, options);
    return grace === undefined ? 'unchanged' : this.planWith(object, options, grace);
  }

  private planWith(object: T, options: DeleteOptions, grace: number | undefined): Plan {
    const { kind, strategy, now } = this.parts;
    const before = object.metadata.finalizers ?? [];
    const finalizers = finalizersForDeletion(kind, object, options);
    const isSame = before.length === finalizers.length && before.every((f, i) => f === finalizers[i]);
    const isHeld = finalizers.length > 0 || (grace ?? 0) > 0 || strategy.keepsUntilFinalized?.(object);
    // An object that goes at once goes as it is stored.
    if (!isSame && (isHeld || grace !== undefined)) object.metadata.finalizers = finalizers;
    if (!isHeld) {
      // Kinds that know grace show that an object was given none before it goes.
      return grace !== undefined && markDeletion(object, grace, now()) ? 'markAndRemove' : 'remove';
    }
    const isFirst = object.metadata.deletionTimestamp === undefined;
    const isMarked = markDeletion(object, grace, now());
    if (isFirst) strategy.prepareForDeletion?.(object);
    return isMarked || !isSame ? 'mark' : 'unchanged';
  }

  /** The answer to a dry run: as it would be stored, with the version the object has. */
  private unstored({ key, revision, createRevision }: CacheEntry, object: T): CacheEntry {
    const { codec } = this.parts;
    return codec.entryOf({ key, value: codec.encode(object), revision, createRevision });
  }

  private async carryOut(
    context: StoreContext,
    { entry, object }: Current<T>,
    plan: Exclude<Plan, 'unchanged'>,
  ): Promise<Deleted> {
    try {
      if (plan === 'mark') return { entry: await this.mark(entry, object), isGone: false };
      const marked = plan === 'markAndRemove' ? await this.mark(entry, object) : entry;
      const removing = this.writer.remove(marked, object);
      context.storing?.(removing);
      return { entry: await removing, isGone: true };
    } catch (error) {
      throw isConflict(error) ? new LostRace() : error;
    }
  }

  private mark(entry: CacheEntry, object: T): Promise<CacheEntry> {
    return this.writer.replace(entry, object, this.parts.codec.encode(object));
  }
}

class LostRace extends Error {}
