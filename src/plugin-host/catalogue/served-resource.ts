import type { GroupVersionKind, GroupVersionResource } from '../../apimachinery/index.js';
import {
  type ComputedStore,
  type ConnectionDefinition,
  ConnectionOperation,
  type ConnectionParts,
  type Connector,
  type ObjectCodec,
  type ResolvedKind,
  type ResolvedSubresource,
  type ResolvedVersion,
  type ReviewOperation,
  SCALE_KIND,
  type ScaleForm,
  ScaleStore,
  type Stop,
  type Store,
  type SubresourceDefinition,
  type SubresourceHandler,
  SubresourceOperation,
  type SubresourceParts,
} from '../../registry/index.js';
import { type ObjectShape, Scale, toShape } from '../../schema/index.js';

/** The facts of every subresource for discovery, documents and the router. */
interface SubresourceFacts {
  readonly name: string;
  /** Group, version and kind of its body. */
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
  readonly verbs: ReadonlySet<string>;
}

/** The status of an object, read and written as the object itself. */
export interface StatusSubresource extends SubresourceFacts {
  readonly serves: 'status';
}

/** How many replicas an object has, in its own shape. */
export interface ScaleSubresource extends SubresourceFacts {
  readonly serves: 'scale';
  readonly scales: ScaleStore;
  /** How scales are shown here; undefined for the usual way. */
  readonly form: ScaleForm | undefined;
}

/** A subresource with its own handler. */
export interface CustomSubresource extends SubresourceFacts {
  readonly serves: 'custom';
  readonly definition: ResolvedSubresource;
  /** Carries out what is asked of it. */
  readonly operation: SubresourceOperation;
}

/** A proxied subresource; its type is that of its options. */
export interface ConnectingSubresource extends SubresourceFacts {
  readonly serves: 'connection';
  readonly definition: ConnectionDefinition;
  /** Finds out where a request leads. */
  readonly operation: ConnectionOperation;
}

/** The target of a path below an object. */
export type ServedSubresource = StatusSubresource | ScaleSubresource | CustomSubresource | ConnectingSubresource;

/** The store of a resource's objects, a view of others, or an operation: it carries out the requests. */
export type ResourceContent =
  | { readonly serves: 'objects'; readonly store: Store }
  | { readonly serves: 'view'; readonly computed: ComputedStore }
  | { readonly serves: 'operation'; readonly review: ReviewOperation };

/** The dependencies of a served resource, besides its content. */
export interface ServedResourceParts {
  readonly gvr: GroupVersionResource;
  readonly kind: ResolvedKind;
  readonly version: ResolvedVersion;
  /** How many declarations the kind has had before this one; none when not given. */
  readonly generation?: number;
  /** Text of the warning every request is answered with, in the release that is served. */
  readonly deprecation: string | undefined;
  /** Reports whether the release has a custom subresource, and its feature is on. */
  readonly hasSubresource: (definition: SubresourceDefinition | ConnectionDefinition) => boolean;
  /** Finds the handler of a custom subresource. */
  readonly handlerOf: (definition: SubresourceDefinition) => SubresourceHandler;
  /** Finds the connector of a connecting subresource. */
  readonly connectorOf: (definition: ConnectionDefinition) => Connector;
}

/** One kind in one served version: the target of a request path, everything about it worked out once. */
abstract class ResourceFacts {
  readonly gvr: GroupVersionResource;
  readonly kind: ResolvedKind;
  readonly version: ResolvedVersion;
  readonly deprecation: string | undefined;
  /** Distinguishes resources that were served one after the other at the same path. */
  readonly generation: number;
  /** The verbs of the main resource. */
  readonly verbs: ReadonlySet<string>;
  /** By name: those of its version, `status` and `scale` among them. */
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  private readonly leavers = new Set<Leaver>();
  private end: { readonly successor: ServedResource | undefined } | undefined;

  protected constructor(parts: ServedResourceParts, subresources: readonly ServedSubresource[]) {
    this.gvr = parts.gvr;
    this.kind = parts.kind;
    this.version = parts.version;
    this.deprecation = parts.deprecation;
    this.generation = parts.generation ?? 0;
    this.verbs = new Set(parts.version.verbs ?? defaultVerbs(parts.kind));
    this.subresources = new Map(subresources.map((subresource) => [subresource.name, subresource]));
  }

  /**
   * Calls back once when the resource is no longer served, at once where that is so already, with the one that is served
   * in its place; the answer takes the callback back.
   */
  onGone(leave: Leaver): Stop {
    if (this.end) leave(this.end.successor);
    else this.leavers.add(leave);
    return () => void this.leavers.delete(leave);
  }

  /** Passes running work on the resource to its successor, or ends it; called when it has left the catalogue. */
  leave(successor?: ServedResource): void {
    this.end = { successor };
    for (const leave of this.leavers) leave(successor);
    this.leavers.clear();
  }
}

/** A resource whose objects are stored. */
export class StoredResource extends ResourceFacts {
  readonly serves = 'objects';
  readonly codec: ObjectCodec;

  constructor(
    parts: ServedResourceParts,
    readonly store: Store,
  ) {
    super(parts, subresourcesOf(parts, store));
    this.codec = store.codec;
  }
}

/** A resource whose objects are computed from others (ComponentStatus). */
export class ComputedResource extends ResourceFacts {
  readonly serves = 'view';
  readonly codec: ObjectCodec;

  constructor(
    parts: ServedResourceParts,
    readonly computed: ComputedStore,
  ) {
    super(parts, []);
    this.codec = computed.codec;
  }
}

/** A resource that is an operation: it is created, carried out and forgotten (SubjectAccessReview). */
export class ReviewResource extends ResourceFacts {
  readonly serves = 'operation';

  constructor(
    parts: ServedResourceParts,
    readonly review: ReviewOperation,
  ) {
    super(parts, []);
  }
}

/** One kind in one served version; `serves` says which of its kinds it is. */
export type ServedResource = StoredResource | ComputedResource | ReviewResource;

/** A resource whose objects can be read. */
export type ReadableResource = StoredResource | ComputedResource;

/** Makes the resource that serves this content. */
export function serveContent(parts: ServedResourceParts, content: ResourceContent): ServedResource {
  switch (content.serves) {
    case 'objects':
      return new StoredResource(parts, content.store);
    case 'view':
      return new ComputedResource(parts, content.computed);
    case 'operation':
      return new ReviewResource(parts, content.review);
  }
}

/** Is called when a resource is no longer served, with the one in its place, if there is one. */
type Leaver = (successor: ServedResource | undefined) => void;

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const VERBS_OF_PARTS: ReadonlySet<string> = new Set(['get', 'patch', 'update']);

function defaultVerbs({ isStored, definition }: ResolvedKind): readonly string[] {
  if (isStored) return ALL_VERBS;
  return definition.source ? ['get', 'list'] : ['create'];
}

function subresourcesOf(parts: ServedResourceParts, store: Store): ServedSubresource[] {
  const { kind, version, hasSubresource, handlerOf } = parts;
  const { gvk, type, scale } = version;
  const customOf = (definition: ResolvedSubresource): ServedSubresource =>
    customSubresource({
      definition,
      type: toShape(definition.type, kind.release),
      handler: handlerOf(definition),
      parent: store,
    });
  const out = version.subresources.filter(hasSubresource).map(customOf);
  if (version.hasStatus) out.push({ serves: 'status', name: 'status', gvk, type, verbs: VERBS_OF_PARTS });
  if (scale) {
    const verbs = VERBS_OF_PARTS;
    const scales = new ScaleStore(store, version, scale);
    out.push({ serves: 'scale', name: 'scale', ...scaleKindOf(kind, version), verbs, scales, form: version.scaleForm });
  }
  out.push(...version.connections.filter(hasSubresource).map((definition) => connectionOf(definition, parts, store)));
  // Discovery lists those of custom resources in this order, all others by name.
  return type.isUnstructured ? out : out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function scaleKindOf(kind: ResolvedKind, { scaleForm: form }: ResolvedVersion): Pick<ScaleSubresource, 'gvk' | 'type'> {
  if (!form) return { gvk: SCALE_KIND, type: toShape(Scale, kind.release) };
  return {
    gvk: { group: form.group, version: form.version, kind: SCALE_KIND.kind },
    type: toShape(form.type, kind.release),
  };
}

function connectionOf(
  definition: ConnectionDefinition,
  { kind: { release }, connectorOf }: ServedResourceParts,
  store: Store,
): ConnectingSubresource {
  const type = toShape(definition.options, release);
  const { name, group, version, kind, verbs } = definition;
  const parts: ConnectionParts = { definition, type, connector: connectorOf(definition), parent: store };
  const gvk = { group, version, kind };
  return {
    serves: 'connection',
    name,
    gvk,
    type,
    verbs: new Set(verbs),
    definition,
    operation: new ConnectionOperation(parts),
  };
}

function customSubresource(parts: SubresourceParts): CustomSubresource {
  const { definition, type } = parts;
  const { name, group, version, kind, verbs } = definition;
  const gvk = { group, version, kind };
  const operation = new SubresourceOperation(parts);
  return { serves: 'custom', name, gvk, type, verbs: new Set(verbs), definition, operation };
}
