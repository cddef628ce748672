import type { GroupVersionResource } from '../apimachinery/index.js';
import type {
  ComputedStore,
  ResolvedKind,
  ResolvedVersion,
  ReviewHandler,
  Store,
  SubresourceDefinition,
  SubresourceHandler,
} from '../registry/index.js';
import type { ObjectShape } from '../schema/index.js';

/** A custom subresource with its handler. */
export interface ServedSubresource {
  readonly definition: SubresourceDefinition;
  readonly type: ObjectShape;
  readonly handler: SubresourceHandler;
}

/** One kind in one served version: what a request path leads to. */
export interface ServedResource {
  readonly gvr: GroupVersionResource;
  readonly kind: ResolvedKind;
  readonly version: ResolvedVersion;
  /** Undefined for kinds that are operations or views. */
  readonly store: Store | undefined;
  /** Set for kinds that are views. */
  readonly computed: ComputedStore | undefined;
  readonly review: ReviewHandler | undefined;
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  readonly verbs: ReadonlySet<string>;
}

/** The verbs of a kind whose declaration names none. */
export const ALL_VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
