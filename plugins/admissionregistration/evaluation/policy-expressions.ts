import type { Variable } from '../policy/policy.v1.js';
import {
  type CompiledExpression,
  ExpressionCompiler,
  type ExpressionPlace,
} from '../expression/expression-compiler.js';
import type { DeclaredVariables, PolicyPlace } from './policy-place.js';
import type { PreparedExpression } from './evaluate-expressions.js';

/** The expressions of a policy besides its variables. */
export interface PolicyExpressionTerms {
  readonly variables?: readonly Variable[];
  readonly hasParams: boolean;
  readonly expressions: readonly string[];
}

/**
 * Compiles the expressions of a stored policy, which may use its variables (upstream: CompositedCompiler). The expression
 * language has to have been loaded.
 */
export class PolicyExpressions implements DeclaredVariables {
  /** The names of its variables. */
  readonly names: ReadonlySet<string>;
  /** The place of match conditions, which never see the namespace (upstream passes none). */
  readonly ofConditions: PolicyPlace = { declared: this, hasAuthorizer: true, seesNamespace: false };
  /** The place of what the policy demands or changes. */
  readonly ofDecisions: PolicyPlace = { declared: this, hasAuthorizer: true, seesNamespace: true };
  /** The place of messages and annotations, which never see the authorizer. */
  readonly ofTexts: PolicyPlace = { declared: this, hasAuthorizer: false, seesNamespace: true };
  private readonly variables: ReadonlyMap<string, CompiledExpression>;
  private readonly compiler: ExpressionCompiler;
  private readonly hasParams: boolean;

  constructor({ variables = [], hasParams, expressions }: PolicyExpressionTerms) {
    this.hasParams = hasParams;
    // Stored expressions may use every feature, as upstream.
    const stored = new Set([...expressions, ...variables.map(({ expression }) => expression)]);
    this.compiler = new ExpressionCompiler({ stored, hasVariables: true });
    this.variables = new Map(variables.map((variable) => [variable.name, this.declare(variable)]));
    this.names = new Set(this.variables.keys());
  }

  /** Returns a variable by its name, which is one of `names`. */
  variable(name: string): CompiledExpression {
    return this.variables.get(name)!;
  }

  /** Compiles an expression for its place. */
  prepare(expression: string, place: Pick<ExpressionPlace, 'result' | 'hasAuthorizer'>): PreparedExpression {
    return { expression, compiled: this.compiler.compile(expression, { ...place, ...this.terms }) };
  }

  private declare({ name, expression }: Variable): CompiledExpression {
    return this.compiler.define(name, expression, { result: 'any', hasAuthorizer: true, ...this.terms });
  }

  private get terms(): Pick<ExpressionPlace, 'hasParams'> {
    return { hasParams: this.hasParams };
  }
}
