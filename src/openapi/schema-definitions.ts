import { type GroupVersionKind, isWithin } from '../apimachinery/index.js';
import {
  ListMeta,
  ObjectMeta,
  type ObjectShape,
  type PublishedSchema,
  type PublishedShape,
  type ScalarType,
  type StructField,
  type StructLayout,
  shapeOf,
  isRequired,
  listSchema,
  valueSchema,
} from '../schema/index.js';
import { PLAIN_ELEMENTS, SCALAR_DEFINITIONS, TYPE_MEMBERS, WATCH_EVENT, builtInSchemas } from './built-in-schemas.js';
import { DefinitionMemo } from './definition-memo.js';
import { type Described, type KnownKinds, describedBy } from './known-kinds.js';
import { publishPlain } from './plain-schema.js';
import { type Home, definitionName, homeInside, shapeName, shortNameOf, siblingName } from './definition-names.js';
import { type Dialect, REF_PREFIX, type Schema } from './schema.js';

const PRIMITIVES: Readonly<Partial<Record<ScalarType, Schema>>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

const ZEROS: Readonly<Partial<Record<ScalarType, unknown>>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  uint64: 0,
  double: 0,
};

const OTHER_NAMES = { bool: 'Bool', list: 'Array', texts: 'StringArray' } as const;
const OTHERS = { bool: 'true or false', list: 'a list of them', texts: 'a list of texts' } as const;

const META_HOME = { group: '', version: 'v1' };
const METADATA_DOC = 'Name, labels and other metadata of the object.';

/** Refers to a definition once more, in another document. */
export type Need = (definitions: SchemaDefinitions) => void;

/**
 * The definitions of one document. Types are added by referring to them; a definition and all it needs is then part of
 * the document.
 */
export class SchemaDefinitions {
  private readonly schemas = new Map<string, Schema>();
  /** The names of the definitions in the order in which they were added. */
  private readonly order: string[] = [];
  /** The names of those whose schemas came at run time. */
  private readonly received = new Set<string>();
  private readonly described = new Set<Described>();
  private readonly builtIns: Readonly<Record<string, Schema>>;
  /** Collects the references that are made, while it is set. */
  private needs: Need[] | undefined;

  constructor(
    private readonly dialect: Dialect,
    private readonly kinds: KnownKinds,
    private readonly memo = new DefinitionMemo<Need>(),
  ) {
    this.builtIns = builtInsOf(dialect, kinds.release);
  }

  /** Runs work and collects the references it makes, so that they can be made again in another document. */
  collect<T>(describe: () => T): { readonly result: T; readonly needs: readonly Need[] } {
    const before = this.needs;
    const needs: Need[] = (this.needs = []);
    try {
      return { result: describe(), needs };
    } finally {
      this.needs = before;
    }
  }

  /** The release of Kubernetes whose fields the types have. */
  get release(): string {
    return this.kinds.release;
  }

  /** The number of definitions. */
  get size(): number {
    return this.order.length;
  }

  /** Returns the definitions behind the first ones whose schemas came at run time. */
  receivedSince(size: number): Schema[] {
    const names = this.order.slice(size).filter((name) => this.received.has(name));
    return names.map((name) => this.schemas.get(name)!);
  }

  /** Removes all but the first definitions: those of a part that failed, which no other part refers to. */
  cutTo(size: number): void {
    for (const name of this.order.splice(size)) this.schemas.delete(name);
  }

  /** The types that are defined. */
  get defined(): ReadonlySet<Described> {
    return this.described;
  }

  /** Returns a reference to a shape; adds its definition. */
  refer(shape: ObjectShape, home: Home): Schema {
    const { published } = shape;
    if ('layout' in published) return this.referStruct(published.layout, home);
    this.needs?.push((definitions) => definitions.refer(shape, home));
    const name = shapeName(shape, home);
    if (!this.schemas.has(name)) this.definePlain(name, shape, published);
    return this.reference(name);
  }

  /** Returns a reference to the list of a kind; adds its definition. */
  referList(item: ObjectShape, home: Home, list: GroupVersionKind): Schema {
    this.needs?.push((definitions) => definitions.referList(item, home, list));
    const name = siblingName(shapeName(item, home), list.kind);
    // Defaults come from the types of the reference, which lists of custom resources have none of.
    const initial = 'layout' in item.published ? {} : undefined;
    this.remembered(name, { type: describedBy(item), key: `list ${name}`, kinds: [list] }, () => ({
      description: `A list of ${shortNameOf(item)} objects.`,
      type: 'object',
      required: ['items'],
      properties: {
        ...TYPE_MEMBERS,
        items: { description: 'The objects.', type: 'array', items: this.asElement(this.refer(item, home), initial) },
        metadata: this.decorate(
          this.refer(shapeOf(ListMeta, this.release), home),
          { description: 'Metadata of the list.' },
          initial,
        ),
      },
      'x-kubernetes-group-version-kind': [list],
      ...selectableOf(item.published),
    }));
    return this.reference(name);
  }

  /** Returns a reference to the event of a watch, which is a kind of every group version. */
  referWatchEvent(): Schema {
    this.needs?.push((definitions) => definitions.referWatchEvent());
    return this.referBuiltIn(WATCH_EVENT, this.kinds.everywhere('WatchEvent'));
  }

  /** Returns a reference to a definition no class stands for; adds it and what it needs. */
  referBuiltIn(name: string, kinds?: readonly GroupVersionKind[]): Schema {
    // The kinds of watch events are those of the document: types that refer to them are noted instead.
    if (name !== WATCH_EVENT) this.needs?.push((definitions) => definitions.referBuiltIn(name, kinds));
    this.addBuiltIn(name);
    if (kinds) this.schemas.get(name)!['x-kubernetes-group-version-kind'] = kinds;
    return this.reference(name);
  }

  /** Returns all definitions by name, in order. */
  all(): readonly (readonly [string, Schema])[] {
    return [...this.schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  private referStruct(type: StructLayout, home: Home): Schema {
    this.needs?.push((definitions) => definitions.referStruct(type, home));
    const name = definitionName(type, home);
    if (!this.schemas.has(name)) this.define(name, type, home);
    return this.reference(name);
  }

  /** Adds a definition: the one that was made for another document, or a new one. */
  private remembered(name: string, { type, key, kinds }: RememberedType, make: () => Schema): void {
    const known = this.memo.find(type, key, kinds);
    if (known) {
      this.add(name, known.schema);
      for (const need of known.needs) need(this);
      return;
    }
    // Set before the members are: types may contain themselves.
    const schema: Schema = {};
    this.add(name, schema);
    const { result, needs } = this.collect(make);
    Object.assign(schema, result);
    this.memo.keep(type, key, { kinds, schema, needs });
  }

  /** A value that is a struct or something else: the documents have no words for that, so its definition is open. */
  private referEither(type: StructLayout, or: NonNullable<StructField['or']>, home: Home): Schema {
    this.needs?.push((definitions) => definitions.referEither(type, or, home));
    const name = `${definitionName(type, home)}Or${OTHER_NAMES[or]}`;
    this.add(name, { description: `A ${type.shortName}, or ${OTHERS[or]}.` });
    return this.reference(name);
  }

  private definePlain(name: string, shape: ObjectShape, published: PublishedSchema): void {
    this.described.add(shape);
    this.received.add(name);
    const kinds = this.kinds.get(shape);
    this.remembered(name, { type: shape, key: name, kinds }, () => {
      const reference = this.referStruct(shapeOf(ObjectMeta, this.release).protobuf!, META_HOME);
      const metadata = this.decorate(reference, { description: METADATA_DOC }, undefined);
      const schema = publishPlain(published, this.dialect, { ...TYPE_MEMBERS, metadata });
      return { ...schema, ...(kinds && { 'x-kubernetes-group-version-kind': kinds }), ...selectableOf(published) };
    });
  }

  private define(name: string, type: StructLayout, home: Home): void {
    this.described.add(type);
    const kinds = this.kinds.get(type);
    this.remembered(name, { type, key: this.memo.keyOf(type, home), kinds }, () => this.structOf(type, home, kinds));
  }

  private structOf(type: StructLayout, home: Home, kinds: readonly GroupVersionKind[] | undefined): Schema {
    const schema: Schema = { type: 'object' };
    if (type.doc) schema.description = type.doc;
    const properties: Record<string, Schema> = kinds ? { ...TYPE_MEMBERS } : {};
    const inside = homeInside(type, home);
    for (const field of type.fields) properties[field.name] = this.property(field, inside);
    const required = type.fields.filter(isRequired).map((f) => f.name);
    if (required.length > 0) schema.required = required.sort();
    if (Object.keys(properties).length > 0) schema.properties = sortKeys(properties);
    if (type.mapType) schema['x-kubernetes-map-type'] = type.mapType;
    if (kinds) schema['x-kubernetes-group-version-kind'] = kinds;
    if (type.metadata.unions) schema['x-kubernetes-unions'] = type.metadata.unions.map(describeUnion);
    return schema;
  }

  private property(field: StructField, home: Home): Schema {
    const single = this.single(field, home);
    const isCollection = field.list || field.map;
    const element = isCollection ? this.asElement(single, elementDefault(field)) : single;
    const shape = field.map ? mapOf(field.list ? listOf(element) : element) : field.list ? listOf(element) : element;
    const initial = field.default ?? field.openapiDefault ?? (isCollection ? undefined : zeroDefault(field));
    return this.decorate(shape, extras(field), initial);
  }

  private single(field: StructField, home: Home): Schema {
    if (field.struct && field.or) return this.referEither(field.struct, field.or, home);
    if (field.struct) return this.referStruct(field.struct, home);
    const definition = (SCALAR_DEFINITIONS as Partial<Record<ScalarType, string>>)[field.scalar!];
    if (definition) return this.referBuiltIn(definition);
    const schema: Schema = { ...PRIMITIVES[field.scalar!] };
    if (field.format) schema.format = field.format;
    return { ...schema, ...valueSchema(field) };
  }

  /** Puts a description and the like beside a schema; OpenAPI 3.0 allows nothing beside a reference. */
  private decorate(schema: Schema, siblings: Schema, initial: unknown): Schema {
    const own = initial === undefined ? siblings : { ...siblings, default: initial };
    if (!schema.$ref || this.dialect === 'v2') return { ...schema, ...own };
    return Object.keys(own).length === 0 ? schema : { allOf: [schema], ...own };
  }

  /** The schema of the elements of a list or map. */
  private asElement(schema: Schema, initial: unknown): Schema {
    const isPlain = initial === undefined || isWithin(PLAIN_ELEMENTS, this.release);
    return isPlain ? schema : this.decorate(schema, {}, initial);
  }

  private add(name: string, schema: Schema): void {
    if (!this.schemas.has(name)) this.order.push(name);
    this.schemas.set(name, schema);
  }

  private reference(name: string): Schema {
    return { $ref: `${REF_PREFIX[this.dialect]}${name}` };
  }

  private addBuiltIn(name: string): void {
    if (this.schemas.has(name)) return;
    const schema = structuredClone(this.builtIns[name]);
    this.add(name, schema);
    for (const match of JSON.stringify(schema).matchAll(/"\$ref":"#[^"]*\/([^"/]+)"/g)) this.addBuiltIn(match[1]);
  }
}

/** The identity of a remembered definition. */
interface RememberedType {
  readonly type: Described;
  readonly key: string;
  readonly kinds: readonly GroupVersionKind[] | undefined;
}

/** How definitions without a class refer to one another. Links between them may get siblings. */
const LINKS: Readonly<Record<Dialect, (name: string) => Schema>> = {
  v2: (name) => ({ $ref: `${REF_PREFIX.v2}${name}` }),
  v3: (name) => ({ allOf: [{ $ref: `${REF_PREFIX.v3}${name}` }] }),
};

const builtIns: Record<Dialect, Map<string, Readonly<Record<string, Schema>>>> = { v2: new Map(), v3: new Map() };

function builtInsOf(dialect: Dialect, release: string): Readonly<Record<string, Schema>> {
  const known = builtIns[dialect].get(release);
  if (known) return known;
  const made = builtInSchemas(dialect, LINKS[dialect], release);
  builtIns[dialect].set(release, made);
  return made;
}

function elementDefault(field: StructField): unknown {
  if (field.struct) return field.or ? undefined : {};
  return ZEROS[field.scalar!];
}

function zeroDefault(field: StructField): unknown {
  if (field.pointer) return undefined;
  if (field.struct) return {};
  return field.always ? ZEROS[field.scalar!] : undefined;
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function mapOf(additionalProperties: Schema): Schema {
  return { type: 'object', additionalProperties };
}

function extras(field: StructField): Schema {
  const out: Schema = {};
  if (field.doc) out.description = field.doc;
  if (field.listType) out['x-kubernetes-list-type'] = field.listType;
  if (field.listMapKeys) out['x-kubernetes-list-map-keys'] = field.listMapKeys;
  if (field.mapType) out['x-kubernetes-map-type'] = field.mapType;
  Object.assign(out, listSchema(field));
  if (field.patchStrategy) out['x-kubernetes-patch-strategy'] = field.patchStrategy.join(',');
  if (field.patchMergeKey) out['x-kubernetes-patch-merge-key'] = field.patchMergeKey;
  return out;
}

function describeUnion(union: { discriminator?: string; fields: Readonly<Record<string, string>> }): object {
  const named = { 'fields-to-discriminateBy': union.fields };
  return union.discriminator ? { discriminator: union.discriminator, ...named } : named;
}

function selectableOf(published: PublishedShape): Pick<Schema, 'x-kubernetes-selectable-fields'> {
  const { selectableFields } = published as Partial<PublishedSchema>;
  if (!selectableFields) return {};
  return { 'x-kubernetes-selectable-fields': selectableFields.map((fieldPath) => ({ fieldPath })) };
}

function sortKeys(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}
