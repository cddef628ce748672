import { type ApiObject, type ExpressionLanguage, expressionLanguage } from '../../../src/plugin-api/index.js';
import type { Activation } from './evaluate-expressions.js';
import type { PolicyExpressions } from './policy-expressions.js';
import type { RequestVariables } from './request-variables.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** The facts that the expressions of a policy know of a request, in one place of the policy. */
export interface PolicyFacts {
  readonly request: RequestVariables;
  readonly param: ApiObject | undefined;
  /** Undefined for cluster-scoped objects, and where expressions do not see it. */
  readonly namespace: ApiObject | undefined;
  readonly hasAuthorizer: boolean;
  /** The policy's expressions, with its variables. */
  readonly expressions: PolicyExpressions;
}

/**
 * The variables of a policy's expressions in one place. Those that the policy declares are evaluated when an expression first
 * asks for them, and shared by all expressions of the place (upstream: evaluationActivation, compositionContext).
 */
export class PolicyActivation implements Activation {
  private cost = 0;
  private readonly known = new Map<string, Value | undefined>();

  constructor(private readonly facts: PolicyFacts) {}

  find(name: string): Value | undefined {
    switch (name) {
      case 'params':
      case 'namespaceObject':
      case 'variables':
        return this.remembered(name);
      case 'authorizer':
      case 'authorizer.requestResource':
        return this.facts.hasAuthorizer ? this.facts.request.find(name) : undefined;
      default:
        return this.facts.request.find(name);
    }
  }

  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  private remembered(name: 'params' | 'namespaceObject' | 'variables'): Value | undefined {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const value = this.read(name);
    this.known.set(name, value);
    return value;
  }

  private read(name: 'params' | 'namespaceObject' | 'variables'): Value {
    const { ComputedMap, valueOfJson } = expressionLanguage();
    const { names } = this.facts.expressions;
    if (name === 'variables') return new ComputedMap(names, (variable) => this.evaluate(variable));
    return valueOfJson(name === 'params' ? this.facts.param : shownNamespace(this.facts.namespace));
  }

  private evaluate(name: string): Value {
    const { EvaluationError } = expressionLanguage();
    const { program, error } = this.facts.expressions.variable(name);
    const shown = `composited variable ${JSON.stringify(name)} fails`;
    if (error !== undefined) throw new EvaluationError(`${shown} to compile: ${error}`);
    const outcome = program.run(this);
    this.cost += outcome.cost;
    if (outcome.error) throw new EvaluationError(`${shown} to evaluate: ${outcome.error.message}`);
    return outcome.value;
  }
}

/** Metadata of namespaces that expressions see (upstream: CreateNamespaceObject). */
const SHOWN_METADATA = [
  'name',
  'generateName',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
] as const;

function shownNamespace(namespace: ApiObject | undefined): object | undefined {
  if (!namespace) return undefined;
  const { spec, status, metadata } = namespace as ApiObject & { readonly spec?: object; readonly status?: object };
  const shown = Object.fromEntries(SHOWN_METADATA.map((name) => [name, metadata[name as keyof typeof metadata]]));
  return { metadata: shown, spec: spec ?? {}, status: status ?? {} };
}
