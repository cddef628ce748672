import { noSuchOverload } from '../values/index.js';
import { Failure, type Frame, type Result, type Step } from './frame.js';

/** Returns both of two: one that is false decides, even where the other one fails. */
export function conjunction(left: Step, right: Step): Step {
  return (frame) => decide({ left, right, deciding: false }, frame);
}

/** Returns either of two: one that is true decides, even where the other one fails. */
export function disjunction(left: Step, right: Step): Step {
  return (frame) => decide({ left, right, deciding: true }, frame);
}

function decide({ left, right, deciding }: { left: Step; right: Step; deciding: boolean }, frame: Frame): Result {
  const first = left(frame);
  if (first === deciding) return deciding;
  const second = right(frame);
  if (second === deciding) return deciding;
  if (first === !deciding && second === !deciding) return !deciding;
  if (first instanceof Failure) return first;
  return second instanceof Failure ? second : new Failure(noSuchOverload());
}
