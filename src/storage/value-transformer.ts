import type { GroupResource, GroupVersionKind } from '../apimachinery/index.js';
import type { ObjectShape } from '../schema/index.js';

/** The values of one resource, as their transformer sees them: the canonical JSON of objects of one kind and version. */
export interface TransformedValues extends GroupResource {
  /** The kind of the values, in the version in which they are stored. Older values may be of another version. */
  readonly gvk: GroupVersionKind;
  /** The shape of the values; undefined for those without one. */
  readonly shape: ObjectShape | undefined;
  /** All versions of the kind, where values are of a served kind. */
  readonly versions?: StoredVersions;
}

/** One version of a kind, as far as transformers look at it. */
export interface StoredVersion {
  readonly apiVersion: string;
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
}

/** The versions of a kind, for transformers that store another version than the kind does. */
export interface StoredVersions {
  /** The version in which the kind stores objects. */
  readonly storage: StoredVersion;
  /** The version in which the reference stores them. */
  readonly reference: StoredVersion;
  /** Finds a version by its apiVersion. */
  find(apiVersion: string): StoredVersion | undefined;
  /**
   * Converts an object that may be changed and shared; undefined where that may have to wait, as for a conversion by a
   * webhook.
   */
  convert(object: object, from: StoredVersion, to: StoredVersion): object | undefined;
}

/**
 * Transforms the values of a resource to their stored form: another encoding, encryption. It is called between the
 * codec of the resource, whose values are the canonical JSON of objects, and the engine, which sees stored forms only.
 * Both methods are synchronous, because changes are delivered in order: a transformer that needs a remote key fetches
 * it beforehand. Neither may modify its input or return a Buffer that is modified later.
 */
export interface ValueTransformer {
  /** Returns the stored form of a value under a key; called once per write. Throws when there is none, and nothing is written. */
  toStored(value: Buffer, key: string): Buffer;
  /**
   * Returns the value of a stored form, byte for byte what `toStored` was given for this key. Throws when it cannot
   * be had, with a message that may be logged: the object then counts as unreadable, and no other one suffers.
   */
  fromStored(stored: Buffer, key: string): Buffer;
  /**
   * Reports whether `toStored` would produce the same form today; a no-op write stores other values again. All values
   * are current if it is not implemented.
   */
  isCurrent?(stored: Buffer): boolean;
}

/** Chooses the stored form of every resource: an engine's or an operator's choice. Both type and injection token. */
export abstract class ValueTransformers {
  /**
   * Called for each resource when it is installed, and again when its kind is declared otherwise, with the new
   * shape. Undefined: values are stored as they are, at no cost.
   */
  abstract of(values: TransformedValues): ValueTransformer | undefined;
}

/** Stores all values as they are. */
export class PlainValues extends ValueTransformers {
  of(): undefined {
    return undefined;
  }
}
