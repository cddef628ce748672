import { formatDuration } from '../../src/apimachinery/index.js';
import type { ExpressionLanguage } from '../../src/plugin-api/built-in.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** A value in the form in which values are recorded: JSON, or an object whose one member names the type. */
export function plainValue(value: Value, language: ExpressionLanguage): unknown {
  const { ListValue, MapValue, OptionalValue, StructValue } = language;
  const inner = (part: Value): unknown => plainValue(part, language);
  if (value instanceof ListValue) return Array.from(value, inner);
  if (value instanceof StructValue) return plainStruct(value, inner);
  if (value instanceof MapValue) return { map: entriesOf(value, inner) };
  if (value instanceof OptionalValue) return { optional: value.value === undefined ? 'none' : inner(value.value) };
  return plainScalar(value, language);
}

type Inner = (part: Value) => unknown;
type MapLike = InstanceType<ExpressionLanguage['MapValue']>;

function entriesOf(map: MapLike, inner: Inner): [unknown, unknown][] {
  const entries = Array.from(map.keys(), (key): [unknown, unknown] => [inner(key), inner(map.find(key) ?? null)]);
  return entries.sort(([a], [b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function plainStruct(value: InstanceType<ExpressionLanguage['StructValue']>, inner: Inner): unknown {
  if (value.typeName === 'JSONPatch') {
    const part = (name: string, absent: Value): unknown => inner(value.find(name) ?? absent);
    return { jsonPatch: [part('op', ''), part('from', ''), part('path', ''), part('value', null)] };
  }
  return { object: value.typeName, fields: plainFields(value, inner) };
}

function plainFields(value: MapLike, inner: Inner): unknown {
  return Object.fromEntries(Array.from(value.keys(), (key) => [key, nestedField(value.find(key) ?? null, inner)]));
}

/** Inside an object other objects and maps are members as in JSON. */
function nestedField(value: Value, inner: Inner): unknown {
  const plain = inner(value);
  return unmapped(plain);
}

function unmapped(plain: unknown): unknown {
  if (Array.isArray(plain)) return plain.map(unmapped);
  if (typeof plain !== 'object' || plain === null) return plain;
  if ('map' in plain) {
    return Object.fromEntries((plain.map as [string, unknown][]).map(([key, value]) => [key, unmapped(value)]));
  }
  return 'object' in plain && 'fields' in plain ? plain.fields : plain;
}

const MAX_EXACT = 2n ** 53n;

function plainScalar(value: Value, language: ExpressionLanguage): unknown {
  const { DurationValue, TimestampValue, TypeValue, UintValue, formatTimestamp } = language;
  if (typeof value === 'bigint') {
    return value <= MAX_EXACT && value >= -MAX_EXACT ? Number(value) : { int: String(value) };
  }
  if (typeof value === 'number') return { double: language.formatDouble(value) };
  if (value instanceof UintValue) return { uint: String(value.value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (value instanceof DurationValue) return { duration: formatDuration(value.nanoseconds) };
  if (value instanceof TimestampValue) return { timestamp: formatTimestamp(value.nanoseconds) };
  if (value instanceof TypeValue) return { type: value.name };
  return plainOpaque(value, language);
}

function plainOpaque(value: Value, language: ExpressionLanguage): unknown {
  const { CidrValue, IpValue, OpaqueValue, QuantityValue, UrlValue } = language;
  if (value instanceof QuantityValue) return { quantity: value.quantity.toString() };
  if (value instanceof IpValue) return { ip: value.text };
  if (value instanceof CidrValue) return { cidr: value.text };
  if (value instanceof UrlValue) return { url: value.text };
  return value instanceof OpaqueValue ? { other: value.typeName } : value;
}
