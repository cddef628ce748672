import { parseJson, stringifyJson } from '../../codecs/index.js';
import { type Storage, type ValueTransformer, isConflict, isKeyExists, isKeyNotFound } from '../../storage/index.js';
import { Bitmap } from './bitmap.js';

/** A range of numbers, and its key in the store. */
export interface NumberRange {
  /** Last part of the key in the store: `serviceips`. One name stands for one range. */
  readonly name: string;
  /** Describes the numbers: `10.0.0.0/24`. Another text than the stored one makes that void. */
  readonly range: string;
  /** The numbers are 0 and up, below this. */
  readonly size: number;
}

/** The dependencies of stored ranges. */
export interface StoredRangeParts {
  readonly storage: Storage;
  readonly transformer: ValueTransformer | undefined;
}

/** The numbers that are taken, at one revision of the object that says so. */
export interface RangeState {
  readonly taken: Bitmap;
  /** 0 where there is no object. */
  readonly revision: number;
  /** False if the object is unusable: it is missing, of another range, or cannot be read. */
  readonly isValid: boolean;
}

/** Reads and writes the object of one range: a RangeAllocation of core/v1, a bitmap of what is taken. */
export class StoredRange {
  private readonly key: string;

  constructor(
    private readonly range: NumberRange,
    private readonly parts: StoredRangeParts,
  ) {
    this.key = `/registry/ranges/${range.name}`;
  }

  /** Returns the newest state, whichever process made it. */
  async read(): Promise<RangeState> {
    const stored = await this.parts.storage.get(this.key);
    const revision = stored?.revision ?? 0;
    const taken = stored && this.decode(stored.value);
    return { taken: taken ?? Bitmap.empty(this.range.size), revision, isValid: taken !== undefined };
  }

  /** Writes what is taken, over the state of a revision; undefined when that is no longer the newest. */
  async write(taken: Bitmap, revision: number): Promise<RangeState | undefined> {
    const { storage, transformer } = this.parts;
    const plain = this.encode(taken);
    const value = transformer ? transformer.toStored(plain, this.key) : plain;
    try {
      const written =
        revision === 0 ? await storage.create(this.key, value) : await storage.update(this.key, value, revision);
      return { taken, revision: written, isValid: true };
    } catch (error) {
      if (isConflict(error) || isKeyExists(error) || isKeyNotFound(error)) return undefined;
      throw error;
    }
  }

  private encode(taken: Bitmap): Buffer {
    const object = {
      kind: 'RangeAllocation',
      apiVersion: 'v1',
      metadata: { creationTimestamp: null },
      range: this.range.range,
      data: Buffer.from(taken.toBytes()).toString('base64'),
    };
    return Buffer.from(stringifyJson(object));
  }

  private decode(value: Buffer): Bitmap | undefined {
    try {
      const { transformer } = this.parts;
      const plain = transformer ? transformer.fromStored(value, this.key) : value;
      const { range, data } = parseJson(plain.toString('utf8')).value as { range?: unknown; data?: unknown };
      if (range !== this.range.range || typeof data !== 'string') return undefined;
      return Bitmap.fromBytes(Buffer.from(data, 'base64'), this.range.size);
    } catch {
      return undefined;
    }
  }
}
