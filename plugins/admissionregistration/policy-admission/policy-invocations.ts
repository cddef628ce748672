import { type AdmissionAttributes, StatusError, type Stores } from '../../../src/plugin-api/index.js';
import { doInTurns, settled, type Steps } from '../../../src/plugin-api/built-in.js';
import { type MatchCandidate, type RequestMatch, RequestNamespace, namespacedNameOf } from '../matching/index.js';
import { type Param, PolicyConfigurationError, collectParams, paramObjectsOf } from './collect-params.js';
import type { ParamObjects } from './param-objects.js';
import type { PolicyRegistry } from './policy-registry.js';
import type { BindingDefinition, BoundPolicy, PolicyDefinition, StoredBinding, StoredPolicy } from './stored-policy.js';

/** A policy that is to look at a request through one of its bindings. */
export interface PolicyInvocation<E, P extends PolicyDefinition, B extends BindingDefinition> {
  readonly policy: StoredPolicy<E, P>;
  readonly match: RequestMatch;
  readonly binding: StoredBinding<B>;
  /** It looks once with each of them. */
  readonly params: readonly Param[];
  readonly error?: undefined;
}

/** A policy that cannot look at a request, though its failures are not ignored. */
export interface FailedInvocation<E, P extends PolicyDefinition, B extends BindingDefinition> {
  readonly policy: StoredPolicy<E, P>;
  /** Undefined where the fault is not the binding's. */
  readonly binding: StoredBinding<B> | undefined;
  /** The reason, in the reference's words. */
  readonly error: string;
}

/** The use of one policy for a request, or the reason why there is none. */
export type Invocation<E, P extends PolicyDefinition, B extends BindingDefinition> =
  PolicyInvocation<E, P, B> | FailedInvocation<E, P, B>;

/** A policy that is about a request, and how. */
interface PolicyUse<E, P extends PolicyDefinition> {
  readonly policy: StoredPolicy<E, P>;
  readonly match: RequestMatch;
  /** The objects its parameters are among; undefined where it has none. */
  readonly objects: ParamObjects | undefined;
}

/** Finds the policies that are to look at one request (upstream: policyDispatcher.Dispatch). */
export class PolicySelection<E, P extends PolicyDefinition, B extends BindingDefinition> {
  /** The namespace of the request. */
  readonly namespace: RequestNamespace;
  private readonly found: Invocation<E, P, B>[] = [];

  constructor(
    private readonly registry: PolicyRegistry<E, P, B>,
    private readonly attributes: AdmissionAttributes,
    stores: Stores,
  ) {
    this.namespace = new RequestNamespace(stores, attributes);
  }

  /** Returns the policies in order of their names, each with its bindings in order of theirs. */
  invocations(): Promise<readonly Invocation<E, P, B>[]> {
    return doInTurns(this.search());
  }

  private *search(): Steps<readonly Invocation<E, P, B>[]> {
    const candidates = yield* settled(this.registry.candidates(this.attributes, this.namespace));
    for (const candidate of candidates) yield* this.addPolicy(candidate);
    return this.found;
  }

  private *addPolicy(candidate: MatchCandidate<BoundPolicy<E, P, B>>): Steps<void> {
    const { policy, bindings } = candidate.item;
    try {
      const match = yield* settled(candidate.match(this.attributes, this.namespace));
      if (!match) return;
      const objects = yield* settled(paramObjectsOf(this.registry.params, policy.paramKind));
      const bound = yield* settled(bindings.candidatesIn(this.attributes, this.namespace));
      for (const binding of bound) yield* this.addBinding(binding, { policy, match, objects });
    } catch (error) {
      this.fail(policy, undefined, error);
    }
  }

  private *addBinding(
    candidate: MatchCandidate<StoredBinding<B>>,
    { policy, match, objects }: PolicyUse<E, P>,
  ): Steps<void> {
    const binding = candidate.item;
    try {
      if (!(yield* settled(candidate.match(this.attributes, this.namespace)))) return;
      const { namespace } = namespacedNameOf(this.attributes);
      const place = { paramKind: policy.paramKind, paramRef: binding.paramRef, namespace };
      const params = yield* settled(collectParams(objects, place));
      if (params.length > 0) this.found.push({ policy, match, binding, params });
    } catch (error) {
      this.fail(policy, binding, error);
    }
  }

  private fail(policy: StoredPolicy<E, P>, binding: StoredBinding<B> | undefined, error: unknown): void {
    if (!(error instanceof PolicyConfigurationError || error instanceof StatusError)) throw error;
    if (policy.isIgnoredOnFailure) return;
    const what = binding ? 'binding' : 'policy';
    this.found.push({ policy, binding, error: `failed to configure ${what}: ${error.message}` });
  }
}
