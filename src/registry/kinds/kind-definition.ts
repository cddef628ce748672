import type { ApiObject, FieldError, MaybePromise, ReleaseSpan } from '../../apimachinery/index.js';
import type { ApiClass, ObjectShape, Scale } from '../../schema/index.js';
import type { CellBudget } from './cell-budget.js';
import type { ConnectionDefinition } from './connection-definition.js';
import type { ResourceBackend } from '../backend/resource-backend.js';
import type { ObjectConverter } from './object-converter.js';
import type { ReferenceQuirks } from './reference-quirks.js';
import type { StoreContext } from './store-context.js';
import type { Strategy, StrategyContext } from './strategy.js';

/**
 * How `metadata.name` of a kind is checked.
 *
 * @public
 * @example
 * const nameRule: NameRule = (name) => (name.startsWith('pier-') ? [] : ['must start with "pier-"']);
 */
export type NameRule = (name: string, isPrefix: boolean) => string[];

/** The class of a hook, which Nest instantiates once; its dependencies are injected. */
export type HookClass<T> = new (...dependencies: never[]) => T;

/**
 * Converts between one served version and the hub, the shape of the storage version. Pure and total; the input is not changed.
 *
 * @public
 * @example
 * const conversion: Conversion = { toHub: (object) => ({ ...object }), fromHub: (object) => ({ ...object }) };
 */
export interface Conversion<Spoke extends ApiObject = ApiObject, Hub extends ApiObject = ApiObject> {
  toHub(object: Spoke): Hub;
  fromHub(object: Hub): Spoke;
  /** Returns the name of a field of the hub in the errors that clients of this version get; the same where it is not given. */
  fieldFromHub?(field: string): string;
}

/** Any conversion: those of different kinds live in one list, each typed where it is written. */
export interface AnyConversion {
  toHub(object: never): ApiObject;
  fromHub(object: never): ApiObject;
  fieldFromHub?(field: string): string;
}

/**
 * One version of a kind. What it leaves out of VersionFeatures is as the kind says.
 *
 * @public
 * @example
 * const version: KindVersion = { name: 'v1', type: Berth };
 */
export interface KindVersion extends VersionFeatures<never> {
  /** `v1`, `v1beta1`. */
  readonly name: string;
  /** The group it is served in, where that is not the plugin's: one stored kind may be found under several. */
  readonly group?: string;
  /** The shape of its objects: a class with `@ApiType`, or a shape received at run time. */
  readonly type: ApiClass<ApiObject> | ObjectShape;
  /** Required for every version but the storage version, unless the kind has a converter. */
  readonly conversion?: AnyConversion;
  /** False: not served, but stored objects of this version can still be read. */
  readonly served?: boolean;
  /** False: only served when `--runtime-config` asks for it. */
  readonly onByDefault?: boolean;
  /** The feature gate without which it is not served, whatever `--runtime-config` says. */
  readonly featureGate?: string;
  /** The Kubernetes release that first served it, as `1.21`; older ones are emulated without it. */
  readonly introduced?: string;
  /** The release that deprecated it; from then on every request is answered with a warning. */
  readonly deprecated?: string;
  /** The first release without it. */
  readonly removed?: string;
  /** The replacement, as warnings name it: `apps/v1 Deployment`. */
  readonly replacement?: string;
  /** Text of the warning, where it is not made from the releases. */
  readonly deprecation?: string;
  /** The members that are others in some releases of Kubernetes; later variants take precedence. */
  readonly variants?: readonly (ReleaseSpan & Partial<Omit<KindVersion, 'name' | 'variants'>>)[];
  /**
   * Members of `spec` that no object has beside all others: the self-test of plugins leaves them out of the object with
   * every member set.
   */
  readonly exclusiveMembers?: readonly string[];
  /** Rules that only this version has, for what its clients write; the object is in its shape, with defaults. Pure. */
  readonly validate?: (object: never) => FieldError[];
  /**
   * Objects to begin with, as a client sends them: in the shape of this version, without what the server sets; kind and
   * apiVersion may be left out. Checked before the server starts, shown by the console and in the OpenAPI document.
   */
  readonly examples?: readonly object[];
}

/**
 * The features that may differ between the served versions of one kind. On a kind: the defaults of its versions.
 *
 * @public
 * @example
 * const features: VersionFeatures<Berth> = { hasStatus: true, columns: [nameColumn(), ageColumn()] };
 */
export interface VersionFeatures<T extends ApiObject = ApiObject> {
  /** Verbs of the main resource; all eight when not given, none where only what is below it is served. */
  readonly verbs?: readonly string[];
  /** A `status` subresource: main writes keep `status`, status writes keep everything else. */
  readonly hasStatus?: boolean;
  readonly scale?: ScaleDefinition<T>;
  /** How scales are shown, where that is not the `Scale` of autoscaling/v1. */
  readonly scaleForm?: ScaleForm;
  readonly subresources?: readonly SubresourceDefinition[];
  /** The proxied subresources. */
  readonly connections?: readonly ConnectionDefinition[];
  /**
   * Fields clients may select by, besides metadata.name (and metadata.namespace for namespaced kinds): name to value.
   * Computed once per stored object, from the version it is stored in; versions that share a name share its meaning.
   */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;
  /** The columns of tables; cells are made of objects in the version requests are worked on in, see `worksIn`. */
  readonly columns?: readonly Column<T>[];
  /** Field paths (dotted, served shape) that writes through the main resource reset; ownership ignores them. */
  readonly resetFields?: readonly string[];
  /** The same for writes through `status`; `metadata` stands for all that clients set in it. */
  readonly statusResetFields?: readonly string[];
}

/**
 * A column of the table that `kubectl get` prints.
 *
 * @public
 * @example
 * const column = { name: 'Length', type: 'integer', description: 'In metres.' } as const;
 * const length: Column<Berth> = { ...column, cell: (berth) => berth.spec.length };
 */
export interface Column<T extends ApiObject = ApiObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** `name` marks the column that names the object. */
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown; others only with `-o wide`. */
  readonly priority?: number;
  /**
   * The cell of one object; `now` in milliseconds since 1970. `budget` is that of the answer, for columns whose cost depends
   * on what clients wrote; unset where a cell is made alone.
   */
  readonly cell: (object: T, now: number, budget?: CellBudget) => string | number | boolean | null;
}

/**
 * A row's extra: conditions such as `Completed`, by which clients hide rows.
 *
 * @public
 * @example
 * const condition: RowCondition = { type: 'Complete', status: 'True' };
 */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Where a scalable kind keeps what its `scale` subresource shows.
 *
 * @public
 * @example
 * const scale: ScaleDefinition<Berth> = {
 *   replicas: (berth) => berth.spec.length,
 *   setReplicas: (berth, replicas) => { berth.spec.length = replicas; },
 *   statusReplicas: (berth) => berth.spec.length,
 *   selector: () => 'app=berth',
 * };
 */
export interface ScaleDefinition<T extends ApiObject = ApiObject> {
  replicas(object: T): number;
  setReplicas(object: T, replicas: number): void;
  statusReplicas(object: T): number;
  /** Returns the selector as text, empty when there is none. */
  selector(object: T): string;
  /** Returns why the scale of an object cannot be read; undefined if it can. */
  readFault?(object: T): string | undefined;
}

/**
 * A scale as a version shows it that has its own kind for it. Both ways are pure and total.
 *
 * @public
 * @example
 * const versionOf = ({ group, version }: ScaleForm) => `${group}/${version}`;
 */
export interface ScaleForm {
  readonly group: string;
  readonly version: string;
  readonly type: ApiClass<ApiObject>;
  show(scale: Scale): ApiObject;
  read(sent: ApiObject): Scale;
}

/**
 * A request to a subresource with its own body.
 *
 * @public
 * @example
 * const isTrial = ({ context }: SubresourceRequest) => context.dryRun;
 */
export interface SubresourceRequest {
  readonly verb: 'get' | 'create' | 'update' | 'patch' | 'delete';
  readonly namespace: string;
  readonly name: string;
  /** The decoded, defaulted body in its hub shape, undefined where none was sent. */
  readonly body?: ApiObject;
  /** The query of the request. */
  readonly query: URLSearchParams;
  readonly context: StrategyContext;
  /** For reading and writing the parent, in the name of the caller. */
  readonly storeContext: StoreContext;
  /** Adds a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
}

/**
 * A subresource that is neither `status` nor `scale`: its own kind, its own verbs, its own code.
 *
 * @public
 * @example
 * class BerthCrew implements SubresourceHandler {
 *   async handle({ namespace, name }: SubresourceRequest) { return store.get(systemContext(namespace), name); }
 * }
 */
export interface SubresourceHandler {
  /**
   * Completes a body that is no parent, before it is validated and after webhooks and other plugins have changed it.
   * Returns the body that validating plugins and `handle` see. Throws StatusError.
   */
  prepare?(request: SubresourceRequest): MaybePromise<ApiObject>;
  /**
   * Handles a request; returns an object of the subresource's kind (or of the parent's, or a Status); the declaration fills in
   * kind, version and metadata of an answer without a kind. Throws StatusError.
   * Reads and writes parents through the stores it was injected with, with the context it is given. Where the body is a
   * parent it is admitted by that write, so it must be one; all other bodies have been admitted.
   */
  handle(request: SubresourceRequest): Promise<ApiObject>;
}

/**
 * Declares one custom subresource.
 *
 * @public
 * @example
 * const verbsOf = (definition: SubresourceDefinition) => definition.verbs;
 */
export interface SubresourceDefinition {
  /** Path segment below the object: `binding`, `token`. */
  readonly name: string;
  readonly verbs: readonly SubresourceRequest['verb'][];
  /** Group and version of its body, which may belong to another group than the parent; those of the parent when not given. */
  readonly group?: string;
  readonly version?: string;
  /** The kind of its body; the last part of the name of its type when not given. */
  readonly kind?: string;
  /** Further versions of that group in which a body means the same. */
  readonly otherVersions?: readonly string[];
  readonly type: ApiClass | ObjectShape;
  /** `parent` publishes that writes answer the object itself; they answer an object of the body's type where it is not given. */
  readonly answers?: 'parent';
  readonly handler: HookClass<SubresourceHandler>;
  /** The Kubernetes release that first served it; older ones are emulated without it. */
  readonly introduced?: string;
  /** The feature gate without which it is not served. */
  readonly featureGate?: string;
  /** The members that are others in some releases of Kubernetes; later variants take precedence. */
  readonly variants?: readonly (ReleaseSpan & Partial<Omit<SubresourceDefinition, 'name' | 'variants'>>)[];
  /**
   * Field paths that writes of the parent through this subresource leave as they are; those of the main resource when not
   * given.
   */
  readonly resetFields?: readonly string[];
  /** Rules for the body. */
  readonly validate?: (body: never) => FieldError[];
}

/**
 * The handler of a kind that is an operation (an access review).
 *
 * @public
 * @example
 * class BerthReview implements ReviewHandler {
 *   create(object: ApiObject) { return { ...object, status: { allowed: true } }; }
 * }
 */
export interface ReviewHandler {
  /** Handles a created object; nothing is stored. Throws StatusError. */
  create(object: ApiObject, context: StrategyContext): Promise<ApiObject> | ApiObject;
}

/**
 * Where the objects of a kind come from that are computed at every read (upstream: rest.Getter, rest.Lister).
 *
 * @public
 * @example
 * const firstOf = async (source: ObjectSource<Berth>) => (await source.list())[0];
 */
export interface ObjectSource<T extends ApiObject = ApiObject> {
  /** Computes one object in hub shape. Throws StatusError. */
  get(name: string): Promise<T>;
  /** Computes all of them, in no order. */
  list(): Promise<T[]>;
}

/** The members of a kind that may be others in other releases of Kubernetes. */
type VariableMember =
  'allowUnconditionalUpdate' | 'generation' | 'defaultPropagation' | 'columns' | 'shortNames' | 'selectableFields';

/**
 * Everything that makes one kind: names, versions, subresources, rules. A plain declaration; the plugin host checks it
 * at start and names every mistake.
 *
 * @public
 * @example
 * const kindsOf = (...definitions: KindDefinition[]) => definitions.map((definition) => definition.kind);
 */
export interface KindDefinition<T extends ApiObject = ApiObject> extends VersionFeatures<T> {
  readonly kind: string;
  /** Path segment, lower case plural. */
  readonly plural: string;
  /** Lower-case singular; the kind in lower case when not given. */
  readonly singular?: string;
  /** `<kind>List` when not given. */
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly versions: readonly KindVersion[];
  /**
   * API versions (`extensions/v1beta1`) that are not served any more but in which the kind is still recognized: a body
   * of such a version is reported as one of another version.
   */
  readonly formerVersions?: readonly string[];
  /**
   * Annotations that stand for fields of the reference's internal form: its conversion to a served version writes them,
   * so what shows metadata alone, which is taken before that, lacks them.
   */
  readonly conversionAnnotations?: readonly string[];
  /** The version whose shape is stored and is the hub: its name, with its group (`apps/v1`) where that is not the plugin's. */
  readonly storageVersion: string;
  /**
   * Converts between all versions, if that needs more than pure functions of each: for conversions that call a webhook,
   * for example. Versions have no `conversion` then.
   */
  readonly converter?: ObjectConverter;
  /**
   * The version in whose shape objects are while a request is worked on: strategies, structural rules, admission and
   * columns see it. The storage version for shapes that classes declare, for which their rules are written; the requested
   * version where all shapes come at run time, each with its own rules.
   */
  readonly worksIn?: 'storageVersion' | 'requestedVersion';
  /** Key segment in the store; `<plural>` (core) or `<group>/<plural>` when not given. */
  readonly storagePrefix?: string;
  /** `metadata.name` rule; a DNS subdomain when not given. */
  readonly nameRule?: NameRule;
  /** The strategy of the kind. A class is instantiated by Nest in the plugin's module. */
  readonly strategy?: Strategy<T> | HookClass<Strategy<T>>;
  /**
   * Exceptions of single kinds of the reference. Kinds of plugins have none.
   *
   * @internal
   */
  readonly quirks?: ReferenceQuirks;
  /** A create may set the status; cleared otherwise. */
  readonly keepsStatusOnCreate?: boolean;
  /** Makes the kind an operation: only create, nothing stored. */
  readonly review?: HookClass<ReviewHandler>;
  /** Makes the kind a view: its objects are computed at every read, nothing is stored; only get and list. */
  readonly source?: HookClass<ObjectSource>;
  /** Keeps the objects instead of the server's store. */
  readonly backend?: HookClass<ResourceBackend>;
  readonly rowConditions?: (object: T) => RowCondition[];
  /** A PUT on an absent name creates it. */
  readonly putCreates?: boolean;
  /** A PUT without resourceVersion replaces whatever is stored. */
  readonly allowUnconditionalUpdate?: boolean;
  /** The members that are others in some releases of Kubernetes; later variants take precedence. */
  readonly variants?: readonly (ReleaseSpan & Partial<Pick<KindDefinition<T>, VariableMember>>)[];
  /** A delete answers with the deleted object in place of a Status. */
  readonly deleteReturnsObject?: boolean;
  /**
   * The default propagation policy of a delete; Background when not set. Unsupported: nothing depends on such objects,
   * whatever the client requests.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'Unsupported';
  /**
   * Counts changes: `spec` (anything but metadata and status), `givenSpec` (the same, and each write of an empty list or map in
   * it, where the reference compares with reflect.DeepEqual), `none`, or a function that reports whether the change counts.
   */
  readonly generation?: 'none' | 'spec' | 'givenSpec' | ((object: T, old: T) => boolean);
  /**
   * The form in which clients see a stored object; undefined where they see it as it is stored. Receives the object in hub
   * shape, which it must not change. Writes start from what is stored.
   */
  readonly shownAs?: (object: T) => ApiObject | undefined;
  /** One short sentence on the kind. */
  readonly doc?: string;
  /**
   * Returns the part of an object that has no effect on this server, although it is accepted and stored; undefined if
   * all of it has an effect. Clients that store such an object get the text as a warning. Receives the object in hub
   * shape, and which feature gates are on; pure.
   */
  readonly withoutEffect?: (object: T, isEnabled: (gate: string) => boolean) => string | undefined;
}
