import { type ApiObject } from '../../../src/plugin-api/index.js';
import { type ExpressionLanguage, expressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { Activation } from './evaluate-expressions.js';
import type { PolicyPlace } from './policy-place.js';
import type { RequestVariables } from './request-variables.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** The facts that the expressions of a policy know of a request. */
export interface PolicyFacts {
  readonly request: RequestVariables;
  readonly param: ApiObject | undefined;
  /** Undefined for cluster-scoped objects. */
  readonly namespace: ApiObject | undefined;
}

/**
 * The variables of a policy's expressions in one place. Those that the policy declares are evaluated when an expression first
 * asks for them, and shared by all expressions of the place (upstream: evaluationActivation, compositionContext).
 */
export class PolicyActivation implements Activation {
  private cost = 0;
  private params: Value | undefined;
  private namespaceObject: Value | undefined;
  private variables: Value | undefined;

  constructor(
    private readonly facts: PolicyFacts,
    private readonly place: PolicyPlace,
  ) {}

  find(name: string): Value | undefined {
    switch (name) {
      case 'params':
        return (this.params ??= expressionLanguage().valueOfJson(this.facts.param));
      case 'namespaceObject':
        return (this.namespaceObject ??= this.readNamespace());
      case 'variables':
        return (this.variables ??= this.makeVariables());
      case 'authorizer':
      case 'authorizer.requestResource':
        return this.place.hasAuthorizer ? this.facts.request.find(name) : undefined;
      default:
        return this.facts.request.find(name);
    }
  }

  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  private makeVariables(): Value {
    const { ComputedMap } = expressionLanguage();
    return new ComputedMap(this.place.declared.names, (variable) => this.evaluate(variable));
  }

  private readNamespace(): Value {
    const { namespace } = this.facts;
    return expressionLanguage().valueOfJson(this.place.seesNamespace ? shownNamespace(namespace) : undefined);
  }

  private evaluate(name: string): Value {
    const { EvaluationError } = expressionLanguage();
    const { program, error } = this.place.declared.variable(name);
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
