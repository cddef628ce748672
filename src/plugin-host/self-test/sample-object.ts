import type { ApiObject, JsonValue } from '../../apimachinery/index.js';
import type { ScalarType, StructField, StructLayout } from '../../schema/index.js';

/** Maximum depth of recursive types in a sample: some types contain themselves in many places. */
const MOST_OF_ITS_OWN = 2;

const SCALAR_SAMPLES: Readonly<Record<ScalarType, JsonValue>> = {
  string: 'sample',
  bool: true,
  int32: 1,
  int64: 1,
  uint64: 1,
  double: 1,
  bytes: 'c2FtcGxl',
  time: '2024-02-29T12:00:00Z',
  microTime: '2024-02-29T12:00:00.000001Z',
  quantity: '1',
  intOrString: 1,
  duration: '1m0s',
  rawExtension: { apiVersion: 'v1', kind: 'Sample' },
  json: { sample: true },
  fieldsV1: { 'f:sample': {} },
};

/** Values that differ with a number, of the types that have enough of them. */
const VARIED_SAMPLES: Partial<Record<ScalarType, (n: number) => JsonValue>> = {
  string: (n) => `sample${n}`,
  int32: (n) => n,
  int64: (n) => n,
  uint64: (n) => n,
  double: (n) => n,
  quantity: String,
  intOrString: (n) => n,
  duration: (n) => `${n}m0s`,
};

type Names = Pick<ApiObject, 'kind' | 'apiVersion'>;

/** An object of a version with every member set: to its default, the first value it may have, or one of its type. */
export function sampleObject(layout: StructLayout, names: Names): ApiObject {
  return new Sampler((scalar) => SCALAR_SAMPLES[scalar]).object(layout, names);
}

/** The same with a value of its own in each member of a type that has many, so that mixed up members show. */
export function variedSampleObject(layout: StructLayout, names: Names): ApiObject {
  let n = 1;
  return new Sampler((scalar) => VARIED_SAMPLES[scalar]?.(++n) ?? SCALAR_SAMPLES[scalar]).object(layout, names);
}

class Sampler {
  constructor(private readonly valueOf: (scalar: ScalarType) => JsonValue) {}

  object(layout: StructLayout, { kind, apiVersion }: Names): ApiObject {
    const metadata = { name: 'sample', uid: '00000000-0000-0000-0000-000000000001', labels: { sample: 'true' } };
    return { kind, apiVersion, ...this.struct(layout, []), metadata };
  }

  /** `within`: the types around, the outermost first. */
  private struct(layout: StructLayout, within: readonly StructLayout[]): Record<string, JsonValue> {
    const members: Record<string, JsonValue> = {};
    const around = [...within, layout];
    for (const field of layout.fields) {
      if (within.length === 0 && field.name === 'metadata') continue;
      const value = this.field(field, around);
      if (value !== undefined) members[field.name] = value;
    }
    return members;
  }

  private field(field: StructField, around: readonly StructLayout[]): JsonValue | undefined {
    if (field.default !== undefined) return field.default;
    const value = field.struct ? this.inner(field.struct, around) : (field.enum?.[0] ?? this.valueOf(field.scalar!));
    if (value === undefined) return undefined;
    const listed = field.list ? [value] : value;
    return field.map ? { sample: listed } : listed;
  }

  private inner(layout: StructLayout, around: readonly StructLayout[]): JsonValue | undefined {
    const times = around.filter((each) => each === layout).length;
    return times === MOST_OF_ITS_OWN ? undefined : this.struct(layout, around);
  }
}
