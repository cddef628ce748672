import type { PlainSchema, PublishedSchema } from '../schema/index.js';
import type { Dialect, Schema } from './schema.js';

type Members = Record<string, unknown>;

/** The members every object has beside those a schema declares. */
export interface ObjectMembers {
  readonly apiVersion: Schema;
  readonly kind: Schema;
  readonly metadata: Schema;
}

/** Converts the value of one keyword; undefined leaves the keyword out. */
type Keyword = (value: unknown) => unknown;

const text: Keyword = (value) => (value === '' ? undefined : value);
const flag: Keyword = (value) => (value === true ? true : undefined);
/** The reference holds bounds as doubles. */
const bound: Keyword = (value) => Number(value);
const given: Keyword = (value) => value;
const list: Keyword = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
const pick = (value: unknown, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, text((value as Members)[name])] as const).filter(isSet));
const RULE_MEMBERS = ['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf'];

/** The keywords that hold no schemas, in the order of the documents. All others are not published. */
const KEYWORDS: readonly (readonly [string, Keyword])[] = [
  ['description', text],
  ['type', text],
  ['format', text],
  ['title', text],
  ['default', given],
  ['maximum', bound],
  ['exclusiveMaximum', flag],
  ['minimum', bound],
  ['exclusiveMinimum', flag],
  ['maxLength', given],
  ['minLength', given],
  ['pattern', text],
  ['maxItems', given],
  ['minItems', given],
  ['uniqueItems', flag],
  ['multipleOf', bound],
  ['enum', list],
  ['maxProperties', given],
  ['minProperties', given],
  ['required', list],
  ['nullable', flag],
  ['example', given],
  ['externalDocs', (value) => pick(value, ['description', 'url'])],
  ['x-kubernetes-preserve-unknown-fields', flag],
  ['x-kubernetes-embedded-resource', flag],
  ['x-kubernetes-int-or-string', flag],
  ['x-kubernetes-list-map-keys', list],
  ['x-kubernetes-list-type', given],
  ['x-kubernetes-map-type', given],
  ['x-kubernetes-validations', (value) => list((value as unknown[]).map((rule) => pick(rule, RULE_MEMBERS)))],
];

const JUNCTORS = ['allOf', 'oneOf', 'anyOf'] as const;
const PRESERVE = 'x-kubernetes-preserve-unknown-fields';
const NUMBER_OR_TEXT = [{ type: 'integer' }, { type: 'string' }];

/**
 * Returns a schema that came at run time as a dialect publishes it, with the members every object has
 * (upstream: apiextensions-apiserver, openapi/builder). The cost is linear in its size.
 */
export function publishPlain(shape: PublishedSchema, dialect: Dialect, members: ObjectMembers): Schema {
  if (shape.isOpaque) return { type: 'object' };
  const { schema } = shape;
  // Clients of Swagger 2.0 that see some members refuse all others.
  if (dialect === 'v2' && (shape.isOpen || keepsUnknown(schema))) return { type: 'object' };
  const published = new SchemaPublisher(dialect, members).publish(schema);
  return { ...published, properties: { ...published.properties, ...members } };
}

function keepsUnknown(schema: PlainSchema): boolean {
  return schema[PRESERVE] === true;
}

class SchemaPublisher {
  constructor(
    private readonly dialect: Dialect,
    private readonly members: ObjectMembers,
  ) {}

  publish(schema: PlainSchema): Schema {
    const source = this.dialect === 'v2' ? forSwagger(schema) : withAlternatives(schema);
    const out = keywordsOf(source);
    this.addParts(out, source);
    if (this.dialect === 'v3') addJunctors(out, source);
    const isOpen = this.dialect === 'v2' && keepsUnknown(schema);
    return schema['x-kubernetes-embedded-resource'] === true && !isOpen ? this.asObject(out) : (out as Schema);
  }

  private addParts(out: Members, { items, properties, additionalProperties }: PlainSchema): void {
    if (isSchema(items)) out.items = this.publish(items);
    const declared = entriesOf(properties);
    if (declared.length > 0) {
      out.properties = Object.fromEntries(declared.map(([name, member]) => [name, this.publish(member)]));
    }
    if (isSchema(additionalProperties)) out.additionalProperties = this.publish(additionalProperties);
    else if (typeof additionalProperties === 'boolean') out.additionalProperties = additionalProperties;
  }

  private asObject(schema: Members): Schema {
    const required = (schema.required ?? []) as readonly string[];
    const lacking = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
    const properties = { ...(schema.properties as object | undefined), ...this.members };
    return { ...schema, required: [...required, ...lacking], properties };
  }
}

function keywordsOf(schema: PlainSchema): Members {
  const out: Members = {};
  for (const [keyword, convert] of KEYWORDS) {
    const value = schema[keyword];
    const converted = value === undefined || value === null ? undefined : convert(value);
    if (converted !== undefined) out[keyword] = converted;
  }
  return out;
}

function addJunctors(out: Members, source: PlainSchema): void {
  for (const junctor of JUNCTORS) {
    const parts = list(source[junctor]) as readonly PlainSchema[] | undefined;
    if (parts) out[junctor] = parts.map(condition);
  }
  if (isSchema(source.not)) out.not = condition(source.not);
}

/** A schema inside a junctor: it only restricts values, whose structure is declared outside. */
function condition(schema: PlainSchema): Members {
  const out = keywordsOf(schema);
  const members = entriesOf(schema.properties).map(([name, member]) => [name, condition(member)] as const);
  if (isSchema(schema.items)) out.items = condition(schema.items);
  if (members.length > 0) out.properties = Object.fromEntries(members);
  addJunctors(out, schema);
  return out;
}

/** Writes a number or text as alternatives, unless the author did (upstream: Structural.Unfold). */
function withAlternatives(schema: PlainSchema): PlainSchema {
  if (schema['x-kubernetes-int-or-string'] !== true) return schema;
  const { anyOf, allOf = [] } = schema as { anyOf?: readonly PlainSchema[]; allOf?: readonly PlainSchema[] };
  if (isNumberOrText(anyOf) || isSuchCondition(allOf[0])) return schema;
  if (!anyOf?.length) return { ...schema, anyOf: NUMBER_OR_TEXT };
  return { ...schema, allOf: [{ anyOf: NUMBER_OR_TEXT }, ...allOf] };
}

function isNumberOrText(alternatives: unknown): boolean {
  if (!Array.isArray(alternatives) || alternatives.length !== NUMBER_OR_TEXT.length) return false;
  return NUMBER_OR_TEXT.every(({ type }, i) => hasOnly(alternatives[i], 'type') && alternatives[i].type === type);
}

function isSuchCondition(schema: unknown): boolean {
  return hasOnly(schema, 'anyOf') && isNumberOrText(schema.anyOf);
}

function hasOnly<K extends string>(schema: unknown, keyword: K): schema is Record<K, unknown> {
  if (!isSchema(schema)) return false;
  const names = Object.entries(schema).flatMap((entry) => (isSet(entry) ? [entry[0]] : []));
  return names.length === 1 && names[0] === keyword;
}

/**
 * The keywords that Swagger 2.0 has a counterpart for: values that may be null or anything get no type, and members that
 * may be null are not required (upstream: ToStructuralOpenAPIV2).
 */
function forSwagger(schema: PlainSchema): PlainSchema {
  const { nullable } = schema;
  const out: Members = { ...schema, nullable: undefined, default: undefined };
  if (nullable === true) out.type = undefined;
  if (nullable === true || keepsUnknown(schema)) out.items = out.properties = undefined;
  if (!isSchema(out.items) && out.type === 'array') out.type = undefined;
  if (keepsUnknown(schema) && out.type === 'object') out.type = undefined;
  if (Array.isArray(out.required)) out.required = requiredInSwagger(out, out.required as readonly string[]);
  return out;
}

function requiredInSwagger({ properties, additionalProperties }: Members, required: readonly string[]): unknown {
  if (isSchema(additionalProperties) && additionalProperties.nullable === true) return undefined;
  const nullable = new Set(entriesOf(properties).flatMap(([name, member]) => (member.nullable === true ? [name] : [])));
  return required.filter((name) => !nullable.has(name));
}

function entriesOf(members: unknown): [string, PlainSchema][] {
  return isSchema(members) ? (Object.entries(members) as [string, PlainSchema][]) : [];
}

function isSchema(value: unknown): value is PlainSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSet([, value]: readonly [string, unknown]): boolean {
  return value !== undefined && value !== null;
}
