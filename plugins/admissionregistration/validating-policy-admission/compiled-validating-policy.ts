import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import {
  BudgetError,
  ConditionMatcher,
  type EvaluationSteps,
  type ExpressionOutcome,
  ExpressionRun,
  PolicyActivation,
  PolicyExpressions,
  type PreparedExpression,
  evaluateSteps,
} from '../evaluation/index.js';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '../validating-admission-policy/validating-admission-policy.v1.js';
import { type AnnotationOutcome, DEFAULT_REASON, type PolicyDecision, type PolicyOutcome } from './policy-decision.js';
import { denialMessage } from './denial-message.js';

/** The facts of a request, for one parameter. */
export type EvaluatedFacts = ConstructorParameters<typeof PolicyActivation>[0];

/** The most that all validations and their messages may cost for a request, and once more all annotations (RuntimeCELCostBudget). */
const COST_BUDGET = 10_000_000;

interface PreparedValidation {
  readonly validation: Validation;
  readonly condition: PreparedExpression;
  readonly message: PreparedExpression | undefined;
}

interface PreparedAnnotation {
  readonly key: string;
  readonly value: PreparedExpression;
}

/** One outcome for each validation that has a message, or the reason why there are none. */
type EvaluatedMessages = readonly (ExpressionOutcome | undefined)[] | BudgetError;

const SKIPPED: PolicyOutcome = { decisions: [], annotations: [], isSkipped: true };

/** The expressions of a stored policy, compiled once (upstream: validator). The expression language has to have been loaded. */
export class CompiledValidatingPolicy {
  private readonly expressions: PolicyExpressions;
  private readonly conditions: ConditionMatcher | undefined;
  private readonly validations: readonly PreparedValidation[];
  private readonly hasMessages: boolean;
  private readonly annotations: readonly PreparedAnnotation[];
  private readonly ignoresFailures: boolean;

  constructor({ spec = {} }: ValidatingAdmissionPolicy) {
    const { matchConditions = [], failurePolicy } = spec;
    const expressions = new PolicyExpressions({
      variables: spec.variables,
      hasParams: spec.paramKind !== undefined,
      expressions: textsOf(spec),
    });
    this.expressions = expressions;
    this.ignoresFailures = failurePolicy === 'Ignore';
    this.conditions =
      matchConditions.length > 0 ? new ConditionMatcher({ matchConditions, failurePolicy }, expressions) : undefined;
    this.validations = (spec.validations ?? []).map((validation) => preparedValidation(expressions, validation));
    this.hasMessages = this.validations.some(({ message }) => message !== undefined);
    this.annotations = (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: expressions.prepare(valueExpression, { result: 'string or null', hasAuthorizer: true }),
    }));
  }

  /** Evaluates the policy for a request. A promise only where an authorizer has to wait, or others have their turn. */
  evaluate(facts: EvaluatedFacts): MaybePromise<PolicyOutcome> {
    return evaluateSteps(() => this.steps(facts));
  }

  private *steps(facts: EvaluatedFacts): EvaluationSteps<PolicyOutcome> {
    const { conditions } = this;
    if (conditions) {
      const outcome = yield* conditions.evaluate(new PolicyActivation(facts, this.expressions.ofConditions));
      if (outcome.verdict === 'no-match') return SKIPPED;
      if (outcome.verdict === 'failed') return this.failedWhole(outcome.reason);
    }
    try {
      return { decisions: yield* this.decide(facts), annotations: yield* this.annotate(facts) };
    } catch (error) {
      if (error instanceof BudgetError) return this.failedWhole(error.message);
      throw error;
    }
  }

  private *decide(facts: EvaluatedFacts): EvaluationSteps<readonly PolicyDecision[]> {
    const run = new ExpressionRun(new PolicyActivation(facts, this.expressions.ofDecisions), COST_BUDGET);
    const outcomes: ExpressionOutcome[] = [];
    for (const { condition } of this.validations) {
      outcomes.push(run.evaluate(condition));
      yield;
    }
    const messages = this.hasMessages ? yield* this.messages(facts, run.left) : [];
    return outcomes.map((outcome, index) => this.decision(outcome, index, messages));
  }

  /** Messages are evaluated for all validations, also for those that hold: their cost counts. */
  private *messages(facts: EvaluatedFacts, budget: number): EvaluationSteps<EvaluatedMessages> {
    const run = new ExpressionRun(new PolicyActivation(facts, this.expressions.ofTexts), budget);
    const outcomes: (ExpressionOutcome | undefined)[] = [];
    try {
      for (const { message } of this.validations) {
        outcomes.push(message && run.evaluate(message));
        yield;
      }
      return outcomes;
    } catch (error) {
      if (error instanceof BudgetError) return error;
      throw error;
    }
  }

  private decision(
    { value, error, seconds }: ExpressionOutcome,
    index: number,
    messages: EvaluatedMessages,
  ): PolicyDecision {
    if (error !== undefined) return this.failed(index, error, seconds);
    if (messages instanceof BudgetError)
      return this.failed(index, `failed messageExpression: ${messages.message}`, seconds);
    if (value === true) return { index, action: 'admit', isError: false, message: '', reason: '', seconds };
    const { validation } = this.validations[index];
    const message = denialMessage(validation, messages[index]);
    return { index, action: 'deny', isError: false, message, reason: validation.reason ?? DEFAULT_REASON, seconds };
  }

  private failed(index: number, message: string, seconds: number): PolicyDecision {
    const action = this.ignoresFailures ? 'admit' : 'deny';
    return { index, action, isError: true, message, reason: DEFAULT_REASON, seconds };
  }

  private failedWhole(message: string): PolicyOutcome {
    return { decisions: [this.failed(0, message, 0)], annotations: [] };
  }

  /** Annotations may name the authorizer, but never see it, as upstream. */
  private *annotate(facts: EvaluatedFacts): EvaluationSteps<readonly AnnotationOutcome[]> {
    if (this.annotations.length === 0) return [];
    const run = new ExpressionRun(new PolicyActivation(facts, this.expressions.ofTexts), COST_BUDGET);
    const outcomes: AnnotationOutcome[] = [];
    for (const { key, value } of this.annotations) {
      outcomes.push(...this.annotation(key, run.evaluate(value)));
      yield;
    }
    return outcomes;
  }

  private annotation(key: string, { value, error, seconds }: ExpressionOutcome): readonly AnnotationOutcome[] {
    if (error !== undefined) return this.ignoresFailures ? [] : [{ key, error, seconds }];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? [] : [{ key, value: text, seconds }];
  }
}

function textsOf({
  validations = [],
  matchConditions = [],
  auditAnnotations = [],
}: ValidatingAdmissionPolicySpec): string[] {
  return [
    ...matchConditions.map(({ expression }) => expression),
    ...validations.flatMap(({ expression, messageExpression = '' }) => [expression, messageExpression]),
    ...auditAnnotations.map(({ valueExpression }) => valueExpression),
  ];
}

function preparedValidation(expressions: PolicyExpressions, validation: Validation): PreparedValidation {
  const { expression, messageExpression = '' } = validation;
  return {
    validation,
    condition: expressions.prepare(expression, { result: 'bool', hasAuthorizer: true }),
    message: messageExpression === '' ? undefined : expressions.prepare(messageExpression, { result: 'string' }),
  };
}
