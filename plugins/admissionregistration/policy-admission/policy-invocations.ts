import { type AdmissionAttributes, StatusError, type Stores } from '../../../src/plugin-api/index.js';
import { type MatchCandidate, type RequestMatch, RequestNamespace, placeOf } from '../matching/index.js';
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

  /** The policies in order of their names, each with its bindings in order of theirs. */
  async invocations(
    candidates: readonly MatchCandidate<BoundPolicy<E, P, B>>[],
  ): Promise<readonly Invocation<E, P, B>[]> {
    for (const candidate of candidates) await this.addPolicy(candidate);
    return this.found;
  }

  private async addPolicy(candidate: MatchCandidate<BoundPolicy<E, P, B>>): Promise<void> {
    const { policy, bindings } = candidate.item;
    try {
      const matched = candidate.match(this.attributes, this.namespace);
      const match = matched instanceof Promise ? await matched : matched;
      if (!match) return;
      const objects = paramObjectsOf(this.registry.params, policy.paramKind);
      for (const binding of bindings.candidates(this.attributes))
        await this.addBinding(binding, { policy, match, objects });
    } catch (error) {
      this.fail(policy, undefined, error);
    }
  }

  private async addBinding(
    candidate: MatchCandidate<StoredBinding<B>>,
    { policy, match, objects }: { policy: StoredPolicy<E, P>; match: RequestMatch; objects: ParamObjects | undefined },
  ): Promise<void> {
    const binding = candidate.item;
    try {
      const matched = candidate.match(this.attributes, this.namespace);
      if (!(matched instanceof Promise ? await matched : matched)) return;
      const { paramKind } = policy;
      const { namespace } = placeOf(this.attributes);
      const collected = collectParams(objects, { paramKind, paramRef: binding.paramRef, namespace });
      const params = collected instanceof Promise ? await collected : collected;
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
