import { WriteAttributes } from '../../admission/index.js';
import {
  type ApiObject,
  FieldPath,
  type GroupResource,
  type MaybePromise,
  type StatusError,
  MODIFIED_MESSAGE,
  badRequest,
  conflict,
  copyWithGiven,
  formatApiVersion,
  internalError,
  invalid,
  invalidObject,
  notFound,
} from '../../apimachinery/index.js';
import {
  type Application,
  type ScaleOwnership,
  NO_OWNERS,
  applyConfiguration,
  describeObject,
  parentEntries,
  scaleEntries,
  trackUpdate,
} from '../../patch/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { Scale, shapeOf } from '../../schema/index.js';
import { checkUid } from '../store/writing/identity-checks.js';
import { guardHooks } from '../kinds/hook-failure.js';
import type { ScaleDefinition } from '../kinds/kind-definition.js';
import { SCALE_RESULTS } from '../kinds/kind-results.js';
import type { Configuration } from '../store/writing/owner-tracking.js';
import type { ResolvedVersion } from '../kinds/resolved-version.js';
import type { Store } from '../store/store.js';
import type { StoreContext } from '../kinds/store-context.js';
import { requestFacts } from '../store/writing/write-scope.js';

/** Group, version and kind of every scale. */
export const SCALE_KIND = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;
/** The shape of every scale. */
export const SCALE_SHAPE = shapeOf(Scale);

const REPLICAS = ['f:spec', 'f:replicas'];

const SCALE_VERSION = formatApiVersion(SCALE_KIND);

/** A configuration for a scale, and the preconditions of its result. */
export interface ScaleConfiguration extends Configuration {
  /** Throws StatusError for an outcome that is not to be written. */
  accept(scale: Scale & ApiObject): void;
}

/** Makes the next scale from the current one. */
export type NextScale = (current: Scale & ApiObject) => MaybePromise<Scale & ApiObject>;

/** Reads and sets how many replicas the objects of a kind have, in the shape of `Scale`. Knows no HTTP. */
export class ScaleStore {
  private readonly definition: ScaleDefinition;

  constructor(
    private readonly store: Store,
    private readonly version: ResolvedVersion,
    definition: ScaleDefinition,
  ) {
    const { place, definition: declared } = store.kind;
    this.definition = guardHooks(definition, SCALE_RESULTS, { where: `${place}: scale`, declared });
  }

  /** Returns the scale of an object; 404 when there is none. */
  async get(context: Pick<StoreContext, 'namespace'>, name: string): Promise<Scale & ApiObject> {
    const entry = await this.store.find(context, name);
    if (!entry) throw notFound(this.missing(), name);
    const object = await this.decode(entry);
    const fault = this.definition.readFault?.(object);
    if (fault !== undefined) throw internalError(fault);
    return this.scaleOf(object);
  }

  /** Sets the scale of an object to what `next` makes of it; returns the new one. */
  update(context: StoreContext, name: string, next: NextScale): Promise<Scale & ApiObject> {
    return this.write(context, name, {
      // A patch finds the owners of the replicas in the scale.
      make: (current) => next(copyWithGiven(ownedScale(current))),
      ownersOf: (scale, current) => this.trackUpdate(context, scale, current),
    });
  }

  /** Applies a configuration to the scale of an object; `accept` may refuse the outcome. Returns the new one. */
  apply(
    context: StoreContext,
    name: string,
    { accept, ...configuration }: ScaleConfiguration,
  ): Promise<Scale & ApiObject> {
    return this.write(context, name, {
      make: (current) => {
        if (this.isUnstructured && !scaleEntries(current.ownership)) throw scaleNotConverted();
        const scale = this.applied(context, configuration, current);
        const isChanged = scale.spec?.replicas !== current.scale.spec?.replicas;
        if (this.isUnstructured && isChanged) throw scaleNotConverted(configuration.configuration);
        accept(scale);
        return scale;
      },
      ownersOf: (scale) => scale.metadata.managedFields,
    });
  }

  private async write(context: StoreContext, name: string, { make, ownersOf }: ScaleWrite): Promise<Scale & ApiObject> {
    const parentContext = { ...context, skipAdmission: true, ownersAreSet: true };
    const written = await this.store.update(parentContext, name, async (stored) => {
      const parent = copyWithGiven(stored!);
      const current = { parent, scale: this.scaleOf(parent), ownership: this.ownershipOf(parent) };
      const attributes = this.attributes(context, name, { object: await make(current), oldObject: current.scale });
      const { admission } = this.store.parts;
      if (!context.skipAdmission) await admission.mutate(attributes, SCALE_SHAPE);
      const scale = attributes.object as Scale & ApiObject;
      this.check(context, scale, parent);
      parent.metadata.managedFields = parentEntries(current.ownership, ownersOf(scale, current));
      this.definition.setReplicas(parent, scale.spec?.replicas ?? 0);
      if (!context.skipAdmission) {
        // Validating plugins see the scale of the changed parent, not the body (upstream: toScaleUpdateValidation).
        attributes.object = this.scaleOf(parent);
        await admission.validate(attributes);
      }
      return parent;
    });
    return this.scaleOf(await this.decode(written.entry));
  }

  /** A stored object as the definition of the version's scale reads it. */
  private decode(entry: CacheEntry): MaybePromise<ApiObject> {
    const { codec, kind } = this.store;
    return kind.toWorking(this.version.apiVersion, codec.decode(entry));
  }

  /** The scale of an object: a view of it, with its identity. */
  private scaleOf(object: ApiObject): Scale & ApiObject {
    const { definition } = this;
    const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
    const selector = definition.selector(object);
    const scale = {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: definition.replicas(object) },
      status: { replicas: definition.statusReplicas(object), selector },
    };
    return SCALE_SHAPE.canonicalize(scale as Scale & ApiObject);
  }

  /** The missing resource is the scale for a reader; that of core kinds belongs to another group. */
  private missing(): GroupResource {
    const { definition, groupResource } = this.store.kind;
    if (this.isUnstructured) return groupResource;
    return { group: this.version.group || SCALE_KIND.group, resource: `${definition.plural}/scale` };
  }

  private attributes(
    context: StoreContext,
    name: string,
    objects: Pick<WriteAttributes, 'object' | 'oldObject'>,
  ): WriteAttributes {
    const request = requestFacts(this.store.parts, context);
    return new WriteAttributes({
      ...request,
      ...objects,
      operation: 'UPDATE',
      kind: SCALE_KIND,
      name,
      shape: SCALE_SHAPE,
    });
  }

  private check({ dryRun }: StoreContext, scale: Scale & ApiObject, parent: ApiObject): void {
    const { kind } = this.store;
    const { name = '', namespace = '' } = parent.metadata;
    if (scale.metadata.name !== name)
      throw badRequest(`the name of the object (${scale.metadata.name}) does not match the name on the URL (${name})`);
    checkUid(kind, scale, { namespace, current: parent, dryRun });
    const { resourceVersion } = scale.metadata;
    if (resourceVersion && resourceVersion !== parent.metadata.resourceVersion) {
      throw conflict(kind.groupResource, name, MODIFIED_MESSAGE);
    }
    const replicas = scale.spec?.replicas ?? 0;
    // The validation of an unstructured parent names its own field.
    if (replicas >= 0 || this.isUnstructured) return;
    const error = invalid(FieldPath.of('spec', 'replicas'), replicas, 'must be greater than or equal to 0');
    throw invalidObject(SCALE_KIND, name, [error]);
  }

  private get isUnstructured(): boolean {
    return this.version.type.isUnstructured;
  }

  /** How the owners of a parent's replicas own those of its scale. */
  private ownershipOf(parent: ApiObject): ScaleOwnership {
    const versions = [...this.store.kind.versions.keys()];
    return {
      parentEntries: parent.metadata.managedFields,
      apiVersion: this.version.apiVersion,
      replicasPaths: Object.fromEntries(versions.map((apiVersion) => [apiVersion, REPLICAS])),
    };
  }

  /** The manager that sets a scale owns its replicas. */
  private trackUpdate(context: StoreContext, scale: Scale & ApiObject, current: CurrentScale): Owners {
    trackUpdate({ ...this.recorded(context, current), object: scale });
    return scale.metadata.managedFields;
  }

  private applied(context: StoreContext, configuration: Configuration, current: CurrentScale): Scale & ApiObject {
    const recorded = this.recorded(context, current);
    return applyConfiguration({ ...recorded, ...configuration, kind: SCALE_KIND.kind }) as Scale & ApiObject;
  }

  /** The facts of a write for ownership tracking. */
  private recorded({ fieldManager: manager = '' }: StoreContext, current: CurrentScale): RecordedScale {
    const live = ownedScale(current);
    const now = this.store.parts.now().getTime();
    return { type: SCALE_SHAPE, apiVersion: SCALE_VERSION, live, manager, subresource: 'scale', now };
  }
}

/** A scale with the owners of its replicas. */
function ownedScale({ scale, ownership }: CurrentScale): Scale & ApiObject {
  return { ...scale, metadata: { ...scale.metadata, managedFields: scaleEntries(ownership) } };
}

/**
 * The reference converts an applied scale by the definition of its parent, which does not know it: no apply that changes
 * it succeeds. Without a configuration, the complaint is about a scale without owners.
 */
function scaleNotConverted(configuration?: Configuration['configuration']): StatusError {
  const sent = describeObject(configuration ?? { apiVersion: SCALE_VERSION, kind: SCALE_KIND.kind });
  const doing = configuration ? 'failed to convert new object' : `${NO_OWNERS}failed to convert live object`;
  return badRequest(
    `${doing} (${sent}) to proper version: request to convert CR to an invalid group/version: ${SCALE_VERSION}`,
  );
}

type Owners = ApiObject['metadata']['managedFields'];
type RecordedScale = Pick<Application, 'type' | 'apiVersion' | 'live' | 'manager' | 'subresource' | 'now'>;

/** The scale of an object before a write. */
interface CurrentScale {
  readonly scale: Scale & ApiObject;
  readonly ownership: ScaleOwnership;
}

/** How one kind of write goes. */
interface ScaleWrite {
  /** Makes the next scale. */
  make(current: CurrentScale): MaybePromise<Scale & ApiObject>;
  /** The owners of the next scale, once it is admitted. */
  ownersOf(scale: Scale & ApiObject, current: CurrentScale): Owners;
}
