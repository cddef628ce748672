import {
  ObjectMeta,
  type ScalarType,
  type StructField,
  type StructLayout,
  isRequired,
  listSchema,
  shapeOf,
  valueSchema,
} from '../../schema/index.js';

/** An OpenAPI v3 schema as definitions of custom resources have it. */
export type Schema = Record<string, unknown>;

/** The members of an object's schema that say which properties it has. */
interface Members {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const ANYTHING: Schema = { 'x-kubernetes-preserve-unknown-fields': true };
const ANY_OBJECT: Schema = { type: 'object', ...ANYTHING };
const NUMBER_OR_TEXT: Schema = {
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
};
const TIME: Schema = { type: 'string', format: 'date-time' };
/** Quantities as the decoder reads them: a sign, digits with a point, and a suffix or an exponent. */
const QUANTITY = '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$';

const SCALARS: Readonly<Record<ScalarType, Schema>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint64: { type: 'integer', format: 'int64', minimum: 0 },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  time: TIME,
  microTime: TIME,
  duration: { type: 'string' },
  quantity: { ...NUMBER_OR_TEXT, pattern: QUANTITY },
  intOrString: NUMBER_OR_TEXT,
  rawExtension: ANY_OBJECT,
  json: ANYTHING,
  fieldsV1: ANY_OBJECT,
};

const METADATA = shapeOf(ObjectMeta).protobuf;

/**
 * Returns the structural schema of an object of a type that a class declares. Types that contain themselves may hold
 * anything there. The server drops the status of a new object with a status subresource, so that requiring it would prevent
 * every create.
 */
export function structuralSchema(type: StructLayout, { hasStatus }: { hasStatus?: boolean } = {}): Schema {
  const { properties = {}, required = [], ...schema } = structSchema(type, []) as Members & Schema;
  const text: Schema = { type: 'string' };
  return {
    ...schema,
    ...requiring(required.filter((name) => !hasStatus || name !== 'status')),
    properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, ...withoutMeta(properties) },
  };
}

/** The server itself has the schema of metadata. */
function withoutMeta(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'metadata'));
}

function structSchema(type: StructLayout, around: readonly StructLayout[]): Schema {
  if (type === METADATA || around.includes(type)) return ANY_OBJECT;
  const inside = [...around, type];
  const properties = Object.fromEntries(type.fields.map((field) => [field.name, property(field, inside)]));
  const required = type.fields.filter((field) => isRequired(field) || isEmptyRefused(field, properties[field.name]));
  return {
    type: 'object',
    ...(type.doc && { description: type.doc }),
    ...requiring(required.map(({ name }) => name)),
    ...(type.mapType && { 'x-kubernetes-map-type': type.mapType }),
    ...(type.fields.length > 0 ? { properties } : ANYTHING),
  };
}

function requiring(names: readonly string[]): Schema {
  return names.length > 0 ? { required: [...names].sort() } : {};
}

/**
 * Reports whether a struct would be filled in without a field that it requires: a definition with such a default is
 * invalid, so the struct has to be given.
 */
function isEmptyRefused(field: StructField, { properties = {}, required = [], ...schema }: Members & Schema): boolean {
  return isAlwaysThere(field) && !('default' in schema) && required.some((name) => !('default' in properties[name]));
}

/** The server fills in a struct that is no pointer. */
function isAlwaysThere({ struct, pointer, list, map, or }: StructField): boolean {
  return struct !== undefined && !pointer && !list && !map && !or;
}

function hasDefaults({ properties = {} }: Members): boolean {
  return Object.values(properties).some((schema) => 'default' in schema);
}

function property(field: StructField, around: readonly StructLayout[]): Schema {
  const schema = { ...collection(field, single(field, around)) };
  if (field.doc) schema.description = field.doc;
  if (field.default !== undefined) schema.default = field.default;
  // Defaults inside a struct apply only where the struct is there.
  else if (isAlwaysThere(field) && hasDefaults(schema) && !isEmptyRefused(field, schema)) schema.default = {};
  if (field.mapType) schema['x-kubernetes-map-type'] = field.mapType;
  return schema;
}

function single(field: StructField, around: readonly StructLayout[]): Schema {
  const { struct, scalar, or, format } = field;
  if (struct) return or ? ANYTHING : structSchema(struct, around);
  return { ...SCALARS[scalar!], ...(format && { format }), ...valueSchema(field) };
}

function collection(field: StructField, element: Schema): Schema {
  const inner = field.list ? listOf(field, element) : element;
  return field.map ? { type: 'object', additionalProperties: inner } : inner;
}

/** Elements of sets have to be atomic, and the keys of elements required. */
function listOf(field: StructField, element: Schema): Schema {
  const { listType = 'atomic', listMapKeys = [] } = field;
  const list = { type: 'array', ...listSchema(field), 'x-kubernetes-list-type': listType };
  if (listType === 'map') {
    const required = [...new Set([...((element.required as string[] | undefined) ?? []), ...listMapKeys])].sort();
    return { ...list, 'x-kubernetes-list-map-keys': listMapKeys, items: { ...element, required } };
  }
  const isAtomic = listType === 'set' && element.type === 'object';
  return { ...list, items: isAtomic ? { ...element, 'x-kubernetes-map-type': 'atomic' } : element };
}
