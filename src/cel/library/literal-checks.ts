import { RE2JS } from 're2js';
import { type Checked, formatType, isSameType, type Type, unwrapOptional } from '../check/index.js';
import type { CallExpr, Expr, Issue } from '../parse/index.js';
import { EvaluationError, SECOND } from '../values/index.js';
import { checkedTimestamp } from './arithmetic.js';
import { readDuration, readTimestamp } from './conversions.js';
import { checkFormat } from './format-check.js';

/** By function: reads a value that is written down; throws when the function could not take it. */
const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  duration: (value) => readDuration(textOf(value)),
  timestamp: (value) => (typeof value === 'bigint' ? checkedTimestamp(value * SECOND) : readTimestamp(textOf(value))),
  matches: (value) => (typeof value === 'string' ? RE2JS.compile(value) : undefined),
};

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError('not a text');
}

/** Finds invalid literal durations, timestamps, patterns and formats. */
export function checkLiterals(expr: Expr, checked: Checked): readonly Issue[] {
  const issues: Issue[] = [];
  for (const part of partsOf(expr)) {
    const mistake = part.kind === 'call' && part.name === 'format' ? checkFormat(part, checked) : undefined;
    if (mistake) issues.push(mistake);
    if (part.kind !== 'call' || !Object.hasOwn(READERS, part.name)) continue;
    const text = part.args[part.args.length - 1];
    if (text?.kind !== 'literal') continue;
    const fault = faultOf(() => READERS[part.name](text.value));
    if (fault !== undefined) issues.push({ at: text.at, message: `invalid ${part.name} argument` });
  }
  return issues;
}

function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof Error) return error.message;
    throw error;
  }
}

/** Functions that take values of different types in one list. */
const MIXING: ReadonlySet<string> = new Set(['format']);

/** Finds lists and maps that are written with values of different types. */
export function checkAggregates(expr: Expr, { types }: Checked): readonly Issue[] {
  const issues: Issue[] = [];
  for (const part of partsOf(expr, ({ name }) => MIXING.has(name))) {
    if (part.kind === 'list') {
      const mismatch = firstMismatch(
        part.elements.map((element, i) => typedPart(element, part.optional.has(i), types)),
      );
      if (mismatch) issues.push(mismatch);
    }
    if (part.kind === 'map') {
      const keys = firstMismatch(part.entries.map(({ key }) => typedPart(key, false, types)));
      const values = firstMismatch(part.entries.map(({ value, optional }) => typedPart(value, optional, types)));
      issues.push(...[keys, values].filter((issue) => issue !== undefined));
    }
  }
  return issues;
}

interface TypedPart {
  readonly at: number;
  readonly type: Type;
}

function typedPart(expr: Expr, isOptional: boolean, types: Checked['types']): TypedPart {
  const type = types.get(expr)!;
  return { at: expr.at, type: isOptional ? (unwrapOptional(type) ?? type) : type };
}

function firstMismatch(parts: readonly TypedPart[]): Issue | undefined {
  const mismatch = parts.find(({ type }) => !isSameType(parts[0].type, type));
  if (!mismatch) return undefined;
  const message = `expected type '${formatType(parts[0].type)}' but found '${formatType(mismatch.type)}'`;
  return { at: mismatch.at, message };
}

/** All parts of an expression, but for what some functions are given. */
function* partsOf(root: Expr, isLeftOut: (call: CallExpr) => boolean = () => false): Iterable<Expr> {
  const left: Expr[] = [root];
  const seen = new Set<Expr>();
  for (let part = left.pop(); part; part = left.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    yield part;
    if (part.kind !== 'call' || !isLeftOut(part)) left.push(...innerParts(part));
  }
}

function innerParts(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target ? [expr.target, ...expr.args] : expr.args;
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
    default:
      return [];
  }
}
