import type { CompiledExpression } from '../expression/expression-compiler.js';

/** The variables that a policy declares. */
export interface DeclaredVariables {
  readonly names: ReadonlySet<string>;
  /** Returns a variable by its name, which is one of `names`. */
  variable(name: string): CompiledExpression;
}

/** A place of a policy, where expressions share variables. Made once for a policy. */
export interface PolicyPlace {
  readonly hasAuthorizer: boolean;
  readonly seesNamespace: boolean;
  readonly declared: DeclaredVariables;
}
