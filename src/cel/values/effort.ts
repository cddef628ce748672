/** Counts values that are visited or copied by a function, beyond what the cost of its call says. */
export interface EffortMeter {
  /** Throws CostLimitError where it is too much. */
  spend(visits: number): void;
  /** Counts what evaluations inside of this one take. Throws CostLimitError. */
  spendInside(visits: number): void;
}

/**
 * The meters of the evaluation that is running, which is synchronous, and of the one in which all others run: variables are
 * evaluated when an expression first asks for them, and what they take counts for that expression, too.
 */
let current: EffortMeter | undefined;
let outermost: EffortMeter | undefined;

/** Runs an evaluation whose effort a meter counts. */
export function meteredBy<T>(meter: EffortMeter, evaluate: () => T): T {
  const [outer, outermostBefore] = [current, outermost];
  current = meter;
  outermost ??= meter;
  try {
    return evaluate();
  } finally {
    current = outer;
    outermost = outermostBefore;
  }
}

/** Counts visited values; nothing is counted outside of evaluations. Throws CostLimitError. */
export function spend(visits: number): void {
  current?.spend(visits);
  if (outermost !== current) outermost?.spendInside(visits);
}
