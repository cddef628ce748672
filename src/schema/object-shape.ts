import type { FieldError, FieldPath } from '../apimachinery/index.js';
import type { MergeType } from './merge-type.js';
import type { StructLayout } from './struct-layout.js';

/**
 * A document that does not fit its shape; the message is worded as Go's decoder words it.
 *
 * @internal
 * @example
 * if (error instanceof DecodeError) throw badRequest(error.message);
 */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DecodeError';
  }
}

/** A document that holds more structs than are read. */
export class TooManyStructsError extends Error {}

/**
 * Options of decoding.
 *
 * @public
 * @example
 * const options: DecodeOptions = { onUnknown: (name) => logger.warn(`unknown field ${name}`) };
 */
export interface DecodeOptions {
  /** How many structs the document may hold; without, as many as there are. */
  readonly maxStructs?: number;
  /** Called with the path of members the shape does not have, of the first MAX_STRICT_PROBLEMS; all are dropped. */
  readonly onUnknown?: (path: string) => void;
  /** Empty lists and maps that are always written become null, as the reference's store makes them. */
  readonly dropsEmpty?: boolean;
  /** Kind, version and metadata that cannot be read are dropped: what is stored may be older than its schema. */
  readonly dropsMalformed?: boolean;
  /** Nulls are left to validation where null is a value, as in objects given by a schema. */
  readonly keepsNulls?: boolean;
}

/**
 * The remaining cost of the rules of one request, in the units of the expression language.
 *
 * @public
 * @example
 * const budget: CostBudget = { left: 10_000 };
 */
export interface CostBudget {
  /** Every evaluated rule subtracts its cost. Below zero the object is rejected. */
  left: number;
}

/**
 * The time that comparisons of one validation take.
 *
 * @public
 * @example
 * const comparison: ComparisonTime = { seconds: 0 };
 */
export interface ComparisonTime {
  /** Grows with each comparison. */
  seconds: number;
}

/**
 * The context of a validation.
 *
 * @public
 * @example
 * const options: ValidationOptions = { path: FieldPath.of('spec') };
 */
export interface ValidationOptions {
  /** Where the object stands; the root when not given. */
  readonly path?: FieldPath;
  /** The stored object, in the same version: for rules about changes, and for values that were invalid before (ratcheting). */
  readonly old?: object;
  /** True if only the status is written: of an unstructured object only this is checked, and faults name values from it. */
  readonly isStatus?: boolean;
  /** Errors of the object's metadata: rules that expect a sound object are not evaluated where there are some. */
  readonly ofMetadata?: readonly FieldError[];
  /** Shared by all validations of one request; without it each has the shape's own limit. */
  readonly budget?: CostBudget;
  /** Measures the comparisons with the stored object; nothing does where unset. */
  readonly comparison?: ComparisonTime;
}

/**
 * An OpenAPI v3 schema as plain data: the members that say what values are, without references.
 *
 * @public
 * @example
 * const schema: PlainSchema = { type: 'object' };
 */
export type PlainSchema = Readonly<Record<string, unknown>>;

/**
 * A schema that came at run time, with what else the documents declare for its objects.
 *
 * @public
 * @example
 * const published: PublishedSchema = { schema: { type: 'object' }, selectableFields: ['spec.color'] };
 */
export interface PublishedSchema {
  readonly schema: PlainSchema;
  /** True if only the type is published, because the schema does not describe the structure of objects. */
  readonly isOpaque?: boolean;
  /** True if members that the schema lacks are kept, at any depth. */
  readonly isOpen?: boolean;
  /** Paths of the selectable fields, `spec.color`; undefined leaves them out of the documents. */
  readonly selectableFields?: readonly string[];
  /** Called when documents leave the kind out because its schema cannot be written. Must not throw. */
  readonly onLeftOut?: (error: unknown) => void;
}

/**
 * The published form of a shape: its declared members, or a schema.
 *
 * @public
 * @example
 * const published: PublishedShape = { schema: { type: 'object' } };
 */
export type PublishedShape = { readonly layout: StructLayout } | PublishedSchema;

/**
 * The shape of the objects of one version of a kind, or of the bodies of one subresource: everything the server needs
 * to know of them, whether a decorated class or a schema that came at run time says it. The port through which codecs,
 * patches, stores and documents know a type; always the same object for the same type, so that whatever is compiled
 * from it can be kept with it.
 *
 * @public
 * @example
 * const readBerth = (shape: ObjectShape, sent: unknown) => shape.decode(sent, { onUnknown: (name) => logger.warn(name) });
 */
export abstract class ObjectShape {
  /** Full name, `k8s.io.api.core.v1.Pod`; unique among the shapes that are served. */
  abstract readonly name: string;

  /**
   * Converts parsed JSON into an object: checks JSON types, drops or reports unknown members, converts values to
   * canonical form. The input is not changed; the result shares no structs, lists or maps with it, but for raw values.
   * Throws DecodeError at the first value that does not fit, TooManyStructsError where there are more than allowed.
   */
  abstract decode(value: unknown, options?: DecodeOptions): Record<string, unknown>;

  /** Converts an object to the canonical form it has on the wire; for objects that code has changed. Throws as `decode`. */
  abstract canonicalize<T extends object>(object: T, options?: DecodeOptions): T;

  /**
   * Applies the defaults of an object and of everything in it, in place. Throws DecodeError if one cannot be
   * determined.
   */
  abstract applyDefaults(object: object): void;

  /**
   * Applies the defaults that a stored object lacks, as a schema may have got them later, and removes the fields that a release
   * of Kubernetes does not have; reports whether there are any.
   */
  completeStored(_object: object, _onOutOfView?: (field: string) => void): boolean {
    return false;
  }

  /** False if `validate` finds no fault in any object, because there are no rules. */
  get hasFieldRules(): boolean {
    return true;
  }

  /** Checks an object by the rules that stand at single fields, and by those of a schema. Never throws. */
  abstract validate(object: object, options?: ValidationOptions): FieldError[];

  /**
   * True if a schema describes the objects, for which the reference has no Go type: they keep kind and version in lists,
   * and many faults of requests are worded otherwise.
   */
  get isUnstructured(): boolean {
    return 'schema' in this.published;
  }

  /** Reports whether a field, as `spec.ports[0].name`, is one that the types have in other releases of Kubernetes only. */
  isOutOfView(_field: string): boolean {
    return false;
  }

  /** Removes the fields that the types have in other releases of Kubernetes only. */
  dropOutOfView(_object: object): void {}

  /** Reports whether objects have a member of this name at the top. */
  abstract hasMember(name: string): boolean;

  /** How the fields of objects are owned and merged by server-side apply. */
  abstract readonly merge: MergeType;

  /** The schema for the OpenAPI documents. */
  abstract readonly published: PublishedShape;

  /** The messages objects become in protobuf; undefined where they have no such form. */
  abstract readonly protobuf: StructLayout | undefined;

  /** The fields by which strategic merge patches merge; undefined where objects cannot be patched so. */
  abstract readonly strategic: StructLayout | undefined;
}
