export { type EvaluationSteps, evaluateSteps } from './evaluation-steps.js';
export { BudgetError, type ExpressionOutcome, ExpressionRun, type PreparedExpression } from './evaluate-expressions.js';
export { ConditionMatcher } from './match-conditions.js';
export { PolicyActivation } from './policy-activation.js';
export { PolicyExpressions } from './policy-expressions.js';
export { RequestVariables } from './request-variables.js';
