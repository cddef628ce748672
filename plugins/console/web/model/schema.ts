/** A schema of OpenAPI v3, as far as it is used. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly default?: unknown;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-group-version-kind'?: readonly KindNames[];
}

/** The names of a kind. */
export interface KindNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** An operation, as far as it is used. */
interface DescribedOperation {
  readonly 'x-kubernetes-group-version-kind'?: KindNames;
  readonly 'x-binnacle-examples'?: readonly object[];
}

/** The document of one group version. */
export interface SchemaDocument {
  readonly paths?: Readonly<Record<string, { readonly post?: DescribedOperation }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** A step from an object to a part of it: a member, or any element of a list. */
export type PathStep = string | typeof ELEMENT;

/** The step to an element of a list. */
export const ELEMENT = Symbol('element');

const REFERENCE = '#/components/schemas/';

/** The schemas of a group version. */
export class SchemaBook {
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** Returns the schemas in a document. */
  static of({ components }: SchemaDocument): SchemaBook {
    return new SchemaBook(components?.schemas ?? {});
  }

  /** Returns the schema of a kind; undefined where the document has none. */
  kind(group: string, version: string, kind: string): Schema | undefined {
    return Object.values(this.schemas).find((schema) =>
      schema['x-kubernetes-group-version-kind']?.some(
        (gvk) => gvk.group === group && gvk.version === version && gvk.kind === kind,
      ),
    );
  }

  /** Returns the schema that a reference leads to; its own description counts before that of the target. */
  resolve(schema: Schema): Schema {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0].$ref : undefined);
    const target = reference?.startsWith(REFERENCE) ? this.schemas[reference.slice(REFERENCE.length)] : undefined;
    if (!target) return schema;
    return { ...target, ...(schema.description && { description: schema.description }) };
  }

  /** Returns the schema of a part; undefined where there is no such part. */
  at(root: Schema, path: readonly PathStep[]): Schema | undefined {
    let schema: Schema | undefined = this.resolve(root);
    for (const step of path) {
      schema = schema && this.step(schema, step);
      if (!schema) return undefined;
    }
    return schema;
  }

  private step(schema: Schema, step: PathStep): Schema | undefined {
    const { properties, items, additionalProperties } = schema;
    if (step === ELEMENT) return items && this.resolve(items);
    if (properties && Object.hasOwn(properties, step)) return this.resolve(properties[step]);
    return typeof additionalProperties === 'object' ? this.resolve(additionalProperties) : undefined;
  }
}

/** Returns the examples of the operation that creates objects of a kind. */
export function examplesIn({ paths = {} }: SchemaDocument, { group, version, kind }: KindNames): readonly object[] {
  for (const { post } of Object.values(paths)) {
    const names = post?.['x-kubernetes-group-version-kind'];
    const isOfKind = names?.group === group && names.version === version && names.kind === kind;
    const examples = isOfKind ? post?.['x-binnacle-examples'] : undefined;
    if (examples) return examples;
  }
  return [];
}

/** Reports whether an object of a schema may have members that it does not name. */
export function isOpen(schema: Schema): boolean {
  if (schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-int-or-string']) return true;
  return schema.properties === undefined || schema.additionalProperties !== undefined;
}

/** Returns the type of a schema in words: `[]object`, `map[string]string`. */
export function typeName(schema: Schema, resolve: (schema: Schema) => Schema): string {
  const { type, format, items, additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string']) return 'integer or string';
  if (type === 'array' && items) return `[]${typeName(resolve(items), resolve)}`;
  if (typeof additionalProperties === 'object') return `map[string]${typeName(resolve(additionalProperties), resolve)}`;
  return format && type !== 'object' ? `${type ?? 'any'} (${format})` : (type ?? 'any');
}
