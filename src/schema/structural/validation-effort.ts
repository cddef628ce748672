import {
  MATCH_MS_PER_CHARACTER,
  MAX_ALTERNATIVE_CHECKS,
  MAX_MATCH_MS,
  MAX_MATCH_STEPS,
} from '../../apimachinery/index.js';

/** Thrown where the validation of a value takes more than is allowed; the message says of what. */
export class ValidationTooCostly extends Error {}

/** A match of fewer steps takes less time than to measure it. */
const UNMEASURED_STEPS = 2000;

/** The effort of the validation that is running: it is synchronous, so there is one at a time. */
let alternatives = 0;
let matchMs = 0;

/** Runs a validation with an effort that is counted from zero. */
export function withEffort<T>(validate: () => T): T {
  const outer = { alternatives, matchMs };
  alternatives = 0;
  matchMs = 0;
  try {
    return validate();
  } finally {
    ({ alternatives, matchMs } = outer);
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
  return measured(() => matches(text), text.length * MATCH_MS_PER_CHARACTER);
}

/** Runs work on patterns, some milliseconds of which are free. Throws ValidationTooCostly when all of it took too long. */
export function measured<T>(work: () => T, freeMs = 0): T {
  const started = performance.now();
  const result = work();
  matchMs += Math.max(0, performance.now() - started - freeMs);
  if (matchMs <= MAX_MATCH_MS) return result;
  throw new ValidationTooCostly('has texts that take too long to match with the patterns of its schema');
}
