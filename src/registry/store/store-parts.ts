import type { AdmissionChain } from '../../admission/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { CacheEntry, ObjectStorage, ResourceCache } from '../../storage/index.js';
import type { ObjectCodec } from '../kinds/object-codec.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import type { Identifiers } from './identifiers.js';
import type { Strategy } from '../kinds/strategy.js';

/** The dependencies of a Store. */
export interface StoreParts<T extends ApiObject> {
  readonly kind: ResolvedKind<T>;
  readonly strategy: Strategy<T>;
  readonly storage: ObjectStorage;
  readonly cache: ResourceCache;
  readonly codec: ObjectCodec<T>;
  readonly admission: AdmissionChain;
  readonly isEnabled: (gate: string) => boolean;
  /** The release whose API is served, as `1.32`; unset where that is the newest. */
  readonly release?: string;
  /** True if privileged containers are refused everywhere (`--allow-privileged=false`). */
  readonly refusesPrivileged?: boolean;
  /** True if clients are warned of what they store without effect (`--warn-without-effect`). */
  readonly warnsWithoutEffect?: boolean;
  readonly now: () => Date;
  /** Source of uids and generated names. */
  readonly identifiers: Identifiers;
  /** Called for failures that no longer affect the client: its request has been completed before. */
  readonly report: (error: unknown) => void;
  /** How large an object may be that is stored, in bytes of its JSON. */
  readonly maxObjectBytes: number;
}

/** A stored object: what the cache holds of it. `decode` it to look inside. */
export interface Stored {
  readonly entry: CacheEntry;
}

/** The outcome of a write. */
export interface Written extends Stored {
  /** True if the object did not exist before. */
  readonly created: boolean;
  /** True if the write removed the object (its last finalizer went). */
  readonly removed: boolean;
}
