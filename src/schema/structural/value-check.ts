import { type FormatCheck, formatCheck, numberFormat } from './formats.js';
import type { JsonSchema } from './json-schema.js';
import { ListedValues } from './listed-values.js';
import { patternMatcher } from './pattern-matcher.js';

/** Most schemas list no values. */
const NONE_LISTED = new ListedValues([]);

/** The rules of a schema at one place, compiled: what upstream's kube-openapi validators check of a value. */
export interface ValueCheck {
  /** The JSON types that are allowed; empty where any is. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** The name of a format that is checked; unknown formats are ignored. */
  readonly format: string;
  readonly hasFormat: FormatCheck | undefined;
  readonly enum: ListedValues;
  readonly string: StringLimits | undefined;
  readonly number: NumberLimits | undefined;
  /** The range that numbers have to fit, as of 1.36. */
  readonly range: NumberRange | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, ValueCheck>;
  readonly additional: ValueCheck | undefined;
  readonly forbidsAdditional: boolean;
  readonly items: ValueCheck | undefined;
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
  readonly hasJunctors: boolean;
  readonly anyOf: readonly ValueCheck[];
  readonly oneOf: readonly ValueCheck[];
  readonly allOf: readonly ValueCheck[];
  readonly not: ValueCheck | undefined;
}

/** Limits of texts; lengths count characters. */
export interface StringLimits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string;
  readonly matches: ((text: string) => boolean) | undefined;
}

/** A range of numbers: all of a type, or those of a format. */
export interface NumberRange {
  readonly type: string;
  readonly format: string;
}

/** Limits of numbers. */
export interface NumberLimits {
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;
}

/** Compiles the rules of a schema and of all schemas in it. */
export function compileCheck(schema: JsonSchema): ValueCheck {
  const { additionalProperties, items } = schema;
  const isSchema = typeof additionalProperties === 'object';
  const ofNumber = numberFormat(schema.type, schema.format);
  const { format, check } =
    ofNumber === undefined ? formatCheck(schema.format) : { format: ofNumber, check: undefined };
  return {
    types: typesOf(schema),
    nullable: schema.nullable ?? false,
    format,
    hasFormat: check,
    enum: schema.enum ? new ListedValues(schema.enum) : NONE_LISTED,
    string: stringLimits(schema),
    number: numberLimits(schema),
    range: ofNumber === undefined ? undefined : { type: schema.type!, format: ofNumber },
    minItems: limit(schema.minItems),
    maxItems: limit(schema.maxItems),
    minProperties: limit(schema.minProperties),
    maxProperties: limit(schema.maxProperties),
    required: schema.required ?? [],
    properties: new Map(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, compileCheck(of)])),
    additional: isSchema ? compileCheck(additionalProperties) : undefined,
    forbidsAdditional: additionalProperties === false,
    items: items && !Array.isArray(items) ? compileCheck(items as JsonSchema) : undefined,
    listType: schema['x-kubernetes-list-type'],
    listKeys: schema['x-kubernetes-list-map-keys'] ?? [],
    ...junctors(schema),
  };
}

function junctors({ anyOf = [], oneOf = [], allOf = [], not }: JsonSchema) {
  return {
    hasJunctors: anyOf.length + oneOf.length + allOf.length > 0 || not !== undefined,
    anyOf: anyOf.map(compileCheck),
    oneOf: oneOf.map(compileCheck),
    allOf: allOf.map(compileCheck),
    not: not && compileCheck(not),
  };
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type ? [schema.type] : [];
}

function stringLimits({ minLength, maxLength, pattern = '' }: JsonSchema): StringLimits | undefined {
  if (minLength === undefined && maxLength === undefined && pattern === '') return undefined;
  return {
    minLength: limit(minLength),
    maxLength: limit(maxLength),
    pattern,
    matches: pattern === '' ? undefined : patternMatcher(pattern),
  };
}

function numberLimits(schema: JsonSchema): NumberLimits | undefined {
  const { minimum, maximum, multipleOf } = schema;
  if (minimum === undefined && maximum === undefined && multipleOf === undefined) return undefined;
  return {
    minimum: limit(minimum),
    exclusiveMinimum: schema.exclusiveMinimum ?? false,
    maximum: limit(maximum),
    exclusiveMaximum: schema.exclusiveMaximum ?? false,
    multipleOf: limit(multipleOf),
  };
}

function limit(value: number | bigint | undefined | null): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}
