import type { ApiTypeOptions, FieldMetadata, ScalarType } from './type-metadata.js';

/**
 * The class-validator rules of a field in the terms of JSON Schema. In lists and maps all of it but
 * the number of elements is about each element.
 *
 * @public
 * @example
 * const leastOf = (field: StructField) => field.rules?.minimum;
 */
export interface FieldRules {
  /** The field has to be given. */
  readonly isRequired?: boolean;
  /** Empty text is refused. */
  readonly isNotEmpty?: boolean;
  /** The values that are accepted. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** In UTF-16 code units. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Source of a regular expression without flags. */
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/**
 * One declared member of a struct, its type resolved.
 *
 * @public
 * @example
 * const isNested = (field: StructField) => field.struct !== undefined;
 */
export interface StructField extends Omit<FieldMetadata, 'type' | 'since' | 'until' | 'variants'> {
  /** The scalar type; undefined for structs. */
  readonly scalar: ScalarType | undefined;
  /** The struct type; undefined for scalars. */
  readonly struct: StructLayout | undefined;
  /** Its class-validator rules; undefined where it has none that JSON Schema has words for. */
  readonly rules?: FieldRules;
  /** The values that documents list for it in the release of its type. */
  readonly publishedValues?: readonly string[];
}

/**
 * Fields of a parent: flat in JSON, a nested message of this number in protobuf.
 *
 * @public
 * @example
 * const nameOf = (embedded: EmbeddedLayout) => embedded.type.name;
 */
export interface EmbeddedLayout {
  readonly number: number;
  readonly type: StructLayout;
}

/**
 * A struct with a fixed set of declared members: what protobuf, strategic merge patches and the published schema are
 * derived from. The same object for the same type, so that whatever is compiled from it can be kept with it.
 *
 * @public
 * @example
 * const namesOf = (layout: StructLayout) => layout.fields.map((field) => field.name);
 */
export interface StructLayout {
  /** Full name: `k8s.io.api.core.v1.Pod`. */
  readonly name: string;
  /** The release of Kubernetes whose fields it has. */
  readonly release: string;
  /** Short name: `Pod`. */
  readonly shortName: string;
  /** Name of the definition in the OpenAPI documents: `io.k8s.api.core.v1.Pod`. */
  readonly openapiName: string;
  /** Description, for the OpenAPI documents. */
  readonly doc: string | undefined;
  /** Merge kind of the whole type in that release. */
  readonly mapType: ApiTypeOptions['mapType'];
  /** True if Kubernetes itself has the type. */
  readonly isOfReference: boolean;
  readonly metadata: Pick<ApiTypeOptions, 'name' | 'doc' | 'unions' | 'hasTypeMeta'>;
  /** All fields that JSON shows, own ones first, then those of the parent. */
  readonly fields: readonly StructField[];
  /** Fields declared by the struct itself. */
  readonly ownFields: readonly StructField[];
  readonly embedded: EmbeddedLayout | undefined;
  /** Finds a field by its JSON name. */
  field(name: string): StructField | undefined;
}
