import { CostLimitError, EvaluationError, type Value } from '../values/index.js';

/** The values of variables. */
export interface Activation {
  /** The value of a variable; undefined when there is none of that name. May be asked more than once. */
  find(name: string): Value | undefined;
}

/** The failure of a step that later steps may make up for. */
export class Failure {
  constructor(readonly error: EvaluationError) {}
}

/** One evaluation: its variables and what it has cost so far. */
export class Frame {
  /** What the evaluation has cost so far. */
  cost = 0;
  /** Variables of macros, each at a place of its own. */
  readonly locals: (Value | Failure)[] = [];

  constructor(
    readonly variables: Activation,
    private readonly limit: number,
  ) {}

  /** Adds to the cost; throws CostLimitError when it is too much. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CostLimitError();
  }

  /** The value of a macro's variable; throws the error that it failed with. */
  local(slot: number): Value {
    const value = this.locals[slot];
    if (value instanceof Failure) throw value.error;
    return value;
  }
}

/** Evaluates a part of an expression; throws EvaluationError or CostLimitError. */
export type Step = (frame: Frame) => Value;

/** The failure that an error is, where others may make up for it; throws all else. */
export function failureOf(error: unknown): Failure {
  if (error instanceof EvaluationError) return new Failure(error);
  throw error;
}
