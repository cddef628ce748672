import type { ResourceMeter } from './resource-meter.js';
import type { KeyChange, Storage, StoredValue, WriteOptions } from './storage.js';

/** The operations of the store on single objects. */
export type ObjectStorage = Pick<Storage, 'changeBefore' | 'create' | 'delete' | 'get' | 'update'>;

/** The store as one resource uses it, with its requests timed. */
export class MeasuredStorage implements ObjectStorage {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly meter: Pick<ResourceMeter, 'time'>,
  ) {}

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.meter.time('get', this.storage.get(key, options));
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.meter.time('get', this.storage.changeBefore(key, revision));
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    return this.meter.time('create', this.storage.create(key, value, options));
  }

  update(...update: Parameters<ObjectStorage['update']>): Promise<number> {
    return this.meter.time('update', this.storage.update(...update));
  }

  delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    return this.meter.time('delete', this.storage.delete(key, expectedRevision, lastValue));
  }
}
