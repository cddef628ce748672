import type { FieldError } from '../apimachinery/index.js';
import { CURRENT_RELEASE } from '../options/index.js';
import { type CompiledType, compileType } from './compiled-type.js';
import { dropOutOfView, isFormer, isOutOfView } from './out-of-view.js';
import { canonicalize, decode } from './decode.js';
import { applyDefaults } from './defaulting.js';
import { hasImmutableFields, immutableErrors } from './immutable-fields.js';
import { type MergeType, mergeTypeOf } from './merge-type.js';
import { ByRelease } from './release-view.js';
import { type DecodeOptions, ObjectShape, type PublishedShape, type ValidationOptions } from './object-shape.js';
import type { StructLayout } from './struct-layout.js';
import { hasStructuralRules, validateStructure } from './structural-validation.js';
import type { ApiClass } from './type-metadata.js';

/** A shape that a class with `@ApiType` declares. */
class ClassShape extends ObjectShape {
  readonly published: PublishedShape;
  private ownership: MergeType | undefined;

  constructor(private readonly type: CompiledType) {
    super();
    this.published = { layout: type };
  }

  get name(): string {
    return this.type.name;
  }

  get merge(): MergeType {
    return (this.ownership ??= mergeTypeOf(this.type));
  }

  get protobuf(): StructLayout {
    return this.type;
  }

  get strategic(): StructLayout {
    return this.type;
  }

  decode(value: unknown, options?: DecodeOptions): Record<string, unknown> {
    return decode(this.type, value, options);
  }

  canonicalize<T extends object>(object: T, options?: DecodeOptions): T {
    return canonicalize(this.type, object, options);
  }

  applyDefaults(object: object): void {
    applyDefaults(this.type, object);
  }

  /** A newer release may have stored the object, where this one is a former one. */
  override completeStored(object: object, onOutOfView: (field: string) => void = () => {}): boolean {
    if (!isFormer(this.type)) return false;
    let isChanged = false;
    dropOutOfView(this.type, object, (field) => {
      isChanged = true;
      onOutOfView(field);
    });
    return isChanged;
  }

  override get hasFieldRules(): boolean {
    return hasStructuralRules(this.type) || hasImmutableFields(this.type);
  }

  validate(object: object, { path, old }: ValidationOptions = {}): FieldError[] {
    const errors = validateStructure(this.type, object, path);
    if (old && hasImmutableFields(this.type)) errors.push(...immutableErrors(this.type, { object, old }, path));
    return errors;
  }

  override dropOutOfView(object: object): void {
    if (isFormer(this.type)) dropOutOfView(this.type, object);
  }

  override isOutOfView(field: string): boolean {
    return isOutOfView(this.type, field);
  }

  hasMember(name: string): boolean {
    return this.type.field(name) !== undefined;
  }
}

const SHAPES = new ByRelease<ObjectShape>();

/**
 * Returns the shape a class with `@ApiType` declares, with the fields that it has in a release of Kubernetes; throws when
 * it carries none. Always the same object for the same class and release.
 *
 * @internal
 * @example
 * const berth = shapeOf(Berth).decode({ metadata: { name: 'north' } });
 */
export function shapeOf(apiClass: ApiClass, release = CURRENT_RELEASE): ObjectShape {
  return SHAPES.of(apiClass, release, () => new ClassShape(compileType(apiClass, release)));
}

/**
 * Returns the shape of what a declaration names: a class with `@ApiType`, or a shape as it is.
 *
 * @internal
 * @example
 * const shape: ObjectShape = toShape(Berth);
 */
export function toShape(type: ApiClass | ObjectShape, release = CURRENT_RELEASE): ObjectShape {
  return type instanceof ObjectShape ? type : shapeOf(type, release);
}
