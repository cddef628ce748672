import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { FieldSet } from './field-set.js';

/** A version in which fields of an object are owned. */
export interface OwnedVersion {
  readonly type: ObjectShape;
  /** Fields that writes through the same endpoint do not write in this version, see `resetFieldSet`. */
  readonly resetFields?: FieldSet;
}

/** The versions of one kind that owners may have written in. Asked while a write is recorded; keeps nothing. */
export interface OwnedVersions {
  /** Returns the version of an apiVersion; undefined for one that is no longer known, whose owners are dropped. */
  find(apiVersion: string): OwnedVersion | undefined;
  /** Converts objects to another version, in order and in canonical form. Must not change them; both versions are known. */
  convert(objects: readonly ApiObject[], from: string, to: string): MaybePromise<readonly ApiObject[]>;
}
