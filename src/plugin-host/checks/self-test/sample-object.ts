import type { ApiObject, JsonValue } from '../../../apimachinery/index.js';
import type { ScalarType, StructField, StructLayout } from '../../../schema/index.js';

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

/** Returns an object of a version with every member set: to its default, the first value it may have, or one of its type. */
export function sampleObject(layout: StructLayout, names: Names): ApiObject {
  return new Sampler((field) => firstChoice(field) ?? SCALAR_SAMPLES[field.scalar!]).object(layout, names);
}

/** Returns the same with its own value in each member of a type that has many, so that mixed up members show. */
export function variedSampleObject(layout: StructLayout, names: Names): ApiObject {
  let n = 1;
  const valueOf = (field: StructField): JsonValue => {
    return firstChoice(field) ?? VARIED_SAMPLES[field.scalar!]?.(++n) ?? SCALAR_SAMPLES[field.scalar!];
  };
  return new Sampler(valueOf).object(layout, names);
}

/** Samples at the greatest values: one for each value that a member may have, so many at most. */
const MOST_CHOICES = 16;

/**
 * Returns objects whose members have the greatest or longest values that rules allow; of values that are named, each object has the
 * next ones. They show what keeps small numbers, short texts or some values only.
 */
export function extremeSampleObjects(layout: StructLayout, names: Names): ApiObject[] {
  const samples: ApiObject[] = [];
  let most = 1;
  for (let i = 0; i < Math.min(most, MOST_CHOICES); i++) {
    const valueOf = (field: StructField): JsonValue => {
      const choices = choicesOf(field);
      if (choices) most = Math.max(most, choices.length);
      return choices ? choices[i % choices.length] : greatestOf(field);
    };
    samples.push(new Sampler(valueOf).object(layout, names));
  }
  return samples;
}

function choicesOf({ enum: published, rules }: StructField): readonly string[] | undefined {
  const choices = published ?? rules?.values;
  return choices && choices.length > 0 ? choices : undefined;
}

/** Returns the values that are named for a scalar field, or the greatest one; none where a text has to fit a pattern, and for structs. */
export function otherValuesOf(field: StructField): readonly JsonValue[] {
  if (field.struct || field.rules?.pattern !== undefined) return [];
  return choicesOf(field)?.slice(0, MOST_CHOICES) ?? [fitted(field, greatestOf(field))];
}

/** The default, or the first value that is named. */
function firstChoice(field: StructField): JsonValue | undefined {
  return field.default ?? choicesOf(field)?.[0];
}

/** As long as a label may be. */
const LONG_TEXT = 'z'.repeat(63);

const GREATEST: Partial<Record<ScalarType, JsonValue>> = {
  int32: 2_000_000_000,
  int64: 2_000_000_000,
  uint64: 2_000_000_000,
  double: 2_000_000_000,
  duration: '26h17m45s',
};

/** Values beyond the upper bound of any field but those that allow more; texts with a pattern are as in other samples. */
function greatestOf({ scalar, rules = {} }: StructField): JsonValue {
  if (scalar === 'string' && rules.pattern === undefined) return LONG_TEXT;
  return GREATEST[scalar!] ?? SCALAR_SAMPLES[scalar!];
}

/** Rules may ask for texts of any length; a sample has none longer than that. */
const MOST_PADDED = 10_000;

/** The value that is next to a given one among those that the rules of a field allow. */
function fitted({ scalar, rules = {} }: StructField, value: JsonValue): JsonValue {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength } = rules;
  if (typeof value === 'number') return Math.max(minimum, Math.min(maximum, value));
  if (scalar !== 'string' || typeof value !== 'string' || rules.pattern !== undefined) return value;
  return value.padEnd(Math.min(minLength, MOST_PADDED), 'z').slice(0, maxLength);
}

/** Members of clients and of the server: no conversion may lose them. */
const METADATA = {
  name: 'sample',
  uid: '00000000-0000-0000-0000-000000000001',
  labels: { sample: 'true' },
  annotations: { sample: 'true' },
  finalizers: ['example.com/sample'],
};

class Sampler {
  constructor(private readonly valueOf: (field: StructField) => JsonValue) {}

  object(layout: StructLayout, { kind, apiVersion }: Names): ApiObject {
    return { kind, apiVersion, ...this.struct(layout, []), metadata: { ...METADATA } };
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
    // The default of a struct, a list or a map is a whole one.
    const isWhole = field.default !== undefined && (field.struct !== undefined || field.list || field.map);
    if (isWhole) return field.default;
    const value = field.struct ? this.inner(field.struct, around) : fitted(field, this.valueOf(field));
    if (value === undefined) return undefined;
    const listed = field.list ? [value] : value;
    return field.map ? { sample: listed } : listed;
  }

  private inner(layout: StructLayout, around: readonly StructLayout[]): JsonValue | undefined {
    const times = around.filter((each) => each === layout).length;
    return times === MOST_OF_ITS_OWN ? undefined : this.struct(layout, around);
  }
}
