import { requestEntityTooLarge } from '../../apimachinery/index.js';

/** Verbs whose bodies are objects, or parts of them. */
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch']);

/** V8 marks a stack overflow by its message alone. */
const STACK_OVERFLOW = 'Maximum call stack size exceeded';

/**
 * Returns 413 for a write whose object is nested deeper than functions can call themselves, and other errors unchanged. The
 * limit of parsers, `MAX_DEPTH`, is that of the reference, whose stacks grow.
 */
export function withNestingFault(error: unknown, verb: string): unknown {
  const isOverflow = error instanceof RangeError && error.message === STACK_OVERFLOW;
  return isOverflow && WRITES.has(verb) ? requestEntityTooLarge('the object is nested too deeply') : error;
}
