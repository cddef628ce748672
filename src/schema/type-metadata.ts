import type { FieldError, FieldPath, JsonValue } from '../apimachinery/index.js';

/**
 * Types of single values.
 *
 * `bytes` is base64 text in JSON; `time` is RFC 3339 with whole seconds, `microTime` with six fraction digits;
 * `quantity` and `intOrString` are the types of resource amounts and of ports; `duration` is Go's notation
 * (`1h30m0s`); `rawExtension` is any API object; `json` is any value at all; `fieldsV1` is a field set.
 *
 * @public
 * @example
 * const type: ScalarType = 'intOrString';
 */
export type ScalarType =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'uint64'
  | 'double'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'intOrString'
  | 'duration'
  | 'rawExtension'
  | 'json'
  | 'fieldsV1';

/**
 * A class that carries `@ApiType`. Never instantiated for objects: it names a shape and holds its metadata.
 *
 * @public
 * @example
 * const types: readonly ApiClass[] = [Condition, LabelSelector];
 */
// A shape may have any constructor signature; only its identity is used.
export type ApiClass<T extends object = object> = abstract new () => T;

/**
 * The type of a field: a scalar, a class with `@ApiType`, or a function returning the class if it is declared further
 * down.
 *
 * @public
 * @example
 * const types: readonly FieldType[] = ['string', Condition, () => LabelSelector];
 */
export type FieldType = ScalarType | ApiClass | (() => ApiClass);

/**
 * The way elements of a list are identified when objects are merged by server-side apply.
 *
 * @public
 * @example
 * const type: ListType = 'map';
 */
export type ListType = 'atomic' | 'set' | 'map';

/**
 * Everything about a field but its number and type.
 *
 * @public
 * @example
 * const options: FieldOptions = { list: true, listType: 'set', doc: 'Ships that may moor.' };
 */
export interface FieldOptions {
  /** A list of the field's type. */
  readonly list?: boolean;
  /** A map from strings to the field's type. */
  readonly map?: boolean;
  /**
   * For fields of a struct type: the alternative type of the value. `bool` is true or false, `list` a list of such
   * structs, `texts` a list of texts; anything else counts as unset there. In protobuf both stand in a message of their
   * own. Unknown members inside are dropped silently, and decoding errors name the field itself, as in the reference.
   */
  readonly or?: 'bool' | 'list' | 'texts';
  /**
   * Unset and zero are different states; both survive a round trip. Without it zero means unset, and a struct is always
   * there, empty where it was not given.
   */
  readonly pointer?: boolean;
  /** Written even when zero (Go: no `omitempty`). */
  readonly always?: boolean;
  /** Left out when zero, as a time is not otherwise (Go: `omitzero`). */
  readonly omitZero?: boolean;
  /** Listed as required in the published schema, as a field with `@IsDefined()` is; it enforces nothing. */
  readonly required?: boolean;
  /** Keeps the value that the object was created with: other ones are refused. Not for fields inside lists and maps. */
  readonly immutable?: boolean;
  /** Set when the field is unset, before the type's `defaults` function runs. */
  readonly default?: JsonValue;
  /** Default that only the published schema shows. */
  readonly openapiDefault?: JsonValue;
  /** The values the published schema lists, where they are not those of `@IsIn()`; validation rules decide which are accepted. */
  readonly enum?: readonly string[];
  /** Merge kind of a list; atomic when not given. */
  readonly listType?: ListType;
  /** Fields that identify elements of a `map` list. */
  readonly listMapKeys?: readonly string[];
  /** Merge kind of a map or struct; granular when not given. */
  readonly mapType?: 'atomic' | 'granular';
  /** How strategic merge patch treats the field. */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[];
  /** Field by which strategic merge patch identifies list elements. */
  readonly patchMergeKey?: string;
  /** Name of the type behind a scalar, an element of a list of those, a whole list of structs or a whole map as decoding errors show it, such as `v1.Protocol`. */
  readonly alias?: string;
  /** The same for the keys of a map that has no name as a whole. */
  readonly keyAlias?: string;
  /** The same for the values of such a map, which may be lists. */
  readonly valueAlias?: string;
  /** Format shown by the published schema (`int32`, `date-time`, …) where the type does not imply it. */
  readonly format?: string;
  /** One short sentence for `kubectl explain` and the OpenAPI documents. */
  readonly doc?: string;
  /**
   * The first release of Kubernetes whose type has the field, as `1.31`; views of earlier ones do not know it. For the types
   * of Kubernetes itself only, as are `until` and `variants`.
   */
  readonly since?: string;
  /** The last release of Kubernetes whose type has the field. */
  readonly until?: string;
  /** The options that are others in some releases; later variants take precedence. */
  readonly variants?: readonly FieldVariant[];
}

/**
 * The options of a field in a span of releases, where they differ from those it has otherwise.
 *
 * @public
 * @example
 * const variant: FieldVariant = { until: '1.29', required: undefined };
 */
export interface FieldVariant extends Omit<FieldOptions, 'variants' | 'immutable'> {
  /** The type of the field in these releases. */
  readonly type?: FieldType;
}

/** The metadata recorded by `@Field`. */
export interface FieldMetadata extends FieldOptions {
  readonly name: string;
  readonly number: number;
  readonly type: FieldType;
}

/**
 * The metadata recorded by `@ApiType` besides the fields.
 *
 * @public
 * @example
 * const options: ApiTypeOptions = { doc: 'The wanted state of a berth.', mapType: 'atomic' };
 */
export interface ApiTypeOptions<T = never> {
  /**
   * Full name as protobuf and OpenAPI know it, such as `k8s.io.api.core.v1.Pod`. A plugin's own types need none:
   * the class name is taken, below the plugin's group.
   */
  readonly name?: string;
  /** One short sentence for `kubectl explain` and the OpenAPI documents. */
  readonly doc?: string;
  /**
   * Fills in defaults. Called with each decoded value of this type, after declared field defaults, before the
   * defaults of the types inside it; may change the value, must not keep it. One that `inherits` has its parent's function
   * where it names none.
   */
  readonly defaults?: (value: T) => void;
  /** Values inside other objects carry kind and apiVersion too (a claim in a StatefulSet). */
  readonly hasTypeMeta?: boolean;
  /** Merge kind of the whole type in server-side apply. */
  readonly mapType?: 'atomic' | 'granular';
  /** For a class that extends another: the protobuf number under which the parent's fields are nested. JSON keeps them flat. */
  readonly embed?: number;
  /**
   * For a class that extends another with `@ApiType`: the parent's fields are its own, in protobuf too. One that it declares
   * again stands in the place of the parent's. True where neither this nor `embed` is given.
   */
  readonly inherits?: boolean;
  /** The discriminator and members of a union, as the published schema lists them (strategic merge and `explain` use it). */
  readonly unions?: readonly { readonly discriminator?: string; readonly fields: Readonly<Record<string, string>> }[];
}

/**
 * A rule of one field of a built-in type, declared beside the field and reported in the words of the reference. The
 * types of teams have class-validator's decorators in its place; both stand at the field, and only there.
 */
export interface FieldCheck {
  /**
   * The subject: whether the field is set (`presence`), or set and not empty (`content`), and nothing else is checked
   * where these report; the field as a whole; or its value, in a list each element.
   */
  readonly of: 'presence' | 'content' | 'field' | 'value';
  /** Adds what is wrong with the value to `errors`. An unset field without `pointer` has the zero value of its type. */
  readonly check: (value: unknown, path: FieldPath, errors: FieldError[]) => void;
}

/** Metadata of one class. */
export interface TypeMetadata extends ApiTypeOptions {
  readonly fields: readonly FieldMetadata[];
  /** The rules of built-in fields by the names of the fields. */
  readonly checks?: ReadonlyMap<string, readonly FieldCheck[]>;
}

// Keyed by a registered symbol, not by a module-local map: a plugin may load its own copy of this module.
const METADATA = Symbol.for('binnacle.schema.type');

/** The record that the decorators of a class write to. */
interface TypeRecord {
  options?: ApiTypeOptions;
  fields: FieldMetadata[];
  checks?: Map<string, readonly FieldCheck[]>;
}

interface Annotated {
  [METADATA]?: TypeRecord;
}

/** Returns the mutable record behind a class's metadata; decorators write to it while the class is being defined. */
export function recordOf(target: object): TypeRecord {
  const annotated = target as Annotated;
  if (!Object.prototype.hasOwnProperty.call(annotated, METADATA)) {
    Object.defineProperty(annotated, METADATA, { value: { fields: [] }, enumerable: false });
  }
  return annotated[METADATA]!;
}

/** Returns the metadata of a class, or undefined when it carries no `@ApiType`. */
export function metadataOf(target: object): TypeMetadata | undefined {
  if (!Object.prototype.hasOwnProperty.call(target, METADATA)) return undefined;
  const record = (target as Annotated)[METADATA]!;
  return record.options && { ...record.options, fields: record.fields, checks: record.checks };
}
