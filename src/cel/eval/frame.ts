import { CostLimitError, type EffortMeter, EvaluationError, type Value } from '../values/index.js';

/** The values of variables. */
export interface Activation {
  /** Returns the value of a variable; undefined when there is none of that name. May be asked more than once. */
  find(name: string): Value | undefined;
}

/** The error that a step ended with; steps around it may do without its value. */
export class Failure {
  constructor(readonly error: EvaluationError) {}

  /** Returns a failure with a message. */
  static of(message: string): Failure {
    return new Failure(new EvaluationError(message));
  }
}

/** The outcome of a step. */
export type Result = Value | Failure;

/** Evaluates a part of an expression; throws CostLimitError alone. */
export type Step = (frame: Frame) => Result;

/** Visits that functions may make without a charge, besides the cost of their calls: those of everyday values. */
const FREE_VISITS = 300_000;
/** Visits of all evaluations inside of one: several times what one of them may have, so that it is the one that fails. */
const MAX_VISITS_INSIDE = 5_000_000;

/** One evaluation: its variables and what it has cost so far. */
export class Frame implements EffortMeter {
  private visits = 0;
  private visitsInside = 0;
  /** The cost of the evaluation so far. */
  cost = 0;
  /** Variables of macros, each at its own place; functions are steps that have not run yet. */
  readonly locals: (Result | Step)[] = [];

  constructor(
    readonly variables: Activation,
    private readonly limit: number,
  ) {}

  /** Adds to the cost; throws CostLimitError when it is too much. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CostLimitError();
  }

  /** Counts visits of values; those beyond the free ones cost one each. Throws CostLimitError. */
  spend(visits: number): void {
    this.visits += visits;
    const beyond = Math.min(visits, this.visits - FREE_VISITS);
    if (beyond > 0) this.charge(beyond);
  }

  spendInside(visits: number): void {
    this.visitsInside += visits;
    if (this.visitsInside > MAX_VISITS_INSIDE) throw new CostLimitError();
  }

  /** Returns the value of a macro's variable, which may be made only now. */
  local(slot: number): Result {
    const value = this.locals[slot];
    if (typeof value !== 'function') return value;
    const made = value(this);
    this.locals[slot] = made;
    return made;
  }
}

/** Runs a function of the libraries; its EvaluationError is a failure. */
export function attempt(run: () => Value): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof EvaluationError) return new Failure(error);
    throw error;
  }
}
