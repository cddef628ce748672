import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../../src/cel/check/index.js';
import {
  ArrayList,
  EntryMap,
  isEqual,
  typeNameOf,
  TypeValue,
  UintValue,
  type Value,
} from '../../src/cel/values/index.js';

const PRIMITIVES = [DYN, BOOL, INT, UINT, DOUBLE, STRING, BYTES];
const WELL_KNOWN = [DYN, DYN, TIMESTAMP, DURATION];
const FOREIGN_TYPES = ['messageType', 'wrapper'];

/** The type that a test declares or expects; the suite has them as messages of its own. */
export function typeFrom(message: any): Type {
  const { case: kind, value } = message.typeKind ?? message.value.type.typeKind;
  switch (kind) {
    case 'primitive':
      return PRIMITIVES[value];
    case 'wellKnown':
      return WELL_KNOWN[value];
    case 'listType':
      return listOf(typeFrom(value.elemType));
    case 'mapType':
      return mapOf(typeFrom(value.keyType), typeFrom(value.valueType));
    case 'abstractType':
      return optionalOf(typeFrom(value.parameterTypes[0]));
    default:
      return kind === 'null' ? NULL : DYN;
  }
}

/** A value of the suite as the engine has it. */
function valueFrom({ kind }: any): Value {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'uint64Value':
      return new UintValue(kind.value);
    case 'listValue':
      return new ArrayList(kind.value.values.map(valueFrom));
    case 'mapValue': {
      const map = new EntryMap();
      for (const { key, value } of kind.value.entries) map.add(valueFrom(key), valueFrom(value));
      return map;
    }
    case 'typeValue':
      return new TypeValue(kind.value);
    default:
      return kind.value;
  }
}

/** The values that a test gives to variables. */
export function bindingsOf(bindings: Readonly<Record<string, any>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(bindings).map(([name, { kind }]) => [name, valueFrom(kind.value)]));
}

/** The expected value of a test; true if it has none. */
export function expectedValue({ case: kind, value }: any): Value {
  if (kind === undefined) return true;
  return valueFrom(kind === 'typedResult' ? value.result : value);
}

/** Reports whether two values are the same to the type; what is not a number is the same as itself here. */
export function isSameValue(a: Value, b: Value): boolean {
  return typeNameOf(a) === typeNameOf(b) && (Object.is(a, b) || isEqual(a, b));
}

/** Reports whether a test is about messages or functions that only the suite's own environment has. */
export function isMessageTest({ expr, container, typeEnv, resultMatcher }: any): boolean {
  const text = JSON.stringify([typeEnv, resultMatcher], (_key, v) => (typeof v === 'bigint' ? `${v}` : v));
  const hasForeignType = FOREIGN_TYPES.some((type) => text.includes(`"${type}"`)) || text.includes('"objectValue"');
  const hasFunctions = typeEnv.some(({ declKind }: any) => declKind.case === 'function');
  const hasMessages = /TestAllTypes|google\.protobuf\.(?!Timestamp|Duration)\w+|NestedTestAllTypes/.test(expr);
  return container !== '' || hasForeignType || hasFunctions || hasMessages || /proto[23]/.test(expr);
}
