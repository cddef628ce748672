import { type ApiObject, type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import { turns } from '../../observability/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';

/** A stored object, and the same in the version of the request. */
export interface ConvertedObject {
  readonly stored: ApiObject;
  readonly shown: ApiObject;
}

/** Receives the objects of a list, in order. */
export type TakeConverted = (entry: CacheEntry, object: ConvertedObject) => void;

/** Stored objects in the version of a request: one at a time, or a list in batches. */
export class ConvertedObjects {
  constructor(private readonly resource: ReadableResource) {}

  /** Returns an object as it is stored. Throws StorageReadError. */
  stored(entry: CacheEntry): ApiObject {
    return this.resource.codec.decode(entry);
  }

  /** Returns one object. Throws, or rejects with, a StatusError where it cannot be converted. */
  of(entry: CacheEntry): MaybePromise<ConvertedObject> {
    const stored = this.stored(entry);
    const { kind, version } = this.resource;
    return whenSettled(kind.fromStored([stored], version), ([shown]) => ({ stored, shown: this.canonical(shown) }));
  }

  /** Returns the same for conversions that do not wait. */
  at(entry: CacheEntry): ConvertedObject {
    const object = this.of(entry);
    if (object instanceof Promise) throw new Error('a conversion waits whose kind does not say so');
    return object;
  }

  /**
   * Passes on all objects of a list, converted in batches and time slices. Rejects with a StatusError if one cannot be
   * converted, and when `isGone` reports that the client has disconnected.
   */
  async each(entries: readonly CacheEntry[], isGone: () => boolean, take: TakeConverted): Promise<void> {
    const { kind, version } = this.resource;
    const size = kind.conversionBatch;
    for (let at = 0; at < entries.length; at += size) {
      const batch = entries.slice(at, at + size);
      const stored = batch.map((entry) => this.stored(entry));
      const converted = kind.fromStored(stored, version);
      const shown = converted instanceof Promise ? await converted : converted;
      batch.forEach((entry, i) => take(entry, { stored: stored[i], shown: this.canonical(shown[i]) }));
      if (turns.isOver()) await turns.nextSlice();
      if (isGone()) throw new Error('the client is gone');
    }
  }

  /**
   * Returns all objects of a list, each made when it is reached; they have been converted once before, so that a list
   * that cannot be shown fails before it begins. Those whose conversion may wait are kept until then.
   */
  async all(entries: readonly CacheEntry[], isGone: () => boolean): Promise<Iterable<ConvertedObject>> {
    const kept: ConvertedObject[] = [];
    const { conversionMayWait } = this.resource.kind;
    await this.each(entries, isGone, (_entry, object) => {
      if (conversionMayWait) kept.push(object);
    });
    return conversionMayWait ? kept : this.again(entries);
  }

  private *again(entries: readonly CacheEntry[]): Generator<ConvertedObject> {
    for (const entry of entries) yield this.at(entry);
  }

  private canonical(object: ApiObject): ApiObject {
    return this.resource.version.type.decode(object) as unknown as ApiObject;
  }
}
