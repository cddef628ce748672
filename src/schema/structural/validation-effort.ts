import {
  MATCH_MS_PER_CHARACTER,
  MAX_ALTERNATIVE_CHECKS,
  MAX_MATCH_MS,
  MAX_MATCH_STEPS,
  MIN_COSTLY_STEPS,
} from '../../apimachinery/index.js';

/** Thrown where the validation of a value exceeds a limit, which the message names. */
export class ValidationTooCostly extends Error {}

/** A match of fewer steps takes less time than to measure it. */
const UNMEASURED_STEPS = 2000;

/** The effort of the validation that is running: it is synchronous, so there is one at a time. */
let alternatives = 0;
let matchMs = 0;
let matchSteps = 0;

/** Runs a validation with an effort that is counted from zero. */
export function withEffort<T>(validate: () => T): T {
  const outer = { alternatives, matchMs, matchSteps };
  alternatives = 0;
  matchMs = 0;
  matchSteps = 0;
  try {
    return validate();
  } finally {
    ({ alternatives, matchMs, matchSteps } = outer);
  }
}

/** Counts a check by one of several schemas. Throws ValidationTooCostly. */
export function countAlternative(): void {
  if (++alternatives <= MAX_ALTERNATIVE_CHECKS) return;
  throw new ValidationTooCostly('has too many values for the alternatives of its schema');
}

/** Matches a text with a pattern of so many instructions. Throws ValidationTooCostly. */
export function matchWithin(text: string, size: number, matches: (text: string) => boolean): boolean {
  const steps = size * text.length;
  if (steps < UNMEASURED_STEPS) return matches(text);
  if (steps > MAX_MATCH_STEPS) throw new ValidationTooCostly('has a text too long for the pattern of its schema');
  return measured(() => matches(text), { steps, freeMs: text.length * MATCH_MS_PER_CHARACTER });
}

/** How much work on a pattern should take. */
interface ExpectedEffort {
  /** Instructions times characters. */
  readonly steps: number;
  readonly freeMs?: number;
}

/** Runs work on a pattern. Throws ValidationTooCostly when all such work took too long, and not for want of a processor. */
export function measured<T>(work: () => T, { steps, freeMs = 0 }: ExpectedEffort): T {
  const started = performance.now();
  const result = work();
  matchMs += Math.max(0, performance.now() - started - freeMs);
  matchSteps += steps;
  if (matchMs <= MAX_MATCH_MS || matchSteps < MIN_COSTLY_STEPS) return result;
  throw new ValidationTooCostly('has texts that take too long to match with the patterns of its schema');
}
