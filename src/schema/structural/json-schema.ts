/** A JSON document's object: plain data whose members are not known beforehand. */
export type Plain = Record<string, unknown>;

/** A number of a schema; large integers are parsed as bigint. */
type SchemaNumber = number | bigint;

/**
 * The part of OpenAPI v3 that describes values, as the `openAPIV3Schema` of a CustomResourceDefinition has it
 * (upstream: apiextensions JSONSchemaProps). Members that say nothing of a value, such as titles, may be there too.
 *
 * @public
 * @example
 * const schema: JsonSchema = { type: 'object', properties: { depth: { type: 'integer', minimum: 1 } } };
 */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: SchemaNumber;
  readonly maximum?: SchemaNumber;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: SchemaNumber;
  readonly minLength?: SchemaNumber;
  readonly maxLength?: SchemaNumber;
  readonly pattern?: string;
  readonly minItems?: SchemaNumber;
  readonly maxItems?: SchemaNumber;
  readonly minProperties?: SchemaNumber;
  readonly maxProperties?: SchemaNumber;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
}

/** Reports whether a value is a JSON object. */
export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Number);
}

/** Sets a member whatever its name is; assignment of `__proto__` would change the prototype. */
export function setOwn(object: Plain, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
