import type { Filter, Operand, PathStep, Slice } from './path-step.js';

type Plain = Readonly<Record<string, unknown>>;

/** A path that cannot be applied to a value, such as an index beyond the end of a list. */
class EvaluationFault extends Error {}

/**
 * The values a path selects in an object, in client-go's order and with missing keys allowed; undefined where the path
 * cannot be applied.
 */
export function findResults(steps: readonly PathStep[], object: unknown): unknown[] | undefined {
  try {
    return select(steps, [object]);
  } catch (error) {
    if (error instanceof EvaluationFault) return undefined;
    throw error;
  }
}

function select(steps: readonly PathStep[], values: readonly unknown[]): unknown[] {
  let current = [...values];
  for (const step of steps) current = current.flatMap((value) => selectStep(step, value));
  return current;
}

function selectStep(step: PathStep, value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  switch (step.kind) {
    case 'field':
      return isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
    case 'wildcard':
      return children(value);
    case 'recursive':
      return descendants(value);
    case 'slice':
      return selectSlice(step.slice, value);
    case 'union':
      return step.steps.flatMap((each) => select(each, [value]));
    case 'filter':
      return selectMatching(step.filter, value);
  }
}

function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return isObject(value) ? Object.values(value) : [];
}

function descendants(value: unknown): unknown[] {
  const below = children(value).filter((child) => typeof child === 'object' && child !== null);
  return [value, ...below.flatMap(descendants)];
}

function selectSlice(slice: Slice, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new EvaluationFault();
  const { length } = value;
  const start = fromEnd(slice.start ?? 0, length);
  const end = slice.isIndex ? start + 1 : fromEnd(slice.end ?? length, length);
  if (start === end) return [];
  if (start < 0 || start >= length || end < start || end > length) throw new EvaluationFault();
  const step = slice.step ?? 1;
  if (step <= 0) throw new EvaluationFault();
  return (value.slice(start, end) as unknown[]).filter((_element, i) => i % step === 0);
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function selectMatching(filter: Filter, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new EvaluationFault();
  return (value as unknown[]).filter((element) => matches(filter, element));
}

function matches({ left, operator, right }: Filter, element: unknown): boolean {
  const lefts = operandValues(left, element);
  if (operator === 'exists') return lefts.length > 0;
  const rights = right ? operandValues(right, element) : [];
  if (lefts.length === 0 || rights.length === 0) return false;
  if (lefts.length > 1 || rights.length > 1) throw new EvaluationFault();
  return compare(operator, lefts[0], rights[0]);
}

function operandValues(operand: Operand, element: unknown): unknown[] {
  return 'path' in operand ? select(operand.path, [element]) : [operand.literal];
}

function compare(operator: Filter['operator'], left: unknown, right: unknown): boolean {
  if (typeof left !== typeof right || typeof left === 'object') throw new EvaluationFault();
  const [a, b] = [left as string | number, right as string | number];
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
