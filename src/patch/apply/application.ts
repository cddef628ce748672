import type { ApiObject } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { FieldSet, OwnedVersions } from '../ownership/index.js';
import type { Plain } from '../plain.js';

/** One server-side apply. */
export interface Application {
  /** Type of the version the request is made in. */
  readonly type: ObjectShape;
  /** `apps/v1`, `v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The stored object in the request's version; undefined if there is none yet. Not changed. */
  readonly live?: ApiObject;
  /** The body as plain data. Not changed. */
  readonly configuration: Plain;
  readonly manager: string;
  /** True if it takes what others own. */
  readonly force: boolean;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Fields that this endpoint does not write, see `resetFieldSet`. */
  readonly resetFields?: FieldSet;
  /** The versions in which other owners wrote. Without it every version is taken to have the shape of the applied one. */
  readonly versions?: OwnedVersions;
}
