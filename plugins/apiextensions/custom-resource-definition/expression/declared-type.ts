import { type ExpressionLanguage, escapeMemberName } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/sub-schemas.js';

type Type = ReturnType<ExpressionLanguage['objectOf']>;

/** The type that a schema gives to a value, with what is known of how large that may be. */
export interface DeclaredType {
  readonly type: Type;
  /** The name of its place: that of the root, with the ways to members and elements behind it. */
  readonly name: string;
  /** How many characters, elements or members there are at most; 0 for what has no size. */
  readonly maxSize: number;
  /** How many bytes it takes at least to write the value. */
  readonly minBytes: number;
  /** Members of an object by the names that expressions know them by. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** Elements of a list, or values of a map. */
  readonly element?: DeclaredType;
}

/** The prefix of type names; a number makes them distinct. */
const ROOT_NAME = 'selfType';

/** The largest request that can contain an object. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/** The characters around every text, list or map. */
const BRACKETS = 2;
const MAX_TEXT = MAX_REQUEST_BYTES - BRACKETS;

/**
 * Declares the types of the schemas of one definition. Schemas that say nothing of a value have none, and neither have
 * the lists, maps and members made of them.
 */
export class TypeDeclarations {
  private readonly declared = new Map<JSONSchemaProps, DeclaredType | undefined>();
  private readonly objects = new Map<string, DeclaredType>();
  private roots = 0;

  constructor(private readonly language: ExpressionLanguage) {}

  /**
   * Returns the type of a value; at the root of an object it has kind, version and names whatever the schema says. A schema
   * that is not part of one whose type was asked for before is a root, and gets its own name.
   */
  typeOf(schema: JSONSchemaProps, isRoot: boolean): DeclaredType | undefined {
    return this.typeAt(schema, isRoot, undefined);
  }

  private typeAt(schema: JSONSchemaProps, isRoot: boolean, name: string | undefined): DeclaredType | undefined {
    if (this.declared.has(schema)) return this.declared.get(schema);
    const declared = this.declare(schema, isRoot, name ?? `${ROOT_NAME}${this.roots++}`);
    this.declared.set(schema, declared);
    return declared;
  }

  /** Returns the type of a member of an object, by the name of the object's type. */
  fieldType(typeName: string, field: string): Type | undefined {
    const fields = this.objects.get(typeName)?.fields;
    return fields && fieldNamed(fields, field)?.type;
  }

  private declare(schema: JSONSchemaProps, isRoot: boolean, name: string): DeclaredType | undefined {
    const { BOOL, DOUBLE, DYN, INT } = this.language;
    if (schema['x-kubernetes-int-or-string']) {
      return { name, type: DYN, maxSize: maxLengthOf(schema) ?? MAX_TEXT, minBytes: 1 };
    }
    switch (schema.type) {
      case 'array':
        return this.listType(schema, name);
      case 'object':
        return this.objectType(isRoot ? withMeta(schema) : schema, name);
      case 'string':
        return this.textType(schema, name);
      case 'boolean':
        return { name, type: BOOL, maxSize: 0, minBytes: 4 };
      case 'number':
        return { name, type: DOUBLE, maxSize: 0, minBytes: 1 };
      case 'integer':
        return { name, type: INT, maxSize: 0, minBytes: 1 };
      default:
        return undefined;
    }
  }

  private innerType(schema: JSONSchemaProps | undefined, name: string): DeclaredType | undefined {
    return schema && this.typeAt(schema, Boolean(schema['x-kubernetes-embedded-resource']), name);
  }

  private listType(schema: JSONSchemaProps, name: string): DeclaredType | undefined {
    const element = this.innerType(itemsOf(schema), `${name}.@idx`);
    if (!element) return undefined;
    const maxSize = atLeastZero(schema.maxItems) ?? Math.floor(MAX_TEXT / (element.minBytes + 1));
    return { name, type: this.language.listOf(element.type), maxSize, minBytes: BRACKETS, element };
  }

  private objectType(schema: JSONSchemaProps, name: string): DeclaredType | undefined {
    const additional = additionalOf(schema);
    return additional ? this.mapType(schema, additional, name) : this.fieldsType(schema, name);
  }

  private mapType(schema: JSONSchemaProps, values: JSONSchemaProps, name: string): DeclaredType | undefined {
    const element = this.innerType(values, `${name}.@elem`);
    if (!element) return undefined;
    const maxSize = atLeastZero(schema.maxProperties) ?? Math.floor(MAX_TEXT / (element.minBytes + 6));
    const type = this.language.mapOf(this.language.STRING, element.type);
    return { name, type, maxSize, minBytes: BRACKETS, element };
  }

  private fieldsType(schema: JSONSchemaProps, typeName: string): DeclaredType {
    const required = new Set(schema.required);
    const fields = new Map<string, DeclaredType>();
    let minBytes = BRACKETS;
    for (const [name, member] of propertiesOf(schema)) {
      const known = escapeMemberName(name);
      const declared = this.innerType(member, `${typeName}.${known ?? name}`);
      if (!declared) continue;
      if (known !== undefined) fields.set(known, declared);
      if (required.has(name) && member.default === undefined) minBytes += name.length + declared.minBytes + 4;
    }
    const type = this.language.objectOf(typeName);
    const declared = { name: typeName, type, maxSize: 0, minBytes, fields };
    this.objects.set(type.name, declared);
    return declared;
  }

  private textType(schema: JSONSchemaProps, name: string): DeclaredType {
    const { BYTES, DURATION, STRING, TIMESTAMP } = this.language;
    switch (schema.format) {
      case 'byte':
        return { name, type: BYTES, maxSize: atLeastZero(schema.maxLength) ?? MAX_TEXT, minBytes: BRACKETS };
      case 'duration':
        return { name, type: DURATION, maxSize: 32, minBytes: 3 };
      case 'date':
        return { name, type: TIMESTAMP, maxSize: 12, minBytes: 12 };
      case 'date-time':
        return { name, type: TIMESTAMP, maxSize: 34, minBytes: 21 };
      default:
        return {
          name,
          type: STRING,
          maxSize: maxLengthOf(schema) ?? longestOf(schema) ?? MAX_TEXT,
          minBytes: BRACKETS,
        };
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

/** Returns a schema of objects with kind, version and names, whatever it declares for them. */
export function withMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const names = [kind, apiVersion, metadata?.properties?.name, metadata?.properties?.generateName];
  if (names.every((name) => name?.type === 'string') && metadata?.type === 'object') return schema;
  // Every place has its own schemas, by which it is known.
  const text = (): JSONSchemaProps => ({ type: 'string' });
  const meta: JSONSchemaProps = { type: 'object', properties: { name: text(), generateName: text() } };
  return { ...schema, properties: { ...schema.properties, kind: text(), apiVersion: text(), metadata: meta } };
}

/** Returns the field of a name; words that are reserved may be written as they are where the language allows that. */
export function fieldNamed(fields: ReadonlyMap<string, DeclaredType>, name: string): DeclaredType | undefined {
  return fields.get(name) ?? fields.get(`__${name}__`);
}
