import { goQuote } from '../apimachinery/index.js';
import { NumberLiteral } from '../schema/index.js';

/**
 * A value that an expression gives and JSON has none for, as the reference's messages show it.
 *
 * @internal
 * @example
 * const nothing = new ForeignValue('structpb.NullValue', { text: 'NULL_VALUE', syntax: '0' }, null);
 */
export class ForeignValue {
  /** As `%v` writes it. */
  readonly text: string;
  /** As `%#v` writes it. */
  readonly syntax: string;

  constructor(
    /** As `%T` names its type. */
    readonly goType: string,
    { text, syntax }: Pick<ForeignValue, 'text' | 'syntax'>,
    /** The JSON value that stands for it where any value will do. */
    readonly plain: unknown,
  ) {
    this.text = text;
    this.syntax = syntax;
  }
}

/**
 * Writes a value as the reference's messages show it (Go's `%v`): `map[a:1 b:[x y]]`, maps in order of their keys. Numbers
 * are written by `format`: integers as integers unless something else is given.
 */
export function formatGoValue(value: unknown, format = formatNumber): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map((element) => formatGoValue(element, format)).join(' ')}]`;
  if (typeof value === 'number') return format(value);
  if (value instanceof NumberLiteral) return format(value.valueOf());
  if (value instanceof ForeignValue) return value.text;
  if (typeof value !== 'object') return String(value as string | boolean | bigint);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${formatGoValue(member, format)}`).join(' ')}]`;
}

/** Writes a value as Go's `%s` does: texts as they are, other scalars marked with their type, `%!s(int64=5)`. */
export function formatGoText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return `[${value.map(formatGoText).join(' ')}]`;
  if (typeof value !== 'object' || value instanceof NumberLiteral) {
    return `%!s(${goScalarType(value instanceof NumberLiteral ? value.valueOf() : value)}=${formatGoValue(value)})`;
  }
  if (value instanceof ForeignValue) return value.text;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${formatGoText(member)}`).join(' ')}]`;
}

/** Writes a value in Go's own syntax (`%#v`): `map[string]interface {}{"a":1}`. All numbers are floating. */
export function formatGoSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(', ')}}`;
  if (typeof value === 'string') return goQuote(value);
  if (value instanceof ForeignValue) return value.syntax;
  if (typeof value !== 'object') return typeof value === 'number' ? formatGoFloat(value) : String(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = members.map(([name, member]) => `${goQuote(name)}:${formatGoSyntax(member)}`);
  return `map[string]interface {}{${texts.join(', ')}}`;
}

/** Writes a number as Go writes floating ones: `1.5`, `5e+06`. */
export function formatGoFloat(value: number): string {
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Returns the Go type a decoded JSON value has: `map[string]interface {}`, `[]interface {}`, `int64`. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (value instanceof ForeignValue) return value.goType;
  if (typeof value === 'object' && !(value instanceof NumberLiteral)) return 'map[string]interface {}';
  return goScalarType(value);
}

/** Returns the Go kind of a decoded JSON value: `map`, `slice`, `int64`. */
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
  return Number.isInteger(value) ? String(value) : formatGoFloat(value);
}
