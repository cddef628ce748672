import { type AdmissionAttributes, type ApiObject } from '../../../src/plugin-api/index.js';
import { type MaybePromise, loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { MatchCriteria, MatchIndex } from '../matching/index.js';
import type { MatchResources } from '../match-resources/match-resources.v1.js';
import type { ParamKind, ParamRef } from '../policy/policy.v1.js';

/** The members that validating and mutating policies have in common. */
export interface PolicyDefinition extends ApiObject {
  readonly spec?: {
    readonly paramKind?: ParamKind;
    readonly matchConstraints?: MatchResources;
    readonly failurePolicy?: string;
  };
}

/** The members that the bindings of both have in common. */
export interface BindingDefinition extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
  };
}

/** A stored binding, prepared for requests. */
export class StoredBinding<B extends BindingDefinition = BindingDefinition> {
  readonly criteria: MatchCriteria;

  constructor(readonly definition: B) {
    this.criteria = criteriaOf(definition.spec?.matchResources);
  }

  get name(): string {
    return this.definition.metadata.name ?? '';
  }

  get paramRef(): ParamRef | undefined {
    return this.definition.spec?.paramRef;
  }
}

/** A stored policy, prepared for requests: whatever is compiled of it is compiled once. */
export class StoredPolicy<E, P extends PolicyDefinition = PolicyDefinition> {
  readonly criteria: MatchCriteria;
  /** True: requests proceed where the policy cannot be evaluated. */
  readonly isIgnoredOnFailure: boolean;
  private compiled: MaybePromise<E> | undefined;

  constructor(
    readonly definition: P,
    private readonly compile: (definition: P) => E,
  ) {
    this.criteria = criteriaOf(definition.spec?.matchConstraints);
    this.isIgnoredOnFailure = definition.spec?.failurePolicy === 'Ignore';
  }

  get name(): string {
    return this.definition.metadata.name ?? '';
  }

  get paramKind(): ParamKind | undefined {
    return this.definition.spec?.paramKind;
  }

  /** Returns the compiled expressions; a promise until the first request has needed them. */
  evaluator(): MaybePromise<E> {
    this.compiled ??= loadExpressionLanguage().then(() => (this.compiled = this.compile(this.definition)));
    return this.compiled;
  }
}

/** A policy with its bindings; without one it has no effect. */
export class BoundPolicy<
  E,
  P extends PolicyDefinition = PolicyDefinition,
  B extends BindingDefinition = BindingDefinition,
> {
  readonly bindings: MatchIndex<StoredBinding<B>>;

  constructor(
    readonly policy: StoredPolicy<E, P>,
    bindings: readonly StoredBinding<B>[],
  ) {
    this.bindings = new MatchIndex(bindings);
  }

  get criteria(): MatchCriteria {
    return this.policy.criteria;
  }

  /** Reports whether the policy may apply in a namespace; one whose parameters are not served fails where no binding applies, too. */
  mayApplyIn(labels: Readonly<Record<string, string>> | undefined, attributes: AdmissionAttributes): boolean {
    return this.policy.paramKind !== undefined || this.bindings.mayMatchIn(labels, attributes);
  }
}

/** Without rules policies and bindings are about everything. */
function criteriaOf(resources: MatchResources = {}): MatchCriteria {
  const {
    resourceRules,
    excludeResourceRules,
    matchPolicy = 'Equivalent',
    namespaceSelector,
    objectSelector,
  } = resources;
  return new MatchCriteria({
    rules: resourceRules,
    excludeRules: excludeResourceRules,
    matchesWithoutRules: true,
    matchPolicy,
    namespaceSelector,
    objectSelector,
  });
}
