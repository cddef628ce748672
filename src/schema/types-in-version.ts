import {
  type ApiClass,
  type FieldMetadata,
  type FieldType,
  type FieldVariant,
  metadataOf,
  recordOf,
} from './type-metadata.js';

/**
 * The types of Kubernetes that another version of their group has: with the same members, and the types of the group inside them
 * under the names of that version.
 *
 * @example
 * const v1beta2 = new TypesInVersion('k8s.io.api.resource.v1', 'v1beta2');
 * const type = v1beta2.of(Berth);
 */
export class TypesInVersion {
  private readonly made = new Map<object, ApiClass>();
  private readonly from: string;
  private readonly to: string;

  /** `declared` is the start of the names of the declared types, without the last dot. */
  constructor(
    private readonly declared: string,
    private readonly version: string,
  ) {
    const dot = declared.lastIndexOf('.');
    this.from = declared.slice(dot + 1);
    this.to = declared.slice(0, dot + 1) + version;
  }

  /** Sets the type that stands for a declared one, whose members are others. */
  replace(declared: ApiClass, type: ApiClass): this {
    this.made.set(declared, type);
    return this;
  }

  /** Sets the type that stands for a declared one, of which some fields are others. */
  change(declared: ApiClass, fields: Readonly<Record<string, FieldVariant>>): this {
    this.made.delete(declared);
    const record = recordOf(this.of(declared));
    record.fields = record.fields.map((field) => ({ ...field, ...fields[field.name] }));
    return this;
  }

  /** Returns the type of the version for a declared one; types of other groups as they are. */
  of<T extends object>(declared: ApiClass<T>): ApiClass<T> {
    const metadata = metadataOf(declared);
    const known = this.made.get(declared);
    if (known || !metadata?.name?.startsWith(`${this.declared}.`)) return (known ?? declared) as ApiClass<T>;
    const { fields, checks, ...options } = metadata;
    const made = subclassOf(this.parentOf(declared));
    // Known before its fields are looked at: a type may hold itself.
    this.made.set(declared, made);
    const record = recordOf(made);
    record.options = { ...options, name: this.to + metadata.name.slice(this.declared.length) };
    record.fields = fields.map((field) => this.fieldOf(field));
    record.checks = checks && new Map(checks);
    return made as ApiClass<T>;
  }

  private parentOf(declared: ApiClass): ApiClass | undefined {
    const parent = Object.getPrototypeOf(declared) as ApiClass;
    return metadataOf(parent) && this.of(parent);
  }

  private fieldOf(field: FieldMetadata): FieldMetadata {
    const { type, alias, keyAlias } = field;
    return { ...field, alias: this.aliasOf(alias), keyAlias: this.aliasOf(keyAlias), type: this.typeOf(type) };
  }

  private aliasOf(alias: string | undefined): string | undefined {
    const { from, version } = this;
    return alias?.startsWith(`${from}.`) ? version + alias.slice(from.length) : alias;
  }

  private typeOf(type: FieldType): FieldType {
    if (typeof type === 'string') return type;
    if (metadataOf(type)) return this.of(type as ApiClass);
    // Of a class that is declared further down.
    return () => this.of((type as () => ApiClass)());
  }
}

function subclassOf(parent: ApiClass | undefined): ApiClass {
  // No member: the fields are those of the record.
  const made = function TypeOfVersion(): void {} as unknown as ApiClass;
  return parent ? (Object.setPrototypeOf(made, parent) as ApiClass) : made;
}
