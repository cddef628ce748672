import { type FieldError, FieldPath } from '../../../src/apimachinery/index.js';
import { DecodeError, type DecodeOptions, type MergeType, ObjectShape } from '../../../src/schema/index.js';
import { decodeResource } from './decode-value.js';
import { mergeOfResource } from './merge-value.js';
import { type ValueSchema, isPlain } from './schema.js';
import { defaultValue, validateValue } from './validate-value.js';

export type { ValueSchema } from './schema.js';

/**
 * A shape given as a plain OpenAPI v3 schema: what a class cannot say (lists of lists, maps of maps, unknown members that
 * are kept, embedded objects, zero values that stay, null), and no protobuf.
 */
export class SchemaShape extends ObjectShape {
  readonly published: { readonly schema: Readonly<Record<string, unknown>> };
  readonly protobuf = undefined;
  readonly strategic = undefined;
  readonly merge: MergeType;

  constructor(
    readonly name: string,
    private readonly schema: ValueSchema,
  ) {
    super();
    this.published = { schema: schema as Record<string, unknown> };
    this.merge = mergeOfResource(schema);
  }

  decode(value: unknown, options: DecodeOptions = {}): Record<string, unknown> {
    if (!isPlain(value)) throw new DecodeError(`must be of type object`);
    return decodeResource(this.schema, value, '', options);
  }

  canonicalize<T extends object>(object: T, options?: DecodeOptions): T {
    return this.decode(object, { ...options, onUnknown: undefined }) as T;
  }

  applyDefaults(object: object): void {
    defaultValue(this.schema, object);
  }

  validate(object: object, path = FieldPath.of()): FieldError[] {
    const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...members } = object as Record<string, unknown>;
    return validateValue(this.schema, members, path);
  }

  hasMember(name: string): boolean {
    return name === 'metadata' || this.schema.properties?.[name] !== undefined;
  }
}
