import type { GroupResource } from '../apimachinery/index.js';

/**
 * Gives the values of a resource the form they are kept in: another encoding, encryption. Stands between the codec of
 * the resource, whose values are the canonical JSON of objects, and the engine, which sees stored forms only.
 *
 * Both methods are synchronous, because changes are handed on in order as they come: whoever needs a remote key fetches
 * it beforehand. Neither may change what it is given or answer a Buffer that somebody changes later.
 */
export interface ValueTransformer {
  /** The stored form of a value under a key; called once per write. Throws when there is none, and nothing is written. */
  toStored(value: Buffer, key: string): Buffer;
  /**
   * The value of a stored form, byte for byte what `toStored` was given for this key. Throws when it cannot be had,
   * with a message that may be logged: the object then counts as unreadable, and no other one suffers.
   */
  fromStored(stored: Buffer, key: string): Buffer;
  /**
   * Whether `toStored` would make the same kind of form today; a write that changes nothing else stores others anew. All
   * are when not given.
   */
  isCurrent?(stored: Buffer): boolean;
}

/** Chooses the stored form of every resource: an engine's or an operator's choice. Both type and injection token. */
export abstract class ValueTransformers {
  /** Asked once for each resource, when it is installed. Undefined: values are stored as they are, at no cost. */
  abstract of(resource: GroupResource): ValueTransformer | undefined;
}

/** Stores all values as they are. */
export class PlainValues extends ValueTransformers {
  of(): undefined {
    return undefined;
  }
}
