import { Undoing } from '../../../admission/index.js';
import { type ApiObject, isConflict } from '../../../apimachinery/index.js';
import { keepUnchangedTimes } from '../../../patch/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import { dropUnstored } from '../object-metadata.js';
import type { ObjectWriter } from './object-writer.js';
import type { OwnerTracking } from './owner-tracking.js';
import { PreparedUpdate, UPDATE_STEPS } from './prepared-update.js';
import { prepareInTurns } from './prepared-write.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { StoreParts, Written } from '../store-parts.js';
import { isDeletedByUpdate } from './update-rules.js';
import { WriteRace } from './write-race.js';
import { strategyContextOf, warnWithoutEffect } from './write-scope.js';

/** The current state of an object: decoded, and as the cache has it. */
export interface Current<T> {
  readonly object: T;
  readonly entry: CacheEntry;
}

/** Updates objects: prepares their next state by `UPDATE_STEPS`, and stores it (upstream: Store.Update). */
export class ObjectUpdate<T extends ApiObject> {
  constructor(
    private readonly parts: StoreParts<T>,
    private readonly writer: ObjectWriter<T>,
    private readonly owners: OwnerTracking<T>,
  ) {}

  /**
   * Replaces an object; WriteRace where another write comes first. Computed again, an object that names a version of its
   * own meets the newer one and is refused; one that took over the version it was computed from is right again.
   */
  async update(context: StoreContext, object: T, current: Current<T>): Promise<Written> {
    const { parts, owners } = this;
    const undoing = new Undoing(parts.report);
    return undoing.settle(
      () =>
        prepareInTurns(UPDATE_STEPS, new PreparedUpdate({ parts, owners, context, undoing }, object, current.object)),
      (ready) => this.store(context, ready, current),
    );
  }

  private async store(context: StoreContext, object: T, { object: old, entry }: Current<T>): Promise<Written> {
    const { codec, strategy, kind } = this.parts;
    if (!context.dryRun) dropUnstored(object);
    keepUnchangedTimes(object, old);
    const stored = await kind.toStorage(context.version, object);
    const bytes = codec.encodeChange(stored);
    context.signal?.throwIfAborted();
    if (!context.storesAgain && this.writer.isStored(bytes, entry)) return { entry, created: false, removed: false };
    const removed = isDeletedByUpdate(object, old) && (strategy.shouldDeleteDuringUpdate?.(object, old) ?? true);
    if (context.dryRun) return { entry: this.writer.unstored(entry.key, stored, bytes), created: false, removed };
    if (removed) return this.remove(context, { object, stored }, entry);
    const replacing = this.writer.replace(entry, stored, bytes);
    context.storing?.(replacing);
    const outcome = await written(replacing, { removed });
    warnWithoutEffect(this.parts, context, stored);
    return outcome;
  }

  private async remove(
    context: StoreContext,
    { object, stored }: { readonly object: T; readonly stored: T },
    entry: CacheEntry,
  ): Promise<Written> {
    const removing = this.writer.removeUpdated(entry, stored);
    context.storing?.(removing);
    const outcome = await written(removing, { removed: true });
    await this.parts.strategy.afterDelete?.(object, strategyContextOf(this.parts, context));
    return outcome;
  }
}

async function written(writing: Promise<CacheEntry>, { removed }: { removed: boolean }): Promise<Written> {
  try {
    return { entry: await writing, created: false, removed };
  } catch (error) {
    throw isConflict(error) ? new WriteRace(error) : error;
  }
}
