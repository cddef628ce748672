import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Authorizer,
  MetricsRegistry,
  Stores,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions, type MaybePromise } from '../../../src/plugin-api/built-in.js';
import { isExemptFromPolicies } from '../configurations/exempt-resources.js';
import { Reinvocation } from '../configurations/reinvocation.js';
import type { MutatingAdmissionPolicyBinding } from '../mutating-admission-policy-binding/mutating-admission-policy-binding.v1alpha1.js';
import type { MutatingAdmissionPolicy } from '../mutating-admission-policy/mutating-admission-policy.v1alpha1.js';
import { MUTATING_POLICY_GATE } from '../mutating-admission-policy/mutating-policy-gate.js';
import { PolicyRegistry, PolicySelection } from '../policy-admission/index.js';
import { CompiledMutatingPolicy } from './compiled-mutating-policy.js';
import { denialOf } from './mutation-denial.js';
import { MutationMetrics } from './mutation-metrics.js';
import { PLUGIN } from './mutation-report.js';
import { PolicyMutations } from './policy-mutations.js';

/** Changes objects as MutatingAdmissionPolicies say, if the feature gate of that name is on. */
@Injectable()
export class MutatingPolicyAdmission extends AdmissionPlugin {
  readonly name = PLUGIN;
  override readonly reinvokesAll = true;
  private readonly registry: PolicyRegistry<
    CompiledMutatingPolicy,
    MutatingAdmissionPolicy,
    MutatingAdmissionPolicyBinding
  >;
  @Inject(Authorizer) private readonly authorizer: Authorizer;
  private readonly metrics: MutationMetrics;
  private readonly isEnabled: boolean;
  private readonly reinvocations = new WeakMap<AdmissionAttributes, Reinvocation>();

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
    @Inject(ApiServerOptions) { features }: ApiServerOptions,
  ) {
    super();
    this.isEnabled = features.enabled(MUTATING_POLICY_GATE);
    this.metrics = new MutationMetrics(metrics);
    const sort = {
      policies: 'mutatingadmissionpolicies',
      bindings: 'mutatingadmissionpolicybindings',
      compile: (policy: MutatingAdmissionPolicy) => new CompiledMutatingPolicy(policy),
    };
    this.registry = new PolicyRegistry(sort, stores);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return this.isEnabled && operation !== 'DELETE' && !isExemptFromPolicies(resource);
  }

  override admit(attributes: AdmissionAttributes): MaybePromise<boolean> {
    const pending = this.registry.ready();
    if (pending) return pending.then(() => this.admit(attributes));
    return this.registry.hasCandidates(attributes) ? this.mutate(attributes) : false;
  }

  private async mutate(attributes: AdmissionAttributes): Promise<boolean> {
    const { stores, authorizer, metrics } = this;
    const selection = new PolicySelection(this.registry, attributes, stores);
    const invocations = await selection.invocations();
    if (invocations.length === 0) return false;
    const namespace = await selection.namespace.stored();
    const reinvocation = this.reinvocations.get(attributes) ?? new Reinvocation();
    this.reinvocations.set(attributes, reinvocation);
    const mutations = new PolicyMutations({ attributes, authorizer, namespace, reinvocation, metrics });
    const failures = await mutations.run(invocations);
    if (failures.length > 0) throw denialOf(failures, attributes);
    return mutations.isMutated;
  }
}
