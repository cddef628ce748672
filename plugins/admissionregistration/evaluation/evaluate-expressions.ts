import { type expressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { CompiledExpression } from '../expression/expression-compiler.js';

/** The values of variables, as expressions ask for them. */
export type Activation = Parameters<NonNullable<CompiledExpression['program']>['run']>[0] & {
  /** The cost of the variables that were evaluated since the last call; unset if there are none. */
  takeCost?(): number;
};

/** An expression of a stored configuration, ready to be evaluated. */
export interface PreparedExpression {
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

type Value = ReturnType<ReturnType<typeof expressionLanguage>['valueOfJson']>;

/** The result of one expression: a value, or what is wrong in the reference's words. */
export type ExpressionOutcome = { readonly seconds: number } & (
  { readonly value: Value; readonly error?: undefined } | { readonly error: string; readonly value?: undefined }
);

/** Ends an evaluation whose expressions cost too much together. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Evaluates expressions one after another, within a common budget of cost. */
export class ExpressionRun {
  constructor(
    private readonly activation: Activation,
    /** The cost that further expressions may have. */
    private budget: number,
  ) {}

  /** The cost that is left for further expressions. */
  get left(): number {
    return this.budget;
  }

  /** Evaluates one expression. Throws BudgetError; AwaitedDecision passes. */
  evaluate({ expression, compiled }: PreparedExpression): ExpressionOutcome {
    if (compiled.error !== undefined) return { error: `compilation error: ${compiled.error}`, seconds: 0 };
    const started = performance.now();
    const outcome = compiled.program.run(this.activation);
    this.spend(this.activation.takeCost?.() ?? 0);
    this.spend(outcome.cost);
    const seconds = (performance.now() - started) / 1000;
    if (!outcome.error) return { value: outcome.value, seconds };
    return { error: `expression '${expression}' resulted in error: ${outcome.error.message}`, seconds };
  }

  private spend(cost: number): void {
    if (cost > this.budget) throw new BudgetError();
    this.budget -= cost;
  }
}
