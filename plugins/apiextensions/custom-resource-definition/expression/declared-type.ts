import type { ExpressionLanguage } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/sub-schemas.js';
import { escapeMemberName } from './escape-name.js';

type Type = ReturnType<ExpressionLanguage['objectOf']>;

/** The type that a schema gives to a value, with what is known of how large that may be. */
export interface DeclaredType {
  readonly type: Type;
  /** How many characters, elements or members there are at most; 0 for what has no size. */
  readonly maxSize: number;
  /** How many bytes it takes at least to write the value. */
  readonly minBytes: number;
  /** Members of an object by the names that expressions know them by. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** Elements of a list, or values of a map. */
  readonly element?: DeclaredType;
}

/** The largest request that can bring an object. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/** What is written around every text, list or map. */
const BRACKETS = 2;
const MAX_TEXT = MAX_REQUEST_BYTES - BRACKETS;

/**
 * Declares the types of the schemas of one definition. Schemas that say nothing of a value have none, and neither have
 * the lists, maps and members made of them.
 */
export class TypeDeclarations {
  private readonly declared = new Map<JSONSchemaProps, DeclaredType | undefined>();
  private readonly objects = new Map<string, DeclaredType>();

  constructor(private readonly language: ExpressionLanguage) {}

  /** The type of a value; at the root of an object it has kind, version and names whatever the schema says. */
  typeOf(schema: JSONSchemaProps, isRoot: boolean): DeclaredType | undefined {
    if (this.declared.has(schema)) return this.declared.get(schema);
    const declared = this.declare(schema, isRoot);
    this.declared.set(schema, declared);
    return declared;
  }

  /** The type of a member of an object, by the name of the object's type. */
  fieldType(typeName: string, field: string): Type | undefined {
    return this.objects.get(typeName)?.fields?.get(field)?.type;
  }

  private declare(schema: JSONSchemaProps, isRoot: boolean): DeclaredType | undefined {
    const { BOOL, DOUBLE, DYN, INT } = this.language;
    if (schema['x-kubernetes-int-or-string']) {
      return { type: DYN, maxSize: maxLengthOf(schema) ?? MAX_TEXT, minBytes: 1 };
    }
    switch (schema.type) {
      case 'array':
        return this.listType(schema);
      case 'object':
        return this.objectType(isRoot ? withMeta(schema) : schema);
      case 'string':
        return this.textType(schema);
      case 'boolean':
        return { type: BOOL, maxSize: 0, minBytes: 4 };
      case 'number':
        return { type: DOUBLE, maxSize: 0, minBytes: 1 };
      case 'integer':
        return { type: INT, maxSize: 0, minBytes: 1 };
      default:
        return undefined;
    }
  }

  private innerType(schema: JSONSchemaProps | undefined): DeclaredType | undefined {
    return schema && this.typeOf(schema, Boolean(schema['x-kubernetes-embedded-resource']));
  }

  private listType(schema: JSONSchemaProps): DeclaredType | undefined {
    const element = this.innerType(itemsOf(schema));
    if (!element) return undefined;
    const maxSize = atLeastZero(schema.maxItems) ?? Math.floor(MAX_TEXT / (element.minBytes + 1));
    return { type: this.language.listOf(element.type), maxSize, minBytes: BRACKETS, element };
  }

  private objectType(schema: JSONSchemaProps): DeclaredType | undefined {
    const additional = additionalOf(schema);
    return additional ? this.mapType(schema, additional) : this.fieldsType(schema);
  }

  private mapType(schema: JSONSchemaProps, values: JSONSchemaProps): DeclaredType | undefined {
    const element = this.innerType(values);
    if (!element) return undefined;
    const maxSize = atLeastZero(schema.maxProperties) ?? Math.floor(MAX_TEXT / (element.minBytes + 6));
    const type = this.language.mapOf(this.language.STRING, element.type);
    return { type, maxSize, minBytes: BRACKETS, element };
  }

  private fieldsType(schema: JSONSchemaProps): DeclaredType {
    const required = new Set(schema.required);
    const fields = new Map<string, DeclaredType>();
    let minBytes = BRACKETS;
    for (const [name, member] of propertiesOf(schema)) {
      const declared = this.innerType(member);
      if (!declared) continue;
      const known = escapeMemberName(name);
      if (known !== undefined) fields.set(known, declared);
      if (required.has(name) && member.default === undefined) minBytes += name.length + declared.minBytes + 4;
    }
    const type = this.language.objectOf(`selfType.${this.objects.size}`);
    const declared = { type, maxSize: 0, minBytes, fields };
    this.objects.set(type.name, declared);
    return declared;
  }

  private textType(schema: JSONSchemaProps): DeclaredType {
    const { BYTES, DURATION, STRING, TIMESTAMP } = this.language;
    switch (schema.format) {
      case 'byte':
        return { type: BYTES, maxSize: atLeastZero(schema.maxLength) ?? MAX_TEXT, minBytes: BRACKETS };
      case 'duration':
        return { type: DURATION, maxSize: 32, minBytes: 4 };
      case 'date':
        return { type: TIMESTAMP, maxSize: 12, minBytes: 12 };
      case 'date-time':
        return { type: TIMESTAMP, maxSize: 34, minBytes: 21 };
      default:
        return { type: STRING, maxSize: maxLengthOf(schema) ?? longestOf(schema) ?? MAX_TEXT, minBytes: BRACKETS };
    }
  }
}

/** A limit that a schema sets; large ones come as bigint. */
function atLeastZero(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, Number(value));
}

/** A character takes up to four bytes. */
function maxLengthOf({ maxLength }: JSONSchemaProps): number | undefined {
  const limit = atLeastZero(maxLength);
  return limit === undefined ? undefined : limit * 4;
}

function longestOf({ enum: values }: JSONSchemaProps): number | undefined {
  if (!values || values.length === 0) return undefined;
  return values.reduce<number>((max, value) => {
    return typeof value === 'string' ? Math.max(max, Buffer.byteLength(value)) : max;
  }, 0);
}

const TEXT: JSONSchemaProps = { type: 'string' };
const META: JSONSchemaProps = { type: 'object', properties: { name: TEXT, generateName: TEXT } };

function withMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const names = [kind, apiVersion, metadata?.properties?.name, metadata?.properties?.generateName];
  if (names.every((name) => name?.type === 'string') && metadata?.type === 'object') return schema;
  return { ...schema, properties: { ...schema.properties, kind: TEXT, apiVersion: TEXT, metadata: META } };
}
