import { type AdmissionAttributes, StatusError, type Stores } from '../../../src/plugin-api/index.js';
import { type MaybePromise } from '../../../src/plugin-api/built-in.js';
import {
  type MatchCandidate,
  type MatchIndex,
  type RequestMatch,
  RequestNamespace,
  namespacedNameOf,
} from '../matching/index.js';
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

interface MatchedPolicy<E, P extends PolicyDefinition, B extends BindingDefinition> {
  readonly policy: StoredPolicy<E, P>;
  readonly match: RequestMatch | undefined;
  readonly bindings: MatchIndex<StoredBinding<B>>;
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
  async invocations(): Promise<readonly Invocation<E, P, B>[]> {
    const candidates = this.registry.candidates(this.attributes, this.namespace);
    for (const candidate of candidates instanceof Promise ? await candidates : candidates) {
      const pending = this.addPolicy(candidate);
      if (pending) await pending;
    }
    return this.found;
  }

  /** A promise only where something must be read: most policies need nothing. */
  private addPolicy(candidate: MatchCandidate<BoundPolicy<E, P, B>>): MaybePromise<void> {
    const { policy, bindings } = candidate.item;
    const onError = (error: unknown): void => this.fail(policy, undefined, error);
    return settled(onError, () => {
      const matched = candidate.match(this.attributes, this.namespace);
      if (matched instanceof Promise) return matched.then((match) => this.addBindings({ policy, match, bindings }));
      return this.addBindings({ policy, match: matched, bindings });
    });
  }

  private addBindings({ policy, match, bindings }: MatchedPolicy<E, P, B>): MaybePromise<void> {
    if (!match) return;
    const objects = paramObjectsOf(this.registry.params, policy.paramKind);
    if (objects instanceof Promise)
      return objects.then((found) => this.addBindingsOf({ policy, match, objects: found }, bindings));
    return this.addBindingsOf({ policy, match, objects }, bindings);
  }

  private addBindingsOf(use: PolicyUse<E, P>, bindings: MatchedPolicy<E, P, B>['bindings']): MaybePromise<void> {
    const candidates = bindings.candidatesIn(this.attributes, this.namespace);
    if (candidates instanceof Promise) return candidates.then((read) => this.addEach(read, use, 0));
    return this.addEach(candidates, use, 0);
  }

  private addEach(
    candidates: readonly MatchCandidate<StoredBinding<B>>[],
    use: PolicyUse<E, P>,
    first: number,
  ): MaybePromise<void> {
    for (let i = first; i < candidates.length; i++) {
      const pending = this.addBinding(candidates[i], use);
      if (pending) return pending.then(() => this.addEach(candidates, use, i + 1));
    }
  }

  private addBinding(candidate: MatchCandidate<StoredBinding<B>>, use: PolicyUse<E, P>): MaybePromise<void> {
    const binding = candidate.item;
    const onError = (error: unknown): void => this.fail(use.policy, binding, error);
    return settled(onError, () => {
      const matched = candidate.match(this.attributes, this.namespace);
      if (matched instanceof Promise) return matched.then((isMatch) => isMatch && this.addParams(binding, use));
      return matched && this.addParams(binding, use);
    });
  }

  private addParams(binding: StoredBinding<B>, { policy, match, objects }: PolicyUse<E, P>): MaybePromise<void> {
    const { paramKind } = policy;
    const { namespace } = namespacedNameOf(this.attributes);
    const collected = collectParams(objects, { paramKind, paramRef: binding.paramRef, namespace });
    const add = (params: readonly Param[]): void => {
      if (params.length > 0) this.found.push({ policy, match, binding, params });
    };
    return collected instanceof Promise ? collected.then(add) : add(collected);
  }

  private fail(policy: StoredPolicy<E, P>, binding: StoredBinding<B> | undefined, error: unknown): void {
    if (!(error instanceof PolicyConfigurationError || error instanceof StatusError)) throw error;
    if (policy.isIgnoredOnFailure) return;
    const what = binding ? 'binding' : 'policy';
    this.found.push({ policy, binding, error: `failed to configure ${what}: ${error.message}` });
  }
}

/** Passes the error of work on, which may end at once or later. */
function settled(onError: (error: unknown) => void, work: () => MaybePromise<void>): MaybePromise<void> {
  try {
    const pending = work();
    return pending?.catch(onError);
  } catch (error) {
    onError(error);
  }
}
