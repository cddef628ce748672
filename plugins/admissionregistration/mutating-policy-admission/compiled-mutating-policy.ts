import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import {
  BudgetError,
  ConditionMatcher,
  type EvaluationSteps,
  ExpressionRun,
  PolicyActivation,
  PolicyExpressions,
  type PreparedExpression,
  evaluateSteps,
} from '../evaluation/index.js';
import { type MutatedObject, MutationError, applyObject, applyOperations } from '../mutation/index.js';
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from '../mutating-admission-policy/mutating-admission-policy.v1alpha1.js';

/** The facts of a request, for one parameter. */
export type MutationFacts = ConstructorParameters<typeof PolicyActivation>[0];

type ConditionOutcome = Awaited<ReturnType<ConditionMatcher['match']>>;

/** The most that one mutation may cost for a request, its variables included (RuntimeCELCostBudget). */
const COST_BUDGET = 10_000_000;
const MATCH: ConditionOutcome = { verdict: 'match' };

/** The expressions of a stored policy, compiled once. The expression language has to have been loaded. */
export class CompiledMutatingPolicy {
  /** In the order of the policy. */
  readonly mutations: readonly CompiledMutation[];
  private readonly expressions: PolicyExpressions;
  private readonly conditions: ConditionMatcher | undefined;

  constructor({ spec = {} }: MutatingAdmissionPolicy) {
    const { matchConditions = [], mutations = [], failurePolicy, variables } = spec;
    const hasParams = spec.paramKind !== undefined;
    const expressions = new PolicyExpressions({ variables, hasParams, expressions: textsOf(spec) });
    this.expressions = expressions;
    this.conditions =
      matchConditions.length > 0 ? new ConditionMatcher({ matchConditions, failurePolicy }, expressions) : undefined;
    this.mutations = mutations.map((mutation) => new CompiledMutation(mutation, expressions));
  }

  /** Evaluates the match conditions. A promise only where an authorizer has to wait. */
  match(facts: MutationFacts): MaybePromise<ConditionOutcome> {
    const { conditions, expressions } = this;
    if (!conditions) return MATCH;
    return evaluateSteps(() => conditions.evaluate(new PolicyActivation(facts, expressions.ofConditions)));
  }
}

/** One mutation of a policy. */
export class CompiledMutation {
  private readonly prepared: PreparedExpression;
  private readonly isPatch: boolean;

  constructor(
    mutation: Mutation,
    private readonly expressions: PolicyExpressions,
  ) {
    this.isPatch = mutation.patchType === 'JSONPatch';
    const result = this.isPatch ? 'patches' : 'object';
    this.prepared = expressions.prepare(textOf(mutation), { result, hasAuthorizer: true });
  }

  /**
   * Evaluates the expression and changes a copy of the object. A promise only where an authorizer has to wait. Throws
   * MutationError, and StatusError for what ends the request whatever the failure policy says.
   */
  mutate(facts: MutationFacts, mutated: MutatedObject): MaybePromise<ApiObject> {
    return evaluateSteps(() => this.steps(facts, mutated));
  }

  private *steps(facts: MutationFacts, mutated: MutatedObject): EvaluationSteps<ApiObject> {
    const { expressions, prepared } = this;
    if (prepared.compiled.error !== undefined) throw new MutationError(prepared.compiled.error);
    // Variables are evaluated for each mutation: they may depend on what former mutations have changed.
    const run = new ExpressionRun(new PolicyActivation(facts, expressions.ofDecisions), COST_BUDGET);
    const { value, error } = evaluated(run, prepared);
    if (error !== undefined) throw new MutationError(error);
    yield;
    return this.isPatch ? applyOperations(value, mutated) : applyObject(value, mutated);
  }
}

function evaluated(run: ExpressionRun, prepared: PreparedExpression): ReturnType<ExpressionRun['evaluate']> {
  try {
    return run.evaluate(prepared);
  } catch (error) {
    throw error instanceof BudgetError ? new MutationError(error.message) : error;
  }
}

function textsOf({ matchConditions = [], mutations = [] }: MutatingAdmissionPolicySpec): string[] {
  return [...matchConditions.map(({ expression }) => expression), ...mutations.map(textOf)];
}

function textOf({ jsonPatch, applyConfiguration }: Mutation): string {
  return jsonPatch?.expression ?? applyConfiguration?.expression ?? '';
}
