/** The evaluation of an expression came to no value; logical operators may do without the part that failed. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';

  constructor(message: string) {
    // Operators that do without a part meet many of these, and their place in the engine does not matter.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The evaluation took more work than it may; nothing does without the part that failed. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** Returns the error of a function called with values it has no meaning for. */
export function noSuchOverload(): EvaluationError {
  return new EvaluationError('no such overload');
}

/** Returns the error of a map without a value for a key. */
export function noSuchKey(key: string): EvaluationError {
  return new EvaluationError(`no such key: ${key}`);
}
