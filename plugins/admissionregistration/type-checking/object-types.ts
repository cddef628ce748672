import { ObjectMeta, type ObjectShape } from '../../../src/plugin-api/index.js';
import {
  type ExpressionLanguage,
  type PlainSchema,
  type StructField,
  type StructLayout,
  escapeMemberName,
  shapeOf,
} from '../../../src/plugin-api/built-in.js';

type Type = ReturnType<ExpressionLanguage['objectOf']>;

/** Finds the type of the member of an object; undefined where it has none, or one of which nothing is known. */
type FindField = (name: string) => Type | undefined;

const META_LAYOUT = shapeOf(ObjectMeta).protobuf!;
const TYPE_MEMBERS: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

/**
 * The types that objects of some kinds have for expressions, made of what is published of them (upstream: SchemaDeclType).
 * Those of members are made when an expression asks for them. The expression language has to have been loaded.
 */
export class ObjectTypes {
  private readonly objects = new Map<string, FindField>();
  private roots = 0;

  constructor(private readonly language: ExpressionLanguage) {}

  /** Returns the type of whole objects of a shape; undefined where nothing is published of them. */
  ofShape({ published }: ObjectShape, kind: string): Type | undefined {
    const name = `${kind}${this.roots++}`;
    if ('layout' in published) return this.ofLayout(published.layout, name, { isRoot: true, around: [] });
    return this.ofSchema({ type: 'object', ...published.schema }, name, true);
  }

  /** Returns the type of a member, by the name of an object's type. */
  fieldType(typeName: string, field: string): Type | undefined {
    const find = this.objects.get(typeName);
    // Words that are reserved may be written as they are where the language allows that.
    return find?.(field) ?? find?.(`__${field}__`);
  }

  /** Members are found by the names that expressions know them by. */
  private object(name: string, find: FindField): Type {
    this.objects.set(name, find);
    return this.language.objectOf(name);
  }

  private ofLayout(
    layout: StructLayout,
    name: string,
    { isRoot = false, around }: { isRoot?: boolean; around: readonly StructLayout[] },
  ): Type {
    // Types that contain themselves are empty there, as in the reference.
    if (around.includes(layout)) return this.object(name, () => undefined);
    const hasTypeMembers = isRoot || layout.metadata.hasTypeMeta;
    const inside = [...around, layout];
    return this.object(name, (member) => {
      if (hasTypeMembers && TYPE_MEMBERS.has(member)) return this.language.STRING;
      const field = layout.fields.find((each) => escapeMemberName(each.name) === member);
      return field && this.ofField(field, `${name}.${member}`, inside);
    });
  }

  private ofField(field: StructField, name: string, around: readonly StructLayout[]): Type | undefined {
    const { listOf, mapOf, STRING } = this.language;
    const inner = `${name}${field.map ? '.@elem' : ''}${field.list ? '.@idx' : ''}`;
    const element = this.ofSingle(field, inner, around);
    const listed = element && field.list ? listOf(element) : element;
    return listed && field.map ? mapOf(STRING, listed) : listed;
  }

  private ofSingle(
    { struct, scalar, or }: StructField,
    name: string,
    around: readonly StructLayout[],
  ): Type | undefined {
    if (or) return undefined;
    if (struct) return this.ofLayout(struct, name, { around });
    const { BOOL, BYTES, DOUBLE, DYN, INT, STRING, TIMESTAMP } = this.language;
    switch (scalar!) {
      case 'string':
      case 'duration':
        return STRING;
      case 'bool':
        return BOOL;
      case 'int32':
      case 'int64':
      case 'uint64':
        return INT;
      case 'double':
        return DOUBLE;
      case 'bytes':
        return BYTES;
      case 'time':
      case 'microTime':
        return TIMESTAMP;
      case 'intOrString':
        return DYN;
      case 'rawExtension':
      case 'fieldsV1':
        return this.object(name, () => undefined);
      // Published without a type: the reference does not know members of these.
      case 'quantity':
      case 'json':
        return undefined;
    }
  }

  private ofSchema(schema: PlainSchema, name: string, isRoot: boolean): Type | undefined {
    const { BOOL, DOUBLE, DYN, INT, listOf } = this.language;
    if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return DYN;
    switch (schema.type) {
      case 'object':
        return this.ofObjectSchema(schema, name, isRoot);
      case 'array': {
        const items = this.ofInner(schema.items, `${name}.@idx`);
        return items && listOf(items);
      }
      case 'string':
        return this.ofFormat(schema.format);
      case 'boolean':
        return BOOL;
      case 'number':
        return DOUBLE;
      case 'integer':
        return INT;
      default:
        return undefined;
    }
  }

  private ofInner(schema: unknown, name: string): Type | undefined {
    if (typeof schema !== 'object' || schema === null) return undefined;
    const inner = schema as PlainSchema;
    return this.ofSchema(inner, name, inner['x-kubernetes-embedded-resource'] === true);
  }

  private ofFormat(format: unknown): Type {
    const { BYTES, DURATION, STRING, TIMESTAMP } = this.language;
    if (format === 'byte') return BYTES;
    if (format === 'duration') return DURATION;
    return format === 'date' || format === 'date-time' ? TIMESTAMP : STRING;
  }

  private ofObjectSchema(schema: PlainSchema, name: string, isRoot: boolean): Type | undefined {
    const { additionalProperties, properties = {} } = schema as { additionalProperties?: unknown; properties?: object };
    if (typeof additionalProperties === 'object' && additionalProperties !== null) {
      const values = this.ofInner(additionalProperties, `${name}.@elem`);
      return values && this.language.mapOf(this.language.STRING, values);
    }
    const members = new Map(
      Object.entries(properties).map(([key, value]) => [escapeMemberName(key), value as unknown]),
    );
    return this.object(name, (member) => {
      if (isRoot && TYPE_MEMBERS.has(member)) return this.language.STRING;
      if (isRoot && member === 'metadata') return this.ofLayout(META_LAYOUT, `${name}.metadata`, { around: [] });
      return this.ofInner(members.get(member), `${name}.${member}`);
    });
  }
}
