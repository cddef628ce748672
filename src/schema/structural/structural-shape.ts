import { checkAs, type FieldError, FieldPath } from '../../apimachinery/index.js';
import type { MergeType } from '../merge-type.js';
import {
  DecodeError,
  type DecodeOptions,
  ObjectShape,
  type PlainSchema,
  type PublishedSchema,
  type ValidationOptions,
} from '../object-shape.js';
import { Decoding } from './decode-value.js';
import { completeDefaults, fillDefaults } from './fill-defaults.js';
import { validateEmbedded } from './embedded-objects.js';
import { type JsonSchema, isPlain } from './json-schema.js';
import { mergeOfResource } from './merge-value.js';
import { compileSchema } from './compile-schema.js';
import type { SchemaNode } from './schema-node.js';
import { validateUniqueLists } from './unique-lists.js';
import { validateValue } from './validate-value.js';
import { compileCheck, type ValueCheck } from './value-check.js';

/**
 * A shape given as an OpenAPI v3 schema, as custom resources have it at run time: decoding drops what is not declared,
 * validation has the rules and messages of custom resources. It has no protobuf and no strategic merge. Everything is
 * compiled with the first object, and `read` may read the schema from a form that takes less memory, so that definitions
 * that are not used cost little.
 *
 * @public
 * @example
 * const shape = new StructuralShape('Berth', { type: 'object', properties: { spec: { type: 'object' } } });
 */
export class StructuralShape extends ObjectShape {
  readonly published: PublishedSchema = publishedBy(this);
  readonly protobuf = undefined;
  readonly strategic = undefined;
  private readonly members: ReadonlySet<string>;
  private compiled: SchemaNode | undefined;
  private compiledCheck: ValueCheck | undefined;
  private compiledMerge: MergeType | undefined;

  constructor(
    readonly name: string,
    schema: JsonSchema,
    private readonly read: () => JsonSchema = () => schema,
  ) {
    super();
    this.members = new Set(Object.keys(schema.properties ?? {}));
  }

  /** The schema; read again each time. */
  get schema(): JsonSchema {
    return this.read();
  }

  /** The schema by which objects are read and merged; another one than they are validated by where a subclass says so. */
  protected get readSchema(): JsonSchema {
    return this.schema;
  }

  get merge(): MergeType {
    return (this.compiledMerge ??= this.shown(() => mergeOfResource(this.readSchema)));
  }

  decode(value: unknown, options: DecodeOptions = {}): Record<string, unknown> {
    if (!isPlain(value)) throw new DecodeError('must be of type object');
    return this.shown(() => new Decoding(options).object(this.node, value));
  }

  canonicalize<T extends object>(object: T, options?: DecodeOptions): T {
    return this.decode(object, { ...options, onUnknown: undefined }) as T;
  }

  applyDefaults(object: object): void {
    fillDefaults(this.node, object);
  }

  override completeStored(object: object): boolean {
    return completeDefaults(this.node, object);
  }

  validate(object: object, options: ValidationOptions = {}): FieldError[] {
    const { path = FieldPath.of(), old, isStatus = false, comparison } = options;
    const former = { old: this.ratchets ? old : undefined, comparison };
    return [
      ...(isStatus ? this.validateStatus(object, former) : validateValue(this.check, object, former)),
      ...validateEmbedded(this.node, object, path),
      ...this.validateLists(object, old, path),
    ];
  }

  hasMember(name: string): boolean {
    return name === 'metadata' || this.members.has(name);
  }

  /** False if a change is refused for faults of values that it leaves alone. */
  protected get ratchets(): boolean {
    return true;
  }

  /** The release whose formats are checked, and whose words are used; that of the running check where it is not given. */
  protected get shownRelease(): string | undefined {
    return undefined;
  }

  private shown<T>(work: () => T): T {
    return this.shownRelease === undefined ? work() : checkAs(this.shownRelease, work);
  }

  private validateStatus(
    { status }: { readonly status?: unknown },
    { old, comparison }: Pick<ValidationOptions, 'comparison' | 'old'>,
  ): FieldError[] {
    const check = this.check.properties.get('status');
    if (!check || status === undefined) return [];
    const former = (old as { readonly status?: unknown } | undefined)?.status;
    return validateValue(check, status, { old: former, comparison }).map((error) => ({
      ...error,
      field: inStatus(error.field),
    }));
  }

  /** Repeated elements are accepted where the stored object has some. */
  private validateLists(object: object, old: object | undefined, path: FieldPath): FieldError[] {
    const errors = validateUniqueLists(this.node, object, path);
    if (errors.length === 0 || !old) return errors;
    return validateUniqueLists(this.node, old, path).length === 0 ? errors : [];
  }

  private get node(): SchemaNode {
    return (this.compiled ??= compileSchema(this.readSchema));
  }

  private get check(): ValueCheck {
    return (this.compiledCheck ??= this.shown(() => compileCheck(this.schema)));
  }
}

/** The schema is read when it is asked for, not to learn that there is one. */
function publishedBy(shape: StructuralShape): PublishedSchema {
  return {
    get schema() {
      return shape.schema as PlainSchema;
    },
  };
}

function inStatus(field: string): string {
  return field === '' || field === '<nil>' || field.startsWith('[')
    ? `status${field.replace('<nil>', '')}`
    : `status.${field}`;
}
