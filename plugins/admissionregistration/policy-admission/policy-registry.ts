import type { AdmissionAttributes, Stores } from '../../../src/plugin-api/index.js';
import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import { FollowedConfigurations } from '../configurations/followed-configurations.js';
import { type MatchCandidate, MatchIndex, type RequestNamespace } from '../matching/index.js';
import { ParamKinds } from './param-kinds.js';
import {
  type BindingDefinition,
  BoundPolicy,
  type PolicyDefinition,
  StoredBinding,
  StoredPolicy,
} from './stored-policy.js';

/** The resources of one sort of policies, and how one of them is compiled. */
export interface PolicySort<E, P extends PolicyDefinition> {
  /** Plural name of the policies. */
  readonly policies: string;
  /** Plural name of their bindings. */
  readonly bindings: string;
  /** Called once for each stored state of a policy, when the expression language has been loaded. Must not throw. */
  compile(definition: P): E;
}

/** The policies of one sort that are bound, in order of their names, each with its bindings. Follows the store. */
export class PolicyRegistry<E, P extends PolicyDefinition, B extends BindingDefinition> {
  /** The parameters of the policies. */
  readonly params: ParamKinds;
  private readonly policies: FollowedConfigurations<P>;
  private readonly bindings: FollowedConfigurations<B>;
  private readonly storedPolicies = new WeakMap<P, StoredPolicy<E, P>>();
  private readonly storedBindings = new WeakMap<B, StoredBinding<B>>();
  private index: MatchIndex<BoundPolicy<E, P, B>> | undefined;

  constructor(
    private readonly sort: PolicySort<E, P>,
    stores: Stores,
  ) {
    const forget = (): void => void (this.index = undefined);
    this.params = new ParamKinds(stores);
    this.policies = new FollowedConfigurations(sort.policies, stores, forget);
    this.bindings = new FollowedConfigurations(sort.bindings, stores, forget);
  }

  /** Resolves once every stored policy and binding is known; undefined where that is so already. */
  ready(): Promise<unknown> | undefined {
    const [policies, bindings] = [this.policies.ready(), this.bindings.ready()];
    return policies || bindings ? Promise.all([policies, bindings]) : undefined;
  }

  /** Reports whether the rules of a bound policy are about a request. */
  hasCandidates(attributes: AdmissionAttributes): boolean {
    return this.current().candidates(attributes).length > 0;
  }

  /** Returns the bound policies whose rules are about a request and that the namespace does not exclude. */
  candidates(
    attributes: AdmissionAttributes,
    namespace: RequestNamespace,
  ): MaybePromise<readonly MatchCandidate<BoundPolicy<E, P, B>>[]> {
    return this.current().candidatesIn(attributes, namespace);
  }

  private current(): MatchIndex<BoundPolicy<E, P, B>> {
    return (this.index ??= this.makeIndex());
  }

  private makeIndex(): MatchIndex<BoundPolicy<E, P, B>> {
    const bindings = new Map<string, StoredBinding<B>[]>();
    for (const definition of this.bindings.all) {
      const { policyName = '' } = definition.spec ?? {};
      const others = bindings.get(policyName);
      const stored = this.bindingOf(definition);
      if (others) others.push(stored);
      else bindings.set(policyName, [stored]);
    }
    const bound = this.policies.all.flatMap((definition) => {
      const ofPolicy = bindings.get(definition.metadata.name ?? '');
      return ofPolicy ? [new BoundPolicy(this.policyOf(definition), ofPolicy)] : [];
    });
    this.params.keepOnly(bound.flatMap(({ policy: { paramKind } }) => paramKind ?? []));
    return new MatchIndex(bound);
  }

  /** Preparations of a stored state stay while that is in force. */
  private policyOf(definition: P): StoredPolicy<E, P> {
    let stored = this.storedPolicies.get(definition);
    if (!stored) {
      stored = new StoredPolicy(definition, (policy) => this.sort.compile(policy));
      this.storedPolicies.set(definition, stored);
    }
    return stored;
  }

  private bindingOf(definition: B): StoredBinding<B> {
    let stored = this.storedBindings.get(definition);
    if (!stored) this.storedBindings.set(definition, (stored = new StoredBinding(definition)));
    return stored;
  }
}
