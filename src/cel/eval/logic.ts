import { noSuchOverload, type Value } from '../values/index.js';
import { Failure, failureOf, type Frame, type Step } from './frame.js';

/** What a step answers, or how it failed; what is neither true nor false is a failure. */
function outcome(step: Step, frame: Frame): boolean | Failure {
  try {
    const value = step(frame);
    return typeof value === 'boolean' ? value : new Failure(noSuchOverload());
  } catch (error) {
    return failureOf(error);
  }
}

/** Both of two: one that is false decides, even where the other one fails. */
export function compileAnd(left: Step, right: Step): Step {
  return (frame) => decide({ left, right, deciding: false }, frame);
}

/** Either of two: one that is true decides, even where the other one fails. */
export function compileOr(left: Step, right: Step): Step {
  return (frame) => decide({ left, right, deciding: true }, frame);
}

function decide({ left, right, deciding }: { left: Step; right: Step; deciding: boolean }, frame: Frame): Value {
  const first = outcome(left, frame);
  if (first === deciding) return deciding;
  const second = outcome(right, frame);
  if (second === deciding) return deciding;
  if (first instanceof Failure) throw first.error;
  if (second instanceof Failure) throw second.error;
  return !deciding;
}

/** One of two, as a condition says; the other one is not looked at. */
export function compileConditional(condition: Step, then: Step, otherwise: Step): Step {
  return (frame) => {
    const value = condition(frame);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return value ? then(frame) : otherwise(frame);
  };
}

/** Whether something is not false, which it is not where it fails. */
export function compileNotStrictlyFalse(step: Step): Step {
  return (frame) => {
    const result = outcome(step, frame) !== false;
    frame.charge(1);
    return result;
  };
}
