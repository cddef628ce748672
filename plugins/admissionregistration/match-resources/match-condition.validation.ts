import { type FieldError, type FieldPath, duplicate, required } from '../../../src/plugin-api/index.js';
import { repeatFinder, tooMany, fieldChecker } from '../../../src/plugin-api/built-in.js';
import type { ExpressionCompiler } from '../expression/expression-compiler.js';
import { MatchCondition } from './match-resources.v1.js';

const MAX_CONDITIONS = 64;
const checkCondition = fieldChecker(MatchCondition);

/** The compiler of condition expressions. */
export interface ConditionCompiler {
  readonly compiler: ExpressionCompiler;
  /** True if there are parameters. */
  readonly hasParams?: boolean;
}

/** Checks the conditions a request must meet. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[] | undefined | null,
  path: FieldPath,
  by: ConditionCompiler,
): FieldError[] {
  const list = conditions ?? [];
  const isRepeated = repeatFinder<string>();
  const single = list.flatMap((condition, i) => {
    const errors = conditionErrors(condition, path.index(i), by);
    const isTwice = condition.name !== '' && isRepeated(condition.name);
    return isTwice ? [...errors, duplicate(path.index(i).child('name'), condition.name)] : errors;
  });
  return list.length > MAX_CONDITIONS ? [tooMany(path, list.length, MAX_CONDITIONS), ...single] : single;
}

function conditionErrors(condition: MatchCondition, path: FieldPath, by: ConditionCompiler): FieldError[] {
  const errors = expressionErrors(condition.expression.trim(), path.child('expression'), by);
  return [...errors, ...checkCondition(condition, path)];
}

function expressionErrors(
  expression: string,
  path: FieldPath,
  { compiler, hasParams }: ConditionCompiler,
): FieldError[] {
  if (expression === '') return [required(path)];
  return compiler.check(expression, { path, result: 'bool', hasParams, hasAuthorizer: true, seesVariables: false });
}
