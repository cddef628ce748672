import type { Overload } from '../check/index.js';
import type { CallCost } from '../cost/runtime-cost.js';
import { isEqual, type Value } from '../values/index.js';
import { type Invoke, invokerOf } from './dispatch.js';
import { attempt, Failure, type Frame, type Result, type Step } from './frame.js';

/** A function with the steps that make its arguments. */
export interface PlannedCall {
  readonly name: string;
  /** The forms that may be meant. */
  readonly overloads: readonly Overload[];
  readonly args: readonly Step[];
  /** True if the arguments after a failing one are not evaluated, however few they are. */
  readonly isSequential?: boolean;
}

/**
 * Creates the step of a call. Arguments of a function of one or two are all evaluated, and the call is charged for, even
 * where one of them fails; with three or more nothing behind a failure is.
 */
export function callStep({ name, overloads, args, isSequential = false }: PlannedCall, callCost: CallCost): Step {
  const invoke = invokerOf(name, overloads, args.length);
  // Where several forms may be meant, what a call costs does not depend on the form.
  const cost = callCost.of(name, overloads.length === 1 ? overloads[0].id : '');
  const pay = (values: readonly Result[], frame: Frame): Result => charged({ invoke, cost }, values, frame);
  if (args.length === 1) {
    const [only] = args;
    return (frame) => pay([only(frame)], frame);
  }
  if (args.length === 2 && !isSequential) {
    const [first, second] = args;
    return (frame) => {
      const value = first(frame);
      return pay([value, second(frame)], frame);
    };
  }
  return (frame) => {
    const values: Result[] = [];
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (value instanceof Failure && values.length < args.length) return value;
    }
    return pay(values, frame);
  };
}

interface Charged {
  readonly invoke: Invoke;
  readonly cost: ReturnType<CallCost['of']>;
}

function charged({ invoke, cost }: Charged, values: readonly Result[], frame: Frame): Result {
  // Too expensive calls are not started, as far as the cost is known in advance.
  if (cost.before) frame.charge(typeof cost.before === 'number' ? cost.before : cost.before(values));
  const result = failureIn(values) ?? invoke(values as readonly Value[]);
  if (cost.after) frame.charge(cost.after(result));
  return result;
}

function failureIn(values: readonly Result[]): Failure | undefined {
  for (const value of values) if (value instanceof Failure) return value;
  return undefined;
}

/** Creates the step of `==` and `!=`. */
export function equalityStep(
  left: Step,
  right: Step,
  { isWanted, callCost }: { isWanted: boolean; callCost: CallCost },
): Step {
  const { before } = callCost.of(isWanted ? '_==_' : '_!=_', isWanted ? 'equals' : 'not_equals');
  return (frame) => {
    const [a, b] = [left(frame), right(frame)];
    frame.charge(typeof before === 'function' ? before([a, b]) : 1);
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    // Numbers and texts, which most comparisons are of, have no way to fail.
    if (a === b) return isWanted || a !== a;
    const result = attempt(() => isEqual(a, b));
    // Values that cannot be compared are different where that is asked for.
    if (!isWanted) return result !== true;
    return result;
  };
}
