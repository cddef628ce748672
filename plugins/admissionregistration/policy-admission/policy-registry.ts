import type { AdmissionAttributes, Stores } from '../../../src/plugin-api/index.js';
import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import { isExemptFromStoredPolicies } from '../configurations/exempt-resources.js';
import { FollowedConfigurations } from '../configurations/followed-configurations.js';
import { type MatchCandidate, type Matchable, MatchIndex, type RequestNamespace } from '../matching/index.js';
import type { StaticManifests } from '../static-manifests/index.js';
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

/** Where policies and bindings come from. */
export interface PolicySources {
  readonly stores: Stores;
  readonly manifests: StaticManifests;
}

/** The policies that are bound, and those of manifests alone. */
interface PolicyIndexes<T extends Matchable> {
  readonly all: MatchIndex<T>;
  readonly ofManifests: MatchIndex<T>;
}

/**
 * The policies of one sort that are bound, in order of their names, each with its bindings; those of manifests come first.
 * Follows the store and the manifests. Bindings of the one are not about policies of the other.
 */
export class PolicyRegistry<E, P extends PolicyDefinition, B extends BindingDefinition> {
  /** The parameters of the policies. */
  readonly params: ParamKinds;
  private readonly policies: FollowedConfigurations<P>;
  private readonly bindings: FollowedConfigurations<B>;
  private readonly storedPolicies = new WeakMap<P, StoredPolicy<E, P>>();
  private readonly storedBindings = new WeakMap<B, StoredBinding<B>>();
  private readonly manifests: StaticManifests;
  private indexes: PolicyIndexes<BoundPolicy<E, P, B>> | undefined;

  constructor(
    private readonly sort: PolicySort<E, P>,
    { stores, manifests }: PolicySources,
  ) {
    const forget = (): void => void (this.indexes = undefined);
    this.manifests = manifests;
    manifests.follow(forget);
    this.params = new ParamKinds(stores);
    this.policies = new FollowedConfigurations(sort.policies, stores, forget);
    this.bindings = new FollowedConfigurations(sort.bindings, stores, forget);
  }

  /** Resolves once every policy and binding is known that a request needs; undefined where that is so already. */
  ready({ resource }: AdmissionAttributes): Promise<unknown> | undefined {
    if (isExemptFromStoredPolicies(resource)) return undefined;
    const [policies, bindings] = [this.policies.ready(), this.bindings.ready()];
    return policies || bindings ? Promise.all([policies, bindings]) : undefined;
  }

  /** Reports whether the rules of a bound policy are about a request. */
  hasCandidates(attributes: AdmissionAttributes): boolean {
    return this.indexFor(attributes).candidates(attributes).length > 0;
  }

  /** Returns the bound policies whose rules are about a request and that the namespace does not exclude. */
  candidates(
    attributes: AdmissionAttributes,
    namespace: RequestNamespace,
  ): MaybePromise<readonly MatchCandidate<BoundPolicy<E, P, B>>[]> {
    return this.indexFor(attributes).candidatesIn(attributes, namespace);
  }

  private indexFor({ resource }: AdmissionAttributes): MatchIndex<BoundPolicy<E, P, B>> {
    const { all, ofManifests } = (this.indexes ??= this.makeIndexes());
    return isExemptFromStoredPolicies(resource) ? ofManifests : all;
  }

  private makeIndexes(): PolicyIndexes<BoundPolicy<E, P, B>> {
    const { policies, bindings } = this.sort;
    const ofManifests = this.bound(this.manifests.all<P>(policies), this.manifests.all<B>(bindings));
    const stored = this.bound(this.policies.all, this.bindings.all);
    this.params.keepOnly(stored.flatMap(({ policy: { paramKind } }) => paramKind ?? []));
    return { all: new MatchIndex([...ofManifests, ...stored]), ofManifests: new MatchIndex(ofManifests) };
  }

  private bound(policies: readonly P[], definitions: readonly B[]): readonly BoundPolicy<E, P, B>[] {
    const bindings = new Map<string, StoredBinding<B>[]>();
    for (const definition of definitions) {
      const { policyName = '' } = definition.spec ?? {};
      const others = bindings.get(policyName);
      const stored = this.bindingOf(definition);
      if (others) others.push(stored);
      else bindings.set(policyName, [stored]);
    }
    return policies.flatMap((definition) => {
      const ofPolicy = bindings.get(definition.metadata.name ?? '');
      return ofPolicy ? [new BoundPolicy(this.policyOf(definition), ofPolicy)] : [];
    });
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
