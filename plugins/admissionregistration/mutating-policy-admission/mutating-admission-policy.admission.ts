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
import { isExemptFromPolicies, isExemptFromStoredPolicies } from '../configurations/exempt-resources.js';
import { Reinvocation } from '../configurations/reinvocation.js';
import { type StaticManifests, StaticManifestsProvider, policyManifests } from '../static-manifests/index.js';
import { validateMutatingBinding } from '../mutating-admission-policy-binding/mutating-admission-policy-binding.validation.js';
import type { MutatingAdmissionPolicyBinding } from '../mutating-admission-policy-binding/mutating-admission-policy-binding.v1alpha1.js';
import type { MutatingAdmissionPolicy } from '../mutating-admission-policy/mutating-admission-policy.v1alpha1.js';
import { MUTATING_POLICY_GATE } from '../mutating-admission-policy/mutating-policy-gate.js';
import { PolicyRegistry, PolicySelection, readPolicyAdmission } from '../policy-admission/index.js';
import { validateMutatingPolicy } from '../mutating-admission-policy/mutating-admission-policy.validation.js';
import { CompiledMutatingPolicy } from './compiled-mutating-policy.js';
import { denialOf } from './mutation-denial.js';
import { MutationMetrics } from './mutation-metrics.js';
import { PLUGIN } from './mutation-report.js';
import { PolicyMutations } from './policy-mutations.js';

const POLICIES = 'mutatingadmissionpolicies';
const BINDINGS = 'mutatingadmissionpolicybindings';

const MANIFESTS = policyManifests(
  PLUGIN,
  { kind: 'MutatingAdmissionPolicy', resource: POLICIES, validate: validateMutatingPolicy },
  { kind: 'MutatingAdmissionPolicyBinding', resource: BINDINGS, validate: validateMutatingBinding },
);

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
  @Inject(Authorizer) private readonly authorizer!: Authorizer;
  @Inject(ApiServerOptions) private readonly options!: ApiServerOptions;
  private readonly metrics: MutationMetrics;
  private readonly manifests: StaticManifests;
  private readonly reinvocations = new WeakMap<AdmissionAttributes, Reinvocation>();

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
    @Inject(StaticManifestsProvider) private readonly provider: StaticManifestsProvider,
  ) {
    super();
    this.metrics = new MutationMetrics(metrics);
    const manifests = (this.manifests = provider.of(MANIFESTS));
    const sort = {
      policies: POLICIES,
      bindings: BINDINGS,
      compile: (policy: MutatingAdmissionPolicy) => new CompiledMutatingPolicy(policy),
    };
    this.registry = new PolicyRegistry(sort, { stores, manifests });
  }

  override async configure(configuration: unknown): Promise<void> {
    const { release } = this.provider;
    const directory = readPolicyAdmission(configuration, `${PLUGIN}Configuration`, release);
    if (directory !== '' && !this.isEnabled) {
      throw new Error(`staticManifestsDir: Forbidden: requires the feature gate ${MUTATING_POLICY_GATE}`);
    }
    await this.manifests.open(directory);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    if (!this.isEnabled || operation === 'DELETE' || isExemptFromPolicies(resource)) return false;
    return this.manifests.isConfigured || !isExemptFromStoredPolicies(resource);
  }

  override admit(attributes: AdmissionAttributes): MaybePromise<boolean> {
    const pending = this.registry.ready(attributes);
    if (pending) return pending.then(() => this.admit(attributes));
    return this.registry.hasCandidates(attributes) ? this.mutate(attributes) : false;
  }

  private get isEnabled(): boolean {
    return this.options.features.enabled(MUTATING_POLICY_GATE);
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
