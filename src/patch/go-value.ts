import { NumberLiteral } from '../schema/index.js';

/** Writes a value as the reference's messages show it (Go's `%v`): `map[a:1 b:[x y]]`, maps in order of their keys. */
export function formatGoValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(' ')}]`;
  if (typeof value === 'number') return formatNumber(value);
  if (value instanceof NumberLiteral) return formatNumber(value.valueOf());
  if (typeof value !== 'object') return String(value as string | boolean | bigint);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${formatGoValue(member)}`).join(' ')}]`;
}

/** The Go type a decoded JSON value has: `map[string]interface {}`, `[]interface {}`, `int64`. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object' && !(value instanceof NumberLiteral)) return 'map[string]interface {}';
  return goScalarType(value);
}

/** The Go kind of a decoded JSON value: `map`, `slice`, `int64`. */
export function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  return typeof value === 'object' && !(value instanceof NumberLiteral) ? 'map' : goScalarType(value);
}

function goScalarType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}

function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
