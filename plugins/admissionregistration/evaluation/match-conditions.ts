import type { MaybePromise } from '../../../src/plugin-api/index.js';
import { type CompiledExpression, ExpressionCompiler } from '../expression/expression-compiler.js';
import type { MatchCondition } from '../match-resources/match-resources.v1.js';
import { AwaitedDecision } from './authorizer-answers.js';
import type { RequestVariables } from './request-variables.js';

/** The outcome of match conditions for a request; failures have been handled by the failure policy already. */
export type ConditionOutcome =
  | { readonly verdict: 'match' }
  | { readonly verdict: 'no-match' }
  /** The request is to be refused with the reason. */
  | { readonly verdict: 'failed'; readonly reason: string };

/** The terms of a stored webhook or policy that its match conditions are compiled from. */
export interface ConditionTerms {
  readonly matchConditions: readonly MatchCondition[];
  /** Fail where it is unset, which is the default of the API. */
  readonly failurePolicy?: string;
}

interface Condition {
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

/** The most that all conditions of one webhook or policy may cost for a request (RuntimeCELCostBudgetMatchConditions). */
const COST_BUDGET = 2_500_000;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
const MATCH: ConditionOutcome = { verdict: 'match' };
const NO_MATCH: ConditionOutcome = { verdict: 'no-match' };

/**
 * The match conditions of a stored webhook or policy, compiled once (upstream: matchconditions.matcher). The expression
 * language has to have been loaded.
 */
export class ConditionMatcher {
  private readonly conditions: readonly Condition[];
  private readonly ignoresFailures: boolean;

  constructor({ matchConditions, failurePolicy }: ConditionTerms) {
    // Stored expressions may use every feature, as upstream.
    const stored = new Set(matchConditions.map(({ expression }) => expression));
    const compiler = new ExpressionCompiler({ stored });
    this.conditions = matchConditions.map(({ expression }) => ({
      expression,
      compiled: prepared(compiler, expression),
    }));
    this.ignoresFailures = failurePolicy === 'Ignore';
  }

  /** Evaluates the conditions for a request. A promise only where one asks an authorizer that has to wait. */
  match(variables: RequestVariables): MaybePromise<ConditionOutcome> {
    try {
      return this.evaluate(variables);
    } catch (error) {
      if (error instanceof AwaitedDecision) return this.matchLater(variables, error);
      throw error;
    }
  }

  /** Ends because the budget allows few questions, and each is asked once. */
  private async matchLater(variables: RequestVariables, { settled }: AwaitedDecision): Promise<ConditionOutcome> {
    await settled;
    return this.match(variables);
  }

  /** One false condition outweighs all failures, but not a spent budget. */
  private evaluate(variables: RequestVariables): ConditionOutcome {
    const failures = new Set<string>();
    let [left, isMet] = [COST_BUDGET, true];
    for (const { expression, compiled } of this.conditions) {
      if (compiled.error !== undefined) {
        failures.add(`compilation error: ${compiled.error}`);
        continue;
      }
      const outcome = compiled.program.run(variables);
      if (outcome.cost > left) return this.failed(OUT_OF_BUDGET);
      left -= outcome.cost;
      if (outcome.error) failures.add(`expression '${expression}' resulted in error: ${outcome.error.message}`);
      else if (outcome.value === false) isMet = false;
    }
    if (!isMet) return NO_MATCH;
    return failures.size === 0 ? MATCH : this.failed(aggregate([...failures]));
  }

  private failed(reason: string): ConditionOutcome {
    return this.ignoresFailures ? NO_MATCH : { verdict: 'failed', reason };
  }
}

function prepared(compiler: ExpressionCompiler, expression: string): CompiledExpression {
  const place = { result: 'bool', hasAuthorizer: true, seesVariables: false } as const;
  const compiled = compiler.compile(expression, place);
  const fault = compiled.program?.prepare();
  return fault === undefined ? compiled : { error: `program instantiation failed: ${fault}` };
}

function aggregate(messages: readonly string[]): string {
  return messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`;
}
