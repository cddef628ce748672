import { EvaluationFault, type Filter, type Operand, type PathStep, type Slice } from './path-step.js';
import { VisitMeter } from './visit-meter.js';

type Plain = Readonly<Record<string, unknown>>;

/**
 * Returns the values a path selects in an object, in client-go's order and with missing keys allowed; undefined where the
 * path cannot be applied or visits more values than the meter allows. A list or object that is selected more than once is
 * there once, so that repeated `..` cost no more than one.
 */
export function findResults(
  steps: readonly PathStep[],
  object: unknown,
  meter = new VisitMeter(),
): unknown[] | undefined {
  try {
    return new Selection(meter, true).path(steps, object);
  } catch (error) {
    if (error instanceof EvaluationFault) return undefined;
    throw error;
  }
}

/** The order of first occurrences stays, and with it the first result of every further step. */
function distinct(values: unknown[]): unknown[] {
  if (values.length < 2) return values;
  const seen = new Set<unknown>();
  return values.filter((value) => {
    if (!isContainer(value)) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

/** One application of a path. */
class Selection {
  /** Containers that the running `..` has selected, with all that is in them. */
  private reached: Set<unknown> | undefined;

  constructor(
    private readonly meter: VisitMeter,
    private readonly isDistinct: boolean,
  ) {}

  /** Returns the values that the steps of a path select from a value. */
  path(steps: readonly PathStep[], value: unknown): unknown[] {
    let current: unknown[] = [value];
    for (const step of steps) current = this.step(step, current);
    return current;
  }

  private step(step: PathStep, values: readonly unknown[]): unknown[] {
    const selected: unknown[] = [];
    if (step.kind === 'recursive') this.reached = new Set();
    for (const value of values) {
      this.meter.count(1);
      if (value !== null && value !== undefined) this.select(step, value, selected);
    }
    return this.isDistinct ? distinct(selected) : selected;
  }

  private select(step: PathStep, value: unknown, selected: unknown[]): void {
    switch (step.kind) {
      case 'field':
        if (isObject(value) && Object.hasOwn(value, step.name)) selected.push(value[step.name]);
        return;
      case 'wildcard':
        return this.add(children(value), selected);
      case 'recursive':
        return this.addDescendants(value, selected);
      case 'slice':
        if (!Array.isArray(value)) throw new EvaluationFault();
        return this.add(selectSlice(step.slice, value), selected);
      case 'union':
        for (const each of step.steps) this.add(new Selection(this.meter, this.isDistinct).path(each, value), selected);
        return;
      case 'filter':
        return this.add(this.matching(step.filter, value), selected);
    }
  }

  private add(values: readonly unknown[], selected: unknown[]): void {
    this.meter.count(values.length);
    for (const value of values) selected.push(value);
  }

  /** A value, and after it each list and object in it, the outer before the inner. */
  private addDescendants(value: unknown, selected: unknown[]): void {
    const open = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.isReached(next)) continue;
      selected.push(next);
      const below = children(next).filter(isContainer);
      this.meter.count(1 + below.length);
      for (let i = below.length - 1; i >= 0; i--) open.push(below[i]);
    }
  }

  private isReached(value: unknown): boolean {
    if (!this.isDistinct || !isContainer(value)) return false;
    if (this.reached!.has(value)) return true;
    this.reached!.add(value);
    return false;
  }

  private matching(filter: Filter, value: unknown): unknown[] {
    if (!Array.isArray(value)) throw new EvaluationFault();
    return (value as unknown[]).filter((element) => this.matches(filter, element));
  }

  private matches({ left, operator, right }: Filter, element: unknown): boolean {
    const lefts = this.operandValues(left, element);
    if (operator === 'exists') return lefts.length > 0;
    const rights = right ? this.operandValues(right, element) : [];
    if (lefts.length === 0 || rights.length === 0) return false;
    if (lefts.length > 1 || rights.length > 1) throw new EvaluationFault();
    return compare(operator, lefts[0], rights[0]);
  }

  private operandValues(operand: Operand, element: unknown): unknown[] {
    this.meter.count(1);
    // Filters count repeated values, too.
    return 'path' in operand ? new Selection(this.meter, false).path(operand.path, element) : [operand.literal];
  }
}

/** Reports whether a path looks at every member of an object, however many there are. */
export function isWide(steps: readonly PathStep[]): boolean {
  return steps.some((step) => {
    if (step.kind === 'union') return step.steps.some(isWide);
    if (step.kind === 'filter') return isWideOperand(step.filter.left) || isWideOperand(step.filter.right);
    return step.kind === 'wildcard' || step.kind === 'recursive';
  });
}

function isWideOperand(operand: Operand | undefined): boolean {
  return operand !== undefined && 'path' in operand && isWide(operand.path);
}

function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return isObject(value) ? Object.values(value) : [];
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function selectSlice(slice: Slice, list: readonly unknown[]): unknown[] {
  const { length } = list;
  const start = fromEnd(slice.start ?? 0, length);
  const end = slice.isIndex ? start + 1 : fromEnd(slice.end ?? length, length);
  if (start === end) return [];
  if (start < 0 || start >= length || end < start || end > length) throw new EvaluationFault();
  const step = slice.step ?? 1;
  if (step <= 0) throw new EvaluationFault();
  return list.slice(start, end).filter((_element, i) => i % step === 0);
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
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
