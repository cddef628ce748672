import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import type { MatchCondition } from '../match-resources/match-resources.v1.js';
import { type Activation, BudgetError, ExpressionRun, type PreparedExpression } from './evaluate-expressions.js';
import { type EvaluationSteps, evaluateSteps } from './evaluation-steps.js';
import type { PolicyExpressions } from './policy-expressions.js';
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

/** The most that all conditions of one webhook or policy may cost for a request (RuntimeCELCostBudgetMatchConditions). */
const COST_BUDGET = 2_500_000;
const MATCH: ConditionOutcome = { verdict: 'match' };
const NO_MATCH: ConditionOutcome = { verdict: 'no-match' };

/**
 * The match conditions of a stored webhook or policy, compiled once (upstream: matchconditions.matcher). The expression
 * language has to have been loaded.
 */
export class ConditionMatcher {
  private readonly conditions: readonly PreparedExpression[];
  private readonly ignoresFailures: boolean;

  /** Those of a policy are compiled with its other expressions. */
  constructor({ matchConditions, failurePolicy }: ConditionTerms, policy?: PolicyExpressions) {
    const texts = matchConditions.map(({ expression }) => expression);
    this.conditions = policy
      ? texts.map((expression) => policy.prepare(expression, { result: 'bool', hasAuthorizer: true }))
      : ofWebhook(texts);
    this.ignoresFailures = failurePolicy === 'Ignore';
  }

  /** Evaluates the conditions for a request. A promise only where one asks an authorizer that has to wait. */
  match(variables: RequestVariables): MaybePromise<ConditionOutcome> {
    return evaluateSteps(() => this.evaluate(variables));
  }

  /** Evaluates the conditions. One that is false outweighs all failures, but not a spent budget. AwaitedDecision passes. */
  *evaluate(activation: Activation): EvaluationSteps<ConditionOutcome> {
    const run = new ExpressionRun(activation, COST_BUDGET);
    const failures = new Set<string>();
    let isMet = true;
    try {
      for (const condition of this.conditions) {
        const { error, value } = run.evaluate(condition);
        if (error !== undefined) failures.add(error);
        else if (value === false) isMet = false;
        yield;
      }
    } catch (error) {
      if (error instanceof BudgetError) return this.failed(error.message);
      throw error;
    }
    if (!isMet) return NO_MATCH;
    return failures.size === 0 ? MATCH : this.failed(aggregate([...failures]));
  }

  private failed(reason: string): ConditionOutcome {
    return this.ignoresFailures ? NO_MATCH : { verdict: 'failed', reason };
  }
}

function ofWebhook(texts: readonly string[]): readonly PreparedExpression[] {
  // Stored expressions may use every feature, as upstream.
  const compiler = new ExpressionCompiler({ stored: new Set(texts) });
  const place = { result: 'bool', hasAuthorizer: true, seesVariables: false } as const;
  return texts.map((expression) => ({ expression, compiled: compiler.compile(expression, place) }));
}

function aggregate(messages: readonly string[]): string {
  return messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`;
}
