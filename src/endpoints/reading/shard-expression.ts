import { goQuote } from '../../apimachinery/index.js';
import type { CallExpr, Expr, parseExpression } from '../../cel/index.js';
import { BOUND_DIGITS, type ShardField, type ShardRange, ShardSelector } from './shard-selector.js';

/** The parser of expressions, which is loaded with the first of them. */
type ParseExpression = typeof parseExpression;

/** A range with the field that it is about. */
interface FieldRange extends ShardRange {
  readonly field: ShardField;
}

/** A text that is no valid shard selector, with the reason as its message. */
export class ShardSelectorError extends Error {}

const FIELDS: readonly ShardField[] = ['object.metadata.uid', 'object.metadata.namespace'];
const OR = '_||_';
const RANGE = 'shardRange';
const HASH_DIGITS = 16;
const BEYOND_HASHES = '0x10000000000000000';
/** The reference reads expressions without macros and optional members. */
const PLAIN = { macros: new Map<string, never>(), allowsOptional: false };

/**
 * Reads a shard selector: calls of `shardRange(field, start, end)`, joined by `||`. It is parsed as an expression, and
 * never evaluated. Throws ShardSelectorError, worded as the reference does (upstream: apiserver/pkg/sharding).
 */
export function parseShardSelector(text: string, parse: ParseExpression): ShardSelector {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw new ShardSelectorError('empty shard selector is not allowed; omit the parameter for unfiltered lists');
  }
  const parsed = parse(trimmed, PLAIN);
  if (parsed.issues) {
    const [first] = [...parsed.issues].sort((a, b) => (a.at ?? -1) - (b.at ?? -1));
    throw new ShardSelectorError(`CEL parse error: ${first.message}`);
  }
  const ranges = rangesIn(parsed.expr);
  const [{ field }] = ranges;
  const other = ranges.find((range) => range.field !== field);
  if (other) {
    const names = `${goQuote(field)} and ${goQuote(other.field)}`;
    throw new ShardSelectorError(`all shard ranges must use the same field, got ${names}`);
  }
  return new ShardSelector(text, field, ranges);
}

/** Returns the ranges from left to right. A stack, because as many operands may be joined as a request has place for. */
function rangesIn(root: Expr): FieldRange[] {
  const ranges: FieldRange[] = [];
  const open = [root];
  for (let expr = open.pop(); expr; expr = open.pop()) {
    if (expr.kind !== 'call') {
      const kind = `unexpected expression kind ${kindNumber(expr)}`;
      throw new ShardSelectorError(`${kind}; expected shardRange() call or || operator`);
    }
    if (expr.name === OR) open.push(...[...expr.args].reverse());
    else ranges.push(rangeOf(expr));
  }
  return ranges;
}

function rangeOf({ name, args }: CallExpr): FieldRange {
  if (name !== RANGE) {
    throw new ShardSelectorError(`unsupported function ${goQuote(name)}; only shardRange() and || are allowed`);
  }
  if (args.length !== 3) {
    throw new ShardSelectorError(`shardRange() requires exactly 3 arguments, got ${args.length}`);
  }
  const field = fieldOf(args[0]);
  const start = boundOf(args[1], 'hexStart');
  const end = boundOf(args[2], 'hexEnd');
  const range = {
    field,
    start: start.slice(2).padStart(BOUND_DIGITS, '0'),
    end: end.slice(2).padStart(BOUND_DIGITS, '0'),
  };
  if (range.start >= range.end) {
    throw new ShardSelectorError(`shard range start ${start} must be less than end ${end}`);
  }
  return range;
}

function fieldOf(expr: Expr): ShardField {
  const path = pathOf(expr);
  const field = FIELDS.find((known) => known === path);
  if (!field) {
    throw new ShardSelectorError(`unsupported field path ${goQuote(path)}; supported: ${FIELDS.join(', ')}`);
  }
  return field;
}

function pathOf(root: Expr): string {
  const names: string[] = [];
  let expr = root;
  for (; expr.kind === 'select'; expr = expr.operand) names.push(expr.field);
  if (expr.kind === 'ident') return [...names, expr.name].reverse().join('.');
  const got = `expected field path (e.g. object.metadata.uid), got expression kind ${kindNumber(expr)}`;
  throw new ShardSelectorError(`shardRange() first argument: ${got}`);
}

/** Returns a bound as it was written, once it is known to be one. */
function boundOf(expr: Expr, name: string): string {
  if (expr.kind !== 'literal') {
    const got = `got expression kind ${kindNumber(expr)}`;
    throw new ShardSelectorError(`${name} must be a string literal (e.g. '0xff'), ${got}`);
  }
  const { value } = expr;
  if (typeof value !== 'string') {
    throw new ShardSelectorError(`${name} must be a string literal, got ${goTypeOf(value)}`);
  }
  const fault = boundFault(value);
  if (fault !== undefined) throw new ShardSelectorError(name + fault);
  return value;
}

function boundFault(text: string): string | undefined {
  const quoted = goQuote(text);
  if (!text.startsWith('0x')) return ` must have '0x' prefix, got ${quoted}`;
  const digits = text.slice(2);
  if (digits === '') return ": hex value is required after '0x'";
  const count = Buffer.byteLength(digits);
  if (count > BOUND_DIGITS) {
    return `: hex value too long (${count} chars, max ${BOUND_DIGITS}): ${goQuote(digits)}`;
  }
  const wrong = Array.from(digits).find((digit) => !/^[0-9a-f]$/.test(digit));
  if (wrong !== undefined) return `: invalid hex character ${goQuote(wrong)} in ${quoted}`;
  if (count === BOUND_DIGITS) {
    if (text === BEYOND_HASHES) return undefined;
    return `: 17-digit hex value must be '${BEYOND_HASHES}' (2^64), got ${quoted}`;
  }
  if (count === HASH_DIGITS) return undefined;
  const padded = goQuote(`0x${digits.padStart(HASH_DIGITS, '0')}`);
  return ` must be a 0x-prefixed 16-digit hex value, got ${quoted} (did you mean ${padded}?)`;
}

/** The numbers by which the reference names kinds of expressions (upstream: cel-go, ast.ExprKind). */
const KIND_NUMBERS: Readonly<Record<Expr['kind'], number>> = {
  call: 1,
  comprehension: 2,
  ident: 3,
  list: 4,
  literal: 5,
  map: 6,
  select: 7,
  struct: 8,
};

function kindNumber({ kind }: Expr): number {
  return KIND_NUMBERS[kind];
}

/** The type that the reference keeps a literal in. */
function goTypeOf(value: unknown): string {
  if (value === null) return 'structpb.NullValue';
  if (value instanceof Uint8Array) return '[]uint8';
  const types: Readonly<Record<string, string>> = { boolean: 'bool', bigint: 'int64', number: 'float64' };
  return types[typeof value] ?? 'uint64';
}
