/** The kinds of types. */
export type TypeKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'object'
  | 'opaque'
  | 'param'
  | 'string'
  | 'timestamp'
  | 'type'
  | 'uint'
  | 'unset'
  | 'wrapper';

/** The type of an expression. */
export interface Type {
  readonly kind: TypeKind;
  /** Its name at run time. */
  readonly name: string;
  readonly params: readonly Type[];
}

function plain(kind: TypeKind, name: string = kind): Type {
  return { kind, name, params: [] };
}

/** The type of values known only at run time. */
export const DYN = plain('dyn');
/** The type of an expression with a type error. */
export const ERROR = plain('error', '!error!');
/** The type of what the checker gives none: it is no other type's, and has no name. */
export const UNSET = plain('unset', '');
/** The type of `true` and `false`. */
export const BOOL = plain('bool');
/** The type of byte sequences. */
export const BYTES = plain('bytes');
/** The type of 64-bit floating-point numbers. */
export const DOUBLE = plain('double');
/** The type of signed 64-bit integers. */
export const INT = plain('int');
/** The type of unsigned 64-bit integers. */
export const UINT = plain('uint');
/** The type of texts. */
export const STRING = plain('string');
/** The type of `null`. */
export const NULL = plain('null', 'null_type');
/** The type of values in a `google.protobuf.Any`. */
export const ANY = plain('any', 'google.protobuf.Any');
/** The type of lengths of time. */
export const DURATION = plain('duration', 'google.protobuf.Duration');
/** The type of points in time. */
export const TIMESTAMP = plain('timestamp', 'google.protobuf.Timestamp');

/** Returns a list of elements of one type. */
export function listOf(element: Type): Type {
  return { kind: 'list', name: 'list', params: [element] };
}

/** Returns a map with keys of one type and values of one type. */
export function mapOf(key: Type, value: Type): Type {
  return { kind: 'map', name: 'map', params: [key, value] };
}

/** Returns an object type with fields, identified by its name. */
export function objectOf(name: string): Type {
  return plain('object', name);
}

/** Returns a type that a library adds. */
export function opaqueOf(name: string, ...params: readonly Type[]): Type {
  return { kind: 'opaque', name, params };
}

/** Returns a value that may not be there. */
export function optionalOf(value: Type): Type {
  return opaqueOf(OPTIONAL, value);
}

/** Returns a scalar that may be null. */
export function wrapperOf(value: Type): Type {
  return { kind: 'wrapper', name: 'wrapper', params: [value] };
}

/** Returns the type of a type. */
export function typeOf(type: Type): Type {
  return { kind: 'type', name: 'type', params: [type] };
}

/** Returns a type that is not known yet. */
export function paramOf(name: string): Type {
  return plain('param', name);
}

const OPTIONAL = 'optional_type';

/** Returns the type of the value that may not be there, or undefined for types of values that always are. */
export function unwrapOptional(type: Type): Type | undefined {
  return type.kind === 'opaque' && type.name === OPTIONAL ? type.params[0] : undefined;
}

/** Reports whether nothing is known of a type, or nothing can be. */
export function isDynOrError(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

/** Reports whether two types are the same to the last part. */
export function isSameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((param, i) => isSameType(param, b.params[i]))
  );
}

const CHECKED_NAMES: Readonly<Partial<Record<TypeKind, string>>> = {
  any: 'any',
  duration: 'duration',
  null: 'null',
  timestamp: 'timestamp',
};

/** Returns a type as errors about types show it. */
export function formatType(type: Type): string {
  const name = CHECKED_NAMES[type.kind] ?? type.name;
  return type.params.length === 0 ? name : `${name}(${type.params.map(formatType).join(', ')})`;
}

/** Returns a type by its names at run time. */
export function runtimeTypeName(type: Type): string {
  return type.params.length === 0 ? type.name : `${type.name}(${type.params.map(runtimeTypeName).join(', ')})`;
}

/** Formats the signature of a function as errors show it: `(int, string)`, and `string.(int)` for a method. */
export function formatSignature(args: readonly Type[], isMember: boolean): string {
  const names = args.map(formatType);
  return isMember ? `${names[0]}.(${names.slice(1).join(', ')})` : `(${names.join(', ')})`;
}
