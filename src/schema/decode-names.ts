import type { CompiledField } from './compiled-type.js';
import { NumberLiteral, jsonTypeOf } from './number-literal.js';

/** Returns the type of a map as decoding errors name it. */
export function mapName(field: CompiledField): string {
  return field.alias ?? `map[${field.keyAlias ?? 'string'}]${field.list ? listName(field) : elementName(field)}`;
}

/** Returns the type of a list as decoding errors name it. */
export function listName(field: CompiledField): string {
  if (field.struct && field.alias && !field.map) return field.alias;
  return field.map && field.valueAlias ? field.valueAlias : `[]${elementName(field)}`;
}

/** Returns the type of one value of a field as decoding errors name it. */
export function elementName({ struct, reader, alias, map, list, valueAlias }: CompiledField): string {
  if (struct) return struct.goName;
  return (map ? (list ? undefined : valueAlias) : alias) ?? reader!.goName;
}

/**
 * Reports whether Go parses a scalar in UnmarshalJSON; type errors then name the type of that text.
 */
export function readsItself({ scalar }: CompiledField): boolean {
  return scalar === 'time' || scalar === 'microTime' || scalar === 'duration';
}

/** Reports whether decoding errors quote a number that does not fit. */
export function isNumeric(field: CompiledField): boolean {
  const { scalar } = field;
  return (
    scalar === 'int32' || scalar === 'int64' || scalar === 'uint64' || scalar === 'double' || scalar === 'intOrString'
  );
}

/** Returns the name that decoding errors give a value that does not fit. */
export function describe(value: unknown, showNumber: boolean): string {
  const type = jsonTypeOf(value);
  if (type !== 'number' || !showNumber) return type;
  return `number ${value instanceof NumberLiteral ? value.text : String(value)}`;
}
