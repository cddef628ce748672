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

/** An object of a version with every member set: to its default, the first value it may have, or one of its type. */
export function sampleObject(
  layout: StructLayout,
  { kind, apiVersion }: Pick<ApiObject, 'kind' | 'apiVersion'>,
): ApiObject {
  const metadata = { name: 'sample', uid: '00000000-0000-0000-0000-000000000001', labels: { sample: 'true' } };
  return { kind, apiVersion, ...sampleStruct(layout, []), metadata };
}

/** `within`: the types around, the outermost first. */
function sampleStruct(layout: StructLayout, within: readonly StructLayout[]): Record<string, JsonValue> {
  const members: Record<string, JsonValue> = {};
  const around = [...within, layout];
  for (const field of layout.fields) {
    const value = sampleField(field, around);
    if (value !== undefined) members[field.name] = value;
  }
  return members;
}

function sampleField(field: StructField, around: readonly StructLayout[]): JsonValue | undefined {
  if (field.default !== undefined) return field.default;
  const value = field.struct ? sampleInner(field.struct, around) : (field.enum?.[0] ?? SCALAR_SAMPLES[field.scalar!]);
  if (value === undefined) return undefined;
  const listed = field.list ? [value] : value;
  return field.map ? { sample: listed } : listed;
}

function sampleInner(layout: StructLayout, around: readonly StructLayout[]): JsonValue | undefined {
  const times = around.filter((each) => each === layout).length;
  return times === MOST_OF_ITS_OWN ? undefined : sampleStruct(layout, around);
}
