import { type ReleaseSpan, isWithin } from '../apimachinery/index.js';
import { CURRENT_RELEASE } from '../options/index.js';
import { fieldRulesOf } from './field-rules.js';
import { ByRelease, fieldIn } from './release-view.js';
import { SCALARS, type Scalar } from './scalars.js';
import type { EmbeddedLayout, StructField, StructLayout } from './struct-layout.js';
import {
  type ApiClass,
  type FieldCheck,
  type FieldMetadata,
  type FieldType,
  type ListType,
  type ScalarType,
  type TypeMetadata,
  metadataOf,
} from './type-metadata.js';

/** The prefix of the names of the reference's own types. */
export const REFERENCE_TYPES = 'k8s.io.';

/** One member of a compiled type. */
export interface CompiledField extends StructField {
  readonly struct: CompiledType | undefined;
  /** How one of its values is read; undefined for structs. */
  readonly reader: Scalar | undefined;
  /** A struct that Go would hold by value: always present, `{}` when empty. */
  readonly embeddedStruct: boolean;
  /** A single value that is written whether set or not, as Go writes scalars that are structs there. */
  readonly isStructScalar: boolean;
  /** The rules declared beside a field of a built-in type, in the order in which they are checked. */
  readonly checks: readonly FieldCheck[];
}

/** A field and its place among all fields of a type. */
export interface PlacedField {
  readonly field: CompiledField;
  readonly place: number;
  /** Name in paths of decoding errors. */
  readonly shownName: string;
}

/** Fields of a parent class: flat in JSON, a nested message of this number in protobuf. */
interface Embedded extends EmbeddedLayout {
  readonly type: CompiledType;
}

/**
 * A type as the rest of the server uses it: names, and fields in JSON order with resolved types, as a release of Kubernetes
 * has them. Made once per class and release; fields are resolved on first use, so types may refer to each other in circles.
 */
export class CompiledType implements StructLayout {
  private resolved: readonly CompiledField[] | undefined = undefined;
  private ownResolved: readonly CompiledField[] | undefined = undefined;
  private index: ReadonlyMap<string, PlacedField> | undefined = undefined;
  private outOfView: readonly string[] | undefined = undefined;

  readonly name: string;
  readonly shortName: string;
  /** True if paths of decoding errors name everything that is passed. */
  readonly hasLongPaths: boolean;
  /** True if values inside other objects carry kind and apiVersion too. */
  readonly hasTypeMeta: boolean;

  constructor(
    readonly apiClass: ApiClass,
    readonly metadata: TypeMetadata,
    readonly release: string,
  ) {
    this.name = metadata.name ?? apiClass.name;
    this.shortName = this.name.slice(this.name.lastIndexOf('.') + 1);
    this.hasTypeMeta = metadata.hasTypeMeta ?? false;
    this.hasLongPaths = isWithin(LONG_PATHS, release);
  }

  /** Name as decoding errors show it: `v1.Pod`. */
  get goName(): string {
    return this.name.split('.').slice(-2).join('.');
  }

  /** True if Kubernetes itself has the type, so that all of it is as there. */
  get isOfReference(): boolean {
    return this.name.startsWith(REFERENCE_TYPES);
  }

  /** Merge kind of the whole type. */
  get mapType(): TypeMetadata['mapType'] {
    const isOfParts = this.isOfReference && !isWithin(WHOLE_STRUCTS, this.release) && this.name !== FIRST_WHOLE_STRUCT;
    return isOfParts ? undefined : this.metadata.mapType;
  }

  /** Name of the definition in the OpenAPI documents: `io.k8s.api.core.v1.Pod`. */
  get openapiName(): string {
    return this.isOfReference ? `io.k8s.${this.name.slice(REFERENCE_TYPES.length)}` : this.name;
  }

  /** All fields that JSON shows, own ones first, then those of the parent class. */
  get fields(): readonly CompiledField[] {
    this.resolved ??= [...this.ownFields, ...(this.embedded?.type.fields ?? [])];
    return this.resolved;
  }

  /** Fields declared by the class itself. */
  get ownFields(): readonly CompiledField[] {
    return this.own();
  }

  /** The parent class's type, if it has one. */
  get embedded(): Embedded | undefined {
    const number = this.metadata.embed;
    const type = number === undefined ? undefined : this.parent;
    return type && { number: number!, type };
  }

  private get parent(): CompiledType | undefined {
    const parent: unknown = Object.getPrototypeOf(this.apiClass);
    if (typeof parent !== 'function' || !metadataOf(parent)) return undefined;
    return compileType(parent as unknown as ApiClass, this.release);
  }

  /** As in TypeScript, fields of the parent are those of the class, unless they are nested in their own message. */
  private get inherits(): boolean {
    return this.metadata.inherits ?? this.metadata.embed === undefined;
  }

  /** The description; another version of a type is described as its parent class unless it says otherwise. */
  get doc(): string | undefined {
    return this.metadata.doc ?? (this.metadata.inherits ? this.parent?.doc : undefined);
  }

  /** Finds a field by its JSON name. */
  field(name: string): CompiledField | undefined {
    return this.placed.get(name)?.field;
  }

  /** All fields by their JSON names. */
  get placed(): ReadonlyMap<string, PlacedField> {
    // No function stands here: V8 would allocate a context for it with every read, once per object of a body.
    return (this.index ??= this.placeFields());
  }

  private placeFields(): ReadonlyMap<string, PlacedField> {
    return new Map(
      this.fields.map((field, place) => [field.name, { field, place, shownName: this.shownNameOf(field) }]),
    );
  }

  /** Since 1.35 decoding errors name the struct that a struct embeds. */
  private shownNameOf({ name }: CompiledField): string {
    const embedded = this.embedded?.type;
    const isOwn = !embedded || this.ownFields.some((field) => field.name === name);
    if (isOwn || !this.hasLongPaths) return name;
    return `${embedded.shortName}.${embedded.placed.get(name)!.shownName}`;
  }

  /** Fills in what is declared with the class; a class that inherits the fields of another takes over its function. */
  get defaults(): ((value: Record<string, unknown>) => void) | undefined {
    const { defaults } = this.metadata;
    if (defaults || !this.inherits) return defaults as ((value: Record<string, unknown>) => void) | undefined;
    return this.parent?.defaults;
  }

  /** Names of the fields that other releases have. */
  get fieldsOutOfView(): readonly string[] {
    this.outOfView ??= [
      ...this.metadata.fields.filter((field) => !fieldIn(field, this.release)).map(({ name }) => name),
      ...(this.parent?.fieldsOutOfView ?? []),
    ].filter((name) => !this.placed.has(name));
    return this.outOfView;
  }

  private own(): readonly CompiledField[] {
    if (!this.ownResolved) {
      const fields = new Map((this.inherits ? this.parent?.ownFields : undefined)?.map((field) => [field.name, field]));
      const rules = fieldRulesOf(this.apiClass);
      for (const declared of this.metadata.fields) {
        const field = fieldIn(declared, this.release);
        if (field) fields.set(field.name, resolveField(this, { ...field, rules: rules.get(field.name) }));
        else fields.delete(declared.name);
      }
      this.ownResolved = this.declaredNames().flatMap((name) => fields.get(name) ?? []);
    }
    return this.ownResolved;
  }

  /** The names of the fields of all releases in their order: one that is declared again keeps its place. */
  private declaredNames(): readonly string[] {
    const inherited = (this.inherits ? this.parent?.declaredNames() : undefined) ?? [];
    return [...new Set([...inherited, ...this.metadata.fields.map(({ name }) => name)])];
  }
}

const COMPILED = new ByRelease<CompiledType>();

/**
 * Returns the compiled form of a class with `@ApiType` in a release of Kubernetes; throws when it has none. Always the same
 * object for the same class and release.
 */
export function compileType(apiClass: ApiClass, release = CURRENT_RELEASE): CompiledType {
  return COMPILED.of(apiClass, release, () => {
    const metadata = typeof apiClass === 'function' ? metadataOf(apiClass) : undefined;
    if (!metadata) throw new Error(`${describeGiven(apiClass)} carries no @ApiType`);
    return new CompiledType(apiClass, metadata, release);
  });
}

/** Members of an object that an error names. */
const SHOWN_MEMBERS = 5;

/** The name of a given class, or of what was given in its place. */
function describeGiven(given: unknown): string {
  if (typeof given === 'function') return `class ${given.name || 'without a name'}`;
  if (typeof given !== 'object' || given === null) return `the type ${String(given)}, which is no class,`;
  const members = Object.keys(given).slice(0, SHOWN_MEMBERS).join(', ');
  return `an object with ${members || 'no members'}, given as a class,`;
}

/** Every member there is, given or not: fields that are made alike are read several times as fast as those that are not. */
type AlikeField = { readonly [Member in keyof Required<CompiledField>]: CompiledField[Member] };

function resolveField(owner: CompiledType, field: FieldMetadata & Pick<StructField, 'rules'>): AlikeField {
  const { type } = field;
  const scalar = typeof type === 'string' ? type : undefined;
  const struct =
    typeof type === 'string' ? undefined : compileType(resolveClass(owner, field.name, type), owner.release);
  return {
    name: field.name,
    number: field.number,
    scalar,
    struct,
    reader: scalar && SCALARS[scalar],
    embeddedStruct: struct !== undefined && !field.pointer && !field.list && !field.map,
    isStructScalar: isStructScalar(owner, field),
    list: field.list,
    map: field.map,
    or: field.or,
    pointer: field.pointer,
    always: field.always,
    omitZero: field.omitZero,
    required: field.required,
    immutable: field.immutable,
    default: field.default,
    openapiDefault: field.openapiDefault,
    enum: field.enum,
    publishedValues: isPublished(LISTED_VALUES, owner) ? (field.enum ?? field.rules?.values) : undefined,
    listType: field.listType ?? defaultListType(owner, field),
    listMapKeys: field.listMapKeys,
    mapType: field.mapType,
    patchStrategy: field.patchStrategy,
    patchMergeKey: field.patchMergeKey,
    alias: field.alias,
    keyAlias: field.keyAlias,
    valueAlias: field.valueAlias,
    format: field.format,
    doc: field.doc,
    rules: field.rules,
    checks: owner.metadata.checks?.get(field.name) ?? [],
  };
}

/** The first release that published which values a text may have (upstream: the gate OpenAPIEnums). */
const LISTED_VALUES = { since: '1.24' };
/** The first release in which every list of Kubernetes says how it is merged. */
export const TYPED_LISTS: ReleaseSpan = { since: '1.30' };

/** Types of plugins are the same in all releases. */
function isPublished(span: ReleaseSpan, { isOfReference, release }: CompiledType): boolean {
  return !isOfReference || isWithin(span, release);
}

function defaultListType(owner: CompiledType, { list, map }: FieldMetadata): ListType | undefined {
  return list && !map && isPublished(TYPED_LISTS, owner) ? 'atomic' : undefined;
}

/** The structs that Kubernetes owns as a whole are owned so since then, but for the one that always was. */
const WHOLE_STRUCTS = { since: '1.22' };
const FIRST_WHOLE_STRUCT = 'k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector';

/** Go's decoder names embedded structs in paths since then, and values that are read as their own documents do not end them. */
const LONG_PATHS = { since: '1.35' };

const STRUCT_SCALARS: ReadonlySet<FieldType> = new Set<ScalarType>([
  'quantity',
  'intOrString',
  'time',
  'microTime',
  'duration',
  'rawExtension',
]);

/** Types of plugins are as their declarations say; those of the reference are as Go writes them. */
function isStructScalar(
  { isOfReference }: CompiledType,
  { type, pointer, list, map, omitZero }: FieldMetadata,
): boolean {
  return isOfReference && !pointer && !list && !map && !omitZero && STRUCT_SCALARS.has(type);
}

function resolveClass(owner: CompiledType, field: string, type: Exclude<FieldType, ScalarType>): ApiClass {
  if (type === undefined) throw new Error(`${owner.name}.${field}: its type is not defined yet; give it as () => Type`);
  if (metadataOf(type)) return type as ApiClass;
  return (type as () => ApiClass)();
}
